import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import { storageOf } from "../app/file-store";
import {
  countOld,
  RETENTION_KINDS,
  type RetentionKind,
  type RetentionDeps,
  retentionSteps,
} from "../features/retention/retention";
import { deliveryPurgeSteps } from "../features/webhooks/delivery-purge";
import { LONG_LIMITS, readWithin } from "../platform/db/limits";
import { errorText } from "../platform/error-text";
import { SECOND } from "../platform/time";
import { runs } from "./command";
import { changed, type Output, table, unchanged } from "./output";
import type { CommandContext, Session } from "./session";

const PROGRESS_EVERY_MS = 5 * SECOND;

type Counts = Record<RetentionKind, number>;

const noCounts = () => Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, 0])) as Counts;
const sumOf = (counts: Counts) => Object.values(counts).reduce((sum, rows) => sum + rows, 0);
const countsTable = (counts: Counts) => table(["kind", "rows"], Object.entries(counts));

/**
 * Deletes old data and yields the number of deleted rows after each transaction. Pauses as long as the
 * transaction took, so that a service can write.
 */
async function* runSteps(
  { db, clock, config, secrets }: Session,
  failed: RetentionDeps["failed"],
): AsyncGenerator<{ kind: RetentionKind; rows: number }> {
  const storage = await storageOf({ config, db, clock, secrets: await secrets() });
  let began = performance.now();
  const pause = async () => {
    await sleep(performance.now() - began);
    began = performance.now();
  };
  for await (const step of retentionSteps({ db, clock, config, storage, failed })) {
    yield step;
    await pause();
  }
  for await (const rows of deliveryPurgeSteps(db, clock.now(), config.retainEventsDays)) {
    yield { kind: "webhook_deliveries", rows };
    await pause();
  }
}

async function retentionRun(
  session: Session,
  { dryRun = false }: { dryRun?: boolean },
  reportProgress: (progress: string) => void,
): Promise<Output> {
  const { db, clock, config } = session;
  if (dryRun) {
    const now = clock.now();
    const counts = await readWithin(db, LONG_LIMITS, (reader) => countOld({ db: reader, config, now }));
    return { json: { dry_run: true, rows: counts, changed: false }, text: countsTable(counts) };
  }
  const counts = noCounts();
  let failures = 0;
  const failed: RetentionDeps["failed"] = (error, { accountId, fileId }) => {
    failures += 1;
    const what = fileId === undefined ? `the account ${accountId}` : `the file ${fileId}`;
    reportProgress(`failed for ${what}: ${errorText(error)}\n`);
  };
  let reportedAt = clock.now();
  for await (const { kind, rows } of runSteps(session, failed)) {
    counts[kind] += rows;
    if (clock.now() - reportedAt < PROGRESS_EVERY_MS) continue;
    reportedAt = clock.now();
    reportProgress(`${sumOf(counts)} rows so far\n`);
  }
  const json = { dry_run: false, rows: counts };
  const output =
    sumOf(counts) > 0
      ? changed(json, countsTable(counts))
      : unchanged(json, "no row is older than its retention");
  if (failures === 0) return output;
  return { ...output, failure: `${failures} accounts or files failed: run the command again` };
}

export function retentionCommands(program: Command, context: CommandContext): void {
  const retention = program.command("retention").description("deletion of old messages and events");
  const run = retention
    .command("run")
    .description("delete data older than the retention settings now; the service may be running")
    .option("--dry-run", "print the number of rows that would be deleted, and change nothing");
  runs<[], { dryRun?: boolean }>(run, context, (session, _args, options) =>
    retentionRun(session, options, context.err),
  );
}
