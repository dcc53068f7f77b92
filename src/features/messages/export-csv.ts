import { forEachText } from "../../messaging/content-texts";
import { phoneText } from "../../messaging/phone-text";
import { type Cell, MARK, toLines } from "../../platform/csv-lines";
import { type Instant, toTimestamp, toTimestampOrNull } from "../../platform/time";
import { BLOCK_REASONS, errorText, PURPOSES, STATUSES } from "./export-words-pt";
import { batchIdOf, type ListedMessage, type Message } from "./message";

/** Returns the texts of the content that the recipient sees, one per line; null without content. */
function textOf(content: Message["content"]): string | null {
  if (content === null) return null;
  const texts: string[] = [];
  forEachText(content, (text, part) => {
    if (part === "text" || part === "title" || part === "description") texts.push(text);
  });
  return texts.join("\n");
}

type CellOf = (message: ListedMessage) => Cell;
type Columns = Readonly<Record<string, CellOf>>;

/** CSV columns by name, in order. Append new columns at the end. */
const COLUMNS = {
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
  purpose: ({ purpose }) => purpose,
  batch_id: batchIdOf,
  not_before: ({ notBefore }) => toTimestampOrNull(notBefore),
  tags: ({ tags }) => tags?.join(" ") ?? null,
  block_reason: ({ blockReason }) => blockReason,
} satisfies Columns;

/** Headings in Portuguese, as the console names the fields. */
const PT_HEADINGS: Readonly<Record<keyof typeof COLUMNS, string>> = {
  id: "Id",
  created_at: "Criada em (UTC)",
  updated_at: "Atualizada em (UTC)",
  channel: "Canal",
  status: "Situação",
  to: "Para",
  sender: "Remetente",
  text: "Texto",
  content_type: "Tipo de conteúdo",
  segments: "Segmentos de SMS",
  price: "Preço (R$)",
  error_code: "Código do erro",
  error_message: "Mensagem do erro",
  carrier_code: "Código da operadora",
  campaign_id: "Id da campanha",
  template_id: "Id do modelo",
  contact_id: "Id do contato",
  parent_message_id: "Id da mensagem anterior",
  client_reference: "Referência do cliente",
  carrier: "Conexão",
  carrier_reference: "Referência da operadora",
  sender_id: "Id do remetente",
  purpose: "Finalidade",
  batch_id: "Id do envio",
  not_before: "Envio a partir de (UTC)",
  tags: "Etiquetas",
  block_reason: "Motivo do bloqueio",
};

/** Returns an instant in the form that every language of Excel reads as a date and time. */
const excelInstant = (instant: Instant): string => toTimestamp(instant).replace("T", " ").replace("Z", "");

/** Returns an amount in millionths of a real as reais with a decimal comma. */
const decimalComma = (microUnits: number): string => (microUnits / 1_000_000).toFixed(6).replace(".", ",");

/** Returns a phone number with spaces. Excel rounds a number without spaces and drops its plus sign. */
const spacedPhone = (number: string | null): string | null => (number === null ? null : phoneText(number));

/** A text that Excel could read as a number, a date or a time. */
const NUMERIC = /^\s*[+-]?\d[\d.,/:e+-]*\s*$/i;
/** A number that Excel shows unchanged. Excel drops leading zeros, and shows 12 digits with an exponent. */
const UNCHANGED_NUMBER = /^(?:0|[1-9]\d{0,10})$/;

/** Puts an apostrophe before a code that Excel would change, as `toLines` does before a formula. */
const asText = (code: string | null): string | null =>
  code !== null && NUMERIC.test(code) && !UNCHANGED_NUMBER.test(code) ? `'${code}` : code;

const EXCEL_PT_COLUMNS: Columns = {
  ...COLUMNS,
  status: ({ status }) => STATUSES[status],
  purpose: ({ purpose }) => PURPOSES[purpose],
  error_message: ({ error }) => (error === null ? null : errorText(error)),
  block_reason: ({ blockReason }) => (blockReason === null ? null : BLOCK_REASONS[blockReason]),
  carrier_code: ({ error }) => asText(error?.carrier_code ?? null),
  client_reference: ({ clientReference }) => asText(clientReference),
  carrier_reference: ({ carrierReference }) => asText(carrierReference),
  to: ({ recipient }) => spacedPhone(recipient),
  sender: ({ sender }) => spacedPhone(sender),
  created_at: ({ createdAt }) => excelInstant(createdAt),
  updated_at: ({ updatedAt }) => excelInstant(updatedAt),
  not_before: ({ notBefore }) => (notBefore === null ? null : excelInstant(notBefore)),
  price: ({ price }) => decimalComma(price),
};

const DIALECTS = {
  standard: { columns: COLUMNS, headings: Object.keys(COLUMNS), delimiter: "," },
  excel_pt: { columns: EXCEL_PT_COLUMNS, headings: Object.values(PT_HEADINGS), delimiter: ";" },
} as const;

export type CsvDialect = keyof typeof DIALECTS;

/** Yields the CSV header, then one string for each array of messages. */
export async function* messagesCsv(
  runs: AsyncIterable<readonly ListedMessage[]>,
  dialect: CsvDialect,
): AsyncGenerator<string, void> {
  const { columns, headings, delimiter } = DIALECTS[dialect];
  const cellsOf: readonly CellOf[] = Object.values(columns);
  yield MARK + toLines([headings], delimiter);
  for await (const run of runs) {
    if (run.length === 0) continue;
    yield toLines(
      run.map((message) => cellsOf.map((cell) => cell(message))),
      delimiter,
    );
  }
}
