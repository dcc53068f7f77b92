import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { temporaryFolder } from "../support/temporary-folder";

const root = resolve(__dirname, "../..");

type Files = Record<string, readonly string[]>;

interface LayerRule {
  rule: string;
  says: string;
  /** Projects of a few files, each of which violates the rule. */
  fails: Files[];
  passes: Files[];
}

const rules: LayerRule[] = [
  {
    rule: "layers-downward",
    says: "let src/app pass it in",
    fails: [
      { "src/features/files/files.store.ts": ["src/http/express-app"] },
      { "src/platform/secrets/unlock.ts": ["src/app/config"] },
      { "src/messaging/content.ts": ["src/features/templates/media"] },
      { "src/http/express-app.ts": ["src/web/docs/site"] },
      { "src/queue/jobs.store.ts": ["src/features/dispatch/dispatch"] },
    ],
    passes: [
      { "src/features/retention/files.jobs.ts": ["src/features/files/files.store"] },
      { "src/cli/accounts.ts": ["src/app/compose", "src/platform/time"] },
      { "src/carriers/carrier.ts": ["src/messaging/channel"] },
    ],
  },
  {
    rule: "layers-downward",
    says: "every other file lies on a layer",
    fails: [{ "src/app/service.ts": ["src/helpers"] }],
    passes: [{ "src/main.ts": ["src/app/run"] }],
  },
  {
    rule: "every-folder-a-layer",
    says: "a new folder gets its place",
    fails: [{ "src/app/service.ts": ["src/reports/report"] }],
    passes: [{ "src/app/service.ts": ["src/web/console/console"] }],
  },
  {
    rule: "features-in-order",
    says: "let src/app pass in what a feature needs",
    fails: [
      { "src/features/contacts/contacts.api.ts": ["src/features/contact-lists/members.store"] },
      { "src/features/templates/templates.store.ts": ["src/features/campaigns/campaigns.store"] },
    ],
    passes: [{ "src/features/contact-lists/members.store.ts": ["src/features/contacts/contact"] }],
  },
  {
    rule: "features-in-order",
    says: "a new feature gets its place",
    fails: [{ "src/app/service.ts": ["src/features/reports/reports.store"] }],
    passes: [{ "src/app/service.ts": ["src/features/files/files.store"] }],
  },
  {
    rule: "kept-messages-know-no-feature",
    says: "are effects, registered in src/app/effects.ts",
    fails: [
      { "src/features/messages/changes.ts": ["src/features/templates/templates.store"] },
      { "src/features/messages/messages.store.ts": ["src/features/senders/sender"] },
    ],
    passes: [
      { "src/features/messages/send-plan.ts": ["src/features/senders/sender"] },
      {
        "src/features/messages/changes.ts": ["src/features/messages/counts.store", "src/messaging/status"],
      },
    ],
  },
  {
    rule: "scripts-in-order",
    says: "move the shared code into a folder below both",
    fails: [
      { "scripts/contract-coverage/coverage.ts": ["scripts/contract-check/report/markup"] },
      { "scripts/tools/run-tool.ts": ["scripts/contract/format-problem"] },
    ],
    passes: [
      {
        "scripts/contract-check/temporary-service.ts": [
          "scripts/bench/databases",
          "src/platform/db/connection",
        ],
      },
      { "scripts/contract-coverage/coverage.ts": ["scripts/tools/markup"] },
    ],
  },
  {
    rule: "scripts-in-order",
    says: "a new folder of scripts/ gets its place",
    fails: [{ "scripts/generate.ts": ["scripts/reports/report"] }],
    passes: [{ "scripts/generate.ts": ["scripts/generation/formatted", "scripts/contract-values"] }],
  },
  {
    rule: "scripts-in-order",
    says: "folders of scripts/ import only those files beside them",
    fails: [{ "scripts/generation/outline.ts": ["scripts/generate"] }],
    passes: [{ "scripts/bench/databases.ts": ["scripts/free-port"] }],
  },
  {
    rule: "service-knows-no-scripts",
    says: "the service runs without scripts/ and test/",
    fails: [
      { "src/cli/doctor.ts": ["scripts/tools/chromium"] },
      { "src/carriers/sandbox/sandbox.ts": ["test/support/times"] },
    ],
    passes: [{ "scripts/build.ts": ["src/web/console/assets"] }],
  },
  {
    rule: "support-knows-no-tests",
    says: "test/support imports no test",
    fails: [{ "test/support/service.ts": ["test/http/helpers"] }],
    passes: [{ "test/support/service.ts": ["test/support/databases", "src/app/service"] }],
  },
  {
    rule: "scripts-know-no-tests",
    says: "scripts/ imports nothing from test/",
    fails: [{ "scripts/bench/receiver.ts": ["test/support/receiver"] }],
    passes: [{ "test/support/contract-coverage.ts": ["scripts/contract-coverage/observer"] }],
  },
  {
    rule: "no-cycles",
    says: "two files that need each other",
    fails: [
      {
        "src/http/task-scheduler.ts": ["src/http/shares"],
        "src/http/shares.ts": ["src/http/task-scheduler"],
      },
      {
        "scripts/contract-check/check-options.ts": ["scripts/contract-check/invariants/try-invariants"],
        "scripts/contract-check/invariants/try-invariants.ts": ["scripts/contract-check/check-options"],
      },
      {
        "test/support/service.ts": ["test/support/databases"],
        "test/support/databases.ts": ["test/support/service"],
      },
    ],
    passes: [
      {
        "src/http/task-scheduler.ts": ["src/http/shares"],
        "src/http/shares.ts": ["src/http/memoised-probe"],
      },
    ],
  },
  {
    rule: "no-cycles-of-folders",
    says: "two folders that need each other",
    fails: [
      {
        "src/features/erasure/erasure.ts": ["src/features/retention/files.jobs"],
        "src/features/retention/contacts.jobs.ts": ["src/features/erasure/due"],
      },
      {
        "src/web/console/page/lists/list.tsx": ["src/web/console/page/contacts/rules"],
        "src/web/console/page/contacts/list.tsx": ["src/web/console/page/lists/fields"],
      },
    ],
    passes: [
      {
        "src/features/retention/contacts.jobs.ts": ["src/features/erasure/due"],
        "src/features/retention/files.jobs.ts": ["src/features/erasure/erasure"],
      },
    ],
  },
  {
    rule: "console-in-layers",
    says: "let an area pass in",
    fails: [
      { "src/web/console/page/texts/language.tsx": ["src/web/console/page/service/session"] },
      { "src/web/console/page/parts/state.tsx": ["src/web/console/page/conversation/conversation"] },
    ],
    passes: [
      { "src/web/console/page/parts/state.tsx": ["src/web/console/page/service/hooks"] },
      {
        "src/web/console/page/send/form.tsx": [
          "src/web/console/page/conversation/conversation",
          "src/client/index",
        ],
      },
    ],
  },
  {
    rule: "console-in-layers",
    says: "code that several areas need is a part",
    fails: [
      { "src/web/console/page/parts/state.tsx": ["src/web/console/page/lists/fields"] },
      { "src/web/console/page/conversation/conversation.tsx": ["src/web/console/page/messages/message"] },
    ],
    passes: [{ "src/web/console/page/contacts/list.tsx": ["src/web/console/page/lists/fields"] }],
  },
  {
    rule: "console-in-layers",
    says: "only the files beside the folders",
    fails: [
      { "src/web/console/page/send/form.tsx": ["src/web/console/page/areas"] },
      { "src/web/console/page/service/session.ts": ["src/web/console/page/app"] },
    ],
    passes: [
      { "src/web/console/page/shell.tsx": ["src/web/console/page/areas"] },
      { "src/web/console/page/areas.ts": ["src/web/console/page/send/form"] },
    ],
  },
  {
    rule: "http-knows-keys-only",
    says: "keys and sessions in src/features/api-keys and no other",
    fails: [
      { "src/http/authenticate.ts": ["src/features/accounts/accounts.store"] },
      { "src/http/contract.ts": ["src/carriers/carrier"] },
    ],
    passes: [
      { "src/http/authenticate.ts": ["src/features/api-keys/api-keys.store"] },
      { "src/http/authenticate.ts": ["src/features/api-keys/console-sessions.store"] },
      { "src/http/envelope.ts": ["src/platform/db/errors"] },
    ],
  },
  {
    rule: "carriers-know-no-sql",
    says: "it takes what it needs as a parameter",
    fails: [
      { "src/carriers/sandbox/sandbox.ts": ["src/platform/db/dialect"] },
      { "src/carriers/smpp/smpp.ts": ["express"] },
      { "src/carriers/carrier.ts": ["knex"] },
    ],
    passes: [{ "src/carriers/sandbox/sandbox.ts": ["src/platform/time", "src/messaging/content"] }],
  },
  {
    rule: "replaceable-packages",
    says: "knows openapi-fetch",
    fails: [
      { "src/carriers/twilio/api.ts": ["openapi-fetch"] },
      { "src/web/console/page/main.tsx": ["openapi-fetch"] },
    ],
    passes: [
      { "src/carriers/api-client.ts": ["openapi-fetch", "src/carriers/http-client"] },
      { "generated/client/index.ts": ["openapi-fetch"] },
    ],
  },
  {
    rule: "replaceable-packages",
    says: "knows openapi-typescript",
    fails: [{ "scripts/client/types.ts": ["openapi-typescript"] }],
    passes: [{ "scripts/tools/openapi-types.ts": ["openapi-typescript"] }],
  },
  {
    rule: "adapters-are-chosen-in-app",
    says: "depend on the port",
    fails: [
      { "src/features/dispatch/dispatch.ts": ["src/carriers/sandbox/sandbox"] },
      { "src/cli/senders.ts": ["src/storage/disk/disk-storage"] },
      { "src/app/service.ts": ["src/queue/postgres-wakeups"] },
      { "src/app/run.ts": ["src/platform/db/connection"] },
    ],
    passes: [
      { "src/app/compose.ts": ["src/carriers/sandbox/sandbox", "src/platform/db/connection"] },
      { "src/features/dispatch/dispatch.ts": ["src/carriers/carrier"] },
      { "src/carriers/sandbox/sandbox.ts": ["src/carriers/sandbox/outcomes"] },
    ],
  },
  {
    rule: "adapters-are-chosen-in-app",
    says: "no other adapter",
    fails: [{ "src/carriers/smpp/smpp.ts": ["src/carriers/sandbox/outcomes"] }],
    passes: [{ "src/storage/disk/disk.routes.ts": ["src/storage/disk/signed-url"] }],
  },
  {
    rule: "app-mounts",
    says: "are mounted in src/app alone",
    fails: [
      { "src/features/messages/send.ts": ["src/features/templates/templates.api"] },
      { "src/web/sandbox/simulator.ts": ["src/features/files/media.routes"] },
      { "src/features/retention/files.jobs.ts": ["src/features/campaigns/campaigns.jobs"] },
    ],
    passes: [
      { "src/app/service.ts": ["src/features/files/files.api", "src/features/campaigns/campaigns.jobs"] },
      { "src/features/files/files.api.ts": ["generated/server/files.api"] },
    ],
  },
  {
    rule: "generated-stands-alone",
    says: "put what it needs into the contract or a template",
    fails: [{ "generated/server/files.api.ts": ["src/app/app"] }],
    passes: [{ "generated/server/files.api.ts": ["generated/server/binding"] }],
  },
  {
    rule: "client-stands-alone",
    says: "uses web standards",
    fails: [
      { "src/client/webhook.ts": ["node:crypto"] },
      { "src/client/retry.ts": ["src/platform/time"] },
      { "src/client/recado.ts": ["generated/server/routes"] },
      { "src/client/call.ts": ["openapi-fetch"] },
    ],
    passes: [{ "src/client/call.ts": ["generated/client/index", "src/client/retry", "generated/schema"] }],
  },
  {
    rule: "client-stands-alone",
    says: "does not use its own client",
    fails: [
      { "src/cli/keys.ts": ["src/client/recado"] },
      { "src/web/console/session.routes.ts": ["src/client/recado"] },
    ],
    passes: [
      { "src/cli/keys.ts": ["generated/client/index"] },
      { "src/web/console/page/main.tsx": ["src/client/recado"] },
    ],
  },
];

/** Script that runs dependency-cruiser on several small projects and returns the violations of each. */
const CRUISE = `
  import { cruise } from "dependency-cruiser";
  import { json } from "node:stream/consumers";
  const { default: config } = await import(${JSON.stringify(join(root, "scripts/architecture/dependency-cruiser.mjs"))});
  const violations = [];
  for (const baseDir of await json(process.stdin)) {
    const { output } = await cruise(["src", "generated", "scripts", "test/support"], {
      ...config.options, baseDir, metrics: true, validate: true, ruleSet: { forbidden: config.forbidden },
    });
    violations.push(output.summary.violations.map(({ rule, from, to, comment }) => ({
      rule: rule.name, from, to,
      comments: config.forbidden.filter(({ name }) => name === rule.name).map(({ comment }) => comment),
    })));
  }
  process.stdout.write(JSON.stringify({ violations, rules: [...new Set(config.forbidden.map(({ name }) => name))] }));
`;

interface Violation {
  rule: string;
  from: string;
  to: string;
  comments: string[];
}

const isPath = (name: string) => /^(src|generated|scripts|test)\//.test(name);

/** Writes the files, and an empty file for each import. */
function project(folder: string, files: Files): void {
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const path of ["src/main.ts", "generated/schema.ts", "scripts/build.ts", "test/support/until.ts"])
    write(path, "export {};\n");
  for (const name of Object.values(files).flat()) if (isPath(name)) write(`${name}.ts`, "export {};\n");
  for (const [file, imports] of Object.entries(files)) {
    const up = "../".repeat(file.split("/").length - 1);
    const lines = imports.map(
      (name, at) => `import type * as i${at} from "${isPath(name) ? up + name : name}";`,
    );
    write(file, `${lines.join("\n")}\n`);
  }
}

describe("architecture layers", () => {
  const cases = rules.flatMap(({ fails, passes }) => [...fails, ...passes]);
  const top = temporaryFolder("layers");
  let report: { violations: Violation[][]; rules: string[] };
  const violationsIn = (files: Files) => report.violations[cases.indexOf(files)];

  beforeAll(() => {
    const folders = cases.map((files, at) => {
      const folder = join(top, String(at));
      project(folder, files);
      return folder;
    });
    const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", CRUISE], {
      cwd: root,
      input: JSON.stringify(folders),
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(stderr);
    report = JSON.parse(stdout) as typeof report;
  });

  it("includes cases for every rule", () => {
    expect([...new Set(rules.map(({ rule }) => rule))].sort()).toEqual([...report.rules].sort());
  });

  describe.each(rules)("$rule ($says)", ({ rule, says, fails, passes }) => {
    it.each(fails.map((files) => ({ what: JSON.stringify(files), files })))("refuses $what", ({ files }) => {
      const found = violationsIn(files)?.find((one) => one.rule === rule);
      expect(found?.comments).toContainEqual(expect.stringContaining(says));
    });

    it.each(passes.map((files) => ({ what: JSON.stringify(files), files })))("accepts $what", ({ files }) => {
      expect(violationsIn(files)).toEqual([]);
    });
  });
});
