// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface ContactListsApi {
  /**
   * Add a list member
   *
   * `PUT /contact-lists/{list_id}/contacts/{contact_id}`
   *
   * Adds an existing contact to a contact list, without changing the contact. Adding a member again has no
   * effect, except on the provisioned list: a number that the member got since it joined is recorded as
   * revoked, unless it already is. The request has no body.
   */
  addMember(request: OperationRequest<"addMember">): Promise<OperationReply<"addMember">>;
  /**
   * Create a contact list
   *
   * `POST /contact-lists`
   *
   * Creates an empty contact list under a name that is unique in the account. A `default` list is one to send
   * to; a `blacklist` suppresses its contacts on its `channels`, for messages of its `purposes`. Channels or
   * purposes on a `default` list return 422. The type cannot be changed later.
   */
  createContactList(
    request: OperationRequest<"createContactList">,
  ): Promise<OperationReply<"createContactList">>;
  /**
   * Delete a contact list
   *
   * `DELETE /contact-lists/{list_id}`
   *
   * Deletes a contact list and frees its name. Its contacts are kept, without this list in their `list_ids`.
   * A deleted blacklist no longer suppresses, a running import on the list ends, and campaigns to the list
   * can no longer be launched. The provisioned list cannot be deleted.
   */
  deleteContactList(
    request: OperationRequest<"deleteContactList">,
  ): Promise<OperationReply<"deleteContactList">>;
  /**
   * Get a contact list
   *
   * `GET /contact-lists/{list_id}`
   *
   * Returns a contact list and the number of its contacts.
   */
  getContactList(request: OperationRequest<"getContactList">): Promise<OperationReply<"getContactList">>;
  /**
   * List contact lists
   *
   * `GET /contact-lists`
   *
   * Returns the contact lists of the account, by default newest first.
   */
  listContactLists(
    request: OperationRequest<"listContactLists">,
  ): Promise<OperationReply<"listContactLists">>;
  /**
   * List members of a list
   *
   * `GET /contact-lists/{list_id}/contacts`
   *
   * Returns the contacts of a contact list, with all fields. By default, the contact that was created last
   * comes first. Sorted by name, a page of a list with more than 20,000 members that would examine more than
   * 100,000 contacts returns 422 and names `sort`.
   */
  listMembers(request: OperationRequest<"listMembers">): Promise<OperationReply<"listMembers">>;
  /**
   * Remove a list member
   *
   * `DELETE /contact-lists/{list_id}/contacts/{contact_id}`
   *
   * Removes a contact from a contact list. The contact stays in the account and on other lists. Returns 404
   * if the contact is not on the list. On the provisioned list, the removal also ends an opt-out that
   * outlived an earlier contact of the number. It then returns 204 even if the present contact is not on the
   * list.
   */
  removeMember(request: OperationRequest<"removeMember">): Promise<OperationReply<"removeMember">>;
  /**
   * Update a contact list
   *
   * `PATCH /contact-lists/{list_id}`
   *
   * Changes the name, the channels and the purposes, in one step. Omitted fields keep their value; `[]`
   * clears channels or purposes, and a blacklist without channels or without purposes suppresses nothing. The
   * provisioned list keeps its name, but its channels and purposes can be changed. The type cannot be
   * changed.
   */
  updateContactList(
    request: OperationRequest<"updateContactList">,
  ): Promise<OperationReply<"updateContactList">>;
  /**
   * Create or update a list member
   *
   * `POST /contact-lists/{list_id}/contacts`
   *
   * Creates or updates a contact by its number, as `upsertContact` does, and adds it to the contact list. A
   * contact that is already on the list stays there once.
   */
  upsertMember(request: OperationRequest<"upsertMember">): Promise<OperationReply<"upsertMember">>;
}
