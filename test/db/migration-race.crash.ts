import { readFileSync } from "node:fs";
import { listAccounts } from "../../src/features/accounts/accounts.store";
import { firstKeyFile } from "../../src/app/first-start";
import { openDatabase } from "../../src/platform/db/connection";
import { migrate, migrationNames } from "../../src/platform/db/migrate";
import { type CommandRun, loadCommand, runCommand } from "../support/command";
import { databases, openTestDatabase, settingsOf, testDatabase } from "../support/databases";
import { fetchServed, freePort, ServiceProcess } from "../support/process";
import { times } from "../support/times";

const PROCESSES = 8;

const appliedBy = (runs: readonly CommandRun[]) =>
  runs
    .map(({ out }) => (JSON.parse(out) as { applied: string[] }).applied)
    .filter((names) => names.length > 0);

describe.each(databases)("concurrent migrations on %s", (kind) => {
  const opened = testDatabase(kind, { each: true, migrated: false });
  let env: Record<string, string>;
  beforeEach(() => {
    env = settingsOf({ url: opened.url, dataDir: `${opened.dataDir}/data` });
  });

  it("succeeds in every process, and applies the migrations in one", async () => {
    const commands = await Promise.all(times(PROCESSES, () => loadCommand(env, "migrate", "--json")));
    for (const { go } of commands) go();
    const runs = await Promise.all(commands.map(({ done }) => done));
    expect(runs.map(({ exitCode, err }) => ({ exitCode, err }))).toEqual(
      times(PROCESSES, () => ({ exitCode: 0, err: "" })),
    );
    expect(appliedBy(runs)).toEqual([[...migrationNames]]);
  });

  it("migrates after earlier processes were killed", async () => {
    for (const afterMs of [0, 60, 250]) {
      const { go, kill, done } = await loadCommand(env, "migrate");
      go();
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      kill();
      await done;
    }
    expect(await runCommand(env, "migrate")).toMatchObject({ exitCode: 0, err: "" });
    const accounts = await runCommand(env, "accounts", "list", "--json");
    expect(accounts).toEqual({ exitCode: 0, out: "[]\n", err: "" });
  });
});

describe("migrations on PostgreSQL", () => {
  it("applies migrations once for fifteen concurrent connections", async () => {
    const { url, close } = await openTestDatabase("PostgreSQL", { migrated: false });
    const all = times(15, () => openDatabase({ url, sqliteFile: "", poolSize: 2 }));
    try {
      const applied = await Promise.all(all.map((db) => migrate(db)));
      expect(applied.filter((names) => names.length > 0)).toEqual([[...migrationNames]]);
    } finally {
      await Promise.all(all.map((db) => db.destroy()));
      await close();
    }
  });
});

describe("services that start concurrently on an empty PostgreSQL database", () => {
  it("starts each service, with one account and the key in the key file", async () => {
    const { db, url, dataDir, close } = await openTestDatabase("PostgreSQL", { migrated: false });
    const ports = await Promise.all(times(3, freePort));
    const services = ports.map(
      (port) =>
        new ServiceProcess({
          PORT: String(port),
          DATABASE_URL: url ?? "",
          RECADO_DATA_DIR: dataDir,
          RECADO_LOG_LEVEL: "warn",
        }),
    );
    try {
      await Promise.all(services.map((service) => service.start()));
      expect((await listAccounts(db)).map(({ name }) => name)).toEqual(["default"]);
      const key = readFileSync(firstKeyFile(dataDir), "utf8").trim();
      for (const { baseUrl } of services) {
        const response = await fetchServed(`${baseUrl}/v3/senders`, { headers: { "X-API-Key": key } });
        expect(response.status).toBe(200);
      }
    } finally {
      await Promise.all(services.map((service) => service.stop()));
      await close();
    }
  });
});
