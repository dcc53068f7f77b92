// ESLint rules for code within files; dependency-cruiser.mjs checks imports between folders. Each rule has a
// failing and a passing case in test/unit/architecture.test.ts.
import { boundary } from "./boundary.mjs";
import { ownTables } from "./own-tables.mjs";
import { commentWidth, plainWords, testTitles } from "./plain-english.mjs";
import { syntax } from "./syntax.mjs";
import { TABLES } from "../architecture/tables.mjs";

const SOURCES = ["src/**/*.{ts,tsx}"];
const TEXTS = ["*.mjs", "{src,scripts,test}/**/*.{ts,tsx,mjs,js}"];
const STORES = ["src/**/*.store.ts"];
const COMPOSITION = ["src/app/compose.ts", "src/app/service.ts", "src/app/api-side.ts"];

const DRIVERS = /^(knex|pg|better-sqlite3(-12)?)(\/|$)/;
const SQLITE_DRIVERS = /^better-sqlite3(-12)?(\/|$)/;
const EXPRESS = /^(express|express-openapi-validator)(\/|$)/;
const DATABASE = "/^(db|database|knex|trx|tx|transaction)$/";

export const projectRules = [
  {
    name: "express-stays-in-http",
    files: SOURCES,
    ignores: ["src/http/**", "src/**/*.routes.ts", "src/storage/serve-object.ts", ...COMPOSITION],
    rule: boundary({
      forbids: [{ path: EXPRESS }],
      message:
        "only src/http and *.routes.ts know Express. Return a value or throw a Problem; src/http writes the response.",
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
    name: "drivers-stay-in-stores",
    files: SOURCES,
    ignores: [...STORES, "src/platform/db/**", "src/queue/postgres-{listener,wakeups}.ts"],
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
        "the driver depends on the Node version, and the wrong one crashes the process: call loadSqlite of src/platform/db/sqlite-driver.ts, and pass SQLITE_DRIVER to threads.",
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
    name: "sql-names-own-tables",
    files: STORES,
    rule: ownTables({
      tables: TABLES,
      message:
        "only the stores of the owner's folder name a table. Call one of their functions, or say in scripts/architecture/tables.mjs why one statement needs both",
    }),
  },
  {
    name: "dialect-stays-in-db",
    files: SOURCES,
    ignores: [
      "src/platform/db/**",
      "src/http/rate-limit.store.ts",
      "src/features/contact-lists/membership-version.store.ts",
    ],
    rule: boundary({
      forbids: [{ path: /^src\/platform\/db\/dialect$/, names: ["dialectOf"] }],
      message:
        "only src/platform/db asks which database it is. Add a helper to src/platform/db/dialect.ts or src/platform/db/bulk.ts that does the same on both.",
    }),
  },
  {
    name: "time-is-injected",
    // `.tsx` files are exempt: components of the console show the browser's time.
    files: ["src/**/*.ts"],
    // `time.ts` defines the Clock. DiskStorage compares the current time with file times, which are system
    // time. The client is a separate package.
    ignores: ["src/platform/time.ts", "src/storage/disk/disk-storage.ts", "src/client/environment.ts"],
    rule: syntax({
      selectors: [
        "CallExpression[callee.object.name='Date'][callee.property.name='now']",
        "NewExpression[callee.name='Date'][arguments.length=0]",
      ],
      message: "time comes from the injected Clock: take `clock` from App, or `now: Instant` as a parameter.",
    }),
  },
  {
    name: "no-literal-spread",
    files: TEXTS,
    rule: syntax({
      selectors: [
        "ObjectExpression > SpreadElement > ObjectExpression",
        "ObjectExpression > SpreadElement > :matches(TSAsExpression, TSSatisfiesExpression) > ObjectExpression",
        "JSXSpreadAttribute > ObjectExpression",
      ],
      message: "a spread of a literal has no effect: list its properties in the surrounding literal.",
    }),
  },
  {
    name: "plain-words",
    files: TEXTS,
    ignores: ["scripts/eslint-rules/words.mjs", "test/unit/architecture.test.ts"],
    rule: plainWords,
  },
  { name: "comment-width", files: TEXTS, rule: commentWidth },
  { name: "test-titles", files: ["test/**/*.ts"], rule: testTitles },
];
