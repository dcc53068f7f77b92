import { listAccounts } from "../accounts/accounts.store";
import { openCampaigns } from "../campaigns/campaigns.store";
import { maxTimeInFlight } from "../erasure/erase";
import { storageKey } from "../files/addresses";
import {
  countOldInbound,
  deleteFilesInRange,
  eraseOldInbound,
  filesInRange,
  INBOUND_TABLES,
  type InboundTable,
  purgeInbound,
} from "../inbound/retention.store";
import {
  countOldMessages,
  eraseOldContent,
  type MessageRetention,
  purgeMessages,
} from "../messages/retention.store";
import { countOldDeliveries } from "../webhooks/deliveries.store";
import { BatchSize, type MeasuredSize } from "../../platform/db/batch-size";
import type { Db } from "../../platform/db/dialect";
import { isDatabaseAway, retryDeadlocks } from "../../platform/db/errors";
import { type IdRange, nextRange } from "../../platform/db/id-ranges";
import { firstIdAt, NIL_ID } from "../../platform/ids";
import type { Platform } from "../../platform/platform";
import { DAY, type Instant } from "../../platform/time";
import type { Storage } from "../../storage/storage";
import { erasedUpTo, recordErasedUpTo } from "./progress.store";

export interface RetentionSettings {
  /** Retention of messages and inbound records in days; 0 keeps them for ever. */
  retainMessagesDays: number;
  retainInboundDays: number;
  /** Retention of content in days; 0 keeps content as long as its message or inbound record. */
  retainContentDays: number;
  retainEventsDays: number;
  submissionTimeoutSeconds: number;
  deliveryReportTimeoutSeconds: number;
}

export type RetentionDeps = Pick<Platform, "db" | "clock"> & {
  config: RetentionSettings;
  storage: Pick<Storage, "remove">;
  /** Receives the error of an account or a file that is left for the next run. */
  failed(error: unknown, what: { accountId: string; fileId?: string }): void;
  /** Rows per transaction. The default adapts to the duration of earlier transactions. */
  size?: MeasuredSize;
};

type SizedDeps = Required<RetentionDeps>;

export const RETENTION_KINDS = [
  "messages",
  "message_contents",
  "inbound_messages",
  "inbound_rcs_events",
  "inbound_contents",
  "webhook_deliveries",
] as const;
export type RetentionKind = (typeof RETENTION_KINDS)[number];

/** A finished transaction: the number of deleted or erased rows. */
interface RetentionStep {
  kind: RetentionKind;
  rows: number;
}

/** Returns the instant before which rows are old; null if they are kept for ever. */
const oldBefore = (days: number, now: Instant): Instant | null => (days === 0 ? null : now - days * DAY);
const idBefore = (days: number, now: Instant): string | null =>
  days === 0 ? null : firstIdAt(now - days * DAY);

async function messageRetention(
  { db, config }: Pick<RetentionDeps, "db" | "config">,
  accountId: string,
  now: Instant,
): Promise<MessageRetention> {
  const since = oldBefore(config.retainMessagesDays, now);
  return {
    accountId,
    reportsUntil: now - maxTimeInFlight({ config }),
    openCampaigns: since === null ? [] : await openCampaigns(db, accountId, since),
  };
}

/**
 * Deletes old messages and inbound records and erases old content, account by account, oldest first. Yields
 * after each transaction. Safe to interrupt, to repeat and to run in several processes.
 */
export async function* retentionSteps(deps: RetentionDeps): AsyncGenerator<RetentionStep> {
  const sized = { size: new BatchSize(deps.db), ...deps };
  const now = sized.clock.now();
  for (const { id: accountId } of await listAccounts(sized.db)) {
    try {
      yield* messageSteps(sized, accountId, now);
      for (const table of INBOUND_TABLES) yield* inboundSteps(sized, table, accountId, now);
      yield* contentSteps(sized, accountId, now);
      for (const table of INBOUND_TABLES) yield* inboundContentSteps(sized, table, accountId, now);
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      sized.failed(error, { accountId });
    }
  }
}

interface LimitedRange {
  range: IdRange;
  limit: number;
}

/** Yields the ranges of rows between `after` and `before`, both exclusive, oldest first. */
async function* ranges(
  { db, size }: SizedDeps,
  table: string,
  { accountId, after, before }: { accountId: string; after: string; before: string },
): AsyncGenerator<LimitedRange> {
  for (let last = after; ;) {
    const limit = size.rows;
    const range = await nextRange(db, table, { accountId, after: last, before, limit });
    if (range === null) return;
    yield { range, limit };
    last = range.upTo;
  }
}

/** Runs a batch in a transaction, and adapts the size of the next batch. */
const inBatch = <T>({ db, size }: SizedDeps, batch: (trx: Db) => Promise<T>): Promise<T> =>
  retryDeadlocks(() => db.transaction((trx) => size.measure(() => batch(trx))));

async function* messageSteps(
  deps: SizedDeps,
  accountId: string,
  now: Instant,
): AsyncGenerator<RetentionStep> {
  const { config } = deps;
  const before = idBefore(config.retainMessagesDays, now);
  if (before === null) return;
  for await (const { range, limit } of ranges(deps, "messages", { accountId, after: NIL_ID, before })) {
    const rows = await inBatch(deps, async (trx) => {
      // Read again in each transaction: a campaign that was launched since the last one keeps its messages.
      const retention = await messageRetention({ db: trx, config }, accountId, now);
      return purgeMessages(trx, retention, range, limit);
    });
    yield { kind: "messages", rows };
  }
}

async function* inboundSteps(
  deps: SizedDeps,
  table: InboundTable,
  accountId: string,
  now: Instant,
): AsyncGenerator<RetentionStep> {
  const before = idBefore(deps.config.retainInboundDays, now);
  if (before === null) return;
  for await (const { range, limit } of ranges(deps, table, { accountId, after: NIL_ID, before })) {
    const files = await removeFiles(deps, table, range);
    const rows = await inBatch(deps, async (trx) => {
      await deleteFilesInRange(trx, range, files);
      return purgeInbound(trx, table, range, limit);
    });
    yield { kind: table, rows };
  }
}

/** Removes the bytes of a range's files and reports failures. Returns the ids of the removed files. */
async function removeFiles(deps: SizedDeps, table: InboundTable, range: IdRange): Promise<string[]> {
  const { accountId } = range;
  const removed: string[] = [];
  for (const id of await filesInRange(deps.db, table, range)) {
    try {
      await deps.storage.remove(storageKey({ accountId, id }));
      removed.push(id);
    } catch (error) {
      deps.failed(error, { accountId, fileId: id });
    }
  }
  return removed;
}

/** Erases the content of a range's rows. `isLeft`: content or a file of the range is left for a later run. */
type EraseRange = (trx: Db, range: IdRange) => Promise<{ erased: number; isLeft: boolean }>;

async function* erasureSteps(
  deps: SizedDeps,
  { table, accountId, kind, now }: { table: string; accountId: string; kind: RetentionKind; now: Instant },
  eraserOf: (range: IdRange) => Promise<EraseRange>,
): AsyncGenerator<RetentionStep> {
  const { db, config } = deps;
  const before = idBefore(config.retainContentDays, now);
  if (before === null) return;
  const after = await erasedUpTo(db, accountId, table);
  let isComplete = true;
  for await (const { range } of ranges(deps, table, { accountId, after, before })) {
    const erase = await eraserOf(range);
    const { erased, isLeft } = await inBatch(deps, async (trx) => {
      const done = await erase(trx, range);
      // The progress stops before the first range with content left, and the next run begins there.
      if (isComplete && !done.isLeft) await recordErasedUpTo(trx, accountId, table, range.upTo);
      return done;
    });
    isComplete &&= !isLeft;
    yield { kind, rows: erased };
  }
}

const contentSteps = (deps: SizedDeps, accountId: string, now: Instant) =>
  erasureSteps(
    deps,
    { table: "messages", accountId, kind: "message_contents", now },
    async () => (trx, range) => eraseOldContent(trx, { reportsUntil: now - maxTimeInFlight(deps) }, range),
  );

const inboundContentSteps = (deps: SizedDeps, table: InboundTable, accountId: string, now: Instant) =>
  erasureSteps(deps, { table, accountId, kind: "inbound_contents", now }, async (range) => {
    const files = await filesInRange(deps.db, table, range);
    const removed = await removeFiles(deps, table, range);
    return async (trx) => {
      const erased = await eraseOldInbound(trx, table, range);
      await deleteFilesInRange(trx, range, removed);
      return { erased, isLeft: removed.length < files.length };
    };
  });

export async function countOld({
  db,
  config,
  now,
}: Pick<RetentionDeps, "db" | "config"> & { now: Instant }): Promise<Record<RetentionKind, number>> {
  const counts = Object.fromEntries(RETENTION_KINDS.map((kind) => [kind, 0])) as Record<
    RetentionKind,
    number
  >;
  const before = idBefore(config.retainContentDays, now);
  const erasedIn = async (accountId: string, table: string) =>
    before === null ? null : { after: await erasedUpTo(db, accountId, table), before };
  for (const { id: accountId } of await listAccounts(db)) {
    const retention = await messageRetention({ db, config }, accountId, now);
    const { messages, contents } = await countOldMessages(db, retention, {
      deleteBefore: idBefore(config.retainMessagesDays, now),
      erase: await erasedIn(accountId, "messages"),
    });
    counts.messages += messages;
    counts.message_contents += contents;
    for (const table of INBOUND_TABLES) {
      const inbound = await countOldInbound(db, table, accountId, {
        deleteBefore: idBefore(config.retainInboundDays, now),
        erase: await erasedIn(accountId, table),
      });
      counts[table] += inbound.rows;
      counts.inbound_contents += inbound.contents;
    }
  }
  const events = idBefore(config.retainEventsDays, now);
  if (events !== null) counts.webhook_deliveries = await countOldDeliveries(db, events);
  return counts;
}
