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
         * @description Returns the content types and the maximum size for each kind of file, and the kinds that each usage accepts. Read them at run time instead of copying the numbers into a client.
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
         * Create an upload URL
         * @description Creates a `pending` file and returns a URL that accepts its bytes for 15 minutes. PUT the bytes to this URL without an API key, with exactly the `Content-Type` and `Content-Length` of the request, then confirm the file. An expired URL cannot be renewed: create another one, which creates another file.
         *
         *     The service removes files that were not confirmed within 24 hours. It removes a CSV file of contacts 30 days after its last import, or after its upload if it was never imported, unless the operator has set another time.
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
         * @description Returns the files of the account, newest first.
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
         * @description Returns the metadata of a file, without its bytes.
         */
        get: operations["getFile"];
        put?: never;
        post?: never;
        /**
         * Delete a file
         * @description Deletes a file, its bytes and its URLs; a `pending` file can no longer be uploaded. Returns 409 while a template, a campaign that is not completed, a scheduled message that is `pending`, or an import that has not ended uses the file. Other messages with the file are kept, but their recipients can then load it only from caches.
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
         * Confirm a file
         * @description Marks a file as `uploaded` after its bytes have reached the storage, so that templates and imports can use it. Returns 409 while the bytes are missing; the file stays `pending` and can be confirmed later, within 24 hours after its upload URL was created. Confirming a file twice has no further effect.
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
         * Get a file's download URL
         * @description Returns a URL that serves the file's bytes without an API key. The URL of a media file is stable and never expires, because carriers and handsets fetch media by it. The URL of a `csv` file expires after 15 minutes. Returns 409 while the file is `pending`.
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
         * @description Returns the templates of the account, by default newest first.
         */
        get: operations["listTemplates"];
        put?: never;
        /**
         * Create a template
         * @description Creates a template: content for one channel, under a name that is unique in the account. The service detects the placeholders and lists them in `variables`. Files in the content must be `uploaded` and of a suitable kind, otherwise the response is 422.
         *
         *     `follow_ups` sets what to send after an outcome of the template's messages, for example an SMS where an RCS message did not arrive. A template has at most five rules.
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
         * @description Returns a template with its content and follow-up rules.
         */
        get: operations["getTemplate"];
        put?: never;
        post?: never;
        /**
         * Delete a template
         * @description Deletes a template and frees its name. Returns 409 while a follow-up rule of another template sends it, or a campaign uses it that is a draft, scheduled, running or in error, directly or by the follow-up rules of its launch. Messages that were created from the template are kept. A follow-up that waits to send the template is not sent.
         */
        delete: operations["deleteTemplate"];
        options?: never;
        head?: never;
        /**
         * Update a template
         * @description Changes the name, the purpose, the content, the validity or the follow-up rules; `follow_ups` replaces all rules. The channel cannot be changed. Messages that were already created keep their purpose, content, validity and rules, and a running campaign keeps those of its launch.
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
         * @description Returns the contacts of the account, by default newest first.
         */
        get: operations["listContacts"];
        put?: never;
        /**
         * Create or update a contact
         * @description Finds the contact by its number, in E.164, and updates it; creates it if there is none. Omitted fields keep their values; `attributes` replaces all attributes. A deleted contact is restored with only the fields of this request, and with its id, except as `deleteContact` says.
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
         * Get contact variables
         * @description Returns the variables that contacts provide for placeholders, each with the number of contacts that have it. With `list_id`, only the contacts of that list count. `name` counts contacts that have a name or an attribute in any spelling of `name`; `phone` counts all contacts.
         *
         *     Up to 10,000 contacts are all examined, unless their attributes are very long. Beyond that, the service examines a sample of at most 10,000 contacts, spread over their creation times. `is_sample` is then true, and the counts are those of the sample.
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
         * @description Returns a contact and its memberships in contact lists.
         */
        get: operations["getContact"];
        put?: never;
        post?: never;
        /**
         * Delete a contact
         * @description Deletes a contact: removes it from every list, blacklists included, and erases its name and attributes. Upserting the same number restores the contact with its id, unless `updateContact` has given the number to another contact since or the number was erased. The upsert then returns a contact with another id.
         *
         *     Within minutes the service also erases the content of messages to this number and of inbound messages and events from it. Their times, statuses and prices are kept. A message in flight keeps its content until it is final or its delivery report is overdue, and its follow-ups are not sent. A scheduled message is still sent at its time and keeps its content until then, unless you cancel it or its sending rule requires a consent, because a `granted` ends with the contact.
         */
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        /**
         * Update a contact
         * @description Changes the number, the name or the attributes. `attributes` replaces all attributes; `{}` clears them. Returns 409 if another contact has the number; the number of a deleted contact is free.
         *
         *     A number that opted out stays suppressed when its contact gets another number. While the contact is on the provisioned list, its present number is suppressed too. If the contact got a number after it joined that list, the next change frees the number, unless a revocation of the number itself holds.
         */
        patch: operations["updateContact"];
        trace?: never;
    };
    "/contacts/{contact_id}/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the consents of a contact
         * @description Returns the consents of the contact's number, newest first by `created_at`. Records of an earlier contact with the number are among them; their `phone` and `evidence` are null.
         */
        get: operations["listContactConsents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List consents
         * @description Returns the consents of the account, newest first by `created_at`. Consents are kept as proof: their retention has no end. Records of a deleted contact or an erased number have no `phone`, so the filter `phone` does not find them.
         */
        get: operations["listConsents"];
        put?: never;
        /**
         * Record a consent
         * @description Records that a person granted or revoked consent. Nothing changes an earlier record: a repeated request adds another one. For each purpose and channel the record with the newest `occurred_at` holds. A revocation that holds suppresses the number: its messages are `blocked` until a later `granted`, whether or not a contact has the number. A revocation by a reply, an RCS event or an addition to the provisioned contact list suppresses only what that list suppresses.
         *
         *     A revocation of everything that the provisioned contact list suppresses adds the contact with the number to that list. A grant removes the contact from it; what remains revoked stays blocked. No contact is created. Other blacklists are independent: a grant does not end them.
         *
         *     `source` is `console` by default for a session of the console, otherwise `api`. Returns 422 for an `occurred_at` in the future, and for the sources `keyword` and `rcs`, because replies and RCS events record their own consents.
         */
        post: operations["createConsent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/consents/{consent_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a consent
         * @description Returns a record of the consent ledger.
         */
        get: operations["getConsent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * @description Returns the contact lists of the account, by default newest first.
         */
        get: operations["listContactLists"];
        put?: never;
        /**
         * Create a contact list
         * @description Creates an empty contact list under a name that is unique in the account. A `default` list is one to send to; a `blacklist` suppresses its contacts on its `channels`, for messages of its `purposes`. Channels or purposes on a `default` list return 422. The type cannot be changed later.
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
         * @description Returns a contact list and the number of its contacts.
         */
        get: operations["getContactList"];
        put?: never;
        post?: never;
        /**
         * Delete a contact list
         * @description Deletes a contact list and frees its name. Its contacts are kept, without this list in their `list_ids`. A deleted blacklist no longer suppresses, a running import on the list ends, and campaigns to the list can no longer be launched. The provisioned list cannot be deleted.
         */
        delete: operations["deleteContactList"];
        options?: never;
        head?: never;
        /**
         * Update a contact list
         * @description Changes the name, the channels and the purposes, in one step. Omitted fields keep their value; `[]` clears channels or purposes, and a blacklist without channels or without purposes suppresses nothing. The provisioned list keeps its name, but its channels and purposes can be changed. The type cannot be changed.
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
         * List members of a list
         * @description Returns the contacts of a contact list, with all fields. By default, the contact that was created last comes first. Sorted by name, a page of a list with more than 20,000 members that would examine more than 100,000 contacts returns 422 and names `sort`.
         */
        get: operations["listMembers"];
        put?: never;
        /**
         * Create or update a list member
         * @description Creates or updates a contact by its number, as `upsertContact` does, and adds it to the contact list. A contact that is already on the list stays there once.
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
         * Add a list member
         * @description Adds an existing contact to a contact list, without changing the contact. Adding a member again has no effect, except on the provisioned list: a number that the member got since it joined is recorded as revoked, unless it already is. The request has no body.
         */
        put: operations["addMember"];
        post?: never;
        /**
         * Remove a list member
         * @description Removes a contact from a contact list. The contact stays in the account and on other lists. Returns 404 if the contact is not on the list. On the provisioned list, the removal also ends an opt-out that outlived an earlier contact of the number. It then returns 204 even if the present contact is not on the list.
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
         * List imports
         * @description Returns the imports into a contact list, newest first.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Create an import
         * @description Queues the import of a `csv` file of contacts into the list and returns at once; read the import for its progress. The file must have the usage `contact_import` and be `uploaded`. One import can run on a list at a time. The service removes the file and the rejected rows 30 days after the import has ended, unless the operator has set another time; the file can be deleted earlier.
         *
         *     Each row creates or updates a contact by its number, as `upsertContact` does, and adds it to the list. An invalid row is rejected and does not stop the import. If a number occurs in two rows, both are applied in the order of the file.
         *
         *     The format of the file:
         *
         *     - The encoding is UTF-8, with or without a byte order mark, or Windows-1252. A file with bytes that are not valid UTF-8 is still read as UTF-8 if it has a byte order mark of UTF-8, or at least as many multi-byte characters of UTF-8 as invalid places.
         *     - A row with characters that cannot be read is rejected: invalid bytes in a file that is read as UTF-8, or NUL. In the CSV of rejected rows they are U+FFFD, and an import of this CSV rejects rows that still contain U+FFFD.
         *     - Cells are separated by commas, semicolons or tabs; the service detects which from the first row.
         *     - Cells may be in double quotes; a quote inside is doubled. Empty lines, and rows whose cells are all empty, are ignored. A row has at most 512 KiB.
         *     - The first row has the headings of the columns. Spaces around a heading are ignored.
         *     - One column has the heading `phone` or `telefone`, and one may have the heading `name` or `nome`, in any case.
         *     - Without a column `phone` or `telefone`, the number is in the only column with another heading for it: `celular`, `whatsapp`, `fone`, `tel`, `número`, `número de telefone`, `telefone celular`, `mobile`, `cell`, `number`, `phone number` and the like. Case, accents and punctuation are ignored.
         *     - Without a column `name` or `nome`, the same rule applies to `nome completo`, `nome do cliente`, `full name` and `customer name`. It also applies to `cliente`, `contato`, `customer`, `contact`, `fullname` and `nome_completo`, but only if the heading of the number is not `phone` or `telefone`.
         *     - If the first two columns are `line` and `reason`, or `linha` and `motivo`, as in a table of rejected rows, they are ignored. Choose each of them in `columns` that is an attribute of your contacts.
         *     - Every other column is an attribute, at most 100 of them. A heading that is a valid attribute name is used unchanged. From any other heading the service makes a name: it removes accents, changes letters to lower case, replaces each run of characters other than `a` to `z` and `0` to `9` by `_`, removes `_` at either end, and keeps 64 characters. If nothing is left, the name is `column_` and the number of the column. A name that is taken, or that is a spelling of `name` or `phone`, gets the suffix `_2`, `_3` and so on. `Data de Nascimento` becomes `data_de_nascimento`.
         *     - `columns` in the request overrides these rules for the columns that it names. `columns` of the import shows how each column was used.
         *     - A column without a heading is ignored if it is empty; a row with a value in it is rejected.
         *     - An empty name keeps the contact's name, and an empty attribute is left out.
         *     - A number in spreadsheet notation, such as `5.5E+12` or `1198765432.0`, is rejected.
         *
         *     If the file has columns of attributes, they replace all attributes of a contact; without such columns, a contact keeps its attributes. The import fails with `file_unreadable` if the first row has no column of numbers, two columns of numbers or of names, the same heading twice, or characters that cannot be read. It also fails if the file lacks a heading that `columns` names, is an Excel workbook, is marked as UTF-16 or UTF-32, or has more than a tenth NUL bytes, as text in UTF-16 does. A quote that opens a cell and is never closed, or a row of more than 512 KiB, fails the import as well, because the next row cannot be found.
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
         * @description Returns an import and its progress.
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
         * @description Cancels an import that is `pending` or `running`. Rows that were already imported are kept. Canceling an import twice has no further effect. Returns 409 if the import has completed or failed.
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
         * Get import errors
         * @description Returns a URL of a CSV file with the rows that the import has rejected so far. It can be requested at any time, also during the import. The URL expires after 15 minutes. Once the service has removed the rejected rows, 30 days after the import ended or at the time that the operator has set, the response is 404.
         *
         *     The CSV is in UTF-8, with a byte order mark, commas and CRLF. Its columns are `line`, the line of the file at which the row begins, counted from 1; `reason`, in words; and the cells of the row under the headings of the file. Without rejected rows, it has the headings alone. At most a million rejected rows are stored for an import. Rows whose number is being erased are not stored. If there are rejected rows that are not stored, the last row has an empty `line`, and its `reason` says how many they are. Delete this row before you import corrected rows; otherwise it is rejected, because it has no number.
         *
         *     Corrected rows can be imported again in this form, because an import ignores the columns `line` and `reason` at the start of a file. Apostrophes keep spreadsheets from running cells as formulas, as in the export of messages. An import removes such an apostrophe from phone numbers and keeps it in names and attributes.
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
         * @description Returns the messages of the account, newest first. The operator sets after how many days messages are deleted, 400 by default, and can have contents erased earlier. `status_history` is empty in lists; read a single message for its status changes. A list that would examine more than 100,000 messages one by one returns 422. A filter may do so at an `offset` within an hour of more messages. Narrow the list with `from` and `to`, `recipient`, `template_id` or `campaign_id`.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Send messages
         * @description Creates one message for each recipient, from a template or from content in the request, and queues the messages that can be sent. The response means that messages are queued, not that they have arrived: subscribe to the event `message_update` or read the messages to track them. A recipient who is suppressed on the channel and for the purpose gets a message with the status `blocked`, which is neither sent nor charged. So does a recipient to whom the sending rule of the purpose allows no message. If one recipient's number is invalid, the response is 422 and no message is created.
         *
         *     `send_at` schedules the messages for an instant, and `send_at_local` for a time at each recipient's place: for Brazilian numbers the area code names the time zone, for numbers of Portugal and Spain that of the mainland applies, except for fixed lines of the Azores and the Canary Islands, and for other numbers that of the country if it has one time at that instant. Otherwise the time zone of the account applies. The time must be in the future and at most 90 days ahead, otherwise the response is 422. Until then the messages are `pending`, and can be rescheduled or canceled. Suppression and the sending rule are checked again when a message is submitted.
         *
         *     `tags` labels all messages of the request, and so do the follow-ups of these messages. A preview checks tags and shows none.
         *
         *     Send an `Idempotency-Key`, so that the request can be repeated without sending twice.
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
         * @description Returns what each recipient of a send would get, in how many segments and at what price. The body is that of `sendMessages`. A preview creates, sends and charges nothing.
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
         * @description Returns a URL of a CSV file with all messages that match the filters, newest first, without a limit on their number. The file has the messages that existed at the time of this request, in their state at the time of the download. The URL needs no API key and expires after 15 minutes; a download that has begun continues.
         *
         *     The CSV is in UTF-8, with a byte order mark, commas and CRLF. Its columns are `id`, `created_at`, `updated_at`, `channel`, `status`, `to`, `sender`, `text`, `content_type`, `segments`, `price`, `error_code`, `error_message`, `carrier_code`, `campaign_id`, `template_id`, `contact_id`, `parent_message_id`, `client_reference`, `carrier`, `carrier_reference`, `sender_id`, `purpose`, `batch_id`, `not_before`, `tags` and `block_reason`, named after the fields of a message. `tags` has a space between two tags. `text` is the text of the message, or the titles and descriptions of its cards, one on each line. A field without a value is an empty cell. `price` is in millionths of a real. Later versions may add columns at the end.
         *
         *     With `dialect=excel_pt` the same columns are separated by semicolons and have headings in Portuguese. The values of `status`, `purpose`, `error_message` and `block_reason` are in Portuguese, too. If the original `error_message` has details, such as the names of variables or the carrier's text, it follows in parentheses. Instants are written as `2026-11-20 12:00:05`, in UTC, and `price` in reais with a decimal comma. Numbers in `to` and `sender` have spaces, as in `+55 11 98765-4321`, because Excel would round them. A `carrier_code`, `client_reference` or `carrier_reference` has an apostrophe in front if Excel would change it to another number, a date or a time: if it has only digits, signs, separators and an exponent, such as `10/2026` or `0012`, except a whole number of up to 11 digits without a leading zero.
         *
         *     To keep spreadsheets from running a cell as a formula, the service inserts apostrophes. An apostrophe is inserted at the start of a cell, and after each `,`, `;`, tab or line break in it, if `=`, `+`, `-`, `@` or the full-width form of one of them follows, also after spaces and quotation marks. A cell that begins with a tab or a line break gets an apostrophe too. A cell that is a number with a sign, such as a phone number with its `+`, gets none for this reason. To restore a value, remove these apostrophes.
         *
         *     Each API process serves at most two exports of an account at a time. The URL of a third one returns 429 with `Retry-After`.
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
         * @description Returns a message with all its status changes.
         */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Reschedule a message
         * @description Moves a `pending` message to another time, also one that was not scheduled. `send_at` must be in the future and at most 90 days ahead, otherwise the response is 422. If a sending rule closes this time, the message waits until the next opening, which may be later than 90 days ahead; if the rule blocks instead of waiting, or no window opens again, the response is 422. Returns 409 once the submission of the message has begun, and while a process holds the message to submit it. The other messages of the send keep their time.
         */
        patch: operations["updateMessage"];
        trace?: never;
    };
    "/messages/{message_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a message
         * @description Cancels a `pending` message. A message that this response shows as `canceled` is never accepted by a carrier and never charged. Canceling a message twice has no further effect. Returns 409 once the submission of the message has begun or is about to begin, and while it waits for a retry.
         */
        post: operations["cancelMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/message-batches/{batch_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel the messages of a send
         * @description Cancels all messages of a send whose submission has not begun, as `cancelMessage` does for one. While messages of the send are about to be submitted, the response can take up to two seconds longer. The service waits for messages that return to the queue, such as messages above their sender's rate limit, and cancels these messages too. Messages that cannot be canceled now stay as they are. Repeat the request while messages are `pending`: it cancels the messages that can be canceled by then, and counts earlier ones too. Returns 404 if the account has no message of this send.
         */
        post: operations["cancelMessageBatch"];
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
         * List webhook deliveries of a message
         * @description Returns the deliveries that carried `message_update` events of a message, to any endpoint, newest first. A delivery is listed from its first attempt until its endpoint is deleted or it is 30 days old, or as old as the operator has set.
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
         * @description Returns the messages that people sent to the senders of the account, newest first. Tapped reply suggestions are included. The event `inbound_message` reports each message as it arrives. The operator sets after how many days messages are deleted, 400 by default, and can have contents erased earlier.
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
         * @description Returns an inbound message with its content.
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
         * @description Returns what people did in RCS conversations other than sending messages, newest first. A tapped reply suggestion is an inbound message instead. The webhook event `inbound_rcs_event` reports each of them. The operator sets after how many days RCS events are deleted, 400 by default, and can have contents erased earlier.
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
         * @description Returns an inbound RCS event.
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
    "/conversations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List conversations
         * @description Returns the conversations of the account, the one with the newest inbound message first. A conversation is everything that one phone number has written. It begins with the number's first message and exists as long as one of its inbound messages does.
         */
        get: operations["listConversations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/conversations/{conversation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a conversation
         * @description Returns a conversation. `GET /inbound-messages` with `sender` lists the messages of its number, and `GET /messages` with `recipient` the messages to it.
         */
        get: operations["getConversation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update a conversation
         * @description Changes the status of a conversation, or marks its messages as read. `read_up_to` is the newest inbound message that somebody has read, so a message that arrives in between stays unread. Another number's message is 422.
         */
        patch: operations["updateConversation"];
        trace?: never;
    };
    "/canned-responses": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List canned responses
         * @description Returns the canned responses of the account, sorted by name.
         */
        get: operations["listCannedResponses"];
        put?: never;
        /**
         * Create a canned response
         * @description Creates a canned response: a text for replies, under a name that is unique in the account. The service lists the placeholders of the text in `variables`; a send fills them in as it does in a template. More than 100 different placeholders are 422.
         */
        post: operations["createCannedResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/canned-responses/{canned_response_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a canned response
         * @description Returns a canned response.
         */
        get: operations["getCannedResponse"];
        put?: never;
        post?: never;
        /**
         * Delete a canned response
         * @description Deletes a canned response, and frees its name and its shortcut.
         */
        delete: operations["deleteCannedResponse"];
        options?: never;
        head?: never;
        /**
         * Update a canned response
         * @description Changes the name, the text or the shortcut of a canned response.
         */
        patch: operations["updateCannedResponse"];
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
         * @description Returns the campaigns of the account, by default newest first. Returns 400 if `created_from` is after `created_to`.
         */
        get: operations["listCampaigns"];
        put?: never;
        /**
         * Create a campaign
         * @description Creates a campaign that sends one template to one contact list, under a name that is unique in the account. It starts as a `draft`; messages are created at its launch. Its channel and purpose are those of the template.
         *
         *     `sender_id` chooses the sender of the messages. Without it, messages are sent from the channel's default sender at the time of their creation.
         *
         *     The campaign's messages and their follow-ups have its `tags`.
         *
         *     Returns 404 if the template or the list does not exist, and 422 if the list is a `blacklist` or the sender is not one of the account's senders for this channel.
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
         * @description Returns a campaign and its progress.
         */
        get: operations["getCampaign"];
        put?: never;
        post?: never;
        /**
         * Delete a campaign
         * @description Deletes a `draft` or `scheduled` campaign with its schedule, and frees its name. Returns 409 in any other status. Messages of earlier runs are kept; those still waiting end as `expired`, without follow-ups.
         */
        delete: operations["deleteCampaign"];
        options?: never;
        head?: never;
        /**
         * Update a campaign
         * @description Changes the name of a campaign, in any status, and its tags, while its status is `draft`, `scheduled` or `error`. Messages of an earlier run keep their tags. Template, list, sender and channel cannot be changed.
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
         * @description Starts a campaign in `draft` or `error`, and returns before any message is sent. Each contact that is on the list at this moment gets one message; contacts that join the list later get none. A contact that is deleted while it is on a blacklist, before its message is created, gets none either. The run uses the template's purpose, content, validity and follow-up rules of this moment. A campaign to an empty list is `completed` at once.
         *
         *     A launch after an `error` continues the campaign: it includes the contacts that are on the list by now, sends no contact a second message while the first is stored, and sends the messages that are still waiting. The service may delete the messages of a campaign that has not changed for the retention period; their contacts then receive it again.
         *
         *     Returns 409 in any other status, while an import is running on the list, and if the list was deleted or the campaign's own sender was removed. Returns 422 if the sender's carrier cannot send the template's content, such as a horizontal card where only vertical cards exist; `fields` names that part.
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
         * @description Ends the run of a `running` campaign early. Within seconds, its messages are no longer submitted to carriers, and the campaign is in `error` with the code `stopped`. Messages that were already submitted are tracked to their final status. Launch the campaign again to continue. Returns 409 in any other status.
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
         * @description Sets the instant at which the service launches the campaign, or replaces it if the campaign is already `scheduled`. Returns 422 if the instant is not in the future or the sender's carrier cannot send the template's content, and 409 in a status other than `draft`, `error` and `scheduled`.
         *
         *     If an import is running on the list at that instant, the launch waits for its end, at most 30 minutes. The campaign becomes `error` if the import takes longer, if the list or the campaign's own sender is gone, or if the service was down and comes back more than 24 hours late. The operator can change both times. If the carrier can no longer send the content at that instant, the campaign launches, and each message that the carrier cannot send is an `error` with `carrier_rejected`.
         */
        put: operations["scheduleCampaign"];
        post?: never;
        /**
         * Cancel a schedule
         * @description Returns a `scheduled` campaign to `draft` and clears `scheduled_at`, so that it does not launch by itself. Returns 409 in any other status.
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
         * @description Returns the number of messages by status and their price, in one row for each day, hour, channel, purpose, campaign, template or tag. Messages count with their current status, on the day and in the hour (UTC) of their creation. Without `from` and `to`, all messages of the account count. Rows are in the order of their keys, null first; a key without messages has no row. A response has the first 10,000 rows: choose a shorter time to get later rows.
         *
         *     By tag, a message counts in the row of each of its tags, and a message without tags in no row: the rows do not add up to the account's messages.
         *
         *     By hour, usage covers at most 168 hours, including the first and the last. Without `to` they end with the current hour; without `from` they are the last 168 hours. A longer time returns 400 and names `from`.
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
         * List webhook endpoints
         * @description Returns the webhook endpoints of the account, newest first, without their secrets.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description Creates a webhook endpoint: a URL to which the service posts events of the chosen types from now on. The response has the signing secret, which no later response shows. An account has at most ten endpoints; another one returns 409.
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
         * Get a webhook endpoint
         * @description Returns a webhook endpoint, without its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deletes a webhook endpoint and its waiting deliveries. No further request is sent to it.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook endpoint
         * @description Changes the URL, the description or the event types of an endpoint, or disables or enables it. Enabling an endpoint clears `disabled_reason`. `event_types` replaces the event types; events that are already waiting are still delivered. Events that occur while the endpoint is disabled are not stored for it. Deliveries that were waiting before are kept for 30 days, unless the operator has set another time, and continue when it is enabled.
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
         * Rotate a webhook secret
         * @description Creates a new signing secret for the endpoint and returns it; no later response shows it. For 24 hours, requests are also signed with the previous secret, so that the receiver can switch without losing events. A further rotation does not shorten these 24 hours, so a request whose response was lost can be repeated. A secret can be rotated ten times within 24 hours; another rotation returns 409.
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
         * Test a webhook endpoint
         * @description Queues one event with made-up data and `test: true` for this endpoint alone. Its type is the one in the body, or else the first of the endpoint's `event_types`. Read the endpoint's deliveries for the result. Returns 409 if the endpoint is disabled, and 422 if it is not subscribed to the type.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replay deliveries to a webhook endpoint
         * @description Sends the events of an endpoint's deliveries again, oldest first and with the same ids: the `abandoned` deliveries that were created from `since` to `until`, and with `include_delivered` also the `delivered` ones. Each gets five new attempts. The response states how many were queued; a worker sends them.
         *
         *     One request queues about 10,000 deliveries at most and examines 100,000. If there are more, continue with `next_since`. A repeated request queues no delivery that is still queued. With `include_delivered` and an explicit `until`, a repeated request sends nothing twice. Returns 409 if the endpoint is disabled.
         */
        post: operations["replayWebhook"];
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
         * List webhook deliveries
         * @description Returns the deliveries to a webhook endpoint and their attempts, newest first. Deliveries are kept for 30 days, unless the operator has set another time. Before its first attempt, a delivery may be joined into an earlier one of the same event type: its events move there, and its own id is then 404.
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
         * Get a webhook delivery
         * @description Returns a delivery to a webhook endpoint with the body of its requests, for example to check a signature.
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
         * Retry a webhook delivery
         * @description Sends the events of a delivery again, with the same ids, in any status of the delivery. It gets five new attempts; the first is made now, or after an attempt that is in flight. Returns 409 if the endpoint is disabled.
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
         * @description Returns the API keys of the account, newest first, including revoked ones, without the keys themselves.
         */
        get: operations["listApiKeys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates an API key and returns the key itself, which no later response shows. A key cannot grant a scope that it lacks. A key that expires can only create keys that expire no later, so `expires_at` is then required. Both cases return 403.
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
         * @description Revokes an API key: requests with it get 401 from now on. The key stays in the list, with the time of its revocation. Revoking a key twice has no further effect. A key may revoke itself, and other keys that have no scope that it lacks; otherwise the response is 403.
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
         * @description Returns the addresses that the account can send from, newest first. The operator adds and removes them.
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
    "/opt-out-words": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the opt-out words
         * @description Returns the words that opt out, opt in and ask for help, with the automatic replies. An account that never changed them has the default words and no automatic replies.
         */
        get: operations["getOptOutWords"];
        /**
         * Update the opt-out words
         * @description Replaces the words and the automatic replies of the account, for replies that arrive from now on. Returns 422 if a word has neither letters nor digits or appears twice, in one list or in two, and if an automatic reply has placeholders or is longer than an SMS may be.
         *
         *     A reply with an opt-in word takes the person off the blacklist `Recado`, and one with an opt-out word puts the person on it. `confirmation` is sent when a reply opts a person out, and `help_answer` to a reply with a help word. Each goes to a number at most once in 24 hours, from the sender and on the channel of the reply, also to a suppressed number. Replies by voice get neither.
         *
         *     The operator can turn opt-outs off for an account. Then the words have no effect and neither automatic reply is sent, but this operation still stores them.
         */
        put: operations["updateOptOutWords"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sending-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sending rules
         * @description Returns the three rules of the account: one for each purpose. An account that never set a rule has no restriction.
         */
        get: operations["listSendingRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sending-rules/{purpose}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a sending rule
         * @description Returns the rule for a purpose.
         */
        get: operations["getSendingRule"];
        /**
         * Update a sending rule
         * @description Replaces the rule for a purpose. It applies to all messages of the purpose that are submitted from now on, also to those that wait already. Returns 422 if a window closes before it opens, if the time zone does not exist, and if `preset` is combined with fields.
         *
         *     Windows count at submission: a campaign that reaches the end of a window pauses, and continues at the next opening. Messages that people cause themselves, the automatic replies to opt-out and help words, are exempt, but count as `transactional` messages to their number.
         */
        put: operations["updateSendingRule"];
        post?: never;
        /**
         * Delete a sending rule
         * @description Deletes the rule for a purpose, which restricts nothing afterwards. Messages that wait for a window keep `not_before`.
         */
        delete: operations["deleteSendingRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the account of the key
         * @description Returns the account that the key belongs to, with its prices and limits. Any valid key may call it, with any scopes. The operator sets prices and limits. Messages per second are limited by sender: see `max_per_second` of `listSenders`.
         */
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/privacy-requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List privacy requests
         * @description Returns the privacy requests of the account, newest first. The requests stay as proof; none of them shows the phone number.
         */
        get: operations["listPrivacyRequests"];
        put?: never;
        /**
         * Create a privacy request
         * @description Queues the export or the erasure of everything that the account stores under a phone number, and returns at once; read the request for its progress. A number without stored data completes with counts of zero.
         *
         *     While an equal request, of the same kind and number, has not ended, this operation returns that request instead of a second one, so it is safe to repeat. An erasure then also covers what was stored until the repetition.
         *
         *     - `export` writes a ZIP file of JSON files, in the formats of this API, and of the files that the person sent. Of uploaded tables, rejected rows and stored responses, it has only the rows and results with the number. `download_url` returns it. The service deletes the file 24 hours after its completion.
         *     - `erasure` deletes the contact with its memberships, and removes content and number from messages, inbound messages, RCS events, webhook deliveries, imports, stored responses and files. Counts and prices of the usage stay. Earlier exports of the number are deleted; those that have not ended become `failed`. It takes at least a minute, until the sends of its time are stored. Messages to the number whose submission has not begun, and waiting messages of stopped campaigns, are canceled. A message in flight is erased after its end, and an `Idempotency-Key` that contains the number after its 24 hours; the request is `running` until then. An import that was created before the request rejects the rows that have the number. Anything else that is stored under the number after the request stays. An opt-out stays in force under a keyed hash of the number; memberships of other blacklists end.
         */
        post: operations["createPrivacyRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/privacy-requests/{privacy_request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a privacy request
         * @description Returns a privacy request, its counts so far and, for a completed export, the URL of the file. Anyone with the URL can download the file while the URL works.
         */
        get: operations["getPrivacyRequest"];
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
         * Receive message updates
         * @description Posted to the enabled endpoints that are subscribed to `message_update`, for each new status of a message, up to 100 events in one request. Events are delivered at least once and not always in order: store each event's `id` to recognize repetitions, and use `sequence` to find the latest change of a message.
         *
         *     Verify the signature in `X-Service-Signature` before you trust the body. Respond with any 2xx status within 10 seconds, and do slow work afterwards. Any other response, including a redirect, is retried 5 seconds, 1 minute, 10 minutes and 1 hour after the previous attempt, each ±20 %. A `Retry-After` in your response can lengthen these pauses, up to a day. After the fifth attempt the delivery is abandoned; it can be retried by request. An endpoint is disabled if it responds 410, or if a delivery is abandoned after five days without a success.
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
         * Receive inbound messages
         * @description Posted to the enabled endpoints that are subscribed to `inbound_message`, at once for each inbound message, including opt-outs and opt-ins. A request carries one event. `data` is the message as `GET /inbound-messages/{inbound_message_id}` returns it. Requests can overtake each other: the `id` of an inbound message rises with time. After the deletion of the contact, waiting and retried deliveries have no content.
         *
         *     Signature, responses, retries and the disabling of an endpoint are those of `message_update`. An event is delivered at least once: store its `id` to recognize repetitions.
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
         * Receive campaign updates
         * @description Posted to the enabled endpoints that are subscribed to `campaign_update`, for each new status of a campaign: created, scheduled, returned to `draft`, launched, completed, stopped or failed. `progress` has the counts of that moment; delivery reports after `completed` still change the counts of the campaign. A new name, a new `scheduled_at`, a deletion and the messages of the campaign cause no `campaign_update`. Requests can overtake each other: the `id` of an event rises with time, and `previous_status` is the status before.
         *
         *     Signature, responses, retries and the disabling of an endpoint are those of `message_update`. An event is delivered at least once: store its `id` to recognize repetitions.
         */
        post: operations["receiveCampaignUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    inbound_rcs_event: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive inbound RCS events
         * @description Posted to the enabled endpoints that are subscribed to `inbound_rcs_event`, at once for each inbound RCS event, including `typing`. A request carries one event. `data` is the event as `GET /inbound-rcs-events/{inbound_rcs_event_id}` returns it. Requests can overtake each other: the `id` of an inbound RCS event rises with time. After the deletion of the contact, waiting and retried deliveries have no label and no postback data.
         *
         *     Signature, responses, retries and the disabling of an endpoint are those of `message_update`. An event is delivered at least once: store its `id` to recognize repetitions.
         */
        post: operations["receiveInboundRcsEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    consent_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive consents
         * @description Posted to the enabled endpoints that are subscribed to `consent_update`, at once for each consent that is recorded: by a reply, an RCS event, a request or an import. A request carries one event. `data` is the consent as `GET /consents/{consent_id}` returns it. Requests can overtake each other: the record with the newest `occurred_at` holds, and of records with the same instant the one with the highest `id`. After the deletion of the contact or the erasure of the number, waiting and retried deliveries have no number and no evidence.
         *
         *     Signature, responses, retries and the disabling of an endpoint are those of `message_update`. An event is delivered at least once: store its `id` to recognize repetitions.
         */
        post: operations["receiveConsentUpdate"];
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
         * @description The kind of a file, derived from its content type.
         * @enum {string}
         */
        FileKind: "audio" | "image" | "video" | "csv";
        /**
         * @description A MIME type in lower case, without parameters.
         * @example image/jpeg
         */
        FileContentType: string;
        /** @description The limits of one kind of file. */
        FileKindConstraint: {
            kind: components["schemas"]["FileKind"];
            /** @description Content types of this kind. */
            content_types: components["schemas"]["FileContentType"][];
            /**
             * Format: int64
             * @description Maximum size, in bytes.
             * @example 5242880
             */
            max_size_bytes: number;
        };
        /**
         * @description Purpose of a file. `template_media`: media in messages. `contact_import`: a CSV file of contacts.
         * @enum {string}
         */
        FileUsage: "template_media" | "contact_import";
        /** @description The kinds of file that a usage accepts. */
        FileUsageConstraint: {
            usage: components["schemas"]["FileUsage"];
            /** @description Kinds that may be uploaded for this usage. */
            kinds: components["schemas"]["FileKind"][];
        };
        /** @description Limits on uploaded files. */
        FileConstraints: {
            /** @description Every kind of file with its limits. */
            kinds: components["schemas"]["FileKindConstraint"][];
            /** @description Every usage with the kinds that it accepts. */
            usages: components["schemas"]["FileUsageConstraint"][];
        };
        /**
         * @description The kind of error. Codes are stable, so clients can branch on them.
         * @enum {string}
         */
        ErrorCode: "validation_failed" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "invalid_state" | "import_in_progress" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "unprocessable_entity" | "rate_limited" | "internal_error" | "service_unavailable";
        /** @description A part of the request to correct. */
        FieldProblem: {
            /**
             * @description Path of the field, with dots and indexes, such as `recipients[3].to`; or the name of a query parameter or header.
             * @example recipients[3].to
             */
            field: string;
            /**
             * @description An explanation for people.
             * @example is not a valid phone number
             */
            message: string;
        };
        /** @description The body of every response that is not a success. */
        ErrorEnvelope: {
            /** @description The error. */
            error: {
                code: components["schemas"]["ErrorCode"];
                /**
                 * @description An explanation for logs and people. Its wording may change at any time.
                 * @example The request does not fit the contract
                 */
                message: string;
                /**
                 * @description Id of this request, as in the header `X-Request-Id`. Give it to the operator when you ask for help.
                 * @example 01a1f8d3-ea00-7c11-8d5f-60b2a9e4c738
                 */
                request_id: string;
                /** @description The parts of the request to correct, if there are any. Only the first 100 are listed. */
                fields?: components["schemas"]["FieldProblem"][];
            };
        };
        /** @description The file to upload. */
        CreateUploadUrlRequest: {
            usage: components["schemas"]["FileUsage"];
            content_type: components["schemas"]["FileContentType"];
            /**
             * Format: int64
             * @description The file's size in bytes. Each kind of file has its own maximum; more is `413`.
             * @example 48213
             */
            size_bytes: number;
            /**
             * @description The file's original name, for people to recognize it.
             * @example clientes-recife.csv
             */
            filename?: string;
        };
        /**
         * Format: uuid
         * @description A UUIDv7 in lower case. Ids of a kind of resource sort in the order of creation.
         * @example 01a1e473-6838-7c55-a1b9-0d6e3f7a2c48
         */
        Uuid: string;
        /**
         * Format: date-time
         * @description An instant in UTC, to the second.
         * @example 2026-11-20T12:00:05Z
         */
        Timestamp: string;
        /** @description A URL for the upload, and when it expires. */
        UploadUrl: {
            file_id: components["schemas"]["Uuid"];
            /**
             * Format: uri
             * @description PUT the bytes to this URL without an API key, with the declared `Content-Type` and `Content-Length`. The URL's signature covers both.
             * @example https://recado.padariasol.com.br/storage/upload/01a1e8d7-81c0-7a3c-9d52-4b1e6f0a7c31?expires=1794908700&signature=5b0f7c1e9a3d
             */
            url: string;
            expires_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description Status of a file: `pending` until its upload is confirmed, then `uploaded`.
         * @enum {string}
         */
        FileStatus: "pending" | "uploaded";
        /**
         * Format: int64
         * @description A size in bytes.
         * @example 48213
         */
        FileSize: number;
        /**
         * Format: date-time
         * @description An instant in UTC, to the second; null if it has not occurred.
         * @example 2026-11-20T12:00:05Z
         */
        NullableTimestamp: string | null;
        /** @description A file, whether its upload is pending or confirmed. */
        StoredFile: {
            id: components["schemas"]["Uuid"];
            usage: components["schemas"]["FileUsage"];
            kind: components["schemas"]["FileKind"];
            content_type: components["schemas"]["FileContentType"];
            size_bytes: components["schemas"]["FileSize"];
            /**
             * @description The file's original name; null if none was given.
             * @example clientes-recife.csv
             */
            filename: string | null;
            status: components["schemas"]["FileStatus"];
            created_at: components["schemas"]["Timestamp"];
            uploaded_at: components["schemas"]["NullableTimestamp"];
        };
        /** @description Position of the page in the whole list. */
        Pagination: {
            /**
             * Format: int64
             * @description Number of entries in the whole list under the given filters.
             * @example 137
             */
            total: number;
            /**
             * @description Maximum number of entries in the page.
             * @example 25
             */
            limit: number;
            /**
             * @description Number of entries before this page.
             * @example 50
             */
            offset: number;
            /** @description True if another page follows, at `offset` plus `limit`. */
            has_more: boolean;
        };
        /** @description A page of files. */
        FilePage: {
            /** @description The entries of this page, newest first. */
            data: components["schemas"]["StoredFile"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A URL of the file's bytes, and when it expires. */
        DownloadUrl: {
            /**
             * Format: uri
             * @description Send a GET without an API key. Anyone with the URL can read the file.
             * @example https://recado.padariasol.com.br/storage/download/01a1e8d7-81c0-7a3c-9d52-4b1e6f0a7c31?expires=1794908700&signature=5b0f7c1e9a3d
             */
            url: string;
            expires_at: components["schemas"]["NullableTimestamp"];
        };
        /**
         * @description The channel of a message.
         * @enum {string}
         */
        Channel: "sms" | "rcs" | "voice";
        /**
         * @description What a message is for: a one-time password (`otp`), something that the recipient needs to know about an order, an account or an appointment (`transactional`), or an offer (`marketing`). At each sender, `otp` goes before `transactional`, and `transactional` before `marketing`.
         * @enum {string}
         */
        Purpose: "otp" | "transactional" | "marketing";
        /**
         * @description An order of a list: by creation or by name, ascending, or descending after a leading `-`. Names are compared without case, accents and compatibility forms of characters, by code points. A contact without a name counts as one with an empty name.
         * @enum {string}
         */
        ListOrder: "created_at" | "-created_at" | "name" | "-name";
        /**
         * @description A name for people. After surrounding spaces are removed, its length is 1 to 120.
         * @example Pedido saiu para entrega
         */
        ResourceName: string;
        /**
         * @description How an SMS is encoded. `auto`: as written, in GSM-7 if the alphabet has all characters, else in UCS-2. `gsm7`: always in GSM-7, which fits more than twice as many characters into a segment. The text with its placeholders filled in is transliterated before it is counted, charged and sent. Characters of GSM-7 stay, such as `é`, `à` and `ñ`. Other letters lose their accents, and quotes, dashes, ellipses and spaces get their plain forms. A character without a counterpart that keeps its meaning, such as an emoji, `²` or `≠`, returns 422 in `text`; in a variable's value, it gives the message the error `not_encodable`. The same applies to a text that would need more segments in GSM-7 than as written, such as many ellipses: it returns 422 if it has no placeholders, and else gives the message the error. Absent means `auto`; only SMS accepts `gsm7`.
         * @example gsm7
         * @enum {string}
         */
        TextEncoding: "auto" | "gsm7";
        /**
         * @description Text of the button.
         * @example Reservar
         */
        SuggestionText: string;
        /**
         * @description Data that is returned to you when the button is tapped. The recipient does not see it.
         * @example reservar-{{ order }}
         */
        PostbackData: string;
        /** @description A button that replies with its text. */
        ReplySuggestion: {
            /**
             * @description Always `reply`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "reply";
            text: components["schemas"]["SuggestionText"];
            postback_data: components["schemas"]["PostbackData"];
        };
        /** @description A button that opens a web page. */
        OpenUrlSuggestion: {
            /**
             * @description Always `open_url`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "open_url";
            text: components["schemas"]["SuggestionText"];
            postback_data: components["schemas"]["PostbackData"];
            /**
             * @description URL of the page. After its placeholders are filled in, it must be an `http` or `https` URL; a message whose values make no such URL becomes an `error` with `missing_variable`.
             * @example https://padariasol.com.br/pedidos/{{ order }}
             */
            url: string;
        };
        /** @description A button that calls a phone number. */
        DialSuggestion: {
            /**
             * @description Always `dial`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "dial";
            text: components["schemas"]["SuggestionText"];
            postback_data: components["schemas"]["PostbackData"];
            /**
             * @description The number that the button calls, as it is written in Brazil, or in E.164. The service converts it to E.164. It may also belong to a service, such as `0800 123 4567` or `4004-1234`, which become `+558001234567` and `+5540041234`. Short numbers such as `190` return 422, because carriers accept E.164 only.
             * @example 0800 123 4567
             * @example +5511987654321
             */
            phone: string;
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
        /** @description A button that shows a place on a map. */
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
             * @description Name of the place.
             * @example Padaria Sol, Boa Vista
             */
            label?: string;
        };
        /** @description A button that asks for the recipient's location. */
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
         * @description An RFC 3339 instant of at most 100 characters, in a year from 0000 to 9999, with any offset and any fraction of a second. A leap second is accepted at the end of a UTC month and stands for the second after it. Responses are in UTC, to the second.
         * @example 2026-11-20T09:00:05-03:00
         * @example 2026-11-20T12:00:05Z
         */
        TimestampInput: string;
        /** @description A button that adds an event to the recipient's calendar. `end_at` must be after `start_at`, otherwise the response is 422. */
        CreateCalendarEventSuggestion: {
            /**
             * @description Always `create_calendar_event`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "create_calendar_event";
            text: components["schemas"]["SuggestionText"];
            postback_data: components["schemas"]["PostbackData"];
            /**
             * @description Title of the calendar event.
             * @example Retirada do pedido {{ order }}
             */
            title: string;
            /**
             * @description Description of the calendar event.
             * @example Padaria Sol, balcão de encomendas
             */
            description?: string;
            start_at: components["schemas"]["TimestampInput"];
            end_at: components["schemas"]["TimestampInput"];
        };
        /** @description A button that the recipient may tap. `type` names its action. */
        Suggestion: components["schemas"]["ReplySuggestion"] | components["schemas"]["OpenUrlSuggestion"] | components["schemas"]["DialSuggestion"] | components["schemas"]["ViewLocationSuggestion"] | components["schemas"]["ShareLocationSuggestion"] | components["schemas"]["CreateCalendarEventSuggestion"];
        /** @description Buttons below the message, for RCS. */
        MessageSuggestions: components["schemas"]["Suggestion"][];
        /** @description A text, for SMS and RCS. Only RCS accepts suggestions. */
        TextContent: {
            /**
             * @description Always `text`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "text";
            /**
             * @description The text with its placeholders. With the placeholders filled in, an SMS may have at most 10 segments. A text that has more segments even with empty values returns 422.
             * @example Oi {{ first_name }}, seu pedido {{ order }} saiu para entrega. Padaria Sol
             */
            text: string;
            encoding?: components["schemas"]["TextEncoding"];
            suggestions?: components["schemas"]["MessageSuggestions"];
        };
        /** @description An audio file, for voice. */
        AudioContent: {
            /**
             * @description Always `audio`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "audio";
            file_id: components["schemas"]["Uuid"];
        };
        /**
         * @description Position of the media. `vertical`: above the text. `horizontal`: beside it.
         * @enum {string}
         */
        CardOrientation: "vertical" | "horizontal";
        /** @description An image or video on a card. */
        CardMedia: {
            file_id: components["schemas"]["Uuid"];
            /**
             * @description Height of the media. `tall` is not allowed in a carousel.
             * @enum {string}
             */
            height: "short" | "medium" | "tall";
            /**
             * @description Description of the media for people who do not see it, which screen readers speak. It is the same for all recipients; placeholders return 422.
             * @example Três pães de fermentação natural sobre uma mesa de madeira
             */
            alt_text?: string;
        };
        /** @description A rich card. It needs a title, a description or media. */
        Card: {
            /**
             * @description The title, in bold.
             * @example Pão de fermentação natural
             */
            title?: string;
            /**
             * @description The text below the title.
             * @example Saindo do forno às 17h. Reserve o seu, {{ first_name }}!
             */
            description?: string;
            media?: components["schemas"]["CardMedia"];
            /** @description Buttons of the card. */
            suggestions?: components["schemas"]["Suggestion"][];
        };
        /** @description A rich card, for RCS. */
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
         * @description Width of all cards of a carousel.
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
            /** @description The cards, from left to right. Media of height `tall` is not allowed. */
            cards: components["schemas"]["Card"][];
            suggestions?: components["schemas"]["MessageSuggestions"];
        };
        /** @description The content of a message; `type` names its form. SMS accepts `text` without suggestions, RCS accepts `text`, `card` and `carousel`, and voice accepts `audio`; another form returns 422. All texts, including URLs, labels and postback data, may have placeholders such as `{{ first_name }}`, at most 100 different ones. Only `alt_text` has none. A placeholder with an invalid name, such as `{{ código }}`, returns 422. RCS content of more than 250,000 bytes as JSON returns 422. */
        Content: components["schemas"]["TextContent"] | components["schemas"]["AudioContent"] | components["schemas"]["CardContent"] | components["schemas"]["CarouselContent"];
        /**
         * @description The name of a variable, as in a placeholder between double braces. `name` and `nome` are the same variable, and so are `phone` and `telefone`, each also with a capital first letter or in capitals. All other names are case-sensitive.
         * @example first_name
         */
        VariableName: string;
        /**
         * @description `validity_seconds` of the messages that are made from the template; null for the limits of the service and of the carrier. A send may give another value.
         * @example 600
         */
        NullableValiditySeconds: number | null;
        /**
         * @description An outcome of a message that fires a follow-up rule. `no_delivery`: neither `delivered` nor `read` was reported within `after_seconds`. The other outcomes: the message reached this status.
         * @enum {string}
         */
        FollowUpOutcome: "delivered" | "read" | "undelivered" | "failed" | "expired" | "error" | "no_delivery";
        /** @description Sends the template `template_id` to the same recipient after a message has one of the outcomes in `on`, with the same variables. A rule fires at most once for a message. A recipient who is suppressed by then gets a message with the status `blocked`. The new message has the campaign, the tags and the `client_reference` of the first message, which it names in `parent_message_id`. A rule has a new `id` whenever the template's rules are replaced. */
        FollowUpRule: {
            id: components["schemas"]["Uuid"];
            /** @description The outcomes that fire the rule. The first one to occur fires it. */
            on: components["schemas"]["FollowUpOutcome"][];
            /**
             * @description Seconds from the outcome to the follow-up. For `no_delivery`, the seconds to wait for a delivery.
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
            purpose: components["schemas"]["Purpose"];
            content: components["schemas"]["Content"];
            /** @description The variables of the content, each once, in the order and spelling of their first occurrence. Two spellings of one variable, such as `name` and `nome`, are listed once. */
            variables: components["schemas"]["VariableName"][];
            validity_seconds: components["schemas"]["NullableValiditySeconds"];
            /** @description The follow-up rules, in the order in which they were given. */
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
        /** @description Sends the template `template_id` to the same recipient after a message has one of the outcomes in `on`. The template must exist and may be for another channel. Rules must not lead back to a template on the same path. A path may have no more than three follow-ups after the first message, counted from the templates whose rules lead to this one. A rule that breaks these conditions returns 422. */
        FollowUpRuleInput: {
            /** @description The outcomes that fire the rule. The first one to occur fires it. */
            on: components["schemas"]["FollowUpOutcome"][];
            /**
             * @description Seconds from the outcome to the follow-up; 0 if omitted. For `no_delivery`, the seconds to wait for a delivery; less than 10 returns 422.
             * @example 3600
             */
            after_seconds?: number;
            template_id: components["schemas"]["Uuid"];
        };
        /** @description A new template. Without `purpose`, it is `transactional`. */
        CreateTemplateRequest: {
            name: components["schemas"]["ResourceName"];
            channel: components["schemas"]["Channel"];
            purpose?: components["schemas"]["Purpose"];
            content: components["schemas"]["Content"];
            validity_seconds?: components["schemas"]["NullableValiditySeconds"];
            /** @description The follow-up rules; none if omitted. */
            follow_ups?: components["schemas"]["FollowUpRuleInput"][];
        };
        /** @description Changes of a template. Omitted fields keep their values; the channel cannot be changed. */
        UpdateTemplateRequest: {
            name?: components["schemas"]["ResourceName"];
            purpose?: components["schemas"]["Purpose"];
            content?: components["schemas"]["Content"];
            validity_seconds?: components["schemas"]["NullableValiditySeconds"];
            /** @description The follow-up rules, which replace all existing rules; `[]` removes them. */
            follow_ups?: components["schemas"]["FollowUpRuleInput"][];
        };
        /**
         * @description A phone number in E.164.
         * @example +5511987654321
         */
        PhoneNumber: string;
        /**
         * @description The contact's name; null if it has none. Null in a request removes the name. After surrounding spaces are removed, its length is 1 to 120.
         * @example Beatriz Nogueira
         */
        ContactName: string | null;
        /** @description Data about the contact, under names of your choice. A placeholder reads the attribute of its name, and else the contact's own name for `name` or `nome` and its number for `phone` or `telefone`. */
        ContactAttributes: {
            [key: string]: string;
        };
        /**
         * @description How a contact was added to a list. `request`: by the API or in the console. `import`: by an import. `opt_out`: the person opted out.
         * @enum {string}
         */
        MembershipOrigin: "request" | "import" | "opt_out";
        /** @description A contact's membership in a list. On a blacklist, the contact is suppressed. */
        Membership: {
            list_id: components["schemas"]["Uuid"];
            origin: components["schemas"]["MembershipOrigin"];
            /**
             * Format: date-time
             * @description When the contact was added, in UTC, to the second.
             * @example 2026-11-20T12:00:05Z
             */
            added_at: string;
        };
        /** @description A person to send to, identified by the phone number. */
        Contact: {
            id: components["schemas"]["Uuid"];
            phone: components["schemas"]["PhoneNumber"];
            name: components["schemas"]["ContactName"];
            attributes: components["schemas"]["ContactAttributes"];
            /** @description Ids of the lists that the contact is on. */
            list_ids: components["schemas"]["Uuid"][];
            /** @description How and since when the contact is on each list, in the order of `list_ids`. */
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
        /**
         * @description A phone number as it is written in Brazil, or in E.164. The service converts it to E.164; an invalid number returns 422.
         * @example (11) 98765-4321
         * @example +5511987654321
         */
        PhoneNumberInput: string;
        /** @description A contact, identified by its number. On an existing contact, omitted fields keep their values. */
        UpsertContactRequest: {
            phone: components["schemas"]["PhoneNumberInput"];
            name?: components["schemas"]["ContactName"];
            attributes?: components["schemas"]["ContactAttributes"];
        };
        /** @description A variable, and the number of examined contacts that have a value for it. */
        ContactVariable: {
            name: components["schemas"]["VariableName"];
            /**
             * @description Number of examined contacts with a value for the variable.
             * @example 1290
             */
            contacts: number;
        };
        /** @description The variables that contacts provide for placeholders, each with the number of contacts that have it. If `is_sample` is true, not all contacts were examined, and the counts are those of the `examined` contacts. */
        ContactVariables: {
            /**
             * @description Number of contacts in the account, or on the given list.
             * @example 1342
             */
            total: number;
            /**
             * @description Number of contacts that were examined, at most 10,000.
             * @example 1342
             */
            examined: number;
            /**
             * @description Whether only some of the contacts were examined. If true, use the counts as shares of `examined`.
             * @example false
             */
            is_sample: boolean;
            /** @description The variables of the examined contacts, at most 200, most frequent first. `phone` is always among them if there are contacts. */
            variables: components["schemas"]["ContactVariable"][];
        };
        /** @description Changes of a contact. Omitted fields keep their values. */
        UpdateContactRequest: {
            phone?: components["schemas"]["PhoneNumberInput"];
            name?: components["schemas"]["ContactName"];
            attributes?: components["schemas"]["ContactAttributes"];
        };
        /**
         * @description A phone number in E.164; null after its erasure.
         * @example +5511987654321
         */
        NullablePhoneNumber: string | null;
        /** @description The purposes that the consent is about; all purposes by default. */
        ConsentPurposes: components["schemas"]["Purpose"][];
        /** @description The channels that the consent is about; all channels by default. */
        ConsentChannels: components["schemas"]["Channel"][];
        /**
         * @description `granted`: the person agreed to messages. `revoked`: the person wants no messages.
         * @enum {string}
         */
        ConsentStatus: "granted" | "revoked";
        /**
         * @description Where a consent comes from. `api`: a request with a key. `import`: an import into the provisioned contact list, or a record that you brought from another system. `keyword`: a reply. `rcs`: an RCS event. `console`: a person who is signed in to the console. A request with a key can also give `import` or `console`; `keyword` and `rcs` return 422.
         * @enum {string}
         */
        ConsentSource: "api" | "import" | "keyword" | "rcs" | "console";
        /** @description What proves the consent, for example the text that the person agreed to; null if nothing was given, and after the deletion of the contact or the erasure of the number. */
        ConsentEvidence: {
            /**
             * @description The text that the person agreed to, or a note about the request.
             * @example Quero receber ofertas por SMS.
             */
            text: string | null;
            /**
             * @description The page where the person agreed.
             * @example https://padariasol.com.br/clube
             */
            url: string | null;
            /**
             * @description The IP address of the person's device.
             * @example 203.0.113.7
             */
            ip: string | null;
        } | null;
        /**
         * Format: uuid
         * @description A UUIDv7 in lower case; null if there is nothing to refer to.
         * @example 01a1e473-6838-7c55-a1b9-0d6e3f7a2c48
         */
        NullableUuid: string | null;
        /** @description A record of the consent ledger. For a number, purpose and channel, the record with the newest `occurred_at` holds; of records with the same instant, the one that was created last. Records never change, except that the deletion of a contact and the erasure of a number set `phone` and `evidence` to null. Without them, a `revoked` still holds, and a `granted` does not; later records are compared only with what still holds. */
        Consent: {
            id: components["schemas"]["Uuid"];
            phone: components["schemas"]["NullablePhoneNumber"];
            purposes: components["schemas"]["ConsentPurposes"];
            channels: components["schemas"]["ConsentChannels"];
            status: components["schemas"]["ConsentStatus"];
            source: components["schemas"]["ConsentSource"];
            evidence: components["schemas"]["ConsentEvidence"];
            inbound_message_id: components["schemas"]["NullableUuid"];
            inbound_rcs_event_id: components["schemas"]["NullableUuid"];
            occurred_at: components["schemas"]["Timestamp"];
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of consents. */
        ConsentPage: {
            /** @description The entries of this page, newest first. */
            data: components["schemas"]["Consent"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description What proves the consent. At least one of the fields. */
        ConsentEvidenceInput: {
            /**
             * @description The text that the person agreed to, or a note about the request.
             * @example Quero receber ofertas por SMS.
             */
            text?: string;
            /**
             * @description The page where the person agreed. It must begin with `https://` or `http://`.
             * @example https://padariasol.com.br/clube
             */
            url?: string;
            /**
             * @description The IP address of the person's device, IPv4 or IPv6.
             * @example 203.0.113.7
             */
            ip?: string;
        };
        /** @description What a person agreed to, or revoked. */
        CreateConsentRequest: {
            phone: components["schemas"]["PhoneNumberInput"];
            status: components["schemas"]["ConsentStatus"];
            purposes?: components["schemas"]["ConsentPurposes"];
            channels?: components["schemas"]["ConsentChannels"];
            source?: components["schemas"]["ConsentSource"];
            evidence?: components["schemas"]["ConsentEvidenceInput"];
            occurred_at?: components["schemas"]["TimestampInput"];
        };
        /**
         * @description What a list is for. `default`: to send to. `blacklist`: to suppress its contacts.
         * @enum {string}
         */
        ContactListType: "default" | "blacklist";
        /** @description The channels on which a `blacklist` suppresses its contacts; an empty list suppresses nothing. Always empty on a `default` list. */
        ContactListChannels: components["schemas"]["Channel"][];
        /** @description The purposes for which a `blacklist` suppresses its contacts on its channels; an empty list suppresses nothing. Always empty on a `default` list. */
        ContactListPurposes: components["schemas"]["Purpose"][];
        /** @description A named group of contacts, to send to or to suppress. */
        ContactList: {
            id: components["schemas"]["Uuid"];
            name: components["schemas"]["ResourceName"];
            type: components["schemas"]["ContactListType"];
            channels: components["schemas"]["ContactListChannels"];
            purposes: components["schemas"]["ContactListPurposes"];
            /**
             * @description Number of contacts on the list.
             * @example 1210
             */
            contact_count: number;
            /** @description True for the blacklist `Recado`, which every account has. It cannot be renamed or deleted. */
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
        /** @description A new contact list. Without `channels`, it has none. Without `purposes`, a `blacklist` has all three. */
        CreateContactListRequest: {
            name: components["schemas"]["ResourceName"];
            type: components["schemas"]["ContactListType"];
            channels?: components["schemas"]["ContactListChannels"];
            purposes?: components["schemas"]["ContactListPurposes"];
        };
        /** @description Changes of a contact list. Omitted fields keep their values; the type cannot be changed. */
        UpdateContactListRequest: {
            name?: components["schemas"]["ResourceName"];
            channels?: components["schemas"]["ContactListChannels"];
            purposes?: components["schemas"]["ContactListPurposes"];
        };
        /**
         * @description What a column of an imported file holds. `phone`: the contact's number. `name`: the contact's name. `attribute`: an attribute.
         * @enum {string}
         */
        ImportColumnUse: "phone" | "name" | "attribute";
        /** @description A column that an import reads. */
        ImportColumn: {
            /**
             * @description Heading of the column, cut to 64 characters.
             * @example Data de Nascimento
             */
            heading: string;
            use: components["schemas"]["ImportColumnUse"];
            /** @description The attribute that the column fills; null for the number and the name. */
            attribute: components["schemas"]["VariableName"] | null;
        };
        /**
         * @description Status of an import. `pending`: waiting. `running`: reading the file. `completed`: every row was imported or rejected. `failed`: `error` says why. `canceled`: a request canceled it.
         * @enum {string}
         */
        ImportStatus: "pending" | "running" | "completed" | "failed" | "canceled";
        /**
         * @description Why an import failed. `file_unreadable`: the file is not a CSV file of contacts. `file_gone`: the file no longer exists. An import into a deleted list can no longer be read.
         * @enum {string}
         */
        ImportErrorCode: "file_unreadable" | "file_gone";
        /** @description Why an import failed. Rows that were already imported are kept. */
        ImportError: {
            code: components["schemas"]["ImportErrorCode"];
            /**
             * @description An explanation for people.
             * @example The first row names no column of phone numbers, such as telefone or celular. The columns may be separated by commas, semicolons or tabs.
             */
            message: string;
        };
        /** @description A bulk load of contacts from a file into a list. `started_at` is when the service began to read the file, `completed_at` when the import ended, with any result. */
        Import: {
            id: components["schemas"]["Uuid"];
            list_id: components["schemas"]["Uuid"];
            file_id: components["schemas"]["Uuid"];
            /** @description The columns that the import reads, in the order of the file; other columns are ignored. Null until the file has been inspected. */
            columns: components["schemas"]["ImportColumn"][] | null;
            status: components["schemas"]["ImportStatus"];
            /**
             * @description Number of rows in the file, without the headings; null until the file has been inspected.
             * @example 1500
             */
            rows_total: number | null;
            /**
             * @description Number of processed rows: the sum of `created`, `updated` and `rejected`.
             * @example 1500
             */
            rows_processed: number;
            /**
             * @description Number of rows that created or restored a contact.
             * @example 1210
             */
            created: number;
            /**
             * @description Number of rows that updated an existing contact.
             * @example 287
             */
            updated: number;
            /**
             * @description Number of rejected rows. `getImportErrors` returns them.
             * @example 3
             */
            rejected: number;
            /** @description Why the import failed; null otherwise. */
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
        /** @description The use of a column of the file. */
        ImportColumnInput: {
            /**
             * @description Heading of the column in the first row of the file, with the same spelling, without surrounding spaces. If several columns have this heading, the first entry is about the first of these columns, and so on. The first columns of a table of rejected rows, such as `line` and `reason`, count only if too few other columns have this heading.
             * @example Celular
             */
            heading: string;
            /**
             * @description What the column holds. `phone`: the contact's number. `name`: the contact's name. `attribute`: an attribute. `ignore`: the column is not read.
             * @example phone
             * @enum {string}
             */
            use: "phone" | "name" | "attribute" | "ignore";
            /** @description The attribute that the column fills, only with the use `attribute`. If omitted, its name is made from the heading. */
            attribute?: components["schemas"]["VariableName"];
        };
        /** @description The file to import, and optionally what its columns hold. */
        CreateImportRequest: {
            file_id: components["schemas"]["Uuid"];
            /** @description What columns of the file hold. Other columns are read by their headings, unless another column is named for the same use. */
            columns?: components["schemas"]["ImportColumnInput"][];
        };
        /** @description A URL of the rejected rows, and when it expires. */
        ImportErrorsUrl: {
            /**
             * Format: uri
             * @description Send a GET without an API key. Anyone with the URL can read the rows.
             * @example https://recado.padariasol.com.br/storage/download/01a1f821-62e0-7a93-b5c4-8f0d6e1a2b79-rejected?expires=1795177800&signature=7be02f94d1a8
             */
            url: string;
            expires_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description Status of a message. `pending`: waiting for submission to a carrier. `blocked`: it is not sent, because the number is suppressed or the sending rule does not allow it; `block_reason` says why. `error`: it cannot be submitted; `error.code` says why. `sent`: a carrier accepted it. `delivered`, `read`: the carrier reported this. `undelivered`: the carrier could not deliver it. `failed`: the carrier rejected it, all attempts failed, or it is not known whether a carrier has it. `expired`: it was not submitted or delivered in time, or the operator ended it before its submission. `canceled`: a request canceled it before its submission.
         * @enum {string}
         */
        MessageStatus: "pending" | "blocked" | "error" | "sent" | "delivered" | "read" | "undelivered" | "failed" | "expired" | "canceled";
        /**
         * @description A label of your own, such as an order's process or a team. Upper and lower case differ.
         * @example pedidos
         */
        Tag: string;
        /**
         * @description Why a message was not delivered. When it is created: `no_sender` (the channel has no sender, or the campaign's sender was removed), `media_unavailable` (a file does not exist or is not `uploaded`), `missing_variable` (a placeholder has no value, or its value makes no URL of an `open_url` suggestion), `empty_content`, `content_too_long`, `not_encodable` (a value has a character that the `encoding` of the text lacks), `landline` (an SMS or RCS message to a fixed line), and `carrier_rejected` (the carrier cannot send the content with the recipient's values, or the content of a follow-up or a scheduled campaign). Later: `carrier_rejected`, `carrier_unreachable`, `undeliverable`, `expired`, and `no_sender` (the operator removed the carrier connection of the sender).
         * @enum {string}
         */
        MessageErrorCode: "no_sender" | "media_unavailable" | "missing_variable" | "empty_content" | "content_too_long" | "not_encodable" | "landline" | "carrier_rejected" | "carrier_unreachable" | "undeliverable" | "expired";
        /**
         * @description Why a message is `blocked`. `suppressed`: a blacklist or an opt-out suppresses the number. `frequency`: the number has received as many messages of this purpose as the sending rule allows, or the last one too recently. `no_consent`: the sending rule requires a consent that the number has not given. `outside_window`: the sending rule does not allow this time.
         * @enum {string}
         */
        BlockReason: "suppressed" | "frequency" | "no_consent" | "outside_window";
        /**
         * Format: date-time
         * @description The time that the message is scheduled for, in UTC, to the second; it is not submitted earlier. Null if it is submitted as soon as possible.
         * @example 2026-12-01T12:00:00Z
         */
        NotBefore: string | null;
        /**
         * @description A text with its placeholders filled in.
         * @example Oi Beatriz, seu pedido 48213 saiu para entrega. Padaria Sol
         */
        RenderedText: string;
        /** @description A rendered button. In addition to the required fields, it has the fields of its type, as in `Suggestion`. */
        RenderedSuggestion: {
            /**
             * @description The action of the button.
             * @enum {string}
             */
            type: "reply" | "open_url" | "dial" | "view_location" | "share_location" | "create_calendar_event";
            text: components["schemas"]["RenderedText"];
            postback_data: components["schemas"]["RenderedText"];
            url?: components["schemas"]["RenderedText"];
            /**
             * @description The number that the button calls, in E.164.
             * @example +5511987654321
             */
            phone?: string;
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
        /** @description A rendered text. With the encoding `gsm7`, `text` is the transliterated text that is sent. */
        RenderedTextContent: {
            /**
             * @description Always `text`. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "text";
            text: components["schemas"]["RenderedText"];
            encoding?: components["schemas"]["TextEncoding"];
            suggestions?: components["schemas"]["RenderedSuggestions"];
        };
        /** @description A rendered rich card. */
        RenderedCard: {
            title?: components["schemas"]["RenderedText"];
            description?: components["schemas"]["RenderedText"];
            media?: components["schemas"]["CardMedia"];
            suggestions?: components["schemas"]["RenderedSuggestions"];
        };
        /** @description A rendered rich card, for RCS. */
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
        /** @description Two to ten rendered rich cards side by side, for RCS. */
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
        /** @description The content of a message with its placeholders filled in. It has the forms of `Content`, but values can make its texts longer than in a template. */
        RenderedContent: components["schemas"]["RenderedTextContent"] | components["schemas"]["AudioContent"] | components["schemas"]["RenderedCardContent"] | components["schemas"]["RenderedCarouselContent"];
        /**
         * Format: int64
         * @description An amount of money, in millionths of a real: 1000000 is R$ 1,00.
         * @example 80000
         */
        MicroUnits: number;
        /** @description Why a message was not delivered. */
        MessageError: {
            code: components["schemas"]["MessageErrorCode"];
            /**
             * @description An explanation for people.
             * @example The handset could not be reached.
             */
            message: string;
            /**
             * @description The carrier's own error code; null if it gave none.
             * @example EC_ABSENT_SUBSCRIBER
             */
            carrier_code: string | null;
        };
        /** @description The labels, in the given order; empty if there are none. */
        Tags: components["schemas"]["Tag"][];
        /** @description A status change of a message. */
        MessageStatusChange: {
            status: components["schemas"]["MessageStatus"];
            occurred_at: components["schemas"]["Timestamp"];
            /** @description Why the message was not delivered; null if there is no error. */
            error: components["schemas"]["MessageError"] | null;
        };
        /** @description A message to one recipient. `parent_message_id` is the message whose outcome fired the follow-up rule that sent this one; null if no rule sent it. */
        Message: {
            id: components["schemas"]["Uuid"];
            channel: components["schemas"]["Channel"];
            purpose: components["schemas"]["Purpose"];
            status: components["schemas"]["MessageStatus"];
            to: components["schemas"]["NullablePhoneNumber"];
            /**
             * @description The address that the message is sent from; null if there was no sender.
             * @example 27000
             */
            sender: string | null;
            /**
             * Format: uuid
             * @description Id of the sender, which may have been removed since; null if there was no sender.
             * @example 01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37
             */
            sender_id: string | null;
            contact_id: components["schemas"]["NullableUuid"];
            template_id: components["schemas"]["NullableUuid"];
            campaign_id: components["schemas"]["NullableUuid"];
            parent_message_id: components["schemas"]["NullableUuid"];
            /**
             * Format: uuid
             * @description Id that all messages of one send share, as in the response of the send; null for messages of campaigns and of follow-up rules.
             * @example 01a1f8d3-ea00-7c8f-a3d2-5b6e9f014c78
             */
            batch_id: string | null;
            not_before: components["schemas"]["NotBefore"];
            /** @description The rendered content; null if a value was missing, if it would be too long for the channel (`content_too_long`), if it cannot be encoded (`not_encodable`), and after it was erased: with its contact or number, or after the days that the operator sets for contents. */
            content: components["schemas"]["RenderedContent"] | null;
            /**
             * @description Number of SMS segments; null on other channels, and if there was no content to count.
             * @example 1
             */
            segments: number | null;
            price: components["schemas"]["MicroUnits"];
            /** @description Why the message was not delivered; null if there is no error. */
            error: components["schemas"]["MessageError"] | null;
            /** @description Why the status is `blocked`; null for every other status. */
            block_reason: components["schemas"]["BlockReason"] | null;
            /**
             * @description Your own reference for the message; null if you gave none. A follow-up has the reference of the message that it follows.
             * @example pedido-48213
             */
            client_reference: string | null;
            tags: components["schemas"]["Tags"];
            /**
             * @description The carrier connection that accepted the message; null until then.
             * @example zenvia
             */
            carrier: string | null;
            /**
             * @description The carrier's id of the message, for questions to the carrier. For a long SMS in several parts, the id of the first part. Null if the carrier gave none.
             * @example 7f1c2f4e-9a57-4f0e-8a0f-2d8e9d7c1b3a
             */
            carrier_reference: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description Status changes, oldest first. Always empty in lists; read a single message for them. */
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
         * @description Id of the sender of the messages, as in `GET /senders`. Without it, the channel's default sender is used. A sender that the account does not have, or of another channel, returns 422.
         * @example 01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37
         */
        SenderChoice: string;
        /**
         * @description A date and time without an offset, which stands for this time at each recipient's place. A time that the place skips, as at the start of daylight saving time, is moved forward by the length of the gap. Of a time that occurs twice, the first one counts.
         * @example 2026-12-01T09:00:00
         */
        LocalTimeInput: string;
        /**
         * @description For how many seconds after its creation, or after the time that it is scheduled for, a message may be submitted, and for how long the carrier may try to deliver it, if the carrier accepts a limit. Afterwards the message is `expired`. Without it, the limits of the service and of the carrier apply.
         * @example 600
         */
        ValiditySeconds: number;
        /** @description Labels of the messages, which lists and usage can be filtered and grouped by. The order is kept. A tag that occurs twice returns 422 and names it, such as `tags[1]`. Do not use personal data as a tag. */
        TagChoice: components["schemas"]["Tag"][];
        /** @description Values for placeholders, by name. A value is inserted unchanged; braces in it have no meaning. `name` and `nome` are one variable, as are `phone` and `telefone`; if both spellings are given, each placeholder takes the value with the same spelling. */
        Variables: {
            [key: string]: string;
        };
        /**
         * @description Your own reference for this message, returned in reads and events. It need not be unique.
         * @example pedido-48213
         */
        ClientReference: string;
        /** @description A recipient with its own values for placeholders. */
        Recipient: {
            to: components["schemas"]["PhoneNumberInput"];
            variables?: components["schemas"]["Variables"];
            client_reference?: components["schemas"]["ClientReference"];
        };
        /** @description The content and the recipients of a send. Give either `template_id`, or `channel` and `content`; any other combination returns 422. `purpose` is that of the template; with `channel` and `content` it may be given, and is `transactional` without it. The channel applies to all recipients. `send_at` or `send_at_local`, not both, schedule the send for a later time, at most 90 days ahead. */
        SendMessagesRequest: {
            template_id?: components["schemas"]["Uuid"];
            channel?: components["schemas"]["Channel"];
            purpose?: components["schemas"]["Purpose"];
            content?: components["schemas"]["Content"];
            sender_id?: components["schemas"]["SenderChoice"];
            send_at?: components["schemas"]["TimestampInput"];
            send_at_local?: components["schemas"]["LocalTimeInput"];
            validity_seconds?: components["schemas"]["ValiditySeconds"];
            tags?: components["schemas"]["TagChoice"];
            /** @description The recipients. A number that occurs twice gets two messages, if the sending rule allows both. */
            recipients: components["schemas"]["Recipient"][];
        };
        /**
         * @description First status of a message. Only `pending` messages are submitted to a carrier.
         * @enum {string}
         */
        InitialMessageStatus: "pending" | "blocked" | "error";
        /** @description The message that was created for one recipient. */
        SendResult: {
            message_id: components["schemas"]["Uuid"];
            to: components["schemas"]["NullablePhoneNumber"];
            status: components["schemas"]["InitialMessageStatus"];
            /** @description Why the status is `error`; null otherwise. */
            error: components["schemas"]["MessageError"] | null;
            /** @description Why the status is `blocked`; null for every other status. */
            block_reason: components["schemas"]["BlockReason"] | null;
            not_before: components["schemas"]["NotBefore"];
        };
        /** @description The batch of a send, with one result for each recipient. */
        SendMessagesResponse: {
            batch_id: components["schemas"]["Uuid"];
            /** @description The results, in the order of the recipients. */
            data: components["schemas"]["SendResult"][];
        };
        /** @description Preview of the message to one recipient. */
        PreviewResult: {
            to: components["schemas"]["PhoneNumber"];
            status: components["schemas"]["InitialMessageStatus"];
            /** @description Why the status would be `error`; null otherwise. */
            error: components["schemas"]["MessageError"] | null;
            /** @description Why the status is `blocked`; null for every other status. */
            block_reason: components["schemas"]["BlockReason"] | null;
            /** @description The rendered content; null if a value is missing, if it is too long for the channel (`content_too_long`) or if it cannot be encoded (`not_encodable`). For a key without `contacts:read`, placeholders that take their value from a contact stay unfilled, and encoding, segments and price are those of the content shown. */
            content: components["schemas"]["RenderedContent"] | null;
            /**
             * @description Encoding of an SMS; null on other channels, and if the content is null.
             * @enum {string|null}
             */
            encoding: "gsm7" | "ucs2" | null;
            /**
             * @description Number of SMS segments; null on other channels, and if the content is null.
             * @example 1
             */
            segments: number | null;
            /**
             * @description Number of SMS segments before the transliteration that `encoding: gsm7` asks for, which is never less than `segments`; equal to `segments` without it. Null on other channels, and if the content is null.
             * @example 2
             */
            segments_as_written: number | null;
            price: components["schemas"]["MicroUnits"];
            /** @description The characters of an SMS that GSM-7 lacks, each once, in the order of their first occurrence; only the first 1,000. Without them, the SMS could be encoded in GSM-7, which fits more text into a segment. Empty if there are none. */
            ucs2_characters: string[];
            not_before: components["schemas"]["NotBefore"];
        };
        /** @description One preview for each recipient. */
        PreviewMessagesResponse: {
            /** @description The previews, in the order of the recipients. */
            data: components["schemas"]["PreviewResult"][];
        };
        /** @description A URL of the exported messages, and when it expires. */
        MessageExportUrl: {
            /**
             * Format: uri
             * @description Send a GET without an API key. Anyone with the URL can read the messages.
             * @example https://recado.padariasol.com.br/messages/01a1f0c2-5a00-7b31-8c4d-2e9f7a6b5c40/export?of=eyJmaWx0ZXIiOnsic3RhdHVzZXMiOlsiZmFpbGVkIl19fQ&expires=1795177800&signature=7be02f94d1a8
             */
            url: string;
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description The new time of a message. */
        UpdateMessageRequest: {
            send_at: components["schemas"]["TimestampInput"];
        };
        /** @description The messages of one send, by whether they are canceled. */
        CanceledBatch: {
            /**
             * @description Number of messages that are canceled, by this request or earlier.
             * @example 997
             */
            canceled: number;
            /**
             * @description Number of messages of the send that are not canceled, such as messages that are already sent.
             * @example 3
             */
            not_canceled: number;
        };
        /**
         * @description Type of an event. `message_update`: a message has a new status. `inbound_message`: a person sent a message to one of your senders. `campaign_update`: a campaign has a new status. `inbound_rcs_event`: a person did something else in an RCS conversation. `consent_update`: a consent was recorded.
         * @enum {string}
         */
        WebhookEventType: "message_update" | "inbound_message" | "campaign_update" | "inbound_rcs_event" | "consent_update";
        /**
         * @description Status of a delivery. `pending`: further attempts follow. `delivered`: the endpoint responded 2xx. `abandoned`: five attempts failed, or the operator ended the delivery.
         * @enum {string}
         */
        WebhookDeliveryStatus: "pending" | "delivered" | "abandoned";
        /** @description A request to the endpoint. */
        WebhookAttempt: {
            attempted_at: components["schemas"]["Timestamp"];
            /**
             * @description HTTP status of the response; null if there was none.
             * @example 204
             */
            response_status: number | null;
            /**
             * @description Why there was no response, such as a timeout; null if there was one.
             * @example No response within 10 seconds.
             */
            error: string | null;
            /**
             * @description Duration of the request, in milliseconds.
             * @example 87
             */
            duration_ms: number;
        };
        /** @description A request with events of one type to one endpoint, and its attempts. */
        WebhookDelivery: {
            id: components["schemas"]["Uuid"];
            webhook_id: components["schemas"]["Uuid"];
            event_type: components["schemas"]["WebhookEventType"];
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description Ids of the events, in the order in which they are sent. */
            event_ids: components["schemas"]["Uuid"][];
            /** @description The last 100 attempts, oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
            next_attempt_at: components["schemas"]["NullableTimestamp"];
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of webhook deliveries. */
        WebhookDeliveryPage: {
            /** @description The entries of this page, newest first. */
            data: components["schemas"]["WebhookDelivery"][];
            pagination: components["schemas"]["Pagination"];
        };
        /**
         * @description The content of an inbound message. `text`: a text. `file`: a picture, a recording or another file. `location`: a place. `suggestion`: a tapped reply suggestion.
         * @enum {string}
         */
        InboundContentType: "text" | "file" | "location" | "suggestion";
        /** @description A file that a person sent. */
        InboundFile: {
            /**
             * Format: uri
             * @description Send a GET without an API key. The URL is stable, and anyone with it can read the file.
             * @example https://recado.padariasol.com.br/media/9d1f6b3e8a5c7042/comprovante.jpg
             */
            url: string;
            /**
             * @description The MIME type that the carrier gave, or `application/octet-stream` if it gave no valid one.
             * @example image/jpeg
             */
            content_type: string;
            /**
             * @description The name that the carrier gave; null if it gave none.
             * @example comprovante.jpg
             */
            filename: string | null;
        };
        /** @description A place that a person sent. */
        InboundLocation: {
            latitude: components["schemas"]["Latitude"];
            longitude: components["schemas"]["Longitude"];
        };
        /** @description A message that a person sent to one of your senders. `paired_message_id` is your message that it replies to, and `campaign_id` the campaign of that message. The carrier may name your message; otherwise it is the one that this sender submitted last to this number in the 7 days before. `contact_id` is the contact that had this number when the message arrived, or that its opt-out created; it may be deleted since. Each of the three is null if there is none. After the deletion of the contact, the erasure of the number or the days that the operator sets for contents, `text`, `file`, `location` and `postback_data` are null. */
        InboundMessage: {
            id: components["schemas"]["Uuid"];
            channel: components["schemas"]["Channel"];
            sender: components["schemas"]["NullablePhoneNumber"];
            /**
             * @description Your address that received the message.
             * @example padaria_sol_agent
             */
            recipient: string;
            content_type: components["schemas"]["InboundContentType"];
            /**
             * @description The person's text, or the text of the tapped suggestion; null for a `file` or a `location`. A longer text is cut to 10,000 characters.
             * @example Pode entregar depois das 18h?
             */
            text: string | null;
            /** @description The file, if `content_type` is `file`; null otherwise. */
            file: components["schemas"]["InboundFile"] | null;
            /** @description The place, if `content_type` is `location`; null otherwise. */
            location: components["schemas"]["InboundLocation"] | null;
            /**
             * @description Your postback data of the tapped suggestion; null if nothing was tapped or the carrier did not return it.
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
         * @description The action of the person. `action`: tapped a suggestion that is not a reply. `typing`: began to write. `subscribe`, `unsubscribe`: asked in the messaging app to receive your messages, or to receive none. An `unsubscribe` event opts the person out as the reply `SAIR` does, and a `subscribe` event opts the person in again.
         * @enum {string}
         */
        InboundRcsEventType: "action" | "typing" | "subscribe" | "unsubscribe";
        /** @description An action of a person in an RCS conversation. `paired_message_id` is your message that it is about, and `campaign_id` the campaign of that message. The carrier may name your message; otherwise it is the one that this sender submitted last to this number in the 7 days before. Both are null if there is none. After the deletion of the contact, the erasure of the number or the days that the operator sets for contents, `action_label` and `postback_data` are null. */
        InboundRcsEvent: {
            id: components["schemas"]["Uuid"];
            sender: components["schemas"]["NullablePhoneNumber"];
            event_type: components["schemas"]["InboundRcsEventType"];
            /**
             * @description Text of the tapped suggestion; null if nothing was tapped or the carrier did not give it.
             * @example Ver no mapa
             */
            action_label: string | null;
            /**
             * @description Your postback data of the tapped suggestion; null if nothing was tapped or the carrier did not return it.
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
         * @description Status of a conversation. `open`: somebody still has to deal with it. `done`: nobody has to. The next inbound message opens it again.
         * @enum {string}
         */
        ConversationStatus: "open" | "done";
        /** @description Everything that one phone number has written to the account. `contact_id` and `contact_name` are those of the contact that has the number now; both are null if there is none, and the name is null for a key without `contacts:read`. `channel`, `content_type`, `preview`, `campaign_id`, `last_message_id` and `last_received_at` describe the newest inbound message. */
        Conversation: {
            id: components["schemas"]["Uuid"];
            phone: components["schemas"]["PhoneNumber"];
            contact_id: components["schemas"]["NullableUuid"];
            contact_name: components["schemas"]["ContactName"];
            status: components["schemas"]["ConversationStatus"];
            /**
             * @description Whether `unread_count` is more than 0.
             * @example true
             */
            unread: boolean;
            /**
             * @description Number of inbound messages that arrived after `read_up_to`.
             * @example 2
             */
            unread_count: number;
            read_up_to: components["schemas"]["NullableUuid"];
            /**
             * @description Whether the person's latest opt-out or opt-in was an opt-out. It does not change when you add the contact to a blacklist or remove it from one.
             * @example false
             */
            opted_out: boolean;
            /**
             * @description Number of stored inbound messages from the number.
             * @example 3
             */
            message_count: number;
            channel: components["schemas"]["Channel"];
            content_type: components["schemas"]["InboundContentType"];
            /**
             * @description The first 160 characters of the newest message; null if it has no text, or its content was erased: with its contact or number, or after the days that the operator sets for contents.
             * @example Obrigada! Pode deixar na portaria.
             */
            preview: string | null;
            campaign_id: components["schemas"]["NullableUuid"];
            last_message_id: components["schemas"]["Uuid"];
            last_received_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of conversations. */
        ConversationPage: {
            /** @description The entries of this page, the one with the newest inbound message first. */
            data: components["schemas"]["Conversation"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description Changes of a conversation. Omitted fields keep their values. */
        UpdateConversationRequest: {
            status?: components["schemas"]["ConversationStatus"];
            /**
             * Format: uuid
             * @description The newest inbound message of the conversation that is read; later messages are unread. Null marks all messages as unread.
             * @example 01a1f8d9-dd70-7c28-b3f1-6a9d0e5c8b47
             */
            read_up_to?: string | null;
        };
        /**
         * @description A short code that an editor replaces by the text, unique in the account; null if there is none. It has 1 to 32 small letters from a to z, digits, `_` and `-`.
         * @example horario
         */
        CannedResponseShortcut: string | null;
        /**
         * @description The text, which may have placeholders such as `{{ first_name }}`, at most 100 different ones. A placeholder with an invalid name, such as `{{ código }}`, returns 422. In a reply, the text is the `text` of the content.
         * @example Oi {{ first_name }}, abrimos todos os dias, das 7h às 19h. Padaria Sol
         */
        CannedResponseText: string;
        /** @description A text for replies, saved under a name. */
        CannedResponse: {
            id: components["schemas"]["Uuid"];
            name: components["schemas"]["ResourceName"];
            shortcut: components["schemas"]["CannedResponseShortcut"];
            text: components["schemas"]["CannedResponseText"];
            /** @description The variables of the text, each once, in the order and spelling of their first occurrence. Two spellings of one variable, such as `name` and `nome`, are listed once. */
            variables: components["schemas"]["VariableName"][];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A page of canned responses. */
        CannedResponsePage: {
            /** @description The entries of this page, sorted by name. */
            data: components["schemas"]["CannedResponse"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A new canned response. */
        CreateCannedResponseRequest: {
            name: components["schemas"]["ResourceName"];
            shortcut?: components["schemas"]["CannedResponseShortcut"];
            text: components["schemas"]["CannedResponseText"];
        };
        /** @description Changes of a canned response. Omitted fields keep their values. */
        UpdateCannedResponseRequest: {
            name?: components["schemas"]["ResourceName"];
            shortcut?: components["schemas"]["CannedResponseShortcut"];
            text?: components["schemas"]["CannedResponseText"];
        };
        /**
         * @description Status of a campaign. `draft`: not launched. `scheduled`: it launches by itself at `scheduled_at`. `running`: its messages are created, sent and tracked. `completed`: every message is final, or its delivery report is no longer expected. `error`: it stopped before completion or did not start as scheduled; `error.code` says why.
         * @enum {string}
         */
        CampaignStatus: "draft" | "scheduled" | "running" | "completed" | "error";
        /**
         * @description Why a campaign is in `error`. `stopped`: a request or the operator stopped it. `import_timeout`: at the scheduled time, an import on its list did not end in time. `missed_schedule`: the service was down at the scheduled time and came back too late, or the operator ended the launch. `list_deleted`: its contact list was deleted. `sender_removed`: the operator removed its sender before the scheduled time.
         * @enum {string}
         */
        CampaignErrorCode: "stopped" | "import_timeout" | "missed_schedule" | "list_deleted" | "sender_removed";
        /** @description Why a campaign is in `error`. */
        CampaignError: {
            code: components["schemas"]["CampaignErrorCode"];
            /**
             * @description An explanation for people.
             * @example the campaign was stopped by a request
             */
            message: string;
        };
        /**
         * Format: int64
         * @description A number of messages.
         * @example 1210
         */
        MessageCount: number;
        /**
         * Format: int64
         * @description Number of the pending messages that wait for a later time, such as the next opening of their sending rule.
         * @example 310
         */
        WaitingCount: number;
        /** @description Number of messages that the campaign has created, in total and by current status. `total` grows while a run is creating messages. Messages of follow-up rules are not included. */
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
            canceled: components["schemas"]["MessageCount"];
            waiting: components["schemas"]["WaitingCount"];
        };
        /** @description One template, sent to every contact of one list. `scheduled_at` is the launch time that was last scheduled; it stays after that launch, or after its failure, and becomes null if the schedule is canceled. `started_at` is the start of the latest run, `completed_at` the completion, and `failed_at` when it last became `error`. Each is null until then. `purpose` is that of the template: at the latest launch, or at this moment if the campaign was never launched. */
        Campaign: {
            id: components["schemas"]["Uuid"];
            name: components["schemas"]["ResourceName"];
            template_id: components["schemas"]["Uuid"];
            list_id: components["schemas"]["Uuid"];
            /**
             * Format: uuid
             * @description The sender that the campaign was created with; null if its messages are sent from the channel's default sender.
             * @example 01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37
             */
            sender_id: string | null;
            tags: components["schemas"]["Tags"];
            channel: components["schemas"]["Channel"];
            purpose: components["schemas"]["Purpose"];
            status: components["schemas"]["CampaignStatus"];
            /** @description Why the status is `error`; null in any other status. */
            error: components["schemas"]["CampaignError"] | null;
            progress: components["schemas"]["CampaignProgress"];
            /**
             * Format: int64
             * @description Expected number of messages while a run is creating them and `progress.total` grows; null at any other time. It is the current size of the list, or `progress.total` if that is larger.
             * @example 4589
             */
            expected_total: number | null;
            /**
             * Format: int64
             * @description Number of contacts with an inbound message that has this `campaign_id`. A contact counts once, however often it replies, and also if it replies to a follow-up.
             * @example 87
             */
            replied: number;
            /**
             * Format: int64
             * @description Number of contacts that the account's opt-out list suppresses because of a reply or an RCS event `unsubscribe` with this `campaign_id`. A contact counts once, also after it opts in again. A contact that was already suppressed does not count.
             * @example 6
             */
            opted_out: number;
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
            tags?: components["schemas"]["TagChoice"];
        };
        /** @description Changes of a campaign. Its name and, until it runs, its tags can be changed. */
        UpdateCampaignRequest: {
            name?: components["schemas"]["ResourceName"];
            tags?: components["schemas"]["TagChoice"];
        };
        /** @description When the service launches the campaign. */
        ScheduleCampaignRequest: {
            scheduled_at: components["schemas"]["TimestampInput"];
        };
        /** @description A day in UTC, as an RFC 3339 date such as `2026-01-31`, or an instant, which stands for its day in UTC. */
        DayInput: string;
        /** @description Number of messages and their price for one key. A row has exactly one of `day`, `hour`, `channel`, `purpose`, `campaign_id`, `template_id` and `tag`, according to `group_by`. A null `campaign_id` stands for messages without a campaign, a null `template_id` for messages with inline content. Messages without a tag have no row by tag. */
        UsageRow: {
            /**
             * Format: date
             * @description A day in UTC.
             * @example 2026-11-20
             */
            day?: string;
            /**
             * Format: date-time
             * @description The start of an hour in UTC.
             * @example 2026-11-20T14:00:00Z
             */
            hour?: string;
            channel?: components["schemas"]["Channel"];
            purpose?: components["schemas"]["Purpose"];
            campaign_id?: components["schemas"]["NullableUuid"];
            template_id?: components["schemas"]["NullableUuid"];
            tag?: components["schemas"]["Tag"];
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
            canceled: components["schemas"]["MessageCount"];
            price: components["schemas"]["MicroUnits"];
        };
        /** @description Number of messages and their price, by key. */
        UsageReport: {
            /** @description One row for each key with messages, in the order of the keys. */
            data: components["schemas"]["UsageRow"][];
        };
        /**
         * Format: uri
         * @description The URL that events are posted to. It must use `https` and a public address, unless the operator allows others; another URL returns 422.
         * @example https://painel.padariasol.com.br/recado/eventos
         */
        WebhookUrl: string;
        /** @description The event types that the endpoint is subscribed to. A new endpoint without `event_types` is subscribed to `message_update`. */
        WebhookEventTypes: components["schemas"]["WebhookEventType"][];
        /**
         * @description Status of an endpoint. Only an `enabled` endpoint gets events.
         * @enum {string}
         */
        WebhookStatus: "enabled" | "disabled";
        /** @description Results of the deliveries to an endpoint. A delivery counts once, by its latest attempt. A failing endpoint is visible from the first failed attempt, before its deliveries are abandoned. Counts are kept by quarters of an hour, so they cover up to 15 minutes more than 24 hours. Test events are included. The success rate is `delivered` divided by the sum of `delivered` and `failed`. */
        WebhookHealth: {
            /**
             * Format: int64
             * @description Deliveries whose latest attempt was made in the last 24 hours and got a 2xx response.
             * @example 2096
             */
            delivered: number;
            /**
             * Format: int64
             * @description Deliveries whose latest attempt was made in the last 24 hours and got no 2xx response. Some of them are still retried, and count as `delivered` after a successful attempt.
             * @example 28
             */
            failed: number;
            /** @description The latest attempt at any time; null before the first attempt, and after the endpoint gets another `url` or is enabled. */
            last_attempt: components["schemas"]["WebhookAttempt"] | null;
            /**
             * Format: date-time
             * @description When an attempt first failed after the latest success; null if none has failed since, and after the endpoint gets another `url` or is enabled. The endpoint is disabled once a delivery is abandoned at least five days later, unless a delivery succeeds first.
             * @example 2026-11-20T12:00:05Z
             */
            failing_since: string | null;
        };
        /** @description An endpoint of yours that events are posted to. */
        Webhook: {
            id: components["schemas"]["Uuid"];
            url: components["schemas"]["WebhookUrl"];
            /**
             * @description Purpose of the endpoint, in your words; null if none was given.
             * @example Painel de entregas
             */
            description: string | null;
            event_types: components["schemas"]["WebhookEventTypes"];
            status: components["schemas"]["WebhookStatus"];
            /**
             * @description Why the endpoint is disabled. `manual`: a request disabled it. `gone`: it responded 410. `failing`: every delivery failed for five days. Null while it is enabled.
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
        /** @description A new webhook endpoint. */
        CreateWebhookRequest: {
            url: components["schemas"]["WebhookUrl"];
            /**
             * @description Purpose of the endpoint, in your words.
             * @example Painel de entregas
             */
            description?: string | null;
            event_types?: components["schemas"]["WebhookEventTypes"];
        };
        /** @description A webhook endpoint with its signing secret, which no later response shows. */
        WebhookWithSecret: {
            id: components["schemas"]["Uuid"];
            url: components["schemas"]["WebhookUrl"];
            /**
             * @description Purpose of the endpoint, in your words; null if none was given.
             * @example Painel de entregas
             */
            description: string | null;
            event_types: components["schemas"]["WebhookEventTypes"];
            status: components["schemas"]["WebhookStatus"];
            /**
             * @description Why the endpoint is disabled. `manual`: a request disabled it. `gone`: it responded 410. `failing`: every delivery failed for five days. Null while it is enabled.
             * @enum {string|null}
             */
            disabled_reason: "manual" | "gone" | "failing" | null;
            health: components["schemas"]["WebhookHealth"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /**
             * @description The secret that signs requests to this endpoint. The HMAC key is the part after `whsec_`, decoded from base64.
             * @example whsec_9wXoLkq3vB1mT7yR5uZc0aEJ8hNfPd2sGiVx6QbYt4I=
             */
            secret: string;
        };
        /** @description Changes of a webhook endpoint. Omitted fields keep their values. */
        UpdateWebhookRequest: {
            url?: components["schemas"]["WebhookUrl"];
            /**
             * @description Purpose of the endpoint, in your words; null removes it.
             * @example Painel de entregas
             */
            description?: string | null;
            event_types?: components["schemas"]["WebhookEventTypes"];
            status?: components["schemas"]["WebhookStatus"];
        };
        /** @description The event type to send, which must be one of the endpoint's `event_types`; another type returns 422. If omitted, the first of them. */
        TestWebhookRequest: {
            event_type?: components["schemas"]["WebhookEventType"];
        };
        /** @description The deliveries to send again. */
        ReplayWebhookRequest: {
            since: components["schemas"]["TimestampInput"];
            until?: components["schemas"]["TimestampInput"];
            /**
             * @description Whether to send deliveries with the status `delivered` too, for a receiver that has lost events. Only deliveries whose latest attempt began by `until` are sent.
             * @default false
             * @example false
             */
            include_delivered: boolean;
        };
        /** @description The part of a replay that one request queued. */
        WebhookReplay: {
            /**
             * Format: int64
             * @description Number of deliveries that the request queued again.
             * @example 128
             */
            queued: number;
            /**
             * Format: date-time
             * @description Creation time of the last delivery that the request examined; null if it examined all of them. Send the request again with this as `since` to continue.
             * @example 2026-11-20T12:00:05Z
             */
            next_since: string | null;
        };
        /** @description A webhook delivery with the body of its requests. */
        WebhookDeliveryWithPayload: {
            id: components["schemas"]["Uuid"];
            webhook_id: components["schemas"]["Uuid"];
            event_type: components["schemas"]["WebhookEventType"];
            status: components["schemas"]["WebhookDeliveryStatus"];
            /** @description Ids of the events, in the order in which they are sent. */
            event_ids: components["schemas"]["Uuid"][];
            /** @description The last 100 attempts, oldest first. */
            attempts: components["schemas"]["WebhookAttempt"][];
            next_attempt_at: components["schemas"]["NullableTimestamp"];
            created_at: components["schemas"]["Timestamp"];
            /**
             * @description The body of the requests, byte for byte as it is signed: a JSON array of the events. After the deletion of a contact, it no longer has the contact's content. Null for a key without `messages:read`.
             * @example [{"id":"01a1f8d3-edd0-7c93-b5a7-2e8f6d4c1a09","type":"message_update","created_at":"2026-11-20T12:00:01Z","data":{}}]
             */
            payload: string | null;
        };
        /**
         * @description A permission of a key. Each operation requires one scope. A key with `webhooks:write` can send all events of the account, including the content of replies, to any address. Grant this scope only to a key whose holder may read messages.
         * @enum {string}
         */
        ApiKeyScope: "files:read" | "files:write" | "templates:read" | "templates:write" | "contacts:read" | "contacts:write" | "messages:read" | "messages:send" | "campaigns:read" | "campaigns:write" | "campaigns:launch" | "webhooks:read" | "webhooks:write" | "keys:read" | "keys:write" | "senders:read" | "privacy:read" | "privacy:write" | "rules:read" | "rules:write" | "consents:read" | "consents:write";
        /** @description Scopes of the key. */
        ApiKeyScopes: components["schemas"]["ApiKeyScope"][];
        /** @description An API key of the account, without the key itself. */
        ApiKey: {
            id: components["schemas"]["Uuid"];
            name: components["schemas"]["ResourceName"];
            /**
             * @description First characters of the key, to recognize it.
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
        /** @description A new API key with the key itself, which no later response shows. */
        ApiKeyWithSecret: {
            id: components["schemas"]["Uuid"];
            name: components["schemas"]["ResourceName"];
            /**
             * @description First characters of the key, to recognize it.
             * @example st_7c1f04ab
             */
            prefix: string;
            scopes: components["schemas"]["ApiKeyScopes"];
            created_at: components["schemas"]["Timestamp"];
            /** @description Always null: the key has not been used yet. */
            last_used_at: null;
            expires_at: components["schemas"]["NullableTimestamp"];
            /** @description Always null: the key has not been revoked. */
            revoked_at: null;
            /**
             * @description The key itself, to send with each request. It cannot be read again.
             * @example st_7c1f04ab93d8e65217b0fca4d1389e7260bb5a4f08e3c917d62fa1540c8b7e39
             */
            key: string;
        };
        /**
         * @description State of the sender at its carrier. `ready`: no problem is known. `retrying`: the carrier did not accept some of the waiting messages, and they are being retried. `unconnected`: the operator has no carrier connection of this name, so messages from this sender fail. A hold by the operator, such as a pause of the carrier connection, does not change the state: new messages wait, and `waiting_since` shows since when.
         * @enum {string}
         */
        SenderState: "ready" | "retrying" | "unconnected";
        /** @description An address that messages are sent from, on one channel, through one carrier. */
        Sender: {
            id: components["schemas"]["Uuid"];
            channel: components["schemas"]["Channel"];
            /**
             * @description A short code or number for SMS, an agent id for RCS, a number for voice.
             * @example 27000
             */
            address: string;
            /**
             * @description The carrier connection that accepts its messages, `sandbox` included.
             * @example zenvia
             */
            carrier: string;
            /** @description True for the sender that the channel uses if no other is chosen. */
            is_default: boolean;
            /**
             * @description Maximum number of messages per second that are submitted to the carrier.
             * @example 50
             */
            max_per_second: number;
            state: components["schemas"]["SenderState"];
            /**
             * Format: date-time
             * @description Start of the longest wait for submission among the messages of the sender, in UTC, to the second: the message's `not_before`, or else its creation time. Null if none waits. Messages of stopped campaigns and messages for a later time do not count.
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
        /**
         * @description A word or a short text with at least one letter or digit. A reply has the word if nothing else is in it. Case, accents and punctuation are ignored.
         * @example SAIR
         */
        OptOutWord: string;
        /** @description Words of one kind. A word may be in one list only. */
        OptOutWordList: components["schemas"]["OptOutWord"][];
        /**
         * @description Text of an automatic reply, which is sent as an SMS or an RCS message; null sends none. It may have at most 10 segments as an SMS, and no placeholders.
         * @example Pronto. Voce nao recebe mais mensagens da Padaria Sol.
         */
        AutomaticReplyText: string | null;
        /** @description The words that people reply with to opt out, to opt in again or to ask for help, and the automatic replies: `confirmation` to an opt-out, `help_answer` to a help word. */
        OptOutWords: {
            opt_out: components["schemas"]["OptOutWordList"];
            opt_in: components["schemas"]["OptOutWordList"];
            help: components["schemas"]["OptOutWordList"];
            confirmation: components["schemas"]["AutomaticReplyText"];
            help_answer: components["schemas"]["AutomaticReplyText"];
        };
        /** @description The words and automatic replies that replace the present ones. With an empty list, no text has this effect. Opt-outs that a carrier detects still count. If the operator has switched opt-outs off for the account, no word has an effect. */
        UpdateOptOutWordsRequest: {
            opt_out: components["schemas"]["OptOutWordList"];
            opt_in: components["schemas"]["OptOutWordList"];
            help: components["schemas"]["OptOutWordList"];
            confirmation: components["schemas"]["AutomaticReplyText"];
            help_answer: components["schemas"]["AutomaticReplyText"];
        };
        /** @description A time of day on some weekdays. `from` belongs to the window, `to` does not. A window over midnight is two windows, one to `24:00` and one from `00:00`. */
        SendingWindow: {
            /** @description The weekdays, in any order. */
            days: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
            /**
             * @description The first minute of the window, as local time.
             * @example 08:00
             */
            from: string;
            /**
             * @description The minute at which the window closes, after `from`, as local time; `24:00` is the end of the day.
             * @example 18:00
             */
            to: string;
        };
        /** @description The windows in which messages are submitted, at most 20; empty for any time. */
        SendingWindows: components["schemas"]["SendingWindow"][];
        /**
         * @description Where the local times of the rule apply: at `recipient`, or in the time zone of this IANA name. The place of a number in Brazil follows from its area code. Numbers of Portugal and Spain count as the mainland's, except fixed lines of the Azores and the Canary Islands. The place of other numbers is their country if that has one time at that instant; otherwise the time zone of the account counts.
         * @example recipient
         */
        SendingTimeZone: string;
        /**
         * @description Holidays on which all windows are closed. `br`: the nine national holidays of Brazil and Good Friday. Null for none.
         * @enum {string|null}
         */
        SendingHolidays: "br" | null;
        /** @description Further days on which all windows are closed, at most 100, sorted in responses. */
        ClosedDates: string[];
        /** @description How many messages of the purpose a number gets within a number of days, each of 24 hours; null without a limit. Messages beyond it are `blocked`. Messages on all channels and from all senders count from their submission, unless the carrier rejects them. Automatic replies count as `transactional`. */
        RecipientLimit: {
            /**
             * @description The most messages to a number within the days.
             * @example 7
             */
            messages: number;
            /**
             * @description The days that are counted, each of 24 hours, up to the submission.
             * @example 7
             */
            days: number;
        } | null;
        /**
         * @description The least seconds between two submissions of the purpose to a number; null without a limit. A message that would follow sooner is `blocked`. A submission that the carrier rejects does not count.
         * @example 3600
         */
        RecipientInterval: number | null;
        /** @description Whether a message of the purpose is `blocked` unless a `granted` consent of the number for the purpose and the channel holds. */
        ConsentRequirement: boolean;
        /**
         * @description What happens to a message outside the windows. `wait`: it stays `pending`, and `not_before` is the next opening. `block`: it is `blocked`.
         * @enum {string}
         */
        OutsideWindow: "wait" | "block";
        /** @description When messages of a purpose may be submitted, and how many to one number. Without windows, at any time. A message that has no time in a window is `blocked`, like one with `outside` set to `block`. */
        SendingRule: {
            purpose: components["schemas"]["Purpose"];
            windows: components["schemas"]["SendingWindows"];
            time_zone: components["schemas"]["SendingTimeZone"];
            holidays: components["schemas"]["SendingHolidays"];
            closed_dates: components["schemas"]["ClosedDates"];
            max_per_recipient: components["schemas"]["RecipientLimit"];
            min_interval_seconds: components["schemas"]["RecipientInterval"];
            require_consent: components["schemas"]["ConsentRequirement"];
            outside: components["schemas"]["OutsideWindow"];
            /** @description Time of the last change; null if the account has no rule for the purpose, which restricts nothing. */
            updated_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description The rules of the account. */
        SendingRuleList: {
            /** @description One rule for each purpose, in the order of their priority. */
            data: components["schemas"]["SendingRule"][];
        };
        /** @description The rule that replaces the present one. A field that is not given restricts nothing. Either the fields or `preset`. */
        UpdateSendingRuleRequest: {
            /**
             * @description Fills in all fields. `br-marketing`: Monday to Friday 08:00 to 18:00 and Saturday 09:00 to 13:00 at the recipient's place, not on national holidays of Brazil, at most 7 messages to a number in 7 days, otherwise `wait`. Carriers and aggregators in Brazil ask for these limits.
             * @enum {string}
             */
            preset?: "br-marketing";
            windows?: components["schemas"]["SendingWindows"];
            time_zone?: components["schemas"]["SendingTimeZone"];
            holidays?: components["schemas"]["SendingHolidays"];
            closed_dates?: components["schemas"]["ClosedDates"];
            max_per_recipient?: components["schemas"]["RecipientLimit"];
            min_interval_seconds?: components["schemas"]["RecipientInterval"];
            require_consent?: components["schemas"]["ConsentRequirement"];
            outside?: components["schemas"]["OutsideWindow"];
        };
        /** @description Prices of messages by channel. A message costs its price when a carrier accepts it, so messages that are `blocked`, `error` or `failed` are free. */
        AccountPrices: {
            /**
             * @description Currency of the prices, as in ISO 4217.
             * @enum {string}
             */
            currency: "BRL";
            /**
             * @description What an amount counts: `micro` is a millionth of the currency.
             * @enum {string}
             */
            unit: "micro";
            /**
             * Format: int64
             * @description Price of one segment of an SMS.
             * @example 75000
             */
            sms: number;
            /**
             * Format: int64
             * @description Price of one RCS message.
             * @example 120000
             */
            rcs: number;
            /**
             * Format: int64
             * @description Price of one voice message.
             * @example 150000
             */
            voice: number;
            /** @description Channels without a price of the operator. Their price is a placeholder of the service and no real tariff. */
            placeholders: components["schemas"]["Channel"][];
        };
        /** @description Limits of the account's requests. */
        AccountLimits: {
            /**
             * @description Maximum number of requests per minute of all keys together, as in `RateLimit-Limit`.
             * @example 600
             */
            requests_per_minute: number;
            /**
             * @description Maximum number of unanswered requests at a time, for each process of the service. Further requests wait up to 10 seconds for their turn, and then get 429.
             * @example 64
             */
            concurrent_requests: number;
            /**
             * Format: int64
             * @description Maximum size of a request body in bytes.
             * @example 2097152
             */
            body_bytes: number;
            /**
             * @description Maximum number of recipients of a send or a preview.
             * @example 1000
             */
            recipients_per_request: number;
            /** @description Maximum size of an uploaded file in bytes, by kind. */
            upload_bytes: {
                audio: components["schemas"]["FileSize"];
                image: components["schemas"]["FileSize"];
                video: components["schemas"]["FileSize"];
                csv: components["schemas"]["FileSize"];
            };
            /**
             * @description Maximum number of webhook endpoints.
             * @example 10
             */
            webhooks: number;
        };
        /** @description The account that a key belongs to. */
        Account: {
            id: components["schemas"]["Uuid"];
            name: components["schemas"]["ResourceName"];
            created_at: components["schemas"]["Timestamp"];
            prices: components["schemas"]["AccountPrices"];
            limits: components["schemas"]["AccountLimits"];
            /**
             * @description IANA name of the time zone for `send_at_local`, where the recipient's number names none. The operator sets it.
             * @example America/Sao_Paulo
             */
            time_zone: string;
            /**
             * Format: uuid
             * @description Id of the blacklist that every account has. It holds the contacts that have opted out.
             * @example 01a1e473-6838-7b10-8a4d-2f6c1e9b7d35
             */
            provisioned_list_id: string;
        };
        /**
         * @description `export`: writes a file with everything that is stored under the number. `erasure`: removes it, and the number.
         * @enum {string}
         */
        PrivacyRequestKind: "export" | "erasure";
        /**
         * @description Status of a privacy request. `pending`: waiting. `running`: begun; an erasure also waits for messages in flight and running imports. `completed`: everything was exported or erased. `failed`: an export would exceed 4 GiB or 65,535 files, or an erasure of its number was requested before it was completed.
         * @enum {string}
         */
        PrivacyRequestStatus: "pending" | "running" | "completed" | "failed";
        /** @description Number of exported or erased records by kind. The counts of a running erasure grow until its end; an export has its counts at its end. If the service was interrupted during an erasure, its counts may be too low, although every record was erased. */
        PrivacyRequestCounts: {
            /**
             * @description Contacts with the number.
             * @example 1
             */
            contacts: number;
            /**
             * @description Messages to the number.
             * @example 12
             */
            messages: number;
            /**
             * @description Inbound messages from the number.
             * @example 3
             */
            inbound_messages: number;
            /**
             * @description RCS events from the number.
             * @example 2
             */
            inbound_rcs_events: number;
            /**
             * @description Records of consents. An export counts those of the number. An erasure counts those that lose their number and evidence, also under former numbers of the contact.
             * @example 2
             */
            consents: number;
            /**
             * @description Webhook deliveries whose events name the number.
             * @example 14
             */
            webhook_deliveries: number;
            /**
             * @description Rejected rows of imports that contain the number. An export also counts the rows of uploaded tables that contain it.
             * @example 0
             */
            imports: number;
            /**
             * @description Stored responses under idempotency keys that contain the number. An export also counts those whose key contains it.
             * @example 1
             */
            idempotency_keys: number;
            /**
             * @description Files that the person sent. An erasure also counts uploaded tables of contacts that contain the number.
             * @example 1
             */
            files: number;
        };
        /** @description An export or an erasure of everything that is stored under a phone number. It does not show the number, so that it can stay as proof. */
        PrivacyRequest: {
            id: components["schemas"]["Uuid"];
            kind: components["schemas"]["PrivacyRequestKind"];
            status: components["schemas"]["PrivacyRequestStatus"];
            counts: components["schemas"]["PrivacyRequestCounts"];
            /**
             * Format: uri
             * @description Send a GET without an API key to download the ZIP file. The URL works until `expires_at`. If the service has temporary credentials for its file storage, the URL may end with these credentials; request the privacy request again for a new URL. Null before the export is completed, after `expires_at`, and for an erasure.
             * @example https://recado.padariasol.com.br/storage/01a1f0c2-5a00-7b31-8c4d-2e9f7a6b5c40/01a1f92c-0f40-7c6b-9a31-4e8d2b7f5a60?expires=1795263300&signature=9c41d7e0b2aa
             */
            download_url: string | null;
            /**
             * Format: date-time
             * @description When the file of an export is deleted, in UTC. Null before the export is completed, and for an erasure.
             * @example 2026-11-21T12:15:00Z
             */
            expires_at: string | null;
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When the request was completed or failed, in UTC; null before that.
             * @example 2026-11-20T12:15:00Z
             */
            completed_at: string | null;
        };
        /** @description A page of privacy requests. */
        PrivacyRequestPage: {
            /** @description The entries of this page, newest first. */
            data: components["schemas"]["PrivacyRequest"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A request for the data that is stored under a phone number. */
        CreatePrivacyRequest: {
            phone: components["schemas"]["PhoneNumberInput"];
            kind: components["schemas"]["PrivacyRequestKind"];
        };
        /** @description The new status of a message. */
        MessageUpdateData: {
            message_id: components["schemas"]["Uuid"];
            status: components["schemas"]["MessageStatus"];
            /** @description The status before; null in the first event of a message. */
            previous_status: components["schemas"]["MessageStatus"] | null;
            /**
             * @description Number of the change, counted from 1 for each message. Events may arrive out of order; the highest number is the latest change.
             * @example 3
             */
            sequence: number;
            channel: components["schemas"]["Channel"];
            purpose: components["schemas"]["Purpose"];
            to: components["schemas"]["NullablePhoneNumber"];
            /**
             * Format: uuid
             * @description Id of the sender, which may have been removed since; null if there was no sender.
             * @example 01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37
             */
            sender_id: string | null;
            contact_id: components["schemas"]["NullableUuid"];
            template_id: components["schemas"]["NullableUuid"];
            campaign_id: components["schemas"]["NullableUuid"];
            parent_message_id: components["schemas"]["NullableUuid"];
            batch_id: components["schemas"]["NullableUuid"];
            not_before: components["schemas"]["NotBefore"];
            /**
             * @description Number of SMS segments; null on other channels, and if there was no content to count.
             * @example 1
             */
            segments: number | null;
            /**
             * @description Your own reference for the message; null if you gave none. A follow-up has the reference of the message that it follows.
             * @example pedido-48213
             */
            client_reference: string | null;
            tags: components["schemas"]["Tags"];
            /** @description Why the message was not delivered; null if there is no error. */
            error: components["schemas"]["MessageError"] | null;
            /** @description Why the status is `blocked`; null for every other status. */
            block_reason: components["schemas"]["BlockReason"] | null;
            price: components["schemas"]["MicroUnits"];
            occurred_at: components["schemas"]["Timestamp"];
        };
        /** @description A message has a new status, including the first one. */
        MessageUpdateEvent: {
            id: components["schemas"]["Uuid"];
            /**
             * @description Always `message_update`.
             * @enum {string}
             */
            type: "message_update";
            /**
             * @description True for test events, whose data is made up; absent from all other events.
             * @enum {boolean}
             */
            test?: true;
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["MessageUpdateData"];
        };
        /** @description The events of one request. */
        MessageUpdateEvents: components["schemas"]["MessageUpdateEvent"][];
        /** @description A person has sent a message to one of your senders. */
        InboundMessageEvent: {
            id: components["schemas"]["Uuid"];
            /**
             * @description Always `inbound_message`.
             * @enum {string}
             */
            type: "inbound_message";
            /**
             * @description True for test events, whose data is made up; absent from all other events.
             * @enum {boolean}
             */
            test?: true;
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["InboundMessage"];
        };
        /** @description The events of one request. */
        InboundMessageEvents: components["schemas"]["InboundMessageEvent"][];
        /** @description The new status of a campaign, with the counts of its messages at that moment. */
        CampaignUpdateData: {
            campaign_id: components["schemas"]["Uuid"];
            status: components["schemas"]["CampaignStatus"];
            /** @description The status before; null in the first event of a campaign. */
            previous_status: components["schemas"]["CampaignStatus"] | null;
            progress: components["schemas"]["CampaignProgress"];
            /** @description Why the status is `error`; null in any other status. */
            error: components["schemas"]["CampaignError"] | null;
            occurred_at: components["schemas"]["Timestamp"];
        };
        /** @description A campaign has a new status, including the first one. */
        CampaignUpdateEvent: {
            id: components["schemas"]["Uuid"];
            /**
             * @description Always `campaign_update`.
             * @enum {string}
             */
            type: "campaign_update";
            /**
             * @description True for test events, whose data is made up; absent from all other events.
             * @enum {boolean}
             */
            test?: true;
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["CampaignUpdateData"];
        };
        /** @description The events of one request. */
        CampaignUpdateEvents: components["schemas"]["CampaignUpdateEvent"][];
        /** @description A person did something in an RCS conversation other than sending a message. */
        InboundRcsEventEvent: {
            id: components["schemas"]["Uuid"];
            /**
             * @description Always `inbound_rcs_event`.
             * @enum {string}
             */
            type: "inbound_rcs_event";
            /**
             * @description True for test events, whose data is made up; absent from all other events.
             * @enum {boolean}
             */
            test?: true;
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["InboundRcsEvent"];
        };
        /** @description The events of one request. */
        InboundRcsEventEvents: components["schemas"]["InboundRcsEventEvent"][];
        /** @description A consent was recorded. */
        ConsentUpdateEvent: {
            id: components["schemas"]["Uuid"];
            /**
             * @description Always `consent_update`.
             * @enum {string}
             */
            type: "consent_update";
            /**
             * @description True for test events, whose data is made up; absent from all other events.
             * @enum {boolean}
             */
            test?: true;
            created_at: components["schemas"]["Timestamp"];
            data: components["schemas"]["Consent"];
        };
        /** @description The events of one request. */
        ConsentUpdateEvents: components["schemas"]["ConsentUpdateEvent"][];
    };
    responses: {
        /** @description The request does not match this document. `fields` names the parts of the request. */
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
        /** @description The request has no API key, or its key is unknown, revoked or expired, or the operator has disabled the account of the key, or the two headers have different keys. */
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
        /** @description The key is valid, but lacks the scope of this operation, or a scope or lifetime of the key that it would create or revoke. */
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
        /** @description The account has made too many requests in this minute, too many of its requests are running, or too many of its searches are waiting. Retry after the seconds in `Retry-After`. */
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
        /** @description The service failed, and may have carried out the request. Read the resource before you repeat a request without an idempotency key. If a later attempt fails too, give the operator the request id. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /**
                 * @description Number of requests that the account may make per minute; absent if the account is unknown.
                 * @example 600
                 */
                "RateLimit-Limit"?: number;
                /**
                 * @description Number of requests that remain in the current minute; absent if the account is unknown.
                 * @example 587
                 */
                "RateLimit-Remaining"?: number;
                /**
                 * @description Seconds until the next minute begins; absent if the account is unknown.
                 * @example 23
                 */
                "RateLimit-Reset"?: number;
                /**
                 * @description Seconds to wait before a repetition that is safe, such as a send with its idempotency key; absent if the service does not know when a repetition can succeed.
                 * @example 5
                 */
                "Retry-After"?: number;
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
        /** @description The service cannot carry out the request at the moment. Retry it after the seconds in `Retry-After`. */
        ServiceUnavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                /**
                 * @description Number of requests that the account may make per minute; absent if the account is unknown.
                 * @example 600
                 */
                "RateLimit-Limit"?: number;
                /**
                 * @description Number of requests that remain in the current minute; absent if the account is unknown.
                 * @example 587
                 */
                "RateLimit-Remaining"?: number;
                /**
                 * @description Seconds until the next minute begins; absent if the account is unknown.
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
        /** @description `size_bytes` exceeds the maximum for this kind of file, or the request body is larger than 2 MiB. */
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
        /** @description The file's content type is not accepted, or not for this usage; or the request body is not `application/json`. */
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
        /** @description The resource does not exist in this account. */
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
        /** @description A template, a campaign that is not completed, a scheduled message that is `pending`, or an import that has not ended uses the file. */
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
        /** @description The file's bytes are not in the storage yet, or the file has not been confirmed. It stays `pending`. */
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
        /** @description The list cannot be read in time, or the entries of the page have too much text. `fields` names the search or filter that is too broad and the filters that narrow it, or `limit` and a value that is small enough. */
        ListTooLong: {
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
        /** @description Another resource of this kind in the account has this name, ignoring case. */
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
        /** @description The body is larger than 2 MiB; or, in a send or preview, the rendered contents for all recipients are larger than 8 MiB together. */
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
        /** @description The request is well formed, but cannot be carried out. `fields` names the fields to correct, if there are any. */
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
        /** @description A follow-up rule of another template sends the template, or a campaign uses it that is a draft, scheduled, running or in error, directly or by follow-up rules. */
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
        /** @description The resource has changed since it had the `ETag` in `If-Match`. Nothing was carried out. Read the resource again, then repeat the request with the new `ETag`. */
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
        /** @description The list is the provisioned one, which cannot be deleted. */
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
        /** @description Another contact list of the account has this name, ignoring case; or the list is the provisioned one, whose name cannot be changed. */
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
        /** @description `import_in_progress`: an import is waiting or running on this list. `conflict`: the file has not been uploaded and confirmed yet. */
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
        /** @description The import has completed or failed, so it cannot be canceled. */
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
        /** @description The idempotency key was used with another body, or the first request with it is still running. In the second case, `Retry-After` says when to retry. */
        IdempotencyConflict: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                /**
                 * @description Seconds to wait before the next attempt. Present while the first request is running.
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
        /** @description The submission of the message has begun, or the message has a final status. */
        MessageSubmitted: {
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
        /** @description Another canned response of the account has this name, ignoring case, or this shortcut. */
        CannedResponseTaken: {
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
        /** @description The campaign's status does not allow the request. */
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
        /** @description `conflict`: another campaign of the account has this name, ignoring case. `invalid_state`: the campaign's status does not allow the change of its tags. */
        CampaignNotChanged: {
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
                        code: "conflict" | "invalid_state";
                    };
                };
            };
        };
        /** @description The campaign cannot be launched now. `invalid_state`: its status does not allow it, its list was deleted or its sender was removed. `import_in_progress`: an import is running on its list. */
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
        /** @description The account already has ten webhook endpoints. */
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
        /** @description The secret was rotated ten times within the last 24 hours. */
        TooManyRotations: {
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
        /** @description The webhook endpoint is disabled. Enable it first. */
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
         * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
         * @example 25
         */
        Limit: number;
        /**
         * @description Number of entries to skip.
         * @example 0
         */
        Offset: number;
        /**
         * @description The id of the file.
         * @example 01a1e8d7-81c0-7a3c-9d52-4b1e6f0a7c31
         */
        FileId: components["schemas"]["Uuid"];
        /**
         * @description Only these channels. Repeat the parameter for several values.
         * @example [
         *       "sms"
         *     ]
         */
        ChannelFilter: components["schemas"]["Channel"][];
        /**
         * @description Only these purposes. Repeat the parameter for several values.
         * @example [
         *       "marketing"
         *     ]
         */
        PurposeFilter: components["schemas"]["Purpose"][];
        /**
         * @description Only templates whose name contains this text, ignoring case and accents.
         * @example lembrete
         */
        TemplateSearch: string;
        /**
         * @description The order of the entries.
         * @example name
         */
        Sort: components["schemas"]["ListOrder"];
        /**
         * @description The id of the template.
         * @example 01a1e473-6838-7c55-a1b9-0d6e3f7a2c48
         */
        TemplateId: components["schemas"]["Uuid"];
        /**
         * @description Carries out the request only if the resource has this `ETag`, or one of several separated by commas; otherwise returns 412. Send the `ETag` of your last read, so that your change cannot overwrite another one. `*` matches every version. A weak tag (`W/"…"`) never matches. Without this header, the request is carried out in any case.
         * @example "kU6ZtYf0QmS1v3hXo9bC2A"
         */
        IfMatch: string;
        /**
         * @description Only contacts whose name or number in E.164 contains this text, ignoring case and accents. A search with more than 200,000 matches returns 422 and names this field: search for a longer part of the name or number. The maximum is 20,000 for a list of more than 5,000 members, for an order by `sort` and together with `attribute`.
         * @example beatriz
         */
        ContactSearch: string;
        /**
         * @description Only the contact with this number, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400.
         * @example +5511987654321
         */
        ContactPhone: string;
        /**
         * @description Only contacts with this attribute, as `name=value`: `city=Recife`. The value is compared exactly, with case and accents. Repeat the parameter for contacts that have all of these attributes. A list that would examine more than 100,000 contacts for this filter returns 422: combine it with `search`.
         * @example [
         *       "city=Recife"
         *     ]
         */
        ContactAttributeFilter: string[];
        /**
         * @description Only the contacts with these ids. Repeat the parameter for several values. Ids without a contact are ignored.
         * @example [
         *       "01a1ee07-1cf0-7c6b-8e17-5d2a9f4b0c63"
         *     ]
         */
        ContactIdFilter: components["schemas"]["Uuid"][];
        /**
         * @description Only the contacts of this list. A list that does not exist returns 404.
         * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
         */
        ContactVariablesList: components["schemas"]["Uuid"];
        /**
         * @description The id of the contact.
         * @example 01a1ee07-1cf0-7c6b-8e17-5d2a9f4b0c63
         */
        ContactId: components["schemas"]["Uuid"];
        /**
         * @description Only consents of these numbers, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400. Repeat the parameter for several values.
         * @example [
         *       "+5511987654321"
         *     ]
         */
        ConsentPhoneFilter: string[];
        /**
         * @description Only consents with these statuses. Repeat the parameter for several values.
         * @example [
         *       "revoked"
         *     ]
         */
        ConsentStatusFilter: components["schemas"]["ConsentStatus"][];
        /**
         * @description Only consents that were recorded at this instant or later.
         * @example 2026-11-20T00:00:00Z
         */
        ConsentCreatedFrom: components["schemas"]["TimestampInput"];
        /**
         * @description Only consents that were recorded at this instant or earlier. Must not be before `from`.
         * @example 2026-11-20T23:59:59Z
         */
        ConsentCreatedTo: components["schemas"]["TimestampInput"];
        /**
         * @description The id of the consent.
         * @example 01a1f8da-79c4-7a31-8e5d-2b9f6c0a4d17
         */
        ConsentId: components["schemas"]["Uuid"];
        /**
         * @description Only lists of this type.
         * @example default
         */
        ContactListTypeFilter: components["schemas"]["ContactListType"];
        /**
         * @description Only lists whose name contains this text, ignoring case and accents.
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
         * @description Only messages for these purposes. Repeat the parameter for several values. A list that would examine more than 100,000 messages for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit.
         * @example [
         *       "marketing"
         *     ]
         */
        MessagePurposeFilter: components["schemas"]["Purpose"][];
        /**
         * @description Only messages with these statuses. Repeat the parameter for several values.
         * @example [
         *       "sent",
         *       "delivered"
         *     ]
         */
        MessageStatusFilter: components["schemas"]["MessageStatus"][];
        /**
         * @description Only messages or campaigns with these templates. Repeat the parameter for several values.
         * @example [
         *       "01a1e473-6838-7c55-a1b9-0d6e3f7a2c48"
         *     ]
         */
        TemplateIdFilter: components["schemas"]["Uuid"][];
        /**
         * @description Only messages of these campaigns. Repeat the parameter for several values.
         * @example [
         *       "01a1f509-8038-7e4b-a2d6-8c1f3b5e7094"
         *     ]
         */
        CampaignIdFilter: components["schemas"]["Uuid"][];
        /**
         * @description Only messages from these senders, including removed ones. Repeat the parameter for several values. A list that would examine more than 100,000 messages for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit.
         * @example [
         *       "01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37"
         *     ]
         */
        SenderIdFilter: components["schemas"]["Uuid"][];
        /**
         * @description Only messages of this send, named by the `batch_id` in its response.
         * @example 01a1f8d3-ea00-7c8f-a3d2-5b6e9f014c78
         */
        BatchIdFilter: components["schemas"]["Uuid"];
        /**
         * @description Only messages with at least one of these tags. Repeat the parameter for several tags. A list that would examine more than 100,000 messages for several tags, or for a tag beside another filter, returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit.
         * @example [
         *       "pedidos"
         *     ]
         */
        TagFilter: components["schemas"]["Tag"][];
        /**
         * @description Only messages with these reasons for not being delivered. Repeat the parameter for several values. A list that would examine more than 100,000 messages without delivery for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit.
         * @example [
         *       "undeliverable",
         *       "expired"
         *     ]
         */
        MessageErrorCodeFilter: components["schemas"]["MessageErrorCode"][];
        /**
         * @description Only messages that were blocked for these reasons. Repeat the parameter for several values. A list that would examine more than 100,000 blocked messages for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit.
         * @example [
         *       "no_consent"
         *     ]
         */
        BlockReasonFilter: components["schemas"]["BlockReason"][];
        /**
         * @description Only messages to these numbers, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400. Repeat the parameter for several values.
         * @example [
         *       "+5511987654321"
         *     ]
         */
        MessageRecipientFilter: string[];
        /**
         * @description Only messages whose recipient's number or rendered text contains this text, ignoring case and accents. A list that would examine more than 100,000 messages for this filter returns 422 and names this field: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit.
         * @example pedido
         */
        MessageSearch: string;
        /**
         * @description Only messages that were created at this instant or later.
         * @example 2026-11-20T00:00:00Z
         */
        CreatedFrom: components["schemas"]["TimestampInput"];
        /**
         * @description Only messages that were created at this instant or earlier. Must not be before `from`.
         * @example 2026-11-20T23:59:59Z
         */
        CreatedTo: components["schemas"]["TimestampInput"];
        /**
         * @description A key of your choice that makes the request safe to repeat. For 24 hours, the same key with the same body gets the stored response; the same key with another body gets 409. The key has characters of ISO 8859-1 (Latin-1), of which only ASCII has the same bytes in all programs. Each byte counts as one character: `ç` in UTF-8 counts as two.
         * @example pedido-48213-confirmacao
         */
        IdempotencyKey: string;
        /**
         * @description Format of the CSV. `standard`: commas, and columns named after the fields. `excel_pt`: for a double click in an Excel in Portuguese.
         * @example excel_pt
         */
        CsvDialect: "standard" | "excel_pt";
        /**
         * @description The id of the message.
         * @example 01a1f8d3-ea00-7d14-92c7-1a5b8e4f3d60
         */
        MessageId: components["schemas"]["Uuid"];
        /**
         * @description The id of a send, as in its response.
         * @example 01a1f8d3-ea00-7c8f-a3d2-5b6e9f014c78
         */
        BatchId: components["schemas"]["Uuid"];
        /**
         * @description Only messages or events from these numbers, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400. Repeat the parameter for several values.
         * @example [
         *       "+5511987654321"
         *     ]
         */
        InboundSenderFilter: string[];
        /**
         * @description Only replies to these messages of yours. Repeat the parameter for several values.
         * @example [
         *       "01a1f8d3-ea00-7d14-92c7-1a5b8e4f3d60"
         *     ]
         */
        PairedMessageIdFilter: components["schemas"]["Uuid"][];
        /**
         * @description Only replies to messages of these campaigns. Repeat the parameter for several values.
         * @example [
         *       "01a1f509-8038-7e4b-a2d6-8c1f3b5e7094"
         *     ]
         */
        InboundCampaignIdFilter: components["schemas"]["Uuid"][];
        /**
         * @description Only messages with these content types. Repeat the parameter for several values.
         * @example [
         *       "text",
         *       "suggestion"
         *     ]
         */
        InboundContentTypeFilter: components["schemas"]["InboundContentType"][];
        /**
         * @description Only messages whose text contains this text, ignoring case and accents. A search that takes longer than 5 seconds returns 422 and names this field: narrow it with `from` and `to`, `sender`, `paired_message_id` or `campaign_id`.
         * @example portaria
         */
        InboundMessageSearch: string;
        /**
         * @description Only messages or events that were received at this instant or later.
         * @example 2026-11-20T00:00:00Z
         */
        ReceivedFrom: components["schemas"]["TimestampInput"];
        /**
         * @description Only messages or events that were received at this instant or earlier. Must not be before `from`.
         * @example 2026-11-20T23:59:59Z
         */
        ReceivedTo: components["schemas"]["TimestampInput"];
        /**
         * @description The id of the inbound message.
         * @example 01a1f8d9-dd70-7c28-b3f1-6a9d0e5c8b47
         */
        InboundMessageId: components["schemas"]["Uuid"];
        /**
         * @description Only events of these types. Repeat the parameter for several values.
         * @example [
         *       "subscribe",
         *       "unsubscribe"
         *     ]
         */
        InboundRcsEventTypeFilter: components["schemas"]["InboundRcsEventType"][];
        /**
         * @description Only events whose action label contains this text, ignoring case and accents. A search that takes longer than 5 seconds returns 422 and names this field: narrow it with `from` and `to`, `sender`, `paired_message_id` or `campaign_id`.
         * @example cardápio
         */
        InboundRcsEventSearch: string;
        /**
         * @description The id of the inbound RCS event.
         * @example 01a1f913-c5a8-7e5b-90d2-4f7c1a8b6e35
         */
        InboundRcsEventId: components["schemas"]["Uuid"];
        /**
         * @description Only conversations with these statuses. Repeat the parameter for several values.
         * @example [
         *       "open"
         *     ]
         */
        ConversationStatusFilter: components["schemas"]["ConversationStatus"][];
        /**
         * @description Only conversations with unread messages, or only those without.
         * @example true
         */
        ConversationUnreadFilter: boolean;
        /**
         * @description Only conversations whose person's latest opt-out or opt-in was an opt-out, or only the others.
         * @example false
         */
        ConversationOptedOutFilter: boolean;
        /**
         * @description Only the conversation with this number, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400.
         * @example +5511987654321
         */
        ConversationPhoneFilter: string;
        /**
         * @description Only conversations whose newest message replies to one of these campaigns. Repeat the parameter for several values.
         * @example [
         *       "01a1f509-8038-7e4b-a2d6-8c1f3b5e7094"
         *     ]
         */
        ConversationCampaignIdFilter: components["schemas"]["Uuid"][];
        /**
         * @description Only conversations whose number, `preview` or `contact_name` contains this text, ignoring case and accents. A key without `contacts:read` searches no names. A search that takes longer than 5 seconds returns 422 and names this field: narrow it with `status`, `unread` or `campaign_id`.
         * @example portaria
         */
        ConversationSearch: string;
        /**
         * @description The id of the conversation.
         * @example 01a1f8da-2a40-7d19-8b64-3c5e7f9a1b20
         */
        ConversationId: components["schemas"]["Uuid"];
        /**
         * @description The id of the canned response.
         * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
         */
        CannedResponseId: components["schemas"]["Uuid"];
        /**
         * @description Only campaigns with these statuses. Repeat the parameter for several values.
         * @example [
         *       "scheduled",
         *       "running"
         *     ]
         */
        CampaignStatusFilter: components["schemas"]["CampaignStatus"][];
        /**
         * @description Only campaigns to these contact lists. Repeat the parameter for several values.
         * @example [
         *       "01a1e478-fc18-7e3f-b05c-9d2a8e4b7f61"
         *     ]
         */
        CampaignListIdFilter: components["schemas"]["Uuid"][];
        /**
         * @description Only campaigns whose name contains this text, ignoring case and accents.
         * @example oferta
         */
        CampaignSearch: string;
        /**
         * @description Only campaigns that were created at this instant or later.
         * @example 2026-11-16T00:00:00Z
         */
        CampaignCreatedFrom: components["schemas"]["TimestampInput"];
        /**
         * @description Only campaigns that were created at this instant or earlier. Must not be before `created_from`.
         * @example 2026-11-20T23:59:59Z
         */
        CampaignCreatedTo: components["schemas"]["TimestampInput"];
        /**
         * @description The id of the campaign.
         * @example 01a1f509-8038-7e4b-a2d6-8c1f3b5e7094
         */
        CampaignId: components["schemas"]["Uuid"];
        /**
         * @description Only messages of this day or later. By hour, an instant stands for its hour in UTC.
         * @example 2026-11-01
         */
        UsageFrom: components["schemas"]["DayInput"];
        /**
         * @description Only messages of this day or earlier. Must not be before `from`. By hour, an instant stands for its hour in UTC.
         * @example 2026-11-30
         */
        UsageTo: components["schemas"]["DayInput"];
        /**
         * @description The key of each row.
         * @example campaign
         */
        UsageGrouping: "day" | "channel" | "campaign" | "template" | "hour" | "purpose" | "tag";
        /**
         * @description The id of the webhook endpoint.
         * @example 01a1eefa-0c58-7a09-8f3d-c2e7b4a6190d
         */
        WebhookId: components["schemas"]["Uuid"];
        /**
         * @description Only deliveries with these statuses. Repeat the parameter for several values.
         * @example [
         *       "abandoned"
         *     ]
         */
        DeliveryStatusFilter: components["schemas"]["WebhookDeliveryStatus"][];
        /**
         * @description Only deliveries of these event types. Repeat the parameter for several values.
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
         * @description The id of the API key, not the key itself.
         * @example 01a1e473-6838-7d87-9e61-b3f5c0a8d274
         */
        KeyId: components["schemas"]["Uuid"];
        /**
         * @description The purpose that the rule is for.
         * @example marketing
         */
        PathPurpose: components["schemas"]["Purpose"];
        /**
         * @description The id of the privacy request.
         * @example 01a1f92c-0f40-7c6b-9a31-4e8d2b7f5a60
         */
        PrivacyRequestId: components["schemas"]["Uuid"];
        /**
         * @description `t=` and the Unix time in seconds, then for each valid secret `,v1=` and a hexadecimal signature. A signature is the HMAC-SHA256 of that time, a full stop and the raw body. Its key is the part of the secret after `whsec_`, decoded from base64. Accept the request if one of the signatures matches, compared in constant time, and the time differs from yours by less than five minutes. A secret also signs for 24 hours after its rotation, so there are up to eleven signatures.
         * @example t=1795176001,v1=6f1a0c3de97b5528f40c6ab1d2937e8805bd64f1a7c3e92608d5b41f7ea03c9d
         */
        ServiceSignature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Id of the request. It is the `X-Request-Id` of the request if that is well formed, otherwise a new id.
         * @example 01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16
         */
        "X-Request-Id": string;
        /**
         * @description Number of requests that the account may make per minute.
         * @example 600
         */
        "RateLimit-Limit": number;
        /**
         * @description Number of requests that remain in the current minute.
         * @example 587
         */
        "RateLimit-Remaining": number;
        /**
         * @description Seconds until the next minute begins and the full number is available again.
         * @example 23
         */
        "RateLimit-Reset": number;
        /**
         * @description The authentication scheme to use.
         * @example Bearer realm="recado"
         */
        "WWW-Authenticate": string;
        /**
         * @description Seconds to wait before the next attempt.
         * @example 23
         */
        "Retry-After": number;
        /**
         * @description Opaque tag of this version of the resource, to send as `If-Match`. It changes with the status and with the fields that callers can change. It does not change with `contact_count` of a list, `progress` of a campaign, `health` of a webhook endpoint, or `updated_at`.
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
            /** @description The constraints. */
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
        /** @description Usage, content type and exact size of the file. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUploadUrlRequest"];
            };
        };
        responses: {
            /** @description The pending file and its upload URL. */
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
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
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
            /** @description The file is deleted. */
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
            /** @description The uploaded file. */
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
                 * @description Only these channels. Repeat the parameter for several values.
                 * @example [
                 *       "sms"
                 *     ]
                 */
                channel?: components["parameters"]["ChannelFilter"];
                /**
                 * @description Only these purposes. Repeat the parameter for several values.
                 * @example [
                 *       "marketing"
                 *     ]
                 */
                purpose?: components["parameters"]["PurposeFilter"];
                /**
                 * @description Only templates whose name contains this text, ignoring case and accents.
                 * @example lembrete
                 */
                search?: components["parameters"]["TemplateSearch"];
                /**
                 * @description The order of the entries.
                 * @example name
                 */
                sort?: components["parameters"]["Sort"];
                /**
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
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
            422: components["responses"]["ListTooLong"];
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
                 * @description Carries out the request only if the resource has this `ETag`, or one of several separated by commas; otherwise returns 412. Send the `ETag` of your last read, so that your change cannot overwrite another one. `*` matches every version. A weak tag (`W/"…"`) never matches. Without this header, the request is carried out in any case.
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
            /** @description The template is deleted. */
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
                 * @description Carries out the request only if the resource has this `ETag`, or one of several separated by commas; otherwise returns 412. Send the `ETag` of your last read, so that your change cannot overwrite another one. `*` matches every version. A weak tag (`W/"…"`) never matches. Without this header, the request is carried out in any case.
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
        /** @description The fields to change. Omitted fields keep their values. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTemplateRequest"];
            };
        };
        responses: {
            /** @description The changed template. */
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
                 * @description Only contacts whose name or number in E.164 contains this text, ignoring case and accents. A search with more than 200,000 matches returns 422 and names this field: search for a longer part of the name or number. The maximum is 20,000 for a list of more than 5,000 members, for an order by `sort` and together with `attribute`.
                 * @example beatriz
                 */
                search?: components["parameters"]["ContactSearch"];
                /**
                 * @description Only the contact with this number, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400.
                 * @example +5511987654321
                 */
                phone?: components["parameters"]["ContactPhone"];
                /**
                 * @description Only contacts with this attribute, as `name=value`: `city=Recife`. The value is compared exactly, with case and accents. Repeat the parameter for contacts that have all of these attributes. A list that would examine more than 100,000 contacts for this filter returns 422: combine it with `search`.
                 * @example [
                 *       "city=Recife"
                 *     ]
                 */
                attribute?: components["parameters"]["ContactAttributeFilter"];
                /**
                 * @description Only the contacts with these ids. Repeat the parameter for several values. Ids without a contact are ignored.
                 * @example [
                 *       "01a1ee07-1cf0-7c6b-8e17-5d2a9f4b0c63"
                 *     ]
                 */
                id?: components["parameters"]["ContactIdFilter"];
                /**
                 * @description The order of the entries.
                 * @example name
                 */
                sort?: components["parameters"]["Sort"];
                /**
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
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
            422: components["responses"]["ListTooLong"];
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
        /** @description The number that identifies the contact, and the fields to store. Omitted fields keep their values. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpsertContactRequest"];
            };
        };
        responses: {
            /** @description An existing contact was updated. */
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
            /** @description The contact was created or restored. */
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
                 * @description Only the contacts of this list. A list that does not exist returns 404.
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
            /** @description The contact is deleted. */
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
        /** @description The fields to change. Omitted fields keep their values. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateContactRequest"];
            };
        };
        responses: {
            /** @description The changed contact. */
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
    listContactConsents: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
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
            /** @description A page of consents. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsentPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["ListTooLong"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listConsents: {
        parameters: {
            query?: {
                /**
                 * @description Only consents of these numbers, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400. Repeat the parameter for several values.
                 * @example [
                 *       "+5511987654321"
                 *     ]
                 */
                phone?: components["parameters"]["ConsentPhoneFilter"];
                /**
                 * @description Only these purposes. Repeat the parameter for several values.
                 * @example [
                 *       "marketing"
                 *     ]
                 */
                purpose?: components["parameters"]["PurposeFilter"];
                /**
                 * @description Only consents with these statuses. Repeat the parameter for several values.
                 * @example [
                 *       "revoked"
                 *     ]
                 */
                status?: components["parameters"]["ConsentStatusFilter"];
                /**
                 * @description Only these channels. Repeat the parameter for several values.
                 * @example [
                 *       "sms"
                 *     ]
                 */
                channel?: components["parameters"]["ChannelFilter"];
                /**
                 * @description Only consents that were recorded at this instant or later.
                 * @example 2026-11-20T00:00:00Z
                 */
                from?: components["parameters"]["ConsentCreatedFrom"];
                /**
                 * @description Only consents that were recorded at this instant or earlier. Must not be before `from`.
                 * @example 2026-11-20T23:59:59Z
                 */
                to?: components["parameters"]["ConsentCreatedTo"];
                /**
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
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
            /** @description A page of consents. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConsentPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ListTooLong"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    createConsent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The number, and what the person agreed to or revoked. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateConsentRequest"];
            };
        };
        responses: {
            /** @description The new record. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Consent"];
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
    getConsent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the consent.
                 * @example 01a1f8da-79c4-7a31-8e5d-2b9f6c0a4d17
                 */
                consent_id: components["parameters"]["ConsentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The consent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Consent"];
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
    listContactLists: {
        parameters: {
            query?: {
                /**
                 * @description Only lists of this type.
                 * @example default
                 */
                type?: components["parameters"]["ContactListTypeFilter"];
                /**
                 * @description Only lists whose name contains this text, ignoring case and accents.
                 * @example clientes
                 */
                search?: components["parameters"]["ContactListSearch"];
                /**
                 * @description The order of the entries.
                 * @example name
                 */
                sort?: components["parameters"]["Sort"];
                /**
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
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
            422: components["responses"]["ListTooLong"];
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
            /** @description The new contact list. */
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
            /** @description The contact list. */
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
                 * @description Carries out the request only if the resource has this `ETag`, or one of several separated by commas; otherwise returns 412. Send the `ETag` of your last read, so that your change cannot overwrite another one. `*` matches every version. A weak tag (`W/"…"`) never matches. Without this header, the request is carried out in any case.
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
            /** @description The contact list is deleted. */
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
                 * @description Carries out the request only if the resource has this `ETag`, or one of several separated by commas; otherwise returns 412. Send the `ETag` of your last read, so that your change cannot overwrite another one. `*` matches every version. A weak tag (`W/"…"`) never matches. Without this header, the request is carried out in any case.
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
        /** @description The fields to change. Omitted fields keep their values. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateContactListRequest"];
            };
        };
        responses: {
            /** @description The changed contact list. */
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
                 * @description Only contacts whose name or number in E.164 contains this text, ignoring case and accents. A search with more than 200,000 matches returns 422 and names this field: search for a longer part of the name or number. The maximum is 20,000 for a list of more than 5,000 members, for an order by `sort` and together with `attribute`.
                 * @example beatriz
                 */
                search?: components["parameters"]["ContactSearch"];
                /**
                 * @description Only contacts with this attribute, as `name=value`: `city=Recife`. The value is compared exactly, with case and accents. Repeat the parameter for contacts that have all of these attributes. A list that would examine more than 100,000 contacts for this filter returns 422: combine it with `search`.
                 * @example [
                 *       "city=Recife"
                 *     ]
                 */
                attribute?: components["parameters"]["ContactAttributeFilter"];
                /**
                 * @description The order of the entries.
                 * @example name
                 */
                sort?: components["parameters"]["Sort"];
                /**
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
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
            422: components["responses"]["ListTooLong"];
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
        /** @description The number that identifies the contact, and the fields to store. Omitted fields keep their values. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpsertContactRequest"];
            };
        };
        responses: {
            /** @description An existing contact was updated and is on the list. */
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
            /** @description The contact was created or restored and is on the list. */
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
            /** @description The contact is on the list. */
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
            /** @description The contact is no longer on the list. */
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
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
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
        /** @description The uploaded CSV file, and optionally what its columns hold. */
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
            /** @description The canceled import. */
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
                 * @description Only these channels. Repeat the parameter for several values.
                 * @example [
                 *       "sms"
                 *     ]
                 */
                channel?: components["parameters"]["ChannelFilter"];
                /**
                 * @description Only messages for these purposes. Repeat the parameter for several values. A list that would examine more than 100,000 messages for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit.
                 * @example [
                 *       "marketing"
                 *     ]
                 */
                purpose?: components["parameters"]["MessagePurposeFilter"];
                /**
                 * @description Only messages with these statuses. Repeat the parameter for several values.
                 * @example [
                 *       "sent",
                 *       "delivered"
                 *     ]
                 */
                status?: components["parameters"]["MessageStatusFilter"];
                /**
                 * @description Only messages or campaigns with these templates. Repeat the parameter for several values.
                 * @example [
                 *       "01a1e473-6838-7c55-a1b9-0d6e3f7a2c48"
                 *     ]
                 */
                template_id?: components["parameters"]["TemplateIdFilter"];
                /**
                 * @description Only messages of these campaigns. Repeat the parameter for several values.
                 * @example [
                 *       "01a1f509-8038-7e4b-a2d6-8c1f3b5e7094"
                 *     ]
                 */
                campaign_id?: components["parameters"]["CampaignIdFilter"];
                /**
                 * @description Only messages from these senders, including removed ones. Repeat the parameter for several values. A list that would examine more than 100,000 messages for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit.
                 * @example [
                 *       "01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37"
                 *     ]
                 */
                sender_id?: components["parameters"]["SenderIdFilter"];
                /**
                 * @description Only messages of this send, named by the `batch_id` in its response.
                 * @example 01a1f8d3-ea00-7c8f-a3d2-5b6e9f014c78
                 */
                batch_id?: components["parameters"]["BatchIdFilter"];
                /**
                 * @description Only messages with at least one of these tags. Repeat the parameter for several tags. A list that would examine more than 100,000 messages for several tags, or for a tag beside another filter, returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit.
                 * @example [
                 *       "pedidos"
                 *     ]
                 */
                tag?: components["parameters"]["TagFilter"];
                /**
                 * @description Only messages with these reasons for not being delivered. Repeat the parameter for several values. A list that would examine more than 100,000 messages without delivery for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit.
                 * @example [
                 *       "undeliverable",
                 *       "expired"
                 *     ]
                 */
                error_code?: components["parameters"]["MessageErrorCodeFilter"];
                /**
                 * @description Only messages that were blocked for these reasons. Repeat the parameter for several values. A list that would examine more than 100,000 blocked messages for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit.
                 * @example [
                 *       "no_consent"
                 *     ]
                 */
                block_reason?: components["parameters"]["BlockReasonFilter"];
                /**
                 * @description Only messages to these numbers, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400. Repeat the parameter for several values.
                 * @example [
                 *       "+5511987654321"
                 *     ]
                 */
                recipient?: components["parameters"]["MessageRecipientFilter"];
                /**
                 * @description Only messages whose recipient's number or rendered text contains this text, ignoring case and accents. A list that would examine more than 100,000 messages for this filter returns 422 and names this field: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit.
                 * @example pedido
                 */
                search?: components["parameters"]["MessageSearch"];
                /**
                 * @description Only messages that were created at this instant or later.
                 * @example 2026-11-20T00:00:00Z
                 */
                from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Only messages that were created at this instant or earlier. Must not be before `from`.
                 * @example 2026-11-20T23:59:59Z
                 */
                to?: components["parameters"]["CreatedTo"];
                /**
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
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
            422: components["responses"]["ListTooLong"];
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
                 * @description A key of your choice that makes the request safe to repeat. For 24 hours, the same key with the same body gets the stored response; the same key with another body gets 409. The key has characters of ISO 8859-1 (Latin-1), of which only ASCII has the same bytes in all programs. Each byte counts as one character: `ç` in UTF-8 counts as two.
                 * @example pedido-48213-confirmacao
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description A template or inline content, and the recipients. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendMessagesRequest"];
            };
        };
        responses: {
            /** @description The messages were created. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    /**
                     * @description `true` if this is the stored response to an earlier request with the same key, and nothing was created again; absent otherwise.
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
        /** @description The body of a send. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendMessagesRequest"];
            };
        };
        responses: {
            /** @description One preview for each recipient. */
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
                 * @description Only these channels. Repeat the parameter for several values.
                 * @example [
                 *       "sms"
                 *     ]
                 */
                channel?: components["parameters"]["ChannelFilter"];
                /**
                 * @description Only messages for these purposes. Repeat the parameter for several values. A list that would examine more than 100,000 messages for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit.
                 * @example [
                 *       "marketing"
                 *     ]
                 */
                purpose?: components["parameters"]["MessagePurposeFilter"];
                /**
                 * @description Only messages with these statuses. Repeat the parameter for several values.
                 * @example [
                 *       "sent",
                 *       "delivered"
                 *     ]
                 */
                status?: components["parameters"]["MessageStatusFilter"];
                /**
                 * @description Only messages or campaigns with these templates. Repeat the parameter for several values.
                 * @example [
                 *       "01a1e473-6838-7c55-a1b9-0d6e3f7a2c48"
                 *     ]
                 */
                template_id?: components["parameters"]["TemplateIdFilter"];
                /**
                 * @description Only messages of these campaigns. Repeat the parameter for several values.
                 * @example [
                 *       "01a1f509-8038-7e4b-a2d6-8c1f3b5e7094"
                 *     ]
                 */
                campaign_id?: components["parameters"]["CampaignIdFilter"];
                /**
                 * @description Only messages from these senders, including removed ones. Repeat the parameter for several values. A list that would examine more than 100,000 messages for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit.
                 * @example [
                 *       "01a1e473-6838-7a1e-a5f2-6d0c8b9e4f37"
                 *     ]
                 */
                sender_id?: components["parameters"]["SenderIdFilter"];
                /**
                 * @description Only messages of this send, named by the `batch_id` in its response.
                 * @example 01a1f8d3-ea00-7c8f-a3d2-5b6e9f014c78
                 */
                batch_id?: components["parameters"]["BatchIdFilter"];
                /**
                 * @description Only messages with at least one of these tags. Repeat the parameter for several tags. A list that would examine more than 100,000 messages for several tags, or for a tag beside another filter, returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit.
                 * @example [
                 *       "pedidos"
                 *     ]
                 */
                tag?: components["parameters"]["TagFilter"];
                /**
                 * @description Only messages with these reasons for not being delivered. Repeat the parameter for several values. A list that would examine more than 100,000 messages without delivery for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit.
                 * @example [
                 *       "undeliverable",
                 *       "expired"
                 *     ]
                 */
                error_code?: components["parameters"]["MessageErrorCodeFilter"];
                /**
                 * @description Only messages that were blocked for these reasons. Repeat the parameter for several values. A list that would examine more than 100,000 blocked messages for this filter returns 422: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit.
                 * @example [
                 *       "no_consent"
                 *     ]
                 */
                block_reason?: components["parameters"]["BlockReasonFilter"];
                /**
                 * @description Only messages to these numbers, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400. Repeat the parameter for several values.
                 * @example [
                 *       "+5511987654321"
                 *     ]
                 */
                recipient?: components["parameters"]["MessageRecipientFilter"];
                /**
                 * @description Only messages whose recipient's number or rendered text contains this text, ignoring case and accents. A list that would examine more than 100,000 messages for this filter returns 422 and names this field: narrow it with `from` and `to`, `recipient`, `template_id` or `campaign_id`. An export has no such limit.
                 * @example pedido
                 */
                search?: components["parameters"]["MessageSearch"];
                /**
                 * @description Only messages that were created at this instant or later.
                 * @example 2026-11-20T00:00:00Z
                 */
                from?: components["parameters"]["CreatedFrom"];
                /**
                 * @description Only messages that were created at this instant or earlier. Must not be before `from`.
                 * @example 2026-11-20T23:59:59Z
                 */
                to?: components["parameters"]["CreatedTo"];
                /**
                 * @description Format of the CSV. `standard`: commas, and columns named after the fields. `excel_pt`: for a double click in an Excel in Portuguese.
                 * @example excel_pt
                 */
                dialect?: components["parameters"]["CsvDialect"];
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
    updateMessage: {
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
        /** @description The new time. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMessageRequest"];
            };
        };
        responses: {
            /** @description The message with its new time. */
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
            409: components["responses"]["MessageSubmitted"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelMessage: {
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
            /** @description The canceled message. */
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
            409: components["responses"]["MessageSubmitted"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    cancelMessageBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of a send, as in its response.
                 * @example 01a1f8d3-ea00-7c8f-a3d2-5b6e9f014c78
                 */
                batch_id: components["parameters"]["BatchId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How many messages of the send are canceled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CanceledBatch"];
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
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
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
                 * @description Only messages or events from these numbers, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400. Repeat the parameter for several values.
                 * @example [
                 *       "+5511987654321"
                 *     ]
                 */
                sender?: components["parameters"]["InboundSenderFilter"];
                /**
                 * @description Only replies to these messages of yours. Repeat the parameter for several values.
                 * @example [
                 *       "01a1f8d3-ea00-7d14-92c7-1a5b8e4f3d60"
                 *     ]
                 */
                paired_message_id?: components["parameters"]["PairedMessageIdFilter"];
                /**
                 * @description Only replies to messages of these campaigns. Repeat the parameter for several values.
                 * @example [
                 *       "01a1f509-8038-7e4b-a2d6-8c1f3b5e7094"
                 *     ]
                 */
                campaign_id?: components["parameters"]["InboundCampaignIdFilter"];
                /**
                 * @description Only messages with these content types. Repeat the parameter for several values.
                 * @example [
                 *       "text",
                 *       "suggestion"
                 *     ]
                 */
                content_type?: components["parameters"]["InboundContentTypeFilter"];
                /**
                 * @description Only messages whose text contains this text, ignoring case and accents. A search that takes longer than 5 seconds returns 422 and names this field: narrow it with `from` and `to`, `sender`, `paired_message_id` or `campaign_id`.
                 * @example portaria
                 */
                search?: components["parameters"]["InboundMessageSearch"];
                /**
                 * @description Only messages or events that were received at this instant or later.
                 * @example 2026-11-20T00:00:00Z
                 */
                from?: components["parameters"]["ReceivedFrom"];
                /**
                 * @description Only messages or events that were received at this instant or earlier. Must not be before `from`.
                 * @example 2026-11-20T23:59:59Z
                 */
                to?: components["parameters"]["ReceivedTo"];
                /**
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
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
            422: components["responses"]["ListTooLong"];
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
                 * @description Only messages or events from these numbers, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400. Repeat the parameter for several values.
                 * @example [
                 *       "+5511987654321"
                 *     ]
                 */
                sender?: components["parameters"]["InboundSenderFilter"];
                /**
                 * @description Only replies to these messages of yours. Repeat the parameter for several values.
                 * @example [
                 *       "01a1f8d3-ea00-7d14-92c7-1a5b8e4f3d60"
                 *     ]
                 */
                paired_message_id?: components["parameters"]["PairedMessageIdFilter"];
                /**
                 * @description Only replies to messages of these campaigns. Repeat the parameter for several values.
                 * @example [
                 *       "01a1f509-8038-7e4b-a2d6-8c1f3b5e7094"
                 *     ]
                 */
                campaign_id?: components["parameters"]["InboundCampaignIdFilter"];
                /**
                 * @description Only events of these types. Repeat the parameter for several values.
                 * @example [
                 *       "subscribe",
                 *       "unsubscribe"
                 *     ]
                 */
                event_type?: components["parameters"]["InboundRcsEventTypeFilter"];
                /**
                 * @description Only events whose action label contains this text, ignoring case and accents. A search that takes longer than 5 seconds returns 422 and names this field: narrow it with `from` and `to`, `sender`, `paired_message_id` or `campaign_id`.
                 * @example cardápio
                 */
                search?: components["parameters"]["InboundRcsEventSearch"];
                /**
                 * @description Only messages or events that were received at this instant or later.
                 * @example 2026-11-20T00:00:00Z
                 */
                from?: components["parameters"]["ReceivedFrom"];
                /**
                 * @description Only messages or events that were received at this instant or earlier. Must not be before `from`.
                 * @example 2026-11-20T23:59:59Z
                 */
                to?: components["parameters"]["ReceivedTo"];
                /**
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
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
            422: components["responses"]["ListTooLong"];
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
    listConversations: {
        parameters: {
            query?: {
                /**
                 * @description Only conversations with these statuses. Repeat the parameter for several values.
                 * @example [
                 *       "open"
                 *     ]
                 */
                status?: components["parameters"]["ConversationStatusFilter"];
                /**
                 * @description Only conversations with unread messages, or only those without.
                 * @example true
                 */
                unread?: components["parameters"]["ConversationUnreadFilter"];
                /**
                 * @description Only conversations whose person's latest opt-out or opt-in was an opt-out, or only the others.
                 * @example false
                 */
                opted_out?: components["parameters"]["ConversationOptedOutFilter"];
                /**
                 * @description Only the conversation with this number, in any accepted spelling. In a URL, write `+` as `%2B`. An invalid number returns 400.
                 * @example +5511987654321
                 */
                phone?: components["parameters"]["ConversationPhoneFilter"];
                /**
                 * @description Only conversations whose newest message replies to one of these campaigns. Repeat the parameter for several values.
                 * @example [
                 *       "01a1f509-8038-7e4b-a2d6-8c1f3b5e7094"
                 *     ]
                 */
                campaign_id?: components["parameters"]["ConversationCampaignIdFilter"];
                /**
                 * @description Only conversations whose number, `preview` or `contact_name` contains this text, ignoring case and accents. A key without `contacts:read` searches no names. A search that takes longer than 5 seconds returns 422 and names this field: narrow it with `status`, `unread` or `campaign_id`.
                 * @example portaria
                 */
                search?: components["parameters"]["ConversationSearch"];
                /**
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
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
            /** @description A page of conversations. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConversationPage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            422: components["responses"]["ListTooLong"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the conversation.
                 * @example 01a1f8da-2a40-7d19-8b64-3c5e7f9a1b20
                 */
                conversation_id: components["parameters"]["ConversationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The conversation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
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
    updateConversation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the conversation.
                 * @example 01a1f8da-2a40-7d19-8b64-3c5e7f9a1b20
                 */
                conversation_id: components["parameters"]["ConversationId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. Omitted fields keep their values. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateConversationRequest"];
            };
        };
        responses: {
            /** @description The changed conversation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Conversation"];
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
    listCannedResponses: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
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
            /** @description A page of canned responses. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CannedResponsePage"];
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
    createCannedResponse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The name, text and shortcut of the new canned response. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCannedResponseRequest"];
            };
        };
        responses: {
            /** @description The new canned response. */
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
                    "application/json": components["schemas"]["CannedResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["CannedResponseTaken"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getCannedResponse: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the canned response.
                 * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
                 */
                canned_response_id: components["parameters"]["CannedResponseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The canned response. */
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
                    "application/json": components["schemas"]["CannedResponse"];
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
    deleteCannedResponse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Carries out the request only if the resource has this `ETag`, or one of several separated by commas; otherwise returns 412. Send the `ETag` of your last read, so that your change cannot overwrite another one. `*` matches every version. A weak tag (`W/"…"`) never matches. Without this header, the request is carried out in any case.
                 * @example "kU6ZtYf0QmS1v3hXo9bC2A"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the canned response.
                 * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
                 */
                canned_response_id: components["parameters"]["CannedResponseId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The canned response is deleted. */
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
    updateCannedResponse: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Carries out the request only if the resource has this `ETag`, or one of several separated by commas; otherwise returns 412. Send the `ETag` of your last read, so that your change cannot overwrite another one. `*` matches every version. A weak tag (`W/"…"`) never matches. Without this header, the request is carried out in any case.
                 * @example "kU6ZtYf0QmS1v3hXo9bC2A"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the canned response.
                 * @example 01a1f49c-1098-7d42-9b61-7e0c3a5f8d24
                 */
                canned_response_id: components["parameters"]["CannedResponseId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. Omitted fields keep their values. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCannedResponseRequest"];
            };
        };
        responses: {
            /** @description The changed canned response. */
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
                    "application/json": components["schemas"]["CannedResponse"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["CannedResponseTaken"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listCampaigns: {
        parameters: {
            query?: {
                /**
                 * @description Only these channels. Repeat the parameter for several values.
                 * @example [
                 *       "sms"
                 *     ]
                 */
                channel?: components["parameters"]["ChannelFilter"];
                /**
                 * @description Only these purposes. Repeat the parameter for several values.
                 * @example [
                 *       "marketing"
                 *     ]
                 */
                purpose?: components["parameters"]["PurposeFilter"];
                /**
                 * @description Only campaigns with these statuses. Repeat the parameter for several values.
                 * @example [
                 *       "scheduled",
                 *       "running"
                 *     ]
                 */
                status?: components["parameters"]["CampaignStatusFilter"];
                /**
                 * @description Only messages or campaigns with these templates. Repeat the parameter for several values.
                 * @example [
                 *       "01a1e473-6838-7c55-a1b9-0d6e3f7a2c48"
                 *     ]
                 */
                template_id?: components["parameters"]["TemplateIdFilter"];
                /**
                 * @description Only campaigns to these contact lists. Repeat the parameter for several values.
                 * @example [
                 *       "01a1e478-fc18-7e3f-b05c-9d2a8e4b7f61"
                 *     ]
                 */
                list_id?: components["parameters"]["CampaignListIdFilter"];
                /**
                 * @description Only campaigns whose name contains this text, ignoring case and accents.
                 * @example oferta
                 */
                search?: components["parameters"]["CampaignSearch"];
                /**
                 * @description Only campaigns that were created at this instant or later.
                 * @example 2026-11-16T00:00:00Z
                 */
                created_from?: components["parameters"]["CampaignCreatedFrom"];
                /**
                 * @description Only campaigns that were created at this instant or earlier. Must not be before `created_from`.
                 * @example 2026-11-20T23:59:59Z
                 */
                created_to?: components["parameters"]["CampaignCreatedTo"];
                /**
                 * @description The order of the entries.
                 * @example name
                 */
                sort?: components["parameters"]["Sort"];
                /**
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
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
            422: components["responses"]["ListTooLong"];
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
        /** @description The name of the campaign, its template, its contact list and optionally its sender and tags. */
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
                 * @description Carries out the request only if the resource has this `ETag`, or one of several separated by commas; otherwise returns 412. Send the `ETag` of your last read, so that your change cannot overwrite another one. `*` matches every version. A weak tag (`W/"…"`) never matches. Without this header, the request is carried out in any case.
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
            /** @description The campaign is deleted. */
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
                 * @description Carries out the request only if the resource has this `ETag`, or one of several separated by commas; otherwise returns 412. Send the `ETag` of your last read, so that your change cannot overwrite another one. `*` matches every version. A weak tag (`W/"…"`) never matches. Without this header, the request is carried out in any case.
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
        /** @description The new name or tags of the campaign. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCampaignRequest"];
            };
        };
        responses: {
            /** @description The changed campaign. */
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
            409: components["responses"]["CampaignNotChanged"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
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
                 * @description Carries out the request only if the resource has this `ETag`, or one of several separated by commas; otherwise returns 412. Send the `ETag` of your last read, so that your change cannot overwrite another one. `*` matches every version. A weak tag (`W/"…"`) never matches. Without this header, the request is carried out in any case.
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
            /** @description The campaign is launched. */
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
                 * @description Carries out the request only if the resource has this `ETag`, or one of several separated by commas; otherwise returns 412. Send the `ETag` of your last read, so that your change cannot overwrite another one. `*` matches every version. A weak tag (`W/"…"`) never matches. Without this header, the request is carried out in any case.
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
            /** @description The campaign is stopped. */
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
                 * @description Carries out the request only if the resource has this `ETag`, or one of several separated by commas; otherwise returns 412. Send the `ETag` of your last read, so that your change cannot overwrite another one. `*` matches every version. A weak tag (`W/"…"`) never matches. Without this header, the request is carried out in any case.
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
        /** @description The instant at which the campaign launches. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleCampaignRequest"];
            };
        };
        responses: {
            /** @description The scheduled campaign. */
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
                 * @description Carries out the request only if the resource has this `ETag`, or one of several separated by commas; otherwise returns 412. Send the `ETag` of your last read, so that your change cannot overwrite another one. `*` matches every version. A weak tag (`W/"…"`) never matches. Without this header, the request is carried out in any case.
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
                 * @description Only messages of this day or later. By hour, an instant stands for its hour in UTC.
                 * @example 2026-11-01
                 */
                from?: components["parameters"]["UsageFrom"];
                /**
                 * @description Only messages of this day or earlier. Must not be before `from`. By hour, an instant stands for its hour in UTC.
                 * @example 2026-11-30
                 */
                to?: components["parameters"]["UsageTo"];
                /**
                 * @description The key of each row.
                 * @example campaign
                 */
                group_by?: components["parameters"]["UsageGrouping"];
                /**
                 * @description Only these channels. Repeat the parameter for several values.
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
            /** @description The usage. */
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
            422: components["responses"]["ListTooLong"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
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
        /** @description The URL that receives events, and the event types to subscribe to. */
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
                 * @description The id of the webhook endpoint.
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
                 * @description Carries out the request only if the resource has this `ETag`, or one of several separated by commas; otherwise returns 412. Send the `ETag` of your last read, so that your change cannot overwrite another one. `*` matches every version. A weak tag (`W/"…"`) never matches. Without this header, the request is carried out in any case.
                 * @example "kU6ZtYf0QmS1v3hXo9bC2A"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example 01a1eefa-0c58-7a09-8f3d-c2e7b4a6190d
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The endpoint is deleted. */
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
                 * @description Carries out the request only if the resource has this `ETag`, or one of several separated by commas; otherwise returns 412. Send the `ETag` of your last read, so that your change cannot overwrite another one. `*` matches every version. A weak tag (`W/"…"`) never matches. Without this header, the request is carried out in any case.
                 * @example "kU6ZtYf0QmS1v3hXo9bC2A"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example 01a1eefa-0c58-7a09-8f3d-c2e7b4a6190d
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** @description The fields to change. Omitted fields keep their values. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description The changed endpoint. */
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
                 * @description The id of the webhook endpoint.
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
            409: components["responses"]["TooManyRotations"];
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
                 * @description The id of the webhook endpoint.
                 * @example 01a1eefa-0c58-7a09-8f3d-c2e7b4a6190d
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** @description The event type to send. If omitted, the first of the endpoint's `event_types`. */
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
    replayWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
                 * @example 01a1eefa-0c58-7a09-8f3d-c2e7b4a6190d
                 */
                webhook_id: components["parameters"]["WebhookId"];
            };
            cookie?: never;
        };
        /** @description `since` is when the oldest delivery to send was created, and `until` when the newest one was, to the second; without `until`, the present. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayWebhookRequest"];
            };
        };
        responses: {
            /** @description The deliveries are queued again. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
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
                 * @description Only deliveries with these statuses. Repeat the parameter for several values.
                 * @example [
                 *       "abandoned"
                 *     ]
                 */
                status?: components["parameters"]["DeliveryStatusFilter"];
                /**
                 * @description Only deliveries of these event types. Repeat the parameter for several values.
                 * @example [
                 *       "inbound_message"
                 *     ]
                 */
                event_type?: components["parameters"]["DeliveryEventTypeFilter"];
                /**
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
                 * @example 0
                 */
                offset?: components["parameters"]["Offset"];
            };
            header?: never;
            path: {
                /**
                 * @description The id of the webhook endpoint.
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
            422: components["responses"]["ListTooLong"];
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
                 * @description The id of the webhook endpoint.
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
                 * @description The id of the webhook endpoint.
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
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
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
                 * @description The id of the API key, not the key itself.
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
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
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
    getOptOutWords: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The words and automatic replies of the account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutWords"];
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
    updateOptOutWords: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The words and automatic replies. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOptOutWordsRequest"];
            };
        };
        responses: {
            /** @description The words and automatic replies, as they are now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OptOutWords"];
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
    listSendingRules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules of the account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SendingRuleList"];
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
    getSendingRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The purpose that the rule is for.
                 * @example marketing
                 */
                purpose: components["parameters"]["PathPurpose"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
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
                    "application/json": components["schemas"]["SendingRule"];
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
    updateSendingRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Carries out the request only if the resource has this `ETag`, or one of several separated by commas; otherwise returns 412. Send the `ETag` of your last read, so that your change cannot overwrite another one. `*` matches every version. A weak tag (`W/"…"`) never matches. Without this header, the request is carried out in any case.
                 * @example "kU6ZtYf0QmS1v3hXo9bC2A"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The purpose that the rule is for.
                 * @example marketing
                 */
                purpose: components["parameters"]["PathPurpose"];
            };
            cookie?: never;
        };
        /** @description The fields of the rule, or a preset. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSendingRuleRequest"];
            };
        };
        responses: {
            /** @description The rule as it is now. */
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
                    "application/json": components["schemas"]["SendingRule"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    deleteSendingRule: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Carries out the request only if the resource has this `ETag`, or one of several separated by commas; otherwise returns 412. Send the `ETag` of your last read, so that your change cannot overwrite another one. `*` matches every version. A weak tag (`W/"…"`) never matches. Without this header, the request is carried out in any case.
                 * @example "kU6ZtYf0QmS1v3hXo9bC2A"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The purpose that the rule is for.
                 * @example marketing
                 */
                purpose: components["parameters"]["PathPurpose"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The purpose has no restriction. */
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
            412: components["responses"]["PreconditionFailed"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Account"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["ServiceUnavailable"];
        };
    };
    listPrivacyRequests: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of entries in the page. A page whose entries hold more than 16 MiB of text returns 422, with a `limit` that is small enough.
                 * @example 25
                 */
                limit?: components["parameters"]["Limit"];
                /**
                 * @description Number of entries to skip.
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
            /** @description A page of privacy requests. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrivacyRequestPage"];
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
    createPrivacyRequest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description The phone number, and what to do with its data. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePrivacyRequest"];
            };
        };
        responses: {
            /** @description The request is queued, or an equal request is queued or running. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrivacyRequest"];
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
    getPrivacyRequest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the privacy request.
                 * @example 01a1f92c-0f40-7c6b-9a31-4e8d2b7f5a60
                 */
                privacy_request_id: components["parameters"]["PrivacyRequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The privacy request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Limit": components["headers"]["RateLimit-Limit"];
                    "RateLimit-Remaining": components["headers"]["RateLimit-Remaining"];
                    "RateLimit-Reset": components["headers"]["RateLimit-Reset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PrivacyRequest"];
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
    receiveMessageUpdate: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=` and the Unix time in seconds, then for each valid secret `,v1=` and a hexadecimal signature. A signature is the HMAC-SHA256 of that time, a full stop and the raw body. Its key is the part of the secret after `whsec_`, decoded from base64. Accept the request if one of the signatures matches, compared in constant time, and the time differs from yours by less than five minutes. A secret also signs for 24 hours after its rotation, so there are up to eleven signatures.
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
            /** @description Received. The service ignores the response body. */
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
                 * @description `t=` and the Unix time in seconds, then for each valid secret `,v1=` and a hexadecimal signature. A signature is the HMAC-SHA256 of that time, a full stop and the raw body. Its key is the part of the secret after `whsec_`, decoded from base64. Accept the request if one of the signatures matches, compared in constant time, and the time differs from yours by less than five minutes. A secret also signs for 24 hours after its rotation, so there are up to eleven signatures.
                 * @example t=1795176001,v1=6f1a0c3de97b5528f40c6ab1d2937e8805bd64f1a7c3e92608d5b41f7ea03c9d
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description One event with the inbound message. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboundMessageEvents"];
            };
        };
        responses: {
            /** @description Received. The service ignores the response body. */
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
                 * @description `t=` and the Unix time in seconds, then for each valid secret `,v1=` and a hexadecimal signature. A signature is the HMAC-SHA256 of that time, a full stop and the raw body. Its key is the part of the secret after `whsec_`, decoded from base64. Accept the request if one of the signatures matches, compared in constant time, and the time differs from yours by less than five minutes. A secret also signs for 24 hours after its rotation, so there are up to eleven signatures.
                 * @example t=1795176001,v1=6f1a0c3de97b5528f40c6ab1d2937e8805bd64f1a7c3e92608d5b41f7ea03c9d
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description From 1 to 100 events, each with the new status of a campaign. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["CampaignUpdateEvents"];
            };
        };
        responses: {
            /** @description Received. The service ignores the response body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveInboundRcsEvent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=` and the Unix time in seconds, then for each valid secret `,v1=` and a hexadecimal signature. A signature is the HMAC-SHA256 of that time, a full stop and the raw body. Its key is the part of the secret after `whsec_`, decoded from base64. Accept the request if one of the signatures matches, compared in constant time, and the time differs from yours by less than five minutes. A secret also signs for 24 hours after its rotation, so there are up to eleven signatures.
                 * @example t=1795176001,v1=6f1a0c3de97b5528f40c6ab1d2937e8805bd64f1a7c3e92608d5b41f7ea03c9d
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description One event with the inbound RCS event. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboundRcsEventEvents"];
            };
        };
        responses: {
            /** @description Received. The service ignores the response body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    receiveConsentUpdate: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description `t=` and the Unix time in seconds, then for each valid secret `,v1=` and a hexadecimal signature. A signature is the HMAC-SHA256 of that time, a full stop and the raw body. Its key is the part of the secret after `whsec_`, decoded from base64. Accept the request if one of the signatures matches, compared in constant time, and the time differs from yours by less than five minutes. A secret also signs for 24 hours after its rotation, so there are up to eleven signatures.
                 * @example t=1795176001,v1=6f1a0c3de97b5528f40c6ab1d2937e8805bd64f1a7c3e92608d5b41f7ea03c9d
                 */
                "X-Service-Signature": components["parameters"]["ServiceSignature"];
            };
            path?: never;
            cookie?: never;
        };
        /** @description One event with the consent. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConsentUpdateEvents"];
            };
        };
        responses: {
            /** @description Received. The service ignores the response body. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
