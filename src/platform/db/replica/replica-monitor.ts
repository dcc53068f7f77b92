import { setTimeout as pause } from "node:timers/promises";
import type { Knex } from "knex";
import type { Logger } from "pino";
import { SECOND } from "../../time";
import { rawRows } from "../dialect";
import { isOfOneStatement } from "../errors";
import { errorText } from "../../error-text";
import type { SafePostgresClient } from "../postgres-dialect";
import { asReplayed, ReplicaProgress } from "./replica-progress";

/** Staleness above which the standby is not used, in milliseconds. */
export const MAX_STALE_MS = 10 * SECOND;
const CHECK_EVERY_MS = SECOND;
/** Duration after which a running check counts as failed, in milliseconds. */
const SILENT_AFTER_MS = 2 * SECOND;
/** Time after which `reaches` does not wait for another check, in milliseconds. */
const REACH_WITHIN_MS = 3 * SECOND;

/**
 * Error of a standby that belongs to another cluster than the primary, or of a URL that names another
 * database.
 */
export class ForeignReplica extends Error {
  override readonly name = "ForeignReplica";
}

interface MonitorOptions {
  primary: Knex;
  /** Connection to the standby for checks alone. */
  standby: Knex;
  log: Pick<Logger, "info" | "warn">;
  /** Returns milliseconds of a monotonic clock. */
  running?: () => number;
  everyMs?: number;
}

interface Server {
  /** Position in the log, in bytes. */
  position: number;
  system: string;
  database: string;
}

const IDENTITY = "system_identifier::text as system, current_database()::text as database";

interface Primary extends Server {
  /** PostgreSQL's timeline id, which changes with a promotion or a recovery to a point in time. */
  timeline: string;
}

/** Reads the primary's identity and the end of its log. The log may not be flushed up to this end yet. */
async function primaryServer(db: Knex): Promise<Primary | undefined> {
  const [row] = await rawRows<Primary & { page: number }>(
    db,
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as position,
       left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) as timeline,
       current_setting('wal_block_size')::integer as page, ${IDENTITY} from pg_control_system()`,
  );
  if (row === undefined) return undefined;
  return { ...row, position: asReplayed(row.position, row.page) };
}

/** Reads the standby's identity and replayed position. Returns no row if the server is not a standby. */
const standbyServer = (db: Knex) =>
  rawRows<Server & { startedAt: string }>(
    db,
    `select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') as position,
       pg_postmaster_start_time()::text as "startedAt", ${IDENTITY}
       from pg_control_system() where pg_is_in_recovery()`,
  );

/** Monitor that checks once a second whether the standby responds and how current it is. */
export class ReplicaMonitor {
  private progress = new ReplicaProgress();
  /** Start time of the standby that `progress` describes. */
  private startedAt: string | null = null;
  /** Timeline of the primary that `progress` describes. */
  private timeline: string | null = null;
  /** Generation of the standby's servers in the last successful check. */
  private generation: number | null = null;
  private readonly running: () => number;
  private readonly stopped = new AbortController();
  private loop: Promise<void> = Promise.resolve();
  private failure: unknown = new Error("the server has not been checked yet");
  /** Start time of the running check of the standby, on the monotonic clock; null if none is running. */
  private askedAt: number | null = null;
  private wasUsable: boolean | null = null;
  private waiting: (() => void)[] = [];

  constructor(private readonly options: MonitorOptions) {
    this.running = options.running ?? (() => performance.now());
  }

  private get standby(): SafePostgresClient {
    return this.options.standby.client as SafePostgresClient;
  }

  /** Staleness of the standby in milliseconds; `Infinity` if it is unknown. */
  staleMs(): number {
    return this.running() - this.progress.currentAt;
  }

  /** Error of the last check, or of a statement since then; null after a successful check. */
  get failed(): unknown {
    return this.failure;
  }

  isUsable(): boolean {
    const isSilent = this.askedAt !== null && this.running() - this.askedAt > SILENT_AFTER_MS;
    if (this.failure !== null || isSilent || this.stopped.signal.aborted) return false;
    // Since the check, the pool may have connected to another standby.
    if (this.generation !== this.standby.generation) return false;
    return this.staleMs() <= MAX_STALE_MS;
  }

  /** Returns whether the standby has every commit from before a time of the monotonic clock. */
  has(at: number): boolean {
    return this.progress.currentAt >= at;
  }

  /** Waits a few seconds until the standby has every commit from before `at`. Returns whether it has. */
  async reaches(at: number): Promise<boolean> {
    const deadline = this.running() + REACH_WITHIN_MS;
    while (this.isUsable() && !this.has(at) && this.running() < deadline) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    return this.isUsable() && this.has(at);
  }

  /**
   * Records the failure of a statement. The standby is out of use until the next check succeeds, unless the
   * failure concerns that statement alone, or the pool was only too slow.
   */
  report(error: unknown): void {
    if (isOfOneStatement(error) || (error as { name?: unknown }).name === "KnexTimeoutError") return;
    this.failure = error;
  }

  /** Runs the first check, and then one check each second until the stop. */
  async start(): Promise<void> {
    await this.check();
    this.loop = this.repeat();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.loop;
  }

  private async repeat(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      await pause(this.options.everyMs ?? CHECK_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
      if (!signal.aborted) await this.check();
    }
  }

  /** Reads both positions, the primary's first. Never rejects. */
  async check(): Promise<void> {
    const at = this.running();
    const { generation } = this.standby;
    try {
      const primary = await primaryServer(this.options.primary);
      if (primary === undefined) throw new Error("the primary returned no position");
      // The new timeline may lack commits that the standby had replayed before.
      if (primary.timeline !== this.timeline) this.progress.reset();
      this.timeline = primary.timeline;
      this.progress.primaryAt(at, primary.position);
      this.askedAt = this.running();
      const [standby] = await standbyServer(this.options.standby);
      if (standby === undefined) {
        // Another host of the URL may be a standby.
        this.standby.abandonServer();
        throw new Error("the server is not a standby");
      }
      for (const part of ["system", "database"] as const) {
        if (standby[part] === primary[part]) continue;
        throw new ForeignReplica(
          part === "system"
            ? "the server belongs to another cluster than the one of DATABASE_URL"
            : `the URL names the database ${standby.database}, and DATABASE_URL ${primary.database}`,
        );
      }
      if (standby.startedAt !== this.startedAt) {
        // The URL may now lead to another standby, which may be further behind, so the progress starts again.
        this.progress = new ReplicaProgress();
        this.progress.primaryAt(at, primary.position);
        this.startedAt = standby.startedAt;
      }
      if (!this.progress.replayed(standby.position)) {
        throw new Error("the standby has a different history than the primary");
      }
      this.generation = generation;
      this.failure = null;
    } catch (error) {
      this.failure = error;
    } finally {
      this.askedAt = null;
      this.logChange();
      for (const resolve of this.waiting.splice(0)) resolve();
    }
  }

  private logChange(): void {
    const isUsable = this.isUsable();
    if (isUsable === this.wasUsable || this.stopped.signal.aborted) return;
    this.wasUsable = isUsable;
    if (isUsable) {
      this.options.log.info("read replica in use");
      return;
    }
    const stale = this.staleMs();
    const reason = this.failure === null ? "the replica is behind" : errorText(this.failure);
    const staleSeconds = Number.isFinite(stale) ? Math.round(stale / SECOND) : null;
    this.options.log.warn({ reason, staleSeconds }, "read replica not in use");
  }
}
