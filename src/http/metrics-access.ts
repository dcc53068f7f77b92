import type { IncomingMessage } from "node:http";
import ipaddr from "ipaddr.js";
import { Problem } from "../platform/problem";
import { sameSecret } from "../platform/same-secret";

/** Who may read the metrics of a listener. */
export interface MetricsAccess {
  /** Bearer token; null if none is set. */
  token: string | null;
  /** Whether the listener is for operators only, so that a token is asked for only if one is set. */
  isAdminPort: boolean;
}

/** Headers that proxies, balancers and CDNs add. One of them shows that the peer is not the client. */
const FORWARDING =
  /^(via|forwarded|forwarded-for|x-forwarded|x-forwarded-.+|x-original-.+|x-real-ip|x-real-port|x-client-ip|client-ip|x-cluster-client-ip|x-remote-(addr|ip)|x-originating-ip|x-proxy.*|x-envoy-.+|x-azure-.+|x-amzn?-.+|true-client-ip|cf-.+|cdn-loop|fastly-.+|fly-.+)$/;

const isForwarded = ({ headers }: IncomingMessage) =>
  Object.keys(headers).some((name) => FORWARDING.test(name));

function isLoopbackPeer({ socket: { remoteAddress } }: IncomingMessage): boolean {
  return (
    remoteAddress !== undefined &&
    ipaddr.isValid(remoteAddress) &&
    ipaddr.process(remoteAddress).range() === "loopback"
  );
}

/**
 * Refuses strangers: metrics name the carrier connections and show the load. A proxy on the same machine is a loopback
 * peer, too, so a forwarded request needs the token.
 */
export function requireMetricsAccess(req: IncomingMessage, { token, isAdminPort }: MetricsAccess): void {
  const given = /^Bearer +(\S+) *$/i.exec(req.headers.authorization ?? "")?.[1];
  if (token !== null && given !== undefined && sameSecret(given, token)) return;
  if (token === null && isAdminPort) return;
  if (isLoopbackPeer(req) && !isForwarded(req)) return;
  const message =
    token === null
      ? "Metrics are for this machine only: set RECADO_METRICS_TOKEN or RECADO_ADMIN_PORT to read them from elsewhere"
      : "Send the token of RECADO_METRICS_TOKEN as Authorization: Bearer";
  throw new Problem(401, "unauthorized", message, undefined, {
    "WWW-Authenticate": 'Bearer realm="recado-metrics"',
  });
}
