import { setImmediate as endOfTurn, setTimeout as pause } from "node:timers/promises";
import type { Platform } from "../../platform/parts";
import type { Instant } from "../../platform/time";
import { leaseDeliveries, type Leased, type LeaseRequest } from "./leases.store";
import { type Outcome, settlementOf } from "./outcome";
import { healthAfter } from "./schedule";
import { type EndpointHealth, healthOf, settleDeliveries, writeHealth } from "./settlements.store";

/**
 * Writes outcomes and takes leases for all lanes of a process, many in one transaction: the flush to disk that ends a
 * transaction costs as much as all else in it.
 */
export interface Ledger {
  /** Leases at the next opportunity; nothing is leased when the database fails. */
  lease(request: LeaseRequest): Promise<Leased>;
  /**
   * Writes an outcome soon, and sooner when it is the last that its lane waits for. Resolves once it is written, or
   * given up because the database would not take it.
   */
  settle(outcome: Outcome, last: boolean): Promise<void>;
}

export type LedgerParts = Pick<Platform, "db" | "clock" | "ids" | "log" | "metrics"> & {
  config: { databaseUrl: string | null };
};

/** Outcomes wait this long for others, in milliseconds: more will come of a lane at work. A lease takes all along. */
const SETTLE_WITHIN_MS = 25;
const SETTLE_LAST_WITHIN_MS = 5;
const SETTLE_AT_ONCE = 128;
/** Bounds on one transaction. */
const MAX_OUTCOMES = 256;
const MAX_LEASES = 32;
/** After a failure of the database outcomes are tried again; past that the leases run out and the posts are repeated. */
const RETRIES = 5;
const RETRY_AFTER_MS = 1_000;

const NOTHING: Leased = { target: null, deliveries: [], more: false, lingerUntil: null };

interface Waiting<T, R> {
  item: T;
  done: (result: R) => void;
}

export function createLedger(app: LedgerParts, random: () => number): Ledger {
  const outcomes: Waiting<Outcome, void>[] = [];
  const leases: Waiting<LeaseRequest, Leased>[] = [];
  let timer: { handle: NodeJS.Timeout; ms: number } | null = null;
  let writers = 0;
  // More on PostgreSQL, where transactions run side by side.
  const mostWriters = app.config.databaseUrl === null ? 1 : 3;
  let failures = 0;

  const within = (ms: number) => {
    if (timer && timer.ms <= ms) return;
    stopTimer();
    const handle = setTimeout(() => {
      timer = null;
      void write();
    }, ms);
    timer = { handle, ms };
  };
  const stopTimer = () => {
    if (timer) clearTimeout(timer.handle);
    timer = null;
  };

  const write = async () => {
    if (writers === mostWriters) return;
    writers += 1;
    // Whatever else is asked in this turn of the event loop comes along.
    await endOfTurn();
    do {
      stopTimer();
      await writeSome();
    } while (leases.length > 0 || outcomes.length >= SETTLE_AT_ONCE);
    writers -= 1;
    if (outcomes.length > 0) within(SETTLE_LAST_WITHIN_MS);
  };

  const writeSome = async () => {
    const settled = outcomes.splice(0, MAX_OUTCOMES);
    const asked = leases.splice(0, MAX_LEASES);
    if (settled.length === 0 && asked.length === 0) return;
    try {
      const granted = await writeAll(
        settled.map(({ item }) => item),
        asked.map(({ item }) => item),
      );
      failures = 0;
      for (const { done } of settled) done();
      asked.forEach(({ done }, index) => done(granted[index] ?? NOTHING));
    } catch (error) {
      failures += 1;
      app.log.error({ err: error, outcomes: settled.length }, "webhook deliveries could not be written down");
      for (const { done } of asked) done(NOTHING);
      if (failures <= RETRIES) outcomes.unshift(...settled);
      else {
        failures = 0;
        for (const { done } of settled) done();
      }
      await pause(RETRY_AFTER_MS);
    }
  };

  const writeAll = async (settled: readonly Outcome[], asked: readonly LeaseRequest[]): Promise<Leased[]> => {
    const now = app.clock.now();
    const settlements = settled.map((outcome) => settlementOf(outcome, random));
    const { held, disabled, granted } = await app.db.transaction(async (trx) => {
      const held = await settleDeliveries(trx, settlements);
      const disabled = await recordHealth(trx, settled, now);
      const granted: Leased[] = [];
      for (const request of asked) granted.push(await leaseDeliveries(trx, request, app.ids.next(), now));
      return { held, disabled, granted };
    });
    for (const { accountId, webhookId, disable } of disabled) {
      app.log.warn({ accountId, webhookId, reason: disable }, "webhook endpoint disabled");
    }
    settlements.forEach(({ id, status, accountId }, index) => {
      const eventCount = settled[index]?.delivery.eventCount ?? 0;
      if (!held.has(id))
        app.log.warn({ accountId, deliveryId: id }, "a webhook delivery's lease ran out before its end");
      else if (status !== "pending") app.metrics.webhookEvents.inc({ outcome: status }, eventCount);
    });
    return granted;
  };

  return {
    lease: (item) =>
      new Promise((done) => {
        leases.push({ item, done });
        void write();
      }),
    settle: (item, last) =>
      new Promise((done) => {
        outcomes.push({ item, done });
        if (outcomes.length >= SETTLE_AT_ONCE) void write();
        else within(last ? SETTLE_LAST_WITHIN_MS : SETTLE_WITHIN_MS);
      }),
  };
}

/** Brings the endpoints' records up to date with these attempts; answers those that it disabled. */
async function recordHealth(
  trx: Platform["db"],
  outcomes: readonly Outcome[],
  now: Instant,
): Promise<EndpointHealth[]> {
  const attempts = outcomes.filter(({ result }) => result !== null);
  if (attempts.length === 0) return [];
  const before = await healthOf(trx, [
    ...new Map(attempts.map(({ delivery }) => [delivery.webhookId, delivery])).values(),
  ]);
  const disabled: EndpointHealth[] = [];
  for (const endpoint of before) {
    const after: EndpointHealth = attempts
      .filter(({ delivery }) => delivery.webhookId === endpoint.webhookId)
      .reduce((health, { finishedAt, result }) => {
        const attempt = { at: finishedAt, status: result?.status ?? null };
        return { ...endpoint, ...healthAfter(health, attempt) };
      }, endpoint);
    if (after.failingSince === endpoint.failingSince && after.disable === null) continue;
    await writeHealth(trx, after, now);
    if (after.disable !== null) disabled.push(after);
  }
  return disabled;
}
