import { MINUTE, SECOND } from "../../platform/time";
import type { Concatenation } from "./text";

/** Longest wait for the next part of a reply, in milliseconds. */
const MAX_WAIT = 3 * MINUTE;
/**
 * Longest delay of a part's acknowledgement while parts are missing, in milliseconds. Many carriers send the
 * next part only after it.
 */
const HOLD = SECOND;
/** Time within which a repeated part of a complete reply is a duplicate, in milliseconds. */
const REPEATED = MINUTE;
/** Maximum incomplete replies, and maximum complete replies that are remembered; the oldest are dropped. */
const MOST = 1_000;

export interface ReplyPart extends Concatenation {
  from: string;
  to: string;
  text: string;
}

interface Assembly {
  from: string;
  to: string;
  total: number;
  /** Texts by part number. */
  parts: Map<number, string>;
  expiry: NodeJS.Timeout | undefined;
  /** Parts that are not acknowledged yet. */
  held: Set<{ resolve: () => void; reject: (error: unknown) => void; timer: NodeJS.Timeout }>;
}

/**
 * Assembles long replies from parts of any bind. Each part is acknowledged when the whole reply is stored, or
 * after a short wait. A reply whose parts do not arrive in time is stored incomplete.
 */
export class LongReplies {
  private readonly open = new Map<string, Assembly>();
  /** Complete replies, kept to recognize their repeated parts. */
  private readonly whole = new Map<string, { parts: ReadonlyMap<number, string>; until: number }>();

  constructor(
    private readonly store: (reply: { from: string; to: string; text: string }) => Promise<void>,
    private readonly onIncomplete: (missing: number) => void,
    private readonly onError: (error: unknown) => void,
    private readonly holdMs = HOLD,
    private readonly maxWaitMs = MAX_WAIT,
  ) {}

  /** Resolves when the part may be acknowledged; rejects if the carrier must send it again. */
  async take(part: ReplyPart): Promise<void> {
    const key = [part.from, part.to, part.reference, part.total].join(" ");
    const before = this.whole.get(key);
    if (before && performance.now() < before.until && before.parts.get(part.number) === part.text) return;
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

  /** Stores incomplete replies and resolves when they are stored. */
  async flush(): Promise<void> {
    await Promise.all([...this.open].map(([key, assembly]) => this.giveUp(key, assembly)));
  }

  private assemblyOf(key: string, { from, to, total }: ReplyPart): Assembly {
    const known = this.open.get(key);
    if (known) return known;
    const [oldest] = this.open;
    if (oldest && this.open.size >= MOST) void this.giveUp(...oldest);
    const assembly: Assembly = { from, to, total, parts: new Map(), expiry: undefined, held: new Set() };
    this.open.set(key, assembly);
    return assembly;
  }

  private async complete(key: string, assembly: Assembly): Promise<void> {
    this.open.delete(key);
    try {
      await this.store({ from: assembly.from, to: assembly.to, text: textOf(assembly) });
    } catch (error) {
      // Acknowledged parts are not sent again, so they stay here until the rest is repeated.
      if (!this.open.has(key)) this.open.set(key, assembly);
      assembly.expiry = setTimeout(() => void this.giveUp(key, assembly), this.maxWaitMs);
      release(assembly, ({ reject }) => reject(error));
      throw error;
    }
    release(assembly, ({ resolve }) => resolve());
    this.whole.delete(key);
    this.whole.set(key, { parts: assembly.parts, until: performance.now() + REPEATED });
    const [oldest] = this.whole.keys();
    if (this.whole.size > MOST) this.whole.delete(oldest as string);
  }

  /** Stores a reply without its missing parts. */
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
