import { requireBuild } from "../../src/platform/db/compatibility";
import { migrate, migrationNames, rollbackAll, SchemaAheadError } from "../../src/platform/db/migrate";
import { runCommandLine } from "../../src/cli/run";
import { databases, openForTest } from "../support/databases";
import { freePort, ServiceProcess } from "../support/process";
import { testService } from "../support/service";
import { until } from "../support/until";

const LATER = "9998_later";
const own = migrationNames.at(-1) ?? "";

describe.each(databases)("a build on %s whose database a newer build has migrated", (kind) => {
  const service = testService(kind);
  const ready = () => service.anonymous.get("/readyz");
  const env = () => {
    const { databaseUrl, dataDir } = service.app.config;
    return { RECADO_DATA_DIR: dataDir, ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }) };
  };
  const accountsList = async () => {
    let err = "";
    const exitCode = await runCommandLine(["accounts", "list"], {
      env: env(),
      clockOf: async () => service.clock,
      databaseOf: () =>
        openForTest({
          url: service.app.config.databaseUrl,
          sqliteFile: `${service.app.config.dataDir}/recado.sqlite`,
          poolSize: 2,
        }),
      builtInCarriers: [],
      kinds: new Map(),
      out: () => {},
      err: (text) => void (err += text),
    });
    return { exitCode, err };
  };

  beforeAll(async () => {
    await service.db("knex_migrations").insert({ name: LATER, batch: 2, migration_time: new Date() });
  });

  it("works while the newer schema is compatible with it", async () => {
    await requireBuild(service.db, own);
    await until("it is ready", 10, async () => (await ready()).status === 200);
    await ready().expect(200, { status: "ready" });
    expect(await migrate(service.db)).toEqual([]);
    expect(await accountsList()).toEqual({ exitCode: 0, err: "" });
  });

  it("reports in one line that it is too old for an incompatible schema", async () => {
    await requireBuild(service.db, LATER);
    const line =
      `The database was upgraded by a newer build (to ${LATER}, and builds from ${LATER} on work with it); ` +
      `this build ends with ${own}: start the newer one`;
    // The readiness is cached for up to a second.
    await until("the cached readiness expires", 10, async () => (await ready()).status === 503);
    const response = await ready().expect(503);
    expect(response.body).toMatchObject({ error: { code: "service_unavailable", message: line } });
    expect(response.headers["retry-after"]).toBeDefined();
    await expect(migrate(service.db)).rejects.toThrow(SchemaAheadError);
    await expect(rollbackAll(service.db)).rejects.toThrow(line);
    expect(await accountsList()).toEqual({ exitCode: 1, err: `error: ${line}\n` });

    const started = new ServiceProcess({ PORT: String(await freePort()), ...env() });
    await expect(started.start()).rejects.toThrow(
      new RegExp(`^the service ended \\(1\\): ${escaped(line)}\\n$`),
    );
  });
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
