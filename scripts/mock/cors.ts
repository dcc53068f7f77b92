import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import contract from "../../generated/openapi.json";

/** Response headers of the contract; a page can read no others. */
const EXPOSED = Object.keys(contract.components.headers).join(", ");

/** Lifetime of a preflight response in the browser, in seconds. */
const MAX_AGE = "600";

const isPreflight = ({ method, headers }: IncomingMessage) =>
  method === "OPTIONS" && headers["access-control-request-method"] !== undefined;

/** Allows the method and headers that the preflight request names. */
function allow({ headers }: IncomingMessage, res: ServerResponse): void {
  const { "access-control-request-method": method, "access-control-request-headers": names } = headers;
  res.setHeader("Access-Control-Allow-Methods", method ?? "");
  if (names !== undefined) res.setHeader("Access-Control-Allow-Headers", names);
  // Lets a page from the internet call this machine.
  if (headers["access-control-request-private-network"] === "true") {
    res.setHeader("Access-Control-Allow-Private-Network", "true");
  }
  res.setHeader("Access-Control-Max-Age", MAX_AGE);
  res.writeHead(204).end();
}

/**
 * Adds CORS for pages of any origin, with any method and header. The real error helps a developer more than a
 * request that the browser blocks. The service itself has no CORS, because a key in a page is public.
 */
export const openToPages =
  (listener: RequestListener): RequestListener =>
  (req, res) => {
    res.setHeader("Access-Control-Allow-Origin", "*");
    res.setHeader("Access-Control-Expose-Headers", EXPOSED);
    if (isPreflight(req)) allow(req, res);
    else listener(req, res);
  };
