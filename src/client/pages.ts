import type { Page, PagedList } from "../../generated/client/operations";

export interface PageWindow {
  limit?: number;
  offset?: number;
}

/** Entries a page while iterating: a quarter of what the contract allows, few requests with answers of some size. */
const ITERATION_LIMIT = 250;

/** How many ids are remembered, to leave out entries that newer ones moved on to a later page. */
const REMEMBERED = 10_000;

/** A list that is asked for when it is awaited or iterated, and not before. */
export function pagedList<P extends Page<unknown>>(
  ask: (window: PageWindow) => Promise<P>,
  given: PageWindow,
): PagedList<P> {
  let asked: Promise<P> | undefined;
  const page = () => (asked ??= ask(given));
  const pages = () => pagesFrom(ask, given);
  return {
    then: (done, failed) => page().then(done, failed),
    catch: (failed) => page().catch(failed),
    finally: (done) => page().finally(done),
    pages,
    [Symbol.asyncIterator]: () => entriesOf(pages()),
    [Symbol.toStringTag]: "PagedList",
  };
}

async function* pagesFrom<P extends Page<unknown>>(
  ask: (window: PageWindow) => Promise<P>,
  { limit = ITERATION_LIMIT, offset = 0 }: PageWindow,
): AsyncGenerator<P, void, undefined> {
  for (let next = offset; ;) {
    const page = await ask({ limit, offset: next });
    yield page;
    if (!page.pagination.has_more || page.data.length === 0) return;
    next = page.pagination.offset + page.pagination.limit;
  }
}

async function* entriesOf<P extends Page<unknown>>(
  pages: AsyncIterable<P>,
): AsyncGenerator<P["data"][number], void, undefined> {
  const seen = new Set<unknown>();
  for await (const { data } of pages) {
    for (const entry of data as P["data"][number][]) {
      const { id } = entry as { id?: unknown };
      if (id !== undefined) {
        if (seen.has(id)) continue;
        seen.add(id);
        // Sets keep their order: the first is the oldest.
        if (seen.size > REMEMBERED) seen.delete(seen.values().next().value);
      }
      yield entry;
    }
  }
}
