import { accountsToFold, foldCounts } from "../messages/counts.store";
import { purgeKeys } from "../messages/idempotency.store";
import { MINUTE, SECOND } from "../time";
import type { Duty } from "../work/duty";
import { type DispatchParts, dispatchNext } from "./dispatch";
import type { InFlight } from "./in-flight";
import { inquireNext } from "./inquire";

/** Batches handed over at once by one process: a slow carrier holds up one lane, not all. */
const LANES = 4;

/** Unfolded changes of counts from which on a fold pays. */
const FOLD_FROM = 2_000;

/** What a worker does for messages: hands them over, looks after their reports, and tidies up behind them. */
export function dispatchDuties(app: DispatchParts, inFlight: InFlight): Duty[] {
  const submitTurn = { last: "" };
  const awaitTurn = { last: "" };
  const lanes = Array.from({ length: LANES }, (_, lane): Duty => ({
    name: `dispatch ${lane}`,
    topic: "dispatch",
    // Wake-ups start the lanes; one of them also looks often for what has become due without one, such as retries.
    everyMs: lane === 0 ? SECOND / 4 : 2 * SECOND,
    run: () => dispatchNext(app, inFlight, submitTurn),
  }));
  return [
    ...lanes,
    { name: "inquire", everyMs: SECOND, run: () => inquireNext(app, awaitTurn) },
    {
      name: "fold counts",
      everyMs: 10 * SECOND,
      async run() {
        let more = false;
        for (const accountId of await accountsToFold(app.db, FOLD_FROM)) {
          more = (await foldCounts(app.db, accountId)) || more;
        }
        return more;
      },
    },
    { name: "forget idempotency keys", everyMs: MINUTE, run: () => purgeKeys(app.db, app.clock.now()) },
  ];
}
