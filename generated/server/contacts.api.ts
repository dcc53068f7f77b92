// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface ContactsApi {
  /**
   * Delete a contact
   *
   * `DELETE /contacts/{contact_id}`
   *
   * Takes the contact away and out of every list, blacklists too, and erases its name and attributes. What
   * was exchanged with its number stays as a record of when, how and with what outcome, but loses its words
   * within minutes: the content of messages, and what came in. A message that is still on its way loses them
   * once it has ended, and its follow-ups do not go out. Creating a contact with the same number again brings
   * it back under its old id.
   */
  deleteContact(request: OperationRequest<"deleteContact">): Promise<OperationReply<"deleteContact">>;
  /**
   * Get a contact
   *
   * `GET /contacts/{contact_id}`
   *
   * Answers with one contact and the lists that it is in.
   */
  getContact(request: OperationRequest<"getContact">): Promise<OperationReply<"getContact">>;
  /**
   * Get the variables of contacts
   *
   * `GET /contacts/variables`
   *
   * Returns the variables that contacts give to placeholders, and how many contacts have each. With `list_id`
   * only the contacts of that list count. `name` counts contacts with a name of their own or an attribute in
   * any spelling of `name`, and `phone` counts all contacts.
   *
   * Up to 10,000 contacts are all examined, unless their attributes are very long. Of more, the service
   * examines a sample of at most 10,000, spread over the times at which the contacts were created.
   * `is_sample` says so, and the counts are those of the sample.
   */
  getContactVariables(
    request: OperationRequest<"getContactVariables">,
  ): Promise<OperationReply<"getContactVariables">>;
  /**
   * List contacts
   *
   * `GET /contacts`
   *
   * Answers with the contacts of the account, newest first.
   */
  listContacts(request: OperationRequest<"listContacts">): Promise<OperationReply<"listContacts">>;
  /**
   * Update a contact
   *
   * `PATCH /contacts/{contact_id}`
   *
   * Changes the number, the name or the attributes. `attributes` takes the place of all that were there; `{}`
   * clears them. A number that another contact has is answered with 409; one that only a deleted contact had
   * is free.
   */
  updateContact(request: OperationRequest<"updateContact">): Promise<OperationReply<"updateContact">>;
  /**
   * Create or update a contact
   *
   * `POST /contacts`
   *
   * Looks for the contact by its number, in E.164, and changes it if it is there; else creates it. Fields
   * that are left out stay as they are; `attributes` takes the place of all that were there. A contact that
   * had been deleted comes back with its old id, with nothing but what this request says.
   */
  upsertContact(request: OperationRequest<"upsertContact">): Promise<OperationReply<"upsertContact">>;
}
