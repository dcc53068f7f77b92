import { readFileSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import express, { type Request, type RequestHandler, type Router } from "express";
import { CLIENTS, readClientPackage } from "./clients";
import type { ContractDocument } from "./contract";
import { readExamples } from "./guides";
import { type Language, LANGUAGES } from "./language";
import { MAX_QUERY } from "./layout";
import { docsSearch } from "./search";
import { searchPage, searchPath } from "./search-page";
import { type Asset, ASSETS, missingPath, readAssets, sitePages, type SiteContext, versionOf } from "./site";
import { methodNotAllowed } from "../../platform/problem";
import { shortened } from "../../platform/text";
import { sendShared } from "../../http/shared-response";

const EXPLORER = "/docs/explorer";

const EXPLORER_PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Recado API explorer</title>
  <link rel="stylesheet" href="${EXPLORER}/assets/swagger-ui.css">
  <link rel="icon" href="${ASSETS}/icon.svg" type="image/svg+xml">
</head>
<body>
  <a href="/docs">Documentation</a>
  <div id="reference"></div>
  <script src="${EXPLORER}/assets/swagger-ui-bundle.js"></script>
  <script src="${EXPLORER}/explorer.js"></script>
</body>
</html>
`;

// The explorer keeps a reader's API key in memory only. Local storage would keep it after the visit.
const EXPLORER_SCRIPT = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: false,
});
`;

const PAGES = [
  "/docs",
  CLIENTS,
  "/docs/guides/:name",
  "/docs/reference",
  "/docs/reference/:tag",
  "/docs/pt",
  "/docs/pt/clients",
  "/docs/pt/guides/:name",
];

const FRAME = "base-uri 'none'; frame-ancestors 'none'";
const POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; ${FRAME}; require-trusted-types-for 'script'; trusted-types 'none'`;
/** Content-Security-Policy for Swagger UI: allows inline styles, `data:` images and requests to the API. */
const EXPLORER_POLICY = `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self' data:; form-action 'none'; ${FRAME}`;

const HEADERS = { "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff" };
/** `Cache-Control` that makes browsers revalidate their copy at each visit. */
const REVALIDATED = "no-cache";
const IMMUTABLE = "public, max-age=31536000, immutable";
/** `Cache-Control` of the explorer's files, which change only with the dependency swagger-ui-dist. */
const A_DAY = "public, max-age=86400";

/** Files of swagger-ui-dist that the explorer needs. Other files of the package are not served. */
const EXPLORER_PARTS = ["swagger-ui.css", "swagger-ui-bundle.js"] as const;

const readOnly: RequestHandler = (req, _res, next) => {
  if (req.method === "GET" || req.method === "HEAD") return next();
  throw methodNotAllowed(req.method, "GET, HEAD");
};

const versioned = (content: string | Buffer): Asset => ({
  content: Buffer.from(content),
  version: versionOf(content),
});

/** Reads the explorer's files by name. Called at startup, so that a missing file aborts startup. */
function explorerParts(): ReadonlyMap<string, Asset> {
  const folder = dirname(require.resolve("swagger-ui-dist/package.json"));
  return new Map(EXPLORER_PARTS.map((name) => [name, versioned(readFileSync(join(folder, name)))]));
}

interface Documents {
  contract: unknown;
  /** Contract for client generators; null if deriving it from the contract failed. */
  sdkContract: unknown;
  context?: SiteContext;
}

const DEFAULT_CONTEXT: SiteContext = { address: null, elsewhere: [] };

/**
 * Returns the router of the contract and of the documentation below `/docs`. Pages load nothing from other
 * hosts. Each page is rendered at its first visit and then cached, except search results.
 */
export function docsRouter(
  { contract, sdkContract, context = DEFAULT_CONTEXT }: Documents,
  send = sendShared,
): Router {
  const document = contract as ContractDocument;
  const router = express.Router({ caseSensitive: true });
  const json = versioned(JSON.stringify(contract));
  const sdkJson = sdkContract === null ? undefined : versioned(JSON.stringify(sdkContract));
  const explorer = versioned(EXPLORER_PAGE);
  const explorerScript = versioned(EXPLORER_SCRIPT);
  const parts = explorerParts();
  const assets = readAssets();
  const clientPackage = readClientPackage();
  const clientFile = clientPackage === null ? undefined : versioned(clientPackage.content);
  const pages = sitePages(document, assets, context, clientPackage);
  const examples = new Map([...readExamples(context.address)].map(([name, text]) => [name, versioned(text)]));

  /**
   * Returns a handler that sends the asset that `find` returns. Calls the next handler if `find` returns
   * undefined.
   */
  const serve =
    (
      type: string | null,
      find: (req: Request) => Asset | undefined,
      headersFor: (req: Request, found: Asset) => Record<string, string>,
    ): RequestHandler =>
    async (req, res, next) => {
      const found = find(req);
      if (found === undefined) return next();
      const headers = { ...HEADERS, ...headersFor(req, found) };
      await send(req, res, { ...found, type: type ?? extname(req.path), headers });
    };
  const cached = (caching: string) => () => ({ "Cache-Control": caching });
  const page = (policy: string) => () => ({
    "Cache-Control": REVALIDATED,
    "Content-Security-Policy": policy,
  });
  const nameOf = (req: Request) => String(req.params.name);

  router.get(
    "/openapi.json",
    serve("json", () => json, cached(REVALIDATED)),
  );
  router.get(
    "/openapi.sdk.json",
    serve("json", () => sdkJson, cached(REVALIDATED)),
  );
  router.get(
    PAGES,
    serve("html", (req) => pages.byPath.get(req.path.replace(/\/$/, ""))?.(), page(POLICY)),
  );
  for (const language of LANGUAGES) {
    const search = docsSearch(document, language);
    router.get(searchPath(language), async (req, res) => {
      const query = typeof req.query.q === "string" ? shortened(req.query.q.trim(), MAX_QUERY) : "";
      const found = query === "" ? [] : await search(query);
      res.set({ ...HEADERS, ...page(POLICY)(), "X-Robots-Tag": "noindex" });
      res.type("html").send(pages.render(searchPage(query, found, language)));
    });
  }
  router.get(
    `${ASSETS}/:name`,
    serve(
      null,
      (req) => assets.get(nameOf(req)),
      (req, { version }) => ({ "Cache-Control": req.query.v === version ? IMMUTABLE : REVALIDATED }),
    ),
  );
  router.get(
    "/docs/guides/examples/:name",
    serve("text", (req) => examples.get(nameOf(req)), cached(REVALIDATED)),
  );
  router.get(
    `${CLIENTS}/:name`,
    serve(
      "application/gzip",
      (req) => (nameOf(req) === clientPackage?.name ? clientFile : undefined),
      cached(REVALIDATED),
    ),
  );
  router.get(
    EXPLORER,
    serve("html", () => explorer, page(EXPLORER_POLICY)),
  );
  router.get(
    `${EXPLORER}/explorer.js`,
    serve("js", () => explorerScript, cached(REVALIDATED)),
  );
  router.get(
    `${EXPLORER}/assets/:name`,
    serve(null, (req) => parts.get(nameOf(req)), cached(A_DAY)),
  );
  // For an unknown path, browsers get an HTML page. Any other client gets the JSON error of the next handler.
  router.get("/docs/*path", (req, res, next) => {
    const language: Language = req.path.startsWith("/docs/pt/") ? "pt" : "en";
    const found = pages.byPath.get(missingPath(language))?.();
    if (found === undefined || req.accepts(["json", "html"]) !== "html") return next();
    res.status(404).set({ ...HEADERS, ...page(POLICY)() });
    res.type("html").send(found.content);
  });
  router.all(["/docs", "/docs/*path", "/openapi.json", "/openapi.sdk.json"], readOnly);
  return router;
}
