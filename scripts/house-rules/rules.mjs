// The rules of the house: who may know what. Each has a failing and a passing case in
// test/unit/architecture.test.ts. A message says what to do instead.
import { boundary } from "./boundary.mjs";
import { syntax } from "./syntax.mjs";

const SOURCES = ["src/**/*.ts"];
const STORES = ["src/**/*.store.ts"];
/** Where the parts of the service are put together. */
const COMPOSITION = ["src/app/compose.ts", "src/app/service.ts"];
const ABOVE_AND_BESIDE = "resources|engine|queue|web|carriers|storage";

const DRIVERS = /^(knex|pg|better-sqlite3(-12)?)(\/|$)/;
const SQLITE_DRIVERS = /^better-sqlite3(-12)?(\/|$)/;
const EXPRESS = /^(express|express-openapi-validator)(\/|$)/;
const DATABASE = "/^(db|database|knex|trx|tx|transaction)$/";

export const houseRules = [
  {
    name: "generated-stands-alone",
    files: ["generated/**/*.ts"],
    rule: boundary({
      forbids: [{ path: /^(\.\.|src|scripts|test)\// }],
      message:
        "generated/ imports nothing but itself and packages. Put what it needs into the contract or into a template.",
    }),
  },
  {
    name: "client-stands-alone",
    files: ["src/client/**/*.ts"],
    rule: boundary({
      forbids: [{ path: /^(?!src\/client\/|generated\/(client|schema)(\/|$))/ }],
      message:
        "the client runs in browsers' workers too: it imports itself, generated/client and generated/schema, and uses what the web's standards have.",
    }),
  },
  {
    name: "express-stays-in-http",
    files: SOURCES,
    ignores: ["src/http/**", "src/**/*.routes.ts", "src/storage/serve-object.ts", ...COMPOSITION],
    rule: boundary({
      forbids: [{ path: EXPRESS }],
      message:
        "only src/http and *.routes.ts know Express. Answer with a value or throw a Problem; src/http writes the response.",
    }),
  },
  {
    name: "composition-names-express-types",
    files: COMPOSITION,
    rule: boundary({
      forbids: [{ path: EXPRESS, types: "allowed" }],
      message:
        "the composition passes routers on and makes none: import the type only, and build it in src/http.",
    }),
  },
  {
    name: "handlers-know-no-transport",
    files: ["src/**/*.api.ts"],
    rule: boundary({
      forbids: [{ path: EXPRESS }, { path: /^src\/http\// }],
      message:
        "a handler takes the generated request and returns the generated reply. Throw a Problem of src/platform/problem.ts for a failure.",
    }),
  },
  {
    name: "http-knows-no-resource",
    files: ["src/http/**/*.ts"],
    ignores: ["src/http/authenticate.ts", "src/http/api-router.ts"],
    rule: boundary({
      forbids: [{ path: new RegExp(`^src/(${ABOVE_AND_BESIDE})/`) }],
      message: "src/http serves every resource alike. Hand it what it needs from src/app/service.ts.",
    }),
  },
  {
    name: "http-knows-keys-only",
    files: ["src/http/authenticate.ts", "src/http/api-router.ts"],
    rule: boundary({
      forbids: [{ path: new RegExp(`^src/(?!resources/api-keys/api-keys\\.store$)(${ABOVE_AND_BESIDE})/`) }],
      message:
        "of the resources, authentication reads src/resources/api-keys/api-keys.store.ts and no other.",
    }),
  },
  {
    name: "drivers-stay-in-stores",
    files: SOURCES,
    ignores: [...STORES, "src/platform/db/**", "src/queue/postgres-wakeups.ts"],
    rule: boundary({
      forbids: [
        { path: DRIVERS, types: "allowed" },
        { path: /^src\/platform\/db\/(dialect|bulk)$/, types: "allowed" },
      ],
      message:
        "database drivers and the helpers for SQL are for *.store.ts and src/platform/db. Import types only, and call a function of a store.",
    }),
  },
  {
    name: "sqlite-driver-is-chosen-once",
    files: ["src/**/*.{ts,mjs}", "scripts/**/*.ts", "test/**/*.ts"],
    rule: boundary({
      forbids: [{ path: SQLITE_DRIVERS, types: "allowed" }],
      message:
        "which driver fits depends on Node, and the wrong one ends the process: call loadSqlite of src/platform/db/sqlite-driver.ts, and tell a thread SQLITE_DRIVER.",
    }),
  },
  {
    name: "sql-stays-in-stores",
    files: SOURCES,
    ignores: [...STORES, "src/platform/db/**", "src/queue/postgres-wakeups.ts"],
    rule: syntax({
      selectors: [
        "CallExpression[callee.property.name='raw']",
        `CallExpression[callee.name=${DATABASE}]`,
        `CallExpression[callee.property.name=${DATABASE}]:not([callee.property.name='transaction'])`,
        `CallExpression[callee.object.name=${DATABASE}]:not([callee.property.name=/^(transaction|destroy)$/])`,
        `CallExpression[callee.object.property.name=${DATABASE}]:not([callee.property.name=/^(transaction|destroy)$/])`,
        `MemberExpression[object.name=${DATABASE}][property.name=/^(schema|fn|migrate|seed)$/]`,
        `MemberExpression[object.property.name=${DATABASE}][property.name=/^(schema|fn|migrate|seed)$/]`,
      ],
      message:
        "SQL is written in *.store.ts and src/platform/db. Move the query into the store of its resource, as a function that takes `db: Db` first.",
    }),
  },
  {
    name: "carriers-know-messages-only",
    files: ["src/carriers/**/*.ts"],
    rule: boundary({
      forbids: [
        { path: EXPRESS },
        { path: DRIVERS },
        { path: /^src\/(http|platform\/db|cli)\// },
        { path: /\.(store|api|routes)$/ },
        { path: /^src\/app\// },
      ],
      message:
        "a carrier knows neither HTTP routes nor SQL. Take what it needs as a parameter, and tell outcomes to the ReceiptSink.",
    }),
  },
  {
    name: "adapters-are-chosen-in-compose",
    files: SOURCES,
    ignores: ["src/app/compose.ts"],
    rule: boundary({
      forbids: [
        { path: /^src\/(carriers|storage)\/[^/]+\// },
        { path: /^src\/queue\/postgres-wakeups$/ },
        { path: /^src\/platform\/db\/connection$/ },
      ],
      together: /^src\/(carriers|storage)\/[^/]+\//,
      message:
        "only src/app/compose.ts names an adapter. Depend on its port (carrier.ts, storage.ts, wakeups.ts) and take it from App.",
    }),
  },
  {
    name: "resources-meet-in-stores",
    files: SOURCES,
    ignores: COMPOSITION,
    rule: boundary({
      forbids: [{ path: /^src\/.*\.(api|routes)$/ }, { path: /^src\/.*\/duties$/ }],
      message:
        "handlers, routes and duties are mounted by src/app/service.ts alone. Call the other resource's store or its pure functions.",
    }),
  },
  {
    name: "dialect-stays-in-db",
    files: SOURCES,
    ignores: [
      "src/platform/db/**",
      "src/http/rate-limit.store.ts",
      "src/resources/contact-lists/membership-version.store.ts",
    ],
    rule: boundary({
      forbids: [{ path: /^src\/platform\/db\/dialect$/, names: ["dialectOf"] }],
      message:
        "only src/platform/db asks which database it is. Add a helper to src/platform/db/dialect.ts or src/platform/db/bulk.ts that does the same on both.",
    }),
  },
  {
    name: "time-is-injected",
    files: SOURCES,
    // The disk's files carry the system's time, so that one is compared with them; the client is a package of its own.
    ignores: ["src/platform/time.ts", "src/storage/disk/disk-storage.ts", "src/client/environment.ts"],
    rule: syntax({
      selectors: [
        "CallExpression[callee.object.name='Date'][callee.property.name='now']",
        "NewExpression[callee.name='Date'][arguments.length=0]",
      ],
      message: "time comes from the injected Clock: take `clock` from App, or `now: Instant` as a parameter.",
    }),
  },
];
