import { anyOf } from "../../platform/db/bulk";
import { type Db, typedBind } from "../../platform/db/dialect";
import type { PageRequest } from "../../platform/db/page";
import { type Instant, latestPlausible } from "../../platform/time";
import { scheduleJob } from "../../queue/jobs.store";
import {
  NO_COUNTS,
  type OpenRequest,
  type PrivacyCounts,
  type PrivacyKind,
  type PrivacyRequest,
  type PrivacyStatus,
} from "./privacy-request";

interface PrivacyRow {
  account_id: string;
  id: string;
  kind: PrivacyKind;
  status: PrivacyStatus;
  phone: string | null;
  up_to: string;
  again_up_to: string | null;
  counts: string;
  size_bytes: number | null;
  due_at: number | null;
  expires_at: number | null;
  created_at: number;
  completed_at: number | null;
}

const toRequest = (row: PrivacyRow): PrivacyRequest => ({
  accountId: row.account_id,
  id: row.id,
  kind: row.kind,
  status: row.status,
  phone: row.phone,
  upTo: row.up_to,
  // A request that an earlier build stored has no count of consents. It shows 0.
  counts: { ...NO_COUNTS, ...(JSON.parse(row.counts) as Partial<PrivacyCounts>) },
  sizeBytes: row.size_bytes,
  dueAt: row.due_at,
  expiresAt: row.expires_at,
  createdAt: row.created_at,
  completedAt: row.completed_at,
});

const requests = (db: Db) => db<PrivacyRow>("privacy_requests");
const ofAccount = (db: Db, accountId: string) => requests(db).where({ account_id: accountId });
const open = (db: Db, accountId: string) => ofAccount(db, accountId).whereNotNull("due_at");

type Key = Pick<PrivacyRequest, "accountId" | "id">;
const openOf = (db: Db, { accountId, id }: Key) => open(db, accountId).where({ id });

const schedule = (trx: Db, accountId: string, now: Instant) =>
  scheduleJob(trx, { kind: "privacy", accountId, key: accountId, dueAt: now }, now);

/**
 * Makes an equal open request due now and returns it; null if there is none. An erasure then also covers data
 * stored until now. If the erasure has begun, it runs a second time for this data.
 */
export async function repeatRequest(
  trx: Db,
  { accountId, phone, kind, upTo }: Pick<OpenRequest, "accountId" | "phone" | "kind" | "upTo">,
  now: Instant,
): Promise<PrivacyRequest | null> {
  const equal = open(trx, accountId).where({ phone, kind });
  const covered = {
    up_to: trx.raw(`case when status = 'pending' then ${typedBind(trx, "uuid")} else up_to end`, [upTo]),
    again_up_to: trx.raw(`case when status = 'pending' then null else ${typedBind(trx, "uuid")} end`, [upTo]),
  };
  const [row] = await equal.update({ due_at: now, ...(kind === "erasure" ? covered : {}) }).returning("*");
  if (row === undefined) return null;
  await schedule(trx, accountId, now);
  return toRequest(row as PrivacyRow);
}

/** Inserts a request and its job. The unique index rejects a second equal request that has not ended. */
export async function insertRequest(trx: Db, request: OpenRequest): Promise<void> {
  await requests(trx).insert({
    account_id: request.accountId,
    id: request.id,
    kind: request.kind,
    status: request.status,
    phone: request.phone,
    up_to: request.upTo,
    counts: JSON.stringify(request.counts),
    size_bytes: request.sizeBytes,
    due_at: request.dueAt,
    expires_at: request.expiresAt,
    created_at: request.createdAt,
    completed_at: request.completedAt,
  });
  await schedule(trx, request.accountId, request.createdAt);
}

export async function findRequest(db: Db, accountId: string, id: string): Promise<PrivacyRequest | null> {
  const row = await ofAccount(db, accountId).where({ id }).first();
  return row ? toRequest(row) : null;
}

export async function listRequests(
  db: Db,
  accountId: string,
  { limit, offset }: PageRequest,
): Promise<{ requests: PrivacyRequest[]; total: number }> {
  const rows = await ofAccount(db, accountId).orderBy("id", "desc").limit(limit).offset(offset);
  const counted = await ofAccount(db, accountId).count({ total: "*" }).first<{ total: number }>();
  return { requests: rows.map(toRequest), total: counted.total };
}

export async function nextDueAt(db: Db, accountId: string): Promise<Instant | null> {
  const first = await open(db, accountId).orderBy("due_at").first("due_at");
  return first?.due_at ?? null;
}

/**
 * Marks the account's due request with the earliest due time as running and returns it; null if none is due.
 * A due time further ahead than `longestPause` comes from a clock that was ahead, so the request counts as
 * due. The request is due again after `retryMs`, so other requests get a turn even if the process crashes.
 */
export async function beginDue(
  db: Db,
  accountId: string,
  now: Instant,
  { longestPause, retryMs }: { longestPause: number; retryMs: number },
): Promise<OpenRequest | null> {
  const due = await open(db, accountId)
    .whereRaw("(due_at <= ? or due_at > ?)", [now, latestPlausible(now, longestPause)])
    .orderBy(["due_at", "id"])
    .first("id");
  if (due === undefined) return null;
  const [row] = await open(db, accountId)
    .where({ id: due.id })
    .update({ status: "running", due_at: now + retryMs })
    .returning("*");
  return row === undefined ? null : (toRequest(row as PrivacyRow) as OpenRequest);
}

/**
 * Stores the progress of a request and the time of its next step. If the request was repeated during the
 * step, keeps its earlier due time.
 */
export async function continueRequest(
  db: Db,
  request: OpenRequest,
  { counts, dueAt }: { counts: PrivacyCounts; dueAt: Instant },
): Promise<void> {
  const bigint = typedBind(db, "bigint");
  const earlier = `case when due_at <> ${bigint} and due_at < ${bigint} then due_at else ${bigint} end`;
  await openOf(db, request).update({
    counts: JSON.stringify(counts),
    due_at: db.raw(earlier, [request.dueAt, dueAt, dueAt]),
  });
}

/**
 * Completes an export. The number stays until the file is deleted, so that an erasure finds the file. Returns
 * false if the request has already ended.
 */
export async function endExport(
  db: Db,
  request: OpenRequest,
  { counts, sizeBytes, expiresAt }: { counts: PrivacyCounts; sizeBytes: number; expiresAt: Instant },
  now: Instant,
): Promise<boolean> {
  const changed = await openOf(db, request).update({
    status: "completed",
    counts: JSON.stringify(counts),
    size_bytes: sizeBytes,
    expires_at: expiresAt,
    due_at: null,
    completed_at: now,
  });
  return changed > 0;
}

/**
 * Ends an erasure, or an export that fails, and deletes the stored phone number. Returns false if the
 * request has already ended, or if the erasure was requested again while it ran.
 */
export async function endRequest(
  db: Db,
  request: OpenRequest,
  { status, counts }: { status: "completed" | "failed"; counts: PrivacyCounts },
  now: Instant,
): Promise<boolean> {
  const changed = await openOf(db, request)
    .whereNull("again_up_to")
    .update({ status, counts: JSON.stringify(counts), phone: null, due_at: null, completed_at: now });
  return changed > 0;
}

/** Starts the second run of an erasure. Returns false if the erasure was not requested again. */
export async function runAgain(
  db: Db,
  request: OpenRequest,
  counts: PrivacyCounts,
  now: Instant,
): Promise<boolean> {
  const changed = await openOf(db, request)
    .whereNotNull("again_up_to")
    .update({ up_to: db.raw("again_up_to"), again_up_to: null, counts: JSON.stringify(counts), due_at: now });
  return changed > 0;
}

/** Returns the number's exports up to `upTo` that have a file or have not ended. */
export async function exportsOfNumber(
  db: Db,
  { accountId, phone, upTo }: Pick<OpenRequest, "accountId" | "phone" | "upTo">,
): Promise<OpenRequest[]> {
  const rows = await ofAccount(db, accountId)
    .where({ phone, kind: "export" })
    .where("id", "<=", upTo)
    .select("*");
  return rows.map((row) => ({ ...toRequest(row), phone }));
}

/** Returns exports of all accounts whose file has expired, the longest expired first. */
export async function expiredFiles(db: Db, now: Instant, limit: number): Promise<PrivacyRequest[]> {
  const rows = await requests(db)
    .whereNotNull("size_bytes")
    .where("expires_at", "<=", now)
    .orderBy("expires_at")
    .limit(limit);
  return rows.map(toRequest);
}

/** Records that the file of an export is deleted, and forgets the number. */
export async function forgetFile(
  db: Db,
  { accountId, id, expiresAt }: PrivacyRequest,
  now: Instant,
): Promise<void> {
  await ofAccount(db, accountId)
    .where({ id })
    .update({ phone: null, size_bytes: null, expires_at: Math.min(expiresAt ?? now, now) });
}

/**
 * Returns which of the numbers (E.164) have an erasure that has not ended and covers everything with ids up
 * to `id`.
 */
export async function numbersToErase(
  db: Db,
  { accountId, id }: Key,
  phones: readonly string[],
): Promise<Set<string>> {
  if (phones.length === 0) return new Set();
  const found = (await open(db, accountId)
    .where({ kind: "erasure" })
    .where(anyOf(db, "phone", "text", phones))
    .whereRaw("coalesce(again_up_to, up_to) >= ?", [id])
    .pluck("phone")) as string[];
  return new Set(found);
}

export async function countOpenErasures(db: Db, limit: number): Promise<number> {
  const some = requests(db).where({ kind: "erasure" }).whereNotNull("due_at").select("id").limit(limit);
  const counted = await db.from(some.as("some")).count({ total: "*" }).first<{ total: number }>();
  return counted.total;
}
