import type { RequestHandler, Response } from "express";
import type { SendShared } from "../../src/http/shared-response";

/**
 * Returns the HTML added to each page: contract version, style sheet, and the script that reloads the page.
 */
const additions = (version: string) =>
  `<meta name="recado-preview" content="${version}"><link rel="stylesheet" href="/preview/page/preview.css"><script type="module" src="/preview/page/preview.mjs"></script>`;

/** Lets the page's content security policy allow the event stream. */
function allowEvents(res: Response): void {
  const policy = String(res.get("Content-Security-Policy") ?? "");
  if (policy !== "" && !policy.includes("connect-src"))
    res.set("Content-Security-Policy", `${policy}; connect-src 'self'`);
}

/** Returns middleware that makes HTML pages reload when the digest of the contract, `version()`, changes. */
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

/** Sends documentation through `res.send`, so that `following` can add the reload to its pages. */
export const sendUncached: SendShared = async (_req, res, { content, type, headers }) => {
  res.set(headers).type(type);
  res.send(type === "html" ? content.toString() : content);
};

/** Shown until the contract is bundled for the first time. The error page is this page with a text. */
export const EMPTY_PAGE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Recado contract: preview</title>
</head>
<body></body>
</html>
`;
