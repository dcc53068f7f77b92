import { setTimeout as pause } from "node:timers/promises";
import { MINUTE } from "../../platform/time";
import type { Duty } from "../../queue/duty";
import type { PeriodicJob } from "../../queue/periodic";
import { createDeliverer, type DeliverOptions, type DeliverParts } from "./deliver";
import { purgeDeliveries } from "./purge.store";

/** Retries come due without anybody telling: how long after that they are noticed at the latest, in milliseconds. */
const LOOK_EVERY_MS = 250;
/** Wake-ups come with every message; looking more often than this, in milliseconds, finds nothing sooner. */
const LOOK_APART_MS = 5;
const PURGE_EVERY_MS = 10 * MINUTE;

/** What a worker does for webhooks. */
export function webhookDuties(app: DeliverParts, options: DeliverOptions = {}): Duty[] {
  const deliverer = createDeliverer(app, options);
  return [
    {
      name: "deliver webhooks",
      topic: "webhooks",
      everyMs: LOOK_EVERY_MS,
      async run() {
        await deliverer.look();
        await pause(LOOK_APART_MS);
        return false;
      },
      stop: () => deliverer.stop(),
    },
  ];
}

/** Tidies up behind webhooks. */
export const webhookPeriodicJobs = ({ db, clock }: Pick<DeliverParts, "db" | "clock">): PeriodicJob[] => [
  {
    name: "purge webhook deliveries",
    everyMs: PURGE_EVERY_MS,
    run: () => purgeDeliveries(db, clock.now()),
  },
];
