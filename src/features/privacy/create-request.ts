import type { Knex } from "knex";
import { isUniqueViolation } from "../../platform/db/errors";
import type { Platform } from "../../platform/platform";
import { lockErasureRequests } from "../contacts/number-lock.store";
import { deleteContactDeletedBefore } from "../contacts/number-erasure.store";
import { SEND_DURATION } from "../messages/message";
import { NO_COUNTS, type OpenRequest, type PrivacyKind, type PrivacyRequest } from "./privacy-request";
import { insertRequest, repeatRequest } from "./privacy.store";

/** Queues a request, or repeats and returns an equal request that has not ended. `phone` is in E.164. */
export async function createRequest(
  { db, clock, ids }: Pick<Platform, "clock" | "ids"> & { db: Knex },
  { accountId, phone, kind }: { accountId: string; phone: string; kind: PrivacyKind },
): Promise<PrivacyRequest> {
  const made = (): OpenRequest => {
    const now = clock.now();
    const id = ids.next(now);
    return {
      accountId,
      id,
      kind,
      status: "pending",
      phone,
      // Other processes may have made later ids in the same millisecond.
      upTo: ids.next(now + 1),
      counts: { ...NO_COUNTS },
      sizeBytes: null,
      dueAt: now,
      expiresAt: null,
      createdAt: now,
      completedAt: null,
    };
  };
  const tryOnce = () =>
    db.transaction(async (trx) => {
      if (kind === "erasure") await lockErasureRequests(trx, accountId);
      // The ids come after the lock: an import has then stored its contacts with earlier ids, or finds the
      // request.
      const request = made();
      // A contact that is created after the request must not get an id from before it, or the erasure deletes
      // it. That can still happen if the old contact was deleted later than `SEND_DURATION` before the
      // request: the erasure then needs its id, for sends that have read it.
      if (kind === "erasure")
        await deleteContactDeletedBefore(trx, request, request.createdAt - SEND_DURATION);
      const repeated = await repeatRequest(trx, request, request.createdAt);
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
