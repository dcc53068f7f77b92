// Placeholder until the erasure of a number is merged.
import type { ErasureParts } from "./erase";

export type ErasedKind =
  | "contacts"
  | "messages"
  | "inbound_messages"
  | "inbound_rcs_events"
  | "webhook_deliveries"
  | "imports"
  | "idempotency_keys"
  | "files";

export async function erasePart(
  _app: ErasureParts,
  _person: { accountId: string; phone: string; upTo: string },
): Promise<{ counts: Partial<Record<ErasedKind, number>>; state: "more" | "waiting" | "done" }> {
  return { counts: {}, state: "done" };
}
