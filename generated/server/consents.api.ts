// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface ConsentsApi {
  /**
   * Record a consent
   *
   * `POST /consents`
   *
   * Records that a person granted or revoked consent. Nothing changes an earlier record: a repeated request
   * adds another one. For each purpose and channel the record with the newest `occurred_at` holds. A
   * revocation that holds suppresses the number: its messages are `blocked` until a later `granted`, whether
   * or not a contact has the number. A revocation by a reply, an RCS event or an addition to the provisioned
   * contact list suppresses only what that list suppresses.
   *
   * A revocation of everything that the provisioned contact list suppresses adds the contact with the number
   * to that list. A grant removes the contact from it; what remains revoked stays blocked. No contact is
   * created. Other blacklists are independent: a grant does not end them.
   *
   * `source` is `console` by default for a session of the console, otherwise `api`. Returns 422 for an
   * `occurred_at` in the future, and for the sources `keyword` and `rcs`, because replies and RCS events
   * record their own consents.
   */
  createConsent(request: OperationRequest<"createConsent">): Promise<OperationReply<"createConsent">>;
  /**
   * Get a consent
   *
   * `GET /consents/{consent_id}`
   *
   * Returns a record of the consent ledger.
   */
  getConsent(request: OperationRequest<"getConsent">): Promise<OperationReply<"getConsent">>;
  /**
   * List consents
   *
   * `GET /consents`
   *
   * Returns the consents of the account, newest first by `created_at`. Consents are kept as proof: their
   * retention has no end. Records of a deleted contact or an erased number have no `phone`, so the filter
   * `phone` does not find them.
   */
  listConsents(request: OperationRequest<"listConsents">): Promise<OperationReply<"listConsents">>;
  /**
   * List the consents of a contact
   *
   * `GET /contacts/{contact_id}/consents`
   *
   * Returns the consents of the contact's number, newest first by `created_at`. Records of an earlier contact
   * with the number are among them; their `phone` and `evidence` are null.
   */
  listContactConsents(
    request: OperationRequest<"listContactConsents">,
  ): Promise<OperationReply<"listContactConsents">>;
}
