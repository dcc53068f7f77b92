import { type JobKey, type JobKind, keyText } from "./job";

/**
 * Minimum interval between notifications, in milliseconds: `many` if at least `MANY_NOTIFICATIONS` arrive
 * within it, otherwise `few`. A notification, a lease, a submission and a settlement cost almost as much for
 * one message as for ten. At 100 single sends a second, `few` saves a third of the worker's CPU.
 */
const EVERY_MS = { many: 20, few: 50 };
const MANY_NOTIFICATIONS = 5;

/** Keys by kind; undefined if any key of the kind may have due jobs. */
export type JoinedKeys = ReadonlyMap<JobKind, readonly JobKey[] | undefined>;

/**
 * Limits the rate of notifications. After a quiet interval, the notifications of one turn of the event loop
 * pass at once. Later notifications are joined, and pass when the interval ends.
 */
export class JoinedNotifications {
  private joined = new Map<JobKind, Map<string, JobKey> | null>();
  private count = 0;
  /** Timer of the running interval; null after a quiet interval. */
  private timer: NodeJS.Timeout | null = null;
  private immediate: NodeJS.Immediate | null = null;
  private closed = false;

  constructor(private readonly pass: (keys: JoinedKeys) => void) {}

  add(kind: JobKind, keys?: readonly JobKey[]): void {
    if (this.closed) return;
    this.count += 1;
    const all = this.joined.has(kind) ? this.joined.get(kind) : new Map<string, JobKey>();
    for (const key of keys ?? []) all?.set(keyText(key), key);
    this.joined.set(kind, (keys && all) || null);
    if (this.timer === null) this.immediate ??= setImmediate(() => this.passAll());
  }

  /** Drops waiting notifications, and later ones. */
  close(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
    if (this.immediate) clearImmediate(this.immediate);
  }

  private passAll(): void {
    const { joined } = this;
    this.immediate = null;
    this.joined = new Map();
    this.count = 0;
    this.timer = setTimeout(() => {
      if (this.count >= MANY_NOTIFICATIONS) return this.end();
      this.timer = setTimeout(() => this.end(), EVERY_MS.few - EVERY_MS.many);
    }, EVERY_MS.many);
    this.pass(new Map([...joined].map(([kind, keys]) => [kind, keys ? [...keys.values()] : undefined])));
  }

  private end(): void {
    this.timer = null;
    if (this.joined.size > 0) this.passAll();
  }
}
