import type { Knex } from "knex";
import { isUniqueViolation } from "../../platform/db/errors";
import type { Platform } from "../../platform/platform";
import { NO_COUNTS, type OpenRequest, type PrivacyKind, type PrivacyRequest } from "./privacy-request";
import { insertRequest, repeatRequest } from "./privacy.store";

/** Queues a request, or repeats and returns an equal request that has not ended. `phone` is in E.164. */
export async function createRequest(
  { db, clock, ids }: Pick<Platform, "clock" | "ids"> & { db: Knex },
  { accountId, phone, kind }: { accountId: string; phone: string; kind: PrivacyKind },
): Promise<PrivacyRequest> {
  const now = clock.now();
  const id = ids.next(now);
  // Other processes may have made later ids in the same millisecond.
  const upTo = ids.next(now + 1);
  const request: OpenRequest = {
    accountId,
    id,
    kind,
    status: "pending",
    phone,
    upTo,
    counts: { ...NO_COUNTS },
    sizeBytes: null,
    dueAt: now,
    expiresAt: null,
    createdAt: now,
    completedAt: null,
  };
  const tryOnce = () =>
    db.transaction(async (trx) => {
      const repeated = await repeatRequest(trx, request, now);
      if (repeated !== null) return repeated;
      await insertRequest(trx, request);
      return request;
    });
  try {
    return await tryOnce();
  } catch (error) {
    // Of two concurrent equal requests, the second finds the first one now.
    if (isUniqueViolation(error)) return tryOnce();
    throw error;
  }
}
