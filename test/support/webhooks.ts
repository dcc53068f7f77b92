import type { App } from "../../src/app/app";
import type { MessageUpdateEvent } from "../../src/features/messages/message-events";
import type { Db } from "../../src/platform/db/dialect";
import type { Instant } from "../../src/platform/time";
import type { AttemptEntry } from "../../src/features/webhooks/delivery";
import type { LeasedDelivery } from "../../src/features/webhooks/delivery-job";
import { loadBodies, type Request, requestsOf } from "../../src/features/webhooks/delivery-requests";
import type { Endpoint } from "../../src/features/webhooks/endpoint";
import { testEvent } from "../../src/features/webhooks/test-events";
import { enqueueEvents } from "../../src/features/webhooks/outbox";
import { newSecret } from "../../src/features/webhooks/signature";
import { insertEndpoint } from "../../src/features/webhooks/webhooks.store";

type Deps = Pick<App, "db" | "secrets" | "clock" | "ids">;

export async function newEndpoint(
  { db, secrets, clock, ids }: Deps,
  accountId: string,
  url = "http://127.0.0.1:9/hook",
  changes: Partial<Endpoint> = {},
): Promise<Endpoint & { secret: string }> {
  const endpoint: Endpoint = {
    accountId,
    id: ids.next(),
    url,
    description: null,
    eventTypes: ["message_update"],
    status: "enabled",
    disabledReason: null,
    failingSince: null,
    lastAttempt: null,
    createdAt: clock.now(),
    updatedAt: clock.now(),
    ...changes,
  };
  const secret = newSecret();
  if (!(await insertEndpoint({ db, secrets }, endpoint, secret)))
    throw new Error("the account has too many endpoints");
  return { ...endpoint, secret };
}

export const newEvents = ({ clock, ids }: Pick<Deps, "clock" | "ids">, count: number): MessageUpdateEvent[] =>
  Array.from({ length: count }, () => testEvent("message_update", clock.now(), ids));

/** Queues `message_update` events in a transaction, like the service. */
export const enqueueUpdates = (
  { clock, ids }: Pick<Deps, "clock" | "ids">,
  trx: Db,
  accountId: string,
  events: () => MessageUpdateEvent[],
) => enqueueEvents(trx, { accountId, type: "message_update", events }, clock.now(), ids);

/** Queues new events in a separate transaction and returns their ids. */
export async function enqueue(deps: Deps, accountId: string, count: number): Promise<string[]> {
  const events = newEvents(deps, count);
  await deps.db.transaction((trx) => enqueueUpdates(deps, trx, accountId, () => events));
  return events.map(({ id }) => id);
}

/** Returns the requests for leased deliveries of one endpoint, after their deliveries are joined. */
export async function joinedRequests(
  { db, clock }: Pick<Deps, "db" | "clock">,
  [first, ...others]: readonly LeasedDelivery[],
): Promise<Request[]> {
  if (!first) return [];
  const { requests } = await requestsOf(db, [first, ...others], clock.now());
  await loadBodies(db, requests);
  return requests;
}

interface StoredDelivery {
  id: string;
  webhook_id: string;
  status: string;
  event_count: number;
  attempts: AttemptEntry[];
  attempt_count: number;
  /** Null once the delivery is final and has no job. */
  due_at: Instant | null;
  lease: string | null;
}

/**
 * Returns the account's deliveries with their jobs, oldest first. While a delivery has a job, `attempt_count`
 * counts the current round; afterwards it counts all attempts.
 */
export async function storedDeliveries(
  { db }: Pick<App, "db">,
  accountId: string,
): Promise<StoredDelivery[]> {
  const rows = (await db("webhook_deliveries as d")
    .leftJoin("jobs as j", (on) =>
      on.on("j.account_id", "d.account_id").andOn("j.id", "d.id").andOnVal("j.kind", "delivery"),
    )
    .where("d.account_id", accountId)
    .select("d.*", "j.due_at", "j.lease", "j.attempt")
    .orderBy("d.id")) as (Omit<StoredDelivery, "attempts"> & { attempts: string; attempt: number | null })[];
  return rows.map(({ attempt, ...row }) => {
    const attempts = JSON.parse(row.attempts) as AttemptEntry[];
    return { ...row, attempts, attempt_count: attempt ?? attempts.length };
  });
}
