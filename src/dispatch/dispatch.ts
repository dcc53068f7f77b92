import { leaseBatch, sendersWithWork } from "./batches.store";
import { HandOverOfBatch } from "./hand-over";
import type { InFlight } from "./in-flight";
import type { DispatchParts } from "./submission";
import type { Turns } from "./turns";

/** The senders whose batches a lane looks after: those of its carrier. */
export type CarrierFilter = (carrier: string) => boolean;

export const anyCarrier: CarrierFilter = () => true;

/** Hands over the next batch of the sender whose turn it is; false when there is none. */
export async function dispatchNext(
  app: DispatchParts,
  inFlight: InFlight,
  turns: Turns,
  serves: CarrierFilter = anyCarrier,
): Promise<boolean> {
  const now = app.clock.now();
  const due = await sendersWithWork(app.db, "submit", now);
  const sender = turns.next(due.filter(({ carrier }) => serves(carrier)));
  if (!sender) return false;
  return turns.serve(sender, async () => {
    const batch = await leaseBatch(app.db, sender, "submit", now);
    // Null: another worker was quicker; there may be more.
    if (batch) await new HandOverOfBatch(app, inFlight, batch).run();
    return true;
  });
}
