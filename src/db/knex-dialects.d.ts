// knex has no types for the dialects that its manual says to extend; these are the parts that are used.

declare module "knex/lib/dialects/better-sqlite3/index.js" {
  import knex from "knex";

  class BetterSqlite3Client extends knex.Client {}
  export default BetterSqlite3Client;
}
