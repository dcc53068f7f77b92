// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { operations } from "../schema";

export type { components, operations } from "../schema";

/** How an operation goes over the wire. */
export interface OperationShape {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Relative to the version prefix, with parameters in braces. */
  path: string;
  /** Parameters of the query. */
  query?: readonly string[];
  /** Headers of its own, such as `Idempotency-Key`. */
  headers?: readonly string[];
  /** Whether it takes a JSON body. */
  hasBody?: true;
}

/** Every operation that a client can call, and how. */
export const shapes = {
  createApiKey: {
    method: "POST",
    path: "/api-keys",
    hasBody: true,
  },
  listApiKeys: {
    method: "GET",
    path: "/api-keys",
    query: ["limit", "offset"],
  },
  revokeApiKey: {
    method: "DELETE",
    path: "/api-keys/{key_id}",
  },
  cancelSchedule: {
    method: "DELETE",
    path: "/campaigns/{campaign_id}/schedule",
  },
  createCampaign: {
    method: "POST",
    path: "/campaigns",
    hasBody: true,
  },
  deleteCampaign: {
    method: "DELETE",
    path: "/campaigns/{campaign_id}",
  },
  getCampaign: {
    method: "GET",
    path: "/campaigns/{campaign_id}",
  },
  launchCampaign: {
    method: "POST",
    path: "/campaigns/{campaign_id}/launch",
  },
  listCampaigns: {
    method: "GET",
    path: "/campaigns",
    query: ["channel", "status", "template_id", "search", "created_from", "created_to", "limit", "offset"],
  },
  scheduleCampaign: {
    method: "PUT",
    path: "/campaigns/{campaign_id}/schedule",
    hasBody: true,
  },
  stopCampaign: {
    method: "POST",
    path: "/campaigns/{campaign_id}/stop",
  },
  updateCampaign: {
    method: "PATCH",
    path: "/campaigns/{campaign_id}",
    hasBody: true,
  },
  addMember: {
    method: "PUT",
    path: "/contact-lists/{list_id}/contacts/{contact_id}",
  },
  createContactList: {
    method: "POST",
    path: "/contact-lists",
    hasBody: true,
  },
  deleteContactList: {
    method: "DELETE",
    path: "/contact-lists/{list_id}",
  },
  getContactList: {
    method: "GET",
    path: "/contact-lists/{list_id}",
  },
  listContactLists: {
    method: "GET",
    path: "/contact-lists",
    query: ["type", "search", "limit", "offset"],
  },
  listMembers: {
    method: "GET",
    path: "/contact-lists/{list_id}/contacts",
    query: ["search", "limit", "offset"],
  },
  removeMember: {
    method: "DELETE",
    path: "/contact-lists/{list_id}/contacts/{contact_id}",
  },
  updateContactList: {
    method: "PATCH",
    path: "/contact-lists/{list_id}",
    hasBody: true,
  },
  upsertMember: {
    method: "POST",
    path: "/contact-lists/{list_id}/contacts",
    hasBody: true,
  },
  deleteContact: {
    method: "DELETE",
    path: "/contacts/{contact_id}",
  },
  getContact: {
    method: "GET",
    path: "/contacts/{contact_id}",
  },
  listContacts: {
    method: "GET",
    path: "/contacts",
    query: ["search", "phone", "limit", "offset"],
  },
  updateContact: {
    method: "PATCH",
    path: "/contacts/{contact_id}",
    hasBody: true,
  },
  upsertContact: {
    method: "POST",
    path: "/contacts",
    hasBody: true,
  },
  confirmFile: {
    method: "POST",
    path: "/files/{file_id}/confirm",
  },
  createUploadUrl: {
    method: "POST",
    path: "/files/upload-url",
    hasBody: true,
  },
  deleteFile: {
    method: "DELETE",
    path: "/files/{file_id}",
  },
  getFile: {
    method: "GET",
    path: "/files/{file_id}",
  },
  getFileConstraints: {
    method: "GET",
    path: "/files/constraints",
  },
  getFileDownloadUrl: {
    method: "GET",
    path: "/files/{file_id}/download-url",
  },
  listFiles: {
    method: "GET",
    path: "/files",
    query: ["kind", "status", "limit", "offset"],
  },
  cancelImport: {
    method: "POST",
    path: "/contact-lists/{list_id}/imports/{import_id}/cancel",
  },
  createImport: {
    method: "POST",
    path: "/contact-lists/{list_id}/imports",
    hasBody: true,
  },
  getImport: {
    method: "GET",
    path: "/contact-lists/{list_id}/imports/{import_id}",
  },
  getImportErrors: {
    method: "GET",
    path: "/contact-lists/{list_id}/imports/{import_id}/errors",
  },
  listImports: {
    method: "GET",
    path: "/contact-lists/{list_id}/imports",
    query: ["limit", "offset"],
  },
  getInboundMessage: {
    method: "GET",
    path: "/inbound-messages/{inbound_message_id}",
  },
  getInboundRcsEvent: {
    method: "GET",
    path: "/inbound-rcs-events/{inbound_rcs_event_id}",
  },
  listInboundMessages: {
    method: "GET",
    path: "/inbound-messages",
    query: [
      "sender",
      "paired_message_id",
      "campaign_id",
      "content_type",
      "search",
      "from",
      "to",
      "limit",
      "offset",
    ],
  },
  listInboundRcsEvents: {
    method: "GET",
    path: "/inbound-rcs-events",
    query: ["sender", "paired_message_id", "campaign_id", "search", "from", "to", "limit", "offset"],
  },
  getMessage: {
    method: "GET",
    path: "/messages/{message_id}",
  },
  listMessages: {
    method: "GET",
    path: "/messages",
    query: ["channel", "status", "template_id", "campaign_id", "search", "from", "to", "limit", "offset"],
  },
  previewMessages: {
    method: "POST",
    path: "/messages/preview",
    hasBody: true,
  },
  sendMessages: {
    method: "POST",
    path: "/messages",
    headers: ["Idempotency-Key"],
    hasBody: true,
  },
  listSenders: {
    method: "GET",
    path: "/senders",
    query: ["limit", "offset"],
  },
  createTemplate: {
    method: "POST",
    path: "/templates",
    hasBody: true,
  },
  deleteTemplate: {
    method: "DELETE",
    path: "/templates/{template_id}",
  },
  getTemplate: {
    method: "GET",
    path: "/templates/{template_id}",
  },
  listTemplates: {
    method: "GET",
    path: "/templates",
    query: ["channel", "search", "limit", "offset"],
  },
  updateTemplate: {
    method: "PATCH",
    path: "/templates/{template_id}",
    hasBody: true,
  },
  getUsage: {
    method: "GET",
    path: "/usage",
    query: ["from", "to", "group_by"],
  },
  createWebhook: {
    method: "POST",
    path: "/webhooks",
    hasBody: true,
  },
  deleteWebhook: {
    method: "DELETE",
    path: "/webhooks/{webhook_id}",
  },
  getWebhook: {
    method: "GET",
    path: "/webhooks/{webhook_id}",
  },
  listWebhookDeliveries: {
    method: "GET",
    path: "/webhooks/{webhook_id}/deliveries",
    query: ["status", "limit", "offset"],
  },
  listWebhooks: {
    method: "GET",
    path: "/webhooks",
    query: ["limit", "offset"],
  },
  retryWebhookDelivery: {
    method: "POST",
    path: "/webhooks/{webhook_id}/deliveries/{delivery_id}/retry",
  },
  rotateWebhookSecret: {
    method: "POST",
    path: "/webhooks/{webhook_id}/rotate-secret",
  },
  testWebhook: {
    method: "POST",
    path: "/webhooks/{webhook_id}/test",
  },
  updateWebhook: {
    method: "PATCH",
    path: "/webhooks/{webhook_id}",
    hasBody: true,
  },
} as const satisfies Partial<Record<keyof operations, OperationShape>>;

/** Every operation that a client can call. */
export type OperationId = keyof typeof shapes;

type Empty = Record<never, never>;
type Given<T> = [NonNullable<T>] extends [never] ? Empty : NonNullable<T>;
type ParametersOf<Id extends OperationId> = operations[Id]["parameters"];
type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body
  : Empty;
type Flat<T> = T extends unknown ? { [Key in keyof T]: T[Key] } : never;

/** What an operation is called with: the parameters of its path and query and the fields of its body, by their names. */
export type Params<Id extends OperationId> = Flat<
  Given<ParametersOf<Id>["path"]> & Given<ParametersOf<Id>["query"]> & BodyOf<Id>
>;

type ResponsesOf<Id extends OperationId> = operations[Id]["responses"];
type SuccessStatus = 200 | 201 | 202 | 204;

/** The body of an operation's success; `void` where it has none. */
export type Reply<Id extends OperationId> = {
  [Status in keyof ResponsesOf<Id> & SuccessStatus]: ResponsesOf<Id>[Status] extends {
    content: { "application/json": infer Body };
  }
    ? Body
    : void;
}[keyof ResponsesOf<Id> & SuccessStatus];

/** The values of `error.code` that an operation declares. */
export type ErrorCodeOf<Id extends OperationId> = {
  [Status in Exclude<keyof ResponsesOf<Id>, SuccessStatus>]: ResponsesOf<Id>[Status] extends {
    content: { "application/json": { error: { code: infer Code } } };
  }
    ? Code
    : never;
}[Exclude<keyof ResponsesOf<Id>, SuccessStatus>];

/** What any call may be given besides its parameters. */
export interface CallOptions {
  /** Ends the call, its waits between attempts included; the call then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** How long one attempt may take, instead of what the client was made with. */
  timeoutSeconds?: number;
  /** How often to try again at most, instead of what the client was made with; 0 for one attempt only. */
  maxRetries?: number;
  /** How long to wait between attempts altogether, instead of what the client was made with. */
  maxRetryWaitSeconds?: number;
  /**
   * That doing it twice does no harm: a POST or PATCH is then tried again also where it is not known whether
   * the
   * service has got it. Unnecessary for sends, which carry an idempotency key.
   */
  repeatable?: boolean;
  /** Headers of this request, such as an `X-Request-Id` of your own. */
  headers?: Readonly<Record<string, string>>;
  /** Sees the answer that the call ends with, for its status and headers; the body is read already. */
  onResponse?: (response: Response) => void;
}

export interface KeyedCallOptions extends CallOptions {
  /**
   * Makes the request safe to repeat for 24 hours, from 1 to 255 characters. Each call makes a key of its own
   * if you
   * give none; give one that you keep, such as the number of an order, to be safe across crashes of your own
   * too.
   */
  idempotencyKey?: string;
}

/** The options of an operation's call. */
export type Options<Id extends OperationId> = "Idempotency-Key" extends keyof Given<
  ParametersOf<Id>["header"]
>
  ? KeyedCallOptions
  : CallOptions;

export interface Page<Item> {
  data: Item[];
  pagination: { total: number; limit: number; offset: number; has_more: boolean };
}

/**
 * A list that is asked for when it is used: awaited it is one page, iterated it is every entry, page after
 * page.
 *
 * Iteration begins at `offset` and asks for 250 entries at a time unless `limit` says otherwise. Lists are
 * newest
 * first and pages are counted by offset: an entry that is created meanwhile moves the others on, and those
 * that
 * would come a second time are left out; one that is deleted meanwhile can make another be passed over. A
 * filter that
 * ends the list, such as `to` or `created_to`, keeps new entries out.
 */
export interface PagedList<P extends Page<unknown>> extends Promise<P>, AsyncIterable<P["data"][number]> {
  /** The pages themselves, for their `pagination`; entries that have moved on come again. */
  pages(): AsyncIterable<P>;
}

/** What a call gives: a list, or a promise of the success's body. */
export type Result<Id extends OperationId> =
  Reply<Id> extends Page<unknown> ? PagedList<Reply<Id>> : Promise<Reply<Id>>;

/** One method an operation. Failures are thrown. */
export interface Operations {
  /**
   * Create an API key
   *
   * `POST /api-keys`, scope `keys:write`
   *
   * Makes a key and shows it this once. A key cannot hand out what it lacks itself: a scope that it does not
   * have, or, where it expires, a life longer than its own, be it by leaving `expires_at` out. Either is
   * answered with 403.
   */
  createApiKey(params: Params<"createApiKey">, options?: Options<"createApiKey">): Result<"createApiKey">;

  /**
   * List API keys
   *
   * `GET /api-keys`, scope `keys:read`
   *
   * Answers with the keys of the account, newest first, revoked ones included, without their secrets.
   */
  listApiKeys(params?: Params<"listApiKeys">, options?: Options<"listApiKeys">): Result<"listApiKeys">;

  /**
   * Revoke an API key
   *
   * `DELETE /api-keys/{key_id}`, scope `keys:write`
   *
   * From now on requests with this key are answered with 401. It stays in the list, with the time of its end;
   * revoking it again changes nothing. A key may revoke itself, and others that have no scope that it lacks;
   * for the rest the answer is 403.
   */
  revokeApiKey(params: Params<"revokeApiKey">, options?: Options<"revokeApiKey">): Result<"revokeApiKey">;

  /**
   * Cancel a schedule
   *
   * `DELETE /campaigns/{campaign_id}/schedule`, scope `campaigns:write`
   *
   * Puts a `scheduled` campaign back to `draft` and clears `scheduled_at`; it will not launch by itself. In
   * any other status the answer is 409.
   */
  cancelSchedule(
    params: Params<"cancelSchedule">,
    options?: Options<"cancelSchedule">,
  ): Result<"cancelSchedule">;

  /**
   * Create a campaign
   *
   * `POST /campaigns`, scope `campaigns:write`
   *
   * Prepares to send one template to one contact list, under a name that no other campaign of the account
   * has. It begins as a `draft`: no message is made before it is launched. The channel is the template's. A
   * template or list that is absent is 404; a list of type `blacklist` is 422.
   */
  createCampaign(
    params: Params<"createCampaign">,
    options?: Options<"createCampaign">,
  ): Result<"createCampaign">;

  /**
   * Delete a campaign
   *
   * `DELETE /campaigns/{campaign_id}`, scope `campaigns:write`
   *
   * Takes away a `draft` or `scheduled` campaign, together with its schedule, and frees its name. In any
   * other status the answer is 409. Messages that an earlier run made are kept.
   */
  deleteCampaign(
    params: Params<"deleteCampaign">,
    options?: Options<"deleteCampaign">,
  ): Result<"deleteCampaign">;

  /**
   * Get a campaign
   *
   * `GET /campaigns/{campaign_id}`, scope `campaigns:read`
   *
   * Answers with one campaign and how far it has come.
   */
  getCampaign(params: Params<"getCampaign">, options?: Options<"getCampaign">): Result<"getCampaign">;

  /**
   * Launch a campaign
   *
   * `POST /campaigns/{campaign_id}/launch`, scope `campaigns:launch`
   *
   * Starts a campaign in `draft` or `error` and answers before anything is sent. The contacts that are on the
   * list at this instant get one message each; who joins the list later gets none. The template's content and
   * follow-up rules are taken as they are now: a template that is changed later changes nothing in this run.
   * A list without contacts completes the campaign at once. After an `error` the run goes on: contacts who
   * are on the list by now are taken up, nobody gets a second message, and messages that still wait are sent.
   * While an import runs on the list, in any other status, or when the list has been deleted, the answer is
   * 409.
   */
  launchCampaign(
    params: Params<"launchCampaign">,
    options?: Options<"launchCampaign">,
  ): Result<"launchCampaign">;

  /**
   * List campaigns
   *
   * `GET /campaigns`, scope `campaigns:read`
   *
   * Answers with the campaigns of the account, newest first. `created_from` after `created_to` is 400.
   */
  listCampaigns(
    params?: Params<"listCampaigns">,
    options?: Options<"listCampaigns">,
  ): Result<"listCampaigns">;

  /**
   * Schedule a campaign
   *
   * `PUT /campaigns/{campaign_id}/schedule`, scope `campaigns:launch`
   *
   * Sets the instant at which the campaign launches by itself; for one that is `scheduled` already it
   * replaces the instant. An instant that is not in the future is 422, a status other than `draft`, `error`
   * and `scheduled` is 409. When the instant comes while an import runs on the list, the launch waits for its
   * end, though not for ever.
   */
  scheduleCampaign(
    params: Params<"scheduleCampaign">,
    options?: Options<"scheduleCampaign">,
  ): Result<"scheduleCampaign">;

  /**
   * Stop a campaign
   *
   * `POST /campaigns/{campaign_id}/stop`, scope `campaigns:launch`
   *
   * Ends a run early. Within seconds nothing more of it goes to carriers, and the campaign is in `error` with
   * the code `stopped`. What was handed over already is followed to its end. Launch it again to go on. A
   * campaign that is not `running` is 409.
   */
  stopCampaign(params: Params<"stopCampaign">, options?: Options<"stopCampaign">): Result<"stopCampaign">;

  /**
   * Rename a campaign
   *
   * `PATCH /campaigns/{campaign_id}`, scope `campaigns:write`
   *
   * Changes the name, whatever the status. Template, list and channel are fixed.
   */
  updateCampaign(
    params: Params<"updateCampaign">,
    options?: Options<"updateCampaign">,
  ): Result<"updateCampaign">;

  /**
   * Add a contact to a list
   *
   * `PUT /contact-lists/{list_id}/contacts/{contact_id}`, scope `contacts:write`
   *
   * Puts a contact that exists into the list and changes nothing of the contact itself. If it is there
   * already, it stays there once. There is no body.
   */
  addMember(params: Params<"addMember">, options?: Options<"addMember">): Result<"addMember">;

  /**
   * Create a contact list
   *
   * `POST /contact-lists`, scope `contacts:write`
   *
   * Creates an empty list under a name that no other list of the account has. A `default` list is one to send
   * to; a `blacklist` suppresses its contacts on its `channels`. Channels on a `default` list are answered
   * with 422. The type cannot be changed later.
   */
  createContactList(
    params: Params<"createContactList">,
    options?: Options<"createContactList">,
  ): Result<"createContactList">;

  /**
   * Delete a contact list
   *
   * `DELETE /contact-lists/{list_id}`, scope `contacts:write`
   *
   * Takes the list away and frees its name. Its contacts stay, without this list in their `list_ids`; a
   * blacklist no longer suppresses. An import that still runs on it ends as `failed`. The provisioned list
   * cannot be deleted.
   */
  deleteContactList(
    params: Params<"deleteContactList">,
    options?: Options<"deleteContactList">,
  ): Result<"deleteContactList">;

  /**
   * Get a contact list
   *
   * `GET /contact-lists/{list_id}`, scope `contacts:read`
   *
   * Answers with one list and the number of its contacts.
   */
  getContactList(
    params: Params<"getContactList">,
    options?: Options<"getContactList">,
  ): Result<"getContactList">;

  /**
   * List contact lists
   *
   * `GET /contact-lists`, scope `contacts:read`
   *
   * Answers with the contact lists of the account, newest first.
   */
  listContactLists(
    params?: Params<"listContactLists">,
    options?: Options<"listContactLists">,
  ): Result<"listContactLists">;

  /**
   * List the contacts of a list
   *
   * `GET /contact-lists/{list_id}/contacts`, scope `contacts:read`
   *
   * Answers with the contacts that are in the list, in full, those that were created last first.
   */
  listMembers(params: Params<"listMembers">, options?: Options<"listMembers">): Result<"listMembers">;

  /**
   * Remove a contact from a list
   *
   * `DELETE /contact-lists/{list_id}/contacts/{contact_id}`, scope `contacts:write`
   *
   * Takes the contact out of this list; it stays in others, and in the account. A contact that is not in the
   * list is answered with 404.
   */
  removeMember(params: Params<"removeMember">, options?: Options<"removeMember">): Result<"removeMember">;

  /**
   * Update a contact list
   *
   * `PATCH /contact-lists/{list_id}`, scope `contacts:write`
   *
   * Changes the name, the channels or both, or nothing if either cannot be. Channels that are left out stay;
   * `[]` clears them, and a blacklist without channels suppresses nothing. The provisioned list keeps its
   * name, but its channels can be changed. The type is fixed.
   */
  updateContactList(
    params: Params<"updateContactList">,
    options?: Options<"updateContactList">,
  ): Result<"updateContactList">;

  /**
   * Create or update a contact and add it to a list
   *
   * `POST /contact-lists/{list_id}/contacts`, scope `contacts:write`
   *
   * Does what creating or changing a contact by its number does, and puts the contact into the list. If it is
   * there already, it stays there once.
   */
  upsertMember(params: Params<"upsertMember">, options?: Options<"upsertMember">): Result<"upsertMember">;

  /**
   * Delete a contact
   *
   * `DELETE /contacts/{contact_id}`, scope `contacts:write`
   *
   * Takes the contact away and out of every list, blacklists too, and erases its name and attributes. What
   * was exchanged with its number stays as a record of when, how and with what outcome, but loses its words
   * within minutes: the content of messages, and what came in. A message that is still on its way loses them
   * once it has ended, and its follow-ups do not go out. Creating a contact with the same number again brings
   * it back under its old id.
   */
  deleteContact(params: Params<"deleteContact">, options?: Options<"deleteContact">): Result<"deleteContact">;

  /**
   * Get a contact
   *
   * `GET /contacts/{contact_id}`, scope `contacts:read`
   *
   * Answers with one contact and the lists that it is in.
   */
  getContact(params: Params<"getContact">, options?: Options<"getContact">): Result<"getContact">;

  /**
   * List contacts
   *
   * `GET /contacts`, scope `contacts:read`
   *
   * Answers with the contacts of the account, newest first.
   */
  listContacts(params?: Params<"listContacts">, options?: Options<"listContacts">): Result<"listContacts">;

  /**
   * Update a contact
   *
   * `PATCH /contacts/{contact_id}`, scope `contacts:write`
   *
   * Changes the number, the name or the attributes. `attributes` takes the place of all that were there; `{}`
   * clears them. A number that another contact has is answered with 409; one that only a deleted contact had
   * is free.
   */
  updateContact(params: Params<"updateContact">, options?: Options<"updateContact">): Result<"updateContact">;

  /**
   * Create or update a contact
   *
   * `POST /contacts`, scope `contacts:write`
   *
   * Looks for the contact by its number, in E.164, and changes it if it is there; else creates it. Fields
   * that are left out stay as they are; `attributes` takes the place of all that were there. A contact that
   * had been deleted comes back with its old id, with nothing but what this request says.
   */
  upsertContact(params: Params<"upsertContact">, options?: Options<"upsertContact">): Result<"upsertContact">;

  /**
   * Confirm an upload
   *
   * `POST /files/{file_id}/confirm`, scope `files:write`
   *
   * Makes the file usable once its bytes have reached the storage. Before that the answer is 409 and the file
   * stays `pending`; confirm it again later. Confirming twice does no harm.
   */
  confirmFile(params: Params<"confirmFile">, options?: Options<"confirmFile">): Result<"confirmFile">;

  /**
   * Request an upload URL
   *
   * `POST /files/upload-url`, scope `files:write`
   *
   * Announces a file and answers with a URL that takes its bytes for 15 minutes. PUT them there without an
   * API key, with exactly the `Content-Type` and `Content-Length` that were announced, and then confirm the
   * file. Once the URL has run out, ask for a new one, which makes a new file; files that are never confirmed
   * are removed after a day, and tables of contacts 30 days after their last import, or when the operator of
   * the service has set.
   */
  createUploadUrl(
    params: Params<"createUploadUrl">,
    options?: Options<"createUploadUrl">,
  ): Result<"createUploadUrl">;

  /**
   * Delete a file
   *
   * `DELETE /files/{file_id}`, scope `files:write`
   *
   * Removes a file, its bytes and its URLs for good; one that is still `pending` takes no more bytes. While a
   * template, a campaign that is not completed, or an import that is not over needs it, the answer is 409.
   * Messages that carry it stay, but it can no longer be fetched for them, except from caches that hold it
   * already.
   */
  deleteFile(params: Params<"deleteFile">, options?: Options<"deleteFile">): Result<"deleteFile">;

  /**
   * Get a file
   *
   * `GET /files/{file_id}`, scope `files:read`
   *
   * Answers with what is known of a file, not with its bytes.
   */
  getFile(params: Params<"getFile">, options?: Options<"getFile">): Result<"getFile">;

  /**
   * Get file constraints
   *
   * `GET /files/constraints`, scope `files:read`
   *
   * Tells, for each kind of file, the content types and the largest size, and for each usage the kinds that
   * it admits. Read this at run time instead of building the numbers into a client.
   */
  getFileConstraints(
    params?: Params<"getFileConstraints">,
    options?: Options<"getFileConstraints">,
  ): Result<"getFileConstraints">;

  /**
   * Request a download URL
   *
   * `GET /files/{file_id}/download-url`, scope `files:read`
   *
   * Answers with a URL for the bytes. That of media stays the same and does not run out, since carriers and
   * handsets fetch by it; that of a `csv` file works for a short time only. A file that is still `pending` is
   * answered with 409.
   */
  getFileDownloadUrl(
    params: Params<"getFileDownloadUrl">,
    options?: Options<"getFileDownloadUrl">,
  ): Result<"getFileDownloadUrl">;

  /**
   * List files
   *
   * `GET /files`, scope `files:read`
   *
   * Answers with the files of the account, newest first.
   */
  listFiles(params?: Params<"listFiles">, options?: Options<"listFiles">): Result<"listFiles">;

  /**
   * Cancel an import
   *
   * `POST /contact-lists/{list_id}/imports/{import_id}/cancel`, scope `contacts:write`
   *
   * Ends an import that is waiting or running. Rows that were taken before stay as they are. Canceling twice
   * does no harm; an import that has completed or failed is answered with 409.
   */
  cancelImport(params: Params<"cancelImport">, options?: Options<"cancelImport">): Result<"cancelImport">;

  /**
   * Import contacts from a file
   *
   * `POST /contact-lists/{list_id}/imports`, scope `contacts:write`
   *
   * Starts to read a `csv` file of contacts into the list, and answers at once; read the import to see how
   * far it is. The file must have been announced with the usage `contact_import`, uploaded and confirmed. One
   * import at a time runs on a list. The file and the rejected rows are removed 30 days after the import has
   * ended, or when the operator of the service has set; the file can be deleted sooner.
   *
   * Each row does what creating or changing a contact by its number does, and puts the contact into the list.
   * A row that cannot be taken is rejected for itself and stops nothing. When a number comes twice, both rows
   * are applied in the order of the file.
   *
   * The file:
   *
   * - It is UTF-8, with or without a byte order mark, or Windows-1252.
   * - Commas, semicolons or tabs separate cells; the first row shows which.
   * - Cells may be in double quotes; a quote inside is doubled. Empty lines are passed over.
   * - The first row names the columns; spaces around a name do not count.
   * - One column is `phone` or `telefone`, one may be `name` or `nome`, all in any case.
   * - Every other column is an attribute by its own spelling, at most 100 of them.
   * - A column without a name is passed over as long as it is empty; a row with something in it is rejected.
   * - An empty name keeps the contact's name, and an empty attribute is none.
   * - A number in spreadsheet notation, such as `5.5E+12`, has lost its digits and is rejected.
   *
   * If there are columns of attributes, they take the place of all attributes that a contact had; without
   * any, it keeps what it has. A first row that names no numbers, a column twice, or a column that cannot be
   * an attribute fails the whole import with `file_unreadable`.
   */
  createImport(params: Params<"createImport">, options?: Options<"createImport">): Result<"createImport">;

  /**
   * Get an import
   *
   * `GET /contact-lists/{list_id}/imports/{import_id}`, scope `contacts:read`
   *
   * Answers with one import, and how far it has come.
   */
  getImport(params: Params<"getImport">, options?: Options<"getImport">): Result<"getImport">;

  /**
   * Request the rejected rows of an import
   *
   * `GET /contact-lists/{list_id}/imports/{import_id}/errors`, scope `contacts:read`
   *
   * Answers with a URL of a CSV with the rows that were rejected so far. It can be asked for at any time,
   * also while the import still runs; ask again to see what came later. The URL works for a short time.
   *
   * The table is UTF-8 with commas. Its columns are `line`, the line of the file in which the row begins (the
   * file's first is 1); `reason`, in words; and then the row's own cells under the names that the file gave
   * them. As long as nothing was rejected, it has the row of names alone.
   */
  getImportErrors(
    params: Params<"getImportErrors">,
    options?: Options<"getImportErrors">,
  ): Result<"getImportErrors">;

  /**
   * List the imports of a list
   *
   * `GET /contact-lists/{list_id}/imports`, scope `contacts:read`
   *
   * Answers with the imports into one list, newest first.
   */
  listImports(params: Params<"listImports">, options?: Options<"listImports">): Result<"listImports">;

  /**
   * Get an inbound message
   *
   * `GET /inbound-messages/{inbound_message_id}`, scope `messages:read`
   *
   * Answers with one inbound message and its content.
   */
  getInboundMessage(
    params: Params<"getInboundMessage">,
    options?: Options<"getInboundMessage">,
  ): Result<"getInboundMessage">;

  /**
   * Get an inbound RCS event
   *
   * `GET /inbound-rcs-events/{inbound_rcs_event_id}`, scope `messages:read`
   *
   * Answers with one inbound RCS event.
   */
  getInboundRcsEvent(
    params: Params<"getInboundRcsEvent">,
    options?: Options<"getInboundRcsEvent">,
  ): Result<"getInboundRcsEvent">;

  /**
   * List inbound messages
   *
   * `GET /inbound-messages`, scope `messages:read`
   *
   * Answers with what people sent to the senders of the account, newest first, however old it is. A tapped
   * reply suggestion is here too. No event tells of inbound messages: ask for them.
   */
  listInboundMessages(
    params?: Params<"listInboundMessages">,
    options?: Options<"listInboundMessages">,
  ): Result<"listInboundMessages">;

  /**
   * List inbound RCS events
   *
   * `GET /inbound-rcs-events`, scope `messages:read`
   *
   * Answers with what people did in RCS conversations besides writing, newest first, however old it is. A
   * tapped reply suggestion is an inbound message instead. No webhook event tells of these: ask for them.
   */
  listInboundRcsEvents(
    params?: Params<"listInboundRcsEvents">,
    options?: Options<"listInboundRcsEvents">,
  ): Result<"listInboundRcsEvents">;

  /**
   * Get a message
   *
   * `GET /messages/{message_id}`, scope `messages:read`
   *
   * Answers with one message and all its steps.
   */
  getMessage(params: Params<"getMessage">, options?: Options<"getMessage">): Result<"getMessage">;

  /**
   * List messages
   *
   * `GET /messages`, scope `messages:read`
   *
   * Answers with the messages of the account, newest first, however old they are. `status_history` is empty
   * here; read a message by its id to see its steps.
   */
  listMessages(params?: Params<"listMessages">, options?: Options<"listMessages">): Result<"listMessages">;

  /**
   * Preview messages
   *
   * `POST /messages/preview`, scope `messages:send`
   *
   * Takes the body of a send and answers with what each recipient would get, in how many segments and at what
   * price. Nothing is created, sent or charged.
   */
  previewMessages(
    params: Params<"previewMessages">,
    options?: Options<"previewMessages">,
  ): Result<"previewMessages">;

  /**
   * Send messages
   *
   * `POST /messages`, scope `messages:send`
   *
   * Creates one message for each recipient, from a template or from content in the request, and queues those
   * that can be sent. The answer means that they are queued, not that they have arrived: follow them by the
   * `message_update` event or by reading them. A recipient who is suppressed on the channel gets a message
   * with status `blocked`, which is neither sent nor charged. One number that is not a valid phone number
   * makes the whole request fail with 422, and nothing is created.
   *
   * Send an `Idempotency-Key` so that the request can be repeated without sending twice.
   */
  sendMessages(params: Params<"sendMessages">, options?: Options<"sendMessages">): Result<"sendMessages">;

  /**
   * List senders
   *
   * `GET /senders`, scope `senders:read`
   *
   * Answers with the addresses that the account can send from, newest first. The operator of the installation
   * adds and removes them.
   */
  listSenders(params?: Params<"listSenders">, options?: Options<"listSenders">): Result<"listSenders">;

  /**
   * Create a template
   *
   * `POST /templates`, scope `templates:write`
   *
   * Saves content for one channel under a name that no other template of the account has. The names of its
   * placeholders are found by the service and listed in `variables`. Files that the content refers to must be
   * uploaded and of a kind that fits; else the answer is 422.
   *
   * `follow_ups` says what to send after a message of this template has come to an outcome: an SMS where an
   * RCS message has not arrived, for example. A template has at most five such rules.
   */
  createTemplate(
    params: Params<"createTemplate">,
    options?: Options<"createTemplate">,
  ): Result<"createTemplate">;

  /**
   * Delete a template
   *
   * `DELETE /templates/{template_id}`, scope `templates:write`
   *
   * Takes the template away and frees its name. While a campaign that is a draft, scheduled, running or in
   * error uses it, be it by the follow-up rules that it was launched with, or a follow-up rule of another
   * template does, the answer is 409. Messages that were made from it stay as they are.
   */
  deleteTemplate(
    params: Params<"deleteTemplate">,
    options?: Options<"deleteTemplate">,
  ): Result<"deleteTemplate">;

  /**
   * Get a template
   *
   * `GET /templates/{template_id}`, scope `templates:read`
   *
   * Answers with one template and its content.
   */
  getTemplate(params: Params<"getTemplate">, options?: Options<"getTemplate">): Result<"getTemplate">;

  /**
   * List templates
   *
   * `GET /templates`, scope `templates:read`
   *
   * Answers with the templates of the account, newest first.
   */
  listTemplates(
    params?: Params<"listTemplates">,
    options?: Options<"listTemplates">,
  ): Result<"listTemplates">;

  /**
   * Update a template
   *
   * `PATCH /templates/{template_id}`, scope `templates:write`
   *
   * Changes the name, the content, the follow-up rules or several of these; `follow_ups` takes the place of
   * all rules. Messages that were made from the template before keep what they had, and campaigns that run
   * keep what they were launched with. The channel cannot be changed.
   */
  updateTemplate(
    params: Params<"updateTemplate">,
    options?: Options<"updateTemplate">,
  ): Result<"updateTemplate">;

  /**
   * Get usage
   *
   * `GET /usage`, scope `messages:read`
   *
   * Counts the messages of the account by their present status, and adds up what they cost, in one row for
   * each day, channel, campaign or template. Messages count on the day of UTC on which they were created.
   * Without `from` and `to` all of them count. Rows come in the order of their key, null first; a key without
   * messages has no row. At most 10000 rows are answered, the first ones: choose a shorter time to see the
   * others.
   */
  getUsage(params?: Params<"getUsage">, options?: Options<"getUsage">): Result<"getUsage">;

  /**
   * Create an endpoint
   *
   * `POST /webhooks`, scope `webhooks:write`
   *
   * Registers a URL that events are posted to from now on. The answer carries the signing secret, which is
   * not shown again. An account has ten endpoints at most; one more is answered with 409.
   */
  createWebhook(params: Params<"createWebhook">, options?: Options<"createWebhook">): Result<"createWebhook">;

  /**
   * Delete an endpoint
   *
   * `DELETE /webhooks/{webhook_id}`, scope `webhooks:write`
   *
   * Stops deliveries to the endpoint, waiting ones included, and removes it. No request is begun after that.
   */
  deleteWebhook(params: Params<"deleteWebhook">, options?: Options<"deleteWebhook">): Result<"deleteWebhook">;

  /**
   * Get an endpoint
   *
   * `GET /webhooks/{webhook_id}`, scope `webhooks:read`
   *
   * Answers with one endpoint, without its secret.
   */
  getWebhook(params: Params<"getWebhook">, options?: Options<"getWebhook">): Result<"getWebhook">;

  /**
   * List deliveries to an endpoint
   *
   * `GET /webhooks/{webhook_id}/deliveries`, scope `webhooks:read`
   *
   * Answers with the deliveries to one endpoint and their attempts, newest first.
   */
  listWebhookDeliveries(
    params: Params<"listWebhookDeliveries">,
    options?: Options<"listWebhookDeliveries">,
  ): Result<"listWebhookDeliveries">;

  /**
   * List endpoints
   *
   * `GET /webhooks`, scope `webhooks:read`
   *
   * Answers with the endpoints of the account, newest first, without their secrets.
   */
  listWebhooks(params?: Params<"listWebhooks">, options?: Options<"listWebhooks">): Result<"listWebhooks">;

  /**
   * Retry a delivery
   *
   * `POST /webhooks/{webhook_id}/deliveries/{delivery_id}/retry`, scope `webhooks:write`
   *
   * Sends the same events again, under the same ids, whatever the delivery's status; one that is still
   * waiting is brought forward. It gets five new attempts. A disabled endpoint is answered with 409.
   */
  retryWebhookDelivery(
    params: Params<"retryWebhookDelivery">,
    options?: Options<"retryWebhookDelivery">,
  ): Result<"retryWebhookDelivery">;

  /**
   * Rotate the signing secret
   *
   * `POST /webhooks/{webhook_id}/rotate-secret`, scope `webhooks:write`
   *
   * Makes a new secret and shows it this once. For 24 hours requests are signed with the old secret as well,
   * so that a receiver can be changed over without losing events.
   */
  rotateWebhookSecret(
    params: Params<"rotateWebhookSecret">,
    options?: Options<"rotateWebhookSecret">,
  ): Result<"rotateWebhookSecret">;

  /**
   * Send a test event
   *
   * `POST /webhooks/{webhook_id}/test`, scope `webhooks:write`
   *
   * Queues one `message_update` event with made-up data and `test: true` for this endpoint alone. Look at its
   * deliveries to see what came of it. A disabled endpoint is answered with 409.
   */
  testWebhook(params: Params<"testWebhook">, options?: Options<"testWebhook">): Result<"testWebhook">;

  /**
   * Update an endpoint
   *
   * `PATCH /webhooks/{webhook_id}`, scope `webhooks:write`
   *
   * Changes the URL or the description, or switches deliveries off and on. Enabling an endpoint clears
   * `disabled_reason`. Events that come about while it is disabled are not kept for it; deliveries that were
   * waiting before are, for 30 days.
   */
  updateWebhook(params: Params<"updateWebhook">, options?: Options<"updateWebhook">): Result<"updateWebhook">;
}
