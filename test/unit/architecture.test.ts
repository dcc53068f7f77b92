import { spawnSync } from "node:child_process";
import { resolve } from "node:path";

const root = resolve(__dirname, "../..");

/** Each a file and a line of it. */
interface HouseRule {
  rule: string;
  says: string;
  fails: [file: string, code: string][];
  passes: [file: string, code: string][];
}

const houseRules: HouseRule[] = [
  {
    rule: "generated-stands-alone",
    says: "Put what it needs into the contract or into a template",
    fails: [
      ["generated/server/files.api.ts", `import type { App } from "../../src/app/app";`],
      ["generated/client/index.ts", `export { notFound } from "../../src/platform/problem";`],
      ["generated/schema.d.ts", `export type Clock = import("../src/platform/time").Clock;`],
    ],
    passes: [
      ["generated/server/files.api.ts", `import type { OperationRequest } from "./binding";`],
      ["generated/client/index.ts", `import createClient from "openapi-fetch";`],
      ["src/app/service.ts", `import { routes } from "../../generated/server/routes";`],
    ],
  },
  {
    rule: "client-stands-alone",
    says: "what the web's standards have",
    fails: [
      ["src/client/webhook.ts", `import { createHmac } from "node:crypto";`],
      ["src/client/retry.ts", `import type { Clock } from "../platform/time";`],
      ["src/client/recado.ts", `import { routes } from "../../generated/server/routes";`],
      ["src/client/call.ts", `import createClient from "openapi-fetch";`],
    ],
    passes: [
      ["src/client/call.ts", `import { createRecadoClient } from "../../generated/client";`],
      ["src/client/recado.ts", `import { shapes } from "../../generated/client/operations";`],
      ["src/client/pages.ts", `import type { Retry } from "./retry";`],
    ],
  },
  {
    rule: "express-stays-in-http",
    says: "Answer with a value or throw a Problem",
    fails: [
      ["src/resources/messages/send.ts", `import type { Request } from "express";`],
      ["src/resources/files/constraints.ts", `import { Router } from "express";`],
      ["src/resources/webhooks/webhooks.store.ts", `const express = require("express");`],
      ["src/storage/disk/disk-storage.ts", `import { error } from "express-openapi-validator";`],
    ],
    passes: [
      ["src/http/server.ts", `import express from "express";`],
      ["src/resources/files/media.routes.ts", `import { Router } from "express";`],
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
    rule: "handlers-know-no-transport",
    says: "Throw a Problem",
    fails: [
      ["src/resources/files/files.api.ts", `import type { Response } from "express";`],
      ["src/resources/messages/messages.api.ts", `import { envelope } from "../../http/envelope";`],
    ],
    passes: [
      [
        "src/resources/files/files.api.ts",
        `import type { FilesApi } from "../../../generated/server/files.api";`,
      ],
      ["src/resources/messages/messages.api.ts", `import { notFound } from "../../platform/problem";`],
    ],
  },
  {
    rule: "http-knows-no-resource",
    says: "Hand it what it needs from src/app/service.ts",
    fails: [
      ["src/http/envelope.ts", `import { findTemplate } from "../resources/templates/templates.store";`],
      ["src/http/contract.ts", `import type { Carrier } from "../carriers/carrier";`],
    ],
    passes: [
      ["src/http/envelope.ts", `import { isDatabaseAway } from "../platform/db/errors";`],
      ["src/http/rate-limit.ts", `import { MINUTE } from "../platform/time";`],
    ],
  },
  {
    rule: "http-knows-keys-only",
    says: "src/resources/api-keys/api-keys.store.ts and no other",
    fails: [
      ["src/http/authenticate.ts", `import { findAccount } from "../resources/accounts/accounts.store";`],
    ],
    passes: [
      ["src/http/authenticate.ts", `import { findByHash } from "../resources/api-keys/api-keys.store";`],
    ],
  },
  {
    rule: "drivers-stay-in-stores",
    says: "call a function of a store",
    fails: [
      ["src/resources/messages/send.ts", `import knex from "knex";`],
      ["src/main.ts", `import { Client } from "pg";`],
      ["src/cli/migrate.ts", `import Database from "better-sqlite3";`],
      ["src/engine/deliveries/deliver.ts", `import { rawRows } from "../../platform/db/dialect";`],
      ["src/resources/files/files.api.ts", `import { bulkInsert } from "../../platform/db/bulk";`],
    ],
    passes: [
      ["src/resources/messages/send.ts", `import type { Knex } from "knex";`],
      ["src/resources/messages/changes.ts", `import type { Db } from "../../platform/db/dialect";`],
      ["src/resources/messages/messages.store.ts", `import { bulkInsert } from "../../platform/db/bulk";`],
      ["src/resources/files/files.api.ts", `import { pageOf } from "../../platform/db/page";`],
      ["src/platform/db/connection.ts", `import knex from "knex";`],
    ],
  },
  {
    rule: "sqlite-driver-is-chosen-once",
    says: "call loadSqlite of src/platform/db/sqlite-driver.ts",
    fails: [
      ["src/platform/db/connection.ts", `import Database from "better-sqlite3";`],
      ["src/platform/db/checkpoint.thread.mjs", `import Database from "better-sqlite3-12";`],
      ["scripts/bench/send/floor.ts", `const Sqlite = require("better-sqlite3");`],
    ],
    passes: [
      ["src/platform/db/sqlite-driver.ts", `import type Sqlite from "better-sqlite3";`],
      ["scripts/bench/send/floor.ts", `import { loadSqlite } from "../../../src/platform/db/sqlite-driver";`],
    ],
  },
  {
    rule: "sql-stays-in-stores",
    says: "Move the query into the store of its resource",
    fails: [
      ["src/resources/files/files.api.ts", `db("files").where({ id });`],
      ["src/resources/messages/send.ts", `trx("messages").insert(rows);`],
      ["src/engine/dispatch/dispatch.ts", `app.db("batches").first("id");`],
      ["src/cli/accounts.ts", `db.raw("select 1");`],
      ["src/http/express-app.ts", `query.raw("select 1");`],
      ["src/engine/deliveries/deliver.ts", `app.db.select("id").from("outbox");`],
      ["src/app/first-start.ts", `db.schema.hasTable("accounts");`],
    ],
    passes: [
      ["src/resources/files/files.store.ts", `db("files").where({ id });`],
      ["src/platform/db/bulk.ts", `db.raw("select 1");`],
      ["src/resources/messages/send.ts", `app.db.transaction(async (trx) => insertMessages(trx, rows));`],
      ["src/cli/session.ts", `db.destroy();`],
    ],
  },
  {
    rule: "carriers-know-messages-only",
    says: "Take what it needs as a parameter",
    fails: [
      ["src/carriers/sandbox/sandbox.ts", `import { envelope } from "../../http/envelope";`],
      ["src/carriers/sandbox/sandbox.ts", `import type { Db } from "../../platform/db/dialect";`],
      [
        "src/carriers/sandbox/sandbox.ts",
        `import { findMessage } from "../../resources/messages/messages.store";`,
      ],
      ["src/carriers/sandbox/outcomes.ts", `import type { App } from "../../app/app";`],
      ["src/carriers/carrier.ts", `import type { Knex } from "knex";`],
    ],
    passes: [
      ["src/carriers/carrier.ts", `import type { Channel } from "../resources/messages/message";`],
      ["src/carriers/sandbox/sandbox.ts", `import type { Clock } from "../../platform/time";`],
    ],
  },
  {
    rule: "adapters-are-chosen-in-compose",
    says: "Depend on its port",
    fails: [
      ["src/engine/dispatch/dispatch.ts", `import { sandboxCarrier } from "../../carriers/sandbox/sandbox";`],
      ["src/cli/senders.ts", `import { sandboxCarrier } from "../carriers/sandbox";`],
      ["src/resources/files/files.api.ts", `import { diskStorage } from "../../storage/disk/disk-storage";`],
      ["src/app/service.ts", `import { postgresWakeups } from "../queue/postgres-wakeups";`],
      ["src/main.ts", `const { openDatabase } = await import("./platform/db/connection");`],
      ["src/carriers/smpp/smpp.ts", `import { outcomeFor } from "../sandbox/outcomes";`],
    ],
    passes: [
      ["src/app/compose.ts", `import { sandboxCarrier } from "../carriers/sandbox/sandbox";`],
      ["src/engine/dispatch/dispatch.ts", `import type { Carrier } from "../../carriers/carrier";`],
      ["src/carriers/sandbox/sandbox.ts", `import { outcomeFor } from "./outcomes";`],
      ["src/app/service.ts", `import type { Wakeups } from "../queue/wakeups";`],
    ],
  },
  {
    rule: "resources-meet-in-stores",
    says: "Call the other resource's store",
    fails: [
      ["src/resources/messages/send.ts", `import { templatesApi } from "../templates/templates.api";`],
      ["src/resources/templates/templates.api.ts", `import { filesApi } from "../files/files.api";`],
      ["src/http/api-router.ts", `import { mediaRouter } from "../resources/files/media.routes";`],
      [
        "src/resources/messages/changes.ts",
        `import { webhookDuties } from "../../engine/deliveries/duties";`,
      ],
    ],
    passes: [
      ["src/resources/messages/send.ts", `import { findTemplate } from "../templates/templates.store";`],
      ["src/messaging/content.ts", `import { smsSegments } from "./segments";`],
      [
        "src/resources/files/files.api.ts",
        `import type { FilesApi } from "../../../generated/server/files.api";`,
      ],
      ["src/app/service.ts", `import { filesApi } from "../resources/files/files.api";`],
    ],
  },
  {
    rule: "dialect-stays-in-db",
    says: "Add a helper to src/platform/db/dialect.ts",
    fails: [
      [
        "src/resources/messages/messages.store.ts",
        `import { dialectOf, lockRows } from "../../platform/db/dialect";`,
      ],
      ["src/resources/files/files.store.ts", `import * as dialect from "../../platform/db/dialect";`],
      [
        "src/resources/webhooks/outbox.store.ts",
        `export { dialectOf as kind } from "../../platform/db/dialect";`,
      ],
    ],
    passes: [
      [
        "src/resources/messages/messages.store.ts",
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
      ["src/resources/messages/send.ts", `const now = Date.now();`],
      ["src/engine/deliveries/schedule.ts", `const now = new Date();`],
    ],
    passes: [
      ["src/resources/messages/send.ts", `const now = clock.now();`],
      ["src/platform/ids.ts", `const date = new Date(now);`],
    ],
  },
];

/** What ESLint's own process answers: its configuration is an ES module, which Jest does not load. */
const LINT = `
  import { ESLint } from "eslint";
  import { json } from "node:stream/consumers";
  const eslint = new ESLint({
    ruleFilter: ({ ruleId }) => ruleId.startsWith("house/"),
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
  });
  const found = [];
  for (const [filePath, code] of await json(process.stdin)) {
    const [result] = await eslint.lintText(code, { filePath });
    found.push(result.messages.map(({ ruleId, message }) => ({ rule: ruleId, message })));
  }
  const { plugins } = await eslint.calculateConfigForFile("src/app/app.ts");
  process.stdout.write(JSON.stringify({ found, rules: Object.keys(plugins.house.rules) }));
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

describe("the rules of the house", () => {
  const snippets = houseRules.flatMap(({ fails, passes }) => [...fails, ...passes]);
  let report: LintReport;
  const findingsIn = (snippet: [string, string]) => report.found[snippets.indexOf(snippet)];

  beforeAll(() => {
    report = lint(snippets);
  });

  it("are each tested here", () => {
    expect(houseRules.map(({ rule }) => rule).sort()).toEqual([...report.rules].sort());
  });

  describe.each(houseRules)("$rule", ({ rule, says, fails, passes }) => {
    it.each(fails.map((snippet) => ({ file: snippet[0], code: snippet[1], snippet })))(
      "refuses $code in $file",
      ({ snippet }) => {
        expect(findingsIn(snippet)).toContainEqual({
          rule: `house/${rule}`,
          message: expect.stringContaining(says),
        });
      },
    );

    it.each(passes.map((snippet) => ({ file: snippet[0], code: snippet[1], snippet })))(
      "takes $code in $file",
      ({ snippet }) => {
        expect(findingsIn(snippet)).toEqual([]);
      },
    );
  });
});
