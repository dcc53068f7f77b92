/**
 * What a carrier calls a message, in one spelling. Carriers name a message in their answer to its submission and again in
 * its receipt, and the two may differ: in case, in leading zeros, and many write one in hexadecimal and the other in
 * decimal (SMPP 3.3 had it so). What is a number cannot be told from its digits alone: `10` and `16` may be two messages,
 * or one. So the answers' spelling is what counts, and receipts are translated into it once it has been seen how the two
 * belong together.
 */

/** How receipts spell what answers to submissions name. */
type Spelling = "same" | "decimal" | "hexadecimal";

/** Ids of answers that are remembered to compare receipts with. */
const MOST_REMEMBERED = 20_000;
/** SMPP 3.4, 5.2.23: 64 characters and a NUL. A longer id is no number to translate. */
const MAX_LENGTH = 64;

const DECIMAL = /^\d+$/;
// One case throughout: `aB3` is no number but an id in some other alphabet, where case counts.
const HEXADECIMAL = /^([0-9a-f]+|[0-9A-F]+)$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** One spelling for ids that differ in leading zeros, or in case where that means nothing. */
export function canonicalId(id: string): string {
  const text = id.trim();
  if (UUID.test(text)) return text.toLowerCase();
  if (!HEXADECIMAL.test(text) || text.length > MAX_LENGTH) return text;
  return text.toLowerCase().replace(/^0+(?=.)/, "");
}

/** The canonical id read as a decimal number, in hexadecimal; null where it is none. */
const toHexadecimal = (id: string): string | null =>
  DECIMAL.test(id) && id.length <= MAX_LENGTH ? BigInt(id).toString(16) : null;

/** The canonical id read as a hexadecimal number, in decimal; null where it is none. */
const toDecimal = (id: string): string | null =>
  HEXADECIMAL.test(id) && id.length <= MAX_LENGTH ? BigInt(`0x${id}`).toString() : null;

const hasLetters = (id: string) => !DECIMAL.test(id);

/** A message that was taken, as far as its receipts need to know it. */
export interface TakenMessage {
  accountId: string;
  messageId: string;
  /** The recipient's number. */
  to: string;
  /** Whether it went out whole: what becomes of a part is not what becomes of the message. */
  whole: boolean;
}

/** What a receipt is about. */
export interface ReceiptedId {
  /** As answers spell it, as far as that is known. */
  reference: string;
  /** What answers may call it besides, while it is not known how receipts spell. */
  otherwise: string | null;
  /** A little later more may be known: an answer that is still on its way. */
  doubtful: boolean;
}

const sure = (reference: string): ReceiptedId => ({ reference, otherwise: null, doubtful: false });

export class MessageIds {
  private spelling: Spelling | null = null;
  /** By canonical id, the oldest first. */
  private readonly recent = new Map<string, TakenMessage>();

  constructor(private readonly onLearned: (spelling: Spelling) => void = () => {}) {}

  /** The reference of a message that was taken. */
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

  /** The message of a reference, where it is remembered. */
  messageOf(reference: string): TakenMessage | undefined {
    return this.recent.get(reference);
  }

  /** The reference of the message that a receipt is about. `numbers` are the addresses on the receipt. */
  ofReceipt(id: string, numbers: readonly string[]): ReceiptedId {
    const same = canonicalId(id);
    const asDecimal = toHexadecimal(same);
    const asHexadecimal = toDecimal(same);
    // No number, or a digit that is the same in both.
    if (asHexadecimal === null || (asDecimal === same && asHexadecimal === same)) return sure(same);
    this.learn(same, asDecimal, asHexadecimal);
    if (this.spelling === "same") return sure(same);
    if (this.spelling === "decimal") return sure(asDecimal ?? same);
    if (this.spelling === "hexadecimal") return sure(asHexadecimal);
    if (this.recent.has(same)) return sure(same);
    // Without a letter there is no telling numbers apart but by whom the message went to.
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
   * Letters prove which base a number is written in: where the one spelling of a receipt has some, and the answer to a
   * submission has named just that number. Receipts that have letters themselves are hexadecimal once and for all.
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
