import { at, listAt, shown } from "../values";

export interface PageSeen {
  limit: number;
  offset: number;
  body: unknown;
}

interface PageFields {
  total: string;
  has_more: string;
  entries: string;
}

const idsOf = (entries: readonly unknown[]) =>
  entries.map((entry) => at(entry, "id")).filter((id) => id !== undefined);

/**
 * Checks that the pages contain `total` entries, each once, with correct `limit`, `offset` and `has_more`.
 * `walk` must reach the end of the list.
 */
export function checkPages(fields: PageFields, walk: readonly PageSeen[]): string[] {
  const faults: string[] = [];
  const [first] = walk;
  if (first === undefined) return [];
  const total = at(first.body, fields.total);
  if (typeof total !== "number") return [`${fields.total} is ${shown(total)}`];
  const entriesOf = ({ body }: PageSeen) => listAt(body, fields.entries);
  for (const page of walk) {
    const { limit, offset, body } = page;
    const where = `limit=${limit}, offset=${offset}`;
    const count = entriesOf(page).length;
    const expected = Math.min(Math.max(total - offset, 0), limit);
    if (count > limit) faults.push(`${where}: the page has ${count} entries, more than its limit`);
    else if (count !== expected) {
      faults.push(
        `${where}: the page has ${count} entries, with a total of ${total} it should have ${expected}`,
      );
    }
    const more = at(body, fields.has_more);
    if (more !== offset + count < total) {
      faults.push(`${where}: has_more is ${shown(more)} after ${offset + count} of ${total} entries`);
    }
    if (at(body, fields.total) !== total) {
      faults.push(`${where}: total is ${shown(at(body, fields.total))}, on the first page it was ${total}`);
    }
    for (const [name, requested] of Object.entries({ limit, offset })) {
      const path = fields.total.replace(/[^.]+$/, name);
      const value = at(body, path);
      if (value !== requested) faults.push(`${where}: ${path} is ${shown(value)}`);
    }
  }
  const ids = idsOf(walk.flatMap(entriesOf));
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) faults.push(`the pages contain the entry ${shown(twice)} twice`);
  const distinct = new Set(ids).size;
  if (ids.length > 0 && distinct !== total) {
    faults.push(`walking the pages yields ${distinct} entries, total says ${total}`);
  }
  return faults;
}
