import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import contract from "../../generated/openapi.json";

/** All headers of answers that the contract has; a page sees no others. */
const EXPOSED = Object.keys(contract.components.headers).join(", ");

/** How long a browser may go by what it was told, in seconds. */
const MAX_AGE = "600";

const isPreflight = ({ method, headers }: IncomingMessage) =>
  method === "OPTIONS" && headers["access-control-request-method"] !== undefined;

/** Lets pages do as their browser asks. */
function allow({ headers }: IncomingMessage, res: ServerResponse): void {
  const { "access-control-request-method": method, "access-control-request-headers": names } = headers;
  res.setHeader("Access-Control-Allow-Methods", method ?? "");
  if (names !== undefined) res.setHeader("Access-Control-Allow-Headers", names);
  // A page of the internet that calls this machine.
  if (headers["access-control-request-private-network"] === "true") {
    res.setHeader("Access-Control-Allow-Private-Network", "true");
  }
  res.setHeader("Access-Control-Max-Age", MAX_AGE);
  res.writeHead(204).end();
}

/**
 * The listener for pages of any origin, with any method and header: what a browser refuses by itself would tell a
 * developer less than the answer. The service proper has nothing of this, since a key in a page is everybody's.
 */
export const openToPages =
  (listener: RequestListener): RequestListener =>
  (req, res) => {
    res.setHeader("Access-Control-Allow-Origin", "*");
    res.setHeader("Access-Control-Expose-Headers", EXPOSED);
    if (isPreflight(req)) allow(req, res);
    else listener(req, res);
  };
