import type { Platform } from "../../platform/parts";
import type { Resolve } from "../../resources/webhooks/addresses";
import { Lane, type LaneParts } from "./lane";
import { createLedger } from "./ledger";
import { endpointsWithWork, targetOf } from "./leases.store";
import { LINGER_MS } from "../../resources/webhooks/outbox.store";
import { payloadsOf } from "../../resources/webhooks/payloads.store";
import { webhookPoster } from "./poster";

export interface DeliverSettings {
  databaseUrl: string | null;
  webhookAllowPrivate: boolean;
}

export type DeliverParts = Pick<Platform, "db" | "clock" | "ids" | "log" | "metrics" | "secrets"> & {
  config: DeliverSettings;
};

export interface DeliverOptions {
  /** How long one request may take, in milliseconds. */
  timeoutMs?: number;
  /** Varies the pauses between attempts; answers at least 0 and less than 1. */
  random?: () => number;
  resolve?: Resolve;
  /** Whether events that came just now wait for company. */
  linger?: boolean;
}

export interface Deliverer {
  /** Sees to it that every endpoint with due deliveries has a lane at work. Does not wait for the lanes. */
  look(): Promise<void>;
  /** Resolves when no lane is at work; answers how many requests were made since it was asked last. */
  idle(): Promise<number>;
  /** Ends all lanes after the requests under way. */
  stop(): Promise<void>;
}

/** Delivers webhooks: one lane for each endpoint with something due, so that none waits for another. */
export function createDeliverer(
  app: DeliverParts,
  { timeoutMs, random = Math.random, resolve, linger = true }: DeliverOptions = {},
): Deliverer {
  const lanes = new Map<string, Lane>();
  const idlers: (() => void)[] = [];
  let posted = 0;
  const poster = webhookPoster({ allowPrivate: app.config.webhookAllowPrivate, timeoutMs, resolve });
  const ledger = createLedger(app, random);
  const { clock, log, metrics, secrets } = app;
  const parts: LaneParts = {
    clock,
    log,
    metrics,
    secrets,
    ledger,
    poster,
    linger,
    target: (endpoint) => targetOf(app.db, endpoint, clock.now()),
    payloads: (accountId, ids) => payloadsOf(app.db, accountId, ids),
    lanes: () => lanes.size,
  };

  const idle = async () => {
    if (lanes.size > 0) await new Promise<void>((done) => idlers.push(done));
    const made = posted;
    posted = 0;
    return made;
  };

  return {
    async look() {
      for await (const endpoint of endpointsWithWork(app.db, clock.now() + LINGER_MS)) {
        const key = `${endpoint.accountId} ${endpoint.webhookId}`;
        const running = lanes.get(key);
        if (running) {
          running.poke();
          continue;
        }
        const lane = new Lane(parts, endpoint, () => {
          lanes.delete(key);
          posted += lane.posted;
          if (lanes.size === 0) for (const done of idlers.splice(0)) done();
        });
        lanes.set(key, lane);
        lane.begin();
      }
    },
    idle,
    async stop() {
      for (const lane of lanes.values()) lane.stop();
      await idle();
      await poster.close();
    },
  };
}

/**
 * Delivers all that is due now and waits for the answers; lingering events go too. True when there was anything to
 * deliver. For drains and tests: the worker's own duty never waits for a receiver.
 */
export async function deliverDue(app: DeliverParts, options: DeliverOptions = {}): Promise<boolean> {
  const deliverer = createDeliverer(app, { ...options, linger: false });
  await deliverer.look();
  const posted = await deliverer.idle();
  await deliverer.stop();
  return posted > 0;
}
