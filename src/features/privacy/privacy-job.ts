import { OFFERED_AFTER } from "../dispatch/cancellation";
import { erasePart, type NumberErasureDeps, sendsWritten } from "../erasure/erase-number";
import type { Platform } from "../../platform/platform";
import { isDatabaseAway, isRolledBack } from "../../platform/db/errors";
import { instantOf } from "../../platform/ids";
import { HOUR, type Instant, MINUTE } from "../../platform/time";
import { ZipTooLarge } from "../../platform/zip";
import { dueHandler } from "../../queue/due";
import type { JobHandler, RunContext } from "../../queue/run";
import type { Storage } from "../../storage/storage";
import { storageKey } from "../files/addresses";
import { EXPORT_LIFETIME_MS } from "./export-file";
import { type ExportDeps, writeExport } from "./export";
import { type OpenRequest, type PrivacyRequest, sumOf } from "./privacy-request";
import {
  beginDue,
  continueRequest,
  endExport,
  endRequest,
  exportsOfNumber,
  findRequest,
  forgetFile,
  nextDueAt,
  runAgain,
} from "./privacy.store";

export type PrivacyDeps = NumberErasureDeps & ExportDeps;

const CONCURRENCY = 2;
/** Pause of a waiting erasure, and of a request that failed, in milliseconds. */
export const MAX_PRIVACY_PAUSE_MS = 10 * MINUTE;
/** Time after which a request is due again if the process ends during a step, in milliseconds. */
const RETRY_MS = MINUTE;

/** Returns the handler of privacy requests. An account has one job, which runs one step at a time. */
export const privacyHandler = (deps: PrivacyDeps): JobHandler =>
  dueHandler(deps, {
    kind: "privacy",
    concurrency: CONCURRENCY,
    deadlineMs: HOUR,
    run: (accountId, context) => runNext(deps, accountId, context),
    nextAt: (accountId) => nextDueAt(deps.db, accountId),
  });

/** Runs the next step of the account's longest due request. Returns whether more steps may be due. */
async function runNext(deps: PrivacyDeps, accountId: string, context: RunContext): Promise<boolean> {
  const { db, clock, log } = deps;
  const pauses = { longestPause: MAX_PRIVACY_PAUSE_MS, retryMs: RETRY_MS };
  const request = await beginDue(db, accountId, clock.now(), pauses);
  if (request === null) return false;
  try {
    await (request.kind === "export" ? runExport(deps, request, context) : runErasure(deps, request));
  } catch (error) {
    if (context.signal.aborted) throw error;
    if (context.stopping.aborted) {
      await continueRequest(db, request, { counts: request.counts, dueAt: clock.now() });
      return true;
    }
    // An unreachable database fails the job, which the queue retries. Any other error, also a statement's
    // time limit, postpones only this request, so that the account's other requests can run.
    if (isDatabaseAway(error) && !isRolledBack(error)) throw error;
    log.error(
      { err: error, accountId, privacyRequestId: request.id },
      "privacy request interrupted; it will be retried",
    );
    const dueAt = clock.now() + MAX_PRIVACY_PAUSE_MS;
    await continueRequest(db, request, { counts: request.counts, dueAt });
  }
  return true;
}

async function runExport(
  deps: PrivacyDeps,
  request: OpenRequest,
  { signal, stopping }: RunContext,
): Promise<void> {
  const { db, clock, log } = deps;
  const about = { accountId: request.accountId, privacyRequestId: request.id };
  try {
    const { counts, sizeBytes } = await writeExport(deps, request, AbortSignal.any([signal, stopping]));
    signal.throwIfAborted();
    const now = clock.now();
    const file = { counts, sizeBytes, expiresAt: now + EXPORT_LIFETIME_MS };
    if (await endExport(db, request, file, now))
      log.info({ ...about, sizeBytes }, "privacy export completed");
    else await removeUnowned(deps, request);
  } catch (error) {
    if (signal.aborted || !(error instanceof ZipTooLarge)) {
      await removeUnowned(deps, request).catch((failure: unknown) =>
        log.warn({ err: failure, ...about }, "failed to remove the file of an interrupted export"),
      );
      throw error;
    }
    if (await failExport(deps, request))
      log.error({ ...about, reason: error.message }, "privacy export failed");
  }
}

/** Removes the bytes of an export, and ends it as failed. Returns false if it has already ended. */
async function failExport({ db, clock, storage }: PrivacyDeps, request: OpenRequest): Promise<boolean> {
  await storage.remove(storageKey(request));
  return endRequest(db, request, { status: "failed", counts: request.counts }, clock.now());
}

/**
 * Removes an export's bytes, unless the export is still open or has a file. A run that lost its lease may
 * store the bytes after an erasure has ended the export or removed its file.
 */
async function removeUnowned({ db, storage }: PrivacyDeps, request: OpenRequest): Promise<void> {
  const found = await findRequest(db, request.accountId, request.id);
  const isOwned = found !== null && (found.dueAt !== null || found.sizeBytes !== null);
  if (!isOwned) await storage.remove(storageKey(request));
}

async function runErasure(deps: PrivacyDeps, request: OpenRequest): Promise<void> {
  const { db, clock, log, storage } = deps;
  const { accountId, phone, upTo } = request;
  for (const earlier of await exportsOfNumber(db, request)) {
    if (earlier.dueAt === null) await removeFile({ db, clock, storage }, earlier);
    else if (await failExport(deps, earlier))
      log.info({ accountId, privacyRequestId: earlier.id }, "privacy export ended by an erasure");
  }
  const part = await erasePart(deps, { accountId, phone, upTo });
  const counts = sumOf(request.counts, part.counts);
  const now = clock.now();
  if (part.state !== "done") {
    const dueAt = part.state === "more" ? now : nextLook(request, now);
    return continueRequest(db, request, { counts, dueAt });
  }
  if (await runAgain(db, request, counts, now)) return;
  if (await endRequest(db, request, { status: "completed", counts }, now))
    log.info({ accountId, privacyRequestId: request.id }, "privacy erasure completed");
}

/**
 * Returns the time of a waiting erasure's next run. The erasure waits until workers have offered the messages
 * that they held at the request, and until sends from before the request can no longer write. It then runs
 * again every `MAX_PRIVACY_PAUSE_MS`.
 */
function nextLook({ upTo }: OpenRequest, now: Instant): Instant {
  const first = [instantOf(upTo) + OFFERED_AFTER, sendsWritten({ upTo }) + 1];
  return first.find((at) => at > now) ?? now + MAX_PRIVACY_PAUSE_MS;
}

export type FileDeps = Pick<Platform, "db" | "clock"> & { storage: Pick<Storage, "remove"> };

/** Removes the bytes of an export, and only then forgets the file, so that no bytes remain without a row. */
export async function removeFile({ db, clock, storage }: FileDeps, request: PrivacyRequest): Promise<void> {
  await storage.remove(storageKey(request));
  await forgetFile(db, request, clock.now());
}
