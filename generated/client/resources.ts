// Generated from openapi/ by `npm run generate`. Edits are lost.

import type {
  CallOptions,
  ConditionalCallOptions,
  KeyedCallOptions,
  OperationId,
  PagedList,
} from "./operations";
import type {
  AddMemberParams,
  ApiKeyPage,
  ApiKeyWithSecret,
  Campaign,
  CampaignPage,
  CancelImportParams,
  CancelScheduleParams,
  ConfirmFileParams,
  Contact,
  ContactList,
  ContactListPage,
  ContactPage,
  ContactVariables,
  CreateApiKeyRequest,
  CreateCampaignRequest,
  CreateContactListRequest,
  CreateImportParams,
  CreateTemplateRequest,
  CreateUploadUrlRequest,
  CreateWebhookRequest,
  DeleteCampaignParams,
  DeleteContactListParams,
  DeleteContactParams,
  DeleteFileParams,
  DeleteTemplateParams,
  DeleteWebhookParams,
  DownloadUrl,
  ExportMessagesParams,
  FileConstraints,
  FilePage,
  GetCampaignParams,
  GetContactListParams,
  GetContactParams,
  GetContactVariablesParams,
  GetFileDownloadUrlParams,
  GetFileParams,
  GetImportErrorsParams,
  GetImportParams,
  GetInboundMessageParams,
  GetInboundRcsEventParams,
  GetMessageParams,
  GetTemplateParams,
  GetUsageParams,
  GetWebhookDeliveryParams,
  GetWebhookParams,
  Import,
  ImportErrorsUrl,
  ImportPage,
  InboundMessage,
  InboundMessagePage,
  InboundRcsEvent,
  InboundRcsEventPage,
  LaunchCampaignParams,
  ListApiKeysParams,
  ListCampaignsParams,
  ListContactListsParams,
  ListContactsParams,
  ListFilesParams,
  ListImportsParams,
  ListInboundMessagesParams,
  ListInboundRcsEventsParams,
  ListMembersParams,
  ListMessagesParams,
  ListSendersParams,
  ListTemplatesParams,
  ListWebhookDeliveriesOfMessageParams,
  ListWebhookDeliveriesParams,
  ListWebhooksParams,
  Message,
  MessageExportUrl,
  MessagePage,
  PreviewMessagesResponse,
  RemoveMemberParams,
  RetryWebhookDeliveryParams,
  RevokeApiKeyParams,
  RotateWebhookSecretParams,
  ScheduleCampaignParams,
  SendMessagesRequest,
  SendMessagesResponse,
  SenderPage,
  StopCampaignParams,
  StoredFile,
  Template,
  TemplatePage,
  TestWebhookParams,
  UpdateCampaignParams,
  UpdateContactListParams,
  UpdateContactParams,
  UpdateTemplateParams,
  UpdateWebhookParams,
  UploadUrl,
  UpsertContactRequest,
  UpsertMemberParams,
  UsageReport,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookDeliveryWithPayload,
  WebhookPage,
  WebhookWithSecret,
} from "./types";

/** Media for templates and tables of contacts, uploaded straight to the storage. */
export interface FilesResource {
  /**
   * Get file constraints
   *
   * `GET /files/constraints`, scope `files:read`
   *
   * Tells, for each kind of file, the content types and the largest size, and for each usage the kinds that it
   * admits. Read this at run time instead of building the numbers into a client.
   */
  getConstraints(params?: Record<never, never>, options?: CallOptions): Promise<FileConstraints>;

  /**
   * Request an upload URL
   *
   * `POST /files/upload-url`, scope `files:write`
   *
   * Announces a file and answers with a URL that takes its bytes for 15 minutes. PUT them there without an API
   * key, with exactly the `Content-Type` and `Content-Length` that were announced, and then confirm the file.
   * Once the URL has run out, ask for a new one, which makes a new file; files that are never confirmed are
   * removed after a day, and tables of contacts 30 days after their last import, or when the operator of the
   * service has set.
   */
  createUploadUrl(params: CreateUploadUrlRequest, options?: CallOptions): Promise<UploadUrl>;

  /**
   * List files
   *
   * `GET /files`, scope `files:read`
   *
   * Answers with the files of the account, newest first.
   */
  list(params?: ListFilesParams, options?: CallOptions): PagedList<FilePage>;

  /**
   * Get a file
   *
   * `GET /files/{file_id}`, scope `files:read`
   *
   * Answers with what is known of a file, not with its bytes.
   */
  get(params: GetFileParams, options?: CallOptions): Promise<StoredFile>;

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
  delete(params: DeleteFileParams, options?: CallOptions): Promise<void>;

  /**
   * Confirm an upload
   *
   * `POST /files/{file_id}/confirm`, scope `files:write`
   *
   * Makes the file usable once its bytes have reached the storage. Before that the answer is 409 and the file
   * stays `pending`; confirm it again later. Confirming twice does no harm.
   */
  confirm(params: ConfirmFileParams, options?: CallOptions): Promise<StoredFile>;

  /**
   * Request a download URL
   *
   * `GET /files/{file_id}/download-url`, scope `files:read`
   *
   * Answers with a URL for the bytes. That of media stays the same and does not run out, since carriers and
   * handsets fetch by it; that of a `csv` file works for a short time only. A file that is still `pending` is
   * answered with 409.
   */
  getDownloadUrl(params: GetFileDownloadUrlParams, options?: CallOptions): Promise<DownloadUrl>;
}

/** Content for one channel, saved under a name, with placeholders. */
export interface TemplatesResource {
  /**
   * List templates
   *
   * `GET /templates`, scope `templates:read`
   *
   * Answers with the templates of the account, newest first.
   */
  list(params?: ListTemplatesParams, options?: CallOptions): PagedList<TemplatePage>;

  /**
   * Create a template
   *
   * `POST /templates`, scope `templates:write`
   *
   * Saves content for one channel under a name that no other template of the account has. The names of its
   * placeholders are found by the service and listed in `variables`. Files that the content refers to must be
   * uploaded and of a kind that fits; else the answer is 422.
   *
   * `follow_ups` says what to send after a message of this template has come to an outcome: an SMS where an RCS
   * message has not arrived, for example. A template has at most five such rules.
   */
  create(params: CreateTemplateRequest, options?: CallOptions): Promise<Template>;

  /**
   * Get a template
   *
   * `GET /templates/{template_id}`, scope `templates:read`
   *
   * Answers with one template and its content.
   */
  get(params: GetTemplateParams, options?: CallOptions): Promise<Template>;

  /**
   * Update a template
   *
   * `PATCH /templates/{template_id}`, scope `templates:write`
   *
   * Changes the name, the content, the follow-up rules or several of these; `follow_ups` takes the place of all
   * rules. Messages that were made from the template before keep what they had, and campaigns that run keep
   * what they were launched with. The channel cannot be changed.
   */
  update(params: UpdateTemplateParams, options?: ConditionalCallOptions): Promise<Template>;

  /**
   * Delete a template
   *
   * `DELETE /templates/{template_id}`, scope `templates:write`
   *
   * Takes the template away and frees its name. While a campaign that is a draft, scheduled, running or in
   * error uses it, be it by the follow-up rules that it was launched with, or a follow-up rule of another
   * template does, the answer is 409. Messages that were made from it stay as they are.
   */
  delete(params: DeleteTemplateParams, options?: ConditionalCallOptions): Promise<void>;
}

/** People with their numbers, and what templates read of them. */
export interface ContactsResource {
  /**
   * List contacts
   *
   * `GET /contacts`, scope `contacts:read`
   *
   * Answers with the contacts of the account, newest first.
   */
  list(params?: ListContactsParams, options?: CallOptions): PagedList<ContactPage>;

  /**
   * Create or update a contact
   *
   * `POST /contacts`, scope `contacts:write`
   *
   * Looks for the contact by its number, in E.164, and changes it if it is there; else creates it. Fields that
   * are left out stay as they are; `attributes` takes the place of all that were there. A contact that had been
   * deleted comes back with its old id, with nothing but what this request says.
   */
  upsert(params: UpsertContactRequest, options?: CallOptions): Promise<Contact>;

  /**
   * Get the variables of contacts
   *
   * `GET /contacts/variables`, scope `contacts:read`
   *
   * Returns the variables that contacts give to placeholders, and how many contacts have each. With `list_id`
   * only the contacts of that list count. `name` counts contacts with a name of their own or an attribute in
   * any spelling of `name`, and `phone` counts all contacts.
   *
   * Up to 10,000 contacts are all examined, unless their attributes are very long. Of more, the service
   * examines a sample of at most 10,000, spread over the times at which the contacts were created. `is_sample`
   * says so, and the counts are those of the sample.
   */
  getVariables(params?: GetContactVariablesParams, options?: CallOptions): Promise<ContactVariables>;

  /**
   * Get a contact
   *
   * `GET /contacts/{contact_id}`, scope `contacts:read`
   *
   * Answers with one contact and the lists that it is in.
   */
  get(params: GetContactParams, options?: CallOptions): Promise<Contact>;

  /**
   * Update a contact
   *
   * `PATCH /contacts/{contact_id}`, scope `contacts:write`
   *
   * Changes the number, the name or the attributes. `attributes` takes the place of all that were there; `{}`
   * clears them. A number that another contact has is answered with 409; one that only a deleted contact had is
   * free.
   */
  update(params: UpdateContactParams, options?: CallOptions): Promise<Contact>;

  /**
   * Delete a contact
   *
   * `DELETE /contacts/{contact_id}`, scope `contacts:write`
   *
   * Takes the contact away and out of every list, blacklists too, and erases its name and attributes. What was
   * exchanged with its number stays as a record of when, how and with what outcome, but loses its words within
   * minutes: the content of messages, and what came in. A message that is still on its way loses them once it
   * has ended, and its follow-ups do not go out. Creating a contact with the same number again brings it back
   * under its old id.
   */
  delete(params: DeleteContactParams, options?: CallOptions): Promise<void>;
}

/** Contacts to send to together, and blacklists of contacts to send nothing to. */
export interface ContactListsResource {
  /**
   * List contact lists
   *
   * `GET /contact-lists`, scope `contacts:read`
   *
   * Answers with the contact lists of the account, newest first.
   */
  list(params?: ListContactListsParams, options?: CallOptions): PagedList<ContactListPage>;

  /**
   * Create a contact list
   *
   * `POST /contact-lists`, scope `contacts:write`
   *
   * Creates an empty list under a name that no other list of the account has. A `default` list is one to send
   * to; a `blacklist` suppresses its contacts on its `channels`. Channels on a `default` list are answered with
   * 422. The type cannot be changed later.
   */
  create(params: CreateContactListRequest, options?: CallOptions): Promise<ContactList>;

  /**
   * Get a contact list
   *
   * `GET /contact-lists/{list_id}`, scope `contacts:read`
   *
   * Answers with one list and the number of its contacts.
   */
  get(params: GetContactListParams, options?: CallOptions): Promise<ContactList>;

  /**
   * Update a contact list
   *
   * `PATCH /contact-lists/{list_id}`, scope `contacts:write`
   *
   * Changes the name, the channels or both, or nothing if either cannot be. Channels that are left out stay;
   * `[]` clears them, and a blacklist without channels suppresses nothing. The provisioned list keeps its name,
   * but its channels can be changed. The type is fixed.
   */
  update(params: UpdateContactListParams, options?: ConditionalCallOptions): Promise<ContactList>;

  /**
   * Delete a contact list
   *
   * `DELETE /contact-lists/{list_id}`, scope `contacts:write`
   *
   * Takes the list away and frees its name. Its contacts stay, without this list in their `list_ids`; a
   * blacklist no longer suppresses. An import that still runs on it ends as `failed`. The provisioned list
   * cannot be deleted.
   */
  delete(params: DeleteContactListParams, options?: ConditionalCallOptions): Promise<void>;

  /**
   * List the contacts of a list
   *
   * `GET /contact-lists/{list_id}/contacts`, scope `contacts:read`
   *
   * Answers with the contacts that are in the list, in full, those that were created last first.
   */
  listMembers(params: ListMembersParams, options?: CallOptions): PagedList<ContactPage>;

  /**
   * Create or update a contact and add it to a list
   *
   * `POST /contact-lists/{list_id}/contacts`, scope `contacts:write`
   *
   * Does what creating or changing a contact by its number does, and puts the contact into the list. If it is
   * there already, it stays there once.
   */
  upsertMember(params: UpsertMemberParams, options?: CallOptions): Promise<Contact>;

  /**
   * Add a contact to a list
   *
   * `PUT /contact-lists/{list_id}/contacts/{contact_id}`, scope `contacts:write`
   *
   * Puts a contact that exists into the list and changes nothing of the contact itself. If it is there already,
   * it stays there once. There is no body.
   */
  addMember(params: AddMemberParams, options?: CallOptions): Promise<void>;

  /**
   * Remove a contact from a list
   *
   * `DELETE /contact-lists/{list_id}/contacts/{contact_id}`, scope `contacts:write`
   *
   * Takes the contact out of this list; it stays in others, and in the account. A contact that is not in the
   * list is answered with 404.
   */
  removeMember(params: RemoveMemberParams, options?: CallOptions): Promise<void>;
}

/** Tables of contacts, read into a list. */
export interface ImportsResource {
  /**
   * List the imports of a list
   *
   * `GET /contact-lists/{list_id}/imports`, scope `contacts:read`
   *
   * Answers with the imports into one list, newest first.
   */
  list(params: ListImportsParams, options?: CallOptions): PagedList<ImportPage>;

  /**
   * Import contacts from a file
   *
   * `POST /contact-lists/{list_id}/imports`, scope `contacts:write`
   *
   * Starts to read a `csv` file of contacts into the list, and answers at once; read the import to see how far
   * it is. The file must have been announced with the usage `contact_import`, uploaded and confirmed. One
   * import at a time runs on a list. The file and the rejected rows are removed 30 days after the import has
   * ended, or when the operator of the service has set; the file can be deleted sooner.
   *
   * Each row does what creating or changing a contact by its number does, and puts the contact into the list. A
   * row that cannot be taken is rejected for itself and stops nothing. When a number comes twice, both rows are
   * applied in the order of the file.
   *
   * The file:
   *
   * - It is UTF-8, with or without a byte order mark, or Windows-1252.
   * - Commas, semicolons or tabs separate cells; the first row shows which.
   * - Cells may be in double quotes; a quote inside is doubled. Empty lines are passed over.
   * - The first row names the columns; spaces around a name do not count.
   * - One column is `phone` or `telefone`, one may be `name` or `nome`, all in any case.
   * - Where no column is `phone` or `telefone`, the one column that says so in other words is the number: `celular`, `whatsapp`, `fone`, `tel`, `número`, `número de telefone`, `telefone celular`, `mobile`, `cell`, `number`, `phone number` and the like. Case, accents and punctuation do not count.
   * - Where no column is `name` or `nome`, the same holds for `nome completo`, `nome do cliente`, `full name` and `customer name`; and for `cliente`, `contato`, `customer`, `contact`, `fullname` and `nome_completo`, but only in a file whose number is not headed `phone` or `telefone`.
   * - Every other column is an attribute, at most 100 of them. A heading that can be the name of an attribute is that name, in its own spelling. From any other heading the name is made: accents are dropped, letters become lower case, each run of characters other than `a` to `z` and `0` to `9` becomes `_`, `_` at either end is dropped, and 64 characters are kept; where nothing is left, the name is `column_` and the column's number. A name that is taken, or that is a spelling of `name` or `phone`, gets `_2`, `_3` and so on. `Data de Nascimento` becomes `data_de_nascimento`.
   * - `columns` of the request says otherwise for the columns that it names. The import shows in its `columns` what each was used for.
   * - A column without a name is passed over as long as it is empty; a row with something in it is rejected.
   * - An empty name keeps the contact's name, and an empty attribute is none.
   * - A number in spreadsheet notation, such as `5.5E+12`, has lost its digits and is rejected.
   *
   * If there are columns of attributes, they take the place of all attributes that a contact had; without any,
   * it keeps what it has. A first row that names no numbers, or names two columns alike, fails the whole import
   * with `file_unreadable`; so do a heading in `columns` that the file does not have, and an Excel workbook.
   */
  create(params: CreateImportParams, options?: CallOptions): Promise<Import>;

  /**
   * Get an import
   *
   * `GET /contact-lists/{list_id}/imports/{import_id}`, scope `contacts:read`
   *
   * Answers with one import, and how far it has come.
   */
  get(params: GetImportParams, options?: CallOptions): Promise<Import>;

  /**
   * Cancel an import
   *
   * `POST /contact-lists/{list_id}/imports/{import_id}/cancel`, scope `contacts:write`
   *
   * Ends an import that is waiting or running. Rows that were taken before stay as they are. Canceling twice
   * does no harm; an import that has completed or failed is answered with 409.
   */
  cancel(params: CancelImportParams, options?: CallOptions): Promise<Import>;

  /**
   * Request the rejected rows of an import
   *
   * `GET /contact-lists/{list_id}/imports/{import_id}/errors`, scope `contacts:read`
   *
   * Answers with a URL of a CSV with the rows that were rejected so far. It can be asked for at any time, also
   * while the import still runs; ask again to see what came later. The URL works for a short time.
   *
   * The table is UTF-8 with commas. Its columns are `line`, the line of the file in which the row begins (the
   * file's first is 1); `reason`, in words; and then the row's own cells under the names that the file gave
   * them. As long as nothing was rejected, it has the row of names alone.
   *
   * Corrected rows can be imported again. Apostrophes keep spreadsheets from running cells as formulas, as in
   * the export of messages: attributes keep these apostrophes in an import, and phone numbers lose them.
   */
  getErrors(params: GetImportErrorsParams, options?: CallOptions): Promise<ImportErrorsUrl>;
}

/** Sending, previewing and following messages. */
export interface MessagesResource {
  /**
   * List messages
   *
   * `GET /messages`, scope `messages:read`
   *
   * Answers with the messages of the account, newest first, however old they are. `status_history` is empty
   * here; read a message by its id to see its steps.
   */
  list(params?: ListMessagesParams, options?: CallOptions): PagedList<MessagePage>;

  /**
   * Send messages
   *
   * `POST /messages`, scope `messages:send`
   *
   * Creates one message for each recipient, from a template or from content in the request, and queues those
   * that can be sent. The answer means that they are queued, not that they have arrived: follow them by the
   * `message_update` event or by reading them. A recipient who is suppressed on the channel gets a message with
   * status `blocked`, which is neither sent nor charged. One number that is not a valid phone number makes the
   * whole request fail with 422, and nothing is created.
   *
   * Send an `Idempotency-Key` so that the request can be repeated without sending twice.
   */
  send(params: SendMessagesRequest, options?: KeyedCallOptions): Promise<SendMessagesResponse>;

  /**
   * Preview messages
   *
   * `POST /messages/preview`, scope `messages:send`
   *
   * Takes the body of a send and answers with what each recipient would get, in how many segments and at what
   * price. Nothing is created, sent or charged.
   */
  preview(params: SendMessagesRequest, options?: CallOptions): Promise<PreviewMessagesResponse>;

  /**
   * Export messages
   *
   * `GET /messages/export`, scope `messages:read`
   *
   * Answers with a URL of a CSV with all messages that pass the filters, newest first, however many there are:
   * those that had been created when the URL was asked for, as they stand when it is read. The URL works for 15
   * minutes, and needs no key; a download that has begun goes on.
   *
   * The table is UTF-8 with a byte order mark, commas and CRLF. Its columns are `id`, `created_at`,
   * `updated_at`, `channel`, `status`, `to`, `sender`, `text`, `content_type`, `segments`, `price`,
   * `error_code`, `error_message`, `carrier_code`, `campaign_id`, `template_id`, `contact_id`,
   * `parent_message_id`, `client_reference`, `carrier`, `carrier_reference` and `sender_id`: the fields of a
   * message by their names. `text` is what its reader sees: the text, or titles and descriptions of cards, each
   * on a line. What has no value is empty. `price` is in millionths of a real. Later versions may add columns
   * behind these.
   *
   * A spreadsheet must not run any cell as a formula, whether it splits the table at commas, semicolons or
   * tabs. An apostrophe is therefore inserted at the start of a cell, and after each `,`, `;`, tab or line
   * break within it, where `=`, `+`, `-`, `@` or one of these characters in full width follows; spaces and
   * quotation marks may stand in between. A cell that begins with a tab or a line break gets an apostrophe too.
   * A cell that is a number with a sign, such as a phone number with its `+`, stays as it is. To restore a
   * value, remove these apostrophes.
   *
   * Of one account a few exports are read at a time; until one of them ends, the URL of one more answers 429.
   */
  export(params?: ExportMessagesParams, options?: CallOptions): Promise<MessageExportUrl>;

  /**
   * Get a message
   *
   * `GET /messages/{message_id}`, scope `messages:read`
   *
   * Answers with one message and all its steps.
   */
  get(params: GetMessageParams, options?: CallOptions): Promise<Message>;
}

/** What people send back, and what they do with RCS messages. */
export interface InboundResource {
  /**
   * List inbound messages
   *
   * `GET /inbound-messages`, scope `messages:read`
   *
   * Answers with what people sent to the senders of the account, newest first, however old it is. A tapped
   * reply suggestion is here too. The webhook event `inbound_message` reports each of them as it arrives.
   */
  listMessages(params?: ListInboundMessagesParams, options?: CallOptions): PagedList<InboundMessagePage>;

  /**
   * Get an inbound message
   *
   * `GET /inbound-messages/{inbound_message_id}`, scope `messages:read`
   *
   * Answers with one inbound message and its content.
   */
  getMessage(params: GetInboundMessageParams, options?: CallOptions): Promise<InboundMessage>;

  /**
   * List inbound RCS events
   *
   * `GET /inbound-rcs-events`, scope `messages:read`
   *
   * Answers with what people did in RCS conversations besides writing, newest first, however old it is. A
   * tapped reply suggestion is an inbound message instead. No webhook event tells of these: ask for them.
   */
  listRcsEvents(params?: ListInboundRcsEventsParams, options?: CallOptions): PagedList<InboundRcsEventPage>;

  /**
   * Get an inbound RCS event
   *
   * `GET /inbound-rcs-events/{inbound_rcs_event_id}`, scope `messages:read`
   *
   * Answers with one inbound RCS event.
   */
  getRcsEvent(params: GetInboundRcsEventParams, options?: CallOptions): Promise<InboundRcsEvent>;
}

/** One template for every contact of a list, launched at once or by a schedule. */
export interface CampaignsResource {
  /**
   * List campaigns
   *
   * `GET /campaigns`, scope `campaigns:read`
   *
   * Answers with the campaigns of the account, newest first. `created_from` after `created_to` is 400.
   */
  list(params?: ListCampaignsParams, options?: CallOptions): PagedList<CampaignPage>;

  /**
   * Create a campaign
   *
   * `POST /campaigns`, scope `campaigns:write`
   *
   * Prepares to send one template to one contact list, under a name that no other campaign of the account has.
   * It begins as a `draft`: no message is made before it is launched. The channel is the template's. A template
   * or list that is absent is 404; a list of type `blacklist` is 422. Messages go out from the sender that
   * `sender_id` names, or else from the default sender that the channel has when they are created. A sender
   * that the account does not have, or that belongs to another channel than the template, is 422.
   */
  create(params: CreateCampaignRequest, options?: CallOptions): Promise<Campaign>;

  /**
   * Get a campaign
   *
   * `GET /campaigns/{campaign_id}`, scope `campaigns:read`
   *
   * Answers with one campaign and how far it has come.
   */
  get(params: GetCampaignParams, options?: CallOptions): Promise<Campaign>;

  /**
   * Rename a campaign
   *
   * `PATCH /campaigns/{campaign_id}`, scope `campaigns:write`
   *
   * Changes the name, whatever the status. Template, list and channel are fixed.
   */
  update(params: UpdateCampaignParams, options?: ConditionalCallOptions): Promise<Campaign>;

  /**
   * Delete a campaign
   *
   * `DELETE /campaigns/{campaign_id}`, scope `campaigns:write`
   *
   * Takes away a `draft` or `scheduled` campaign, together with its schedule, and frees its name. In any other
   * status the answer is 409. Messages that an earlier run made are kept.
   */
  delete(params: DeleteCampaignParams, options?: ConditionalCallOptions): Promise<void>;

  /**
   * Launch a campaign
   *
   * `POST /campaigns/{campaign_id}/launch`, scope `campaigns:launch`
   *
   * Starts a campaign in `draft` or `error` and answers before anything is sent. The contacts that are on the
   * list at this instant get one message each; who joins the list later gets none. The template's content and
   * follow-up rules are taken as they are now: a template that is changed later changes nothing in this run. A
   * list without contacts completes the campaign at once. After an `error` the run goes on: contacts who are on
   * the list by now are taken up, nobody gets a second message, and messages that still wait are sent. While an
   * import runs on the list, in any other status, or when the list has been deleted or the campaign's own
   * sender removed, the answer is 409. Where the carrier of the sender has no way to send what the template
   * holds, such as a horizontal card where there are vertical ones only, it is 422 and names that part.
   */
  launch(params: LaunchCampaignParams, options?: ConditionalCallOptions): Promise<void>;

  /**
   * Stop a campaign
   *
   * `POST /campaigns/{campaign_id}/stop`, scope `campaigns:launch`
   *
   * Ends a run early. Within seconds nothing more of it goes to carriers, and the campaign is in `error` with
   * the code `stopped`. What was handed over already is followed to its end. Launch it again to go on. A
   * campaign that is not `running` is 409.
   */
  stop(params: StopCampaignParams, options?: ConditionalCallOptions): Promise<void>;

  /**
   * Schedule a campaign
   *
   * `PUT /campaigns/{campaign_id}/schedule`, scope `campaigns:launch`
   *
   * Sets the instant at which the campaign launches by itself; for one that is `scheduled` already it replaces
   * the instant. An instant that is not in the future is 422, as is a template that the carrier of the sender
   * has no way to send. A status other than `draft`, `error` and `scheduled` is 409. When the instant comes
   * while an import runs on the list, the launch waits for its end, though not for ever. When the list or the
   * campaign's own sender is gone by then, the campaign becomes `error`.
   */
  schedule(params: ScheduleCampaignParams, options?: ConditionalCallOptions): Promise<Campaign>;

  /**
   * Cancel a schedule
   *
   * `DELETE /campaigns/{campaign_id}/schedule`, scope `campaigns:write`
   *
   * Puts a `scheduled` campaign back to `draft` and clears `scheduled_at`; it will not launch by itself. In any
   * other status the answer is 409.
   */
  cancelSchedule(params: CancelScheduleParams, options?: ConditionalCallOptions): Promise<void>;
}

/** Messages counted by status, with their price. */
export interface UsageResource {
  /**
   * Get usage
   *
   * `GET /usage`, scope `messages:read`
   *
   * Counts the messages of the account by their present status, and adds up what they cost, in one row for each
   * day, channel, campaign, template or hour. Messages count on the day and in the hour of UTC in which they
   * were created. Without `from` and `to` all of them count. Rows come in the order of their key, null first; a
   * key without messages has no row. At most 10000 rows are answered, the first ones: choose a shorter time to
   * see the others.
   *
   * By hour at most 168 hours are summed, the first and the last among them: without `to` up to the present
   * one, without `from` as many as that. A longer time is refused with 400, which names `from`.
   */
  get(params?: GetUsageParams, options?: CallOptions): Promise<UsageReport>;
}

/** Endpoints of yours that hear of changes of messages, of what persons send, and of campaigns. */
export interface WebhooksResource {
  /**
   * List deliveries of a message's events
   *
   * `GET /messages/{message_id}/webhook-deliveries`, scope `webhooks:read`
   *
   * Answers with the requests that carried the `message_update` events of one message, to whichever endpoint,
   * newest first. A delivery is told here from its first attempt on, and until it is 30 days old or its
   * endpoint is deleted.
   */
  listDeliveriesOfMessage(
    params: ListWebhookDeliveriesOfMessageParams,
    options?: CallOptions,
  ): PagedList<WebhookDeliveryPage>;

  /**
   * List endpoints
   *
   * `GET /webhooks`, scope `webhooks:read`
   *
   * Answers with the endpoints of the account, newest first, without their secrets.
   */
  list(params?: ListWebhooksParams, options?: CallOptions): PagedList<WebhookPage>;

  /**
   * Create an endpoint
   *
   * `POST /webhooks`, scope `webhooks:write`
   *
   * Registers a URL that events of the chosen types are posted to from now on. The answer carries the signing
   * secret, which is not shown again. An account has ten endpoints at most; one more is answered with 409.
   */
  create(params: CreateWebhookRequest, options?: CallOptions): Promise<WebhookWithSecret>;

  /**
   * Get an endpoint
   *
   * `GET /webhooks/{webhook_id}`, scope `webhooks:read`
   *
   * Answers with one endpoint, without its secret.
   */
  get(params: GetWebhookParams, options?: CallOptions): Promise<Webhook>;

  /**
   * Update an endpoint
   *
   * `PATCH /webhooks/{webhook_id}`, scope `webhooks:write`
   *
   * Changes the URL, the description or the types of events, or switches deliveries off and on. Enabling an
   * endpoint clears `disabled_reason`. `event_types` takes the place of the types so far; events that already
   * wait are still delivered. Events that come about while it is disabled are not kept for it; deliveries that
   * were waiting before are, for 30 days.
   */
  update(params: UpdateWebhookParams, options?: ConditionalCallOptions): Promise<Webhook>;

  /**
   * Delete an endpoint
   *
   * `DELETE /webhooks/{webhook_id}`, scope `webhooks:write`
   *
   * Stops deliveries to the endpoint, waiting ones included, and removes it. No request is begun after that.
   */
  delete(params: DeleteWebhookParams, options?: ConditionalCallOptions): Promise<void>;

  /**
   * Rotate the signing secret
   *
   * `POST /webhooks/{webhook_id}/rotate-secret`, scope `webhooks:write`
   *
   * Makes a new secret and shows it this once. For 24 hours requests are signed with the old secret as well, so
   * that a receiver can be changed over without losing events.
   */
  rotateSecret(params: RotateWebhookSecretParams, options?: CallOptions): Promise<WebhookWithSecret>;

  /**
   * Send a test event
   *
   * `POST /webhooks/{webhook_id}/test`, scope `webhooks:write`
   *
   * Queues one event with made-up data and `test: true` for this endpoint alone, of the type that the body
   * names, else of the first type in the endpoint's `event_types`. Look at its deliveries to see what came of
   * it. A disabled endpoint is answered with 409.
   */
  test(params: TestWebhookParams, options?: CallOptions): Promise<WebhookDelivery>;

  /**
   * List deliveries to an endpoint
   *
   * `GET /webhooks/{webhook_id}/deliveries`, scope `webhooks:read`
   *
   * Answers with the deliveries to one endpoint and their attempts, newest first.
   */
  listDeliveries(params: ListWebhookDeliveriesParams, options?: CallOptions): PagedList<WebhookDeliveryPage>;

  /**
   * Get a delivery
   *
   * `GET /webhooks/{webhook_id}/deliveries/{delivery_id}`, scope `webhooks:read`
   *
   * Answers with one delivery to an endpoint and with what its requests carry, to see what an endpoint was told
   * and to check a signature.
   */
  getDelivery(params: GetWebhookDeliveryParams, options?: CallOptions): Promise<WebhookDeliveryWithPayload>;

  /**
   * Retry a delivery
   *
   * `POST /webhooks/{webhook_id}/deliveries/{delivery_id}/retry`, scope `webhooks:write`
   *
   * Sends the same events again, under the same ids, whatever the delivery's status; one that is still waiting
   * is brought forward. It gets five new attempts. A disabled endpoint is answered with 409.
   */
  retryDelivery(params: RetryWebhookDeliveryParams, options?: CallOptions): Promise<WebhookDelivery>;
}

/** The keys of the account and what each may do. */
export interface ApiKeysResource {
  /**
   * List API keys
   *
   * `GET /api-keys`, scope `keys:read`
   *
   * Answers with the keys of the account, newest first, revoked ones included, without their secrets.
   */
  list(params?: ListApiKeysParams, options?: CallOptions): PagedList<ApiKeyPage>;

  /**
   * Create an API key
   *
   * `POST /api-keys`, scope `keys:write`
   *
   * Makes a key and shows it this once. A key cannot hand out what it lacks itself: a scope that it does not
   * have, or, where it expires, a life longer than its own, be it by leaving `expires_at` out. Either is
   * answered with 403.
   */
  create(params: CreateApiKeyRequest, options?: CallOptions): Promise<ApiKeyWithSecret>;

  /**
   * Revoke an API key
   *
   * `DELETE /api-keys/{key_id}`, scope `keys:write`
   *
   * From now on requests with this key are answered with 401. It stays in the list, with the time of its end;
   * revoking it again changes nothing. A key may revoke itself, and others that have no scope that it lacks;
   * for the rest the answer is 403.
   */
  revoke(params: RevokeApiKeyParams, options?: CallOptions): Promise<void>;
}

/** The addresses that messages are sent from. */
export interface SendersResource {
  /**
   * List senders
   *
   * `GET /senders`, scope `senders:read`
   *
   * Answers with the addresses that the account can send from, newest first. The operator of the installation
   * adds and removes them.
   */
  list(params?: ListSendersParams, options?: CallOptions): PagedList<SenderPage>;
}

/** The service's operations by resource. Failures are thrown. */
export interface Resources {
  /** Media for templates and tables of contacts, uploaded straight to the storage. */
  files: FilesResource;
  /** Content for one channel, saved under a name, with placeholders. */
  templates: TemplatesResource;
  /** People with their numbers, and what templates read of them. */
  contacts: ContactsResource;
  /** Contacts to send to together, and blacklists of contacts to send nothing to. */
  contactLists: ContactListsResource;
  /** Tables of contacts, read into a list. */
  imports: ImportsResource;
  /** Sending, previewing and following messages. */
  messages: MessagesResource;
  /** What people send back, and what they do with RCS messages. */
  inbound: InboundResource;
  /** One template for every contact of a list, launched at once or by a schedule. */
  campaigns: CampaignsResource;
  /** Messages counted by status, with their price. */
  usage: UsageResource;
  /** Endpoints of yours that hear of changes of messages, of what persons send, and of campaigns. */
  webhooks: WebhooksResource;
  /** The keys of the account and what each may do. */
  apiKeys: ApiKeysResource;
  /** The addresses that messages are sent from. */
  senders: SendersResource;
}

/** The operation behind each method of each resource. */
export const resources = {
  files: {
    getConstraints: "getFileConstraints",
    createUploadUrl: "createUploadUrl",
    list: "listFiles",
    get: "getFile",
    delete: "deleteFile",
    confirm: "confirmFile",
    getDownloadUrl: "getFileDownloadUrl",
  },
  templates: {
    list: "listTemplates",
    create: "createTemplate",
    get: "getTemplate",
    update: "updateTemplate",
    delete: "deleteTemplate",
  },
  contacts: {
    list: "listContacts",
    upsert: "upsertContact",
    getVariables: "getContactVariables",
    get: "getContact",
    update: "updateContact",
    delete: "deleteContact",
  },
  contactLists: {
    list: "listContactLists",
    create: "createContactList",
    get: "getContactList",
    update: "updateContactList",
    delete: "deleteContactList",
    listMembers: "listMembers",
    upsertMember: "upsertMember",
    addMember: "addMember",
    removeMember: "removeMember",
  },
  imports: {
    list: "listImports",
    create: "createImport",
    get: "getImport",
    cancel: "cancelImport",
    getErrors: "getImportErrors",
  },
  messages: {
    list: "listMessages",
    send: "sendMessages",
    preview: "previewMessages",
    export: "exportMessages",
    get: "getMessage",
  },
  inbound: {
    listMessages: "listInboundMessages",
    getMessage: "getInboundMessage",
    listRcsEvents: "listInboundRcsEvents",
    getRcsEvent: "getInboundRcsEvent",
  },
  campaigns: {
    list: "listCampaigns",
    create: "createCampaign",
    get: "getCampaign",
    update: "updateCampaign",
    delete: "deleteCampaign",
    launch: "launchCampaign",
    stop: "stopCampaign",
    schedule: "scheduleCampaign",
    cancelSchedule: "cancelSchedule",
  },
  usage: { get: "getUsage" },
  webhooks: {
    listDeliveriesOfMessage: "listWebhookDeliveriesOfMessage",
    list: "listWebhooks",
    create: "createWebhook",
    get: "getWebhook",
    update: "updateWebhook",
    delete: "deleteWebhook",
    rotateSecret: "rotateWebhookSecret",
    test: "testWebhook",
    listDeliveries: "listWebhookDeliveries",
    getDelivery: "getWebhookDelivery",
    retryDelivery: "retryWebhookDelivery",
  },
  apiKeys: { list: "listApiKeys", create: "createApiKey", revoke: "revokeApiKey" },
  senders: { list: "listSenders" },
} as const satisfies {
  readonly [Name in keyof Resources]: Readonly<Record<keyof Resources[Name], OperationId>>;
};
