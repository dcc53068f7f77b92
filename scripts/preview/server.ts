import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import express, { type ErrorRequestHandler, type Router } from "express";
import { docsRouter } from "../../src/web/docs/docs.routes";
import { liveContract, type State } from "../contract/live-contract";
import type { Problem } from "../contract/read-contract";
import { sdkBundle } from "../sdk-bundle/bundle";
import { serve } from "../tools/listening";
import { EMPTY_PAGE, following, sendUncached } from "./pages";

/** Server-sent event for a page: sent when the page opens and each time the contract was read. */
export interface ContractEvent {
  /** Digest of the document; empty if there is none. */
  version: string;
  /**
   * Whether the contract's current files could be bundled. If not, the page shows the document of the last
   * successful bundling.
   */
  isCurrent: boolean;
  problems: Problem[];
}

export interface Preview {
  url: string;
  close(): Promise<void>;
}

const digest = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 16);

const eventOf = ({ document, problems, isCurrent }: State): ContractEvent => ({
  version: document === null ? "" : digest(document),
  isCurrent,
  problems,
});

const written = (event: ContractEvent) => `event: contract\ndata: ${JSON.stringify(event)}\n\n`;

const inFull = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** Returns the bundle for SDK generators; null if it cannot be derived from the contract. */
function derived(contract: unknown): unknown {
  try {
    return sdkBundle(contract);
  } catch {
    return null;
  }
}

const routerFor = (contract: unknown): Router =>
  docsRouter({ contract, sdkContract: derived(contract) }, sendUncached);

/**
 * Returns a function that creates the documentation of a contract and caches the latest one. Before the
 * first successful bundle, the contract and its documentation are null.
 */
function documentation(): (document: string | null) => Router | null {
  let made: { of: string; router: Router } | null = null;
  return (document) => {
    if (document !== null && made?.of !== document)
      made = { of: document, router: routerFor(JSON.parse(document)) };
    return made?.router ?? null;
  };
}

/**
 * Serves the documentation on the loopback address and notifies open pages of every change. `port` 0 takes a
 * free port.
 */
export async function startPreview(
  source: string,
  port: number,
  onEvent: (event: ContractEvent) => void = () => undefined,
): Promise<Preview> {
  const pages = new Set<ServerResponse>();
  const contract = await liveContract(source, (state) => {
    const event = eventOf(state);
    for (const page of pages) page.write(written(event));
    onEvent(event);
  });
  const docs = documentation();

  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.get("/", (_req, res) => res.redirect("/docs"));
  app.use("/preview/page", express.static(join(__dirname, "page"), { index: false, cacheControl: false }));
  app.get("/preview/events", (_req, res) => {
    res.set({ "Content-Type": "text/event-stream", "Cache-Control": "no-store" });
    res.write(`retry: 500\n\n${written(eventOf(contract.state))}`);
    pages.add(res);
    res.on("close", () => pages.delete(res));
  });
  app.use(following(() => eventOf(contract.state).version));
  app.use((req, res, next) => {
    const router = docs(contract.state.document);
    if (router === null) res.status(503).type("html").send(EMPTY_PAGE);
    else router(req, res, next);
  });
  // Pages may fail to render a contract with lint errors. The error page reloads after the next edit too.
  const unshown: ErrorRequestHandler = (error, _req, res, _next) => {
    const text = inFull(error).replaceAll("&", "&amp;").replaceAll("<", "&lt;");
    const page = EMPTY_PAGE.replace("<body>", `<body><pre>The contract cannot be shown:\n${text}</pre>`);
    res.status(500).type("html").send(page);
  };
  app.use(unshown);

  try {
    const { origin: url, close } = await serve(app, port);
    return {
      url,
      async close() {
        contract.close();
        await close();
      },
    };
  } catch (error) {
    contract.close();
    throw error;
  }
}
