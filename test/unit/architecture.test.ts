import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

const root = resolve(__dirname, "../..");

/** Lint rule with code that it must refuse and code that it must accept. */
interface RuleCase {
  rule: string;
  says: string;
  fails: [file: string, code: string][];
  passes: [file: string, code: string][];
}

const ruleCases: RuleCase[] = [
  {
    rule: "express-stays-in-http",
    says: "Return a value or throw a Problem",
    fails: [
      ["src/features/messages/send.ts", `import type { Request } from "express";`],
      ["src/features/files/constraints.ts", `import { Router } from "express";`],
      ["src/features/webhooks/webhooks.store.ts", `const express = require("express");`],
      ["src/storage/disk/disk-storage.ts", `import { error } from "express-openapi-validator";`],
      ["src/web/console/page/shell.tsx", `import { Router } from "express";`],
    ],
    passes: [
      ["src/http/server.ts", `import express from "express";`],
      ["src/features/files/media.routes.ts", `import { Router } from "express";`],
      ["src/storage/disk/disk.routes.ts", `import { Router } from "express";`],
      ["test/http/files.test.ts", `import express from "express";`],
    ],
  },
  {
    rule: "composition-names-express-types",
    says: "import the type only",
    fails: [
      ["src/app/service.ts", `import express from "express";`],
      ["src/app/compose.ts", `import { Router } from "express";`],
    ],
    passes: [
      ["src/app/service.ts", `import type { Express } from "express";`],
      ["src/app/compose.ts", `import { type Router } from "express";`],
    ],
  },
  {
    rule: "drivers-stay-in-stores",
    says: "call a function of a store",
    fails: [
      ["src/features/messages/send.ts", `import knex from "knex";`],
      ["src/main.ts", `import { Client } from "pg";`],
      ["src/cli/migrate.ts", `import Database from "better-sqlite3";`],
      ["src/features/webhooks/deliver.ts", `import { rawRows } from "../../platform/db/dialect";`],
      ["src/features/files/files.api.ts", `import { bulkInsert } from "../../platform/db/bulk";`],
    ],
    passes: [
      ["src/features/messages/send.ts", `import type { Knex } from "knex";`],
      ["src/features/messages/changes.ts", `import type { Db } from "../../platform/db/dialect";`],
      ["src/features/messages/messages.store.ts", `import { bulkInsert } from "../../platform/db/bulk";`],
      ["src/features/files/files.api.ts", `import { pageOf } from "../../platform/db/page";`],
      ["src/platform/db/connection.ts", `import knex from "knex";`],
    ],
  },
  {
    rule: "sqlite-driver-is-chosen-once",
    says: "call loadSqlite of src/platform/db/sqlite-driver.ts",
    fails: [
      ["src/platform/db/connection.ts", `import Database from "better-sqlite3";`],
      ["src/platform/db/checkpoint.thread.mjs", `import Database from "better-sqlite3-12";`],
      ["scripts/bench/baselines/send.ts", `const Sqlite = require("better-sqlite3");`],
    ],
    passes: [
      ["src/platform/db/sqlite-driver.ts", `import type Sqlite from "better-sqlite3";`],
      [
        "scripts/bench/baselines/send.ts",
        `import { loadSqlite } from "../../../src/platform/db/sqlite-driver";`,
      ],
    ],
  },
  {
    rule: "sql-stays-in-stores",
    says: "Move the query into the store of its resource",
    fails: [
      ["src/features/files/files.api.ts", `db("files").where({ id });`],
      ["src/features/messages/send.ts", `trx("messages").insert(rows);`],
      ["src/features/dispatch/dispatch.ts", `app.db("batches").first("id");`],
      ["src/cli/accounts.ts", `db.raw("select 1");`],
      ["src/http/express-app.ts", `query.raw("select 1");`],
      ["src/features/webhooks/deliver.ts", `app.db.select("id").from("outbox");`],
      ["src/app/first-start.ts", `db.schema.hasTable("accounts");`],
    ],
    passes: [
      ["src/features/files/files.store.ts", `db("files").where({ id });`],
      ["src/platform/db/bulk.ts", `db.raw("select 1");`],
      ["src/features/messages/send.ts", `app.db.transaction(async (trx) => insertMessages(trx, rows));`],
      ["src/cli/session.ts", `db.destroy();`],
    ],
  },
  {
    rule: "sql-names-own-tables",
    says: "only the stores of the owner's folder name a table",
    fails: [
      ["src/features/accounts/accounts.store.ts", `trx("contact_lists").insert(row);`],
      ["src/features/files/files.store.ts", `rawRows(db, "select id from templates where id = ?");`],
      [
        "src/features/usage/usage.store.ts",
        "rawRows(db, `select 1 from ${source.sql} join messages m on true`);",
      ],
      ["src/features/senders/senders.store.ts", `bulkInsert(trx, "messages", COLUMNS, rows);`],
    ],
    passes: [
      ["src/features/files/files.store.ts", `db("files as f").where({ id });`],
      ["src/features/usage/usage.store.ts", `rawRows(db, "select messages from message_totals");`],
      ["src/features/webhooks/deliveries.store.ts", `db("webhook_deliveries").where({ id });`],
    ],
  },
  {
    rule: "dialect-stays-in-db",
    says: "Add a helper to src/platform/db/dialect.ts",
    fails: [
      [
        "src/features/messages/messages.store.ts",
        `import { dialectOf, lockRows } from "../../platform/db/dialect";`,
      ],
      ["src/features/files/files.store.ts", `import * as dialect from "../../platform/db/dialect";`],
      [
        "src/features/webhooks/payloads.store.ts",
        `export { dialectOf as kind } from "../../platform/db/dialect";`,
      ],
    ],
    passes: [
      [
        "src/features/messages/messages.store.ts",
        `import { type Db, lockRows } from "../../platform/db/dialect";`,
      ],
      ["src/platform/db/bulk.ts", `import { dialectOf } from "./dialect";`],
      ["src/http/rate-limit.store.ts", `import { dialectOf } from "../platform/db/dialect";`],
    ],
  },
  {
    rule: "time-is-injected",
    says: "take `clock` from App",
    fails: [
      ["src/features/messages/send.ts", `const now = Date.now();`],
      ["src/features/webhooks/retry-schedule.ts", `const now = new Date();`],
      ["src/web/console/page/conversation/timeline.ts", `const now = Date.now();`],
    ],
    passes: [
      ["src/features/messages/send.ts", `const now = clock.now();`],
      ["src/web/console/page/conversation/conversation.tsx", `const now = Date.now();`],
      ["src/platform/ids.ts", `const date = new Date(now);`],
    ],
  },
  {
    rule: "no-literal-spread",
    says: "list its properties",
    fails: [
      ["src/queue/run.ts", `const job = { ...{ id, kind }, attempt: 0 };`],
      ["test/queue/leases.test.ts", `const job = { ...({ kind: "import" } as const), attempt: 0 };`],
      ["src/web/console/page/shell.tsx", `export const menu = <Menu {...{ items, onChoose }} />;`],
    ],
    passes: [
      ["src/queue/run.ts", `const job = { id, kind, attempt: 0 };`],
      ["src/queue/run.ts", `const job = { ...common, ...(tag ? { tag } : {}) };`],
    ],
  },
  {
    rule: "plain-words",
    says: "write ",
    // Snippets with words that the rule must refuse.
    fails: [
      ["src/queue/run.ts", `// Work that is under way is cut off.`],
      ["src/queue/run.ts", `/** The worker goes\n * on with the next job. */`],
      ["src/queue/run.ts", `log.info("the job is taken up again");`],
      ["src/queue/run.ts", "log.info(`${kind}: nobody renews the lease`);"],
      ["src/web/console/page/shell.tsx", `export const text = <p>The page tells what failed</p>;`],
      ["test/queue/leases.test.ts", `it("answers with the stored answer", () => {});`],
      ["src/queue/run.ts", `const underWay = 1;`],
      ["src/queue/run.ts", `function wait(patience) {}`],
      ["src/queue/run.ts", `interface Run { GIVE_BACK: boolean }`],
      ["src/queue/run.ts", `class Run { handOver() {} }`],
    ],
    passes: [
      ["src/queue/run.ts", `// Work in flight is cut off.`],
      ["src/queue/run.ts", `import { patience } from "a-library"; patience.tell();`],
      ["src/queue/run.ts", `const name = "patience";`],
      ["src/queue/run.ts", `log.info("the worker continues with the next job");`],
    ],
  },
  {
    rule: "comment-width",
    says: "comments wrap at 110 columns: this line has 111",
    fails: [
      ["src/queue/run.ts", `// ${"x".repeat(108)}`],
      ["src/queue/run.ts", `/**\n * ${"x".repeat(108)}\n */`],
    ],
    passes: [
      ["src/queue/run.ts", `// ${"x".repeat(107)}`],
      ["src/queue/run.ts", `// https://${"x".repeat(110)}`],
      ["src/queue/run.ts", `const long = "${"x".repeat(90)}"; // ${"x".repeat(20)}`],
    ],
  },
  {
    rule: "test-titles",
    says: "begins with a verb in the third person",
    fails: [
      ["test/queue/leases.test.ts", `it("a lease is renewed", () => {});`],
      ["test/queue/leases.test.ts", `it.each([1])("never renews %d leases", () => {});`],
      ["test/queue/leases.test.ts", "test(`Renews ${1} leases`, () => {});"],
    ],
    passes: [
      ["test/queue/leases.test.ts", `it("renews a lease", () => {});`],
      ["test/queue/leases.test.ts", `it.each([1])("%d leases are renewed", () => {});`],
      ["src/queue/run.ts", `it("never renews", () => {});`],
    ],
  },
];

/** Lints snippets in another process: ESLint's configuration is an ES module, which Jest cannot load. */
const LINT = `
  import { ESLint } from "eslint";
  import { json } from "node:stream/consumers";
  const eslint = new ESLint({
    ruleFilter: ({ ruleId }) => ruleId.startsWith("recado/"),
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  });
  const found = [];
  for (const [filePath, code] of await json(process.stdin)) {
    const [result] = await eslint.lintText(code, { filePath });
    found.push(result.messages.map(({ ruleId, message }) => ({ rule: ruleId, message })));
  }
  const { plugins } = await eslint.calculateConfigForFile("src/app/app.ts");
  process.stdout.write(JSON.stringify({ found, rules: Object.keys(plugins.recado.rules) }));
`;

interface Finding {
  rule: string | null;
  message: string;
}

interface LintReport {
  found: Finding[][];
  rules: string[];
}

function lint(snippets: [file: string, code: string][]): LintReport {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", LINT], {
    cwd: root,
    input: JSON.stringify(snippets),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as LintReport;
}

describe("architecture lint rules", () => {
  const snippets = ruleCases.flatMap(({ fails, passes }) => [...fails, ...passes]);
  let report: LintReport;
  const findingsIn = (snippet: [string, string]) => report.found[snippets.indexOf(snippet)];

  beforeAll(() => {
    report = lint(snippets);
  });

  it("includes cases for every rule of the plugin", () => {
    expect(ruleCases.map(({ rule }) => rule).sort()).toEqual([...report.rules].sort());
  });

  describe.each(ruleCases)("$rule", ({ rule, says, fails, passes }) => {
    it.each(fails.map((snippet) => ({ file: snippet[0], code: snippet[1], snippet })))(
      "refuses $code in $file",
      ({ snippet }) => {
        expect(findingsIn(snippet)).toContainEqual({
          rule: `recado/${rule}`,
          message: expect.stringContaining(says),
        });
      },
    );

    it.each(passes.map((snippet) => ({ file: snippet[0], code: snippet[1], snippet })))(
      "accepts $code in $file",
      ({ snippet }) => {
        expect(findingsIn(snippet)).toEqual([]);
      },
    );
  });
});
