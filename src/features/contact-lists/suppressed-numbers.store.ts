import { createHmac, randomBytes } from "node:crypto";
import { anyOf, rowsFrom } from "../../platform/db/bulk";
import { type Db, rawRows } from "../../platform/db/dialect";
import type { SecretBox } from "../../platform/secrets/secret-box";
import { serviceSecret } from "../../platform/secrets/service-secrets.store";

// Numbers that stay suppressed after the erasure of their contact. Only a keyed hash of the number is stored.

/** Secret of the service, with which numbers are hashed. */
export type SuppressionKey = string;

/** Returns the key that all processes of the database share. */
export const suppressionKeyOf = (parts: { db: Db; secrets: SecretBox }): Promise<SuppressionKey> =>
  serviceSecret(parts, "suppression-hash", () => randomBytes(32).toString("hex"));

interface NumberOfAccount {
  accountId: string;
  /** Number in E.164. */
  phone: string;
}

const hashOf = (key: SuppressionKey, { accountId, phone }: NumberOfAccount) =>
  createHmac("sha256", key).update(`${accountId} ${phone}`).digest("hex");

/** Keeps a number suppressed by the blacklists of its contact, whose memberships end afterwards. */
export async function keepSuppressed(
  trx: Db,
  key: SuppressionKey,
  { accountId, phone, contactId }: NumberOfAccount & { contactId: string },
): Promise<void> {
  const listIds = (await trx("list_members as m")
    .join("contact_lists as l", (on) => on.on("l.account_id", "m.account_id").andOn("l.id", "m.list_id"))
    .where({ "m.account_id": accountId, "m.contact_id": contactId, "l.type": "blacklist" })
    .whereNull("l.deleted_at")
    .pluck("m.list_id")) as string[];
  if (listIds.length === 0) return;
  const hash = hashOf(key, { accountId, phone });
  await trx("suppressed_numbers")
    .insert(listIds.map((listId) => ({ account_id: accountId, list_id: listId, hash })))
    .onConflict(["account_id", "hash", "list_id"])
    .ignore();
}

/** Ends the suppression of a number by one list. Returns whether the number was suppressed. */
export async function releaseSuppressed(
  db: Db,
  key: SuppressionKey,
  { accountId, phone, listId }: NumberOfAccount & { listId: string },
): Promise<boolean> {
  const hash = hashOf(key, { accountId, phone });
  return (
    (await db("suppressed_numbers").where({ account_id: accountId, hash, list_id: listId }).delete()) > 0
  );
}

/** Returns which of the numbers the lists suppress by their hash. */
export async function suppressedByHash(
  db: Db,
  key: SuppressionKey,
  accountId: string,
  lists: readonly string[],
  phones: readonly string[],
): Promise<string[]> {
  const hashed = phones.map((phone) => ({ phone, hash: hashOf(key, { accountId, phone }) }));
  const source = rowsFrom(db, "p", { phone: "text", hash: "text" }, hashed);
  const of = anyOf(db, "s.list_id", "uuid", lists).toSQL();
  const rows = await rawRows<{ phone: string }>(
    db,
    `select p.phone from ${source.sql} where exists (select 1 from suppressed_numbers s
       where s.account_id = ? and s.hash = p.hash and ${of.sql})`,
    [...source.bindings, accountId, ...(of.bindings as string[])],
  );
  return rows.map(({ phone }) => phone);
}
