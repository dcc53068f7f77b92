// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { OperationReply, OperationRequest } from "./binding";

/** Handlers of the operations of one tag. Failures are thrown, never returned. */
export interface MessagesApi {
  /**
   * Cancel a message
   *
   * `POST /messages/{message_id}/cancel`
   *
   * Cancels a `pending` message. A message that this response shows as `canceled` is never accepted by a
   * carrier and never charged. Canceling a message twice has no further effect. Returns 409 once the
   * submission of the message has begun or is about to begin, and while it waits for a retry.
   */
  cancelMessage(request: OperationRequest<"cancelMessage">): Promise<OperationReply<"cancelMessage">>;
  /**
   * Cancel the messages of a send
   *
   * `POST /message-batches/{batch_id}/cancel`
   *
   * Cancels all messages of a send whose submission has not begun, as `cancelMessage` does for one. While
   * messages of the send are about to be submitted, the response can take up to two seconds longer. The
   * service waits for messages that return to the queue, such as messages above their sender's rate limit,
   * and cancels these messages too. Messages that cannot be canceled now stay as they are. Repeat the request
   * while messages are `pending`: it cancels the messages that can be canceled by then, and counts earlier
   * ones too. Returns 404 if the account has no message of this send.
   */
  cancelMessageBatch(
    request: OperationRequest<"cancelMessageBatch">,
  ): Promise<OperationReply<"cancelMessageBatch">>;
  /**
   * Export messages
   *
   * `GET /messages/export`
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
   * space between two tags. `text` is the text of the message, or the titles and descriptions of its cards,
   * one on each line. A field without a value is an empty cell. `price` is in millionths of a real. Later
   * versions may add columns at the end.
   *
   * With `dialect=excel_pt` the same columns are separated by semicolons and have headings in Portuguese. The
   * values of `status`, `purpose`, `error_message` and `block_reason` are in Portuguese, too. If the original
   * `error_message` has details, such as the names of variables or the carrier's text, it follows in
   * parentheses. Instants are written as `2026-11-20 12:00:05`, in UTC, and `price` in reais with a decimal
   * comma. Numbers in `to` and `sender` have spaces, as in `+55 11 98765-4321`, because Excel would round
   * them. A `carrier_code`, `client_reference` or `carrier_reference` has an apostrophe in front if Excel
   * would change it to another number, a date or a time: if it has only digits, signs, separators and an
   * exponent, such as `10/2026` or `0012`, except a whole number of up to 11 digits without a leading zero.
   *
   * To keep spreadsheets from running a cell as a formula, the service inserts apostrophes. An apostrophe is
   * inserted at the start of a cell, and after each `,`, `;`, tab or line break in it, if `=`, `+`, `-`, `@`
   * or the full-width form of one of them follows, also after spaces and quotation marks. A cell that begins
   * with a tab or a line break gets an apostrophe too. A cell that is a number with a sign, such as a phone
   * number with its `+`, gets none for this reason. To restore a value, remove these apostrophes.
   *
   * Each API process serves at most two exports of an account at a time. The URL of a third one returns 429
   * with `Retry-After`.
   */
  exportMessages(request: OperationRequest<"exportMessages">): Promise<OperationReply<"exportMessages">>;
  /**
   * Get a message
   *
   * `GET /messages/{message_id}`
   *
   * Returns a message with all its status changes.
   */
  getMessage(request: OperationRequest<"getMessage">): Promise<OperationReply<"getMessage">>;
  /**
   * List messages
   *
   * `GET /messages`
   *
   * Returns the messages of the account, newest first. The operator sets after how many days messages are
   * deleted, 400 by default, and can have contents erased earlier. `status_history` is empty in lists; read a
   * single message for its status changes. A list that would examine more than 100,000 messages one by one
   * returns 422. A filter may do so at an `offset` within an hour of more messages. Narrow the list with
   * `from` and `to`, `recipient`, `template_id` or `campaign_id`.
   */
  listMessages(request: OperationRequest<"listMessages">): Promise<OperationReply<"listMessages">>;
  /**
   * Preview messages
   *
   * `POST /messages/preview`
   *
   * Returns what each recipient of a send would get, in how many segments and at what price. The body is that
   * of `sendMessages`. A preview creates, sends and charges nothing.
   */
  previewMessages(request: OperationRequest<"previewMessages">): Promise<OperationReply<"previewMessages">>;
  /**
   * Send messages
   *
   * `POST /messages`
   *
   * Creates one message for each recipient, from a template or from content in the request, and queues the
   * messages that can be sent. The response means that messages are queued, not that they have arrived:
   * subscribe to the event `message_update` or read the messages to track them. A recipient who is suppressed
   * on the channel and for the purpose gets a message with the status `blocked`, which is neither sent nor
   * charged. So does a recipient to whom the sending rule of the purpose allows no message. If one
   * recipient's number is invalid, the response is 422 and no message is created.
   *
   * `send_at` schedules the messages for an instant, and `send_at_local` for a time at each recipient's
   * place: for Brazilian numbers the area code names the time zone, for numbers of Portugal and Spain that of
   * the mainland applies, except for fixed lines of the Azores and the Canary Islands, and for other numbers
   * that of the country if it has one time at that instant. Otherwise the time zone of the account applies.
   * The time must be in the future and at most 90 days ahead, otherwise the response is 422. Until then the
   * messages are `pending`, and can be rescheduled or canceled. Suppression and the sending rule are checked
   * again when a message is submitted.
   *
   * `tags` labels all messages of the request, and so do the follow-ups of these messages. A preview checks
   * tags and shows none.
   *
   * Send an `Idempotency-Key`, so that the request can be repeated without sending twice.
   */
  sendMessages(request: OperationRequest<"sendMessages">): Promise<OperationReply<"sendMessages">>;
  /**
   * Reschedule a message
   *
   * `PATCH /messages/{message_id}`
   *
   * Moves a `pending` message to another time, also one that was not scheduled. `send_at` must be in the
   * future and at most 90 days ahead, otherwise the response is 422. If a sending rule closes this time, the
   * message waits until the next opening, which may be later than 90 days ahead; if the rule blocks instead
   * of waiting, or no window opens again, the response is 422. Returns 409 once the submission of the message
   * has begun, and while a process holds the message to submit it. The other messages of the send keep their
   * time.
   */
  updateMessage(request: OperationRequest<"updateMessage">): Promise<OperationReply<"updateMessage">>;
}
