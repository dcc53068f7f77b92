import type { components } from "../../../generated/schema";
import type { ContentSupport } from "../../carriers/kind";
import type { Db } from "../../platform/db/dialect";
import { isDatabaseAway, isRolledBack, isUniqueViolation } from "../../platform/db/errors";
import { commitStatements, runQueries, runStatements } from "../../platform/db/statement-batch";
import type { SuppressionKey } from "../consents/number-hash";
import { lockSharedUploadedFiles } from "../files/files.store";
import type { Platform } from "../../platform/platform";
import { conflict } from "../../platform/problem";
import { toTimestampOrNull } from "../../platform/time";
import type { Wakeups } from "../../queue/wakeups";
import {
  afterCommit,
  creationStatements,
  firstChanges,
  type PreparedMessages,
  prepareMessages,
  writeMessages,
} from "./creation";
import {
  claimsStatement,
  deleteExpiredKey,
  findResponse,
  fingerprintOf,
  type KeyClaim,
  lockKey,
  responseQuery,
  type StoredResponse,
} from "./idempotency.store";
import { consequencesOf, type MessageEffects, subscriberQueries } from "./message-effects";
import {
  type DraftedRecipient,
  draftSlice,
  lookupsOf,
  type PlannedRecipient,
  planSend,
  type ReadSend,
  readSend,
  type SendBody,
  type SendPlan,
} from "./send-plan";
import { WriteBatcher } from "../../platform/concurrency/write-batcher";

type SendResponse = components["schemas"]["SendMessagesResponse"];

export type SendDeps = Pick<Platform, "db" | "clock" | "ids" | "metrics"> & {
  wakeups: Wakeups;
  connections: ContentSupport;
  suppressionKey: SuppressionKey;
  writeSend: WriteSend;
} & MessageEffects;

interface RequestKey {
  key: string;
  fingerprint: string;
}

interface Sent {
  response: SendResponse;
  replayed: boolean;
}

/** Creates the messages of a send. A repeated idempotency key returns the stored response instead. */
export async function sendMessages(
  deps: SendDeps,
  accountId: string,
  body: SendBody,
  idempotencyKey: string | undefined,
): Promise<Sent> {
  if (idempotencyKey === undefined) return sendOnce(deps, accountId, body, null);
  const request = { key: idempotencyKey, fingerprint: fingerprintOf(body) };
  try {
    return await sendOnce(deps, accountId, body, request);
  } catch (error) {
    // A repeated request gets the stored response even if its template or its sender was deleted.
    const stored = await findResponse(deps.db, accountId, request.key, deps.clock.now());
    if (stored !== null) return { response: replayOf(stored, request), replayed: true };
    if (!isUniqueViolation(error)) throw error;
    throw conflict("A request with this idempotency key is still running", undefined, { "Retry-After": "1" });
  }
}

async function sendOnce(
  deps: SendDeps,
  accountId: string,
  body: SendBody,
  request: RequestKey | null,
): Promise<Sent> {
  const { db, clock } = deps;
  const send = await readSend(db, accountId, body);
  const { stored, subscribers, ...lookups } = await lookUp(deps, send, request);
  if (request !== null && stored !== null) {
    if (!stored.isExpired) return { response: replayOf(stored, request), replayed: true };
    await deleteExpiredKey(db, accountId, request.key, clock.now());
  }
  const plan = await planSend(deps, send, lookups);
  const response = await create(deps, plan, request, subscribers);
  // A file that the plan found was deleted. The next plan finds that the file is unavailable.
  return response === null ? sendOnce(deps, accountId, body, request) : { response, replayed: false };
}

/** Reads all stored data that a send depends on, on PostgreSQL in one round trip. */
async function lookUp(deps: SendDeps, send: ReadSend, request: RequestKey | null) {
  const { db, clock } = deps;
  const queries = lookupsOf(db, send);
  const [senderAndTerms, contacts, files, stored, ...subscribers] = await runQueries(db, [
    queries.senderAndTerms,
    queries.contacts,
    queries.files,
    request && responseQuery(send.accountId, request.key, clock.now()),
    ...subscriberQueries(deps, send.accountId),
  ]);
  return { ...senderAndTerms, contacts, files, stored, subscribers };
}

function replayOf(stored: StoredResponse, { fingerprint }: RequestKey): SendResponse {
  if (stored.fingerprint === fingerprint) return JSON.parse(stored.answer) as SendResponse;
  throw conflict("This idempotency key was used with a different request", [
    { field: "Idempotency-Key", message: "was used with a different request" },
  ]);
}

/** Writes all messages of a plan, or none. Returns null if a file that the plan found no longer exists. */
async function create(
  deps: SendDeps,
  plan: SendPlan,
  request: RequestKey | null,
  subscribers: readonly (readonly string[])[],
): Promise<SendResponse | null> {
  const { accountId, followUps, fileIds, slices } = plan;
  // The `batch_id` of a send to one recipient is the id of the message. Its column `send_id` is null, which
  // saves an entry in the index of that column.
  const isSingle = slices.length === 1 && slices[0]?.length === 1;
  const sendId = isSingle ? null : deps.ids.next(deps.clock.now());
  const response: SendResponse = { batch_id: sendId ?? "", data: [] };
  const prepareNext = async (db: Db, slice: readonly PlannedRecipient[]): Promise<PreparedMessages> => {
    const { created, results } = await prepareSlice(
      deps,
      plan,
      sendId,
      await draftSlice({ ...deps, db }, plan, slice),
    );
    response.data.push(...results);
    return created;
  };
  const [slice = [], ...more] = slices;
  // Prepare the first slice, usually the only one, before the transaction, to keep the transaction short.
  const first = await prepareNext(deps.db, slice);
  if (sendId === null) response.batch_id = first.messages[0]?.id ?? "";
  const claim = (): KeyClaim | null =>
    request && { ...request, accountId, answer: JSON.stringify(response), now: deps.clock.now() };
  // Scheduled messages keep their files from deletion, which requires locks on the files.
  const locksFiles = fileIds.length > 0 && first.messages.some(({ not_before }) => not_before !== null);
  if (more.length === 0 && slice.length < MAX_MERGED && followUps === null && !locksFiles) {
    await deps.writeSend({ created: first, subscribers, claim: claim() });
    return response;
  }
  const announcements = [first.announcement];
  const isWritten = await deps.db.transaction(async (trx) => {
    if (plan.common.mediaAvailable) {
      const uploaded = await lockSharedUploadedFiles(trx, accountId, fileIds);
      if (uploaded.size < fileIds.length) return false;
    }
    if (request !== null) {
      // A repeated request waits here until the running send ends. If that send has stored a response,
      // `sendMessages` returns the response.
      await lockKey(trx, accountId, request.key);
      const stored = await findResponse(trx, accountId, request.key, deps.clock.now());
      if (stored !== null) throw new Error("a concurrent request has stored the idempotency key");
    }
    await writeMessages(deps, trx, first);
    // Render and write one slice at a time, to limit the memory for large contents.
    for (const slice of more) {
      const created = await prepareNext(trx, slice);
      await writeMessages(deps, trx, created);
      announcements.push(created.announcement);
    }
    // The claim comes last, because merged sends with the same key wait for this commit.
    const claimed = claim();
    await runStatements(trx, [claimed && claimsStatement(trx, [claimed])]);
    return true;
  });
  if (!isWritten) return null;
  afterCommit(deps, announcements);
  return response;
}

async function prepareSlice(
  deps: SendDeps,
  { accountId, channel, purpose, templateId, followUps, tags, sender, validitySeconds }: SendPlan,
  sendId: string | null,
  recipients: readonly DraftedRecipient[],
): Promise<{ created: PreparedMessages; results: SendResponse["data"] }> {
  const created = await prepareMessages(
    deps,
    {
      accountId,
      channel,
      purpose,
      templateId,
      campaignId: null,
      followUps,
      tags,
      sender,
      sendId,
      validitySeconds,
    },
    recipients.map(({ to, contact, clientReference, variables, notBefore, draft }) => ({
      to,
      contactId: contact?.id ?? null,
      clientReference,
      variables,
      notBefore,
      draft,
    })),
  );
  const results = recipients.map(({ to, notBefore, draft: { status, error, blockReason } }, index) => ({
    message_id: created.messages[index]?.id ?? "",
    to,
    status,
    error,
    block_reason: blockReason,
    not_before: toTimestampOrNull(notBefore),
  }));
  return { created, results };
}

/** A send to few recipients and without follow-ups, ready to be written. */
interface PreparedSend {
  created: PreparedMessages;
  /** The results of `subscriberQueries` for the account. */
  subscribers: readonly (readonly string[])[];
  claim: KeyClaim | null;
}

/** Writes a send and wakes workers. Throws a unique violation if the idempotency key is stored already. */
type WriteSend = (send: PreparedSend) => Promise<void>;

/** Maximum number of messages in one commit of merged sends. */
const MAX_MERGED = 64;

type Deps = Pick<Platform, "db" | "log" | "metrics"> & { wakeups: Wakeups } & MessageEffects;

/**
 * Returns a writer that merges concurrent sends into one commit. Each send is atomic. If the commit fails,
 * its halves are written separately, so that a used idempotency key fails only its own send.
 */
export function sendWriter(deps: Deps): WriteSend {
  const batcher = new WriteBatcher<PreparedSend>({
    max: MAX_MERGED,
    weightOf: ({ created }) => created.messages.length,
    concurrency: 1,
    keysOf: ({ claim }) => (claim === null ? [] : [`${claim.accountId} ${claim.key}`]),
    // After a lost connection the commit may have succeeded; a retry could write the sends twice.
    mayBeOneItems: (error) => isRolledBack(error) || !isDatabaseAway(error),
    async write(sends) {
      await writeSends(deps, sends);
      return sends.map(() => undefined);
    },
  });
  return (send) => batcher.add(send);
}

async function writeSends(deps: Deps, sends: readonly PreparedSend[]): Promise<void> {
  const { db, log } = deps;
  const created = sends.map((send) => send.created);
  const claims = sends.flatMap(({ claim }) => claim ?? []);
  const changed = sends.map((send) => ({ ...send, changes: firstChanges(send.created) }));
  const { statements, schedules, notifications } = consequencesOf(deps, db, changed);
  // Scheduling waits for locks, which would delay the sends of other accounts.
  if (schedules.length > 0) throw new Error("a send with scheduled jobs cannot be merged with other sends");
  await commitStatements(db, [
    claimsStatement(db, claims),
    ...creationStatements(db, created),
    ...statements,
  ]);
  try {
    afterCommit(
      deps,
      created.map(({ announcement }) => announcement),
      notifications,
    );
  } catch (error) {
    // Do not throw, because the sends are committed. Workers find the jobs by polling.
    log.error({ err: error }, "failed to notify after a commit");
  }
}
