import type { Page, PagedList } from "../../generated/client/operations";

export interface PageWindow {
  limit?: number;
  offset?: number;
}

/** Entries a page while iterating: a quarter of what the contract allows, few requests with answers of some size. */
const ITERATION_LIMIT = 250;

/** How many ids are remembered, to leave out entries that newer ones moved on to a later page. */
const REMEMBERED = 10_000;

/** How many pages in a row may hold nothing new: what was created meanwhile moves a few on, and never so many. */
const MAX_STALE_PAGES = 100;

/** How much longer than at its first page a list may become while it is iterated, and how much in any case. */
const MAX_GROWTH = 10;
const MAX_EXTRA_PAGES = 1_000;

/** A list that is asked for when it is awaited or iterated, and not before. */
export function pagedList<P extends Page<unknown>>(
  ask: (window: PageWindow) => Promise<P>,
  given: PageWindow,
): PagedList<P> {
  let asked: Promise<P> | undefined;
  const page = () => (asked ??= ask(given));
  return {
    then: (done, failed) => page().then(done, failed),
    catch: (failed) => page().catch(failed),
    finally: (done) => page().finally(done),
    pages: () => pagesOf(read(ask, given)),
    [Symbol.asyncIterator]: () => entriesOf(read(ask, given)),
    [Symbol.toStringTag]: "PagedList",
  };
}

interface PageRead<P extends Page<unknown>> {
  page: P;
  /** What no page before had. */
  fresh: P["data"][number][];
}

/**
 * Page after page, to the last. Ends whatever is answered: at a page that is empty or not further on than the one
 * before, and with an error where pages keep coming that the list cannot have.
 */
async function* read<P extends Page<unknown>>(
  ask: (window: PageWindow) => Promise<P>,
  { limit = ITERATION_LIMIT, offset = 0 }: PageWindow,
): AsyncGenerator<PageRead<P>, void, undefined> {
  const isNew = memory();
  let before = -Infinity;
  let stale = 0;
  let pagesLeft: number | undefined;
  for (let next = offset; ;) {
    const page = await ask({ limit, offset: next });
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

/** Tells entries that come for the first time; those without an id always do. */
function memory(): (entry: unknown) => boolean {
  const seen = new Set<unknown>();
  return (entry) => {
    const id = (entry as { id?: unknown } | null)?.id;
    if (id === undefined) return true;
    if (seen.has(id)) return false;
    seen.add(id);
    // Sets keep their order: the first is the oldest.
    if (seen.size > REMEMBERED) seen.delete(seen.values().next().value);
    return true;
  };
}
