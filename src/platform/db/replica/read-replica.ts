import { setTimeout as pause } from "node:timers/promises";
import knex, { type Knex } from "knex";
import type { Logger } from "pino";
import { SECOND } from "../../time";
import { isDatabaseRefused } from "../errors";
import { errorText } from "../../error-text";
import { type Limits, LIMITS, type Waits, WAITS } from "../limits";
import { postgresConfig } from "../postgres-config";
import { serversOf } from "../postgres-servers";
import { type LongReads, longReads } from "../reads/reads";
import { hasFailedOnStandby, ReplicaClient, type ReplicaConfig } from "./replica-client";
import { ForeignReplica, MAX_STALE_MS, ReplicaMonitor } from "./replica-monitor";

/** Time limits on the standby. The primary repeats a statement that the standby did not finish in time. */
const REPLICA_LIMITS: Limits = { ...LIMITS, statement: 10 * SECOND, response: 12 * SECOND };
const CHECK_LIMITS: Limits = { ...LIMITS, statement: 2 * SECOND, response: 3 * SECOND };

export interface StaleReads {
  db: Knex;
  reads: LongReads;
}

/** Reason why a read goes to the replica or to the primary. */
type ReadChoice = "replica" | "own_writes" | "unusable";

export interface ReadReplica extends StaleReads {
  /** Returns where the reads of an API key go. A key that has just written reads its own writes. */
  choose(keyId: string): ReadChoice;
  /** Records that a request of the key may have written. */
  noteWrite(keyId: string): void;
  /**
   * Waits up to a few seconds for every commit at least `ageMs` old. Returns whether the replica has them.
   */
  hasCommits(ageMs: number): Promise<boolean>;
  /** Staleness in milliseconds; `Infinity` if it is unknown. */
  staleMs(): number;
  stop(): Promise<void>;
}

export interface ReplicaOptions {
  url: string;
  poolSize: number;
  /** Pool of the primary for statements that the replica cannot run. */
  primary: Knex;
  primaryForChecks: Knex;
  log: Pick<Logger, "info" | "warn">;
  onFailure(error: unknown): void;
  running?: () => number;
  checkEveryMs?: number;
  checkLimits?: Limits;
  waits?: Waits;
}

const isFatal = (error: unknown) => error instanceof ForeignReplica || isDatabaseRefused(error);

/** Number of checks of a probe, and the pause between them in milliseconds. */
const PROBE = { checks: 4, pauseMs: SECOND / 2 };

/** Staleness of a replica in milliseconds, or why it cannot be used. A fatal failure also aborts startup. */
export type ReplicaProbe = { staleMs: number } | { failure: string; isFatal: boolean };

/** Checks a replica for a few seconds, until it is current enough. */
export async function probeReplica(primary: Knex, url: string): Promise<ReplicaProbe> {
  const standby = knex(
    postgresConfig({ servers: serversOf(url, "replica"), poolSize: 1, limits: CHECK_LIMITS }),
  );
  const monitor = new ReplicaMonitor({ primary, standby, log: { info() {}, warn() {} } });
  try {
    await monitor.check();
    for (let check = 1; check < PROBE.checks && monitor.failed === null && !monitor.isUsable(); check++) {
      await pause(PROBE.pauseMs);
      await monitor.check();
    }
    const { failed } = monitor;
    return failed === null
      ? { staleMs: monitor.staleMs() }
      : { failure: errorText(failed), isFatal: isFatal(failed) };
  } finally {
    await standby.destroy();
  }
}

/**
 * Opens the pools of the replica and checks it. Rejects if the replica belongs to another cluster or refuses
 * the login. A replica that does not respond or lags behind is used as soon as it responds and has caught up.
 */
export async function openReadReplica(options: ReplicaOptions): Promise<ReadReplica> {
  const { url, poolSize, primary, primaryForChecks, log, running = () => performance.now() } = options;
  const { checkEveryMs: everyMs, checkLimits = CHECK_LIMITS, waits = WAITS } = options;
  const servers = serversOf(url, "replica", waits.connect);
  const standby = knex(postgresConfig({ servers, poolSize: 1, limits: checkLimits, waits }));
  const monitor = new ReplicaMonitor({ primary: primaryForChecks, standby, log, running, everyMs });
  const config: ReplicaConfig = {
    ...postgresConfig({ servers, poolSize, limits: REPLICA_LIMITS, waits }),
    client: ReplicaClient,
    primary,
    isUsable: () => monitor.isUsable(),
    onFailure(error) {
      monitor.report(error);
      options.onFailure(error);
    },
  };
  const db = knex(config);
  // One connection is left to short statements.
  const fallback = { db: primary, isNeededAfter: hasFailedOnStandby };
  const reads = longReads({ db, connections: Math.max(1, poolSize - 1), fallback });
  const writtenAt = new Map<string, number>();

  /** Removes the writes that the current standby has, and older writes that every usable standby has. */
  function forgetWrites(): void {
    const outOfUse = running() - MAX_STALE_MS;
    for (const [keyId, at] of writtenAt) {
      // The map is sorted by time, so all later writes stay as well.
      if (at > outOfUse && !monitor.has(at)) return;
      writtenAt.delete(keyId);
    }
  }

  const replica: ReadReplica = {
    db,
    reads,
    choose(keyId) {
      if (!monitor.isUsable()) return "unusable";
      const at = writtenAt.get(keyId);
      return at === undefined || monitor.has(at) ? "replica" : "own_writes";
    },
    noteWrite(keyId) {
      writtenAt.delete(keyId);
      writtenAt.set(keyId, running());
      forgetWrites();
    },
    hasCommits: (ageMs) => monitor.reaches(running() - ageMs),
    staleMs: () => monitor.staleMs(),
    async stop() {
      // Once the monitor has stopped, the primary serves the running requests.
      await monitor.stop();
      await reads.stop();
      await standby.destroy();
    },
  };
  await monitor.start();
  const { failed } = monitor;
  if (!isFatal(failed)) return replica;
  await replica.stop();
  throw failed as Error;
}
