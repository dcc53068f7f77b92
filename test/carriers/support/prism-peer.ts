import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { parse } from "yaml";
import { readViolations } from "../../../scripts/contract-check/prism";
import { runPrism } from "../../../scripts/mock/prism";
import { listening } from "../../support/listening";
import { freePort } from "../../support/process";
import { strictDocument } from "./strict-document";

const ROOT = resolve(__dirname, "../../..");

/** A fake carrier by Prism. Its responses follow the document's examples and schemas. */
export interface PrismPeer {
  /** Replacement for the server URL of the document, without the path of that URL. */
  url: string;
  requests: readonly { method: string; path: string; headers: IncomingHttpHeaders; body: string }[];
  /** Violations of the document by the requests, one per line. */
  violations: readonly string[];
  stop(): Promise<void>;
}

/** Returns the carrier's own document if it lies beside the project, else the project's description. */
export function carrierDocument(kind: string): string {
  const own = resolve(ROOT, `../shared/carriers/${kind}.openapi.json`);
  return existsSync(own) ? own : resolve(ROOT, `openapi/carriers/${kind}.yaml`);
}

export async function prismPeer(document: string): Promise<PrismPeer> {
  const work = mkdtempSync(join(tmpdir(), "recado-prism-"));
  const file = join(work, "document.json");
  writeFileSync(file, JSON.stringify(strictDocument(parse(readFileSync(document, "utf8")) as object)));
  const port = await freePort();
  const prism = runPrism(file, { host: "127.0.0.1", port }, () => undefined);
  const end = () => void prism.child.kill("SIGKILL");
  process.once("exit", end);
  await prism.up;

  const requests: PrismPeer["requests"][number][] = [];
  const violations: string[] = [];
  const server = createServer((incoming, outgoing) => {
    forward(incoming, `http://127.0.0.1:${port}`).then(
      ({ request, response, body }) => {
        requests.push(request);
        violations.push(
          ...violationsOf(response, body).map((one) => `${request.method} ${request.path}: ${one}`),
        );
        outgoing.writeHead(response.status, { "content-type": response.headers.get("content-type") ?? "" });
        outgoing.end(body);
      },
      (error: unknown) => {
        violations.push(`Prism did not respond: ${String(error)}`);
        outgoing.writeHead(502).end();
      },
    );
  });
  const { url, stop } = await listening(server);
  return {
    url,
    requests,
    violations,
    async stop() {
      await stop();
      prism.child.kill("SIGKILL");
      await prism.exited;
      process.off("exit", end);
      rmSync(work, { recursive: true, force: true });
    },
  };
}

const HOP_BY_HOP = new Set(["host", "connection", "keep-alive", "transfer-encoding", "content-length"]);

async function forward(incoming: IncomingMessage, origin: string) {
  const { method = "GET", url: path = "/", headers } = incoming;
  const bytes = await buffer(incoming);
  const response = await fetch(`${origin}${path}`, {
    method,
    headers: Object.fromEntries(
      Object.entries(headers).flatMap(([name, value]) =>
        HOP_BY_HOP.has(name) ? [] : [[name, String(value)]],
      ),
    ),
    body: bytes.length > 0 ? new Uint8Array(bytes) : null,
    redirect: "manual",
  });
  const body = await response.text();
  return { request: { method, path, headers, body: bytes.toString("utf8") }, response, body };
}

/** Returns a request's violations. Prism reports them in a header, or in the body if no operation matches. */
function violationsOf({ headers }: Response, body: string): string[] {
  const of = readViolations(headers.get("sl-violations") ?? undefined)
    .filter(({ location, severity }) => location[0] === "request" && severity === "Error")
    .map(({ location, message }) => `${location.slice(1).join(".")} ${message}`);
  const problem = headers.get("content-type")?.startsWith("application/problem+json") ? [body] : [];
  return [...of, ...problem];
}
