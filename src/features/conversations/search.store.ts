import { isNumberOfName, numbersOfName } from "../contacts/by-name.store";
import { anyOf } from "../../platform/db/bulk";
import type { PageRequest } from "../../platform/db/page";
import { type Condition, either, contains } from "../../platform/db/reads/conditions";
import type { LongRead } from "../../platform/db/reads/reads";
import { hasMoreThan, scan, type Scanned } from "../../platform/db/reads/scan";
import { rows, type Source } from "../../platform/db/reads/source";

export interface ConversationSearch {
  text: string;
  /** Whether the search finds names of contacts, in addition to numbers and previews. */
  names: boolean;
}

/** Maximum number of conversations for which a search reads each contact and not the index of names. */
const FEW = 5_000;

/** Number of phone numbers whose conversations are read in one step. */
const NUMBERS = 10_000;

/**
 * Returns a page of the source's conversations that pass the conditions and contain the text, as ids of their
 * newest messages. In a source of many conversations, names are searched in the index of contacts, unless the
 * text is too frequent there.
 */
export async function searchConversations(
  read: LongRead,
  { source, conditions }: { source: Source; conditions: readonly Condition[] },
  accountId: string,
  { text, names }: ConversationSearch,
  page: PageRequest,
  { few, max }: { few: number; max?: number } = { few: FEW },
): Promise<Scanned> {
  const inRow = contains("search", text);
  if (!names) return scan(read, source, [...conditions, inRow], page);
  const numbers = (await hasMoreThan(read, source, few))
    ? await numbersOfName(read, accountId, text, max)
    : null;
  if (numbers === null) {
    return scan(read, source, [...conditions, either(inRow, isNumberOfName(accountId, text))], page);
  }
  const byName = await idsOfNumbers(read, source, [...conditions, not(inRow)], numbers);
  const { limit, offset } = page;
  const inRows = await scan(read, source, [...conditions, inRow], { limit: offset + limit, offset: 0 });
  const ids = [...inRows.ids, ...byName].sort().reverse();
  return { ids: ids.slice(offset, offset + limit), total: inRows.total + byName.length };
}

const not = ({ columns, sql }: Condition): Condition => ({
  columns,
  sql: (db) => db.raw("not (?)", [sql(db)]),
});

async function idsOfNumbers(
  read: LongRead,
  source: Source,
  conditions: readonly Condition[],
  numbers: readonly string[],
): Promise<string[]> {
  const found: string[] = [];
  for (let from = 0; from < numbers.length; from += NUMBERS) {
    const some = numbers.slice(from, from + NUMBERS);
    const ids = await read.step(async (db) => {
      const query = rows(db, source, {}).where(anyOf(db, "phone", "text", some));
      for (const { sql } of conditions) void query.where(sql(db));
      return (await query.pluck(source.id)) as string[];
    });
    found.push(...ids);
  }
  return found;
}
