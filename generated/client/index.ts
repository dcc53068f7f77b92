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
     */
    createTemplate: (...init: Init<"/templates", "POST">) => http.POST("/templates", ...init),

    /**
     * Delete a template
     *
     * `DELETE /templates/{template_id}`
     *
     * Takes the template away and frees its name. While something else still needs it, the answer is 409.
     * Messages that were made from it stay as they are.
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
     * Changes the name, the content or both. Messages that were made from the template before keep what they
     * had. The channel cannot be changed.
     */
    updateTemplate: (...init: Init<"/templates/{template_id}", "PATCH">) =>
      http.PATCH("/templates/{template_id}", ...init),

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
