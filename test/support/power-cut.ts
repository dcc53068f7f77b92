import { randomInt, randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Flush, flushFile } from "../../src/platform/db/durability";
import { loadSqlite } from "../../src/platform/db/sqlite-driver";
import { yieldToEventLoop } from "../../src/platform/event-loop";
import { openTestDatabase } from "./databases";
import { startTestService } from "./service";

/** Length of the header of SQLite's write-ahead log (WAL). Each restart of the WAL changes the header. */
const LOG_HEADER = 32;
const NOTHING = Buffer.alloc(0);

/** Number of clients. Every fifth send of a client reuses the latest idempotency key of any client. */
const CLIENTS = 16;
const REPEATED_EACH = 5;

const read = (file: string) => {
  try {
    return readFileSync(file);
  } catch {
    return NOTHING;
  }
};

/** Simulates a disk. It holds the content of the WAL at the start of the last completed flush. */
class Disk {
  private log = NOTHING;

  constructor(private readonly file: string) {}

  readonly flush: Flush = async (descriptor) => {
    const covered = read(`${this.file}-wal`);
    await flushFile(descriptor);
    this.log = covered;
  };

  /** Records a checkpoint: SQLite flushes the WAL before it writes to the database file. */
  recordCheckpoint(): void {
    this.log = read(`${this.file}-wal`);
  }

  /** Returns the files after a power cut. SQLite itself flushes the header when it restarts the WAL. */
  cut(): { database: Buffer; log: Buffer } {
    const now = read(`${this.file}-wal`).subarray(0, LOG_HEADER);
    const isSameLog = now.equals(this.log.subarray(0, LOG_HEADER));
    return { database: read(this.file), log: isSameLog ? this.log : NOTHING };
  }
}

interface PowerCuts {
  moments: number;
  acknowledged: number;
  /** Number of moments at which the WAL was longer than its flushed part. */
  unflushed: number;
  /** Faults that were found at the moments; must be empty. */
  faults: string[];
}

/**
 * Lets clients send continuously. At `moments` or more random moments, opens the database file with the WAL
 * of the last flush, which a power cut would leave.
 */
export async function cutPowerWhileSending(moments: number): Promise<PowerCuts> {
  const disk: { current: Disk | null } = { current: null };
  const database = await openTestDatabase("SQLite", {
    flush: (descriptor) => (disk.current?.flush ?? flushFile)(descriptor),
  });
  const file = join(database.dataDir, "recado.sqlite");
  const { service, close } = await startTestService(database, { env: { RECADO_VALIDATE_RESPONSES: "0" } });
  await database.db.raw("pragma wal_autocheckpoint = 0");
  await database.db.raw("pragma wal_checkpoint(truncate)");
  disk.current = new Disk(file);

  const found: PowerCuts = { moments: 0, acknowledged: 0, unflushed: 0, faults: [] };
  const acknowledged: string[] = [];
  let stopped = false;
  let key = randomUUID();
  const client = async () => {
    for (let sent = 0; !stopped; sent += 1) {
      if (sent % REPEATED_EACH !== 0) key = randomUUID();
      const response = await service.request
        .post("/v3/messages")
        .set("Idempotency-Key", key)
        .send({
          channel: "sms",
          content: { type: "text", text: "123456" },
          recipients: [{ to: "+5511987654321" }],
        });
      if (response.status === 202) {
        acknowledged.push((response.body as { data: { message_id: string }[] }).data[0]?.message_id ?? "");
      } else found.faults.push(`a send returned ${response.status}`);
    }
  };
  const clients = Promise.all(Array.from({ length: CLIENTS }, client));
  // On a busy machine, few sends may be acknowledged, and all may be flushed at every moment.
  const isEnough = () =>
    found.faults.length > 0 || (acknowledged.length > moments / 2 && found.unflushed > moments / 10);
  while (found.moments < moments || (!isEnough() && found.moments < 10 * moments)) {
    for (let turns = randomInt(12); turns > 0; turns -= 1) await yieldToEventLoop();
    // At this moment, some sends may be unflushed, some flushed without a response, and some answered.
    const left = disk.current.cut();
    if (read(`${file}-wal`).length > left.log.length) found.unflushed += 1;
    found.faults.push(...faultsOf(left, acknowledged));
    found.moments += 1;
    if (randomInt(20) === 0) {
      await database.db.raw(`pragma wal_checkpoint(${randomInt(2) === 0 ? "passive" : "truncate"})`);
      disk.current.recordCheckpoint();
    }
  }
  stopped = true;
  await clients;
  found.acknowledged = acknowledged.length;
  disk.current = null;
  await close();
  return found;
}

/** Opens the files that a power cut left, as a start of the service would, and returns the faults. */
function faultsOf(left: { database: Buffer; log: Buffer }, acknowledged: readonly string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "recado-power-cut-"));
  try {
    const file = join(folder, "recado.sqlite");
    writeFileSync(file, left.database);
    writeFileSync(`${file}-wal`, left.log);
    const db = new (loadSqlite())(file);
    const ids = new Set(db.prepare("select id from messages").pluck().all() as string[]);
    const count = (sql: string) => db.prepare(sql).pluck().get() as number;
    const parts = {
      messages: ids.size,
      counted: count("select coalesce(sum(messages), 0) from message_counts"),
      keys: count("select count(*) from idempotency_keys"),
      queued: count("select count(*) from messages m join jobs b on b.id = m.batch_id"),
    };
    db.close();
    const lost = acknowledged.filter((id) => !ids.has(id));
    return [
      ...(lost.length > 0 ? [`${lost.length} acknowledged sends are lost`] : []),
      ...(new Set(Object.values(parts)).size > 1 ? [`sends are incomplete: ${JSON.stringify(parts)}`] : []),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
