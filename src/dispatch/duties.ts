import { accountsToFold, foldCounts } from "../messages/counts.store";
import { purgeKeys } from "../messages/idempotency.store";
import { MINUTE, SECOND } from "../time";
import type { Duty } from "../background/duty";
import { dispatchNext } from "./dispatch";
import type { InFlight } from "./in-flight";
import { inquireNext } from "./inquire";
import type { DispatchParts } from "./submission";
import { Turns } from "./turns";

/** Batches handed over at once by one process to one carrier, and of one sender. */
const LANES = 4;
const LANES_OF_A_SENDER = LANES - 1;

/** Unfolded changes of counts from which on a fold pays. */
const FOLD_FROM = 2_000;

/**
 * The lanes of a carrier: its own, so that one that is slow delays no other. Senders whose carrier this build lacks
 * fall to the first carrier's lanes, which end their messages.
 */
function lanesOf(app: DispatchParts, inFlight: InFlight, name: string): Duty[] {
  const turns = new Turns(LANES_OF_A_SENDER);
  const first = app.carriers.keys().next().value === name;
  const serves = (carrier: string) => carrier === name || (first && !app.carriers.has(carrier));
  return Array.from({ length: LANES }, (_, lane) => ({
    name: `dispatch ${name} ${lane}`,
    topic: "dispatch",
    // Wake-ups start the lanes; one of them also looks often for what has become due without one, such as retries.
    everyMs: lane === 0 ? SECOND / 4 : 2 * SECOND,
    run: () => dispatchNext(app, inFlight, turns, serves),
  }));
}

/** What a worker does for messages: hands them over, looks after their reports, and tidies up behind them. */
export function dispatchDuties(app: DispatchParts, inFlight: InFlight): Duty[] {
  const inquiries = new Turns(1);
  return [
    ...[...app.carriers.keys()].flatMap((name) => lanesOf(app, inFlight, name)),
    { name: "inquire", everyMs: SECOND, run: () => inquireNext(app, inquiries) },
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
