import type { Knex } from "knex";
import type { Config } from "../app/config";
import { machineAheadMs, WARN_FROM_MS } from "../platform/db/database-clock";
import { databaseFacts, serverConnections, type ServerConnections } from "../platform/db/database-facts";
import { schemaStatus, type SchemaStatus } from "../platform/db/migrate";
import { probeReplica, type ReplicaProbe } from "../platform/db/replica/read-replica";
import { MAX_STALE_MS } from "../platform/db/replica/replica-monitor";
import { writeRefusal } from "../platform/db/write-probe";
import { probeWakeup, type WakeupProbe } from "../platform/db/wakeup-probe";
import { SECOND } from "../platform/time";
import { isDatabaseAway } from "../platform/db/errors";
import { errorText } from "../platform/error-text";
import { withTimeout } from "../platform/with-timeout";
import { type Check, error, type Finding, ok, warning } from "./doctor-check";

/** Round-trip time above which requests become slow, in milliseconds. */
const SLOW_MS = 50;
/** Connections of a process beside its pool: one for wake-ups, one for `/readyz`. */
const BESIDE_POOL = 2;

const inMs = (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;

/** Returns the check of the database. The check calls `open`, so a failure of `open` becomes a finding. */
export const databaseCheck = (open: () => Knex): Check => ({
  name: "database",
  advice: "check that the database runs, and DATABASE_URL or RECADO_DATA_DIR",
  async run() {
    const { version, latencyMs } = await databaseFacts(open());
    const message = `${version} responds in ${inMs(latencyMs)}`;
    return latencyMs > SLOW_MS
      ? warning(message, "run the database closer to the service: each request takes several round trips")
      : ok(message);
  },
});

export const writesCheck = (db: Knex): Check => ({
  name: "writes",
  advice: "check for a process that holds the database's write lock, such as a backup",
  async run() {
    const refusal = await writeRefusal(db);
    return refusal === null
      ? ok("The database accepts writes")
      : error(refusal, "make the database writable: free its disk, or connect to the primary server");
  },
});

const MIGRATES = 'start the service, which migrates first, or run "npm run recado -- migrate"';

export function schemaFinding({ state, schema, build, pending, unknown }: SchemaStatus): Finding {
  switch (state) {
    case "current":
      return ok(`The schema is ${schema}, as this build needs it`);
    case "newer":
      return ok(`The schema is ${schema}, of a newer build; this build works with it`);
    case "behind":
      return error(
        `The schema is ${schema ?? "empty"}, and this build needs ${pending.join(", ")}`,
        MIGRATES,
      );
    case "ahead":
      return error(
        `The schema is ahead: it has ${unknown.join(", ")}, and this build ends with ${build}`,
        "run the newer build that migrated it",
      );
  }
}

export const schemaCheck = (db: Knex): Check => ({
  name: "schema",
  advice: "check that the database is Recado's",
  run: async () => schemaFinding(await schemaStatus(db)),
});

export function connectionsFinding(pool: number, { usable, open }: ServerConnections): Finding {
  const needed = pool + BESIDE_POOL;
  const message = `A process uses up to ${needed} connections; the server allows ${usable}, and ${open} are open`;
  const advice = "lower RECADO_DATABASE_POOL, raise max_connections, or use PgBouncer";
  if (needed > usable) return error(message, advice);
  return open > usable * 0.9 ? warning(message, advice) : ok(message);
}

export function skewFinding(aheadMs: number): Finding {
  const seconds = (Math.abs(aheadMs) / SECOND).toFixed(1);
  if (Math.abs(aheadMs) <= WARN_FROM_MS) return ok("This machine's clock agrees with the database's");
  return warning(
    `This machine's clock is ${seconds} s ${aheadMs > 0 ? "ahead of" : "behind"} the database's, which the service follows`,
    "synchronize the clocks of both machines by NTP",
  );
}

const POLLING =
  "processes find each other's work by polling, submissions every 250 ms and other work every second";

/** Time limit of the probe of the direct URL, in milliseconds. Shorter than the time limit of the check. */
const DIRECT_WITHIN_MS = 4 * SECOND;

/**
 * Probes the direct URL. Returns the reason if the URL does not respond, instead of throwing, because the
 * service then polls.
 */
async function probeDirectUrl(db: Knex, url: string): Promise<WakeupProbe | { away: string }> {
  const late = () => new Error("timeout expired");
  try {
    return await withTimeout(DIRECT_WITHIN_MS, probeWakeup(db, url), late);
  } catch (failure) {
    if (!isDatabaseAway(failure)) throw failure;
    return { away: errorText(failure) };
  }
}

export function wakeupsFinding(probe: WakeupProbe | { away: string }): Finding {
  if (typeof probe === "object") {
    return warning(
      `The database at RECADO_DATABASE_DIRECT_URL does not respond (${probe.away}): ${POLLING}`,
      "check RECADO_DATABASE_DIRECT_URL and the network route to its server; the service listens again once it responds",
    );
  }
  switch (probe) {
    case "pooled":
      return warning(
        `The database URL connects through a pooler in transaction mode: ${POLLING}`,
        "set RECADO_DATABASE_DIRECT_URL to a URL without the pooler",
      );
    case "lost":
      return warning(
        `A notification did not arrive: ${POLLING}`,
        "set RECADO_DATABASE_DIRECT_URL to a URL of the primary server, without any pooler",
      );
    default:
      return ok(`A notification arrived after ${inMs(probe)}`);
  }
}

export function replicaFinding(probe: ReplicaProbe): Finding {
  if ("failure" in probe) {
    const message = `The read replica cannot be used: ${probe.failure}`;
    return probe.isFatal
      ? error(message, "correct RECADO_DATABASE_READ_URL: the service does not start with it")
      : warning(message, "repair the standby; until then the primary serves all reads");
  }
  if (probe.staleMs <= MAX_STALE_MS) return ok("The read replica follows the primary");
  return warning(
    "The read replica is behind: it did not replay the primary's changes within two seconds",
    "check the standby's replication and load; the primary serves all reads while it is 10 s behind",
  );
}

/**
 * Returns the checks of the PostgreSQL server and its clients. On SQLite, two checks say that they are not
 * needed.
 */
export function serverChecks(db: Knex, config: Config): Check[] {
  const { databaseUrl, databaseDirectUrl, databaseReadUrl, databasePool } = config;
  if (databaseUrl === null) {
    const none = (name: string, message: string): Check => ({
      name,
      advice: "",
      run: async () => ok(message),
    });
    return [
      none("wakeups", "SQLite's one process needs no notifications"),
      none("clock", "SQLite uses this machine's clock"),
    ];
  }
  return [
    {
      name: "connections",
      advice: "check the database",
      run: async () => connectionsFinding(databasePool, await serverConnections(db)),
    },
    {
      name: "wakeups",
      advice: "check that the database accepts another connection",
      run: async () =>
        wakeupsFinding(
          databaseDirectUrl === null
            ? await probeWakeup(db, databaseUrl)
            : await probeDirectUrl(db, databaseDirectUrl),
        ),
    },
    {
      name: "clock",
      advice: "check the database",
      run: async () => skewFinding(await machineAheadMs(db)),
    },
    ...(databaseReadUrl === null
      ? []
      : [
          {
            name: "replica",
            advice: "check the standby; until then the primary serves all reads",
            run: async () => replicaFinding(await probeReplica(db, databaseReadUrl)),
          },
        ]),
  ];
}
