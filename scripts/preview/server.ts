import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import express from "express";
import { getAbsoluteFSPath } from "swagger-ui-dist";
import { liveContract, type State } from "../contract/live-contract";
import type { Problem } from "../contract/read-contract";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What a page is told when it opens, and after each reading of the files. */
export interface ContractEvent {
  /** Changes with the document that /openapi.json answers; null while there is none. */
  version: string | null;
  /** False while the document is older than the files, because these cannot be bundled. */
  isCurrent: boolean;
  problems: Problem[];
}

export interface Preview {
  url: string;
  close(): Promise<void>;
}

const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

const eventOf = ({ document, problems, isCurrent }: State): ContractEvent => ({
  version: document === null ? null : digest(document),
  isCurrent,
  problems,
});

const written = (event: ContractEvent) => `event: contract\ndata: ${JSON.stringify(event)}\n\n`;

/**
 * Serves the reference of the contract that begins in `source`, on this machine only, and tells open pages of every
 * change. `port` 0 takes a free one. `tell` hears what became of each reading, for the terminal.
 */
export async function startPreview(
  source: string,
  port: number,
  tell: (event: ContractEvent) => void = () => undefined,
): Promise<Preview> {
  const pages = new Set<ServerResponse>();
  const contract = await liveContract(source, (state) => {
    const event = eventOf(state);
    for (const page of pages) page.write(written(event));
    tell(event);
  });

  const app = express();
  app.disable("x-powered-by");
  const page = join(__dirname, "page");
  app.get("/", (_req, res) => {
    res.set({ "Content-Security-Policy": POLICY, "Cache-Control": "no-store" });
    res.sendFile("index.html", { root: page });
  });
  app.use("/page", express.static(page, { index: false }));
  app.use("/assets", express.static(getAbsoluteFSPath(), { index: false }));
  app.get("/openapi.json", (_req, res) => {
    const { document } = contract.state;
    res.set("Cache-Control", "no-store").type("json");
    if (document === null) res.status(503).send('{"error":"the contract cannot be bundled"}');
    else res.send(document);
  });
  app.get("/events", (_req, res) => {
    res.set({ "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    res.write(`retry: 500\n\n${written(eventOf(contract.state))}`);
    pages.add(res);
    res.on("close", () => pages.delete(res));
  });

  const server = createServer(app);
  try {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  } catch (error) {
    contract.close();
    throw error;
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      contract.close();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
