import type { Page, PagedList } from "../../generated/client/operations";

export interface PageWindow {
  limit?: number;
  offset?: number;
}

/** Default page size of iterations: a quarter of the maximum. Larger pages mean fewer, larger responses. */
const ITERATION_LIMIT = 250;

/** Maximum number of entry ids kept to skip duplicates. New entries move older entries to later pages. */
const REMEMBERED = 10_000;

/** Maximum number of consecutive pages without a new entry. New entries shift a list by few pages. */
const MAX_STALE_PAGES = 100;

/** Maximum growth of a list during its iteration: ten times its pages, plus MAX_EXTRA_PAGES. */
const MAX_GROWTH = 10;
const MAX_EXTRA_PAGES = 1_000;

/** Returns a list that sends its requests only when a caller awaits or iterates the list. */
export function pagedList<P extends Page<unknown>>(
  request: (window: PageWindow) => Promise<P>,
  given: PageWindow,
): PagedList<P> {
  let requested: Promise<P> | undefined;
  const page = () => (requested ??= request(given));
  return {
    then: (done, failed) => page().then(done, failed),
    catch: (failed) => page().catch(failed),
    finally: (done) => page().finally(done),
    pages: () => pagesOf(read(request, given)),
    [Symbol.asyncIterator]: () => entriesOf(read(request, given)),
    [Symbol.toStringTag]: "PagedList",
  };
}

interface PageRead<P extends Page<unknown>> {
  page: P;
  /** Entries that were on no earlier page. */
  fresh: P["data"][number][];
}

/**
 * Yields the pages in order and always terminates. Stops at the last page, at an empty page, or if the offset
 * does not increase. Throws if the list exceeds `MAX_STALE_PAGES` or `MAX_GROWTH`.
 */
async function* read<P extends Page<unknown>>(
  request: (window: PageWindow) => Promise<P>,
  { limit = ITERATION_LIMIT, offset = 0 }: PageWindow,
): AsyncGenerator<PageRead<P>, void, undefined> {
  const isNew = memory();
  let before = -Infinity;
  let stale = 0;
  let pagesLeft: number | undefined;
  for (let next = offset; ;) {
    const page = await request({ limit, offset: next });
    const { pagination, data } = page;
    if (pagination.offset <= before) return;
    const fresh = (data as P["data"][number][]).filter(isNew);
    yield { page, fresh };
    const following = pagination.offset + pagination.limit;
    if (!pagination.has_more || data.length === 0 || !(following > next)) return;
    stale = fresh.length > 0 ? 0 : stale + 1;
    pagesLeft ??= MAX_EXTRA_PAGES + MAX_GROWTH * Math.ceil(pagination.total / pagination.limit);
    pagesLeft -= 1;
    if (stale > MAX_STALE_PAGES || !(pagesLeft > 0)) {
      throw new Error(
        `the list does not end: at offset ${following} there is still more, of ${pagination.total} in all. ` +
          "If it grows faster than it is read, use a filter that ends it, such as `to` or `created_to`",
      );
    }
    before = pagination.offset;
    next = following;
  }
}

async function* pagesOf<P extends Page<unknown>>(
  reads: AsyncIterable<PageRead<P>>,
): AsyncGenerator<P, void, undefined> {
  for await (const { page } of reads) yield page;
}

async function* entriesOf<P extends Page<unknown>>(
  reads: AsyncIterable<PageRead<P>>,
): AsyncGenerator<P["data"][number], void, undefined> {
  for await (const { fresh } of reads) yield* fresh;
}

/** Returns a function that reports whether an entry is new. Entries without an id always count as new. */
function memory(): (entry: unknown) => boolean {
  const seen = new Set<unknown>();
  return (entry) => {
    const id = (entry as { id?: unknown } | null)?.id;
    if (id === undefined) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    // A Set keeps insertion order, so its first id is the oldest.
    if (seen.size > REMEMBERED) seen.delete(seen.values().next().value);
    return true;
  };
}
