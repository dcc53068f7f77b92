import type { App } from "../../src/app/app";
import { accountTotal, CONTACT_COUNTS, listTotals } from "../../src/features/contacts/contact-counts.store";
import { COUNTS, TAG_COUNTS } from "../../src/features/messages/counts.store";
import { messageDifferences } from "../../src/features/messages/recount.store";
import { rollUpChanges } from "../../src/platform/db/rollup";
import { sumUsage } from "../../src/features/usage/usage.store";

type Db = App["db"];

export const rollUpCounts = (db: Db, accountId: string) => rollUpChanges(db, COUNTS, accountId);
export const rollUpTagCounts = (db: Db, accountId: string) => rollUpChanges(db, TAG_COUNTS, accountId);
export const rollUpContactCounts = (db: Db, accountId: string) =>
  rollUpChanges(db, CONTACT_COUNTS, accountId);

interface Sum {
  key: string | number | null;
  status: string;
  messages: number;
  price: number;
}

/** Adds up sums by key and status. Returns them as sorted lines, which tests can compare. */
function comparable(sums: readonly Sum[]): string[] {
  const byKey = new Map<string, { messages: number; price: number }>();
  for (const { key, status, messages, price } of sums) {
    const sum = byKey.get(`${key} ${status}`) ?? { messages: 0, price: 0 };
    byKey.set(`${key} ${status}`, { messages: sum.messages + messages, price: sum.price + price });
  }
  return [...byKey]
    .filter(([, { messages }]) => messages !== 0)
    .map(([key, { messages, price }]) => `${key}: ${messages} for ${price}`)
    .sort();
}

export const NO_DIFFERENCES = { messages: [], hours: [], purposes: [], tags: [] };

/** Fails unless the stored counts of messages and contacts equal a fresh count of the rows. */
export async function expectTrueCounts({ db }: Pick<App, "db">, accountId: string): Promise<void> {
  for (const [groupBy, column] of [
    ["channel", "channel"],
    ["campaign", "campaign_id"],
    ["template", "template_id"],
  ] as const) {
    const fresh = (await db("messages")
      .where({ account_id: accountId })
      .groupBy(column, "status")
      .select({ key: column }, "status")
      .count({ messages: "*" })
      .sum({ price: "price" })) as Sum[];
    expect(comparable(await sumUsage(db, accountId, groupBy, {}))).toEqual(comparable(fresh));
  }
  expect(await messageDifferences(db, accountId)).toEqual(NO_DIFFERENCES);
  const lists = (await db("contact_lists").where({ account_id: accountId }).pluck("id")) as string[];
  for (const [listId, contacts] of await listTotals(db, accountId, lists)) {
    const [row] = (await db("list_members")
      .where({ account_id: accountId, list_id: listId })
      .count({ contacts: "*" })) as { contacts: number }[];
    expect({ listId, contacts }).toEqual({ listId, contacts: row?.contacts });
  }
  const [row] = (await db("contacts")
    .where({ account_id: accountId })
    .whereNull("deleted_at")
    .count({ contacts: "*" })) as { contacts: number }[];
  expect(await accountTotal(db, accountId)).toBe(row?.contacts);
}
