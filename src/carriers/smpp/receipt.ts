import type { CarrierError, ReportedStatus } from "../carrier";

/**
 * What became of a message, by SMPP 3.4: 5.2.28 (message_state) and appendix B (the text of a receipt). Null: it is still
 * on its way. Carriers also write the words in full, which the first letters tell.
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
  /** As the carrier spells it. */
  id: string;
  /** Null: no end yet. */
  status: ReportedStatus | null;
  error: CarrierError | null;
}

export interface ReceiptFields {
  /** The text, without its alphabet mattering: fields are ASCII. */
  text: string;
  /** Of the TLVs receipted_message_id, message_state and network_error_code; null where there is none. */
  receiptedMessageId: string | null;
  messageState: number | null;
  networkErrorCode: Buffer | null;
}

const field = (name: string) => new RegExp(`(?:^|[\\s,;])${name}:([^\\s,;]+)`, "i");
const FIELDS = { id: field("id"), stat: field("stat"), err: field("err") };

/** Longest text that is looked at, in UTF-16 units. The fields are at its beginning. */
const MAX_TEXT = 1_024;

/** Reads a receipt, TLVs before text; null where it does not say which message it is about, or nothing that is known. */
export function readReceipt(fields: ReceiptFields): Receipt | null {
  const { text } = fields;
  // What follows are words of the message itself, which may look like anything.
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

/** Zeros stand for no error. */
const meaningful = (code: string | null) => (code === null || /^0*$/.test(code) ? null : code);

/** SMPP 3.4, 5.3.2.31: the kind of network in one octet, and its code in two. */
function networkCode(value: Buffer | null): string | null {
  const code = value?.length === 3 ? value.readUInt16BE(1) : 0;
  return code === 0 ? null : String(code);
}
