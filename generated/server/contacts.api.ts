// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface ContactsApi {
  /**
   * Delete a contact
   *
   * `DELETE /contacts/{contact_id}`
   *
   * Deletes a contact: removes it from every list, blacklists included, and erases its name and attributes.
   * Upserting the same number restores the contact with its id, unless `updateContact` has given the number
   * to another contact since or the number was erased. The upsert then returns a contact with another id.
   *
   * Within minutes the service also erases the content of messages to this number and of inbound messages and
   * events from it. Their times, statuses and prices are kept. A message in flight keeps its content until it
   * is final or its delivery report is overdue, and its follow-ups are not sent. A scheduled message is still
   * sent at its time and keeps its content until then, unless you cancel it or its sending rule requires a
   * consent, because a `granted` ends with the contact.
   */
  deleteContact(request: OperationRequest<"deleteContact">): Promise<OperationReply<"deleteContact">>;
  /**
   * Get a contact
   *
   * `GET /contacts/{contact_id}`
   *
   * Returns a contact and its memberships in contact lists.
   */
  getContact(request: OperationRequest<"getContact">): Promise<OperationReply<"getContact">>;
  /**
   * Get contact variables
   *
   * `GET /contacts/variables`
   *
   * Returns the variables that contacts provide for placeholders, each with the number of contacts that have
   * it. With `list_id`, only the contacts of that list count. `name` counts contacts that have a name or an
   * attribute in any spelling of `name`; `phone` counts all contacts.
   *
   * Up to 10,000 contacts are all examined, unless their attributes are very long. Beyond that, the service
   * examines a sample of at most 10,000 contacts, spread over their creation times. `is_sample` is then true,
   * and the counts are those of the sample.
   */
  getContactVariables(
    request: OperationRequest<"getContactVariables">,
  ): Promise<OperationReply<"getContactVariables">>;
  /**
   * List contacts
   *
   * `GET /contacts`
   *
   * Returns the contacts of the account, by default newest first.
   */
  listContacts(request: OperationRequest<"listContacts">): Promise<OperationReply<"listContacts">>;
  /**
   * Update a contact
   *
   * `PATCH /contacts/{contact_id}`
   *
   * Changes the number, the name or the attributes. `attributes` replaces all attributes; `{}` clears them.
   * Returns 409 if another contact has the number; the number of a deleted contact is free.
   *
   * A number that opted out stays suppressed when its contact gets another number. While the contact is on
   * the provisioned list, its present number is suppressed too. If the contact got a number after it joined
   * that list, the next change frees the number, unless a revocation of the number itself holds.
   */
  updateContact(request: OperationRequest<"updateContact">): Promise<OperationReply<"updateContact">>;
  /**
   * Create or update a contact
   *
   * `POST /contacts`
   *
   * Finds the contact by its number, in E.164, and updates it; creates it if there is none. Omitted fields
   * keep their values; `attributes` replaces all attributes. A deleted contact is restored with only the
   * fields of this request, and with its id, except as `deleteContact` says.
   */
  upsertContact(request: OperationRequest<"upsertContact">): Promise<OperationReply<"upsertContact">>;
}
