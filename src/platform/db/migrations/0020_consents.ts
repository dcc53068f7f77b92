import type { Knex } from "knex";

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable("consents", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("phone"); // null: the contact was deleted or the number was erased
    t.text("number_hash").notNullable(); // HMAC-SHA-256 of account and number, hex
    t.text("purposes").notNullable(); // JSON array
    t.text("channels").notNullable(); // JSON array
    t.text("status").notNullable();
    t.text("source").notNullable();
    t.text("evidence"); // JSON; null: none
    t.uuid("inbound_message_id");
    t.uuid("inbound_rcs_event_id");
    t.bigInteger("occurred_at").notNullable();
    t.bigInteger("created_at").notNullable();
    t.primary(["account_id", "id"]);
    t.index(["account_id", "phone", "id"]);
    t.index(["account_id", "number_hash", "id"]);
  });
  // The status in force for a number, channel and purpose. `consent_id` is the nil id without a record.
  await db.schema.createTable("consent_states", (t) => {
    t.uuid("account_id").notNullable();
    t.text("number_hash").notNullable();
    t.text("channel").notNullable();
    t.text("purpose").notNullable();
    t.text("status").notNullable();
    t.bigInteger("occurred_at").notNullable();
    t.uuid("consent_id").notNullable();
    t.boolean("follows_list").notNullable(); // whether the state applies only where the provisioned list suppresses
    t.primary(["account_id", "number_hash", "channel", "purpose"]);
  });
  // No code reads `suppressed_numbers` after this migration. Older processes may still write it, so it stays.
  await db.raw(
    `insert into consent_states
       (account_id, number_hash, channel, purpose, status, occurred_at, consent_id, follows_list)
     select s.account_id, s.hash, c.channel, p.purpose, 'revoked', 0,
       '00000000-0000-0000-0000-000000000000', min(case when l.is_provisioned then 1 else 0 end) = 1
     from suppressed_numbers s
       join contact_lists l on l.account_id = s.account_id and l.id = s.list_id and l.deleted_at is null
       join (select 'sms' as channel union all select 'rcs' union all select 'voice') c
         on l.channels like '%"' || c.channel || '"%'
       join (select 'otp' as purpose union all select 'transactional' union all select 'marketing') p
         on l.purposes is null or l.purposes like '%"' || p.purpose || '"%'
     where l.type = 'blacklist'
     group by s.account_id, s.hash, c.channel, p.purpose`,
  );
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable("consent_states");
  await db.schema.dropTable("consents");
}
