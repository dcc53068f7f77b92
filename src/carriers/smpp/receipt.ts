import { EXPIRY } from "../../messaging/expiry";
import type { CarrierError, ReportedStatus } from "../carrier";

/**
 * Message states: code, text, status (null if not final) and meaning. Only the first letters of the text are
 * compared, because some carriers write whole words. Source: SMPP 3.4, 5.2.28 (message_state) and appendix B
 * (receipt text).
 */
const STATES: readonly (readonly [number, RegExp, ReportedStatus | null, string])[] = [
  [0, /^SCHED/, null, "it is scheduled"],
  [1, /^ENROU/, null, "it is on its way"],
  [2, /^DELIV/, "delivered", "it was delivered"],
  [3, /^EXPIR/, "expired", `it was ${EXPIRY.not_delivered}`],
  [4, /^DELET/, "undelivered", "the carrier has deleted it"],
  [5, /^(UNDEL|FAIL)/, "undelivered", "it could not be delivered"],
  [6, /^ACCEP/, null, "it was accepted"],
  [7, /^UNKNO/, "undelivered", "the carrier does not know its state"],
  [8, /^REJEC/, "undelivered", "it was rejected"],
  [9, /^SKIPP/, "undelivered", "the carrier has skipped it"],
];

interface Receipt {
  id: string;
  /** Final status; null while the message is in transit. */
  status: ReportedStatus | null;
  error: CarrierError | null;
}

export interface ReceiptFields {
  /** Text of the receipt. Any decoding that keeps ASCII works, because the fields are ASCII. */
  text: string;
  /** TLV fields of the receipt; null if absent. */
  receiptedMessageId: string | null;
  messageState: number | null;
  networkErrorCode: Buffer | null;
}

const field = (name: string) => new RegExp(`(?:^|[\\s,;])${name}:([^\\s,;]+)`, "i");
const FIELDS = { id: field("id"), stat: field("stat"), err: field("err") };

/** Maximum searched text length, in UTF-16 units. The fields come first in the text. */
const MAX_TEXT = 1_024;

/**
 * Parses a receipt. The TLVs take precedence for the id and the state, and the text for the error code.
 * Returns null without a message id or a known state.
 */
export function readReceipt(fields: ReceiptFields): Receipt | null {
  const { text } = fields;
  // The message itself follows `text:`, and may contain text that resembles a field.
  const fieldText = text.slice(0, MAX_TEXT).split(/(?:^|[\s,;])text:/i, 1)[0] ?? "";
  const field = (name: keyof typeof FIELDS) => FIELDS[name].exec(fieldText)?.[1] ?? null;
  const id = fields.receiptedMessageId || field("id");
  const stat = field("stat")?.toUpperCase();
  const state =
    STATES.find(([code]) => code === fields.messageState) ??
    STATES.find(([, word]) => stat !== undefined && word.test(stat));
  if (!id || !state) return null;
  const [, , status, meaning] = state;
  if (status === null || status === "delivered") return { id, status, error: null };
  const carrierCode = meaningful(field("err")) ?? networkCode(fields.networkErrorCode) ?? stat ?? null;
  return {
    id,
    status,
    error: {
      code: status === "expired" ? "expired" : "undeliverable",
      message: `the carrier reports that ${meaning}`,
      carrierCode: carrierCode?.slice(0, 64) ?? null,
    },
  };
}

/** Returns the code, or null for zeros, which mean no error. */
const meaningful = (code: string | null) => (code === null || /^0*$/.test(code) ? null : code);

/** Returns the number after the network type octet (SMPP 3.4, 5.3.2.31), or null for zero. */
function networkCode(value: Buffer | null): string | null {
  const code = value?.length === 3 ? value.readUInt16BE(1) : 0;
  return code === 0 ? null : String(code);
}
