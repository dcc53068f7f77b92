import type { SendResult } from "../../../../client";
import { forgetDraft, loadDraft, placesAfter, saveDraft } from "../service/drafts";
import { perAccount } from "../service/per-account";
import { randomKey } from "../service/random-key";
import { type UnconfirmedSend, unconfirmedSends } from "./unconfirmed-sends";

/** Send that the service has accepted, with its idempotency key. */
export interface AcceptedSend {
  key: string;
  batchId: string;
  results: readonly SendResult[];
}

/** Returns the account's accepted sends by idempotency key. They are forgotten when the page closes. */
export const acceptedSendsOf = perAccount(() => new Map<string, AcceptedSend>());

const PLACE = "unsettled send ";

/**
 * Returns the account's sends with unknown outcome, also of other API keys. They survive a reload, because a
 * restored draft must not be sent again with another idempotency key.
 */
export const unconfirmedSendsOf = (accountId: string, now: () => number) =>
  unconfirmedSends(randomKey, now, {
    keys: () => placesAfter(accountId, PLACE),
    get: (draftKey) => (loadDraft(accountId, PLACE + draftKey) as UnconfirmedSend | null) ?? undefined,
    set: (draftKey, send) => saveDraft(accountId, PLACE + draftKey, send),
    delete: (draftKey) => forgetDraft(accountId, PLACE + draftKey),
  });
