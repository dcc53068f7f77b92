import { forEachText } from "../../messaging/content-texts";
import { type Cell, MARK, toLines } from "../../platform/csv-lines";
import { toTimestamp } from "../../platform/time";
import type { ListedMessage } from "./list.store";
import type { Message } from "./message";

/** Returns the texts of the content that the recipient sees, one per line. */
function textOf(content: Message["content"]): string | null {
  if (content === null) return null;
  const texts: string[] = [];
  forEachText(content, (text, part) => {
    if (part === "text" || part === "title" || part === "description") texts.push(text);
  });
  return texts.join("\n");
}

/** CSV columns by name, in order. Append new columns at the end. */
const COLUMNS: Readonly<Record<string, (message: ListedMessage) => Cell>> = {
  id: ({ id }) => id,
  created_at: ({ createdAt }) => toTimestamp(createdAt),
  updated_at: ({ updatedAt }) => toTimestamp(updatedAt),
  channel: ({ channel }) => channel,
  status: ({ status }) => status,
  to: ({ recipient }) => recipient,
  sender: ({ sender }) => sender,
  text: ({ content }) => textOf(content),
  content_type: ({ content }) => content?.type ?? null,
  segments: ({ segments }) => segments,
  price: ({ price }) => price,
  error_code: ({ error }) => error?.code ?? null,
  error_message: ({ error }) => error?.message ?? null,
  carrier_code: ({ error }) => error?.carrier_code ?? null,
  campaign_id: ({ campaignId }) => campaignId,
  template_id: ({ templateId }) => templateId,
  contact_id: ({ contactId }) => contactId,
  parent_message_id: ({ parentMessageId }) => parentMessageId,
  client_reference: ({ clientReference }) => clientReference,
  carrier: ({ carrier }) => carrier,
  carrier_reference: ({ carrierReference }) => carrierReference,
  sender_id: ({ senderId }) => senderId,
};

const cellsOf = Object.values(COLUMNS);

/** Yields the CSV header and then the messages, one string per run. */
export async function* messagesCsv(
  runs: AsyncIterable<readonly ListedMessage[]>,
): AsyncGenerator<string, void> {
  yield MARK + toLines([Object.keys(COLUMNS)]);
  for await (const run of runs) {
    if (run.length > 0) yield toLines(run.map((message) => cellsOf.map((cell) => cell(message))));
  }
}
