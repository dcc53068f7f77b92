import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import contract from "../../generated/openapi.json";

interface Operation {
  responses: Readonly<Record<string, { headers?: object }>>;
}

const ownHeaders = Object.values(contract.paths)
  .flatMap((path) => Object.values(path) as Operation[])
  .flatMap(({ responses }) => Object.values(responses))
  .flatMap(({ headers = {} }) => Object.keys(headers));

/** Response headers of the contract. Browsers hide all other headers from pages. */
const EXPOSED = [...new Set([...Object.keys(contract.components.headers), ...ownHeaders])].join(", ");

/** Seconds for which a browser caches a preflight response. */
const MAX_AGE = "600";

const isPreflight = ({ method, headers }: IncomingMessage) =>
  method === "OPTIONS" && headers["access-control-request-method"] !== undefined;

function allow({ headers }: IncomingMessage, res: ServerResponse): void {
  const { "access-control-request-method": method, "access-control-request-headers": names } = headers;
  res.setHeader("Access-Control-Allow-Methods", method ?? "");
  if (names !== undefined) res.setHeader("Access-Control-Allow-Headers", names);
  // Allows a page from the internet to call this machine.
  if (headers["access-control-request-private-network"] === "true") {
    res.setHeader("Access-Control-Allow-Private-Network", "true");
  }
  res.setHeader("Access-Control-Max-Age", MAX_AGE);
  res.writeHead(204).end();
}

/**
 * Adds CORS for pages of any origin, so that developers see errors instead of blocked requests. The service
 * itself has no CORS, because a key in a page is public.
 */
export const openToPages =
  (listener: RequestListener): RequestListener =>
  (req, res) => {
    res.setHeader("Access-Control-Allow-Origin", "*");
    res.setHeader("Access-Control-Expose-Headers", EXPOSED);
    if (isPreflight(req)) allow(req, res);
    else listener(req, res);
  };
