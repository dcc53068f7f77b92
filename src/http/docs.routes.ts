import { readFileSync } from "node:fs";
import { join } from "node:path";
import express, { type Router } from "express";
import { getAbsoluteFSPath } from "swagger-ui-dist";

const PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>Recado API reference</title>
  <link rel="stylesheet" href="/docs/assets/swagger-ui.css">
  <link rel="icon" href="/docs/assets/favicon-32x32.png">
</head>
<body>
  <div id="reference"></div>
  <script src="/docs/assets/swagger-ui-bundle.js"></script>
  <script src="/docs/reference.js"></script>
</body>
</html>
`;

// Keys are entered by hand and kept in memory only: a key in local storage would outlive the visit.
const SCRIPT = `SwaggerUIBundle({
  url: "/openapi.json",
  dom_id: "#reference",
  deepLinking: true,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  tryItOutEnabled: false,
});
`;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The contract and its reference page, with everything they need: no other host is asked. */
export function docsRouter(document: unknown): Router {
  const router = express.Router({ caseSensitive: true });
  const json = JSON.stringify(document);
  const assets = getAbsoluteFSPath();
  readFileSync(join(assets, "swagger-ui-bundle.js")); // fails at start, not on the first visit
  router.get("/openapi.json", (_req, res) => void res.type("json").send(json));
  router.get("/docs", (_req, res) => void res.set("Content-Security-Policy", POLICY).type("html").send(PAGE));
  router.get("/docs/reference.js", (_req, res) => void res.type("js").send(SCRIPT));
  router.use("/docs/assets", express.static(assets, { index: false, maxAge: "1d" }));
  return router;
}
