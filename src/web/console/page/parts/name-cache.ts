import { perAccount } from "../service/per-account";

/** Maximum number of ids in a request. Lists have pages of the same size. */
const MAX_IDS = 50;
/** Age from which a name is requested again, in milliseconds. Until then the name may be outdated. */
const MAX_AGE_MS = 5 * 60_000;

/** Requests the names of contacts, by id. The result omits contacts that do not exist. */
type Load = (ids: readonly string[]) => Promise<ReadonlyMap<string, string | null>>;

interface Wanted {
  ids: readonly string[];
  load: Load;
  onChanged(): void;
}

/** Contact names of one account, shared by all lists of the page. One request fetches many names. */
export class NameCache {
  /** Known names by contact id, with their age. The name of an unnamed or deleted contact is null. */
  readonly #known = new Map<string, { name: string | null; at: number }>();
  readonly #requested = new Set<string>();
  readonly #wanted = new Set<Wanted>();

  /** `now` returns the time in milliseconds from a monotonic clock. */
  constructor(private readonly now: () => number) {}

  nameOf(id: string): string | null {
    return this.#known.get(id)?.name ?? null;
  }

  /** Removes the cached name of a changed contact. The next call of `want` requests the name again. */
  forget(id: string): void {
    this.#known.delete(id);
  }

  /**
   * Requests the unknown and outdated names of the ids, and calls `onChanged` whenever one of the names is
   * loaded. Returns a function that ends these calls.
   */
  want(wanted: Wanted): () => void {
    this.#wanted.add(wanted);
    const missing = [...new Set(wanted.ids)].filter((id) => !this.#requested.has(id) && !this.#isFresh(id));
    for (let start = 0; start < missing.length; start += MAX_IDS) {
      void this.#load(missing.slice(start, start + MAX_IDS), wanted.load);
    }
    return () => void this.#wanted.delete(wanted);
  }

  #isFresh(id: string): boolean {
    const known = this.#known.get(id);
    return known !== undefined && this.now() - known.at < MAX_AGE_MS;
  }

  async #load(requested: readonly string[], load: Load): Promise<void> {
    for (const id of requested) this.#requested.add(id);
    const names = await load(requested).catch(() => null);
    for (const id of requested) this.#requested.delete(id);
    // After a failure, lists show phone numbers or earlier names. The next call of `want` retries.
    if (names === null) return;
    for (const id of requested) this.#known.set(id, { name: names.get(id) ?? null, at: this.now() });
    const isChanged = ({ ids }: Wanted) => ids.some((id) => requested.includes(id));
    for (const wanted of this.#wanted) if (isChanged(wanted)) wanted.onChanged();
  }
}

export const contactNamesOf = perAccount(() => new NameCache(() => performance.now()));
