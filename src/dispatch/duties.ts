import type { Duty } from "../background/duty";
import { accountsToFold, foldCounts } from "../messages/counts.store";
import { purgeKeys } from "../messages/idempotency.store";
import { MINUTE, SECOND } from "../time";
import { deliveryReports } from "./delivery-reports";
import type { DispatchParts } from "./submission";

/** Unfolded changes of counts from which on a fold pays. */
const FOLD_FROM = 2_000;

/** What a worker does for messages besides submitting them: it tidies up behind them. */
export function dispatchDuties(app: DispatchParts): Duty[] {
  const reports = deliveryReports(app);
  return [
    { name: "early delivery reports", everyMs: 10 * SECOND, run: () => reports.storeLeft() },
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
