import type { Knex } from "knex";

export async function up(db: Knex): Promise<void> {
  await db.schema.createTable("privacy_requests", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.text("kind").notNullable();
    t.text("status").notNullable();
    t.text("phone"); // E.164; null once the request has ended and its file is deleted
    t.uuid("up_to").notNullable(); // id made at the request; data with higher ids stays and is not exported
    t.uuid("again_up_to"); // like up_to, if the erasure was requested again while it ran; it then runs twice
    t.text("counts").notNullable(); // JSON
    t.bigInteger("size_bytes"); // of the export's file; null: no file
    t.bigInteger("due_at"); // next step; null: the request has ended
    t.bigInteger("expires_at"); // deletion of the export's file
    t.bigInteger("created_at").notNullable();
    t.bigInteger("completed_at");
    t.primary(["account_id", "id"]);
  });
  await db.raw(
    "create unique index privacy_requests_open on privacy_requests (account_id, phone, kind) where due_at is not null",
  );
  await db.raw(
    "create index privacy_requests_due on privacy_requests (account_id, due_at) where due_at is not null",
  );
  await db.raw(
    "create index privacy_requests_files on privacy_requests (expires_at) where size_bytes is not null",
  );
}

export async function down(db: Knex): Promise<void> {
  await db.schema.dropTable("privacy_requests");
}
