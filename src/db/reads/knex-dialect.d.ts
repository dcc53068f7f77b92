// knex's own clients have no types of their own; dialects are made by extending them.
declare module "knex/lib/dialects/better-sqlite3" {
  import type { Knex } from "knex";

  export default class SqliteClient extends Knex.Client {
    _formatBindings(bindings: readonly unknown[] | undefined): unknown[];
  }
}
