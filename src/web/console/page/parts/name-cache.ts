/** Maximum number of requests at once. The account's rate limit is shared with its systems. */
const MAX_AT_ONCE = 4;
/** Age from which a name is requested again, in milliseconds. Until then it may be outdated. */
const MAX_AGE_MS = 5 * 60_000;

type Load = (id: string) => Promise<string | null>;

interface Wanted {
  ids: readonly string[];
  load: Load;
  onChanged(): void;
}

/** Contact names of one account. All lists of the page share them, and request a few at once. */
export class NameCache {
  /** A null name belongs to an unnamed or deleted contact, or to a failed request. */
  readonly #known = new Map<string, { name: string | null; at: number }>();
  readonly #requested = new Set<string>();
  readonly #wanted = new Set<Wanted>();

  /** `now` returns milliseconds of a clock that never goes back. */
  constructor(private readonly now: () => number) {}

  nameOf(id: string): string | null {
    return this.#known.get(id)?.name ?? null;
  }

  /** Makes the next list request a name again, because the contact has changed. */
  forget(id: string): void {
    this.#known.delete(id);
  }

  /** Requests the names that are unknown. Returns a function that cancels requests that have not started. */
  want(wanted: Wanted): () => void {
    this.#wanted.add(wanted);
    this.#request();
    return () => void this.#wanted.delete(wanted);
  }

  #request(): void {
    for (const { ids, load } of this.#wanted) {
      for (const id of ids) {
        if (this.#requested.size >= MAX_AT_ONCE) return;
        if (!this.#requested.has(id) && !this.#isFresh(id)) void this.#load(id, load);
      }
    }
  }

  #isFresh(id: string): boolean {
    const known = this.#known.get(id);
    return known !== undefined && this.now() - known.at < MAX_AGE_MS;
  }

  async #load(id: string, load: Load): Promise<void> {
    this.#requested.add(id);
    // If the request fails, the list shows the phone number instead of the name.
    const name = await load(id).catch(() => null);
    this.#requested.delete(id);
    this.#known.set(id, { name, at: this.now() });
    for (const { ids, onChanged } of this.#wanted) if (ids.includes(id)) onChanged();
    this.#request();
  }
}

const caches = new Map<string, NameCache>();

/** Returns the names of an account, kept until the page closes. */
export function contactNamesOf(accountId: string): NameCache {
  const cache = caches.get(accountId) ?? new NameCache(() => performance.now());
  caches.set(accountId, cache);
  return cache;
}
