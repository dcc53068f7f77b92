// Placeholder until the erasure of a number is merged.
import type { Platform } from "../../platform/platform";
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

export type PersonParts = ErasureParts & Pick<Platform, "foreground">;

export async function erasePart(
  _app: PersonParts,
  _person: { accountId: string; phone: string; upTo: string },
): Promise<{ counts: Partial<Record<ErasedKind, number>>; state: "more" | "waiting" | "done" }> {
  return { counts: {}, state: "done" };
}
