import type { SendResult } from "../../../../client";
import { forgetDraft, loadDraft, placesAfter, saveDraft } from "../service/drafts";
import { perAccount } from "../service/per-account";
import { randomKey } from "../service/use-mutation";
import { type Intent, intents } from "./intents";

/** Send that the service has accepted, with its idempotency key. */
export interface Sent {
  key: string;
  batchId: string;
  results: readonly SendResult[];
}

/** Returns the account's accepted sends by idempotency key. They are forgotten when the page closes. */
export const sentOf = perAccount(() => new Map<string, Sent>());

const PLACE = "unsettled send ";

/**
 * Returns the account's sends with unknown outcome, also of other API keys. They survive a reload, because a
 * restored draft must not be sent again with another idempotency key.
 */
export const intentsOf = (accountId: string, now: () => number) =>
  intents(randomKey, now, {
    keys: () => placesAfter(accountId, PLACE),
    get: (draftKey) => (loadDraft(accountId, PLACE + draftKey) as Intent | null) ?? undefined,
    set: (draftKey, intent) => saveDraft(accountId, PLACE + draftKey, intent),
    delete: (draftKey) => forgetDraft(accountId, PLACE + draftKey),
  });
