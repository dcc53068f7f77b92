// Generated from openapi/ by `npm run generate`. Edits are lost.

import type {
  CallOptions,
  ConditionalCallOptions,
  KeyedCallOptions,
  OperationId,
  PagedList,
} from "./operations";
import type {
  Account,
  AddMemberParams,
  ApiKeyPage,
  ApiKeyWithSecret,
  Campaign,
  CampaignPage,
  CancelImportParams,
  CancelMessageBatchParams,
  CancelMessageParams,
  CancelScheduleParams,
  CanceledBatch,
  CannedResponse,
  CannedResponsePage,
  ConfirmFileParams,
  Consent,
  ConsentPage,
  Contact,
  ContactList,
  ContactListPage,
  ContactPage,
  ContactVariables,
  Conversation,
  ConversationPage,
  CreateApiKeyRequest,
  CreateCampaignRequest,
  CreateCannedResponseRequest,
  CreateConsentRequest,
  CreateContactListRequest,
  CreateImportParams,
  CreatePrivacyRequest,
  CreateTemplateRequest,
  CreateUploadUrlRequest,
  CreateWebhookRequest,
  DeleteCampaignParams,
  DeleteCannedResponseParams,
  DeleteContactListParams,
  DeleteContactParams,
  DeleteFileParams,
  DeleteSendingRuleParams,
  DeleteTemplateParams,
  DeleteWebhookParams,
  DownloadUrl,
  ExportMessagesParams,
  FileConstraints,
  FilePage,
  GetCampaignParams,
  GetCannedResponseParams,
  GetConsentParams,
  GetContactListParams,
  GetContactParams,
  GetContactVariablesParams,
  GetConversationParams,
  GetFileDownloadUrlParams,
  GetFileParams,
  GetImportErrorsParams,
  GetImportParams,
  GetInboundMessageParams,
  GetInboundRcsEventParams,
  GetMessageParams,
  GetPrivacyRequestParams,
  GetSendingRuleParams,
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
  ListCannedResponsesParams,
  ListConsentsParams,
  ListContactConsentsParams,
  ListContactListsParams,
  ListContactsParams,
  ListConversationsParams,
  ListFilesParams,
  ListImportsParams,
  ListInboundMessagesParams,
  ListInboundRcsEventsParams,
  ListMembersParams,
  ListMessagesParams,
  ListPrivacyRequestsParams,
  ListSendersParams,
  ListTemplatesParams,
  ListWebhookDeliveriesOfMessageParams,
  ListWebhookDeliveriesParams,
  ListWebhooksParams,
  Message,
  MessageExportUrl,
  MessagePage,
  OptOutWords,
  PreviewMessagesResponse,
  PrivacyRequest,
  PrivacyRequestPage,
  RemoveMemberParams,
  ReplayWebhookParams,
  RetryWebhookDeliveryParams,
  RevokeApiKeyParams,
  RotateWebhookSecretParams,
  ScheduleCampaignParams,
  SendMessagesRequest,
  SendMessagesResponse,
  SenderPage,
  SendingRule,
  SendingRuleList,
  StopCampaignParams,
  StoredFile,
  Template,
  TemplatePage,
  TestWebhookParams,
  UpdateCampaignParams,
  UpdateCannedResponseParams,
  UpdateContactListParams,
  UpdateContactParams,
  UpdateConversationParams,
  UpdateMessageParams,
  UpdateOptOutWordsRequest,
  UpdateSendingRuleParams,
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
  WebhookReplay,
  WebhookWithSecret,
} from "./types";

/** Media for templates and CSV files of contacts, uploaded directly to the storage. */
export interface FilesResource {
  /**
   * Get file constraints
   *
   * `GET /files/constraints`, scope `files:read`
   *
   * Returns the content types and the maximum size for each kind of file, and the kinds that each usage
   * accepts. Read them at run time instead of copying the numbers into a client.
   */
  getConstraints(params?: Record<never, never>, options?: CallOptions): Promise<FileConstraints>;

  /**
   * Create an upload URL
   *
   * `POST /files/upload-url`, scope `files:write`
   *
   * Creates a `pending` file and returns a URL that accepts its bytes for 15 minutes. PUT the bytes to this URL
   * without an API key, with exactly the `Content-Type` and `Content-Length` of the request, then confirm the
   * file. An expired URL cannot be renewed: create another one, which creates another file.
   *
   * The service removes files that were not confirmed within 24 hours. It removes a CSV file of contacts 30
   * days after its last import, or after its upload if it was never imported, unless the operator has set
   * another time.
   */
  createUploadUrl(params: CreateUploadUrlRequest, options?: CallOptions): Promise<UploadUrl>;

  /**
   * List files
   *
   * `GET /files`, scope `files:read`
   *
   * Returns the files of the account, newest first.
   */
  list(params?: ListFilesParams, options?: CallOptions): PagedList<FilePage>;

  /**
   * Get a file
   *
   * `GET /files/{file_id}`, scope `files:read`
   *
   * Returns the metadata of a file, without its bytes.
   */
  get(params: GetFileParams, options?: CallOptions): Promise<StoredFile>;

  /**
   * Delete a file
   *
   * `DELETE /files/{file_id}`, scope `files:write`
   *
   * Deletes a file, its bytes and its URLs; a `pending` file can no longer be uploaded. Returns 409 while a
   * template, a campaign that is not completed, a scheduled message that is `pending`, or an import that has
   * not ended uses the file. Other messages with the file are kept, but their recipients can then load it only
   * from caches.
   */
  delete(params: DeleteFileParams, options?: CallOptions): Promise<void>;

  /**
   * Confirm a file
   *
   * `POST /files/{file_id}/confirm`, scope `files:write`
   *
   * Marks a file as `uploaded` after its bytes have reached the storage, so that templates and imports can use
   * it. Returns 409 while the bytes are missing; the file stays `pending` and can be confirmed later, within 24
   * hours after its upload URL was created. Confirming a file twice has no further effect.
   */
  confirm(params: ConfirmFileParams, options?: CallOptions): Promise<StoredFile>;

  /**
   * Get a file's download URL
   *
   * `GET /files/{file_id}/download-url`, scope `files:read`
   *
   * Returns a URL that serves the file's bytes without an API key. The URL of a media file is stable and never
   * expires, because carriers and handsets fetch media by it. The URL of a `csv` file expires after 15 minutes.
   * Returns 409 while the file is `pending`.
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
   * Returns the templates of the account, by default newest first.
   */
  list(params?: ListTemplatesParams, options?: CallOptions): PagedList<TemplatePage>;

  /**
   * Create a template
   *
   * `POST /templates`, scope `templates:write`
   *
   * Creates a template: content for one channel, under a name that is unique in the account. The service
   * detects the placeholders and lists them in `variables`. Files in the content must be `uploaded` and of a
   * suitable kind, otherwise the response is 422.
   *
   * `follow_ups` sets what to send after an outcome of the template's messages, for example an SMS where an RCS
   * message did not arrive. A template has at most five rules.
   */
  create(params: CreateTemplateRequest, options?: CallOptions): Promise<Template>;

  /**
   * Get a template
   *
   * `GET /templates/{template_id}`, scope `templates:read`
   *
   * Returns a template with its content and follow-up rules.
   */
  get(params: GetTemplateParams, options?: CallOptions): Promise<Template>;

  /**
   * Update a template
   *
   * `PATCH /templates/{template_id}`, scope `templates:write`
   *
   * Changes the name, the purpose, the content, the validity or the follow-up rules; `follow_ups` replaces all
   * rules. The channel cannot be changed. Messages that were already created keep their purpose, content,
   * validity and rules, and a running campaign keeps those of its launch.
   */
  update(params: UpdateTemplateParams, options?: ConditionalCallOptions): Promise<Template>;

  /**
   * Delete a template
   *
   * `DELETE /templates/{template_id}`, scope `templates:write`
   *
   * Deletes a template and frees its name. Returns 409 while a follow-up rule of another template sends it, or
   * a campaign uses it that is a draft, scheduled, running or in error, directly or by the follow-up rules of
   * its launch. Messages that were created from the template are kept. A follow-up that waits to send the
   * template is not sent.
   */
  delete(params: DeleteTemplateParams, options?: ConditionalCallOptions): Promise<void>;
}

/** People with a phone number, and the attributes that templates read. */
export interface ContactsResource {
  /**
   * List contacts
   *
   * `GET /contacts`, scope `contacts:read`
   *
   * Returns the contacts of the account, by default newest first.
   */
  list(params?: ListContactsParams, options?: CallOptions): PagedList<ContactPage>;

  /**
   * Create or update a contact
   *
   * `POST /contacts`, scope `contacts:write`
   *
   * Finds the contact by its number, in E.164, and updates it; creates it if there is none. Omitted fields keep
   * their values; `attributes` replaces all attributes. A deleted contact is restored with only the fields of
   * this request, and with its id, except as `deleteContact` says.
   */
  upsert(params: UpsertContactRequest, options?: CallOptions): Promise<Contact>;

  /**
   * Get contact variables
   *
   * `GET /contacts/variables`, scope `contacts:read`
   *
   * Returns the variables that contacts provide for placeholders, each with the number of contacts that have
   * it. With `list_id`, only the contacts of that list count. `name` counts contacts that have a name or an
   * attribute in any spelling of `name`; `phone` counts all contacts.
   *
   * Up to 10,000 contacts are all examined, unless their attributes are very long. Beyond that, the service
   * examines a sample of at most 10,000 contacts, spread over their creation times. `is_sample` is then true,
   * and the counts are those of the sample.
   */
  getVariables(params?: GetContactVariablesParams, options?: CallOptions): Promise<ContactVariables>;

  /**
   * Get a contact
   *
   * `GET /contacts/{contact_id}`, scope `contacts:read`
   *
   * Returns a contact and its memberships in contact lists.
   */
  get(params: GetContactParams, options?: CallOptions): Promise<Contact>;

  /**
   * Update a contact
   *
   * `PATCH /contacts/{contact_id}`, scope `contacts:write`
   *
   * Changes the number, the name or the attributes. `attributes` replaces all attributes; `{}` clears them.
   * Returns 409 if another contact has the number; the number of a deleted contact is free.
   *
   * A number that opted out stays suppressed when its contact gets another number. While the contact is on the
   * provisioned list, its present number is suppressed too. If the contact got a number after it joined that
   * list, the next change frees the number, unless a revocation of the number itself holds.
   */
  update(params: UpdateContactParams, options?: CallOptions): Promise<Contact>;

  /**
   * Delete a contact
   *
   * `DELETE /contacts/{contact_id}`, scope `contacts:write`
   *
   * Deletes a contact: removes it from every list, blacklists included, and erases its name and attributes.
   * Upserting the same number restores the contact with its id, unless `updateContact` has given the number to
   * another contact since or the number was erased. The upsert then returns a contact with another id.
   *
   * Within minutes the service also erases the content of messages to this number and of inbound messages and
   * events from it. Their times, statuses and prices are kept. A message in flight keeps its content until it
   * is final or its delivery report is overdue, and its follow-ups are not sent. A scheduled message is still
   * sent at its time and keeps its content until then, unless you cancel it or its sending rule requires a
   * consent, because a `granted` ends with the contact.
   */
  delete(params: DeleteContactParams, options?: CallOptions): Promise<void>;
}

/** The ledger of what people agreed to receive, and what they revoked. */
export interface ConsentsResource {
  /**
   * List the consents of a contact
   *
   * `GET /contacts/{contact_id}/consents`, scope `consents:read`
   *
   * Returns the consents of the contact's number, newest first by `created_at`. Records of an earlier contact
   * with the number are among them; their `phone` and `evidence` are null.
   */
  listContactConsents(params: ListContactConsentsParams, options?: CallOptions): PagedList<ConsentPage>;

  /**
   * List consents
   *
   * `GET /consents`, scope `consents:read`
   *
   * Returns the consents of the account, newest first by `created_at`. Consents are kept as proof: their
   * retention has no end. Records of a deleted contact or an erased number have no `phone`, so the filter
   * `phone` does not find them.
   */
  list(params?: ListConsentsParams, options?: CallOptions): PagedList<ConsentPage>;

  /**
   * Record a consent
   *
   * `POST /consents`, scope `consents:write`
   *
   * Records that a person granted or revoked consent. Nothing changes an earlier record: a repeated request
   * adds another one. For each purpose and channel the record with the newest `occurred_at` holds. A revocation
   * that holds suppresses the number: its messages are `blocked` until a later `granted`, whether or not a
   * contact has the number. A revocation by a reply, an RCS event or an addition to the provisioned contact
   * list suppresses only what that list suppresses.
   *
   * A revocation of everything that the provisioned contact list suppresses adds the contact with the number to
   * that list. A grant removes the contact from it; what remains revoked stays blocked. No contact is created.
   * Other blacklists are independent: a grant does not end them.
   *
   * `source` is `console` by default for a session of the console, otherwise `api`. Returns 422 for an
   * `occurred_at` in the future, and for the sources `keyword` and `rcs`, because replies and RCS events record
   * their own consents.
   */
  create(params: CreateConsentRequest, options?: CallOptions): Promise<Consent>;

  /**
   * Get a consent
   *
   * `GET /consents/{consent_id}`, scope `consents:read`
   *
   * Returns a record of the consent ledger.
   */
  get(params: GetConsentParams, options?: CallOptions): Promise<Consent>;
}

/** Groups of contacts to send to, and blacklists of contacts to send nothing to. */
export interface ContactListsResource {
  /**
   * List contact lists
   *
   * `GET /contact-lists`, scope `contacts:read`
   *
   * Returns the contact lists of the account, by default newest first.
   */
  list(params?: ListContactListsParams, options?: CallOptions): PagedList<ContactListPage>;

  /**
   * Create a contact list
   *
   * `POST /contact-lists`, scope `contacts:write`
   *
   * Creates an empty contact list under a name that is unique in the account. A `default` list is one to send
   * to; a `blacklist` suppresses its contacts on its `channels`, for messages of its `purposes`. Channels or
   * purposes on a `default` list return 422. The type cannot be changed later.
   */
  create(params: CreateContactListRequest, options?: CallOptions): Promise<ContactList>;

  /**
   * Get a contact list
   *
   * `GET /contact-lists/{list_id}`, scope `contacts:read`
   *
   * Returns a contact list and the number of its contacts.
   */
  get(params: GetContactListParams, options?: CallOptions): Promise<ContactList>;

  /**
   * Update a contact list
   *
   * `PATCH /contact-lists/{list_id}`, scope `contacts:write`
   *
   * Changes the name, the channels and the purposes, in one step. Omitted fields keep their value; `[]` clears
   * channels or purposes, and a blacklist without channels or without purposes suppresses nothing. The
   * provisioned list keeps its name, but its channels and purposes can be changed. The type cannot be changed.
   */
  update(params: UpdateContactListParams, options?: ConditionalCallOptions): Promise<ContactList>;

  /**
   * Delete a contact list
   *
   * `DELETE /contact-lists/{list_id}`, scope `contacts:write`
   *
   * Deletes a contact list and frees its name. Its contacts are kept, without this list in their `list_ids`. A
   * deleted blacklist no longer suppresses, a running import on the list ends, and campaigns to the list can no
   * longer be launched. The provisioned list cannot be deleted.
   */
  delete(params: DeleteContactListParams, options?: ConditionalCallOptions): Promise<void>;

  /**
   * List members of a list
   *
   * `GET /contact-lists/{list_id}/contacts`, scope `contacts:read`
   *
   * Returns the contacts of a contact list, with all fields. By default, the contact that was created last
   * comes first. Sorted by name, a page of a list with more than 20,000 members that would examine more than
   * 100,000 contacts returns 422 and names `sort`.
   */
  listMembers(params: ListMembersParams, options?: CallOptions): PagedList<ContactPage>;

  /**
   * Create or update a list member
   *
   * `POST /contact-lists/{list_id}/contacts`, scope `contacts:write`
   *
   * Creates or updates a contact by its number, as `upsertContact` does, and adds it to the contact list. A
   * contact that is already on the list stays there once.
   */
  upsertMember(params: UpsertMemberParams, options?: CallOptions): Promise<Contact>;

  /**
   * Add a list member
   *
   * `PUT /contact-lists/{list_id}/contacts/{contact_id}`, scope `contacts:write`
   *
   * Adds an existing contact to a contact list, without changing the contact. Adding a member again has no
   * effect, except on the provisioned list: a number that the member got since it joined is recorded as
   * revoked, unless it already is. The request has no body.
   */
  addMember(params: AddMemberParams, options?: CallOptions): Promise<void>;

  /**
   * Remove a list member
   *
   * `DELETE /contact-lists/{list_id}/contacts/{contact_id}`, scope `contacts:write`
   *
   * Removes a contact from a contact list. The contact stays in the account and on other lists. Returns 404 if
   * the contact is not on the list. On the provisioned list, the removal also ends an opt-out that outlived an
   * earlier contact of the number. It then returns 204 even if the present contact is not on the list.
   */
  removeMember(params: RemoveMemberParams, options?: CallOptions): Promise<void>;
}

/** Bulk loads of contacts from a CSV file into a contact list. */
export interface ImportsResource {
  /**
   * List imports
   *
   * `GET /contact-lists/{list_id}/imports`, scope `contacts:read`
   *
   * Returns the imports into a contact list, newest first.
   */
  list(params: ListImportsParams, options?: CallOptions): PagedList<ImportPage>;

  /**
   * Create an import
   *
   * `POST /contact-lists/{list_id}/imports`, scope `contacts:write`
   *
   * Queues the import of a `csv` file of contacts into the list and returns at once; read the import for its
   * progress. The file must have the usage `contact_import` and be `uploaded`. One import can run on a list at
   * a time. The service removes the file and the rejected rows 30 days after the import has ended, unless the
   * operator has set another time; the file can be deleted earlier.
   *
   * Each row creates or updates a contact by its number, as `upsertContact` does, and adds it to the list. An
   * invalid row is rejected and does not stop the import. If a number occurs in two rows, both are applied in
   * the order of the file.
   *
   * The format of the file:
   *
   * - The encoding is UTF-8, with or without a byte order mark, or Windows-1252. A file with bytes that are not valid UTF-8 is still read as UTF-8 if it has a byte order mark of UTF-8, or at least as many multi-byte characters of UTF-8 as invalid places.
   * - A row with characters that cannot be read is rejected: invalid bytes in a file that is read as UTF-8, or NUL. In the CSV of rejected rows they are U+FFFD, and an import of this CSV rejects rows that still contain U+FFFD.
   * - Cells are separated by commas, semicolons or tabs; the service detects which from the first row.
   * - Cells may be in double quotes; a quote inside is doubled. Empty lines, and rows whose cells are all empty, are ignored. A row has at most 512 KiB.
   * - The first row has the headings of the columns. Spaces around a heading are ignored.
   * - One column has the heading `phone` or `telefone`, and one may have the heading `name` or `nome`, in any case.
   * - Without a column `phone` or `telefone`, the number is in the only column with another heading for it: `celular`, `whatsapp`, `fone`, `tel`, `número`, `número de telefone`, `telefone celular`, `mobile`, `cell`, `number`, `phone number` and the like. Case, accents and punctuation are ignored.
   * - Without a column `name` or `nome`, the same rule applies to `nome completo`, `nome do cliente`, `full name` and `customer name`. It also applies to `cliente`, `contato`, `customer`, `contact`, `fullname` and `nome_completo`, but only if the heading of the number is not `phone` or `telefone`.
   * - If the first two columns are `line` and `reason`, or `linha` and `motivo`, as in a table of rejected rows, they are ignored. Choose each of them in `columns` that is an attribute of your contacts.
   * - Every other column is an attribute, at most 100 of them. A heading that is a valid attribute name is used unchanged. From any other heading the service makes a name: it removes accents, changes letters to lower case, replaces each run of characters other than `a` to `z` and `0` to `9` by `_`, removes `_` at either end, and keeps 64 characters. If nothing is left, the name is `column_` and the number of the column. A name that is taken, or that is a spelling of `name` or `phone`, gets the suffix `_2`, `_3` and so on. `Data de Nascimento` becomes `data_de_nascimento`.
   * - `columns` in the request overrides these rules for the columns that it names. `columns` of the import shows how each column was used.
   * - A column without a heading is ignored if it is empty; a row with a value in it is rejected.
   * - An empty name keeps the contact's name, and an empty attribute is left out.
   * - A number in spreadsheet notation, such as `5.5E+12` or `1198765432.0`, is rejected.
   *
   * If the file has columns of attributes, they replace all attributes of a contact; without such columns, a
   * contact keeps its attributes. The import fails with `file_unreadable` if the first row has no column of
   * numbers, two columns of numbers or of names, the same heading twice, or characters that cannot be read. It
   * also fails if the file lacks a heading that `columns` names, is an Excel workbook, is marked as UTF-16 or
   * UTF-32, or has more than a tenth NUL bytes, as text in UTF-16 does. A quote that opens a cell and is never
   * closed, or a row of more than 512 KiB, fails the import as well, because the next row cannot be found.
   */
  create(params: CreateImportParams, options?: CallOptions): Promise<Import>;

  /**
   * Get an import
   *
   * `GET /contact-lists/{list_id}/imports/{import_id}`, scope `contacts:read`
   *
   * Returns an import and its progress.
   */
  get(params: GetImportParams, options?: CallOptions): Promise<Import>;

  /**
   * Cancel an import
   *
   * `POST /contact-lists/{list_id}/imports/{import_id}/cancel`, scope `contacts:write`
   *
   * Cancels an import that is `pending` or `running`. Rows that were already imported are kept. Canceling an
   * import twice has no further effect. Returns 409 if the import has completed or failed.
   */
  cancel(params: CancelImportParams, options?: CallOptions): Promise<Import>;

  /**
   * Get import errors
   *
   * `GET /contact-lists/{list_id}/imports/{import_id}/errors`, scope `contacts:read`
   *
   * Returns a URL of a CSV file with the rows that the import has rejected so far. It can be requested at any
   * time, also during the import. The URL expires after 15 minutes. Once the service has removed the rejected
   * rows, 30 days after the import ended or at the time that the operator has set, the response is 404.
   *
   * The CSV is in UTF-8, with a byte order mark, commas and CRLF. Its columns are `line`, the line of the file
   * at which the row begins, counted from 1; `reason`, in words; and the cells of the row under the headings of
   * the file. Without rejected rows, it has the headings alone. At most a million rejected rows are stored for
   * an import. Rows whose number is being erased are not stored. If there are rejected rows that are not
   * stored, the last row has an empty `line`, and its `reason` says how many they are. Delete this row before
   * you import corrected rows; otherwise it is rejected, because it has no number.
   *
   * Corrected rows can be imported again in this form, because an import ignores the columns `line` and
   * `reason` at the start of a file. Apostrophes keep spreadsheets from running cells as formulas, as in the
   * export of messages. An import removes such an apostrophe from phone numbers and keeps it in names and
   * attributes.
   */
  getErrors(params: GetImportErrorsParams, options?: CallOptions): Promise<ImportErrorsUrl>;
}

/** Sending, previewing, tracking and exporting messages. */
export interface MessagesResource {
  /**
   * List messages
   *
   * `GET /messages`, scope `messages:read`
   *
   * Returns the messages of the account, newest first. The operator sets after how many days messages are
   * deleted, 400 by default, and can have contents erased earlier. `status_history` is empty in lists; read a
   * single message for its status changes. A list that would examine more than 100,000 messages one by one
   * returns 422. A filter may do so at an `offset` within an hour of more messages. Narrow the list with `from`
   * and `to`, `recipient`, `template_id` or `campaign_id`.
   */
  list(params?: ListMessagesParams, options?: CallOptions): PagedList<MessagePage>;

  /**
   * Send messages
   *
   * `POST /messages`, scope `messages:send`
   *
   * Creates one message for each recipient, from a template or from content in the request, and queues the
   * messages that can be sent. The response means that messages are queued, not that they have arrived:
   * subscribe to the event `message_update` or read the messages to track them. A recipient who is suppressed
   * on the channel and for the purpose gets a message with the status `blocked`, which is neither sent nor
   * charged. So does a recipient to whom the sending rule of the purpose allows no message. If one recipient's
   * number is invalid, the response is 422 and no message is created.
   *
   * `send_at` schedules the messages for an instant, and `send_at_local` for a time at each recipient's place:
   * for Brazilian numbers the area code names the time zone, for numbers of Portugal and Spain that of the
   * mainland applies, except for fixed lines of the Azores and the Canary Islands, and for other numbers that
   * of the country if it has one time at that instant. Otherwise the time zone of the account applies. The time
   * must be in the future and at most 90 days ahead, otherwise the response is 422. Until then the messages are
   * `pending`, and can be rescheduled or canceled. Suppression and the sending rule are checked again when a
   * message is submitted.
   *
   * `tags` labels all messages of the request, and so do the follow-ups of these messages. A preview checks
   * tags and shows none.
   *
   * Send an `Idempotency-Key`, so that the request can be repeated without sending twice.
   */
  send(params: SendMessagesRequest, options?: KeyedCallOptions): Promise<SendMessagesResponse>;

  /**
   * Preview messages
   *
   * `POST /messages/preview`, scope `messages:send`
   *
   * Returns what each recipient of a send would get, in how many segments and at what price. The body is that
   * of `sendMessages`. A preview creates, sends and charges nothing.
   */
  preview(params: SendMessagesRequest, options?: CallOptions): Promise<PreviewMessagesResponse>;

  /**
   * Export messages
   *
   * `GET /messages/export`, scope `messages:read`
   *
   * Returns a URL of a CSV file with all messages that match the filters, newest first, without a limit on
   * their number. The file has the messages that existed at the time of this request, in their state at the
   * time of the download. The URL needs no API key and expires after 15 minutes; a download that has begun
   * continues.
   *
   * The CSV is in UTF-8, with a byte order mark, commas and CRLF. Its columns are `id`, `created_at`,
   * `updated_at`, `channel`, `status`, `to`, `sender`, `text`, `content_type`, `segments`, `price`,
   * `error_code`, `error_message`, `carrier_code`, `campaign_id`, `template_id`, `contact_id`,
   * `parent_message_id`, `client_reference`, `carrier`, `carrier_reference`, `sender_id`, `purpose`,
   * `batch_id`, `not_before`, `tags` and `block_reason`, named after the fields of a message. `tags` has a
   * space between two tags. `text` is the text of the message, or the titles and descriptions of its cards, one
   * on each line. A field without a value is an empty cell. `price` is in millionths of a real. Later versions
   * may add columns at the end.
   *
   * With `dialect=excel_pt` the same columns are separated by semicolons and have headings in Portuguese. The
   * values of `status`, `purpose`, `error_message` and `block_reason` are in Portuguese, too. If the original
   * `error_message` has details, such as the names of variables or the carrier's text, it follows in
   * parentheses. Instants are written as `2026-11-20 12:00:05`, in UTC, and `price` in reais with a decimal
   * comma. Numbers in `to` and `sender` have spaces, as in `+55 11 98765-4321`, because Excel would round them.
   * A `carrier_code`, `client_reference` or `carrier_reference` has an apostrophe in front if Excel would
   * change it to another number, a date or a time: if it has only digits, signs, separators and an exponent,
   * such as `10/2026` or `0012`, except a whole number of up to 11 digits without a leading zero.
   *
   * To keep spreadsheets from running a cell as a formula, the service inserts apostrophes. An apostrophe is
   * inserted at the start of a cell, and after each `,`, `;`, tab or line break in it, if `=`, `+`, `-`, `@` or
   * the full-width form of one of them follows, also after spaces and quotation marks. A cell that begins with
   * a tab or a line break gets an apostrophe too. A cell that is a number with a sign, such as a phone number
   * with its `+`, gets none for this reason. To restore a value, remove these apostrophes.
   *
   * Each API process serves at most two exports of an account at a time. The URL of a third one returns 429
   * with `Retry-After`.
   */
  export(params?: ExportMessagesParams, options?: CallOptions): Promise<MessageExportUrl>;

  /**
   * Get a message
   *
   * `GET /messages/{message_id}`, scope `messages:read`
   *
   * Returns a message with all its status changes.
   */
  get(params: GetMessageParams, options?: CallOptions): Promise<Message>;

  /**
   * Reschedule a message
   *
   * `PATCH /messages/{message_id}`, scope `messages:send`
   *
   * Moves a `pending` message to another time, also one that was not scheduled. `send_at` must be in the future
   * and at most 90 days ahead, otherwise the response is 422. If a sending rule closes this time, the message
   * waits until the next opening, which may be later than 90 days ahead; if the rule blocks instead of waiting,
   * or no window opens again, the response is 422. Returns 409 once the submission of the message has begun,
   * and while a process holds the message to submit it. The other messages of the send keep their time.
   */
  update(params: UpdateMessageParams, options?: CallOptions): Promise<Message>;

  /**
   * Cancel a message
   *
   * `POST /messages/{message_id}/cancel`, scope `messages:send`
   *
   * Cancels a `pending` message. A message that this response shows as `canceled` is never accepted by a
   * carrier and never charged. Canceling a message twice has no further effect. Returns 409 once the submission
   * of the message has begun or is about to begin, and while it waits for a retry.
   */
  cancel(params: CancelMessageParams, options?: CallOptions): Promise<Message>;

  /**
   * Cancel the messages of a send
   *
   * `POST /message-batches/{batch_id}/cancel`, scope `messages:send`
   *
   * Cancels all messages of a send whose submission has not begun, as `cancelMessage` does for one. While
   * messages of the send are about to be submitted, the response can take up to two seconds longer. The service
   * waits for messages that return to the queue, such as messages above their sender's rate limit, and cancels
   * these messages too. Messages that cannot be canceled now stay as they are. Repeat the request while
   * messages are `pending`: it cancels the messages that can be canceled by then, and counts earlier ones too.
   * Returns 404 if the account has no message of this send.
   */
  cancelBatch(params: CancelMessageBatchParams, options?: CallOptions): Promise<CanceledBatch>;
}

/** Replies from people, and their actions on RCS messages. */
export interface InboundResource {
  /**
   * List inbound messages
   *
   * `GET /inbound-messages`, scope `messages:read`
   *
   * Returns the messages that people sent to the senders of the account, newest first. Tapped reply suggestions
   * are included. The event `inbound_message` reports each message as it arrives. The operator sets after how
   * many days messages are deleted, 400 by default, and can have contents erased earlier.
   */
  listMessages(params?: ListInboundMessagesParams, options?: CallOptions): PagedList<InboundMessagePage>;

  /**
   * Get an inbound message
   *
   * `GET /inbound-messages/{inbound_message_id}`, scope `messages:read`
   *
   * Returns an inbound message with its content.
   */
  getMessage(params: GetInboundMessageParams, options?: CallOptions): Promise<InboundMessage>;

  /**
   * List inbound RCS events
   *
   * `GET /inbound-rcs-events`, scope `messages:read`
   *
   * Returns what people did in RCS conversations other than sending messages, newest first. A tapped reply
   * suggestion is an inbound message instead. The webhook event `inbound_rcs_event` reports each of them. The
   * operator sets after how many days RCS events are deleted, 400 by default, and can have contents erased
   * earlier.
   */
  listRcsEvents(params?: ListInboundRcsEventsParams, options?: CallOptions): PagedList<InboundRcsEventPage>;

  /**
   * Get an inbound RCS event
   *
   * `GET /inbound-rcs-events/{inbound_rcs_event_id}`, scope `messages:read`
   *
   * Returns an inbound RCS event.
   */
  getRcsEvent(params: GetInboundRcsEventParams, options?: CallOptions): Promise<InboundRcsEvent>;
}

/** The phone numbers that have written, with what is unread and what is done. */
export interface ConversationsResource {
  /**
   * List conversations
   *
   * `GET /conversations`, scope `messages:read`
   *
   * Returns the conversations of the account, the one with the newest inbound message first. A conversation is
   * everything that one phone number has written. It begins with the number's first message and exists as long
   * as one of its inbound messages does.
   */
  list(params?: ListConversationsParams, options?: CallOptions): PagedList<ConversationPage>;

  /**
   * Get a conversation
   *
   * `GET /conversations/{conversation_id}`, scope `messages:read`
   *
   * Returns a conversation. `GET /inbound-messages` with `sender` lists the messages of its number, and `GET
   * /messages` with `recipient` the messages to it.
   */
  get(params: GetConversationParams, options?: CallOptions): Promise<Conversation>;

  /**
   * Update a conversation
   *
   * `PATCH /conversations/{conversation_id}`, scope `messages:send`
   *
   * Changes the status of a conversation, or marks its messages as read. `read_up_to` is the newest inbound
   * message that somebody has read, so a message that arrives in between stays unread. Another number's message
   * is 422.
   */
  update(params: UpdateConversationParams, options?: CallOptions): Promise<Conversation>;
}

/** Texts for replies, saved under a name. */
export interface CannedResponsesResource {
  /**
   * List canned responses
   *
   * `GET /canned-responses`, scope `messages:read`
   *
   * Returns the canned responses of the account, sorted by name.
   */
  list(params?: ListCannedResponsesParams, options?: CallOptions): PagedList<CannedResponsePage>;

  /**
   * Create a canned response
   *
   * `POST /canned-responses`, scope `messages:send`
   *
   * Creates a canned response: a text for replies, under a name that is unique in the account. The service
   * lists the placeholders of the text in `variables`; a send fills them in as it does in a template. More than
   * 100 different placeholders are 422.
   */
  create(params: CreateCannedResponseRequest, options?: CallOptions): Promise<CannedResponse>;

  /**
   * Get a canned response
   *
   * `GET /canned-responses/{canned_response_id}`, scope `messages:read`
   *
   * Returns a canned response.
   */
  get(params: GetCannedResponseParams, options?: CallOptions): Promise<CannedResponse>;

  /**
   * Update a canned response
   *
   * `PATCH /canned-responses/{canned_response_id}`, scope `messages:send`
   *
   * Changes the name, the text or the shortcut of a canned response.
   */
  update(params: UpdateCannedResponseParams, options?: ConditionalCallOptions): Promise<CannedResponse>;

  /**
   * Delete a canned response
   *
   * `DELETE /canned-responses/{canned_response_id}`, scope `messages:send`
   *
   * Deletes a canned response, and frees its name and its shortcut.
   */
  delete(params: DeleteCannedResponseParams, options?: ConditionalCallOptions): Promise<void>;
}

/** One template for every contact of a list, launched at once or on a schedule. */
export interface CampaignsResource {
  /**
   * List campaigns
   *
   * `GET /campaigns`, scope `campaigns:read`
   *
   * Returns the campaigns of the account, by default newest first. Returns 400 if `created_from` is after
   * `created_to`.
   */
  list(params?: ListCampaignsParams, options?: CallOptions): PagedList<CampaignPage>;

  /**
   * Create a campaign
   *
   * `POST /campaigns`, scope `campaigns:write`
   *
   * Creates a campaign that sends one template to one contact list, under a name that is unique in the account.
   * It starts as a `draft`; messages are created at its launch. Its channel and purpose are those of the
   * template.
   *
   * `sender_id` chooses the sender of the messages. Without it, messages are sent from the channel's default
   * sender at the time of their creation.
   *
   * The campaign's messages and their follow-ups have its `tags`.
   *
   * Returns 404 if the template or the list does not exist, and 422 if the list is a `blacklist` or the sender
   * is not one of the account's senders for this channel.
   */
  create(params: CreateCampaignRequest, options?: CallOptions): Promise<Campaign>;

  /**
   * Get a campaign
   *
   * `GET /campaigns/{campaign_id}`, scope `campaigns:read`
   *
   * Returns a campaign and its progress.
   */
  get(params: GetCampaignParams, options?: CallOptions): Promise<Campaign>;

  /**
   * Update a campaign
   *
   * `PATCH /campaigns/{campaign_id}`, scope `campaigns:write`
   *
   * Changes the name of a campaign, in any status, and its tags, while its status is `draft`, `scheduled` or
   * `error`. Messages of an earlier run keep their tags. Template, list, sender and channel cannot be changed.
   */
  update(params: UpdateCampaignParams, options?: ConditionalCallOptions): Promise<Campaign>;

  /**
   * Delete a campaign
   *
   * `DELETE /campaigns/{campaign_id}`, scope `campaigns:write`
   *
   * Deletes a `draft` or `scheduled` campaign with its schedule, and frees its name. Returns 409 in any other
   * status. Messages of earlier runs are kept; those still waiting end as `expired`, without follow-ups.
   */
  delete(params: DeleteCampaignParams, options?: ConditionalCallOptions): Promise<void>;

  /**
   * Launch a campaign
   *
   * `POST /campaigns/{campaign_id}/launch`, scope `campaigns:launch`
   *
   * Starts a campaign in `draft` or `error`, and returns before any message is sent. Each contact that is on
   * the list at this moment gets one message; contacts that join the list later get none. A contact that is
   * deleted while it is on a blacklist, before its message is created, gets none either. The run uses the
   * template's purpose, content, validity and follow-up rules of this moment. A campaign to an empty list is
   * `completed` at once.
   *
   * A launch after an `error` continues the campaign: it includes the contacts that are on the list by now,
   * sends no contact a second message while the first is stored, and sends the messages that are still waiting.
   * The service may delete the messages of a campaign that has not changed for the retention period; their
   * contacts then receive it again.
   *
   * Returns 409 in any other status, while an import is running on the list, and if the list was deleted or the
   * campaign's own sender was removed. Returns 422 if the sender's carrier cannot send the template's content,
   * such as a horizontal card where only vertical cards exist; `fields` names that part.
   */
  launch(params: LaunchCampaignParams, options?: ConditionalCallOptions): Promise<void>;

  /**
   * Stop a campaign
   *
   * `POST /campaigns/{campaign_id}/stop`, scope `campaigns:launch`
   *
   * Ends the run of a `running` campaign early. Within seconds, its messages are no longer submitted to
   * carriers, and the campaign is in `error` with the code `stopped`. Messages that were already submitted are
   * tracked to their final status. Launch the campaign again to continue. Returns 409 in any other status.
   */
  stop(params: StopCampaignParams, options?: ConditionalCallOptions): Promise<void>;

  /**
   * Schedule a campaign
   *
   * `PUT /campaigns/{campaign_id}/schedule`, scope `campaigns:launch`
   *
   * Sets the instant at which the service launches the campaign, or replaces it if the campaign is already
   * `scheduled`. Returns 422 if the instant is not in the future or the sender's carrier cannot send the
   * template's content, and 409 in a status other than `draft`, `error` and `scheduled`.
   *
   * If an import is running on the list at that instant, the launch waits for its end, at most 30 minutes. The
   * campaign becomes `error` if the import takes longer, if the list or the campaign's own sender is gone, or
   * if the service was down and comes back more than 24 hours late. The operator can change both times. If the
   * carrier can no longer send the content at that instant, the campaign launches, and each message that the
   * carrier cannot send is an `error` with `carrier_rejected`.
   */
  schedule(params: ScheduleCampaignParams, options?: ConditionalCallOptions): Promise<Campaign>;

  /**
   * Cancel a schedule
   *
   * `DELETE /campaigns/{campaign_id}/schedule`, scope `campaigns:write`
   *
   * Returns a `scheduled` campaign to `draft` and clears `scheduled_at`, so that it does not launch by itself.
   * Returns 409 in any other status.
   */
  cancelSchedule(params: CancelScheduleParams, options?: ConditionalCallOptions): Promise<void>;
}

/** Number and price of messages by status. */
export interface UsageResource {
  /**
   * Get usage
   *
   * `GET /usage`, scope `messages:read`
   *
   * Returns the number of messages by status and their price, in one row for each day, hour, channel, purpose,
   * campaign, template or tag. Messages count with their current status, on the day and in the hour (UTC) of
   * their creation. Without `from` and `to`, all messages of the account count. Rows are in the order of their
   * keys, null first; a key without messages has no row. A response has the first 10,000 rows: choose a shorter
   * time to get later rows.
   *
   * By tag, a message counts in the row of each of its tags, and a message without tags in no row: the rows do
   * not add up to the account's messages.
   *
   * By hour, usage covers at most 168 hours, including the first and the last. Without `to` they end with the
   * current hour; without `from` they are the last 168 hours. A longer time returns 400 and names `from`.
   */
  get(params?: GetUsageParams, options?: CallOptions): Promise<UsageReport>;
}

/** Endpoints of yours that receive events about messages, replies and campaigns. */
export interface WebhooksResource {
  /**
   * List webhook deliveries of a message
   *
   * `GET /messages/{message_id}/webhook-deliveries`, scope `webhooks:read`
   *
   * Returns the deliveries that carried `message_update` events of a message, to any endpoint, newest first. A
   * delivery is listed from its first attempt until its endpoint is deleted or it is 30 days old, or as old as
   * the operator has set.
   */
  listDeliveriesOfMessage(
    params: ListWebhookDeliveriesOfMessageParams,
    options?: CallOptions,
  ): PagedList<WebhookDeliveryPage>;

  /**
   * List webhook endpoints
   *
   * `GET /webhooks`, scope `webhooks:read`
   *
   * Returns the webhook endpoints of the account, newest first, without their secrets.
   */
  list(params?: ListWebhooksParams, options?: CallOptions): PagedList<WebhookPage>;

  /**
   * Create a webhook endpoint
   *
   * `POST /webhooks`, scope `webhooks:write`
   *
   * Creates a webhook endpoint: a URL to which the service posts events of the chosen types from now on. The
   * response has the signing secret, which no later response shows. An account has at most ten endpoints;
   * another one returns 409.
   */
  create(params: CreateWebhookRequest, options?: CallOptions): Promise<WebhookWithSecret>;

  /**
   * Get a webhook endpoint
   *
   * `GET /webhooks/{webhook_id}`, scope `webhooks:read`
   *
   * Returns a webhook endpoint, without its secret.
   */
  get(params: GetWebhookParams, options?: CallOptions): Promise<Webhook>;

  /**
   * Update a webhook endpoint
   *
   * `PATCH /webhooks/{webhook_id}`, scope `webhooks:write`
   *
   * Changes the URL, the description or the event types of an endpoint, or disables or enables it. Enabling an
   * endpoint clears `disabled_reason`. `event_types` replaces the event types; events that are already waiting
   * are still delivered. Events that occur while the endpoint is disabled are not stored for it. Deliveries
   * that were waiting before are kept for 30 days, unless the operator has set another time, and continue when
   * it is enabled.
   */
  update(params: UpdateWebhookParams, options?: ConditionalCallOptions): Promise<Webhook>;

  /**
   * Delete a webhook endpoint
   *
   * `DELETE /webhooks/{webhook_id}`, scope `webhooks:write`
   *
   * Deletes a webhook endpoint and its waiting deliveries. No further request is sent to it.
   */
  delete(params: DeleteWebhookParams, options?: ConditionalCallOptions): Promise<void>;

  /**
   * Rotate a webhook secret
   *
   * `POST /webhooks/{webhook_id}/rotate-secret`, scope `webhooks:write`
   *
   * Creates a new signing secret for the endpoint and returns it; no later response shows it. For 24 hours,
   * requests are also signed with the previous secret, so that the receiver can switch without losing events. A
   * further rotation does not shorten these 24 hours, so a request whose response was lost can be repeated. A
   * secret can be rotated ten times within 24 hours; another rotation returns 409.
   */
  rotateSecret(params: RotateWebhookSecretParams, options?: CallOptions): Promise<WebhookWithSecret>;

  /**
   * Test a webhook endpoint
   *
   * `POST /webhooks/{webhook_id}/test`, scope `webhooks:write`
   *
   * Queues one event with made-up data and `test: true` for this endpoint alone. Its type is the one in the
   * body, or else the first of the endpoint's `event_types`. Read the endpoint's deliveries for the result.
   * Returns 409 if the endpoint is disabled, and 422 if it is not subscribed to the type.
   */
  test(params: TestWebhookParams, options?: CallOptions): Promise<WebhookDelivery>;

  /**
   * Replay deliveries to a webhook endpoint
   *
   * `POST /webhooks/{webhook_id}/replay`, scope `webhooks:write`
   *
   * Sends the events of an endpoint's deliveries again, oldest first and with the same ids: the `abandoned`
   * deliveries that were created from `since` to `until`, and with `include_delivered` also the `delivered`
   * ones. Each gets five new attempts. The response states how many were queued; a worker sends them.
   *
   * One request queues about 10,000 deliveries at most and examines 100,000. If there are more, continue with
   * `next_since`. A repeated request queues no delivery that is still queued. With `include_delivered` and an
   * explicit `until`, a repeated request sends nothing twice. Returns 409 if the endpoint is disabled.
   */
  replay(params: ReplayWebhookParams, options?: CallOptions): Promise<WebhookReplay>;

  /**
   * List webhook deliveries
   *
   * `GET /webhooks/{webhook_id}/deliveries`, scope `webhooks:read`
   *
   * Returns the deliveries to a webhook endpoint and their attempts, newest first. Deliveries are kept for 30
   * days, unless the operator has set another time. Before its first attempt, a delivery may be joined into an
   * earlier one of the same event type: its events move there, and its own id is then 404.
   */
  listDeliveries(params: ListWebhookDeliveriesParams, options?: CallOptions): PagedList<WebhookDeliveryPage>;

  /**
   * Get a webhook delivery
   *
   * `GET /webhooks/{webhook_id}/deliveries/{delivery_id}`, scope `webhooks:read`
   *
   * Returns a delivery to a webhook endpoint with the body of its requests, for example to check a signature.
   */
  getDelivery(params: GetWebhookDeliveryParams, options?: CallOptions): Promise<WebhookDeliveryWithPayload>;

  /**
   * Retry a webhook delivery
   *
   * `POST /webhooks/{webhook_id}/deliveries/{delivery_id}/retry`, scope `webhooks:write`
   *
   * Sends the events of a delivery again, with the same ids, in any status of the delivery. It gets five new
   * attempts; the first is made now, or after an attempt that is in flight. Returns 409 if the endpoint is
   * disabled.
   */
  retryDelivery(params: RetryWebhookDeliveryParams, options?: CallOptions): Promise<WebhookDelivery>;
}

/** API keys of the account and their scopes. */
export interface ApiKeysResource {
  /**
   * List API keys
   *
   * `GET /api-keys`, scope `keys:read`
   *
   * Returns the API keys of the account, newest first, including revoked ones, without the keys themselves.
   */
  list(params?: ListApiKeysParams, options?: CallOptions): PagedList<ApiKeyPage>;

  /**
   * Create an API key
   *
   * `POST /api-keys`, scope `keys:write`
   *
   * Creates an API key and returns the key itself, which no later response shows. A key cannot grant a scope
   * that it lacks. A key that expires can only create keys that expire no later, so `expires_at` is then
   * required. Both cases return 403.
   */
  create(params: CreateApiKeyRequest, options?: CallOptions): Promise<ApiKeyWithSecret>;

  /**
   * Revoke an API key
   *
   * `DELETE /api-keys/{key_id}`, scope `keys:write`
   *
   * Revokes an API key: requests with it get 401 from now on. The key stays in the list, with the time of its
   * revocation. Revoking a key twice has no further effect. A key may revoke itself, and other keys that have
   * no scope that it lacks; otherwise the response is 403.
   */
  revoke(params: RevokeApiKeyParams, options?: CallOptions): Promise<void>;
}

/** Addresses that messages are sent from. */
export interface SendersResource {
  /**
   * List senders
   *
   * `GET /senders`, scope `senders:read`
   *
   * Returns the addresses that the account can send from, newest first. The operator adds and removes them.
   */
  list(params?: ListSendersParams, options?: CallOptions): PagedList<SenderPage>;
}

/** Words that opt out, opt in and ask for help, and the automatic replies to them. */
export interface OptOutWordsResource {
  /**
   * Get the opt-out words
   *
   * `GET /opt-out-words`, scope `rules:read`
   *
   * Returns the words that opt out, opt in and ask for help, with the automatic replies. An account that never
   * changed them has the default words and no automatic replies.
   */
  get(params?: Record<never, never>, options?: CallOptions): Promise<OptOutWords>;

  /**
   * Update the opt-out words
   *
   * `PUT /opt-out-words`, scope `rules:write`
   *
   * Replaces the words and the automatic replies of the account, for replies that arrive from now on. Returns
   * 422 if a word has neither letters nor digits or appears twice, in one list or in two, and if an automatic
   * reply has placeholders or is longer than an SMS may be.
   *
   * A reply with an opt-in word takes the person off the blacklist `Recado`, and one with an opt-out word puts
   * the person on it. `confirmation` is sent when a reply opts a person out, and `help_answer` to a reply with
   * a help word. Each goes to a number at most once in 24 hours, from the sender and on the channel of the
   * reply, also to a suppressed number. Replies by voice get neither.
   *
   * The operator can turn opt-outs off for an account. Then the words have no effect and neither automatic
   * reply is sent, but this operation still stores them.
   */
  update(params: UpdateOptOutWordsRequest, options?: CallOptions): Promise<OptOutWords>;
}

/** When messages of a purpose may be submitted, and how many to one number. */
export interface SendingRulesResource {
  /**
   * List sending rules
   *
   * `GET /sending-rules`, scope `rules:read`
   *
   * Returns the three rules of the account: one for each purpose. An account that never set a rule has no
   * restriction.
   */
  list(params?: Record<never, never>, options?: CallOptions): Promise<SendingRuleList>;

  /**
   * Get a sending rule
   *
   * `GET /sending-rules/{purpose}`, scope `rules:read`
   *
   * Returns the rule for a purpose.
   */
  get(params: GetSendingRuleParams, options?: CallOptions): Promise<SendingRule>;

  /**
   * Update a sending rule
   *
   * `PUT /sending-rules/{purpose}`, scope `rules:write`
   *
   * Replaces the rule for a purpose. It applies to all messages of the purpose that are submitted from now on,
   * also to those that wait already. Returns 422 if a window closes before it opens, if the time zone does not
   * exist, and if `preset` is combined with fields.
   *
   * Windows count at submission: a campaign that reaches the end of a window pauses, and continues at the next
   * opening. Messages that people cause themselves, the automatic replies to opt-out and help words, are
   * exempt, but count as `transactional` messages to their number.
   */
  update(params: UpdateSendingRuleParams, options?: ConditionalCallOptions): Promise<SendingRule>;

  /**
   * Delete a sending rule
   *
   * `DELETE /sending-rules/{purpose}`, scope `rules:write`
   *
   * Deletes the rule for a purpose, which restricts nothing afterwards. Messages that wait for a window keep
   * `not_before`.
   */
  delete(params: DeleteSendingRuleParams, options?: ConditionalCallOptions): Promise<void>;
}

/** The account of the key, with its prices and limits. */
export interface AccountResource {
  /**
   * Get the account of the key
   *
   * `GET /account`
   *
   * Returns the account that the key belongs to, with its prices and limits. Any valid key may call it, with
   * any scopes. The operator sets prices and limits. Messages per second are limited by sender: see
   * `max_per_second` of `listSenders`.
   */
  get(params?: Record<never, never>, options?: CallOptions): Promise<Account>;
}

/** Exports and erasures of everything that is stored under a phone number. */
export interface PrivacyResource {
  /**
   * List privacy requests
   *
   * `GET /privacy-requests`, scope `privacy:read`
   *
   * Returns the privacy requests of the account, newest first. The requests stay as proof; none of them shows
   * the phone number.
   */
  listRequests(params?: ListPrivacyRequestsParams, options?: CallOptions): PagedList<PrivacyRequestPage>;

  /**
   * Create a privacy request
   *
   * `POST /privacy-requests`, scope `privacy:write`
   *
   * Queues the export or the erasure of everything that the account stores under a phone number, and returns at
   * once; read the request for its progress. A number without stored data completes with counts of zero.
   *
   * While an equal request, of the same kind and number, has not ended, this operation returns that request
   * instead of a second one, so it is safe to repeat. An erasure then also covers what was stored until the
   * repetition.
   *
   * - `export` writes a ZIP file of JSON files, in the formats of this API, and of the files that the person sent. Of uploaded tables, rejected rows and stored responses, it has only the rows and results with the number. `download_url` returns it. The service deletes the file 24 hours after its completion.
   * - `erasure` deletes the contact with its memberships, and removes content and number from messages, inbound messages, RCS events, webhook deliveries, imports, stored responses and files. Counts and prices of the usage stay. Earlier exports of the number are deleted; those that have not ended become `failed`. It takes at least a minute, until the sends of its time are stored. Messages to the number whose submission has not begun, and waiting messages of stopped campaigns, are canceled. A message in flight is erased after its end, and an `Idempotency-Key` that contains the number after its 24 hours; the request is `running` until then. An import that was created before the request rejects the rows that have the number. Anything else that is stored under the number after the request stays. An opt-out stays in force under a keyed hash of the number; memberships of other blacklists end.
   */
  createRequest(params: CreatePrivacyRequest, options?: CallOptions): Promise<PrivacyRequest>;

  /**
   * Get a privacy request
   *
   * `GET /privacy-requests/{privacy_request_id}`, scope `privacy:read`
   *
   * Returns a privacy request, its counts so far and, for a completed export, the URL of the file. Anyone with
   * the URL can download the file while the URL works.
   */
  getRequest(params: GetPrivacyRequestParams, options?: CallOptions): Promise<PrivacyRequest>;
}

/** The service's operations by resource. Failures are thrown. */
export interface Resources {
  /** Media for templates and CSV files of contacts, uploaded directly to the storage. */
  files: FilesResource;
  /** Content for one channel, saved under a name, with placeholders. */
  templates: TemplatesResource;
  /** People with a phone number, and the attributes that templates read. */
  contacts: ContactsResource;
  /** The ledger of what people agreed to receive, and what they revoked. */
  consents: ConsentsResource;
  /** Groups of contacts to send to, and blacklists of contacts to send nothing to. */
  contactLists: ContactListsResource;
  /** Bulk loads of contacts from a CSV file into a contact list. */
  imports: ImportsResource;
  /** Sending, previewing, tracking and exporting messages. */
  messages: MessagesResource;
  /** Replies from people, and their actions on RCS messages. */
  inbound: InboundResource;
  /** The phone numbers that have written, with what is unread and what is done. */
  conversations: ConversationsResource;
  /** Texts for replies, saved under a name. */
  cannedResponses: CannedResponsesResource;
  /** One template for every contact of a list, launched at once or on a schedule. */
  campaigns: CampaignsResource;
  /** Number and price of messages by status. */
  usage: UsageResource;
  /** Endpoints of yours that receive events about messages, replies and campaigns. */
  webhooks: WebhooksResource;
  /** API keys of the account and their scopes. */
  apiKeys: ApiKeysResource;
  /** Addresses that messages are sent from. */
  senders: SendersResource;
  /** Words that opt out, opt in and ask for help, and the automatic replies to them. */
  optOutWords: OptOutWordsResource;
  /** When messages of a purpose may be submitted, and how many to one number. */
  sendingRules: SendingRulesResource;
  /** The account of the key, with its prices and limits. */
  account: AccountResource;
  /** Exports and erasures of everything that is stored under a phone number. */
  privacy: PrivacyResource;
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
  consents: {
    listContactConsents: "listContactConsents",
    list: "listConsents",
    create: "createConsent",
    get: "getConsent",
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
    update: "updateMessage",
    cancel: "cancelMessage",
    cancelBatch: "cancelMessageBatch",
  },
  inbound: {
    listMessages: "listInboundMessages",
    getMessage: "getInboundMessage",
    listRcsEvents: "listInboundRcsEvents",
    getRcsEvent: "getInboundRcsEvent",
  },
  conversations: { list: "listConversations", get: "getConversation", update: "updateConversation" },
  cannedResponses: {
    list: "listCannedResponses",
    create: "createCannedResponse",
    get: "getCannedResponse",
    update: "updateCannedResponse",
    delete: "deleteCannedResponse",
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
    replay: "replayWebhook",
    listDeliveries: "listWebhookDeliveries",
    getDelivery: "getWebhookDelivery",
    retryDelivery: "retryWebhookDelivery",
  },
  apiKeys: { list: "listApiKeys", create: "createApiKey", revoke: "revokeApiKey" },
  senders: { list: "listSenders" },
  optOutWords: { get: "getOptOutWords", update: "updateOptOutWords" },
  sendingRules: {
    list: "listSendingRules",
    get: "getSendingRule",
    update: "updateSendingRule",
    delete: "deleteSendingRule",
  },
  account: { get: "getAccount" },
  privacy: {
    listRequests: "listPrivacyRequests",
    createRequest: "createPrivacyRequest",
    getRequest: "getPrivacyRequest",
  },
} as const satisfies {
  readonly [Name in keyof Resources]: Readonly<Record<keyof Resources[Name], OperationId>>;
};
