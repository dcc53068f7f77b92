import type { Knex } from "knex";
import { requireBuild } from "../compatibility";

// The secrets themselves are encrypted by the start that follows: a migration does not know the key.

export async function up(db: Knex): Promise<void> {
  // What all processes agree on, such as the id of the key that secrets are encrypted with.
  await db.schema.createTable("service_facts", (t) => {
    t.text("name").primary();
    t.text("value").notNullable();
  });
  // A deleted file is hidden at once; its row stays until the bytes are gone.
  await db.schema.alterTable("files", (t) => t.bigInteger("deleted_at"));
  await db.raw("create index files_deleted on files (deleted_at) where deleted_at is not null");
  await db.raw("create index files_tables on files (uploaded_at) where usage = 'contact_import'");
  await db.raw("create index imports_file on imports (account_id, file_id)");
  // Numbers under which messages of a contact lie. Those of deleted contacts are due: their messages lose their words.
  await db.schema.createTable("erasures", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("contact_id").notNullable();
    t.text("phone").notNullable();
    t.uuid("up_to"); // made when the contact was deleted; null while it is not: a number that it had before
    t.bigInteger("due_at");
    t.uuid("erased_to"); // messages up to this one are done with; null: begin anew
    t.primary(["account_id", "contact_id", "phone"]);
  });
  await db.raw("create index erasures_due on erasures (due_at) where due_at is not null");
  // An older build would sign with what it takes for a secret.
  await requireBuild(db, "0006_secrets_and_erasure");
}

export async function down(db: Knex): Promise<void> {
  await requireBuild(db, "0003_inbound_and_follow_ups");
  await db.schema.dropTable("erasures");
  for (const index of ["files_deleted", "files_tables", "imports_file"]) await db.raw(`drop index ${index}`);
  await db.schema.alterTable("files", (t) => t.dropColumn("deleted_at"));
  await db.schema.dropTable("service_facts");
}
