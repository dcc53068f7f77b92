import { beginWrite, type Db, lockRows } from "../../platform/db/dialect";
import { isUniqueViolation } from "../../platform/db/errors";
import type { PageRequest } from "../../platform/db/page";
import { byCodePoints } from "../../platform/db/reads/order";
import { nameColumns } from "../../platform/db/unique-names";
import { conflict, type Problem } from "../../platform/problem";
import { nameKey } from "../../platform/text";
import type { Instant } from "../../platform/time";
import type { CannedResponse } from "./canned-response";

interface CannedResponseRow {
  account_id: string;
  id: string;
  name: string;
  name_key: string;
  name_search: string;
  shortcut: string | null;
  text: string;
  created_at: number;
  updated_at: number;
}

const toCannedResponse = (row: CannedResponseRow): CannedResponse => ({
  id: row.id,
  name: row.name,
  shortcut: row.shortcut,
  text: row.text,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const ofAccount = (db: Db, accountId: string) =>
  db<CannedResponseRow>("canned_responses").where({ account_id: accountId });

type Unique = Partial<Pick<CannedResponse, "name" | "shortcut">>;

const taken = (field: keyof Unique): Problem =>
  conflict(`Another canned response has this ${field}`, [{ field, message: "is already taken" }]);

/** Throws a conflict if a canned response other than `exceptId` has the name or the shortcut. */
export async function refuseTaken(
  db: Db,
  accountId: string,
  { name, shortcut = null }: Unique,
  exceptId: string | null = null,
): Promise<void> {
  const isTaken = async (value: Partial<CannedResponseRow>) => {
    const holder = await ofAccount(db, accountId).where(value).first("id");
    return holder !== undefined && holder.id !== exceptId;
  };
  if (name !== undefined && (await isTaken({ name_key: nameKey(name) }))) throw taken("name");
  if (shortcut !== null && (await isTaken({ shortcut }))) throw taken("shortcut");
}

/** Pattern of errors about the shortcut: the column in SQLite's message, the constraint in PostgreSQL's. */
const OF_SHORTCUT = /canned_responses\.shortcut|canned_responses_account_id_shortcut_unique/;

/** Turns a unique violation into a conflict. Concurrent requests may both have found a value free. */
async function refusingTaken<T>(write: PromiseLike<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw taken(OF_SHORTCUT.test(String(error)) ? "shortcut" : "name");
  }
}

/** Throws a conflict if another canned response of the account has the name or the shortcut. */
export async function insertCannedResponse(
  db: Db,
  accountId: string,
  cannedResponse: CannedResponse,
): Promise<void> {
  await refusingTaken(
    db("canned_responses").insert({
      account_id: accountId,
      id: cannedResponse.id,
      ...nameColumns(cannedResponse.name),
      shortcut: cannedResponse.shortcut,
      text: cannedResponse.text,
      created_at: cannedResponse.createdAt,
      updated_at: cannedResponse.updatedAt,
    }),
  );
}

export async function findCannedResponse(
  db: Db,
  accountId: string,
  id: string,
): Promise<CannedResponse | null> {
  const row = await ofAccount(db, accountId).where({ id }).first();
  return row ? toCannedResponse(row) : null;
}

export async function lockCannedResponse(
  trx: Db,
  accountId: string,
  id: string,
): Promise<CannedResponse | null> {
  await beginWrite(trx);
  const row = await lockRows(trx, ofAccount(trx, accountId).where({ id }).first());
  return row ? toCannedResponse(row as CannedResponseRow) : null;
}

/** Returns a page of the account's canned responses, sorted by name, and their total. */
export async function listCannedResponses(
  db: Db,
  accountId: string,
  { limit, offset }: PageRequest,
): Promise<{ cannedResponses: CannedResponse[]; total: number }> {
  const rows = await ofAccount(db, accountId)
    .orderByRaw(`${byCodePoints(db)}, id`, ["name_search"])
    .limit(limit)
    .offset(offset);
  const [counted] = (await ofAccount(db, accountId).count({ total: "*" })) as { total: number }[];
  return { cannedResponses: rows.map(toCannedResponse), total: counted?.total ?? 0 };
}

/**
 * Changes the given fields; returns null if the canned response does not exist. Throws a conflict for a taken
 * name or shortcut.
 */
export async function updateCannedResponse(
  db: Db,
  accountId: string,
  id: string,
  { name, shortcut, text }: Partial<Pick<CannedResponse, "name" | "shortcut" | "text">>,
  now: Instant,
): Promise<CannedResponse | null> {
  const [row] = await refusingTaken(
    ofAccount(db, accountId)
      .where({ id })
      .update({
        ...(name === undefined ? {} : nameColumns(name)),
        ...(shortcut === undefined ? {} : { shortcut }),
        ...(text === undefined ? {} : { text }),
        updated_at: now,
      })
      .returning("*"),
  );
  return row ? toCannedResponse(row) : null;
}

export async function deleteCannedResponse(db: Db, accountId: string, id: string): Promise<boolean> {
  return (await ofAccount(db, accountId).where({ id }).delete()) > 0;
}
