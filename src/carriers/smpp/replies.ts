import { MINUTE, SECOND } from "../../platform/time";
import type { Concatenation } from "./text";

/** Maximum wait for the next part of a reply, in milliseconds. */
const MAX_WAIT = 3 * MINUTE;
/**
 * Maximum delay of a part's acknowledgement, in milliseconds. Many carriers wait for it before the next part.
 */
const HOLD = SECOND;
/** Time in milliseconds during which a repeated part of a complete reply is ignored as a duplicate. */
const REPEATED = MINUTE;
/** Maximum number of incomplete replies, and of remembered complete replies. */
const MAX_REPLIES = 1_000;

export interface ReplyPart extends Concatenation {
  from: string;
  to: string;
  text: string;
}

interface Assembly {
  from: string;
  to: string;
  total: number;
  parts: Map<number, string>;
  expiry: NodeJS.Timeout | undefined;
  /** Parts without an acknowledgement. */
  held: Set<{ resolve: () => void; reject: (error: unknown) => void; timer: NodeJS.Timeout }>;
}

/** A reply that is stored, or is being stored. */
interface Whole {
  parts: ReadonlyMap<number, string>;
  stored: Promise<void>;
  /** End of the time in which repeated parts are ignored, from `performance.now()`. */
  until: number;
}

/**
 * Assembles long replies from parts of any bind. A part is acknowledged when the reply is stored, or after
 * `HOLD`. An incomplete reply is stored if no part arrives within `MAX_WAIT`, if more than `MAX_REPLIES` are
 * incomplete, or by `flush`.
 */
export class LongReplies {
  private readonly open = new Map<string, Assembly>();
  /** Recent complete replies, to recognize repeated parts. */
  private readonly whole = new Map<string, Whole>();

  constructor(
    private readonly store: (reply: { from: string; to: string; text: string }) => Promise<void>,
    private readonly onIncomplete: (missing: number) => void,
    private readonly onError: (error: unknown) => void,
    private readonly holdMs = HOLD,
    private readonly maxWaitMs = MAX_WAIT,
  ) {}

  /** Resolves when the part may be acknowledged. Rejects if the carrier must resend the part. */
  async take(part: ReplyPart): Promise<void> {
    const key = [part.from, part.to, part.reference, part.total].join(" ");
    const before = this.whole.get(key);
    if (before && performance.now() < before.until && before.parts.get(part.number) === part.text) {
      return before.stored;
    }
    const assembly = this.assemblyOf(key, part);
    assembly.parts.set(part.number, part.text);
    clearTimeout(assembly.expiry);
    if (assembly.parts.size === part.total) return this.complete(key, assembly);
    assembly.expiry = setTimeout(() => void this.giveUp(key, assembly), this.maxWaitMs);
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        assembly.held.delete(held);
        resolve();
      }, this.holdMs);
      const held = { resolve, reject, timer };
      assembly.held.add(held);
    });
  }

  async flush(): Promise<void> {
    await Promise.all([...this.open].map(([key, assembly]) => this.giveUp(key, assembly)));
  }

  private assemblyOf(key: string, { from, to, total }: ReplyPart): Assembly {
    const known = this.open.get(key);
    if (known) return known;
    const [oldest] = this.open;
    if (oldest && this.open.size >= MAX_REPLIES) void this.giveUp(...oldest);
    const assembly: Assembly = { from, to, total, parts: new Map(), expiry: undefined, held: new Set() };
    this.open.set(key, assembly);
    return assembly;
  }

  private async complete(key: string, assembly: Assembly): Promise<void> {
    this.open.delete(key);
    const { from, to, parts } = assembly;
    const whole = { parts, stored: this.store({ from, to, text: textOf(assembly) }), until: Infinity };
    this.remember(key, whole);
    try {
      await whole.stored;
    } catch (error) {
      if (this.whole.get(key) === whole) this.whole.delete(key);
      // The carrier does not resend acknowledged parts. Keep all parts until the carrier resends a rejected
      // part.
      if (!this.open.has(key)) this.open.set(key, assembly);
      assembly.expiry = setTimeout(() => void this.giveUp(key, assembly), this.maxWaitMs);
      release(assembly, ({ reject }) => reject(error));
      throw error;
    }
    whole.until = performance.now() + REPEATED;
    release(assembly, ({ resolve }) => resolve());
  }

  private remember(key: string, whole: Whole): void {
    this.whole.delete(key);
    this.whole.set(key, whole);
    const [oldest] = this.whole.keys();
    if (this.whole.size > MAX_REPLIES) this.whole.delete(oldest as string);
  }

  private async giveUp(key: string, assembly: Assembly): Promise<void> {
    if (this.open.get(key) !== assembly) return;
    clearTimeout(assembly.expiry);
    const missing = assembly.total - assembly.parts.size;
    if (missing > 0) this.onIncomplete(missing);
    await this.complete(key, assembly).catch(this.onError);
  }
}

const textOf = ({ parts }: Assembly): string =>
  [...parts]
    .sort(([a], [b]) => a - b)
    .map(([, text]) => text)
    .join("");

function release(
  assembly: Assembly,
  end: (held: Assembly["held"] extends Set<infer H> ? H : never) => void,
): void {
  for (const held of assembly.held) {
    clearTimeout(held.timer);
    end(held);
  }
  assembly.held.clear();
}
