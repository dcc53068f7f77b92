import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { program } from "../../../scripts/debian/programs";
import { LEASE_MS } from "../../../src/queue/lease-lengths";
import { connectWhilePossible, ControlledPostgres, serverFolder } from "../../support/controlled-postgres";
import { expectHarmless, fault } from "./fault-figures";
import { FaultRun } from "./fault-run";
import { PgBouncerProcess } from "./pgbouncer-process";
import { SmallDisk } from "./small-disk";
import { until } from "../../support/until";

const AWAY_MS = 3_000;
const DISK_MIB = 64;
const TERMINATE =
  "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'recado%'";

describe("a service on PostgreSQL", () => {
  let server: ControlledPostgres;
  let disk: SmallDisk | null = null;
  let databases = 0;

  beforeAll(async () => {
    server = await ControlledPostgres.create("max_connections=40");
  });
  afterAll(async () => {
    await server.remove();
    disk?.unmount();
  });

  const newDatabase = async (options = "") => {
    const database = `recado_${++databases}`;
    await server.query(`create database ${database} ${options}`);
    return database;
  };
  const suffers = async (name: string, act: (url: string) => Promise<void>, options?: string) => {
    const url = server.url(await newDatabase(options));
    const run = await FaultRun.start({ DATABASE_URL: url });
    try {
      expectHarmless(await run.suffers(name, () => act(url)));
    } finally {
      await run.close();
    }
  };
  fault("killed")("loses and doubles no message when the server is killed and restarted", () =>
    suffers("PostgreSQL killed", async () => {
      await server.kill();
      await pause(AWAY_MS);
      await server.start();
    }),
  );

  fault("stopped")("loses and doubles no message when the server is stopped and restarted", () =>
    suffers("PostgreSQL stopped", async () => {
      await server.stopFast();
      await pause(AWAY_MS);
      await server.start();
    }),
  );

  fault("away")(
    "neither loses nor duplicates a message when the server is unreachable longer than a lease lasts",
    () =>
      suffers("PostgreSQL away for 40 s", async () => {
        await server.stopFast();
        await pause(LEASE_MS.submission + 10_000);
        await server.start();
      }),
  );

  fault("cut")("loses and doubles no message when its connections are terminated", () =>
    suffers("connections terminated", async () => {
      for (let time = 1; time <= 10; time++) {
        await server.query(TERMINATE);
        await pause(200);
      }
    }),
  );

  fault("frozen")("loses and doubles no message when the server is suspended for 20 s", () =>
    suffers("PostgreSQL suspended", async () => {
      server.freeze();
      await pause(20_000);
      server.thaw();
    }),
  );

  fault("exhausted")("loses and doubles no message when no connection is left for 10 s", () =>
    suffers("no connection left", async (url) => {
      const admin = new Client({ connectionString: url });
      await admin.connect();
      const taken = [admin];
      const end = performance.now() + 10_000;
      while (performance.now() < end) {
        await admin.query(TERMINATE);
        taken.push(...(await connectWhilePossible(url)));
        await pause(100);
      }
      await Promise.all(taken.map((client) => client.end()));
    }),
  );

  fault("full", SmallDisk.isPossible())("loses and doubles no message when its disk is full", async () => {
    const full = SmallDisk.mount(DISK_MIB);
    disk = full;
    await server.query(`create tablespace small location '${serverFolder(join(full.path, "tables"))}'`);
    await suffers(
      "PostgreSQL's disk full",
      async () => {
        full.fill();
        await pause(2 * AWAY_MS);
        full.free();
      },
      "tablespace small",
    );
  });

  fault("failover")("loses and doubles no message when a standby becomes the primary", async () => {
    const primary = await ControlledPostgres.create();
    await primary.query("create database recado");
    await primary.stopFast();
    const standby = await primary.withStandby();
    // From now on, commits wait for the standby.
    await primary.query("alter system set synchronous_standby_names = '*'");
    await primary.query("select pg_reload_conf()");
    const hosts = `${primary.host},${standby.host}`;
    const url = `postgres://recado@${hosts}/recado?target_session_attrs=read-write`;
    const run = await FaultRun.start({ DATABASE_URL: url });
    try {
      const figures = await run.suffers("failover", async () => {
        await primary.kill();
        await pause(AWAY_MS);
        await standby.query("select pg_promote()");
        await until("the standby is the primary", 10, async () => {
          const [row] = await standby.query<{ standby: boolean }>("select pg_is_in_recovery() as standby");
          return row?.standby === false;
        });
      });
      expectHarmless(figures);
    } finally {
      await run.close();
      await Promise.all([primary.remove(), standby.remove()]);
    }
  });

  const wakeups = [
    { way: "notifications past PgBouncer", isDirect: true, mode: "listen" },
    { way: "polling", isDirect: false, mode: "poll" },
  ];
  fault("pgbouncer", existsSync(program("pgbouncer"))).each(wakeups)(
    "loses and doubles no message with wake-ups by $way when PgBouncer is killed, which logs no warning",
    async ({ isDirect, mode }) => {
      const database = await newDatabase();
      const bouncer = await PgBouncerProcess.start(server);
      const direct = { RECADO_DATABASE_DIRECT_URL: server.url(database) };
      const run = await FaultRun.start({
        DATABASE_URL: `postgres://recado@127.0.0.1:${bouncer.port}/${database}`,
        ...(isDirect ? direct : {}),
      });
      try {
        const figures = await run.suffers(`PgBouncer killed (${mode})`, async () => {
          await bouncer.kill();
          await pause(AWAY_MS);
          await bouncer.start();
        });
        expectHarmless(figures);
        expect(bouncer.warnings).toEqual([]);
        expect(await run.metrics()).toContain(`recado_wakeups_mode{mode="${mode}"} 1`);
      } finally {
        await run.close();
        await bouncer.remove();
      }
    },
  );
});
