// Generated from openapi/ by `npm run generate`. Edits are lost.

export interface paths {
    "/files/constraints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get file constraints
         * @description Tells, for each kind of file, the content types and the largest size, and for each usage the kinds that it admits. Read this at run time instead of building the numbers into a client.
         */
        get: operations["getFileConstraints"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/upload-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request an upload URL
         * @description Announces a file and answers with a URL that takes its bytes for 15 minutes. PUT them there without an API key, with exactly the `Content-Type` and `Content-Length` that were announced, and then confirm the file. Once the URL has run out, ask for a new one, which makes a new file; files that are never confirmed are removed after a day, and tables of contacts 30 days after their last import, or when the operator of the service has set.
         */
        post: operations["createUploadUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List files
         * @description Answers with the files of the account, newest first.
         */
        get: operations["listFiles"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{file_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a file
         * @description Answers with what is known of a file, not with its bytes.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        /**
         * Delete a file
         * @description Removes a file, its bytes and its URLs for good; one that is still `pending` takes no more bytes. While a template, a campaign that is not completed, or an import that is not over needs it, the answer is 409. Messages that carry it stay, but it can no longer be fetched for them, except from caches that hold it already.
         */
        delete: operations["deleteFile"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{file_id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an upload
         * @description Makes the file usable once its bytes have reached the storage. Before that the answer is 409 and the file stays `pending`; confirm it again later. Confirming twice does no harm.
         */
        post: operations["confirmFile"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/files/{file_id}/download-url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Request a download URL
         * @description Answers with a URL for the bytes. That of media stays the same and does not run out, since carriers and handsets fetch by it; that of a `csv` file works for a short time only. A file that is still `pending` is answered with 409.
         */
        get: operations["getFileDownloadUrl"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List templates
         * @description Answers with the templates of the account, newest first.
         */
        get: operations["listTemplates"];
        put?: never;
        /**
         * Create a template
         * @description Saves content for one channel under a name that no other template of the account has. The names of its placeholders are found by the service and listed in `variables`. Files that the content refers to must be uploaded and of a kind that fits; else the answer is 422.
         *
         *     `follow_ups` says what to send after a message of this template has come to an outcome: an SMS where an RCS message has not arrived, for example. A template has at most five such rules.
         */
        post: operations["createTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/templates/{template_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a template
         * @description Answers with one template and its content.
         */
        get: operations["getTemplate"];
        put?: never;
        post?: never;
        /**
         * Delete a template
         * @description Takes the template away and frees its name. While a campaign that is a draft, scheduled, running or in error uses it, be it by the follow-up rules that it was launched with, or a follow-up rule of another template does, the answer is 409. Messages that were made from it stay as they are.
         */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        /**
         * Update a template
         * @description Changes the name, the content, the follow-up rules or several of these; `follow_ups` takes the place of all rules. Messages that were made from the template before keep what they had, and campaigns that run keep what they were launched with. The channel cannot be changed.
         */
        patch: operations["updateTemplate"];
        trace?: never;
    };
    "/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contacts
         * @description Answers with the contacts of the account, newest first.
         */
        get: operations["listContacts"];
        put?: never;
        /**
         * Create or update a contact
         * @description Looks for the contact by its number, in E.164, and changes it if it is there; else creates it. Fields that are left out stay as they are; `attributes` takes the place of all that were there. A contact that had been deleted comes back with its old id, with nothing but what this request says.
         */
        post: operations["upsertContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/variables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the variables of contacts
         * @description Returns the variables that contacts give to placeholders, and how many contacts have each. With `list_id` only the contacts of that list count. `name` counts contacts with a name of their own or an attribute in any spelling of `name`, and `phone` counts all contacts.
         *
         *     Up to 10,000 contacts are all examined, unless their attributes are very long. Of more, the service examines a sample of at most 10,000, spread over the times at which the contacts were created. `is_sample` says so, and the counts are those of the sample.
         */
        get: operations["getContactVariables"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts/{contact_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a contact
         * @description Answers with one contact and the lists that it is in.
         */
        get: operations["getContact"];
        put?: never;
        post?: never;
        /**
         * Delete a contact
         * @description Takes the contact away and out of every list, blacklists too, and erases its name and attributes. What was exchanged with its number stays as a record of when, how and with what outcome, but loses its words within minutes: the content of messages, and what came in. A message that is still on its way loses them once it has ended, and its follow-ups do not go out. Creating a contact with the same number again brings it back under its old id.
         */
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        /**
         * Update a contact
         * @description Changes the number, the name or the attributes. `attributes` takes the place of all that were there; `{}` clears them. A number that another contact has is answered with 409; one that only a deleted contact had is free.
         */
        patch: operations["updateContact"];
        trace?: never;
    };
    "/contact-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contact lists
         * @description Answers with the contact lists of the account, newest first.
         */
        get: operations["listContactLists"];
        put?: never;
        /**
         * Create a contact list
         * @description Creates an empty list under a name that no other list of the account has. A `default` list is one to send to; a `blacklist` suppresses its contacts on its `channels`. Channels on a `default` list are answered with 422. The type cannot be changed later.
         */
        post: operations["createContactList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contact-lists/{list_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a contact list
         * @description Answers with one list and the number of its contacts.
         */
        get: operations["getContactList"];
        put?: never;
        post?: never;
        /**
         * Delete a contact list
         * @description Takes the list away and frees its name. Its contacts stay, without this list in their `list_ids`; a blacklist no longer suppresses. An import that still runs on it ends as `failed`. The provisioned list cannot be deleted.
         */
        delete: operations["deleteContactList"];
        options?: never;
        head?: never;
        /**
         * Update a contact list
         * @description Changes the name, the channels or both, or nothing if either cannot be. Channels that are left out stay; `[]` clears them, and a blacklist without channels suppresses nothing. The provisioned list keeps its name, but its channels can be changed. The type is fixed.
         */
        patch: operations["updateContactList"];
        trace?: never;
    };
    "/contact-lists/{list_id}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the contacts of a list
         * @description Answers with the contacts that are in the list, in full, those that were created last first.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Create or update a contact and add it to a list
         * @description Does what creating or changing a contact by its number does, and puts the contact into the list. If it is there already, it stays there once.
         */
        post: operations["upsertMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contact-lists/{list_id}/contacts/{contact_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add a contact to a list
         * @description Puts a contact that exists into the list and changes nothing of the contact itself. If it is there already, it stays there once. There is no body.
         */
        put: operations["addMember"];
        post?: never;
        /**
         * Remove a contact from a list
         * @description Takes the contact out of this list; it stays in others, and in the account. A contact that is not in the list is answered with 404.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contact-lists/{list_id}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the imports of a list
         * @description Answers with the imports into one list, newest first.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Import contacts from a file
         * @description Starts to read a `csv` file of contacts into the list, and answers at once; read the import to see how far it is. The file must have been announced with the usage `contact_import`, uploaded and confirmed. One import at a time runs on a list. The file and the rejected rows are removed 30 days after the import has ended, or when the operator of the service has set; the file can be deleted sooner.
         *
         *     Each row does what creating or changing a contact by its number does, and puts the contact into the list. A row that cannot be taken is rejected for itself and stops nothing. When a number comes twice, both rows are applied in the order of the file.
         *
         *     The file:
         *
         *     - It is UTF-8, with or without a byte order mark, or Windows-1252.
         *     - Commas, semicolons or tabs separate cells; the first row shows which.
         *     - Cells may be in double quotes; a quote inside is doubled. Empty lines are passed over.
         *     - The first row names the columns; spaces around a name do not count.
         *     - One column is `phone` or `telefone`, one may be `name` or `nome`, all in any case.
         *     - Where no column is `phone` or `telefone`, the one column that says so in other words is the number: `celular`, `whatsapp`, `fone`, `tel`, `número`, `número de telefone`, `telefone celular`, `mobile`, `cell`, `number`, `phone number` and the like. Case, accents and punctuation do not count.
         *     - Where no column is `name` or `nome`, the same holds for `nome completo`, `nome do cliente`, `full name` and `customer name`; and for `cliente`, `contato`, `customer`, `contact`, `fullname` and `nome_completo`, but only in a file whose number is not headed `phone` or `telefone`.
         *     - Every other column is an attribute, at most 100 of them. A heading that can be the name of an attribute is that name, in its own spelling. From any other heading the name is made: accents are dropped, letters become lower case, each run of characters other than `a` to `z` and `0` to `9` becomes `_`, `_` at either end is dropped, and 64 characters are kept; where nothing is left, the name is `column_` and the column's number. A name that is taken, or that is a spelling of `name` or `phone`, gets `_2`, `_3` and so on. `Data de Nascimento` becomes `data_de_nascimento`.
         *     - `columns` of the request says otherwise for the columns that it names. The import shows in its `columns` what each was used for.
         *     - A column without a name is passed over as long as it is empty; a row with something in it is rejected.
         *     - An empty name keeps the contact's name, and an empty attribute is none.
         *     - A number in spreadsheet notation, such as `5.5E+12`, has lost its digits and is rejected.
         *
         *     If there are columns of attributes, they take the place of all attributes that a contact had; without any, it keeps what it has. A first row that names no numbers, or names two columns alike, fails the whole import with `file_unreadable`; so do a heading in `columns` that the file does not have, and an Excel workbook.
         */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contact-lists/{list_id}/imports/{import_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an import
         * @description Answers with one import, and how far it has come.
         */
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contact-lists/{list_id}/imports/{import_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an import
         * @description Ends an import that is waiting or running. Rows that were taken before stay as they are. Canceling twice does no harm; an import that has completed or failed is answered with 409.
         */
        post: operations["cancelImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contact-lists/{list_id}/imports/{import_id}/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Request the rejected rows of an import
         * @description Answers with a URL of a CSV with the rows that were rejected so far. It can be asked for at any time, also while the import still runs; ask again to see what came later. The URL works for a short time.
         *
         *     The table is UTF-8 with commas. Its columns are `line`, the line of the file in which the row begins (the file's first is 1); `reason`, in words; and then the row's own cells under the names that the file gave them. As long as nothing was rejected, it has the row of names alone.
         *
         *     Corrected rows can be imported again. Apostrophes keep spreadsheets from running cells as formulas, as in the export of messages: attributes keep these apostrophes in an import, and phone numbers lose them.
         */
        get: operations["getImportErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages
         * @description Answers with the messages of the account, newest first, however old they are. `status_history` is empty here; read a message by its id to see its steps.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Send messages
         * @description Creates one message for each recipient, from a template or from content in the request, and queues those that can be sent. The answer means that they are queued, not that they have arrived: follow them by the `message_update` event or by reading them. A recipient who is suppressed on the channel gets a message with status `blocked`, which is neither sent nor charged. One number that is not a valid phone number makes the whole request fail with 422, and nothing is created.
         *
         *     Send an `Idempotency-Key` so that the request can be repeated without sending twice.
         */
        post: operations["sendMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview messages
         * @description Takes the body of a send and answers with what each recipient would get, in how many segments and at what price. Nothing is created, sent or charged.
         */
        post: operations["previewMessages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export messages
         * @description Answers with a URL of a CSV with all messages that pass the filters, newest first, however many there are: those that had been created when the URL was asked for, as they stand when it is read. The URL works for 15 minutes, and needs no key; a download that has begun goes on.
         *
         *     The table is UTF-8 with a byte order mark, commas and CRLF. Its columns are `id`, `created_at`, `updated_at`, `channel`, `status`, `to`, `sender`, `text`, `content_type`, `segments`, `price`, `error_code`, `error_message`, `carrier_code`, `campaign_id`, `template_id`, `contact_id`, `parent_message_id`, `client_reference`, `carrier`, `carrier_reference` and `sender_id`: the fields of a message by their names. `text` is what its reader sees: the text, or titles and descriptions of cards, each on a line. What has no value is empty. `price` is in millionths of a real. Later versions may add columns behind these.
         *
         *     A spreadsheet must not run any cell as a formula, whether it splits the table at commas, semicolons or tabs. An apostrophe is therefore inserted at the start of a cell, and after each `,`, `;`, tab or line break within it, where `=`, `+`, `-`, `@` or one of these characters in full width follows; spaces and quotation marks may stand in between. A cell that begins with a tab or a line break gets an apostrophe too. A cell that is a number with a sign, such as a phone number with its `+`, stays as it is. To restore a value, remove these apostrophes.
         *
         *     Of one account a few exports are read at a time; until one of them ends, the URL of one more answers 429.
         */
        get: operations["exportMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/{message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a message
         * @description Answers with one message and all its steps.
         */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/{message_id}/webhook-deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of a message's events
         * @description Answers with the requests that carried the `message_update` events of one message, to whichever endpoint, newest first. A delivery is told here from its first attempt on, and until it is 30 days old or its endpoint is deleted.
         */
        get: operations["listWebhookDeliveriesOfMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inbound-messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List inbound messages
         * @description Answers with what people sent to the senders of the account, newest first, however old it is. A tapped reply suggestion is here too. The webhook event `inbound_message` reports each of them as it arrives.
         */
        get: operations["listInboundMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inbound-messages/{inbound_message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an inbound message
         * @description Answers with one inbound message and its content.
         */
        get: operations["getInboundMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inbound-rcs-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List inbound RCS events
         * @description Answers with what people did in RCS conversations besides writing, newest first, however old it is. A tapped reply suggestion is an inbound message instead. No webhook event tells of these: ask for them.
         */
        get: operations["listInboundRcsEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/inbound-rcs-events/{inbound_rcs_event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an inbound RCS event
         * @description Answers with one inbound RCS event.
         */
        get: operations["getInboundRcsEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List campaigns
         * @description Answers with the campaigns of the account, newest first. `created_from` after `created_to` is 400.
         */
        get: operations["listCampaigns"];
        put?: never;
        /**
         * Create a campaign
         * @description Prepares to send one template to one contact list, under a name that no other campaign of the account has. It begins as a `draft`: no message is made before it is launched. The channel is the template's. A template or list that is absent is 404; a list of type `blacklist` is 422. Messages go out from the sender that `sender_id` names, or else from the default sender that the channel has when they are created. A sender that the account does not have, or that belongs to another channel than the template, is 422.
         */
        post: operations["createCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a campaign
         * @description Answers with one campaign and how far it has come.
         */
        get: operations["getCampaign"];
        put?: never;
        post?: never;
        /**
         * Delete a campaign
         * @description Takes away a `draft` or `scheduled` campaign, together with its schedule, and frees its name. In any other status the answer is 409. Messages that an earlier run made are kept.
         */
        delete: operations["deleteCampaign"];
        options?: never;
        head?: never;
        /**
         * Rename a campaign
         * @description Changes the name, whatever the status. Template, list and channel are fixed.
         */
        patch: operations["updateCampaign"];
        trace?: never;
    };
    "/campaigns/{campaign_id}/launch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Launch a campaign
         * @description Starts a campaign in `draft` or `error` and answers before anything is sent. The contacts that are on the list at this instant get one message each; who joins the list later gets none. The template's content and follow-up rules are taken as they are now: a template that is changed later changes nothing in this run. A list without contacts completes the campaign at once. After an `error` the run goes on: contacts who are on the list by now are taken up, nobody gets a second message, and messages that still wait are sent. While an import runs on the list, in any other status, or when the list has been deleted or the campaign's own sender removed, the answer is 409. Where the carrier of the sender has no way to send what the template holds, such as a horizontal card where there are vertical ones only, it is 422 and names that part.
         */
        post: operations["launchCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop a campaign
         * @description Ends a run early. Within seconds nothing more of it goes to carriers, and the campaign is in `error` with the code `stopped`. What was handed over already is followed to its end. Launch it again to go on. A campaign that is not `running` is 409.
         */
        post: operations["stopCampaign"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/campaigns/{campaign_id}/schedule": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Schedule a campaign
         * @description Sets the instant at which the campaign launches by itself; for one that is `scheduled` already it replaces the instant. An instant that is not in the future is 422, as is a template that the carrier of the sender has no way to send. A status other than `draft`, `error` and `scheduled` is 409. When the instant comes while an import runs on the list, the launch waits for its end, though not for ever. When the list or the campaign's own sender is gone by then, the campaign becomes `error`.
         */
        put: operations["scheduleCampaign"];
        post?: never;
        /**
         * Cancel a schedule
         * @description Puts a `scheduled` campaign back to `draft` and clears `scheduled_at`; it will not launch by itself. In any other status the answer is 409.
         */
        delete: operations["cancelSchedule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get usage
         * @description Counts the messages of the account by their present status, and adds up what they cost, in one row for each day, channel, campaign, template or hour. Messages count on the day and in the hour of UTC in which they were created. Without `from` and `to` all of them count. Rows come in the order of their key, null first; a key without messages has no row. At most 10000 rows are answered, the first ones: choose a shorter time to see the others.
         *
         *     By hour at most 168 hours are summed, the first and the last among them: without `to` up to the present one, without `from` as many as that. A longer time is refused with 400, which names `from`.
         */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List endpoints
         * @description Answers with the endpoints of the account, newest first, without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create an endpoint
         * @description Registers a URL that events of the chosen types are posted to from now on. The answer carries the signing secret, which is not shown again. An account has ten endpoints at most; one more is answered with 409.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an endpoint
         * @description Answers with one endpoint, without its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete an endpoint
         * @description Stops deliveries to the endpoint, waiting ones included, and removes it. No request is begun after that.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update an endpoint
         * @description Changes the URL, the description or the types of events, or switches deliveries off and on. Enabling an endpoint clears `disabled_reason`. `event_types` takes the place of the types so far; events that already wait are still delivered. Events that come about while it is disabled are not kept for it; deliveries that were waiting before are, for 30 days.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret
         * @description Makes a new secret and shows it this once. For 24 hours requests are signed with the old secret as well, so that a receiver can be changed over without losing events.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description Queues one event with made-up data and `test: true` for this endpoint alone, of the type that the body names, else of the first type in the endpoint's `event_types`. Look at its deliveries to see what came of it. A disabled endpoint is answered with 409.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries to an endpoint
         * @description Answers with the deliveries to one endpoint and their attempts, newest first.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery
         * @description Answers with one delivery to an endpoint and with what its requests carry, to see what an endpoint was told and to check a signature.
         */
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/deliveries/{delivery_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a delivery
         * @description Sends the same events again, under the same ids, whatever the delivery's status; one that is still waiting is brought forward. It gets five new attempts. A disabled endpoint is answered with 409.
         */
        post: operations["retryWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Answers with the keys of the account, newest first, revoked ones included, without their secrets.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Makes a key and shows it this once. A key cannot hand out what it lacks itself: a scope that it does not have, or, where it expires, a life longer than its own, be it by leaving `expires_at` out. Either is answered with 403.
         */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description From now on requests with this key are answered with 401. It stays in the list, with the time of its end; revoking it again changes nothing. A key may revoke itself, and others that have no scope that it lacks; for the rest the answer is 403.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/senders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List senders
         * @description Answers with the addresses that the account can send from, newest first. The operator of the installation adds and removes them.
         */
        get: operations["listSenders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    message_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Messages got a new status
         * @description Posted to the enabled endpoints of the account whose `event_types` have `message_update`, as the status of its messages changes, up to a hundred events in one request. Events come at least once and not always in order: remember each event's `id`, and go by `sequence` to know which change of a message is the latest.
         *
         *     Check the signature in `X-Service-Signature` before you trust the body. Answer with any 2xx within 10 seconds, and do slow work afterwards. Anything else, a redirect included, is tried again: 5 seconds, 1 minute, 10 minutes and 1 hour after the attempt before, each give or take a fifth, and not before your `Retry-After`. After the fifth attempt the delivery is abandoned; it can be asked for again. An endpoint that answers 410, or fails for five days, is disabled.
         */
        post: operations["receiveMessageUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    inbound_message: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A person sent a message
         * @description Posted to the enabled endpoints of the account whose `event_types` have `inbound_message`, at once for each message that comes in, one that asks to opt out or in included. `data` is the message as `GET /inbound-messages/{inbound_message_id}` answers it, and one request carries one event. Requests may overtake each other: the `id` of an inbound message rises with time. Once the contact is deleted, what is still to be delivered, or asked for again, has no content any more.
         *
         *     Signature, answers, repetitions and the end of an endpoint are those of `message_update`. An event comes at least once: remember its `id`.
         */
        post: operations["receiveInboundMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    campaign_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A campaign got a new status
         * @description Posted to the enabled endpoints of the account whose `event_types` have `campaign_update`, for each change of a campaign's status: when it is made, scheduled, launched, completed or stopped, or cannot start. `progress` has the counts of that moment; with `completed` they are those of the end. Its messages are no events of this type, nor is a new name or another time on the schedule, and a campaign that is deleted says nothing. Requests may overtake each other: the `id` of an event rises with time, and `previous_status` says what it follows.
         *
         *     Signature, answers, repetitions and the end of an endpoint are those of `message_update`. An event comes at least once: remember its `id`.
         */
        post: operations["receiveCampaignUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        /**
         * @description What a file is, as told by its content type.
         * @enum {string}
         */
        FileKind: "audio" | "image" | "video" | "csv";
        /**
         * @description A MIME type in lower case and without parameters.
         * @example image/jpeg
         */
        FileContentType: string;
        /** @description The limits of one kind of file. */
        FileKindConstraint: {
            kind: components["schemas"]["FileKind"];
            /** @description The content types that belong to this kind. */
            content_types: components["schemas"]["FileContentType"][];
            /**
             * Format: int64
             * @description The largest size in bytes.
             * @example 5242880
             */
            max_size_bytes: number;
        };
        /**
         * @description What a file is for: `template_media` is shown or played by messages, `contact_import` is a table of contacts.
         * @enum {string}
         */
        FileUsage: "template_media" | "contact_import";
        /** @description The kinds that one usage admits. */
        FileUsageConstraint: {
            usage: components["schemas"]["FileUsage"];
            /** @description The kinds that may be uploaded for this usage. */
            kinds: components["schemas"]["FileKind"][];
        };
        /** @description Which files the service takes. */
        FileConstraints: {
            /** @description Every kind of file with its limits. */
            kinds: components["schemas"]["FileKindConstraint"][];
            /** @description Every usage with the kinds that it admits. */
            usages: components["schemas"]["FileUsageConstraint"][];
        };
        /**
         * @description What went wrong, in a word that stays the same. Clients decide by it.
         * @enum {string}
         */
        ErrorCode: "validation_failed" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "invalid_state" | "import_in_progress" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "unprocessable_entity" | "rate_limited" | "internal_error" | "service_unavailable";
        /** @description One part of the request that has to be put right. */
        FieldProblem: {
            /**
             * @description The path to the field, with dots and indexes, such as `recipients[3].to`; or the name of the query parameter or header.
             * @example recipients[3].to
             */
            field: string;
            /**
             * @description What is wrong with it, for people.
             * @example is not a valid phone number
             */
            message: string;
        };
        /** @description The body of every answer that is not a success. */
        ErrorEnvelope: {
            /** @description What went wrong. */
            error: {
                code: components["schemas"]["ErrorCode"];
                /**
                 * @description An explanation for logs and people. Its wording may change at any time.
                 * @example The request does not fit the contract
                 */
                message: string;
                /**
                 * @description The id of this request, as in the `X-Request-Id` header. Name it when you ask the operator for help.
                 * @example 01a1f8d3-ea00-7c11-8d5f-60b2a9e4c738
                 */
                request_id: string;
                /** @description The parts of the request that are to blame, where there are any. No more than the first hundred. */
                fields?: components["schemas"]["FieldProblem"][];
            };
        };
        /**
         * Format: int64
         * @description A size in bytes.
         * @example 48213
         */
        FileSize: number;
        /** @description What is about to be uploaded. */
        CreateUploadUrlRequest: {
            usage: components["schemas"]["FileUsage"];
            content_type: components["schemas"]["FileContentType"];
            size_bytes: components["schemas"]["FileSize"];
            /**
             * @description The file's name where it comes from, kept for people to recognize it by.
             * @example clientes-recife.csv
             */
            filename?: string;
        };
        /**
         * Format: uuid
         * @description A UUIDv7. Ids of one resource sort in the order of creation.
         * @example 01a1e473-6838-7c55-a1b9-0d6e3f7a2c48
         */
        Uuid: string;
        /**
         * Format: date-time
         * @description An instant in UTC, to the second.
         * @example 2026-11-20T12:00:05Z
         */
        Timestamp: string;
        /** @description Where to put the bytes, and until when. */
        UploadUrl: {
            file_id: components["schemas"]["Uuid"];
            /**
             * Format: uri
             * @description PUT the bytes here, without an API key, with the `Content-Type` and `Content-Length` that were declared. Both are part of the signature.
             * @example https://recado.padariasol.com.br/storage/upload/01a1e8d7-81c0-7a3c-9d52-4b1e6f0a7c31?expires=1794908700&signature=5b0f7c1e9a3d
             */
            url: string;
            expires_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description `pending` until the bytes have arrived and were confirmed, then `uploaded`.
         * @enum {string}
         */
        FileStatus: "pending" | "uploaded";
        /**
         * Format: date-time
         * @description An instant in UTC, to the second; null while it has not come about.
         * @example 2026-11-20T12:00:05Z
         */
        NullableTimestamp: string | null;
        /** @description A file that was announced, and uploaded or not yet. */
        StoredFile: {
            id: components["schemas"]["Uuid"];
            usage: components["schemas"]["FileUsage"];
            kind: components["schemas"]["FileKind"];
            content_type: components["schemas"]["FileContentType"];
            size_bytes: components["schemas"]["FileSize"];
            /**
             * @description The name that was given with the upload, if any.
             * @example clientes-recife.csv
             */
            filename: string | null;
            status: components["schemas"]["FileStatus"];
            created_at: components["schemas"]["Timestamp"];
            uploaded_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description Where this page stands in the whole list. */
        Pagination: {
            /**
             * Format: int64
             * @description How many entries the whole list has under the same filters.
             * @example 137
             */
            total: number;
            /**
             * @description The page size that was applied.
             * @example 25
             */
            limit: number;
            /**
             * @description How many entries came before this page.
             * @example 50
             */
            offset: number;
            /** @description True when another page follows; ask for it with `offset` plus `limit`. */
            has_more: boolean;
        };
        /** @description A page of files. */
        FilePage: {
            /** @description The entries of this page, newest first. */
            data: components["schemas"]["StoredFile"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description Where to get the bytes, and until when. */
        DownloadUrl: {
            /**
             * Format: uri
             * @description GET it without an API key. Whoever has the URL can read the file.
             * @example https://recado.padariasol.com.br/storage/download/01a1e8d7-81c0-7a3c-9d52-4b1e6f0a7c31?expires=1794908700&signature=5b0f7c1e9a3d
             */
            url: string;
            expires_at: components["schemas"]["NullableTimestamp"];
        };
        /**
         * @description The way in which a message reaches its recipient.
         * @enum {string}
         */
        Channel: "sms" | "rcs" | "voice";
        /**
         * @description A name for people to read. Spaces around it are removed; what is left has a length of 1 to 120.
         * @example Pedido saiu para entrega
         */
        ResourceName: string;
        /**
         * @description What the button says.
         * @example Reservar
         */
        SuggestionText: string;
        /**
         * @description What comes back to you when the button is tapped; the recipient does not see it.
         * @example reservar-{{ order }}
         */
        PostbackData: string;
        /** @description Answers the message with the text of the button. */
        ReplySuggestion: {
            /**
             * @description Always `reply`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "reply";
            text: components["schemas"]["SuggestionText"];
            postback_data: components["schemas"]["PostbackData"];
        };
        /** @description Opens a web page. */
        OpenUrlSuggestion: {
            /**
             * @description Always `open_url`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "open_url";
            text: components["schemas"]["SuggestionText"];
            postback_data: components["schemas"]["PostbackData"];
            /**
             * @description The address of the page, `http` or `https` once its placeholders are filled in.
             * @example https://padariasol.com.br/pedidos/{{ order }}
             */
            url: string;
        };
        /**
         * @description A telephone number as people in Brazil write it, or in E.164. It is brought to E.164 before use; one that cannot be is answered with 422.
         * @example (11) 98765-4321
         * @example +5511987654321
         */
        PhoneNumberInput: string;
        /** @description Calls a number. */
        DialSuggestion: {
            /**
             * @description Always `dial`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "dial";
            text: components["schemas"]["SuggestionText"];
            postback_data: components["schemas"]["PostbackData"];
            phone: components["schemas"]["PhoneNumberInput"];
        };
        /**
         * @description Degrees north of the equator.
         * @example -8.0539
         */
        Latitude: number;
        /**
         * @description Degrees east of Greenwich.
         * @example -34.8811
         */
        Longitude: number;
        /** @description Shows a place on the map. */
        ViewLocationSuggestion: {
            /**
             * @description Always `view_location`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "view_location";
            text: components["schemas"]["SuggestionText"];
            postback_data: components["schemas"]["PostbackData"];
            latitude: components["schemas"]["Latitude"];
            longitude: components["schemas"]["Longitude"];
            /**
             * @description The name of the place.
             * @example Padaria Sol, Boa Vista
             */
            label?: string;
        };
        /** @description Asks for the place where the recipient is. */
        ShareLocationSuggestion: {
            /**
             * @description Always `share_location`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "share_location";
            text: components["schemas"]["SuggestionText"];
            postback_data: components["schemas"]["PostbackData"];
        };
        /**
         * Format: date-time
         * @description An RFC 3339 instant of at most 40 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC and precise to the second.
         * @example 2026-11-20T09:00:05-03:00
         * @example 2026-11-20T12:00:05Z
         */
        TimestampInput: string;
        /** @description Puts an appointment into the calendar. */
        CreateCalendarEventSuggestion: {
            /**
             * @description Always `create_calendar_event`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "create_calendar_event";
            text: components["schemas"]["SuggestionText"];
            postback_data: components["schemas"]["PostbackData"];
            /**
             * @description The name of the appointment.
             * @example Retirada do pedido {{ order }}
             */
            title: string;
            /**
             * @description More about the appointment.
             * @example Padaria Sol, balcão de encomendas
             */
            description?: string;
            start_at: components["schemas"]["TimestampInput"];
            end_at: components["schemas"]["TimestampInput"];
        };
        /** @description A button that the recipient may tap; `type` says what it does. */
        Suggestion: components["schemas"]["ReplySuggestion"] | components["schemas"]["OpenUrlSuggestion"] | components["schemas"]["DialSuggestion"] | components["schemas"]["ViewLocationSuggestion"] | components["schemas"]["ShareLocationSuggestion"] | components["schemas"]["CreateCalendarEventSuggestion"];
        /** @description Buttons below the message, for RCS. */
        MessageSuggestions: components["schemas"]["Suggestion"][];
        /** @description Plain text, for SMS and RCS. Suggestions go with RCS only. */
        TextContent: {
            /**
             * @description Always `text`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "text";
            /**
             * @description The text, placeholders included. As an SMS it must fit into 10 segments once the placeholders are filled in.
             * @example Oi {{ first_name }}, seu pedido {{ order }} saiu para entrega. Padaria Sol
             */
            text: string;
            suggestions?: components["schemas"]["MessageSuggestions"];
        };
        /** @description A recording, for voice. */
        AudioContent: {
            /**
             * @description Always `audio`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "audio";
            file_id: components["schemas"]["Uuid"];
        };
        /**
         * @description Whether the media stands above the text or beside it.
         * @enum {string}
         */
        CardOrientation: "vertical" | "horizontal";
        /** @description An image or video on a card. */
        CardMedia: {
            file_id: components["schemas"]["Uuid"];
            /**
             * @description Height of the media. `tall` is not possible in a carousel.
             * @enum {string}
             */
            height: "short" | "medium" | "tall";
        };
        /** @description A rich card. It needs at least a title, a description or media. */
        Card: {
            /**
             * @description The line in bold.
             * @example Pão de fermentação natural
             */
            title?: string;
            /**
             * @description The text below the title.
             * @example Saindo do forno às 17h. Reserve o seu, {{ first_name }}!
             */
            description?: string;
            media?: components["schemas"]["CardMedia"];
            /** @description Buttons that belong to the card. */
            suggestions?: components["schemas"]["Suggestion"][];
        };
        /** @description One rich card, for RCS. */
        CardContent: {
            /**
             * @description Always `card`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "card";
            orientation: components["schemas"]["CardOrientation"];
            card: components["schemas"]["Card"];
            suggestions?: components["schemas"]["MessageSuggestions"];
        };
        /**
         * @description The width of every card of a carousel.
         * @enum {string}
         */
        CardWidth: "small" | "medium";
        /** @description Two to ten rich cards side by side, for RCS. */
        CarouselContent: {
            /**
             * @description Always `carousel`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "carousel";
            card_width: components["schemas"]["CardWidth"];
            /** @description The cards, from left to right. None of them may have media of height `tall`. */
            cards: components["schemas"]["Card"][];
            suggestions?: components["schemas"]["MessageSuggestions"];
        };
        /** @description What a message says. `type` tells the forms apart: SMS takes `text` without suggestions; RCS takes `text`, `card` and `carousel`; voice takes `audio`. A form that the channel does not take is answered with 422. All texts, including URLs, labels and postback data, may hold placeholders such as `{{ first_name }}`; at most 100 different ones. */
        Content: components["schemas"]["TextContent"] | components["schemas"]["AudioContent"] | components["schemas"]["CardContent"] | components["schemas"]["CarouselContent"];
        /**
         * @description The name of a placeholder, as written between the double braces. `name` and `nome` are the same variable, and so are `phone` and `telefone`, each also with a capital first letter or in capitals. In all other names case counts.
         * @example first_name
         */
        VariableName: string;
        /**
         * @description What a follow-up rule waits for. `no_delivery`: neither `delivered` nor `read` was reported within `after_seconds`. The others: the message came to this status.
         * @enum {string}
         */
        FollowUpOutcome: "delivered" | "read" | "undelivered" | "failed" | "expired" | "error" | "no_delivery";
        /** @description Sends the template `template_id` to the same recipient when a message has one of the outcomes in `on`. It fires once a message at most, with the same variables. Suppression is looked at again: a recipient who is suppressed by then gets a message with status `blocked`. The new message names the first in `parent_message_id` and belongs to the same campaign. `id` is given anew whenever the rules of the template are replaced. */
        FollowUpRule: {
            id: components["schemas"]["Uuid"];
            /** @description The outcomes that fire the rule. The first of them to come about does. */
            on: components["schemas"]["FollowUpOutcome"][];
            /**
             * @description How long after the outcome it sends, in seconds. For `no_delivery`, how long it waits for a delivery.
             * @example 3600
             */
            after_seconds: number;
            template_id: components["schemas"]["Uuid"];
        };
        /** @description Content for one channel, saved under a name. */
        Template: {
            id: components["schemas"]["Uuid"];
            name: components["schemas"]["ResourceName"];
            channel: components["schemas"]["Channel"];
            content: components["schemas"]["Content"];
            /** @description The variables of the content, each once, in the order in which they first appear and as they are spelled there. Two spellings of one variable, such as `name` and `nome`, are listed once. */
            variables: components["schemas"]["VariableName"][];
            /** @description What is sent after messages of this template, in the order in which it was given. */
            follow_ups: components["schemas"]["FollowUpRule"][];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of templates. */
        TemplatePage: {
            /** @description The entries of this page, newest first. */
            data: components["schemas"]["Template"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description Sends the template `template_id` to the same recipient when a message has one of the outcomes in `on`. That template must exist and may be for another channel. The rules must not lead back to a template on the same path, nor to more than three follow-ups after the first message, also counting from templates whose rules lead here. What breaks this is answered with 422. */
        FollowUpRuleInput: {
            /** @description The outcomes that fire the rule. The first of them to come about does. */
            on: components["schemas"]["FollowUpOutcome"][];
            /**
             * @description How long after the outcome to send, in seconds; 0 when left out. For `no_delivery` it is how long to wait for a delivery; below 10 the request is refused with 422.
             * @example 3600
             */
            after_seconds?: number;
            template_id: components["schemas"]["Uuid"];
        };
        /** @description A new template. */
        CreateTemplateRequest: {
            name: components["schemas"]["ResourceName"];
            channel: components["schemas"]["Channel"];
            content: components["schemas"]["Content"];
            /** @description What to send after messages of this template; nothing when left out. */
            follow_ups?: components["schemas"]["FollowUpRuleInput"][];
        };
        /** @description What to change of a template. Fields that are left out stay as they are; the channel is fixed. */
        UpdateTemplateRequest: {
            name?: components["schemas"]["ResourceName"];
            content?: components["schemas"]["Content"];
            /** @description The follow-up rules that take the place of all it had; `[]` leaves it without any. */
            follow_ups?: components["schemas"]["FollowUpRuleInput"][];
        };
        /**
         * @description A telephone number in E.164.
         * @example +5511987654321
         */
        PhoneNumber: string;
        /**
         * @description The contact's name; null where there is none, and in a request to take it away. Spaces around it are removed; what is left has a length of 1 to 120.
         * @example Beatriz Nogueira
         */
        ContactName: string | null;
        /** @description What is known of the contact, by names of your choice. Templates read it for placeholders of the same name, before the contact's own `name` and `phone`, which are also known as `nome` and `telefone`. */
        ContactAttributes: {
            [key: string]: string;
        };
        /**
         * @description How a contact came into a list. `request`: by the API, or by hand in the console. `import`: by a file. `opt_out`: the person asked for no more messages.
         * @enum {string}
         */
        MembershipOrigin: "request" | "import" | "opt_out";
        /** @description A contact's place in a list, on which a blacklist suppresses. */
        Membership: {
            list_id: components["schemas"]["Uuid"];
            origin: components["schemas"]["MembershipOrigin"];
            /**
             * Format: date-time
             * @description Since when, in UTC, to the second.
             * @example 2026-11-20T12:00:05Z
             */
            added_at: string;
        };
        /** @description Somebody who can be sent to, known by the telephone number. */
        Contact: {
            id: components["schemas"]["Uuid"];
            phone: components["schemas"]["PhoneNumber"];
            name: components["schemas"]["ContactName"];
            attributes: components["schemas"]["ContactAttributes"];
            /** @description The lists that the contact is in, by their ids. */
            list_ids: components["schemas"]["Uuid"][];
            /** @description The same lists in the same order, with how and since when the contact is in each. */
            memberships: components["schemas"]["Membership"][];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of contacts. */
        ContactPage: {
            /** @description The entries of this page, newest first. */
            data: components["schemas"]["Contact"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A contact by its number. Of a contact that is there already, fields that are left out stay as they are. */
        UpsertContactRequest: {
            phone: components["schemas"]["PhoneNumberInput"];
            name?: components["schemas"]["ContactName"];
            attributes?: components["schemas"]["ContactAttributes"];
        };
        /** @description A variable, and how many of the examined contacts have a value for it. */
        ContactVariable: {
            name: components["schemas"]["VariableName"];
            /**
             * @description Number of examined contacts that have a value for the variable.
             * @example 1290
             */
            contacts: number;
        };
        /** @description The variables that contacts give to placeholders, with how many contacts have each. `is_sample` is true when not all contacts were examined; the counts then hold for the `examined` contacts only. */
        ContactVariables: {
            /**
             * @description Number of contacts in the account, or in the list that was asked for.
             * @example 1342
             */
            total: number;
            /**
             * @description Number of contacts that were examined, at most 10,000.
             * @example 1342
             */
            examined: number;
            /**
             * @description Whether only some of the contacts were examined. Use the counts as shares of `examined` then.
             * @example false
             */
            is_sample: boolean;
            /** @description The variables of the examined contacts, the most frequent ones first, at most 200. `phone` is among them wherever there are contacts. */
            variables: components["schemas"]["ContactVariable"][];
        };
        /** @description What to change of a contact. Fields that are left out stay as they are. */
        UpdateContactRequest: {
            phone?: components["schemas"]["PhoneNumberInput"];
            name?: components["schemas"]["ContactName"];
            attributes?: components["schemas"]["ContactAttributes"];
        };
        /**
         * @description `default` for a list to send to, `blacklist` for one that suppresses its contacts.
         * @enum {string}
         */
        ContactListType: "default" | "blacklist";
        /** @description The channels on which a `blacklist` suppresses its contacts, none if empty. Always empty on a `default` list. */
        ContactListChannels: components["schemas"]["Channel"][];
        /** @description A named group of contacts, used to send to or to suppress. */
        ContactList: {
            id: components["schemas"]["Uuid"];
            name: components["schemas"]["ResourceName"];
            type: components["schemas"]["ContactListType"];
            channels: components["schemas"]["ContactListChannels"];
            /**
             * @description How many contacts are in the list now.
             * @example 1210
             */
            contact_count: number;
            /** @description True for the blacklist `Recado`, which every account has from the start. It cannot be renamed or deleted. */
            is_provisioned: boolean;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of contact lists. */
        ContactListPage: {
            /** @description The entries of this page, newest first. */
            data: components["schemas"]["ContactList"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A new contact list. Without `channels` it has none. */
        CreateContactListRequest: {
            name: components["schemas"]["ResourceName"];
            type: components["schemas"]["ContactListType"];
            channels?: components["schemas"]["ContactListChannels"];
        };
        /** @description What to change of a contact list. Fields that are left out stay as they are; the type is fixed. */
        UpdateContactListRequest: {
            name?: components["schemas"]["ResourceName"];
            channels?: components["schemas"]["ContactListChannels"];
        };
        /**
         * @description What a column of an imported file holds: `phone` (the contact's number), `name` (the contact's name) or `attribute`.
         * @enum {string}
         */
        ImportColumnUse: "phone" | "name" | "attribute";
        /** @description A column that an import reads. */
        ImportColumn: {
            /**
             * @description The file's heading of the column. Longer headings are cut to 64 characters.
             * @example Data de Nascimento
             */
            heading: string;
            use: components["schemas"]["ImportColumnUse"];
            /** @description The name of the attribute that the column fills; null for the number and the name. */
            attribute: components["schemas"]["VariableName"] | null;
        };
        /**
         * @description `pending` until it is begun, `running`, then one of three ends: `completed` (every row was taken or rejected), `failed` (`error` says why) or `canceled`.
         * @enum {string}
         */
        ImportStatus: "pending" | "running" | "completed" | "failed" | "canceled";
        /**
         * @description Why an import failed: `file_unreadable` (it is no table of contacts), `file_gone` (the file is no longer there). Where its list was deleted, nobody can read the import.
         * @enum {string}
         */
        ImportErrorCode: "file_unreadable" | "file_gone";
        /** @description Why an import failed. Rows that were taken before stay as they are. */
        ImportError: {
            code: components["schemas"]["ImportErrorCode"];
            /**
             * @description An explanation for people.
             * @example The first row names no column of phone numbers, such as telefone or celular. The columns may be separated by commas, semicolons or tabs.
             */
            message: string;
        };
        /** @description Contacts on their way from a file into a list. `started_at` is when the file was first read, `completed_at` when the import ended, however it ended. */
        Import: {
            id: components["schemas"]["Uuid"];
            list_id: components["schemas"]["Uuid"];
            file_id: components["schemas"]["Uuid"];
            /** @description The columns that the import reads, in the order of the file; columns that are not listed are ignored. Null until the file has been looked through. */
            columns: components["schemas"]["ImportColumn"][] | null;
            status: components["schemas"]["ImportStatus"];
            /**
             * @description How many rows the file has, without the row of names; null until the file has been looked through.
             * @example 1500
             */
            rows_total: number | null;
            /**
             * @description How many rows are done with. It is the sum of `created`, `updated` and `rejected`.
             * @example 1500
             */
            rows_processed: number;
            /**
             * @description How many rows made a contact, or brought a deleted one back.
             * @example 1210
             */
            created: number;
            /**
             * @description How many rows met a contact that was there.
             * @example 287
             */
            updated: number;
            /**
             * @description How many rows could not be taken. Ask for the errors to see them.
             * @example 3
             */
            rejected: number;
            /** @description Why the import failed, where it did. */
            error: components["schemas"]["ImportError"] | null;
            created_at: components["schemas"]["Timestamp"];
            started_at: components["schemas"]["NullableTimestamp"];
            completed_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description A page of imports. */
        ImportPage: {
            /** @description The entries of this page, newest first. */
            data: components["schemas"]["Import"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description What a column of the file is used for. */
        ImportColumnInput: {
            /**
             * @description The heading of the column in the first row of the file, without spaces around it, in the file's own spelling. Where several columns have the heading, the first entry with it is about the first of these columns, and so on.
             * @example Celular
             */
            heading: string;
            /**
             * @description What the column holds: `phone` (the contact's number), `name` (the contact's name), `attribute`, or `ignore` (nothing is read from the column).
             * @example phone
             * @enum {string}
             */
            use: "phone" | "name" | "attribute" | "ignore";
            /** @description The attribute that the column fills, only with the use `attribute`. Without it the attribute's name is made from the heading. */
            attribute?: components["schemas"]["VariableName"];
        };
        /** @description The file to import from, and what its columns hold. */
        CreateImportRequest: {
            file_id: components["schemas"]["Uuid"];
            /** @description What columns of the file hold. A column that is not named here is read by its heading, unless another column is named for the same use. */
            columns?: components["schemas"]["ImportColumnInput"][];
        };
        /** @description Where to get the rejected rows, and until when. */
        ImportErrorsUrl: {
            /**
             * Format: uri
             * @description GET it without an API key. Whoever has the URL can read the rows.
             * @example https://recado.padariasol.com.br/storage/download/01a1f821-62e0-7a93-b5c4-8f0d6e1a2b79-rejected?expires=1795177800&signature=7be02f94d1a8
             */
            url: string;
            expires_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description Where a message stands. `pending`: waiting for its carrier. `blocked`: the recipient is suppressed on the channel; it is not sent. `error`: it could not be made ready for a carrier. `sent`: a carrier took it. `delivered`, `read`: what the carrier reported. `undelivered`: the carrier gave up. `failed`: no carrier took it. `expired`: its time ran out.
         * @enum {string}
         */
        MessageStatus: "pending" | "blocked" | "error" | "sent" | "delivered" | "read" | "undelivered" | "failed" | "expired";
        /**
         * Format: uuid
         * @description A UUIDv7, or null where there is nothing to refer to.
         * @example 01a1e473-6838-7c55-a1b9-0d6e3f7a2c48
         */
        NullableUuid: string | null;
        /**
         * @description A text whose placeholders are filled in.
         * @example Oi Beatriz, seu pedido 48213 saiu para entrega. Padaria Sol
         */
        RenderedText: string;
        /** @description A rendered button. Besides the first three it has the fields of its type, as in `Suggestion`. */
        RenderedSuggestion: {
            /**
             * @description What the button does.
             * @enum {string}
             */
            type: "reply" | "open_url" | "dial" | "view_location" | "share_location" | "create_calendar_event";
            text: components["schemas"]["RenderedText"];
            postback_data: components["schemas"]["RenderedText"];
            url?: components["schemas"]["RenderedText"];
            phone?: components["schemas"]["PhoneNumberInput"];
            latitude?: components["schemas"]["Latitude"];
            longitude?: components["schemas"]["Longitude"];
            label?: components["schemas"]["RenderedText"];
            title?: components["schemas"]["RenderedText"];
            description?: components["schemas"]["RenderedText"];
            start_at?: components["schemas"]["TimestampInput"];
            end_at?: components["schemas"]["TimestampInput"];
        };
        /** @description The rendered buttons. */
        RenderedSuggestions: components["schemas"]["RenderedSuggestion"][];
        /** @description Plain text, rendered. */
        RenderedTextContent: {
            /**
             * @description Always `text`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "text";
            text: components["schemas"]["RenderedText"];
            suggestions?: components["schemas"]["RenderedSuggestions"];
        };
        /** @description A rendered rich card. */
        RenderedCard: {
            title?: components["schemas"]["RenderedText"];
            description?: components["schemas"]["RenderedText"];
            media?: components["schemas"]["CardMedia"];
            suggestions?: components["schemas"]["RenderedSuggestions"];
        };
        /** @description One rich card, rendered. */
        RenderedCardContent: {
            /**
             * @description Always `card`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "card";
            orientation: components["schemas"]["CardOrientation"];
            card: components["schemas"]["RenderedCard"];
            suggestions?: components["schemas"]["RenderedSuggestions"];
        };
        /** @description Rich cards side by side, rendered. */
        RenderedCarouselContent: {
            /**
             * @description Always `carousel`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "carousel";
            card_width: components["schemas"]["CardWidth"];
            /** @description The cards, from left to right. */
            cards: components["schemas"]["RenderedCard"][];
            suggestions?: components["schemas"]["RenderedSuggestions"];
        };
        /** @description What a message says once its placeholders are filled in. It has the forms of `Content`, but values can make its texts longer than a template may be. */
        RenderedContent: components["schemas"]["RenderedTextContent"] | components["schemas"]["AudioContent"] | components["schemas"]["RenderedCardContent"] | components["schemas"]["RenderedCarouselContent"];
        /**
         * Format: int64
         * @description An amount of money in millionths of a real, so that 1000000 is R$ 1,00.
         * @example 80000
         */
        MicroUnits: number;
        /**
         * @description Why a message went wrong. At its creation: `no_sender` (the channel has none, or the campaign's sender was removed), `media_unavailable` (a file is absent or not uploaded), `missing_variable`, `empty_content`, `content_too_long`, `landline` (SMS or RCS to a fixed line), and `carrier_rejected` (of a follow-up or a scheduled campaign whose content its carrier cannot express). Later: `carrier_rejected`, `carrier_unreachable`, `undeliverable`, `expired`.
         * @enum {string}
         */
        MessageErrorCode: "no_sender" | "media_unavailable" | "missing_variable" | "empty_content" | "content_too_long" | "landline" | "carrier_rejected" | "carrier_unreachable" | "undeliverable" | "expired";
        /** @description Why a message went wrong. */
        MessageError: {
            code: components["schemas"]["MessageErrorCode"];
            /**
             * @description An explanation for people.
             * @example The handset could not be reached.
             */
            message: string;
            /**
             * @description The carrier's own word or number for it, where it gave one.
             * @example EC_ABSENT_SUBSCRIBER
             */
            carrier_code: string | null;
        };
        /** @description One step in the life of a message. */
        MessageStatusChange: {
            status: components["schemas"]["MessageStatus"];
            occurred_at: components["schemas"]["Timestamp"];
            /** @description Why, where the step was for the worse. */
            error: components["schemas"]["MessageError"] | null;
        };
        /** @description One delivery to one recipient. In a message that a follow-up rule has sent, `parent_message_id` names the message whose outcome fired the rule; in all others it is null. */
        Message: {
            id: components["schemas"]["Uuid"];
            channel: components["schemas"]["Channel"];
            status: components["schemas"]["MessageStatus"];
            to: components["schemas"]["PhoneNumber"];
            /**
             * @description The address that it is sent from; null while none was chosen.
             * @example 27000
             */
            sender: string | null;
            /**
             * Format: uuid
             * @description The sender that it goes out from, which may have been removed since; null where there was none.
             * @example 01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37
             */
            sender_id: string | null;
            contact_id: components["schemas"]["NullableUuid"];
            template_id: components["schemas"]["NullableUuid"];
            campaign_id: components["schemas"]["NullableUuid"];
            parent_message_id: components["schemas"]["NullableUuid"];
            /** @description The rendered content; null where a value was missing, where it would be too long for the channel (`content_too_long`), and once it was erased with its contact. */
            content: components["schemas"]["RenderedContent"] | null;
            /**
             * @description How many SMS it takes; null on other channels, and where the content is null.
             * @example 1
             */
            segments: number | null;
            price: components["schemas"]["MicroUnits"];
            /** @description Why it went wrong, where it did. */
            error: components["schemas"]["MessageError"] | null;
            /**
             * @description Your own name for it, if you gave one.
             * @example pedido-48213
             */
            client_reference: string | null;
            /**
             * @description The carrier connection that took it; null until one has.
             * @example zenvia
             */
            carrier: string | null;
            /**
             * @description What the carrier calls it, for questions to the carrier: the first of several where a long SMS went out in parts. Null where the carrier gave none.
             * @example 7f1c2f4e-9a57-4f0e-8a0f-2d8e9d7c1b3a
             */
            carrier_reference: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description Its steps, oldest first. Always empty in lists; read the message by its id to see them. */
            status_history: components["schemas"]["MessageStatusChange"][];
        };
        /** @description A page of messages. */
        MessagePage: {
            /** @description The entries of this page, newest first. */
            data: components["schemas"]["Message"][];
            pagination: components["schemas"]["Pagination"];
        };
        /**
         * Format: uuid
         * @description The sender that the messages go out from, by its id in `GET /senders`. Without it the channel's default sender is used. A sender that the account does not have, or that belongs to another channel, is 422.
         * @example 01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37
         */
        SenderChoice: string;
        /** @description Values for placeholders by their names. A value is put in as it stands; braces in it have no meaning. `name` and `nome` are one variable, as are `phone` and `telefone`; where both are given, each placeholder takes its own spelling. */
        Variables: {
            [key: string]: string;
        };
        /**
         * @description Your own name for this message. It comes back in reads and events, and need not be unique.
         * @example pedido-48213
         */
        ClientReference: string;
        /** @description One recipient, with the values for this recipient alone. */
        Recipient: {
            to: components["schemas"]["PhoneNumberInput"];
            variables?: components["schemas"]["Variables"];
            client_reference?: components["schemas"]["ClientReference"];
        };
        /** @description What to send and to whom. Give either `template_id`, or `channel` and `content` together; anything else is answered with 422. All recipients of a request share the channel. */
        SendMessagesRequest: {
            template_id?: components["schemas"]["Uuid"];
            channel?: components["schemas"]["Channel"];
            content?: components["schemas"]["Content"];
            sender_id?: components["schemas"]["SenderChoice"];
            /** @description Whom to send it to. A number that comes twice gets two messages. */
            recipients: components["schemas"]["Recipient"][];
        };
        /**
         * @description The status with which a message begins. Only `pending` ones go on to a carrier.
         * @enum {string}
         */
        InitialMessageStatus: "pending" | "blocked" | "error";
        /** @description The message that was created for one recipient. */
        SendResult: {
            message_id: components["schemas"]["Uuid"];
            to: components["schemas"]["PhoneNumber"];
            status: components["schemas"]["InitialMessageStatus"];
            /** @description Why the status is `error`; null otherwise. */
            error: components["schemas"]["MessageError"] | null;
        };
        /** @description One result for each recipient. */
        SendMessagesResponse: {
            /** @description The results, in the order of the recipients. */
            data: components["schemas"]["SendResult"][];
        };
        /** @description What would be sent to one recipient. */
        PreviewResult: {
            to: components["schemas"]["PhoneNumber"];
            status: components["schemas"]["InitialMessageStatus"];
            /** @description Why the status would be `error`; null otherwise. */
            error: components["schemas"]["MessageError"] | null;
            /** @description The rendered content; null where a value is missing, or where it is too long for the channel (`content_too_long`). To a key without `contacts:read`, placeholders that take their value from a contact stay as they are, and encoding, segments and price are those of what is shown. */
            content: components["schemas"]["RenderedContent"] | null;
            /**
             * @description How an SMS would be encoded; null on other channels, and where the content is null.
             * @enum {string|null}
             */
            encoding: "gsm7" | "ucs2" | null;
            /**
             * @description How many SMS it would take; null on other channels, and where the content is null.
             * @example 1
             */
            segments: number | null;
            price: components["schemas"]["MicroUnits"];
            /** @description The characters of an SMS that GSM-7 lacks, each once, in the order in which they first appear, no more than a thousand. A text without them can be encoded in GSM-7, which has room for more. Empty where there are none. */
            ucs2_characters: string[];
        };
        /** @description One preview for each recipient. */
        PreviewMessagesResponse: {
            /** @description The previews, in the order of the recipients. */
            data: components["schemas"]["PreviewResult"][];
        };
        /** @description Where to get the exported messages, and until when. */
        MessageExportUrl: {
            /**
             * Format: uri
             * @description GET it without an API key. Whoever has the URL can read the messages.
             * @example https://recado.padariasol.com.br/messages/01a1f0c2-5a00-7b31-8c4d-2e9f7a6b5c40/export?of=eyJmaWx0ZXIiOnsic3RhdHVzZXMiOlsiZmFpbGVkIl19fQ&expires=1795177800&signature=7be02f94d1a8
             */
            url: string;
            expires_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description What an event tells of. `message_update`: a message of yours got a new status. `inbound_message`: a person sent a message to one of your senders. `campaign_update`: a campaign got a new status.
         * @enum {string}
         */
        WebhookEventType: "message_update" | "inbound_message" | "campaign_update";
        /**
         * @description `pending` while attempts go on, `delivered` after a 2xx, `abandoned` after the fifth attempt without one.
         * @enum {string}
         */
        WebhookDeliveryStatus: "pending" | "delivered" | "abandoned";
        /** @description One request to the endpoint. */
        WebhookAttempt: {
            attempted_at: components["schemas"]["Timestamp"];
            /**
             * @description The HTTP status that came back; null when none did.
             * @example 204
             */
            response_status: number | null;
            /**
             * @description Why no answer came, such as a timeout; null when one did.
             * @example No answer within 10 seconds.
             */
            error: string | null;
            /**
             * @description How long it took, in milliseconds.
             * @example 87
             */
            duration_ms: number;
        };
        /** @description A batch of events of one type on its way to one endpoint. */
        WebhookDelivery: {
            id: components["schemas"]["Uuid"];
            webhook_id: components["schemas"]["Uuid"];
            event_type: components["schemas"]["WebhookEventType"];
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description The events in the batch, by their ids, in the order in which they are sent. */
            event_ids: components["schemas"]["Uuid"][];
            /** @description The attempts so far, oldest first; no more than the last hundred. */
            attempts: components["schemas"]["WebhookAttempt"][];
            next_attempt_at: components["schemas"]["NullableTimestamp"];
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of deliveries to one endpoint. */
        WebhookDeliveryPage: {
            /** @description The entries of this page, newest first. */
            data: components["schemas"]["WebhookDelivery"][];
            pagination: components["schemas"]["Pagination"];
        };
        /**
         * @description What an inbound message holds. `text`: words. `file`: a picture, a recording or another file. `location`: a place. `suggestion`: a reply suggestion of yours that was tapped.
         * @enum {string}
         */
        InboundContentType: "text" | "file" | "location" | "suggestion";
        /** @description A file that a person sent. */
        InboundFile: {
            /**
             * Format: uri
             * @description GET it without an API key. It stays the same, and whoever has it can read the file.
             * @example https://recado.padariasol.com.br/media/9d1f6b3e8a5c7042/comprovante.jpg
             */
            url: string;
            /**
             * @description The MIME type that the carrier gave, or `application/octet-stream` where it gave none.
             * @example image/jpeg
             */
            content_type: string;
            /**
             * @description The name that the carrier gave, if any.
             * @example comprovante.jpg
             */
            filename: string | null;
        };
        /** @description A place that a person sent. */
        InboundLocation: {
            latitude: components["schemas"]["Latitude"];
            longitude: components["schemas"]["Longitude"];
        };
        /** @description A message that a person sent to one of your senders. `paired_message_id` is the message of yours that it answers, and `campaign_id` the campaign of that message. The carrier may say which message it is; else it is the newest one that was sent to this number from this sender in the 7 days before. `contact_id` is the contact with this number. Each of the three is null where there is none. Once the contact is deleted, `text`, `file`, `location` and `postback_data` are null. */
        InboundMessage: {
            id: components["schemas"]["Uuid"];
            channel: components["schemas"]["Channel"];
            sender: components["schemas"]["PhoneNumber"];
            /**
             * @description The address of yours that it came in at.
             * @example padaria_sol_agent
             */
            recipient: string;
            content_type: components["schemas"]["InboundContentType"];
            /**
             * @description What the person wrote, or the text of the suggestion that was tapped; null for a `file` or a `location`. What is longer than 10,000 characters is cut there.
             * @example Pode entregar depois das 18h?
             */
            text: string | null;
            /** @description The file; null unless `content_type` is `file`. */
            file: components["schemas"]["InboundFile"] | null;
            /** @description The place; null unless `content_type` is `location`. */
            location: components["schemas"]["InboundLocation"] | null;
            /**
             * @description What you gave with the suggestion that was tapped; null where nothing was tapped or it did not come back.
             * @example reservar-48213
             */
            postback_data: string | null;
            contact_id: components["schemas"]["NullableUuid"];
            paired_message_id: components["schemas"]["NullableUuid"];
            campaign_id: components["schemas"]["NullableUuid"];
            received_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of inbound messages. */
        InboundMessagePage: {
            /** @description The entries of this page, newest first. */
            data: components["schemas"]["InboundMessage"][];
            pagination: components["schemas"]["Pagination"];
        };
        /**
         * @description What the person did. `action`: tapped a suggestion that opens, dials or shows something. `typing`: began to write. `subscribe`, `unsubscribe`: asked in the messaging app for your messages, or for none. An `unsubscribe` event opts the person out as the reply `SAIR` does, and a `subscribe` event opts the person in again.
         * @enum {string}
         */
        InboundRcsEventType: "action" | "typing" | "subscribe" | "unsubscribe";
        /** @description What a person did in an RCS conversation. `paired_message_id` is the message of yours that it is about, and `campaign_id` the campaign of that message. The carrier may say which message it is; else it is the newest one that was sent to this number from this sender in the 7 days before. Either is null where there is none. */
        InboundRcsEvent: {
            id: components["schemas"]["Uuid"];
            sender: components["schemas"]["PhoneNumber"];
            event_type: components["schemas"]["InboundRcsEventType"];
            /**
             * @description The text of the suggestion that was tapped; null where nothing was tapped or the carrier did not say.
             * @example Ver no mapa
             */
            action_label: string | null;
            /**
             * @description What you gave with the suggestion that was tapped; null where nothing was tapped or it did not come back.
             * @example mapa-48213
             */
            postback_data: string | null;
            paired_message_id: components["schemas"]["NullableUuid"];
            campaign_id: components["schemas"]["NullableUuid"];
            received_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of inbound RCS events. */
        InboundRcsEventPage: {
            /** @description The entries of this page, newest first. */
            data: components["schemas"]["InboundRcsEvent"][];
            pagination: components["schemas"]["Pagination"];
        };
        /**
         * @description Where a campaign stands. `draft`: not launched. `scheduled`: it launches by itself at `scheduled_at`. `running`: its messages are being made, sent and followed. `completed`: each of its messages has come to its end. `error`: it stopped before that, or did not start as scheduled; `error.code` says why.
         * @enum {string}
         */
        CampaignStatus: "draft" | "scheduled" | "running" | "completed" | "error";
        /**
         * @description Why a campaign is in `error`. `stopped`: somebody stopped it. `import_timeout`: an import on its list took too long at the scheduled time. `missed_schedule`: the scheduled time was long past before the service could launch it. `list_deleted`: its contact list is gone. `sender_removed`: the operator removed the sender that it names before the scheduled time.
         * @enum {string}
         */
        CampaignErrorCode: "stopped" | "import_timeout" | "missed_schedule" | "list_deleted" | "sender_removed";
        /** @description Why a campaign is in `error`. */
        CampaignError: {
            code: components["schemas"]["CampaignErrorCode"];
            /**
             * @description An explanation for people.
             * @example it was stopped by request
             */
            message: string;
        };
        /**
         * Format: int64
         * @description A number of messages.
         * @example 1210
         */
        MessageCount: number;
        /** @description How many messages the campaign has made, and how many of them are in each status now. `total` grows while a run that has just started is still making them. Messages that follow-up rules sent do not count. */
        CampaignProgress: {
            total: components["schemas"]["MessageCount"];
            pending: components["schemas"]["MessageCount"];
            blocked: components["schemas"]["MessageCount"];
            error: components["schemas"]["MessageCount"];
            sent: components["schemas"]["MessageCount"];
            delivered: components["schemas"]["MessageCount"];
            read: components["schemas"]["MessageCount"];
            undelivered: components["schemas"]["MessageCount"];
            failed: components["schemas"]["MessageCount"];
            expired: components["schemas"]["MessageCount"];
        };
        /** @description One template for every contact of one list. An instant is null until it has come about: `scheduled_at` is when it is to launch by itself, `started_at` when its latest run began, `completed_at` when it was completed, `failed_at` when it last went to `error`. */
        Campaign: {
            id: components["schemas"]["Uuid"];
            name: components["schemas"]["ResourceName"];
            template_id: components["schemas"]["Uuid"];
            list_id: components["schemas"]["Uuid"];
            /**
             * Format: uuid
             * @description The sender that the campaign was created with; null where its messages go out from the channel's default sender.
             * @example 01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37
             */
            sender_id: string | null;
            channel: components["schemas"]["Channel"];
            status: components["schemas"]["CampaignStatus"];
            /** @description Why its status is `error`; null in any other status. */
            error: components["schemas"]["CampaignError"] | null;
            progress: components["schemas"]["CampaignProgress"];
            /**
             * Format: int64
             * @description How many messages there will be, as far as the list tells now: while a run is still making them, and `progress.total` grows. Null at any other time.
             * @example 4589
             */
            expected_total: number | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            scheduled_at: components["schemas"]["NullableTimestamp"];
            started_at: components["schemas"]["NullableTimestamp"];
            completed_at: components["schemas"]["NullableTimestamp"];
            failed_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description A page of campaigns. */
        CampaignPage: {
            /** @description The entries of this page, newest first. */
            data: components["schemas"]["Campaign"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A new campaign. */
        CreateCampaignRequest: {
            name: components["schemas"]["ResourceName"];
            template_id: components["schemas"]["Uuid"];
            list_id: components["schemas"]["Uuid"];
            sender_id?: components["schemas"]["SenderChoice"];
        };
        /** @description What to change of a campaign. Only its name can change. */
        UpdateCampaignRequest: {
            name?: components["schemas"]["ResourceName"];
        };
        /** @description When a campaign is to launch by itself. */
        ScheduleCampaignRequest: {
            scheduled_at: components["schemas"]["TimestampInput"];
        };
        /** @description A day of UTC: an RFC 3339 date such as `2026-01-31`, or an instant, which stands for the day that it is in. */
        DayInput: string;
        /** @description The sums for one key. A row has exactly one of `day`, `hour`, `channel`, `campaign_id` and `template_id`: the one that `group_by` asked for. `campaign_id` null stands for messages outside campaigns, `template_id` null for those whose content was in the request. */
        UsageRow: {
            /**
             * Format: date
             * @description A day of UTC.
             * @example 2026-11-20
             */
            day?: string;
            /**
             * Format: date-time
             * @description The beginning of an hour of UTC.
             * @example 2026-11-20T14:00:00Z
             */
            hour?: string;
            channel?: components["schemas"]["Channel"];
            campaign_id?: components["schemas"]["NullableUuid"];
            template_id?: components["schemas"]["NullableUuid"];
            total: components["schemas"]["MessageCount"];
            pending: components["schemas"]["MessageCount"];
            blocked: components["schemas"]["MessageCount"];
            error: components["schemas"]["MessageCount"];
            sent: components["schemas"]["MessageCount"];
            delivered: components["schemas"]["MessageCount"];
            read: components["schemas"]["MessageCount"];
            undelivered: components["schemas"]["MessageCount"];
            failed: components["schemas"]["MessageCount"];
            expired: components["schemas"]["MessageCount"];
            price: components["schemas"]["MicroUnits"];
        };
        /** @description Messages and their cost, summed up. */
        UsageReport: {
            /** @description One row for each key that has messages, in the order of the keys. */
            data: components["schemas"]["UsageRow"][];
        };
        /**
         * Format: uri
         * @description Where events are posted. Only `https` and only public addresses, unless the operator of this installation allows others; what is not allowed is answered with 422.
         * @example https://painel.padariasol.com.br/recado/eventos
         */
        WebhookUrl: string;
        /** @description The types of events that the endpoint hears of; of others it hears nothing. A new endpoint that names none hears of `message_update` alone. */
        WebhookEventTypes: components["schemas"]["WebhookEventType"][];
        /**
         * @description Whether events are delivered to an endpoint.
         * @enum {string}
         */
        WebhookStatus: "enabled" | "disabled";
        /** @description How an endpoint has answered. A delivery counts once, by its latest attempt, from the first attempt on: a failing endpoint shows at once, while its deliveries are still retried. Counts are kept by quarters of an hour, so that they cover up to 15 minutes more than 24 hours. Test events count, too. */
        WebhookHealth: {
            /**
             * Format: int64
             * @description Deliveries whose latest attempt was made in the last 24 hours and got a 2xx.
             * @example 2096
             */
            delivered: number;
            /**
             * Format: int64
             * @description Deliveries whose latest attempt was made in the last 24 hours and got no 2xx. Some are still retried, and count as `delivered` as soon as an attempt gets one.
             * @example 28
             */
            failed: number;
            /** @description The latest attempt, whenever it was made. Null before the first one, and after the endpoint got another `url` or was enabled. */
            last_attempt: components["schemas"]["WebhookAttempt"] | null;
            /**
             * Format: date-time
             * @description When the first attempt failed after the latest one that got a 2xx. Null where no attempt has failed since, and after the endpoint got another `url` or was enabled. Five days after it the endpoint is disabled, unless a delivery gets through.
             * @example 2026-11-20T12:00:05Z
             */
            failing_since: string | null;
        };
        /** @description An endpoint of yours that events are posted to. */
        Webhook: {
            id: components["schemas"]["Uuid"];
            url: components["schemas"]["WebhookUrl"];
            /**
             * @description What the endpoint is for, in your words.
             * @example Painel de entregas
             */
            description: string | null;
            event_types: components["schemas"]["WebhookEventTypes"];
            status: components["schemas"]["WebhookStatus"];
            /**
             * @description Why it is disabled: `manual` (you did it), `gone` (it answered 410), `failing` (nothing got through for five days). Null while it is enabled.
             * @enum {string|null}
             */
            disabled_reason: "manual" | "gone" | "failing" | null;
            health: components["schemas"]["WebhookHealth"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of webhook endpoints. */
        WebhookPage: {
            /** @description The entries of this page, newest first. */
            data: components["schemas"]["Webhook"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A new endpoint. */
        CreateWebhookRequest: {
            url: components["schemas"]["WebhookUrl"];
            /**
             * @description What the endpoint is for, in your words.
             * @example Painel de entregas
             */
            description?: string | null;
            event_types?: components["schemas"]["WebhookEventTypes"];
        };
        /** @description An endpoint together with its signing secret, which is shown this once. */
        WebhookWithSecret: {
            id: components["schemas"]["Uuid"];
            url: components["schemas"]["WebhookUrl"];
            /**
             * @description What the endpoint is for, in your words.
             * @example Painel de entregas
             */
            description: string | null;
            event_types: components["schemas"]["WebhookEventTypes"];
            status: components["schemas"]["WebhookStatus"];
            /**
             * @description Why it is disabled: `manual` (you did it), `gone` (it answered 410), `failing` (nothing got through for five days). Null while it is enabled.
             * @enum {string|null}
             */
            disabled_reason: "manual" | "gone" | "failing" | null;
            health: components["schemas"]["WebhookHealth"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /**
             * @description Signs the requests to this endpoint. The key of the HMAC is what the part behind `whsec_` decodes to from base64.
             * @example whsec_9wXoLkq3vB1mT7yR5uZc0aEJ8hNfPd2sGiVx6QbYt4I=
             */
            secret: string;
        };
        /** @description What to change of an endpoint. Fields that are left out stay as they are. */
        UpdateWebhookRequest: {
            url?: components["schemas"]["WebhookUrl"];
            /**
             * @description What the endpoint is for, in your words; null takes it away.
             * @example Painel de entregas
             */
            description?: string | null;
            event_types?: components["schemas"]["WebhookEventTypes"];
            status?: components["schemas"]["WebhookStatus"];
        };
        /** @description Which event to send: one of the types that the endpoint hears of, another is answered with 422. Left out, it is the first in the endpoint's `event_types`. */
        TestWebhookRequest: {
            event_type?: components["schemas"]["WebhookEventType"];
        };
        /** @description A delivery together with what its requests carry. */
        WebhookDeliveryWithPayload: {
            id: components["schemas"]["Uuid"];
            webhook_id: components["schemas"]["Uuid"];
            event_type: components["schemas"]["WebhookEventType"];
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description The events in the batch, by their ids, in the order in which they are sent. */
            event_ids: components["schemas"]["Uuid"][];
            /** @description The attempts so far, oldest first; no more than the last hundred. */
            attempts: components["schemas"]["WebhookAttempt"][];
            next_attempt_at: components["schemas"]["NullableTimestamp"];
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description The body of its requests, byte for byte as it is signed: a JSON array of the events. What a person said is taken out of it when the contact is deleted. Null to a key without `messages:read`.
             * @example [{"id":"01a1f8d3-edd0-7c93-b5a7-2e8f6d4c1a09","type":"message_update","created_at":"2026-11-20T12:00:01Z","data":{}}]
             */
            payload: string | null;
        };
        /**
         * @description What a key may do. Each operation asks for one of these.
         * @enum {string}
         */
        ApiKeyScope: "files:read" | "files:write" | "templates:read" | "templates:write" | "contacts:read" | "contacts:write" | "messages:read" | "messages:send" | "campaigns:read" | "campaigns:write" | "campaigns:launch" | "webhooks:read" | "webhooks:write" | "keys:read" | "keys:write" | "senders:read";
        /** @description What the key may do. */
        ApiKeyScopes: components["schemas"]["ApiKeyScope"][];
        /** @description A key of this account, without the secret itself. */
        ApiKey: {
            id: components["schemas"]["Uuid"];
            name: components["schemas"]["ResourceName"];
            /**
             * @description The beginning of the key, to recognize it by.
             * @example st_7c1f04ab
             */
            prefix: string;
            scopes: components["schemas"]["ApiKeyScopes"];
            created_at: components["schemas"]["Timestamp"];
            last_used_at: components["schemas"]["NullableTimestamp"];
            expires_at: components["schemas"]["NullableTimestamp"];
            revoked_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description A page of API keys. */
        ApiKeyPage: {
            /** @description The entries of this page, newest first. */
            data: components["schemas"]["ApiKey"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A new key. */
        CreateApiKeyRequest: {
            name: components["schemas"]["ResourceName"];
            scopes: components["schemas"]["ApiKeyScopes"];
            expires_at?: components["schemas"]["TimestampInput"];
        };
        /** @description A new key together with its secret, which is shown this once. */
        ApiKeyWithSecret: {
            id: components["schemas"]["Uuid"];
            name: components["schemas"]["ResourceName"];
            /**
             * @description The beginning of the key, to recognize it by.
             * @example st_7c1f04ab
             */
            prefix: string;
            scopes: components["schemas"]["ApiKeyScopes"];
            created_at: components["schemas"]["Timestamp"];
            /** @description Nobody has used it yet. */
            last_used_at: null;
            expires_at: components["schemas"]["NullableTimestamp"];
            /** @description Nobody has revoked it yet. */
            revoked_at: null;
            /**
             * @description The key itself, to be sent with each request. It cannot be read again.
             * @example st_7c1f04ab93d8e65217b0fca4d1389e7260bb5a4f08e3c917d62fa1540c8b7e39
             */
            key: string;
        };
        /**
         * @description How the sender stands with its carrier. `ready`: nothing is in the way. `retrying`: the carrier could not take some of the messages that wait, and they are tried again. `unconnected`: the operator has no connection of this name, and its messages fail.
         * @enum {string}
         */
        SenderState: "ready" | "retrying" | "unconnected";
        /** @description An address that messages are sent from, on one channel by one carrier. */
        Sender: {
            id: components["schemas"]["Uuid"];
            channel: components["schemas"]["Channel"];
            /**
             * @description A short code or number for SMS, an agent id for RCS, a number for voice.
             * @example 27000
             */
            address: string;
            /**
             * @description The carrier connection that takes its messages, `sandbox` among them.
             * @example zenvia
             */
            carrier: string;
            /** @description True for the sender that the channel uses when nothing else is said. */
            is_default: boolean;
            /**
             * @description How many messages a second are handed to the carrier at most.
             * @example 50
             */
            max_per_second: number;
            state: components["schemas"]["SenderState"];
            /**
             * Format: date-time
             * @description Since when the longest of the sender's messages waits that the carrier has not taken yet, in UTC, to the second; null while none waits. Those of stopped campaigns do not count.
             * @example 2026-11-20T12:00:05Z
             */
            waiting_since: string | null;
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of senders. */
        SenderPage: {
            /** @description The entries of this page, newest first. */
            data: components["schemas"]["Sender"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description What changed. */
        MessageUpdateData: {
            message_id: components["schemas"]["Uuid"];
            status: components["schemas"]["MessageStatus"];
            /** @description The status before; null on the first event of a message. */
            previous_status: components["schemas"]["MessageStatus"] | null;
            /**
             * @description Counts the changes of one message from 1. Events may come out of order; the highest number is the latest.
             * @example 3
             */
            sequence: number;
            channel: components["schemas"]["Channel"];
            to: components["schemas"]["PhoneNumber"];
            template_id: components["schemas"]["NullableUuid"];
            campaign_id: components["schemas"]["NullableUuid"];
            /**
             * @description Your own name for the message, if you gave one.
             * @example pedido-48213
             */
            client_reference: string | null;
            /** @description Why, where the change was for the worse. */
            error: components["schemas"]["MessageError"] | null;
            price: components["schemas"]["MicroUnits"];
            occurred_at: components["schemas"]["Timestamp"];
        };
        /** @description A message got a new status. Its first status counts as one. */
        MessageUpdateEvent: {
            id: components["schemas"]["Uuid"];
            /**
             * @description Always `message_update`.
             * @enum {string}
             */
            type: "message_update";
            /**
             * @description True on events that were asked for by a test and whose data is made up; absent on all others.
             * @enum {boolean}
             */
            test?: true;
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["MessageUpdateData"];
        };
        /** @description The events of one request. */
        MessageUpdateEvents: components["schemas"]["MessageUpdateEvent"][];
        /** @description A person sent a message to one of your senders. */
        InboundMessageEvent: {
            id: components["schemas"]["Uuid"];
            /**
             * @description Always `inbound_message`.
             * @enum {string}
             */
            type: "inbound_message";
            /**
             * @description True on events that were asked for by a test and whose data is made up; absent on all others.
             * @enum {boolean}
             */
            test?: true;
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["InboundMessage"];
        };
        /** @description The events of one request. */
        InboundMessageEvents: components["schemas"]["InboundMessageEvent"][];
        /** @description What changed, and where the campaign's messages stood at that moment. */
        CampaignUpdateData: {
            campaign_id: components["schemas"]["Uuid"];
            status: components["schemas"]["CampaignStatus"];
            /** @description The status before; null on the first event of a campaign. */
            previous_status: components["schemas"]["CampaignStatus"] | null;
            progress: components["schemas"]["CampaignProgress"];
            /** @description Why its status is `error`; null in any other status. */
            error: components["schemas"]["CampaignError"] | null;
            occurred_at: components["schemas"]["Timestamp"];
        };
        /** @description A campaign got a new status. Its first status counts as one. */
        CampaignUpdateEvent: {
            id: components["schemas"]["Uuid"];
            /**
             * @description Always `campaign_update`.
             * @enum {string}
             */
            type: "campaign_update";
            /**
             * @description True on events that were asked for by a test and whose data is made up; absent on all others.
             * @enum {boolean}
             */
            test?: true;
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["CampaignUpdateData"];
        };
        /** @description The events of one request. */
        CampaignUpdateEvents: components["schemas"]["CampaignUpdateEvent"][];
    };
    responses: {
        /** @description The request does not have the form that is described here, or asks for a list that takes too long to go through; `fields` says where. */
        BadRequest: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "validation_failed";
                    };
                };
            };
        };
        /** @description No key came with the request, or it is not a key of this service, or it is revoked or expired, or both headers carry different keys. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "unauthorized";
                    };
                };
            };
        };
        /** @description The key is valid but lacks the scope of this operation, or what it would give to another key or end with it. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "forbidden";
                    };
                };
            };
        };
        /** @description The account has used up its requests for the moment, or has more searches waiting than it may have. Wait for as long as `Retry-After` says. */
        TooManyRequests: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "rate_limited";
                    };
                };
            };
        };
        /** @description Something went wrong on our side. Trying again later may help; the request id helps the operator to find out. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /**
                 * @description As elsewhere; absent when the account was not known yet.
                 * @example 600
                 */
                "RateLimit-Limit"?: number;
                /**
                 * @description As elsewhere; absent when the account was not known yet.
                 * @example 587
                 */
                "RateLimit-Remaining"?: number;
                /**
                 * @description As elsewhere; absent when the account was not known yet.
                 * @example 23
                 */
                "RateLimit-Reset"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "internal_error";
                    };
                };
            };
        };
        /** @description The service cannot do this at the moment. Wait for as long as `Retry-After` says. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /**
                 * @description As elsewhere; absent when the account was not known yet.
                 * @example 600
                 */
                "RateLimit-Limit"?: number;
                /**
                 * @description As elsewhere; absent when the account was not known yet.
                 * @example 587
                 */
                "RateLimit-Remaining"?: number;
                /**
                 * @description As elsewhere; absent when the account was not known yet.
                 * @example 23
                 */
                "RateLimit-Reset"?: number;
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "service_unavailable";
                    };
                };
            };
        };
        /** @description `size_bytes` is more than the kind of file may have, or the body of this request is larger than 2 MiB. */
        FileTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "payload_too_large";
                    };
                };
            };
        };
        /** @description The content type of the file is not accepted, or not for this usage; or the body of this request is not `application/json`. */
        FileTypeNotAccepted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "unsupported_media_type";
                    };
                };
            };
        };
        /** @description There is no such thing in this account. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "not_found";
                    };
                };
            };
        };
        /** @description A template uses the file, or a campaign that is not completed, or an import that is not over. */
        FileInUse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "conflict";
                    };
                };
            };
        };
        /** @description The bytes of the file are not in the storage yet, or the file has not been confirmed; it stays `pending`. */
        FileNotUploaded: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "conflict";
                    };
                };
            };
        };
        /** @description Something else of its kind in the account has this name, whatever the case of its letters. */
        NameTaken: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "conflict";
                    };
                };
            };
        };
        /** @description The body is larger than 2 MiB; or, in a send or preview, the contents for all recipients are larger than 8 MiB together once their placeholders are filled in. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "payload_too_large";
                    };
                };
            };
        };
        /** @description The body is not `application/json`. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "unsupported_media_type";
                    };
                };
            };
        };
        /** @description The request is well formed but makes no sense; where fields are to blame, `fields` names them. */
        Unprocessable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "unprocessable_entity";
                    };
                };
            };
        };
        /** @description A campaign that is a draft, scheduled, running or in error uses the template, be it by its follow-up rules, or a follow-up rule of another template does. */
        TemplateInUse: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "conflict";
                    };
                };
            };
        };
        /** @description The resource has changed since it had the `ETag` that `If-Match` gives. Nothing was carried out. Read the resource again, then repeat the request with the new `ETag`. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "precondition_failed";
                    };
                };
            };
        };
        /** @description Another contact of the account has this number. */
        PhoneTaken: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "conflict";
                    };
                };
            };
        };
        /** @description This is the provisioned list, which cannot be deleted. */
        ContactListProvisioned: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "conflict";
                    };
                };
            };
        };
        /** @description Another contact list of the account has this name, whatever the case of its letters; or this is the provisioned list, which keeps its name. */
        ContactListNotRenamed: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "conflict";
                    };
                };
            };
        };
        /** @description An import waits or runs on this list already (`import_in_progress`); or the file has not been uploaded and confirmed yet (`conflict`). */
        ImportRefused: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "import_in_progress" | "conflict";
                    };
                };
            };
        };
        /** @description The import has completed or failed; there is nothing left to cancel. */
        ImportFinished: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "invalid_state";
                    };
                };
            };
        };
        /** @description The idempotency key was used before with another body, or the first request with it is still running; in the second case `Retry-After` says when to come back. */
        IdempotencyConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                /**
                 * @description Present when the first request is still running.
                 * @example 1
                 */
                "Retry-After"?: number;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "conflict";
                    };
                };
            };
        };
        /** @description The campaign's status does not allow this. */
        InvalidState: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "invalid_state";
                    };
                };
            };
        };
        /** @description The campaign cannot be launched now: its status does not allow it or its list is gone (`invalid_state`), or an import still runs on its list (`import_in_progress`). */
        CampaignNotLaunchable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "invalid_state" | "import_in_progress";
                    };
                };
            };
        };
        /** @description The account has ten endpoints already. */
        TooManyWebhooks: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "conflict";
                    };
                };
            };
        };
        /** @description The endpoint is disabled; enable it first. */
        WebhookDisabled: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorEnvelope"] & {
                    error: {
                        /** @enum {string} */
                        code: "conflict";
                    };
                };
            };
        };
    };
    parameters: {
        /**
         * @description Only files of this kind.
         * @example image
         */
        FileKindFilter: components["schemas"]["FileKind"];
        /**
         * @description Only files with this status.
         * @example uploaded
         */
        FileStatusFilter: components["schemas"]["FileStatus"];
        /**
         * @description How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is refused with 400, which says what limit would do.
         * @example 25
         */
        Limit: number;
        /**
         * @description How many entries to skip.
         * @example 0
         */
        Offset: number;
        /**
         * @description The id of the file.
         * @example 01a1e8d7-81c0-7a3c-9d52-4b1e6f0a7c31
         */
        FileId: components["schemas"]["Uuid"];
        /**
         * @description Only these channels. Repeat the parameter for several.
         * @example [
         *       "sms"
         *     ]
         */
        ChannelFilter: components["schemas"]["Channel"][];
        /**
         * @description Only templates whose name contains this text. Case and accents do not count.
         * @example lembrete
         */
        TemplateSearch: string;
        /**
         * @description The id of the template.
         * @example 01a1e473-6838-7c55-a1b9-0d6e3f7a2c48
         */
        TemplateId: components["schemas"]["Uuid"];
        /**
         * @description Carries out the request only if the resource still has this `ETag`, or one of several separated by commas; otherwise the answer is 412. Give the `ETag` of your last read, so that your change cannot overwrite somebody else's. `*` fits every version. A weak tag (`W/"…"`) never fits. Without this header the request is carried out whatever the version.
         * @example "kU6ZtYf0QmS1v3hXo9bC2A"
         */
        IfMatch: string;
        /**
         * @description Only contacts whose name or number in E.164 contains this text. Case and accents do not count. A search that takes longer than 5 seconds is refused with 400 and names this field: look for more of the name or number.
         * @example beatriz
         */
        ContactSearch: string;
        /**
         * @description Only the contact with this number, however it is written; `+` in a URL is `%2B`. One that is not a valid phone number is answered with 400.
         * @example +5511987654321
         */
        ContactPhone: string;
        /**
         * @description Only the contacts of this list. A list that the account does not have is answered with 404.
         * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
         */
        ContactVariablesList: components["schemas"]["Uuid"];
        /**
         * @description The id of the contact.
         * @example 01a1ee07-1cf0-7c6b-8e17-5d2a9f4b0c63
         */
        ContactId: components["schemas"]["Uuid"];
        /**
         * @description Only lists of this type.
         * @example default
         */
        ContactListTypeFilter: components["schemas"]["ContactListType"];
        /**
         * @description Only lists whose name contains this text. Case and accents do not count.
         * @example clientes
         */
        ContactListSearch: string;
        /**
         * @description The id of the contact list.
         * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
         */
        ListId: components["schemas"]["Uuid"];
        /**
         * @description The id of the import.
         * @example 01a1f821-62e0-7a93-b5c4-8f0d6e1a2b79
         */
        ImportId: components["schemas"]["Uuid"];
        /**
         * @description Only messages with one of these statuses. Repeat the parameter for several.
         * @example [
         *       "sent",
         *       "delivered"
         *     ]
         */
        MessageStatusFilter: components["schemas"]["MessageStatus"][];
        /**
         * @description Only what uses one of these templates. Repeat the parameter for several.
         * @example [
         *       "01a1e473-6838-7c55-a1b9-0d6e3f7a2c48"
         *     ]
         */
        TemplateIdFilter: components["schemas"]["Uuid"][];
        /**
         * @description Only messages of one of these campaigns. Repeat the parameter for several.
         * @example [
         *       "01a1f509-8038-7e4b-a2d6-8c1f3b5e7094"
         *     ]
         */
        CampaignIdFilter: components["schemas"]["Uuid"][];
        /**
         * @description Only messages that go out from one of these senders, removed ones included. Repeat the parameter for several. In an account with millions of messages, combine it with another filter: a list that takes longer than 5 seconds is refused with 400.
         * @example [
         *       "01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37"
         *     ]
         */
        SenderIdFilter: components["schemas"]["Uuid"][];
        /**
         * @description Only messages to one of these numbers, however they are written; `+` in a URL is `%2B`. One that is not a valid phone number is answered with 400. Repeat the parameter for several.
         * @example [
         *       "+5511987654321"
         *     ]
         */
        MessageRecipientFilter: string[];
        /**
         * @description Only messages whose recipient's number or filled-in text contains this text. Case and accents do not count. Every message that passes the other filters is looked at: a search that takes longer than 5 seconds is refused with 400 and names this field. Narrow it with `from` and `to`, `recipient`, `status`, `template_id` or `campaign_id`.
         * @example pedido
         */
        MessageSearch: string;
        /**
         * @description Only what was created at this instant or later.
         * @example 2026-11-20T00:00:00Z
         */
        CreatedFrom: components["schemas"]["TimestampInput"];
        /**
         * @description Only what was created at this instant or earlier. It must not lie before `from`.
         * @example 2026-11-20T23:59:59Z
         */
        CreatedTo: components["schemas"]["TimestampInput"];
        /**
         * @description A key of your own choice that makes the request safe to repeat. For 24 hours, the same key with the same body gets the first answer again; the same key with another body gets 409.
         * @example pedido-48213-confirmacao
         */
        IdempotencyKey: string;
        /**
         * @description The id of the message.
         * @example 01a1f8d3-ea00-7d14-92c7-1a5b8e4f3d60
         */
        MessageId: components["schemas"]["Uuid"];
        /**
         * @description Only what came from one of these numbers, however they are written; `+` in a URL is `%2B`. One that is not a valid phone number is answered with 400. Repeat the parameter for several.
         * @example [
         *       "+5511987654321"
         *     ]
         */
        InboundSenderFilter: string[];
        /**
         * @description Only what answers one of these messages of yours. Repeat the parameter for several.
         * @example [
         *       "01a1f8d3-ea00-7d14-92c7-1a5b8e4f3d60"
         *     ]
         */
        PairedMessageIdFilter: components["schemas"]["Uuid"][];
        /**
         * @description Only what answers messages of one of these campaigns. Repeat the parameter for several.
         * @example [
         *       "01a1f509-8038-7e4b-a2d6-8c1f3b5e7094"
         *     ]
         */
        InboundCampaignIdFilter: components["schemas"]["Uuid"][];
        /**
         * @description Only messages with one of these kinds of content. Repeat the parameter for several.
         * @example [
         *       "text",
         *       "suggestion"
         *     ]
         */
        InboundContentTypeFilter: components["schemas"]["InboundContentType"][];
        /**
         * @description Only messages whose text contains this text. Case and accents do not count. A search that takes longer than 5 seconds is refused with 400 and names this field: narrow it with `from` and `to`, `sender`, `paired_message_id` or `campaign_id`.
         * @example portaria
         */
        InboundMessageSearch: string;
        /**
         * @description Only what was received at this instant or later.
         * @example 2026-11-20T00:00:00Z
         */
        ReceivedFrom: components["schemas"]["TimestampInput"];
        /**
         * @description Only what was received at this instant or earlier. It must not lie before `from`.
         * @example 2026-11-20T23:59:59Z
         */
        ReceivedTo: components["schemas"]["TimestampInput"];
        /**
         * @description The id of the inbound message.
         * @example 01a1f8d9-dd70-7c28-b3f1-6a9d0e5c8b47
         */
        InboundMessageId: components["schemas"]["Uuid"];
        /**
         * @description Only events whose action label contains this text. Case and accents do not count. A search that takes longer than 5 seconds is refused with 400 and names this field: narrow it with `from` and `to`, `sender`, `paired_message_id` or `campaign_id`.
         * @example cardápio
         */
        InboundRcsEventSearch: string;
        /**
         * @description The id of the inbound RCS event.
         * @example 01a1f913-c5a8-7e5b-90d2-4f7c1a8b6e35
         */
        InboundRcsEventId: components["schemas"]["Uuid"];
        /**
         * @description Only campaigns with one of these statuses. Repeat the parameter for several.
         * @example [
         *       "scheduled",
         *       "running"
         *     ]
         */
        CampaignStatusFilter: components["schemas"]["CampaignStatus"][];
        /**
         * @description Only campaigns that are sent to one of these contact lists. Repeat the parameter for several.
         * @example [
         *       "01a1e478-fc18-7e3f-b05c-9d2a8e4b7f61"
         *     ]
         */
        CampaignListIdFilter: components["schemas"]["Uuid"][];
        /**
         * @description Only campaigns whose name contains this text. Case and accents do not count.
         * @example oferta
         */
        CampaignSearch: string;
        /**
         * @description Only campaigns that were created at this instant or later.
         * @example 2026-11-16T00:00:00Z
         */
        CampaignCreatedFrom: components["schemas"]["TimestampInput"];
        /**
         * @description Only campaigns that were created at this instant or earlier. It must not lie before `created_from`.
         * @example 2026-11-20T23:59:59Z
         */
        CampaignCreatedTo: components["schemas"]["TimestampInput"];
        /**
         * @description The id of the campaign.
         * @example 01a1f509-8038-7e4b-a2d6-8c1f3b5e7094
         */
        CampaignId: components["schemas"]["Uuid"];
        /**
         * @description Only messages of this day or later. By hour an instant stands for the hour of UTC that it is in.
         * @example 2026-11-01
         */
        UsageFrom: components["schemas"]["DayInput"];
        /**
         * @description Only messages of this day or earlier. It must not be before `from`. By hour an instant stands for the hour of UTC that it is in.
         * @example 2026-11-30
         */
        UsageTo: components["schemas"]["DayInput"];
        /**
         * @description What each row stands for.
         * @example campaign
         */
        UsageGrouping: "day" | "channel" | "campaign" | "template" | "hour";
        /**
         * @description The id of the endpoint.
         * @example 01a1eefa-0c58-7a09-8f3d-c2e7b4a6190d
         */
        WebhookId: components["schemas"]["Uuid"];
        /**
         * @description Only deliveries with one of these statuses. Repeat the parameter for several.
         * @example [
         *       "abandoned"
         *     ]
         */
        DeliveryStatusFilter: components["schemas"]["WebhookDeliveryStatus"][];
        /**
         * @description Only deliveries of events of one of these types. Repeat the parameter for several.
         * @example [
         *       "inbound_message"
         *     ]
         */
        DeliveryEventTypeFilter: components["schemas"]["WebhookEventType"][];
        /**
         * @description The id of the delivery.
         * @example 01a1f8d3-ee10-7b6e-a4c8-9f1d0e5a7b32
         */
        DeliveryId: components["schemas"]["Uuid"];
        /**
         * @description The id of the key, not the key itself.
         * @example 01a1e473-6838-7d87-9e61-b3f5c0a8d274
         */
        KeyId: components["schemas"]["Uuid"];
        /**
         * @description `t=` and the Unix time in seconds, then for each valid secret `,v1=` and a signature in hexadecimal: the HMAC-SHA256 of that time, a full stop and the raw body. The key is what the part of the secret behind `whsec_` decodes to from base64. Accept the request when one of the signatures fits and the time is less than five minutes away from yours; compare in constant time. For 24 hours after a rotation there are two signatures.
         * @example t=1795176001,v1=6f1a0c3de97b5528f40c6ab1d2937e8805bd64f1a7c3e92608d5b41f7ea03c9d
         */
        ServiceSignature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description The id of this request. It is the one that came with it, where that was well formed, or else a new one.
         * @example 01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16
         */
        "X-Request-Id": string;
        /**
         * @description How many requests the account may make in a minute.
         * @example 600
         */
        "RateLimit-Limit": number;
        /**
         * @description How many of them are left at this moment.
         * @example 587
         */
        "RateLimit-Remaining": number;
        /**
         * @description In how many seconds the full number will be there again.
         * @example 23
         */
        "RateLimit-Reset": number;
        /**
         * @description How to authenticate.
         * @example Bearer realm="recado"
         */
        "WWW-Authenticate": string;
        /**
         * @description How many seconds to wait before the next try.
         * @example 23
         */
        "Retry-After": number;
        /**
         * @description The tag of this version of the resource, to give back as `If-Match`. It changes when the status changes, or a field that callers can change. It does not change when the resource is only read, nor with what moves by itself: `contact_count` of a list, `progress` of a campaign, the health of a webhook endpoint, and `updated_at`. Treat it as opaque.
         * @example "kU6ZtYf0QmS1v3hXo9bC2A"
         */
        ETag: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getFileConstraints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The limits. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileConstraints"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createUploadUrl: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The purpose, content type and exact size of the file to upload. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUploadUrlRequest"];
            };
        };
        responses: {
            /** @description The file waits for its bytes. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadUrl"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["FileTooLarge"];
            415: components["responses"]["FileTypeNotAccepted"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listFiles: {
        parameters: {
            query?: {
                /**
                 * @description Only files of this kind.
                 * @example image
                 */
                kind?: components["parameters"]["FileKindFilter"];
                /**
                 * @description Only files with this status.
                 * @example uploaded
                 */
                status?: components["parameters"]["FileStatusFilter"];
                /**
                 * @description How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is refused with 400, which says what limit would do.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many entries to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of files. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FilePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the file.
                 * @example 01a1e8d7-81c0-7a3c-9d52-4b1e6f0a7c31
                 */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the file.
                 * @example 01a1e8d7-81c0-7a3c-9d52-4b1e6f0a7c31
                 */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["FileInUse"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    confirmFile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the file.
                 * @example 01a1e8d7-81c0-7a3c-9d52-4b1e6f0a7c31
                 */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file, uploaded. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StoredFile"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["FileNotUploaded"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getFileDownloadUrl: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the file.
                 * @example 01a1e8d7-81c0-7a3c-9d52-4b1e6f0a7c31
                 */
                file_id: components["parameters"]["FileId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The URL. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadUrl"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["FileNotUploaded"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listTemplates: {
        parameters: {
            query?: {
                /**
                 * @description Only these channels. Repeat the parameter for several.
                 * @example [
                 *       "sms"
                 *     ]
                 */
                channel?: components["parameters"]["ChannelFilter"];
                /**
                 * @description Only templates whose name contains this text. Case and accents do not count.
                 * @example lembrete
                 */
                search?: components["parameters"]["TemplateSearch"];
                /**
                 * @description How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is refused with 400, which says what limit would do.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many entries to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of templates. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TemplatePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The name, channel, content and follow-up rules of the new template. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTemplateRequest"];
            };
        };
        responses: {
            /** @description The new template. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["NameTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the template.
                 * @example 01a1e473-6838-7c55-a1b9-0d6e3f7a2c48
                 */
                template_id: components["parameters"]["TemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Carries out the request only if the resource still has this `ETag`, or one of several separated by commas; otherwise the answer is 412. Give the `ETag` of your last read, so that your change cannot overwrite somebody else's. `*` fits every version. A weak tag (`W/"…"`) never fits. Without this header the request is carried out whatever the version.
                 * @example "kU6ZtYf0QmS1v3hXo9bC2A"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the template.
                 * @example 01a1e473-6838-7c55-a1b9-0d6e3f7a2c48
                 */
                template_id: components["parameters"]["TemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["TemplateInUse"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Carries out the request only if the resource still has this `ETag`, or one of several separated by commas; otherwise the answer is 412. Give the `ETag` of your last read, so that your change cannot overwrite somebody else's. `*` fits every version. A weak tag (`W/"…"`) never fits. Without this header the request is carried out whatever the version.
                 * @example "kU6ZtYf0QmS1v3hXo9bC2A"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the template.
                 * @example 01a1e473-6838-7c55-a1b9-0d6e3f7a2c48
                 */
                template_id: components["parameters"]["TemplateId"];
            };
            cookie?: never;
        };
        /** @description The fields to change; the template keeps the others. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTemplateRequest"];
            };
        };
        responses: {
            /** @description The template as it is now. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Template"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NameTaken"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listContacts: {
        parameters: {
            query?: {
                /**
                 * @description Only contacts whose name or number in E.164 contains this text. Case and accents do not count. A search that takes longer than 5 seconds is refused with 400 and names this field: look for more of the name or number.
                 * @example beatriz
                 */
                search?: components["parameters"]["ContactSearch"];
                /**
                 * @description Only the contact with this number, however it is written; `+` in a URL is `%2B`. One that is not a valid phone number is answered with 400.
                 * @example +5511987654321
                 */
                phone?: components["parameters"]["ContactPhone"];
                /**
                 * @description How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is refused with 400, which says what limit would do.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many entries to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of contacts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    upsertContact: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The number that identifies the contact, and the fields to store. Omitted fields keep their stored values. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpsertContactRequest"];
            };
        };
        responses: {
            /** @description The contact was there and is as it is shown now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            /** @description The contact is new, or is back. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getContactVariables: {
        parameters: {
            query?: {
                /**
                 * @description Only the contacts of this list. A list that the account does not have is answered with 404.
                 * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
                 */
                list_id?: components["parameters"]["ContactVariablesList"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The variables. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactVariables"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the contact.
                 * @example 01a1ee07-1cf0-7c6b-8e17-5d2a9f4b0c63
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the contact.
                 * @example 01a1ee07-1cf0-7c6b-8e17-5d2a9f4b0c63
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the contact.
                 * @example 01a1ee07-1cf0-7c6b-8e17-5d2a9f4b0c63
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        /** @description The fields to change; the contact keeps the others. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateContactRequest"];
            };
        };
        responses: {
            /** @description The contact as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["PhoneTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listContactLists: {
        parameters: {
            query?: {
                /**
                 * @description Only lists of this type.
                 * @example default
                 */
                type?: components["parameters"]["ContactListTypeFilter"];
                /**
                 * @description Only lists whose name contains this text. Case and accents do not count.
                 * @example clientes
                 */
                search?: components["parameters"]["ContactListSearch"];
                /**
                 * @description How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is refused with 400, which says what limit would do.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many entries to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of contact lists. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactListPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createContactList: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The name and type of the new list, and for a blacklist the channels that it suppresses. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateContactListRequest"];
            };
        };
        responses: {
            /** @description The new list. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["NameTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getContactList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the contact list.
                 * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
                 */
                list_id: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteContactList: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Carries out the request only if the resource still has this `ETag`, or one of several separated by commas; otherwise the answer is 412. Give the `ETag` of your last read, so that your change cannot overwrite somebody else's. `*` fits every version. A weak tag (`W/"…"`) never fits. Without this header the request is carried out whatever the version.
                 * @example "kU6ZtYf0QmS1v3hXo9bC2A"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the contact list.
                 * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
                 */
                list_id: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ContactListProvisioned"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateContactList: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Carries out the request only if the resource still has this `ETag`, or one of several separated by commas; otherwise the answer is 412. Give the `ETag` of your last read, so that your change cannot overwrite somebody else's. `*` fits every version. A weak tag (`W/"…"`) never fits. Without this header the request is carried out whatever the version.
                 * @example "kU6ZtYf0QmS1v3hXo9bC2A"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the contact list.
                 * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
                 */
                list_id: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        /** @description The fields to change; the list keeps the others. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateContactListRequest"];
            };
        };
        responses: {
            /** @description The list as it is now. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactList"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ContactListNotRenamed"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMembers: {
        parameters: {
            query?: {
                /**
                 * @description Only contacts whose name or number in E.164 contains this text. Case and accents do not count. A search that takes longer than 5 seconds is refused with 400 and names this field: look for more of the name or number.
                 * @example beatriz
                 */
                search?: components["parameters"]["ContactSearch"];
                /**
                 * @description How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is refused with 400, which says what limit would do.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many entries to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the contact list.
                 * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
                 */
                list_id: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of contacts. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    upsertMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the contact list.
                 * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
                 */
                list_id: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        /** @description The number that identifies the contact, and the fields to store before the contact joins the list. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpsertContactRequest"];
            };
        };
        responses: {
            /** @description The contact was there, was changed and is in the list. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            /** @description The contact is new, or is back, and is in the list. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    addMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the contact list.
                 * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
                 */
                list_id: components["parameters"]["ListId"];
                /**
                 * @description The id of the contact.
                 * @example 01a1ee07-1cf0-7c6b-8e17-5d2a9f4b0c63
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact is in the list. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the contact list.
                 * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
                 */
                list_id: components["parameters"]["ListId"];
                /**
                 * @description The id of the contact.
                 * @example 01a1ee07-1cf0-7c6b-8e17-5d2a9f4b0c63
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact is no longer in the list. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listImports: {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is refused with 400, which says what limit would do.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many entries to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the contact list.
                 * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
                 */
                list_id: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of imports. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the contact list.
                 * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
                 */
                list_id: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        /** @description The uploaded CSV file to load into the list. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateImportRequest"];
            };
        };
        responses: {
            /** @description The import is queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ImportRefused"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the contact list.
                 * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
                 */
                list_id: components["parameters"]["ListId"];
                /**
                 * @description The id of the import.
                 * @example 01a1f821-62e0-7a93-b5c4-8f0d6e1a2b79
                 */
                import_id: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the contact list.
                 * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
                 */
                list_id: components["parameters"]["ListId"];
                /**
                 * @description The id of the import.
                 * @example 01a1f821-62e0-7a93-b5c4-8f0d6e1a2b79
                 */
                import_id: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The import, canceled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["ImportFinished"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getImportErrors: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the contact list.
                 * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
                 */
                list_id: components["parameters"]["ListId"];
                /**
                 * @description The id of the import.
                 * @example 01a1f821-62e0-7a93-b5c4-8f0d6e1a2b79
                 */
                import_id: components["parameters"]["ImportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The URL. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportErrorsUrl"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /**
                 * @description Only these channels. Repeat the parameter for several.
                 * @example [
                 *       "sms"
                 *     ]
                 */
                channel?: components["parameters"]["ChannelFilter"];
                /**
                 * @description Only messages with one of these statuses. Repeat the parameter for several.
                 * @example [
                 *       "sent",
                 *       "delivered"
                 *     ]
                 */
                status?: components["parameters"]["MessageStatusFilter"];
                /**
                 * @description Only what uses one of these templates. Repeat the parameter for several.
                 * @example [
                 *       "01a1e473-6838-7c55-a1b9-0d6e3f7a2c48"
                 *     ]
                 */
                template_id?: components["parameters"]["TemplateIdFilter"];
                /**
                 * @description Only messages of one of these campaigns. Repeat the parameter for several.
                 * @example [
                 *       "01a1f509-8038-7e4b-a2d6-8c1f3b5e7094"
                 *     ]
                 */
                campaign_id?: components["parameters"]["CampaignIdFilter"];
                /**
                 * @description Only messages that go out from one of these senders, removed ones included. Repeat the parameter for several. In an account with millions of messages, combine it with another filter: a list that takes longer than 5 seconds is refused with 400.
                 * @example [
                 *       "01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37"
                 *     ]
                 */
                sender_id?: components["parameters"]["SenderIdFilter"];
                /**
                 * @description Only messages to one of these numbers, however they are written; `+` in a URL is `%2B`. One that is not a valid phone number is answered with 400. Repeat the parameter for several.
                 * @example [
                 *       "+5511987654321"
                 *     ]
                 */
                recipient?: components["parameters"]["MessageRecipientFilter"];
                /**
                 * @description Only messages whose recipient's number or filled-in text contains this text. Case and accents do not count. Every message that passes the other filters is looked at: a search that takes longer than 5 seconds is refused with 400 and names this field. Narrow it with `from` and `to`, `recipient`, `status`, `template_id` or `campaign_id`.
                 * @example pedido
                 */
                search?: components["parameters"]["MessageSearch"];
                /**
                 * @description Only what was created at this instant or later.
                 * @example 2026-11-20T00:00:00Z
                 */
                from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Only what was created at this instant or earlier. It must not lie before `from`.
                 * @example 2026-11-20T23:59:59Z
                 */
                to?: components["parameters"]["CreatedTo"];
                /**
                 * @description How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is refused with 400, which says what limit would do.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many entries to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    sendMessages: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A key of your own choice that makes the request safe to repeat. For 24 hours, the same key with the same body gets the first answer again; the same key with another body gets 409.
                 * @example pedido-48213-confirmacao
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A saved template or inline content, and the recipients. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendMessagesRequest"];
            };
        };
        responses: {
            /** @description The messages are created. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /**
                     * @description `true` when this answer was kept from an earlier request with the same key, and nothing was created again; absent otherwise.
                     * @example true
                     */
                    "Idempotent-Replayed"?: true;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendMessagesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["IdempotencyConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    previewMessages: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The same body as a send. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendMessagesRequest"];
            };
        };
        responses: {
            /** @description The previews. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewMessagesResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    exportMessages: {
        parameters: {
            query?: {
                /**
                 * @description Only these channels. Repeat the parameter for several.
                 * @example [
                 *       "sms"
                 *     ]
                 */
                channel?: components["parameters"]["ChannelFilter"];
                /**
                 * @description Only messages with one of these statuses. Repeat the parameter for several.
                 * @example [
                 *       "sent",
                 *       "delivered"
                 *     ]
                 */
                status?: components["parameters"]["MessageStatusFilter"];
                /**
                 * @description Only what uses one of these templates. Repeat the parameter for several.
                 * @example [
                 *       "01a1e473-6838-7c55-a1b9-0d6e3f7a2c48"
                 *     ]
                 */
                template_id?: components["parameters"]["TemplateIdFilter"];
                /**
                 * @description Only messages of one of these campaigns. Repeat the parameter for several.
                 * @example [
                 *       "01a1f509-8038-7e4b-a2d6-8c1f3b5e7094"
                 *     ]
                 */
                campaign_id?: components["parameters"]["CampaignIdFilter"];
                /**
                 * @description Only messages that go out from one of these senders, removed ones included. Repeat the parameter for several. In an account with millions of messages, combine it with another filter: a list that takes longer than 5 seconds is refused with 400.
                 * @example [
                 *       "01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37"
                 *     ]
                 */
                sender_id?: components["parameters"]["SenderIdFilter"];
                /**
                 * @description Only messages to one of these numbers, however they are written; `+` in a URL is `%2B`. One that is not a valid phone number is answered with 400. Repeat the parameter for several.
                 * @example [
                 *       "+5511987654321"
                 *     ]
                 */
                recipient?: components["parameters"]["MessageRecipientFilter"];
                /**
                 * @description Only messages whose recipient's number or filled-in text contains this text. Case and accents do not count. Every message that passes the other filters is looked at: a search that takes longer than 5 seconds is refused with 400 and names this field. Narrow it with `from` and `to`, `recipient`, `status`, `template_id` or `campaign_id`.
                 * @example pedido
                 */
                search?: components["parameters"]["MessageSearch"];
                /**
                 * @description Only what was created at this instant or later.
                 * @example 2026-11-20T00:00:00Z
                 */
                from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Only what was created at this instant or earlier. It must not lie before `from`.
                 * @example 2026-11-20T23:59:59Z
                 */
                to?: components["parameters"]["CreatedTo"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The URL. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageExportUrl"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the message.
                 * @example 01a1f8d3-ea00-7d14-92c7-1a5b8e4f3d60
                 */
                message_id: components["parameters"]["MessageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveriesOfMessage: {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is refused with 400, which says what limit would do.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many entries to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the message.
                 * @example 01a1f8d3-ea00-7d14-92c7-1a5b8e4f3d60
                 */
                message_id: components["parameters"]["MessageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInboundMessages: {
        parameters: {
            query?: {
                /**
                 * @description Only what came from one of these numbers, however they are written; `+` in a URL is `%2B`. One that is not a valid phone number is answered with 400. Repeat the parameter for several.
                 * @example [
                 *       "+5511987654321"
                 *     ]
                 */
                sender?: components["parameters"]["InboundSenderFilter"];
                /**
                 * @description Only what answers one of these messages of yours. Repeat the parameter for several.
                 * @example [
                 *       "01a1f8d3-ea00-7d14-92c7-1a5b8e4f3d60"
                 *     ]
                 */
                paired_message_id?: components["parameters"]["PairedMessageIdFilter"];
                /**
                 * @description Only what answers messages of one of these campaigns. Repeat the parameter for several.
                 * @example [
                 *       "01a1f509-8038-7e4b-a2d6-8c1f3b5e7094"
                 *     ]
                 */
                campaign_id?: components["parameters"]["InboundCampaignIdFilter"];
                /**
                 * @description Only messages with one of these kinds of content. Repeat the parameter for several.
                 * @example [
                 *       "text",
                 *       "suggestion"
                 *     ]
                 */
                content_type?: components["parameters"]["InboundContentTypeFilter"];
                /**
                 * @description Only messages whose text contains this text. Case and accents do not count. A search that takes longer than 5 seconds is refused with 400 and names this field: narrow it with `from` and `to`, `sender`, `paired_message_id` or `campaign_id`.
                 * @example portaria
                 */
                search?: components["parameters"]["InboundMessageSearch"];
                /**
                 * @description Only what was received at this instant or later.
                 * @example 2026-11-20T00:00:00Z
                 */
                from?: components["parameters"]["ReceivedFrom"];
                /**
                 * @description Only what was received at this instant or earlier. It must not lie before `from`.
                 * @example 2026-11-20T23:59:59Z
                 */
                to?: components["parameters"]["ReceivedTo"];
                /**
                 * @description How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is refused with 400, which says what limit would do.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many entries to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of inbound messages. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundMessagePage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getInboundMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the inbound message.
                 * @example 01a1f8d9-dd70-7c28-b3f1-6a9d0e5c8b47
                 */
                inbound_message_id: components["parameters"]["InboundMessageId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The inbound message. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundMessage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listInboundRcsEvents: {
        parameters: {
            query?: {
                /**
                 * @description Only what came from one of these numbers, however they are written; `+` in a URL is `%2B`. One that is not a valid phone number is answered with 400. Repeat the parameter for several.
                 * @example [
                 *       "+5511987654321"
                 *     ]
                 */
                sender?: components["parameters"]["InboundSenderFilter"];
                /**
                 * @description Only what answers one of these messages of yours. Repeat the parameter for several.
                 * @example [
                 *       "01a1f8d3-ea00-7d14-92c7-1a5b8e4f3d60"
                 *     ]
                 */
                paired_message_id?: components["parameters"]["PairedMessageIdFilter"];
                /**
                 * @description Only what answers messages of one of these campaigns. Repeat the parameter for several.
                 * @example [
                 *       "01a1f509-8038-7e4b-a2d6-8c1f3b5e7094"
                 *     ]
                 */
                campaign_id?: components["parameters"]["InboundCampaignIdFilter"];
                /**
                 * @description Only events whose action label contains this text. Case and accents do not count. A search that takes longer than 5 seconds is refused with 400 and names this field: narrow it with `from` and `to`, `sender`, `paired_message_id` or `campaign_id`.
                 * @example cardápio
                 */
                search?: components["parameters"]["InboundRcsEventSearch"];
                /**
                 * @description Only what was received at this instant or later.
                 * @example 2026-11-20T00:00:00Z
                 */
                from?: components["parameters"]["ReceivedFrom"];
                /**
                 * @description Only what was received at this instant or earlier. It must not lie before `from`.
                 * @example 2026-11-20T23:59:59Z
                 */
                to?: components["parameters"]["ReceivedTo"];
                /**
                 * @description How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is refused with 400, which says what limit would do.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many entries to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of inbound RCS events. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundRcsEventPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getInboundRcsEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the inbound RCS event.
                 * @example 01a1f913-c5a8-7e5b-90d2-4f7c1a8b6e35
                 */
                inbound_rcs_event_id: components["parameters"]["InboundRcsEventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The inbound RCS event. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundRcsEvent"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /**
                 * @description Only these channels. Repeat the parameter for several.
                 * @example [
                 *       "sms"
                 *     ]
                 */
                channel?: components["parameters"]["ChannelFilter"];
                /**
                 * @description Only campaigns with one of these statuses. Repeat the parameter for several.
                 * @example [
                 *       "scheduled",
                 *       "running"
                 *     ]
                 */
                status?: components["parameters"]["CampaignStatusFilter"];
                /**
                 * @description Only what uses one of these templates. Repeat the parameter for several.
                 * @example [
                 *       "01a1e473-6838-7c55-a1b9-0d6e3f7a2c48"
                 *     ]
                 */
                template_id?: components["parameters"]["TemplateIdFilter"];
                /**
                 * @description Only campaigns that are sent to one of these contact lists. Repeat the parameter for several.
                 * @example [
                 *       "01a1e478-fc18-7e3f-b05c-9d2a8e4b7f61"
                 *     ]
                 */
                list_id?: components["parameters"]["CampaignListIdFilter"];
                /**
                 * @description Only campaigns whose name contains this text. Case and accents do not count.
                 * @example oferta
                 */
                search?: components["parameters"]["CampaignSearch"];
                /**
                 * @description Only campaigns that were created at this instant or later.
                 * @example 2026-11-16T00:00:00Z
                 */
                created_from?: components["parameters"]["CampaignCreatedFrom"];
                /**
                 * @description Only campaigns that were created at this instant or earlier. It must not lie before `created_from`.
                 * @example 2026-11-20T23:59:59Z
                 */
                created_to?: components["parameters"]["CampaignCreatedTo"];
                /**
                 * @description How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is refused with 400, which says what limit would do.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many entries to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of campaigns. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CampaignPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The name of the campaign, its template and its contact list. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCampaignRequest"];
            };
        };
        responses: {
            /** @description The new campaign. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NameTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCampaign: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the campaign.
                 * @example 01a1f509-8038-7e4b-a2d6-8c1f3b5e7094
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Carries out the request only if the resource still has this `ETag`, or one of several separated by commas; otherwise the answer is 412. Give the `ETag` of your last read, so that your change cannot overwrite somebody else's. `*` fits every version. A weak tag (`W/"…"`) never fits. Without this header the request is carried out whatever the version.
                 * @example "kU6ZtYf0QmS1v3hXo9bC2A"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the campaign.
                 * @example 01a1f509-8038-7e4b-a2d6-8c1f3b5e7094
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Carries out the request only if the resource still has this `ETag`, or one of several separated by commas; otherwise the answer is 412. Give the `ETag` of your last read, so that your change cannot overwrite somebody else's. `*` fits every version. A weak tag (`W/"…"`) never fits. Without this header the request is carried out whatever the version.
                 * @example "kU6ZtYf0QmS1v3hXo9bC2A"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the campaign.
                 * @example 01a1f509-8038-7e4b-a2d6-8c1f3b5e7094
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        /** @description The new name of the campaign. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCampaignRequest"];
            };
        };
        responses: {
            /** @description The campaign as it is now. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["NameTaken"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    launchCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Carries out the request only if the resource still has this `ETag`, or one of several separated by commas; otherwise the answer is 412. Give the `ETag` of your last read, so that your change cannot overwrite somebody else's. `*` fits every version. A weak tag (`W/"…"`) never fits. Without this header the request is carried out whatever the version.
                 * @example "kU6ZtYf0QmS1v3hXo9bC2A"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the campaign.
                 * @example 01a1f509-8038-7e4b-a2d6-8c1f3b5e7094
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign has started. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["CampaignNotLaunchable"];
            412: components["responses"]["PreconditionFailed"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    stopCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Carries out the request only if the resource still has this `ETag`, or one of several separated by commas; otherwise the answer is 412. Give the `ETag` of your last read, so that your change cannot overwrite somebody else's. `*` fits every version. A weak tag (`W/"…"`) never fits. Without this header the request is carried out whatever the version.
                 * @example "kU6ZtYf0QmS1v3hXo9bC2A"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the campaign.
                 * @example 01a1f509-8038-7e4b-a2d6-8c1f3b5e7094
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign is being stopped. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    scheduleCampaign: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Carries out the request only if the resource still has this `ETag`, or one of several separated by commas; otherwise the answer is 412. Give the `ETag` of your last read, so that your change cannot overwrite somebody else's. `*` fits every version. A weak tag (`W/"…"`) never fits. Without this header the request is carried out whatever the version.
                 * @example "kU6ZtYf0QmS1v3hXo9bC2A"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the campaign.
                 * @example 01a1f509-8038-7e4b-a2d6-8c1f3b5e7094
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        /** @description The instant at which the campaign starts. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleCampaignRequest"];
            };
        };
        responses: {
            /** @description The campaign, now `scheduled`. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Campaign"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelSchedule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Carries out the request only if the resource still has this `ETag`, or one of several separated by commas; otherwise the answer is 412. Give the `ETag` of your last read, so that your change cannot overwrite somebody else's. `*` fits every version. A weak tag (`W/"…"`) never fits. Without this header the request is carried out whatever the version.
                 * @example "kU6ZtYf0QmS1v3hXo9bC2A"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the campaign.
                 * @example 01a1f509-8038-7e4b-a2d6-8c1f3b5e7094
                 */
                campaign_id: components["parameters"]["CampaignId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The campaign is a `draft` again. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InvalidState"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /**
                 * @description Only messages of this day or later. By hour an instant stands for the hour of UTC that it is in.
                 * @example 2026-11-01
                 */
                from?: components["parameters"]["UsageFrom"];
                /**
                 * @description Only messages of this day or earlier. It must not be before `from`. By hour an instant stands for the hour of UTC that it is in.
                 * @example 2026-11-30
                 */
                to?: components["parameters"]["UsageTo"];
                /**
                 * @description What each row stands for.
                 * @example campaign
                 */
                group_by?: components["parameters"]["UsageGrouping"];
                /**
                 * @description Only these channels. Repeat the parameter for several.
                 * @example [
                 *       "sms"
                 *     ]
                 */
                channel?: components["parameters"]["ChannelFilter"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sums. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageReport"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is refused with 400, which says what limit would do.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many entries to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of endpoints. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The URL that receives events, and the event types that it subscribes to. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description The new endpoint with its secret. */
            201: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["TooManyWebhooks"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the endpoint.
                 * @example 01a1eefa-0c58-7a09-8f3d-c2e7b4a6190d
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Carries out the request only if the resource still has this `ETag`, or one of several separated by commas; otherwise the answer is 412. Give the `ETag` of your last read, so that your change cannot overwrite somebody else's. `*` fits every version. A weak tag (`W/"…"`) never fits. Without this header the request is carried out whatever the version.
                 * @example "kU6ZtYf0QmS1v3hXo9bC2A"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the endpoint.
                 * @example 01a1eefa-0c58-7a09-8f3d-c2e7b4a6190d
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is gone. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Carries out the request only if the resource still has this `ETag`, or one of several separated by commas; otherwise the answer is 412. Give the `ETag` of your last read, so that your change cannot overwrite somebody else's. `*` fits every version. A weak tag (`W/"…"`) never fits. Without this header the request is carried out whatever the version.
                 * @example "kU6ZtYf0QmS1v3hXo9bC2A"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the endpoint.
                 * @example 01a1eefa-0c58-7a09-8f3d-c2e7b4a6190d
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** @description The fields to change; the endpoint keeps the others. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description The endpoint as it is now. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the endpoint.
                 * @example 01a1eefa-0c58-7a09-8f3d-c2e7b4a6190d
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint with its new secret. */
            200: {
                headers: {
                    ETag: components["headers"]["ETag"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the endpoint.
                 * @example 01a1eefa-0c58-7a09-8f3d-c2e7b4a6190d
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** @description The event type to send. Without it, the first of the endpoint's `event_types`. */
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TestWebhookRequest"];
            };
        };
        responses: {
            /** @description The delivery is queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WebhookDisabled"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description Only deliveries with one of these statuses. Repeat the parameter for several.
                 * @example [
                 *       "abandoned"
                 *     ]
                 */
                status?: components["parameters"]["DeliveryStatusFilter"];
                /**
                 * @description Only deliveries of events of one of these types. Repeat the parameter for several.
                 * @example [
                 *       "inbound_message"
                 *     ]
                 */
                event_type?: components["parameters"]["DeliveryEventTypeFilter"];
                /**
                 * @description How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is refused with 400, which says what limit would do.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many entries to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the endpoint.
                 * @example 01a1eefa-0c58-7a09-8f3d-c2e7b4a6190d
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of deliveries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the endpoint.
                 * @example 01a1eefa-0c58-7a09-8f3d-c2e7b4a6190d
                 */
                webhook_id: components["parameters"]["WebhookId"];
                /**
                 * @description The id of the delivery.
                 * @example 01a1f8d3-ee10-7b6e-a4c8-9f1d0e5a7b32
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery with its payload. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryWithPayload"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the endpoint.
                 * @example 01a1eefa-0c58-7a09-8f3d-c2e7b4a6190d
                 */
                webhook_id: components["parameters"]["WebhookId"];
                /**
                 * @description The id of the delivery.
                 * @example 01a1f8d3-ee10-7b6e-a4c8-9f1d0e5a7b32
                 */
                delivery_id: components["parameters"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery is queued again. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["WebhookDisabled"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is refused with 400, which says what limit would do.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many entries to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of keys. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The name and scopes of the new key, and optionally when it expires. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** @description The new key. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyWithSecret"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the key, not the key itself.
                 * @example 01a1e473-6838-7d87-9e61-b3f5c0a8d274
                 */
                key_id: components["parameters"]["KeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is revoked. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listSenders: {
        parameters: {
            query?: {
                /**
                 * @description How many entries a page holds at most. A page whose entries hold more than 16 MiB of text is refused with 400, which says what limit would do.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description How many entries to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of senders. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SenderPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    receiveMessageUpdate: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=` and the Unix time in seconds, then for each valid secret `,v1=` and a signature in hexadecimal: the HMAC-SHA256 of that time, a full stop and the raw body. The key is what the part of the secret behind `whsec_` decodes to from base64. Accept the request when one of the signatures fits and the time is less than five minutes away from yours; compare in constant time. For 24 hours after a rotation there are two signatures.
                 * @example t=1795176001,v1=6f1a0c3de97b5528f40c6ab1d2937e8805bd64f1a7c3e92608d5b41f7ea03c9d
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description From 1 to 100 events, each a status change of one message. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessageUpdateEvents"];
            };
        };
        responses: {
            /** @description Received. The body of the answer is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveInboundMessage: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=` and the Unix time in seconds, then for each valid secret `,v1=` and a signature in hexadecimal: the HMAC-SHA256 of that time, a full stop and the raw body. The key is what the part of the secret behind `whsec_` decodes to from base64. Accept the request when one of the signatures fits and the time is less than five minutes away from yours; compare in constant time. For 24 hours after a rotation there are two signatures.
                 * @example t=1795176001,v1=6f1a0c3de97b5528f40c6ab1d2937e8805bd64f1a7c3e92608d5b41f7ea03c9d
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description One event with the message that a person sent. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboundMessageEvents"];
            };
        };
        responses: {
            /** @description Received. The body of the answer is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveCampaignUpdate: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=` and the Unix time in seconds, then for each valid secret `,v1=` and a signature in hexadecimal: the HMAC-SHA256 of that time, a full stop and the raw body. The key is what the part of the secret behind `whsec_` decodes to from base64. Accept the request when one of the signatures fits and the time is less than five minutes away from yours; compare in constant time. For 24 hours after a rotation there are two signatures.
                 * @example t=1795176001,v1=6f1a0c3de97b5528f40c6ab1d2937e8805bd64f1a7c3e92608d5b41f7ea03c9d
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description One event with the new status of a campaign. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignUpdateEvents"];
            };
        };
        responses: {
            /** @description Received. The body of the answer is not read. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
