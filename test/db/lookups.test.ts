import { randomUUID } from "node:crypto";
import { unmatchedQuery } from "../../src/features/dispatch/unmatched-reports.store";
import {
  endFollowUps,
  type FollowUp,
  deleteFollowUps,
  postponeFollowUps,
} from "../../src/features/follow-ups/follow-ups.store";
import { contactsByPhone } from "../../src/features/contact-lists/known-contacts.store";
import { insertContactList } from "../../src/features/contact-lists/contact-lists.store";
import { addMembers, membershipsOf } from "../../src/features/contact-lists/members.store";
import { blockedPhones } from "../../src/features/contact-lists/suppression.store";
import { upsertContacts } from "../../src/features/contacts/upsert.store";
import { idMaker } from "../../src/platform/ids";
import type { Statement } from "../../src/platform/db/bulk";
import { systemClock } from "../../src/platform/time";
import { type MessageUpdate, messagesUpdate } from "../../src/features/messages/messages.store";
import { deleteMessageDeliveries } from "../../src/features/webhooks/message-delivery-index.store";
import { type OpenTestDatabase, testDatabase } from "../support/databases";

const ACCOUNT = randomUUID();
const KIND = { accountId: ACCOUNT, channel: "sms", purpose: "transactional" } as const;
const NOW = systemClock.now();

const update = (): MessageUpdate => ({
  id: randomUUID(),
  status: "sent",
  price: 1,
  error: null,
  history: "[]",
});
const rule = (): FollowUp => ({
  accountId: ACCOUNT,
  messageId: randomUUID(),
  ruleId: randomUUID(),
  outcome: "failed",
  templateId: randomUUID(),
  dueAt: NOW,
});
const carrierReference = () => ({ carrier: "counting", reference: randomUUID() });
const run = async (db: OpenTestDatabase["db"], statement: Statement | null) =>
  statement && db.raw(statement.sql, statement.bindings);
const many = <T>(make: () => T) => Array.from({ length: 100 }, make);

// Without statistics, SQLite assumes ten rows an account, so a scan of the account for each item of a list
// looks cheap. With 100,000 rows such a scan takes minutes.
describe("SQLite query plans for lists", () => {
  const database = testDatabase("SQLite");
  const queries: { sql: string; bindings: unknown[] }[] = [];

  beforeAll(async () => {
    const { db } = database;
    const ids = idMaker(systemClock);
    const listId = ids.next();
    await db("accounts").insert({ id: ACCOUNT, name: "lookups", opt_out: true, created_at: NOW });
    const list = {
      id: listId,
      name: "No",
      type: "blacklist",
      channels: ["sms"],
      isProvisioned: false,
    } as const;
    await insertContactList(db, ACCOUNT, { ...list, createdAt: NOW, updatedAt: NOW });
    const contacts = await db.transaction((trx) =>
      upsertContacts(trx, ACCOUNT, [{ phone: "+5511987650001" }], NOW, ids),
    );
    await db.transaction((trx) =>
      addMembers(
        trx,
        { accountId: ACCOUNT, listId },
        contacts.map(({ id }) => id),
        { origin: "import", at: NOW },
      ),
    );
    db.on("query", ({ sql, bindings }: { sql: string; bindings: unknown[] }) =>
      queries.push({ sql, bindings }),
    );
  });

  it.each<[string, (db: OpenTestDatabase["db"]) => Promise<unknown>]>([
    ["states of messages", (db) => run(db, messagesUpdate(db, ACCOUNT, many(update), NOW))],
    ["unmatched delivery reports", (db) => run(db, unmatchedQuery(db, many(carrierReference)))],
    ["rules that end", (db) => endFollowUps(db, ACCOUNT, many(rule), NOW)],
    ["rules that are postponed", (db) => postponeFollowUps(db, ACCOUNT, many(rule))],
    ["rules that are forgotten", (db) => deleteFollowUps(db, ACCOUNT, many(rule))],
    ["contacts of numbers", (db) => contactsByPhone(db, KIND, ["+5511987650001"])],
    ["lists of contacts", (db) => membershipsOf(db, ACCOUNT, many(randomUUID))],
    ["moments of deliveries", (db) => deleteMessageDeliveries(db, ACCOUNT, many(randomUUID))],
    ["suppressed numbers", (db) => blockedPhones(db, "key", KIND, ["+5511987650001"])],
  ])("looks up %s one by one", async (_, act) => {
    const { db } = database;
    queries.length = 0;
    await act(db);
    const lists = queries.filter(({ sql }) => sql.includes("json_each"));
    expect(lists).not.toEqual([]);
    for (const { sql, bindings } of lists) {
      const plan: { detail: string }[] = await db.raw(`explain query plan ${sql}`, bindings as string[]);
      const steps = plan.map(({ detail }) => detail);
      const again = steps.filter(
        (step, index) =>
          // SQLite runs an uncorrelated list subquery once.
          (/\(account_id=\?\)$/.test(step) && !steps[index - 1]?.startsWith("LIST SUBQUERY")) ||
          (step.startsWith("SCAN json_each") && /^(SEARCH|SCAN) /.test(steps[index - 1] ?? "")),
      );
      expect({ sql, steps, again }).toMatchObject({ again: [] });
    }
  });
});
