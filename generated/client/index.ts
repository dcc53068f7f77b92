// Generated from openapi/ by `npm run generate`. Edits are lost.

import createClient, { type ClientOptions, type MaybeOptionalInit } from "openapi-fetch";
import type { paths } from "../schema";

export type { components, operations, paths } from "../schema";

export interface RecadoOptions extends Omit<ClientOptions, "baseUrl"> {
  /** Where the service answers, with the version prefix: `https://messages.example.com/v3`. */
  baseUrl: string;
  /** `st_` and 64 hexadecimal characters. A secret: for servers only. */
  apiKey: string;
}

/** What a method takes: parameters, body and options of the request; nothing where nothing is required. */
type Init<Path extends keyof paths, Verb extends string> =
  Record<never, never> extends Options<Path, Verb>
    ? [init?: Options<Path, Verb>]
    : [init: Options<Path, Verb>];

type Options<Path extends keyof paths, Verb extends string> = MaybeOptionalInit<
  paths[Path],
  Lowercase<Verb> & keyof paths[Path]
> &
  Record<string, unknown>;

export type RecadoClient = ReturnType<typeof createRecadoClient>;

/**
 * One typed method an operation. Each resolves to `{ data, error, response }`: `data` on success, `error`,
 * the
 * envelope of the contract, otherwise; only a request that got no answer rejects.
 */
export function createRecadoClient({ apiKey, headers, ...options }: RecadoOptions) {
  const http = createClient<paths>({ ...options, headers: { "X-API-Key": apiKey, ...headers } });
  return {
    /**
     * Create an API key
     *
     * `POST /api-keys`
     *
     * Makes a key and shows it this once. A key cannot hand out a scope that it lacks itself: that is
     * answered with 403.
     */
    createApiKey: (...init: Init<"/api-keys", "POST">) => http.POST("/api-keys", ...init),

    /**
     * List API keys
     *
     * `GET /api-keys`
     *
     * Answers with the keys of the account, newest first, revoked ones included, without their secrets.
     */
    listApiKeys: (...init: Init<"/api-keys", "GET">) => http.GET("/api-keys", ...init),

    /**
     * Revoke an API key
     *
     * `DELETE /api-keys/{key_id}`
     *
     * From now on requests with this key are answered with 401. It stays in the list, with the time of its
     * end; revoking it again changes nothing. A key may revoke itself.
     */
    revokeApiKey: (...init: Init<"/api-keys/{key_id}", "DELETE">) =>
      http.DELETE("/api-keys/{key_id}", ...init),

    /**
     * Cancel a schedule
     *
     * `DELETE /campaigns/{campaign_id}/schedule`
     *
     * Puts a `scheduled` campaign back to `draft` and clears `scheduled_at`; it will not launch by itself. In
     * any other status the answer is 409.
     */
    cancelSchedule: (...init: Init<"/campaigns/{campaign_id}/schedule", "DELETE">) =>
      http.DELETE("/campaigns/{campaign_id}/schedule", ...init),

    /**
     * Create a campaign
     *
     * `POST /campaigns`
     *
     * Prepares to send one template to one contact list, under a name that no other campaign of the account
     * has. It begins as a `draft`: no message is made before it is launched. The channel is the template's. A
     * template or list that is absent is 404; a list of type `blacklist` is 422.
     */
    createCampaign: (...init: Init<"/campaigns", "POST">) => http.POST("/campaigns", ...init),

    /**
     * Delete a campaign
     *
     * `DELETE /campaigns/{campaign_id}`
     *
     * Takes away a `draft` or `scheduled` campaign, together with its schedule, and frees its name. In any
     * other status the answer is 409. Messages that an earlier run made are kept.
     */
    deleteCampaign: (...init: Init<"/campaigns/{campaign_id}", "DELETE">) =>
      http.DELETE("/campaigns/{campaign_id}", ...init),

    /**
     * Read a campaign
     *
     * `GET /campaigns/{campaign_id}`
     *
     * Answers with one campaign and how far it has come.
     */
    getCampaign: (...init: Init<"/campaigns/{campaign_id}", "GET">) =>
      http.GET("/campaigns/{campaign_id}", ...init),

    /**
     * Launch a campaign
     *
     * `POST /campaigns/{campaign_id}/launch`
     *
     * Starts a campaign in `draft` or `error` and answers before anything is sent. The contacts that are on
     * the list at this instant get one message each; who joins the list later gets none. A list without
     * contacts completes the campaign at once. After an `error` the run goes on: contacts who are on the list
     * by now are taken up, nobody gets a second message, and messages that still wait are sent. While an
     * import runs on the list, in any other status, or when the list has been deleted, the answer is 409.
     */
    launchCampaign: (...init: Init<"/campaigns/{campaign_id}/launch", "POST">) =>
      http.POST("/campaigns/{campaign_id}/launch", ...init),

    /**
     * List campaigns
     *
     * `GET /campaigns`
     *
     * Answers with the campaigns of the account, newest first. `created_from` after `created_to` is 400.
     */
    listCampaigns: (...init: Init<"/campaigns", "GET">) => http.GET("/campaigns", ...init),

    /**
     * Schedule a campaign
     *
     * `PUT /campaigns/{campaign_id}/schedule`
     *
     * Sets the instant at which the campaign launches by itself; for one that is `scheduled` already it
     * replaces the instant. An instant that is not in the future is 422, a status other than `draft`, `error`
     * and `scheduled` is 409. When the instant comes while an import runs on the list, the launch waits for
     * its end, though not for ever.
     */
    scheduleCampaign: (...init: Init<"/campaigns/{campaign_id}/schedule", "PUT">) =>
      http.PUT("/campaigns/{campaign_id}/schedule", ...init),

    /**
     * Stop a campaign
     *
     * `POST /campaigns/{campaign_id}/stop`
     *
     * Ends a run early. Within seconds nothing more of it goes to carriers, and the campaign is in `error`
     * with the code `stopped`. What was handed over already is followed to its end. Launch it again to go on.
     * A campaign that is not `running` is 409.
     */
    stopCampaign: (...init: Init<"/campaigns/{campaign_id}/stop", "POST">) =>
      http.POST("/campaigns/{campaign_id}/stop", ...init),

    /**
     * Rename a campaign
     *
     * `PATCH /campaigns/{campaign_id}`
     *
     * Changes the name, whatever the status. Template, list and channel are fixed.
     */
    updateCampaign: (...init: Init<"/campaigns/{campaign_id}", "PATCH">) =>
      http.PATCH("/campaigns/{campaign_id}", ...init),

    /**
     * Put a contact into a list
     *
     * `PUT /contact-lists/{list_id}/contacts/{contact_id}`
     *
     * Puts a contact that exists into the list and changes nothing of the contact itself. If it is there
     * already, it stays there once. There is no body.
     */
    addMember: (...init: Init<"/contact-lists/{list_id}/contacts/{contact_id}", "PUT">) =>
      http.PUT("/contact-lists/{list_id}/contacts/{contact_id}", ...init),

    /**
     * Create a contact list
     *
     * `POST /contact-lists`
     *
     * Creates an empty list under a name that no other list of the account has. A `default` list is one to
     * send to; a `blacklist` suppresses its contacts on its `channels`. Channels on a `default` list are
     * answered with 422. The type cannot be changed later.
     */
    createContactList: (...init: Init<"/contact-lists", "POST">) => http.POST("/contact-lists", ...init),

    /**
     * Delete a contact list
     *
     * `DELETE /contact-lists/{list_id}`
     *
     * Takes the list away and frees its name. Its contacts stay, without this list in their `list_ids`; a
     * blacklist no longer suppresses. An import that still runs on it ends as `failed`. The provisioned list
     * cannot be deleted.
     */
    deleteContactList: (...init: Init<"/contact-lists/{list_id}", "DELETE">) =>
      http.DELETE("/contact-lists/{list_id}", ...init),

    /**
     * Read a contact list
     *
     * `GET /contact-lists/{list_id}`
     *
     * Answers with one list and the number of its contacts.
     */
    getContactList: (...init: Init<"/contact-lists/{list_id}", "GET">) =>
      http.GET("/contact-lists/{list_id}", ...init),

    /**
     * List contact lists
     *
     * `GET /contact-lists`
     *
     * Answers with the contact lists of the account, newest first.
     */
    listContactLists: (...init: Init<"/contact-lists", "GET">) => http.GET("/contact-lists", ...init),

    /**
     * List the contacts of a list
     *
     * `GET /contact-lists/{list_id}/contacts`
     *
     * Answers with the contacts that are in the list, in full, those that were created last first.
     */
    listMembers: (...init: Init<"/contact-lists/{list_id}/contacts", "GET">) =>
      http.GET("/contact-lists/{list_id}/contacts", ...init),

    /**
     * Take a contact out of a list
     *
     * `DELETE /contact-lists/{list_id}/contacts/{contact_id}`
     *
     * Takes the contact out of this list; it stays in others, and in the account. A contact that is not in
     * the list is answered with 404.
     */
    removeMember: (...init: Init<"/contact-lists/{list_id}/contacts/{contact_id}", "DELETE">) =>
      http.DELETE("/contact-lists/{list_id}/contacts/{contact_id}", ...init),

    /**
     * Change a contact list
     *
     * `PATCH /contact-lists/{list_id}`
     *
     * Changes the name, the channels or both, or nothing if either cannot be. Channels that are left out
     * stay; `[]` clears them, and a blacklist without channels suppresses nothing. The provisioned list keeps
     * its name, but its channels can be changed. The type is fixed.
     */
    updateContactList: (...init: Init<"/contact-lists/{list_id}", "PATCH">) =>
      http.PATCH("/contact-lists/{list_id}", ...init),

    /**
     * Create or change a contact and put it into a list
     *
     * `POST /contact-lists/{list_id}/contacts`
     *
     * Does what creating or changing a contact by its number does, and puts the contact into the list. If it
     * is there already, it stays there once.
     */
    upsertMember: (...init: Init<"/contact-lists/{list_id}/contacts", "POST">) =>
      http.POST("/contact-lists/{list_id}/contacts", ...init),

    /**
     * Delete a contact
     *
     * `DELETE /contacts/{contact_id}`
     *
     * Takes the contact away and out of every list, blacklists too, and erases its name and attributes.
     * Messages that were sent to it stay. Creating a contact with the same number again brings it back under
     * its old id.
     */
    deleteContact: (...init: Init<"/contacts/{contact_id}", "DELETE">) =>
      http.DELETE("/contacts/{contact_id}", ...init),

    /**
     * Read a contact
     *
     * `GET /contacts/{contact_id}`
     *
     * Answers with one contact and the lists that it is in.
     */
    getContact: (...init: Init<"/contacts/{contact_id}", "GET">) =>
      http.GET("/contacts/{contact_id}", ...init),

    /**
     * List contacts
     *
     * `GET /contacts`
     *
     * Answers with the contacts of the account, newest first.
     */
    listContacts: (...init: Init<"/contacts", "GET">) => http.GET("/contacts", ...init),

    /**
     * Change a contact
     *
     * `PATCH /contacts/{contact_id}`
     *
     * Changes the number, the name or the attributes. `attributes` takes the place of all that were there;
     * `{}` clears them. A number that another contact has is answered with 409; one that only a deleted
     * contact had is free.
     */
    updateContact: (...init: Init<"/contacts/{contact_id}", "PATCH">) =>
      http.PATCH("/contacts/{contact_id}", ...init),

    /**
     * Create or change a contact
     *
     * `POST /contacts`
     *
     * Looks for the contact by its number, in E.164, and changes it if it is there; else creates it. Fields
     * that are left out stay as they are; `attributes` takes the place of all that were there. A contact that
     * had been deleted comes back with its old id, with nothing but what this request says.
     */
    upsertContact: (...init: Init<"/contacts", "POST">) => http.POST("/contacts", ...init),

    /**
     * Confirm an upload
     *
     * `POST /files/{file_id}/confirm`
     *
     * Makes the file usable once its bytes have reached the storage. Before that the answer is 409 and the
     * file stays `pending`; confirm it again later. Confirming twice does no harm.
     */
    confirmFile: (...init: Init<"/files/{file_id}/confirm", "POST">) =>
      http.POST("/files/{file_id}/confirm", ...init),

    /**
     * Ask for a URL to upload to
     *
     * `POST /files/upload-url`
     *
     * Announces a file and answers with a URL that takes its bytes for 15 minutes. PUT them there without an
     * API key, with exactly the `Content-Type` and `Content-Length` that were announced, and then confirm the
     * file. Once the URL has run out, ask for a new one, which makes a new file; files that are never
     * confirmed are removed after a day.
     */
    createUploadUrl: (...init: Init<"/files/upload-url", "POST">) => http.POST("/files/upload-url", ...init),

    /**
     * Read a file
     *
     * `GET /files/{file_id}`
     *
     * Answers with what is known of a file, not with its bytes.
     */
    getFile: (...init: Init<"/files/{file_id}", "GET">) => http.GET("/files/{file_id}", ...init),

    /**
     * Read what files may be
     *
     * `GET /files/constraints`
     *
     * Tells, for each kind of file, the content types and the largest size, and for each usage the kinds that
     * it admits. Read this at run time instead of building the numbers into a client.
     */
    getFileConstraints: (...init: Init<"/files/constraints", "GET">) =>
      http.GET("/files/constraints", ...init),

    /**
     * Ask for a URL to download from
     *
     * `GET /files/{file_id}/download-url`
     *
     * Answers with a URL for the bytes. That of media stays the same and does not run out, since carriers and
     * handsets fetch by it; that of a `csv` file works for a short time only. A file that is still `pending`
     * is answered with 409.
     */
    getFileDownloadUrl: (...init: Init<"/files/{file_id}/download-url", "GET">) =>
      http.GET("/files/{file_id}/download-url", ...init),

    /**
     * List files
     *
     * `GET /files`
     *
     * Answers with the files of the account, newest first.
     */
    listFiles: (...init: Init<"/files", "GET">) => http.GET("/files", ...init),

    /**
     * Cancel an import
     *
     * `POST /contact-lists/{list_id}/imports/{import_id}/cancel`
     *
     * Ends an import that is waiting or running. Rows that were taken before stay as they are. Canceling
     * twice does no harm; an import that has completed or failed is answered with 409.
     */
    cancelImport: (...init: Init<"/contact-lists/{list_id}/imports/{import_id}/cancel", "POST">) =>
      http.POST("/contact-lists/{list_id}/imports/{import_id}/cancel", ...init),

    /**
     * Import contacts from a file
     *
     * `POST /contact-lists/{list_id}/imports`
     *
     * Starts to read a `csv` file of contacts into the list, and answers at once; read the import to see how
     * far it is. The file must have been announced with the usage `contact_import`, uploaded and confirmed.
     * One import at a time runs on a list.
     *
     * Each row does what creating or changing a contact by its number does, and puts the contact into the
     * list. A row that cannot be taken is rejected for itself and stops nothing. When a number comes twice,
     * both rows are applied in the order of the file.
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
     * any, it keeps what it has. A first row that names no numbers, a column twice, or a column that cannot
     * be an attribute fails the whole import with `file_unreadable`.
     */
    createImport: (...init: Init<"/contact-lists/{list_id}/imports", "POST">) =>
      http.POST("/contact-lists/{list_id}/imports", ...init),

    /**
     * Read an import
     *
     * `GET /contact-lists/{list_id}/imports/{import_id}`
     *
     * Answers with one import, and how far it has come.
     */
    getImport: (...init: Init<"/contact-lists/{list_id}/imports/{import_id}", "GET">) =>
      http.GET("/contact-lists/{list_id}/imports/{import_id}", ...init),

    /**
     * Ask for the rejected rows of an import
     *
     * `GET /contact-lists/{list_id}/imports/{import_id}/errors`
     *
     * Answers with a URL of a CSV with the rows that were rejected so far. It can be asked for at any time,
     * also while the import still runs; ask again to see what came later. The URL works for a short time.
     *
     * The table is UTF-8 with commas. Its columns are `line`, the line of the file in which the row begins
     * (the file's first is 1); `reason`, in words; and then the row's own cells under the names that the file
     * gave them. As long as nothing was rejected, it has the row of names alone.
     */
    getImportErrors: (...init: Init<"/contact-lists/{list_id}/imports/{import_id}/errors", "GET">) =>
      http.GET("/contact-lists/{list_id}/imports/{import_id}/errors", ...init),

    /**
     * List the imports of a list
     *
     * `GET /contact-lists/{list_id}/imports`
     *
     * Answers with the imports into one list, newest first.
     */
    listImports: (...init: Init<"/contact-lists/{list_id}/imports", "GET">) =>
      http.GET("/contact-lists/{list_id}/imports", ...init),

    /**
     * Read an inbound message
     *
     * `GET /inbound-messages/{inbound_message_id}`
     *
     * Answers with one inbound message and its content.
     */
    getInboundMessage: (...init: Init<"/inbound-messages/{inbound_message_id}", "GET">) =>
      http.GET("/inbound-messages/{inbound_message_id}", ...init),

    /**
     * Read an inbound RCS event
     *
     * `GET /inbound-rcs-events/{inbound_rcs_event_id}`
     *
     * Answers with one inbound RCS event.
     */
    getInboundRcsEvent: (...init: Init<"/inbound-rcs-events/{inbound_rcs_event_id}", "GET">) =>
      http.GET("/inbound-rcs-events/{inbound_rcs_event_id}", ...init),

    /**
     * List inbound messages
     *
     * `GET /inbound-messages`
     *
     * Answers with what people sent to the senders of the account, newest first, however old it is. A tapped
     * reply suggestion is here too. No event tells of inbound messages: ask for them.
     */
    listInboundMessages: (...init: Init<"/inbound-messages", "GET">) =>
      http.GET("/inbound-messages", ...init),

    /**
     * List inbound RCS events
     *
     * `GET /inbound-rcs-events`
     *
     * Answers with what people did in RCS conversations besides writing, newest first, however old it is. A
     * tapped reply suggestion is an inbound message instead. No webhook event tells of these: ask for them.
     */
    listInboundRcsEvents: (...init: Init<"/inbound-rcs-events", "GET">) =>
      http.GET("/inbound-rcs-events", ...init),

    /**
     * Read a message
     *
     * `GET /messages/{message_id}`
     *
     * Answers with one message and all its steps.
     */
    getMessage: (...init: Init<"/messages/{message_id}", "GET">) =>
      http.GET("/messages/{message_id}", ...init),

    /**
     * List messages
     *
     * `GET /messages`
     *
     * Answers with the messages of the account, newest first, however old they are. `status_history` is empty
     * here; read a message by its id to see its steps.
     */
    listMessages: (...init: Init<"/messages", "GET">) => http.GET("/messages", ...init),

    /**
     * See what would be sent
     *
     * `POST /messages/preview`
     *
     * Takes the body of a send and answers with what each recipient would get, in how many segments and at
     * what price. Nothing is created, sent or charged.
     */
    previewMessages: (...init: Init<"/messages/preview", "POST">) => http.POST("/messages/preview", ...init),

    /**
     * Send messages
     *
     * `POST /messages`
     *
     * Creates one message for each recipient, from a template or from content in the request, and queues
     * those that can be sent. The answer means that they are queued, not that they have arrived: follow them
     * by the `message_update` event or by reading them. A recipient who is suppressed on the channel gets a
     * message with status `blocked`, which is neither sent nor charged. One number that is no valid telephone
     * number makes the whole request fail with 422, and nothing is created.
     *
     * Send an `Idempotency-Key` so that the request can be repeated without sending twice.
     */
    sendMessages: (...init: Init<"/messages", "POST">) => http.POST("/messages", ...init),

    /**
     * List senders
     *
     * `GET /senders`
     *
     * Answers with the addresses that the account can send from, newest first. The operator of the
     * installation adds and removes them.
     */
    listSenders: (...init: Init<"/senders", "GET">) => http.GET("/senders", ...init),

    /**
     * Create a template
     *
     * `POST /templates`
     *
     * Saves content for one channel under a name that no other template of the account has. The names of its
     * placeholders are found by the service and listed in `variables`. Files that the content refers to must
     * be uploaded and of a kind that fits; else the answer is 422.
     *
     * `follow_ups` says what to send after a message of this template has come to an outcome: an SMS where an
     * RCS message has not arrived, for example. A template has at most five such rules.
     */
    createTemplate: (...init: Init<"/templates", "POST">) => http.POST("/templates", ...init),

    /**
     * Delete a template
     *
     * `DELETE /templates/{template_id}`
     *
     * Takes the template away and frees its name. While a campaign that is a draft, scheduled, running or in
     * error uses it, or a follow-up rule of another template, the answer is 409. Messages that were made from
     * it stay as they are.
     */
    deleteTemplate: (...init: Init<"/templates/{template_id}", "DELETE">) =>
      http.DELETE("/templates/{template_id}", ...init),

    /**
     * Read a template
     *
     * `GET /templates/{template_id}`
     *
     * Answers with one template and its content.
     */
    getTemplate: (...init: Init<"/templates/{template_id}", "GET">) =>
      http.GET("/templates/{template_id}", ...init),

    /**
     * List templates
     *
     * `GET /templates`
     *
     * Answers with the templates of the account, newest first.
     */
    listTemplates: (...init: Init<"/templates", "GET">) => http.GET("/templates", ...init),

    /**
     * Change a template
     *
     * `PATCH /templates/{template_id}`
     *
     * Changes the name, the content, the follow-up rules or several of these; `follow_ups` takes the place of
     * all rules. Messages that were made from the template before keep what they had. The channel cannot be
     * changed.
     */
    updateTemplate: (...init: Init<"/templates/{template_id}", "PATCH">) =>
      http.PATCH("/templates/{template_id}", ...init),

    /**
     * Sum up messages
     *
     * `GET /usage`
     *
     * Counts the messages of the account by their present status, and adds up what they cost, in one row for
     * each day, channel, campaign or template. Messages count on the day of UTC on which they were created.
     * Without `from` and `to` all of them count. Rows come in the order of their key, null first; a key
     * without messages has no row. At most 10000 rows are answered, the first ones: choose a shorter time to
     * see the others.
     */
    getUsage: (...init: Init<"/usage", "GET">) => http.GET("/usage", ...init),

    /**
     * Create an endpoint
     *
     * `POST /webhooks`
     *
     * Registers a URL that events are posted to from now on. The answer carries the signing secret, which is
     * not shown again. An account has ten endpoints at most; one more is answered with 409.
     */
    createWebhook: (...init: Init<"/webhooks", "POST">) => http.POST("/webhooks", ...init),

    /**
     * Delete an endpoint
     *
     * `DELETE /webhooks/{webhook_id}`
     *
     * Stops deliveries to the endpoint, waiting ones included, and removes it.
     */
    deleteWebhook: (...init: Init<"/webhooks/{webhook_id}", "DELETE">) =>
      http.DELETE("/webhooks/{webhook_id}", ...init),

    /**
     * Read an endpoint
     *
     * `GET /webhooks/{webhook_id}`
     *
     * Answers with one endpoint, without its secret.
     */
    getWebhook: (...init: Init<"/webhooks/{webhook_id}", "GET">) =>
      http.GET("/webhooks/{webhook_id}", ...init),

    /**
     * List deliveries to an endpoint
     *
     * `GET /webhooks/{webhook_id}/deliveries`
     *
     * Answers with the deliveries to one endpoint and their attempts, newest first.
     */
    listWebhookDeliveries: (...init: Init<"/webhooks/{webhook_id}/deliveries", "GET">) =>
      http.GET("/webhooks/{webhook_id}/deliveries", ...init),

    /**
     * List endpoints
     *
     * `GET /webhooks`
     *
     * Answers with the endpoints of the account, newest first, without their secrets.
     */
    listWebhooks: (...init: Init<"/webhooks", "GET">) => http.GET("/webhooks", ...init),

    /**
     * Deliver again
     *
     * `POST /webhooks/{webhook_id}/deliveries/{delivery_id}/retry`
     *
     * Sends the same events again, under the same ids, whatever became of the delivery before; one that is
     * still waiting is brought forward. It gets five new attempts. A disabled endpoint is answered with 409.
     */
    retryWebhookDelivery: (...init: Init<"/webhooks/{webhook_id}/deliveries/{delivery_id}/retry", "POST">) =>
      http.POST("/webhooks/{webhook_id}/deliveries/{delivery_id}/retry", ...init),

    /**
     * Get a new signing secret
     *
     * `POST /webhooks/{webhook_id}/rotate-secret`
     *
     * Makes a new secret and shows it this once. For 24 hours requests are signed with the old secret as
     * well, so that a receiver can be changed over without losing events.
     */
    rotateWebhookSecret: (...init: Init<"/webhooks/{webhook_id}/rotate-secret", "POST">) =>
      http.POST("/webhooks/{webhook_id}/rotate-secret", ...init),

    /**
     * Send a test event
     *
     * `POST /webhooks/{webhook_id}/test`
     *
     * Queues one `message_update` event with made-up data and `test: true` for this endpoint alone. Look at
     * its deliveries to see what came of it. A disabled endpoint is answered with 409.
     */
    testWebhook: (...init: Init<"/webhooks/{webhook_id}/test", "POST">) =>
      http.POST("/webhooks/{webhook_id}/test", ...init),

    /**
     * Change an endpoint
     *
     * `PATCH /webhooks/{webhook_id}`
     *
     * Changes the URL or the description, or switches deliveries off and on. Enabling an endpoint clears
     * `disabled_reason`. Events that come about while it is disabled are not kept for it.
     */
    updateWebhook: (...init: Init<"/webhooks/{webhook_id}", "PATCH">) =>
      http.PATCH("/webhooks/{webhook_id}", ...init),
  };
}
