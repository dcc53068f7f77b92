import type { IncomingHttpHeaders } from "node:http";
import ipaddr from "ipaddr.js";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import { Problem } from "../platform/problem";
import { constantTimeEqual } from "../platform/constant-time-equal";
import { memoisedProbe } from "./memoised-probe";

export interface MetricsRequest {
  headers: IncomingHttpHeaders;
  remoteAddress: string | undefined;
}

export interface MetricsText {
  text: string;
  contentType: string;
}

/** Function that returns the metrics. Rejects with a `Problem` if the client may not read them. */
export type ReadMetrics = (request: MetricsRequest) => Promise<MetricsText>;

interface MetricsAccess {
  token: string | null;
  /**
   * Whether the request came in at the admin port, which only operators reach. If no token is configured,
   * this port needs none, and the public port accepts only clients on this machine.
   */
  isAdminPort: boolean;
}

/** Headers that proxies, load balancers and CDNs add. They show that the peer is not the client. */
const FORWARDING =
  /^(via|forwarded|forwarded-for|x-forwarded|x-forwarded-.+|x-original-.+|x-real-ip|x-real-port|x-client-ip|client-ip|x-cluster-client-ip|x-remote-(addr|ip)|x-originating-ip|x-proxy.*|x-envoy-.+|x-azure-.+|x-amzn?-.+|true-client-ip|cf-.+|cdn-loop|fastly-.+|fly-.+)$/;

const isForwarded = ({ headers }: MetricsRequest) =>
  Object.keys(headers).some((name) => FORWARDING.test(name));

function isLoopbackPeer({ remoteAddress }: MetricsRequest): boolean {
  return (
    remoteAddress !== undefined &&
    ipaddr.isValid(remoteAddress) &&
    ipaddr.process(remoteAddress).range() === "loopback"
  );
}

/**
 * Throws 401 unless the client may read metrics, which reveal carrier connections and load. A forwarded
 * request does not count as local: a proxy on this machine is a loopback peer too.
 */
export function requireMetricsAccess(request: MetricsRequest, { token, isAdminPort }: MetricsAccess): void {
  const given = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "")?.[1];
  if (token !== null && given !== undefined && constantTimeEqual(given, token)) return;
  if (token === null && isAdminPort) return;
  if (isLoopbackPeer(request) && !isForwarded(request)) return;
  const message =
    token === null
      ? "Metrics are for this machine only: set RECADO_METRICS_TOKEN or RECADO_ADMIN_PORT to read them from elsewhere"
      : "Send the token of RECADO_METRICS_TOKEN as Authorization: Bearer";
  throw new Problem(401, "unauthorized", message, undefined, {
    "WWW-Authenticate": 'Bearer realm="recado-metrics"',
  });
}

/** Maximum age of a cached scrape, in milliseconds. Some gauges query the database. */
const MAX_AGE_MS = 1_000;

/** Returns a reader that enforces `access`. `beforeScrape` refreshes the gauges that query the database. */
export function metricsReader(
  deps: { registry: Registry; log: Logger; beforeScrape: () => Promise<void> },
  access: MetricsAccess,
): ReadMetrics {
  const { registry, log, beforeScrape } = deps;
  const scrape = memoisedProbe(MAX_AGE_MS, async () => {
    await beforeScrape().catch((error: unknown) => log.warn({ err: error }, "failed to refresh gauges"));
    return { text: await registry.metrics(), contentType: registry.contentType };
  });
  return async (request) => {
    requireMetricsAccess(request, access);
    return scrape();
  };
}
