import type { App } from "../app";
import type { Receipt, ReceiptSink } from "../carriers/carrier";
import { applyChanges } from "../messages/changes";
import { lockHandedOver, stillPending } from "../messages/messages.store";
import { countTransitions } from "./dispatch-metrics";
import { groupBy } from "./group-by";
import { type InFlight, toStep } from "./in-flight";

/** Reports settled in one transaction. */
const MOST_AT_ONCE = 1_000;
/**
 * A report may overtake the answer to its hand-over in another process. It is tried again after these pauses, in
 * milliseconds: ten seconds in all, longer than a hand-over takes to be written down.
 */
const EARLY_PAUSES = [20, 50, 100, 250, 500, 1_000, 2_000, 3_000, 3_000];

type Parts = Pick<App, "db" | "clock" | "ids" | "log" | "metrics" | "wakeups">;

/** Where carriers put their reports: resolves once they are stored (or known to change nothing). */
export function receiptSink(app: Parts, inFlight: InFlight): ReceiptSink {
  return async (receipts) => {
    const { taken, rest } = inFlight.take(receipts);
    await storeReceipts(app, rest);
    await taken;
  };
}

/** Settles reports of messages that are not being handed over by this process. */
export async function storeReceipts(app: Parts, receipts: readonly Receipt[]): Promise<void> {
  for (let start = 0; start < receipts.length; start += MOST_AT_ONCE) {
    let left = receipts.slice(start, start + MOST_AT_ONCE);
    for (const pause of EARLY_PAUSES) {
      left = await settle(app, left, false);
      if (left.length === 0) break;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
    if (left.length > 0) await settle(app, left, true);
  }
}

/** Settles what can be settled; answers the reports of messages whose hand-over is not settled yet. */
async function settle(app: Parts, receipts: readonly Receipt[], lastTry: boolean): Promise<Receipt[]> {
  const early: Receipt[] = [];
  for (const [accountId, group] of groupBy(receipts, (receipt) => receipt.accountId)) {
    early.push(...(await settleAccount(app, accountId, group, lastTry)));
  }
  return early;
}

async function settleAccount(
  app: Parts,
  accountId: string,
  receipts: readonly Receipt[],
  lastTry: boolean,
): Promise<Receipt[]> {
  const now = app.clock.now();
  const byMessage = groupBy(receipts, (receipt) => receipt.messageId);
  const { transitions, settled } = await app.db.transaction(async (trx) => {
    const messages = await lockHandedOver(trx, accountId, [...byMessage.keys()]);
    const changes = messages.map((message) => ({
      message,
      steps: (byMessage.get(message.id) ?? []).map(toStep),
    }));
    const applied = await applyChanges(app, trx, accountId, changes, now);
    return { transitions: applied.transitions, settled: new Set(messages.map(({ id }) => id)) };
  });
  countTransitions(app, transitions);
  if (transitions.length > 0) app.wakeups.wake("webhooks");
  const absent = [...byMessage.keys()].filter((id) => !settled.has(id));
  const waiting = absent.length === 0 || lastTry ? [] : await stillPending(app.db, accountId, absent);
  const early = waiting.flatMap((id) => byMessage.get(id) ?? []);
  const unused = receipts.length - early.length - transitions.length;
  if (unused > 0) {
    app.metrics.receiptsIgnored.inc(unused);
    app.log.info({ accountId, receipts: receipts.length, unused }, "delivery reports changed nothing");
  }
  return early;
}
