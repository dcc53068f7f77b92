import type { RequestHandler, Response } from "express";
import type { SendShared } from "../../src/http/shared-answer";

/** Elements added to a page: the document's version, and the script that reloads the page. */
const additions = (version: string) =>
  `<meta name="recado-preview" content="${version}"><link rel="stylesheet" href="/preview/page/preview.css"><script type="module" src="/preview/page/preview.mjs"></script>`;

/** Allows the page to connect to the event stream, beside what its own policy allows. */
function allowEvents(res: Response): void {
  const policy = String(res.get("Content-Security-Policy") ?? "");
  if (policy !== "" && !policy.includes("connect-src"))
    res.set("Content-Security-Policy", `${policy}; connect-src 'self'`);
}

/** Makes every page follow the contract; `version` identifies the document that the page was made from. */
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

/** Sends a result of the documentation through `res.send`, where `following` adds to it. */
export const sendUncached: SendShared = async (_req, res, { content, type, headers }) => {
  res.set(headers).type(type);
  res.send(type === "html" ? content.toString() : content);
};

/** The page shown while there is no document. */
export const EMPTY_PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Recado contract: preview</title>
</head>
<body></body>
</html>
`;
