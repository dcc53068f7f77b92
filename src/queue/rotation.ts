import type { JobKey } from "./job";

/**
 * Keys that may have jobs due, and whose turn it is: one account after the other, and of an account one key after the
 * other, so that neither an account with many keys nor a key with many jobs holds up the others.
 */
export class Rotation {
  /** In the order of turns: who was served last comes last. */
  private readonly accounts = new Map<string, Map<string, JobKey>>();

  get size(): number {
    let size = 0;
    for (const keys of this.accounts.values()) size += keys.size;
    return size;
  }

  add(key: JobKey): void {
    const keys = this.accounts.get(key.accountId) ?? new Map<string, JobKey>();
    this.accounts.set(key.accountId, keys);
    if (!keys.has(key.key)) keys.set(key.key, key);
  }

  /** Takes out up to `most` keys that may have a turn, in the order of turns. */
  take(most: number, mayRun: (key: JobKey) => boolean): JobKey[] {
    const taken: JobKey[] = [];
    const waiting = new Set(this.accounts.keys());
    while (taken.length < most && waiting.size > 0) {
      for (const accountId of [...waiting]) {
        if (taken.length === most) break;
        const key = this.nextOf(accountId, mayRun);
        if (key) taken.push(key);
        else waiting.delete(accountId);
      }
    }
    return taken;
  }

  private nextOf(accountId: string, mayRun: (key: JobKey) => boolean): JobKey | undefined {
    const keys = this.accounts.get(accountId);
    if (!keys) return undefined;
    for (const [name, key] of keys) {
      if (!mayRun(key)) continue;
      keys.delete(name);
      this.accounts.delete(accountId);
      // Behind the others, and its other keys with it.
      if (keys.size > 0) this.accounts.set(accountId, keys);
      return key;
    }
    return undefined;
  }
}
