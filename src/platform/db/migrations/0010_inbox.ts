import type { Knex } from "knex";

export async function up(db: Knex): Promise<void> {
  // Summary of a phone number's inbound messages, updated with each message. Other numbers have no row.
  await db.schema.createTable("conversations", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("phone").notNullable(); // E.164
    t.text("status").notNullable(); // open or done
    t.integer("message_count").notNullable();
    t.integer("unread_count").notNullable();
    t.uuid("read_up_to"); // newest inbound message that was read
    t.boolean("opted_out").notNullable(); // the latest opt-out or opt-in was an opt-out
    // Copied from the newest inbound message of the number:
    t.uuid("last_message_id").notNullable();
    t.bigInteger("last_received_at").notNullable();
    t.text("channel").notNullable();
    t.text("content_type").notNullable();
    t.text("preview"); // first characters of the text
    t.text("search").notNullable(); // folded preview, then the number
    t.uuid("campaign_id");
    t.primary(["account_id", "id"]);
    t.unique(["account_id", "phone"]);
    t.index(["account_id", "last_message_id"]);
    t.index(["account_id", "status", "last_message_id"]);
  });
  for (const [name, columns, rows] of [
    ["unread", "account_id, last_message_id", "unread_count > 0"],
    ["opted_out", "account_id, last_message_id", "opted_out"],
    ["campaign", "account_id, campaign_id, last_message_id", "campaign_id is not null"],
  ]) {
    await db.raw(`create index conversations_${name} on conversations (${columns}) where ${rows}`);
  }
  await db.raw(CONVERSATIONS_OF_STORED_MESSAGES);
  await db.raw(
    `update conversations set opted_out = true where (account_id, phone) in
       (select m.account_id, c.phone from list_members m
          join contact_lists l on l.account_id = m.account_id and l.id = m.list_id
          join contacts c on c.account_id = m.account_id and c.id = m.contact_id
          where l.is_provisioned = true and l.deleted_at is null and m.origin = 'opt_out')`,
  );
  await db.schema.createTable("canned_responses", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("name").notNullable();
    t.text("name_key").notNullable(); // decides uniqueness: ignores case
    t.text("name_search").notNullable(); // decides the order: ignores case and diacritics
    t.text("shortcut");
    t.text("text").notNullable();
    t.bigInteger("created_at").notNullable();
    t.bigInteger("updated_at").notNullable();
    t.primary(["account_id", "id"]);
    t.unique(["account_id", "name_key"]);
    t.unique(["account_id", "shortcut"]);
  });
}

/**
 * Statement that creates the conversations of stored messages. Stored messages count as read, because earlier
 * builds had no reading marks. A row gets the id of its newest message.
 */
const CONVERSATIONS_OF_STORED_MESSAGES = `
  insert into conversations (account_id, id, phone, status, message_count, unread_count, read_up_to, opted_out,
      last_message_id, last_received_at, channel, content_type, preview, search, campaign_id)
    select account_id, id, sender, 'open', total, 0, id, false, id, received_at, channel, content_type,
        substr(text, 1, 160), coalesce(substr(search, 1, 160), '') || '\n' || sender, campaign_id
      from (select account_id, id, sender, received_at, channel, content_type, text, search, campaign_id,
              count(*) over (partition by account_id, sender) as total,
              row_number() over (partition by account_id, sender order by id desc) as place
            from inbound_messages where sender <> '') as stored
      where place = 1`;

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable("canned_responses");
  await db.schema.dropTable("conversations");
}
