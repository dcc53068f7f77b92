// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface MessagesApi {
  /**
   * Export messages
   *
   * `GET /messages/export`
   *
   * Answers with a URL of a CSV with all messages that pass the filters, newest first, however many there
   * are: those that had been created when the URL was asked for, as they stand when it is read. The URL works
   * for 15 minutes, and needs no key; a download that has begun goes on.
   *
   * The table is UTF-8 with a byte order mark, commas and CRLF. Its columns are `id`, `created_at`,
   * `updated_at`, `channel`, `status`, `to`, `sender`, `text`, `content_type`, `segments`, `price`,
   * `error_code`, `error_message`, `carrier_code`, `campaign_id`, `template_id`, `contact_id`,
   * `parent_message_id`, `client_reference`, `carrier`, `carrier_reference` and `sender_id`: the fields of a
   * message by their names. `text` is what its reader sees: the text, or titles and descriptions of cards,
   * each on a line. What has no value is empty. `price` is in millionths of a real. Later versions may add
   * columns behind these.
   *
   * A spreadsheet must not run any cell as a formula, whether it splits the table at commas, semicolons or
   * tabs. An apostrophe is therefore inserted at the start of a cell, and after each `,`, `;`, tab or line
   * break within it, where `=`, `+`, `-`, `@` or one of these characters in full width follows; spaces and
   * quotation marks may stand in between. A cell that begins with a tab or a line break gets an apostrophe
   * too. A cell that is a number with a sign, such as a phone number with its `+`, stays as it is. To restore
   * a value, remove these apostrophes.
   *
   * Of one account a few exports are read at a time; until one of them ends, the URL of one more answers 429.
   */
  exportMessages(request: OperationRequest<"exportMessages">): Promise<OperationReply<"exportMessages">>;
  /**
   * Get a message
   *
   * `GET /messages/{message_id}`
   *
   * Answers with one message and all its steps.
   */
  getMessage(request: OperationRequest<"getMessage">): Promise<OperationReply<"getMessage">>;
  /**
   * List messages
   *
   * `GET /messages`
   *
   * Answers with the messages of the account, newest first, however old they are. `status_history` is empty
   * here; read a message by its id to see its steps.
   */
  listMessages(request: OperationRequest<"listMessages">): Promise<OperationReply<"listMessages">>;
  /**
   * Preview messages
   *
   * `POST /messages/preview`
   *
   * Takes the body of a send and answers with what each recipient would get, in how many segments and at what
   * price. Nothing is created, sent or charged.
   */
  previewMessages(request: OperationRequest<"previewMessages">): Promise<OperationReply<"previewMessages">>;
  /**
   * Send messages
   *
   * `POST /messages`
   *
   * Creates one message for each recipient, from a template or from content in the request, and queues those
   * that can be sent. The answer means that they are queued, not that they have arrived: follow them by the
   * `message_update` event or by reading them. A recipient who is suppressed on the channel gets a message
   * with status `blocked`, which is neither sent nor charged. One number that is not a valid phone number
   * makes the whole request fail with 422, and nothing is created.
   *
   * Send an `Idempotency-Key` so that the request can be repeated without sending twice.
   */
  sendMessages(request: OperationRequest<"sendMessages">): Promise<OperationReply<"sendMessages">>;
}
