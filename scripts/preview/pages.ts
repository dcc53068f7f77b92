import type { RequestHandler, Response } from "express";
import type { SendShared } from "../../src/http/shared-answer";

/** What a page is given beside what it has: which document it shows, and what loads it anew. */
const additions = (version: string) =>
  `<meta name="recado-preview" content="${version}"><link rel="stylesheet" href="/preview/page/preview.css"><script type="module" src="/preview/page/preview.mjs"></script>`;

/** The pages may load no more than they need; these also hear of changes. */
function allowEvents(res: Response): void {
  const policy = String(res.get("Content-Security-Policy") ?? "");
  if (policy !== "" && !policy.includes("connect-src"))
    res.set("Content-Security-Policy", `${policy}; connect-src 'self'`);
}

/** Makes every page that is sent follow the contract; `version` names the document that it was made of. */
export function following(version: () => string): RequestHandler {
  return (_req, res, next) => {
    const send = res.send.bind(res);
    res.send = (body: unknown) => {
      res.set("Cache-Control", "no-store");
      res.removeHeader("ETag");
      if (typeof body !== "string" || !/html/.test(String(res.get("Content-Type") ?? ""))) return send(body);
      allowEvents(res);
      return send(body.replace("</head>", `${additions(version())}</head>`));
    };
    next();
  };
}

/** Sends what the documentation finds so that `following` has its way with it. */
export const sendAnew: SendShared = async (_req, res, { content, type, headers }) => {
  res.set(headers).type(type);
  res.send(type === "html" ? content.toString() : content);
};

/** Stands in where there is no document to show. */
export const EMPTY_PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Recado contract: preview</title>
</head>
<body></body>
</html>
`;
