import { readFileSync } from "node:fs";
import { extname, join } from "node:path";
import express, { type RequestHandler, type Router } from "express";
// The package itself would run the whole bundle, which is for browsers.
import swaggerUiPath from "swagger-ui-dist/absolute-path.js";
import type { ContractDocument } from "../docs/contract";
import { readExamples } from "../docs/guides";
import { ASSETS, readAssets, sitePages, versionOf } from "../docs/site";
import { Problem } from "../problem";

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

// Keys are entered by hand and kept in memory only: a key in local storage would outlive the visit.
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

const PAGES = ["/docs", "/docs/guides/:name", "/docs/reference", "/docs/reference/:tag"];

const FRAME = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; ${FRAME}; require-trusted-types-for 'script'; trusted-types 'none'`;
/** The explorer writes styles into its markup, carries its own pictures, and calls the API. */
const EXPLORER_POLICY = `default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self' data:; ${FRAME}`;

const HEADERS = { "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff" };
/** Asked for anew at each visit, and answered with 304 while it is the same. */
const REVALIDATED = "no-cache";
const IMMUTABLE = "public, max-age=31536000, immutable";

const readOnly: RequestHandler = (req, _res, next) => {
  if (req.method === "GET" || req.method === "HEAD") return next();
  throw new Problem(405, "method_not_allowed", `${req.method} is not offered here`, undefined, {
    Allow: "GET, HEAD",
  });
};

/**
 * The contract, the guides and the reference below `/docs`, with everything they need: no other host is asked. A page
 * is rendered at its first visit.
 */
export function docsRouter(contract: unknown): Router {
  const document = contract as ContractDocument;
  const router = express.Router({ caseSensitive: true });
  const json = JSON.stringify(contract);
  const swaggerUi = swaggerUiPath();
  // What is missing fails at start, not on the first visit.
  readFileSync(join(swaggerUi, "swagger-ui-bundle.js"));
  const assets = readAssets();
  const pages = sitePages(document, assets);
  const examples = readExamples();

  const page: RequestHandler = (req, res, next) => {
    const found = pages.get(req.path.replace(/\/$/, ""))?.();
    if (!found) return next();
    const caching = { "Cache-Control": REVALIDATED, ETag: `"${found.version}"` };
    res.set({ ...HEADERS, ...caching, "Content-Security-Policy": POLICY });
    res.type("html").send(found.html);
  };

  router.get("/openapi.json", (_req, res) => void res.type("json").send(json));
  router.get(PAGES, page);
  router.get(`${ASSETS}/:name`, (req, res, next) => {
    const asset = assets.get(req.params.name);
    if (!asset) return next();
    const caching = req.query.v === asset.version ? IMMUTABLE : REVALIDATED;
    res.set({ ...HEADERS, "Cache-Control": caching, ETag: `"${asset.version}"` });
    res.type(extname(req.params.name)).send(asset.content);
  });
  router.get("/docs/guides/examples/:name", (req, res, next) => {
    const example = examples.get(req.params.name);
    if (example === undefined) return next();
    const headers = { "Cache-Control": REVALIDATED, ETag: `"${versionOf(example)}"` };
    res.set({ ...HEADERS, ...headers });
    res.type("text").send(example);
  });
  router.get(EXPLORER, (_req, res) => {
    res.set({ ...HEADERS, "Content-Security-Policy": EXPLORER_POLICY });
    res.type("html").send(EXPLORER_PAGE);
  });
  router.get(`${EXPLORER}/explorer.js`, (_req, res) => void res.type("js").send(EXPLORER_SCRIPT));
  router.use(`${EXPLORER}/assets`, express.static(swaggerUi, { index: false, maxAge: "1d" }));
  router.all(["/docs", "/docs/*path", "/openapi.json"], readOnly);
  return router;
}
