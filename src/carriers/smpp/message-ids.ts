/**
 * Normalizes a carrier's message ids. A carrier names a message in its response to the submission and again
 * in the receipt. The two may differ in case or leading zeros. Many carriers also write one in hexadecimal
 * and the other in decimal, as in SMPP 3.3. Digits alone do not show the base: `10` and `16` may be one
 * message or two. The spelling of responses is therefore canonical, and receipts are translated once their
 * spelling is known.
 */

/** Spelling of ids in receipts, relative to the responses. */
type Spelling = "same" | "decimal" | "hexadecimal";

/** Maximum ids of responses that are kept for comparison with receipts. */
const MOST_REMEMBERED = 20_000;
/** Maximum length of a numeric id. SMPP 3.4, 5.2.23 allows 64 characters and a NUL. */
const MAX_LENGTH = 64;

const DECIMAL = /^\d+$/;
// Mixed case such as `aB3` is not hexadecimal but another alphabet, in which case matters.
const HEXADECIMAL = /^([0-9a-f]+|[0-9A-F]+)$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns one spelling for ids that differ only in leading zeros, or in case without a meaning. */
export function canonicalId(id: string): string {
  const text = id.trim();
  if (UUID.test(text)) return text.toLowerCase();
  if (!HEXADECIMAL.test(text) || text.length > MAX_LENGTH) return text;
  return text.toLowerCase().replace(/^0+(?=.)/, "");
}

/** Converts a canonical id from decimal to hexadecimal; returns null if it is not decimal. */
const toHexadecimal = (id: string): string | null =>
  DECIMAL.test(id) && id.length <= MAX_LENGTH ? BigInt(id).toString(16) : null;

/** Converts a canonical id from hexadecimal to decimal; returns null if it is not hexadecimal. */
const toDecimal = (id: string): string | null =>
  HEXADECIMAL.test(id) && id.length <= MAX_LENGTH ? BigInt(`0x${id}`).toString() : null;

const hasLetters = (id: string) => !DECIMAL.test(id);

/** An accepted message, with the fields that its receipts need. */
export interface TakenMessage {
  accountId: string;
  messageId: string;
  /** The recipient's number. */
  to: string;
  /** Whether it was sent in one part. The status of a part is not the status of the message. */
  whole: boolean;
}

export interface ReceiptedId {
  /** Id as responses spell it, as far as known. */
  reference: string;
  /** Alternative id while the spelling of receipts is unknown. */
  otherwise: string | null;
  /** Whether a response in transit may soon settle the id. */
  doubtful: boolean;
}

const sure = (reference: string): ReceiptedId => ({ reference, otherwise: null, doubtful: false });

export class MessageIds {
  private spelling: Spelling | null = null;
  /** Accepted messages by canonical id, oldest first. */
  private readonly recent = new Map<string, TakenMessage>();

  constructor(private readonly onLearned: (spelling: Spelling) => void = () => {}) {}

  /** Records an accepted message and returns its reference. */
  ofAnswer(id: string, message: TakenMessage): string {
    const canonical = canonicalId(id);
    this.recent.delete(canonical);
    this.recent.set(canonical, message);
    if (this.recent.size > MOST_REMEMBERED) {
      const [oldest] = this.recent.keys();
      this.recent.delete(oldest as string);
    }
    return canonical;
  }

  /** Returns the message of a reference, if it is still kept. */
  messageOf(reference: string): TakenMessage | undefined {
    return this.recent.get(reference);
  }

  /** Returns the reference for a receipt. `numbers` are the addresses on the receipt. */
  ofReceipt(id: string, numbers: readonly string[]): ReceiptedId {
    const same = canonicalId(id);
    const asDecimal = toHexadecimal(same);
    const asHexadecimal = toDecimal(same);
    // Not a number, or the same in both bases.
    if (asHexadecimal === null || (asDecimal === same && asHexadecimal === same)) return sure(same);
    this.learn(same, asDecimal, asHexadecimal);
    if (this.spelling === "same") return sure(same);
    if (this.spelling === "decimal") return sure(asDecimal ?? same);
    if (this.spelling === "hexadecimal") return sure(asHexadecimal);
    if (this.recent.has(same)) return sure(same);
    // Without letters, only the recipient distinguishes the candidates.
    const some = numbers.map(digitsOf);
    const isOf = (one: string | null) => {
      const message = one === null ? undefined : this.recent.get(one);
      return message !== undefined && some.includes(digitsOf(message.to));
    };
    const agreeing = [asDecimal, asHexadecimal].filter(isOf);
    if (agreeing.length === 1) return { reference: agreeing[0] as string, otherwise: null, doubtful: true };
    const lettered = asDecimal !== null && hasLetters(asDecimal) ? asDecimal : null;
    return { reference: same, otherwise: hasLetters(same) ? asHexadecimal : lettered, doubtful: false };
  }

  /**
   * Learns the spelling of receipts from letters, which prove a base. It is learned if one conversion of a
   * receipt's id has letters and matches the id of a response. Receipts that contain letters themselves
   * settle it permanently.
   */
  private learn(same: string, asDecimal: string | null, asHexadecimal: string): void {
    if (this.spelling === "same" || this.spelling === "hexadecimal") return;
    const found = hasLetters(same)
      ? this.recent.has(same)
        ? "same"
        : this.recent.has(asHexadecimal)
          ? "hexadecimal"
          : null
      : asDecimal !== null && hasLetters(asDecimal) && this.recent.has(asDecimal) && !this.recent.has(same)
        ? "decimal"
        : null;
    if (found === null || found === this.spelling) return;
    this.spelling = found;
    this.onLearned(found);
  }
}

const digitsOf = (address: string) => address.replace(/\D/g, "");
