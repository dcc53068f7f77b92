import type { Db } from "../../platform/db/dialect";

/**
 * Steps of an erasure in order, after the deletion of the contact. `exchange` waits for messages in flight,
 * and `claims` for the expiry of idempotency keys that contain the number.
 */
export const STEPS = ["keys", "events", "rejections", "tables", "exchange", "claims"] as const;
export type ErasureStep = (typeof STEPS)[number];

export interface Progress {
  /** The deleted contact; null if there was none. */
  contactId: string | null;
  step: ErasureStep;
  /** Key of the last record that the step has read, in a form specific to the step; null before the first. */
  after: string | null;
}

interface ErasureKey {
  accountId: string;
  upTo: string;
}

const row = (db: Db, { accountId, upTo }: ErasureKey) =>
  db("person_erasures").where({ account_id: accountId, up_to: upTo });

/** Returns the progress of an erasure; null before its start and after its end. */
export async function erasureProgress(db: Db, key: ErasureKey): Promise<Progress | null> {
  const found = (await row(db, key).first("contact_id", "step", "after")) as
    { contact_id: string | null; step: ErasureStep; after: string | null } | undefined;
  return found ? { contactId: found.contact_id, step: found.step, after: found.after } : null;
}

export async function beginErasure(trx: Db, key: ErasureKey, contactId: string | null): Promise<void> {
  await trx("person_erasures")
    .insert({
      account_id: key.accountId,
      up_to: key.upTo,
      contact_id: contactId,
      step: STEPS[0],
      after: null,
    })
    .onConflict(["account_id", "up_to"])
    .ignore();
}

export async function saveProgress(
  db: Db,
  key: ErasureKey,
  { step, after }: Pick<Progress, "step" | "after">,
): Promise<void> {
  await row(db, key).update({ step, after });
}

export async function endProgress(db: Db, key: ErasureKey): Promise<void> {
  await row(db, key).delete();
}
