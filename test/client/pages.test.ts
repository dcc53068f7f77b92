import fc from "fast-check";
import type { Page } from "../../generated/client/operations";
import { pagedList, type PageWindow } from "../../src/client/pages";
import { clientThatGets, pageOf, refusal } from "./fake";

interface Entry {
  id: string;
}

/** Returns a list, newest first, that changes before each page after the first. */
function changingList(size: number, change: (entries: Entry[], page: number) => void) {
  const entries = Array.from({ length: size }, (_, index) => ({ id: `old-${index}` }));
  const requested: PageWindow[] = [];
  const fetchPage = async (window: PageWindow): Promise<Page<Entry>> => {
    if (requested.length > 0) change(entries, requested.length);
    requested.push(window);
    const { limit = 25, offset = 0 } = window;
    const data = entries.slice(offset, offset + limit);
    const has_more = offset + limit < entries.length;
    return { data, pagination: { total: entries.length, limit, offset, has_more } };
  };
  return { fetchPage, requested };
}

async function collected<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const one of list) all.push(one);
  return all;
}

describe("a list", () => {
  it("returns one page of the service's default size when it is awaited", async () => {
    const { recado, sent } = clientThatGets([pageOf([{ id: "1" }], 0, 25, true)]);
    const page = await recado.templates.list({ search: "aviso" });
    expect(page.data).toEqual([{ id: "1" }]);
    expect(sent.map(({ url }) => url.search)).toEqual(["?search=aviso"]);
  });

  it("yields every entry of all pages with the same filters when it is iterated", async () => {
    const { recado, sent } = clientThatGets([
      pageOf([{ id: "1" }, { id: "2" }], 4, 2, true),
      pageOf([{ id: "3" }], 6, 2, false),
    ]);
    const list = recado.messages.list({ status: ["error", "undelivered"], limit: 2, offset: 4 });
    expect((await collected(list)).map(({ id }) => id)).toEqual(["1", "2", "3"]);
    expect(sent.map(({ url }) => url.search)).toEqual([
      "?status=error&status=undelivered&limit=2&offset=4",
      "?status=error&status=undelivered&limit=2&offset=6",
    ]);
  });

  it("requests large pages when it is iterated", async () => {
    const { recado, sent } = clientThatGets([pageOf([])]);
    expect(await collected(recado.senders.list())).toEqual([]);
    expect(sent[0]?.url.search).toBe("?limit=250&offset=0");
  });

  it("continues after the page that the service reports", async () => {
    const { recado, sent } = clientThatGets([pageOf([{ id: "1" }], 0, 100, true), pageOf([], 100, 100)]);
    await collected(recado.senders.list({ limit: 1000 }));
    expect(sent[1]?.url.searchParams.get("offset")).toBe("100");
  });

  it("sends no request before it is used, and one when it is awaited repeatedly", async () => {
    const { recado, sent } = clientThatGets([pageOf([])]);
    const list = recado.senders.list();
    await Promise.resolve();
    expect(sent).toEqual([]);
    expect(await list).toBe(await list);
    expect(sent).toHaveLength(1);
  });

  it("has the methods of a promise", async () => {
    const { recado } = clientThatGets([refusal(403, "forbidden"), pageOf([])]);
    const codes = recado.senders.list().catch((error: unknown) => (error as { code: string }).code);
    expect(await codes).toBe("forbidden");
    const ended = jest.fn();
    const list = recado.senders.list();
    await list.finally(ended);
    expect(ended).toHaveBeenCalledTimes(1);
    expect((await Promise.all([list]))[0].data).toEqual([]);
  });

  it("requests no further page after a break", async () => {
    const { recado, sent } = clientThatGets([pageOf([{ id: "1" }, { id: "2" }], 0, 2, true)]);
    for await (const { id } of recado.contacts.list({ limit: 2 })) {
      if (id === "2") break;
    }
    expect(sent).toHaveLength(1);
  });

  it("throws the error of a later page in the loop", async () => {
    const { recado } = clientThatGets([pageOf([{ id: "1" }], 0, 1, true), refusal(401, "unauthorized")]);
    const seen: string[] = [];
    const iterate = async () => {
      for await (const { id } of recado.contacts.list({ limit: 1 })) seen.push(id);
    };
    await expect(iterate()).rejects.toMatchObject({ code: "unauthorized" });
    expect(seen).toEqual(["1"]);
  });

  it("ends at an empty page that announces more", async () => {
    const { recado, sent } = clientThatGets([pageOf([], 0, 25, true)]);
    expect(await collected(recado.contacts.list())).toEqual([]);
    expect(sent).toHaveLength(1);
  });

  it.each([
    ["returns the first page for every offset", () => ({ offset: 0, limit: 2 })],
    ["returns an earlier page", ({ offset = 0 }: PageWindow) => ({ offset: offset - 2, limit: 1 })],
    ["returns pages of size zero", ({ offset = 0 }: PageWindow) => ({ offset, limit: 0 })],
    ["returns no offset", () => ({})],
  ])("ends when the service %s and announces more", async (_, place) => {
    let requests = 0;
    const fetchPage = async (window: PageWindow) => {
      const data = [{ id: `${(requests += 1)}` }];
      return { data, pagination: { total: 9, has_more: true, ...place(window) } } as unknown as Page<Entry>;
    };
    expect(await collected(pagedList(fetchPage, { offset: 0 }))).toEqual([{ id: "1" }]);
    expect(await collected(pagedList(fetchPage, { offset: 0 }).pages())).toHaveLength(1);
    expect(requests).toBeLessThanOrEqual(4);
  });

  it.each([
    ["the same page again and again", () => [{ id: "1" }, { id: "2" }], 102],
    ["endless new entries", (page: number) => [{ id: `${page}` }], 1020],
    ["endless entries without ids", () => [{}], 1020],
  ])("fails when the service returns %s", async (_, entriesOf, pages) => {
    let requests = 0;
    const fetchPage = async ({ limit = 1, offset = 0 }: PageWindow) => {
      const data = entriesOf((requests += 1)) as Entry[];
      return { data, pagination: { total: 3 + requests, limit, offset, has_more: true } };
    };
    await expect(collected(pagedList(fetchPage, { limit: 2 }))).rejects.toThrow(
      "the list does not end: at offset ",
    );
    expect(requests).toBe(pages);
    requests = 0;
    await expect(collected(pagedList(fetchPage, { limit: 2 }).pages())).rejects.toThrow(
      "the list does not end",
    );
    expect(requests).toBe(pages);
  });

  it("iterates a list that becomes nine times as long during the iteration", async () => {
    const { fetchPage } = changingList(100, (entries, page) => {
      if (page < 90)
        entries.unshift(...Array.from({ length: 9 }, (_, index) => ({ id: `${page}-${index}` })));
    });
    const ids = (await collected(pagedList(fetchPage, { limit: 10 }))).map(({ id }) => id);
    expect(ids.filter((id) => id.startsWith("old-"))).toHaveLength(100);
  });

  it("yields whole pages", async () => {
    const { fetchPage } = changingList(5, () => undefined);
    const pages = await collected(pagedList(fetchPage, { limit: 2 }).pages());
    expect(pages.map(({ data }) => data.length)).toEqual([2, 2, 1]);
    expect(pages.map(({ pagination }) => pagination.total)).toEqual([5, 5, 5]);
  });

  it("yields every existing entry once, however many are created during the iteration", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 0, max: 25 }), { maxLength: 40 }),
        async (size, limit, created) => {
          const { fetchPage } = changingList(size, (entries, page) => {
            const count = created[page - 1] ?? 0;
            entries.unshift(...Array.from({ length: count }, (_, index) => ({ id: `new-${page}-${index}` })));
          });
          const ids = (await collected(pagedList(fetchPage, { limit }))).map(({ id }) => id);
          const old = ids.filter((id) => id.startsWith("old-"));
          expect(old).toEqual(Array.from({ length: size }, (_, index) => `old-${index}`));
          expect(new Set(ids).size).toBe(ids.length);
        },
      ),
      { numRuns: 300 },
    );
  });

  it("yields entries without ids unchanged", async () => {
    const { recado } = clientThatGets([pageOf([{}, {}], 0, 2, true), pageOf([{}], 2, 2)]);
    expect(await collected(recado.senders.list({ limit: 2 }))).toEqual([{}, {}, {}]);
  });
});
