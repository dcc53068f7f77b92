import { LEASE_MS } from "../../queue/lease-lengths";
import type { Platform } from "../../platform/platform";
import { MINUTE, SECOND } from "../../platform/time";
import { ends, type HoldView } from "../../queue/hold";
import { endJobs, type LeaseRequest } from "../../queue/leases.store";
import type { JobHandler } from "../../queue/run";
import type { Resolve } from "../../platform/public-addresses";
import { deliveryKey, type DeliveryPayload, endpointOf, type LeasedDelivery } from "./delivery-job";
import { MAX_EVENTS } from "./event-types";
import { targetsOf } from "./endpoint-records.store";
import { EndpointRun, type RunDeps } from "./endpoint-run";
import { EndpointConcurrencies } from "./endpoint-concurrency";
import { webhookPoster } from "./poster";
import { settlements } from "./delivery-settlement";
import { abandon } from "./deliveries.store";

interface DeliverSettings {
  webhookAllowPrivate: boolean;
}

export type DeliverDeps = Pick<
  Platform,
  "db" | "clock" | "log" | "metrics" | "foreground" | "secrets" | "tracing"
> & {
  config: DeliverSettings;
  hold: HoldView;
};

export interface DeliverOptions {
  timeoutMs?: number;
  /** Source of jitter for retries; returns at least 0 and less than 1. */
  random?: () => number;
  resolve?: Resolve;
}

/** Maximum concurrent runs. High enough that unresponsive endpoints do not delay other endpoints. */
const ENDPOINTS_AT_ONCE = 10_000;
/** Minimum time between leases of an endpoint, in milliseconds. New events wait, to share a request. */
const LEASE_EVERY_MS = 75;
/** Polling interval for due retries, which no notification announces, in milliseconds. */
const POLL_MS = 250;
const DEADLINE_MS = 3 * MINUTE;
const PAUSE_AFTER_FAILURE_MS = 5 * SECOND;

/**
 * Returns the handler that delivers webhooks. Endpoints have separate runs and do not wait for each other.
 */
export function deliveryHandler(
  deps: DeliverDeps,
  { timeoutMs, random = Math.random, resolve }: DeliverOptions = {},
): JobHandler<DeliveryPayload> {
  const { db, clock, config } = deps;
  const poster = webhookPoster({ allowPrivate: config.webhookAllowPrivate, timeoutMs, resolve });
  const runDeps: RunDeps = { ...deps, poster, settle: settlements(deps, random) };
  const concurrencies = new EndpointConcurrencies();
  return {
    kind: "delivery",
    concurrency: ENDPOINTS_AT_ONCE,
    perKey: (key) => concurrencies.of(key).runs,
    weight: MAX_EVENTS,
    leaseMs: LEASE_MS.delivery,
    deadlineMs: DEADLINE_MS,
    pauseAfter: () => PAUSE_AFTER_FAILURE_MS,
    leaseEveryMs: LEASE_EVERY_MS,
    pollMs: POLL_MS,
    /**
     * Skips endpoints that are disabled, deleted or waiting for the write of a 410 response, and endpoints of
     * disabled accounts.
     */
    async leaseRequests(keys) {
      return (await targetsOf(db, keys.map(endpointOf), clock.now())).flatMap((target): LeaseRequest[] => {
        const key = deliveryKey(target);
        const concurrency = concurrencies.of(key);
        if (target.failingSince !== null) concurrency.fails();
        return concurrency.isClosed ? [] : [{ ...key, weight: concurrency.requests * MAX_EVENTS }];
      });
    },
    async run(leased, context) {
      const isEnded = ({ createdAt }: LeasedDelivery) => ends(deps.hold.current, createdAt);
      await abandonDeliveries(deps, leased.filter(isEnded));
      const [first, ...others] = leased.filter((job) => !isEnded(job));
      if (!first) return;
      const leave = concurrencies.enter(first);
      try {
        await new EndpointRun(runDeps, concurrencies.of(first), [first, ...others], context).deliver();
      } finally {
        leave();
      }
    },
    close: () => poster.close(),
  };
}

/** Abandons leased deliveries of one endpoint without a request. A replay can still send them. */
async function abandonDeliveries(
  { db, metrics }: Pick<Platform, "db" | "metrics">,
  jobs: readonly LeasedDelivery[],
): Promise<void> {
  const [first] = jobs;
  if (!first) return;
  const abandoned = await db.transaction(async (trx) => {
    const { ended } = await endJobs(trx, jobs);
    await abandon(trx, endpointOf(first), [...ended]);
    return ended;
  });
  const events = jobs.reduce((sum, { id, weight }) => sum + (abandoned.has(id) ? weight : 0), 0);
  metrics.webhookEvents.inc({ outcome: "abandoned" }, events);
}
