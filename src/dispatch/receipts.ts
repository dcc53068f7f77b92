import type { App } from "../app";
import type { Receipt, ReceiptSink } from "../carriers/carrier";
import { applyChanges } from "../messages/changes";
import { lockMessages } from "../messages/messages.store";
import { SECOND } from "../time";
import { countTransitions } from "./dispatch-metrics";
import { type InFlight, toStep } from "./in-flight";

/** Reports settled in one transaction. */
const MOST_AT_ONCE = 1_000;
/** A report may overtake the answer to its hand-over in another process: it is tried again this often … */
const PENDING_TRIES = 10;
/** … with this pause, in milliseconds. */
const PENDING_PAUSE = SECOND;

type Parts = Pick<App, "db" | "clock" | "ids" | "log" | "metrics" | "wakeups">;

/** Where carriers put their reports: resolves once they are stored (or known to change nothing). */
export function receiptSink(app: Parts, inFlight: InFlight): ReceiptSink {
  return async (receipts) => {
    const { taken, rest } = inFlight.take(receipts);
    for (let start = 0; start < rest.length; start += MOST_AT_ONCE) {
      await settle(app, rest.slice(start, start + MOST_AT_ONCE));
    }
    await taken;
  };
}

async function settle(app: Parts, receipts: readonly Receipt[]): Promise<void> {
  let left = receipts;
  for (let tries = 0; left.length > 0; tries += 1) {
    const early: Receipt[] = [];
    for (const [accountId, group] of groupBy(left, (receipt) => receipt.accountId)) {
      early.push(...(await settleAccount(app, accountId, group, tries >= PENDING_TRIES)));
    }
    left = early;
    if (left.length > 0) await new Promise((resolve) => setTimeout(resolve, PENDING_PAUSE));
  }
}

/** Settles what can be settled; answers the reports of messages whose hand-over is not settled yet. */
async function settleAccount(
  app: Parts,
  accountId: string,
  receipts: readonly Receipt[],
  lastTry: boolean,
): Promise<Receipt[]> {
  const now = app.clock.now();
  const byMessage = groupBy(receipts, (receipt) => receipt.messageId);
  const early: Receipt[] = [];
  const { transitions, ignored } = await app.db.transaction(async (trx) => {
    const messages = await lockMessages(trx, accountId, [...byMessage.keys()]);
    const ready = messages.filter((message) => message.status !== "pending");
    if (!lastTry) {
      for (const message of messages) {
        if (message.status === "pending") early.push(...(byMessage.get(message.id) ?? []));
      }
    }
    const changes = ready.map((message) => ({
      message,
      steps: (byMessage.get(message.id) ?? []).map(toStep),
    }));
    return applyChanges(app, trx, accountId, changes, now);
  });
  countTransitions(app, transitions);
  const unused = receipts.length - early.length - transitions.length;
  if (unused > 0) {
    app.metrics.receiptsIgnored.inc(unused);
    app.log.info(
      { accountId, receipts: receipts.length, ignored, unused },
      "delivery reports changed nothing",
    );
  }
  if (transitions.length > 0) app.wakeups.wake("webhooks");
  return early;
}

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}
