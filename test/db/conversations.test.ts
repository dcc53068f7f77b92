import { migrate, migrations } from "../../src/platform/db/migrate";
import { databases, testDatabase } from "../support/databases";

const ACCOUNT = "01a1f8d3-ea00-7000-8000-000000000001";
const OTHER = "01a1f8d3-ea00-7000-8000-000000000002";
const id = (place: number) => `01a1f8d3-ea00-7000-8000-0000000001${String(place).padStart(2, "0")}`;

const message = (place: number, sender: string, text: string | null, account_id = ACCOUNT) => ({
  account_id,
  id: id(place),
  channel: "sms",
  sender,
  recipient: "27000",
  content_type: "text",
  text,
  search: text?.toLowerCase() ?? null,
  carrier: "sandbox",
  received_at: 1_000 * place,
});

describe.each(databases)("the migration of conversations on %s", (database) => {
  const opened = testDatabase(database, { each: true, migrated: false });

  it("makes a read, open conversation for each number of an account with stored messages", async () => {
    const { db } = opened;
    await migrate(
      db,
      migrations.filter(({ name }) => name < "0010"),
    );
    const long = `Ok ${"x".repeat(300)}`;
    await db("inbound_messages").insert([
      message(1, "+5511987650001", "Um"),
      message(2, "+5511987650001", long),
      message(3, "+5511987650002", null),
      message(4, "", null),
      message(5, "+5511987650001", "Outra", OTHER),
    ]);
    await db("contact_lists").insert({
      account_id: ACCOUNT,
      id: id(90),
      name: "Recado",
      name_key: "recado",
      name_search: "recado",
      type: "blacklist",
      channels: "[]",
      is_provisioned: true,
      created_at: 1,
      updated_at: 1,
    });
    await db("contacts").insert({
      account_id: ACCOUNT,
      id: id(91),
      phone: "+5511987650002",
      name: null,
      attributes: "{}",
      search: "\n+5511987650002",
      created_at: 1,
      updated_at: 1,
    });
    await db("list_members").insert({
      account_id: ACCOUNT,
      list_id: id(90),
      contact_id: id(91),
      joined: 1,
      added_at: 1,
      origin: "opt_out",
    });
    await migrate(db);
    const rows = (await db("conversations").orderBy(["account_id", "phone"])) as Record<string, unknown>[];
    const common = { status: "open", unread_count: 0, campaign_id: null, channel: "sms" };
    const optedOut = rows.map((row) => Boolean(row.opted_out));
    expect(optedOut).toEqual([false, true, false]);
    expect(rows).toMatchObject([
      {
        ...common,
        account_id: ACCOUNT,
        phone: "+5511987650001",
        message_count: 2,
        preview: long.slice(0, 160),
        last_message_id: id(2),
        read_up_to: id(2),
        last_received_at: 2_000,
        search: `${long.slice(0, 160).toLowerCase()}\n+5511987650001`,
      },
      { ...common, phone: "+5511987650002", message_count: 1, preview: null, search: "\n+5511987650002" },
      { ...common, account_id: OTHER, phone: "+5511987650001", preview: "Outra", last_message_id: id(5) },
    ]);
    expect(new Set(rows.map((row) => row.id)).size).toBe(3);
  });
});
