import { perAccount } from "../service/per-account";

/** Maximum number of ids in a request, which is the page size of lists. */
const MAX_IDS = 50;
/** Age from which a name is requested again, in milliseconds. Until then the name may be outdated. */
const MAX_AGE_MS = 5 * 60_000;

/** Returns the names of contacts by id. Omits contacts that do not exist. */
type Load = (ids: readonly string[]) => Promise<ReadonlyMap<string, string | null>>;

interface Wanted {
  ids: readonly string[];
  load: Load;
  onChanged(): void;
}

/** Contact names of one account. All lists of the page share the cache. One request fetches many names. */
export class NameCache {
  /** Known names by contact id. A null name belongs to an unnamed or deleted contact. */
  readonly #known = new Map<string, { name: string | null; at: number }>();
  readonly #requested = new Set<string>();
  readonly #wanted = new Set<Wanted>();

  /** `now` returns milliseconds of a monotonic clock. */
  constructor(private readonly now: () => number) {}

  nameOf(id: string): string | null {
    return this.#known.get(id)?.name ?? null;
  }

  /** Removes the name of a contact that has changed. The next call of `want` requests it again. */
  forget(id: string): void {
    this.#known.delete(id);
  }

  /** Requests unknown and outdated names. Returns a function that ends the calls of `onChanged`. */
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

/** Returns the names of an account's contacts. */
export const contactNamesOf = perAccount(() => new NameCache(() => performance.now()));
