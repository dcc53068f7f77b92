// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface ContactListsApi {
  /**
   * Add a contact to a list
   *
   * `PUT /contact-lists/{list_id}/contacts/{contact_id}`
   *
   * Puts a contact that exists into the list and changes nothing of the contact itself. If it is there
   * already, it stays there once. There is no body.
   */
  addMember(request: OperationRequest<"addMember">): Promise<OperationReply<"addMember">>;
  /**
   * Create a contact list
   *
   * `POST /contact-lists`
   *
   * Creates an empty list under a name that no other list of the account has. A `default` list is one to send
   * to; a `blacklist` suppresses its contacts on its `channels`. Channels on a `default` list are answered
   * with 422. The type cannot be changed later.
   */
  createContactList(
    request: OperationRequest<"createContactList">,
  ): Promise<OperationReply<"createContactList">>;
  /**
   * Delete a contact list
   *
   * `DELETE /contact-lists/{list_id}`
   *
   * Takes the list away and frees its name. Its contacts stay, without this list in their `list_ids`; a
   * blacklist no longer suppresses. An import that still runs on it ends as `failed`. The provisioned list
   * cannot be deleted.
   */
  deleteContactList(
    request: OperationRequest<"deleteContactList">,
  ): Promise<OperationReply<"deleteContactList">>;
  /**
   * Get a contact list
   *
   * `GET /contact-lists/{list_id}`
   *
   * Answers with one list and the number of its contacts.
   */
  getContactList(request: OperationRequest<"getContactList">): Promise<OperationReply<"getContactList">>;
  /**
   * List contact lists
   *
   * `GET /contact-lists`
   *
   * Answers with the contact lists of the account, newest first.
   */
  listContactLists(
    request: OperationRequest<"listContactLists">,
  ): Promise<OperationReply<"listContactLists">>;
  /**
   * List the contacts of a list
   *
   * `GET /contact-lists/{list_id}/contacts`
   *
   * Answers with the contacts that are in the list, in full, those that were created last first.
   */
  listMembers(request: OperationRequest<"listMembers">): Promise<OperationReply<"listMembers">>;
  /**
   * Remove a contact from a list
   *
   * `DELETE /contact-lists/{list_id}/contacts/{contact_id}`
   *
   * Takes the contact out of this list; it stays in others, and in the account. A contact that is not in the
   * list is answered with 404.
   */
  removeMember(request: OperationRequest<"removeMember">): Promise<OperationReply<"removeMember">>;
  /**
   * Update a contact list
   *
   * `PATCH /contact-lists/{list_id}`
   *
   * Changes the name, the channels or both, or nothing if either cannot be. Channels that are left out stay;
   * `[]` clears them, and a blacklist without channels suppresses nothing. The provisioned list keeps its
   * name, but its channels can be changed. The type is fixed.
   */
  updateContactList(
    request: OperationRequest<"updateContactList">,
  ): Promise<OperationReply<"updateContactList">>;
  /**
   * Create or update a contact and add it to a list
   *
   * `POST /contact-lists/{list_id}/contacts`
   *
   * Does what creating or changing a contact by its number does, and puts the contact into the list. If it is
   * there already, it stays there once.
   */
  upsertMember(request: OperationRequest<"upsertMember">): Promise<OperationReply<"upsertMember">>;
}
