import type { App } from "../app";
import type { Submission } from "../carriers/carrier";
import type { OutgoingMessage } from "../messages/messages.store";
import type { Sender } from "../senders/sender";
import { leaseBatch, sendersWithWork } from "./batches.store";
import { HandOverOfBatch } from "./hand-over";
import type { InFlight } from "./in-flight";
import type { Turns } from "./turns";

export type DispatchParts = Pick<
  App,
  "db" | "clock" | "ids" | "log" | "metrics" | "wakeups" | "carriers" | "config"
>;

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

export function toSubmission(message: OutgoingMessage, sender: Sender, attempt: number): Submission {
  if (message.content === null) throw new Error(`the pending message ${message.id} has no content`);
  return {
    accountId: message.accountId,
    messageId: message.id,
    channel: message.channel,
    from: message.sender ?? sender.address,
    to: message.recipient,
    content: message.content,
    segments: message.segments,
    attempt,
  };
}
