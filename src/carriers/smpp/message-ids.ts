/**
 * Matches the message ids of receipts with those of submit responses, which carriers may spell differently.
 * The spellings may differ in case, leading zeros or base: as in SMPP 3.3, many carriers mix decimal and
 * hexadecimal. Digits alone do not show the base: `10` and `16` may name one message or two. References
 * therefore use the spelling of responses. Receipt ids are converted once their spelling is known.
 */

/** Spelling of ids in receipts: as in responses, or in another base. */
type Spelling = "same" | "decimal" | "hexadecimal";

/** Maximum number of ids of accepted messages kept for comparison with the ids in delivery receipts. */
const MAX_REMEMBERED = 20_000;
/** Maximum length of a numeric id. Source: SMPP 3.4, 5.2.23. */
const MAX_LENGTH = 64;

const DECIMAL = /^\d+$/;
// Mixed case such as `aB3` belongs to another alphabet than hexadecimal, so case matters.
const HEXADECIMAL = /^([0-9a-f]+|[0-9A-F]+)$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Normalizes an id: a UUID to lower case, a hexadecimal id to lower case without leading zeros. */
export function canonicalId(id: string): string {
  const text = id.trim();
  if (UUID.test(text)) return text.toLowerCase();
  if (!HEXADECIMAL.test(text) || text.length > MAX_LENGTH) return text;
  return text.toLowerCase().replace(/^0+(?=.)/, "");
}

const toHexadecimal = (id: string): string | null =>
  DECIMAL.test(id) && id.length <= MAX_LENGTH ? BigInt(id).toString(16) : null;

const toDecimal = (id: string): string | null =>
  HEXADECIMAL.test(id) && id.length <= MAX_LENGTH ? BigInt(`0x${id}`).toString() : null;

const hasLetters = (id: string) => !DECIMAL.test(id);

export interface TakenMessage {
  accountId: string;
  messageId: string;
  to: string;
  /** Whether the message was sent in one part. A part's status is not the message's status. */
  whole: boolean;
}

interface ReceiptedId {
  /** Id in the spelling of responses, as far as known. */
  reference: string;
  /** Second candidate while the spelling of receipts is unknown. */
  otherwise: string | null;
  /** Whether only the recipient's number selected the id, so that a later response may show another base. */
  doubtful: boolean;
}

const sure = (reference: string): ReceiptedId => ({ reference, otherwise: null, doubtful: false });

export class MessageIds {
  private spelling: Spelling | null = null;
  /** Accepted messages by canonical id, oldest first. */
  private readonly recent = new Map<string, TakenMessage>();

  constructor(private readonly onLearned: (spelling: Spelling) => void = () => {}) {}

  /** Records an accepted message and returns its reference, the canonical id. */
  recordAccepted(id: string, message: TakenMessage): string {
    const canonical = canonicalId(id);
    this.recent.delete(canonical);
    this.recent.set(canonical, message);
    if (this.recent.size > MAX_REMEMBERED) {
      const [oldest] = this.recent.keys();
      this.recent.delete(oldest as string);
    }
    return canonical;
  }

  messageOf(reference: string): TakenMessage | undefined {
    return this.recent.get(reference);
  }

  /** Returns the reference for a receipt. `numbers` are the addresses in the receipt. */
  ofReceipt(id: string, numbers: readonly string[]): ReceiptedId {
    const same = canonicalId(id);
    const asDecimal = toHexadecimal(same);
    const asHexadecimal = toDecimal(same);
    // The base does not matter for an id that is not a number, or that is a single decimal digit.
    if (asHexadecimal === null || (asDecimal === same && asHexadecimal === same)) return sure(same);
    this.learn(same, asDecimal, asHexadecimal);
    if (this.spelling === "same") return sure(same);
    if (this.spelling === "decimal") return sure(asDecimal ?? same);
    if (this.spelling === "hexadecimal") return sure(asHexadecimal);
    if (this.recent.has(same)) return sure(same);
    // The spelling is still unknown, so the recipient's number selects the candidate.
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
   * Learns the spelling of receipt ids. Only an id with letters proves its base, so the receipt id or its
   * hexadecimal form must have letters, and one spelling must match a response's id. `same` and `hexadecimal`
   * are permanent; `decimal` may still change.
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
