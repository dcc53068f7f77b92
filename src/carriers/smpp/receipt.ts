import type { CarrierError, ReportedStatus } from "../carrier";

/**
 * Message states by SMPP 3.4, 5.2.28 (message_state) and appendix B (receipt text). Null means not final.
 * Carriers also write the words in full, so only the first letters are compared.
 */
const STATES: readonly (readonly [number, RegExp, ReportedStatus | null, string])[] = [
  [0, /^SCHED/, null, "it is scheduled"],
  [1, /^ENROU/, null, "it is on its way"],
  [2, /^DELIV/, "delivered", "it was delivered"],
  [3, /^EXPIR/, "expired", "it was not delivered within its validity"],
  [4, /^DELET/, "undelivered", "the carrier has deleted it"],
  [5, /^(UNDEL|FAIL)/, "undelivered", "it could not be delivered"],
  [6, /^ACCEP/, null, "it was accepted"],
  [7, /^UNKNO/, "undelivered", "the carrier does not know its state"],
  [8, /^REJEC/, "undelivered", "it was rejected"],
  [9, /^SKIPP/, "undelivered", "the carrier has skipped it"],
];

export interface Receipt {
  /** Message id as the carrier spells it. */
  id: string;
  /** Final status; null if the message is still in transit. */
  status: ReportedStatus | null;
  error: CarrierError | null;
}

export interface ReceiptFields {
  /** Text of the receipt. Its alphabet does not matter, because the fields are ASCII. */
  text: string;
  /** TLVs receipted_message_id, message_state and network_error_code; null if absent. */
  receiptedMessageId: string | null;
  messageState: number | null;
  networkErrorCode: Buffer | null;
}

const field = (name: string) => new RegExp(`(?:^|[\\s,;])${name}:([^\\s,;]+)`, "i");
const FIELDS = { id: field("id"), stat: field("stat"), err: field("err") };

/** Maximum text length that is searched, in UTF-16 units. The fields are at the beginning. */
const MAX_TEXT = 1_024;

/** Reads a receipt, preferring TLVs to the text. Returns null without a message id or a known state. */
export function readReceipt(fields: ReceiptFields): Receipt | null {
  const { text } = fields;
  // After `text:` follows the message itself, which may contain anything.
  const told = text.slice(0, MAX_TEXT).split(/(?:^|[\s,;])text:/i, 1)[0] ?? "";
  const field = (name: keyof typeof FIELDS) => FIELDS[name].exec(told)?.[1] ?? null;
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

/** Returns null for a code of zeros, which means no error. */
const meaningful = (code: string | null) => (code === null || /^0*$/.test(code) ? null : code);

/**
 * Returns the network error code by SMPP 3.4, 5.3.2.31: one octet for the network type and two for the code.
 */
function networkCode(value: Buffer | null): string | null {
  const code = value?.length === 3 ? value.readUInt16BE(1) : 0;
  return code === 0 ? null : String(code);
}
