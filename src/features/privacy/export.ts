import { contactOfNumber } from "../contacts/by-number.store";
import { toContract as contactToContract } from "../contacts/contact";
import { toContract as consentToContract } from "../consents/consent";
import { consentsOfNumber } from "../consents/consents.store";
import { numberHash, type SuppressionKey } from "../consents/number-hash";
import { conversationOfNumber } from "../conversations/conversations.store";
import { toContract as conversationToContract } from "../conversations/conversation";
import { findContactList } from "../contact-lists/contact-lists.store";
import { membershipsOf } from "../contact-lists/members.store";
import { storageKey } from "../files/addresses";
import { rejectionsOfNumber } from "../imports/by-number.store";
import { tableRowsOfNumber } from "../imports/table-rows";
import { eventsFromNumber, messagesFromNumber } from "../inbound/by-number.store";
import { eventToContract } from "../inbound/inbound";
import { inboundFiles } from "../inbound/inbound-files.store";
import { shownMessages } from "../inbound/shown";
import { messagesToNumber, responsesOfNumber } from "../messages/by-number.store";
import { deletedMessagesUntil } from "../messages/retention.store";
import { toContract as messageToContract } from "../messages/message";
import {
  deliveriesOfInbound,
  deliveriesOfMessages,
  deliveriesOfNumber,
  unattemptedDeliveries,
  unindexedDeliveries,
  type UnindexedDeliveries,
  withRecipient,
} from "../webhooks/by-number.store";
import { firstIdAt, instantOf, NIL_ID } from "../../platform/ids";
import type { Platform } from "../../platform/platform";
import { toTimestamp } from "../../platform/time";
import { ZipWriter } from "../../platform/zip";
import type { Storage } from "../../storage/storage";
import { exportObject } from "./export-file";
import { NO_COUNTS, type OpenRequest, type PrivacyCounts } from "./privacy-request";
import { spooled, withSpool } from "./spool";

export type ExportDeps = Pick<Platform, "db" | "clock" | "foreground"> & {
  storage: Storage;
  suppressionKey: SuppressionKey;
  config: { publicUrl: string; dataDir: string };
};
type Run = ExportDeps & { signal: AbortSignal };

/** Rows per query. A message may have 250 KB of content. */
const ROWS_AT_ONCE = 50;
const DELIVERIES_AT_ONCE = 20;

/**
 * Writes the ZIP file of a number into the storage. A repetition, such as after a crash, starts again and
 * replaces the file. Throws `ZipTooLarge`, and the signal's reason after an abort.
 */
export async function writeExport(
  deps: ExportDeps,
  request: OpenRequest,
  signal: AbortSignal,
): Promise<{ counts: PrivacyCounts; sizeBytes: number }> {
  return withSpool(deps.config.dataDir, async (file) => {
    const counts = { ...NO_COUNTS };
    const zip = new ZipWriter((bytes) => {
      signal.throwIfAborted();
      return file.appendFile(bytes);
    });
    await writeParts({ ...deps, signal }, request, zip, counts);
    const { size: sizeBytes } = await file.stat();
    await deps.storage.put(exportObject(request, sizeBytes), spooled(file, signal), signal);
    return { counts, sizeBytes };
  });
}

type Kind = keyof PrivacyCounts;
type Rows = AsyncIterable<readonly object[]>;

async function writeParts(
  deps: Run,
  request: OpenRequest,
  zip: ZipWriter,
  counts: PrivacyCounts,
): Promise<void> {
  const mtime = new Date(deps.clock.now());
  const addList = (kind: Kind, rows: Rows, name: string = kind) =>
    zip.add(`${name}.json`, jsonList(counted(deps, rows, counts, kind)), { mtime });
  const contact = await contactOf(deps, request);
  counts.contacts = contact === null ? 0 : 1;
  await zip.add("contact.json", once(`${JSON.stringify(contact, null, 1)}\n`), { mtime });
  const conversation = await conversationOf(deps, request, contact);
  await zip.add("conversation.json", once(`${JSON.stringify(conversation, null, 1)}\n`), { mtime });
  await addList("messages", messages(deps, request));
  await addList("inbound_messages", inboundMessages(deps, request));
  await addList("inbound_rcs_events", inboundEvents(deps, request));
  await addList("consents", consents(deps, request));
  await addList("webhook_deliveries", webhookDeliveries(deps, request));
  await addList("idempotency_keys", responses(deps, request), "idempotent_responses");
  await addList("imports", rejections(deps, request), "rejected_import_rows");
  await addList("imports", tableRows(deps, request), "uploaded_table_rows");
  for await (const { name, bytes } of personFiles(deps, request)) {
    counts.files += 1;
    await zip.add(name, bytes, { mtime, isCompressed: true });
  }
  await zip.close();
}

async function contactOf({ db }: ExportDeps, { accountId, phone }: OpenRequest) {
  const found = await contactOfNumber(db, accountId, phone);
  if (found === null) return null;
  const { contact, formerPhones } = found;
  const memberships = (await membershipsOf(db, accountId, [contact.id])).get(contact.id) ?? [];
  const lists: { id: string; name: string; type: string }[] = [];
  for (const { listId } of memberships) {
    const list = await findContactList(db, accountId, listId);
    if (list !== null) lists.push({ id: list.id, name: list.name, type: list.type });
  }
  return { ...contactToContract(contact, memberships), former_phones: formerPhones, lists };
}

async function* consents({ db, suppressionKey }: ExportDeps, request: OpenRequest): Rows {
  const { accountId, phone } = request;
  const hash = numberHash(suppressionKey, accountId, phone);
  const next = (after: string) => consentsOfNumber(db, { accountId, hash, after }, ROWS_AT_ONCE);
  for await (const some of inOrder(next, ROWS_AT_ONCE)) yield some.map(consentToContract);
}

async function conversationOf(
  { db }: ExportDeps,
  { accountId, phone }: OpenRequest,
  contact: { id: string; name: string | null } | null,
) {
  const conversation = await conversationOfNumber(db, accountId, phone);
  return conversation && conversationToContract(conversation, contact ?? undefined);
}

/** Yields the rows that `next` reads, oldest first, until a read returns fewer than `limit` rows. */
async function* inOrder<Row extends { id: string }>(
  next: (after: string) => Promise<Row[]>,
  limit: number,
): AsyncGenerator<Row[]> {
  let after = NIL_ID;
  for (;;) {
    const rows = await next(after);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    after = rows.at(-1)?.id ?? after;
  }
}

const storedMessages = ({ db }: ExportDeps, request: OpenRequest) =>
  inOrder((after) => messagesToNumber(db, { ...request, after }, ROWS_AT_ONCE), ROWS_AT_ONCE);
const storedInbound = ({ db }: ExportDeps, request: OpenRequest) =>
  inOrder((after) => messagesFromNumber(db, { ...request, after }, ROWS_AT_ONCE), ROWS_AT_ONCE);

async function* messages(deps: ExportDeps, request: OpenRequest): Rows {
  for await (const run of storedMessages(deps, request))
    yield run.map((message) => ({
      ...messageToContract(message, message.history),
      ...(message.variables && { variables: message.variables }),
    }));
}

async function* inboundMessages(deps: ExportDeps, request: OpenRequest): Rows {
  for await (const run of storedInbound(deps, request))
    yield await shownMessages(deps, request.accountId, run);
}

async function* inboundEvents({ db }: ExportDeps, request: OpenRequest): Rows {
  const next = (after: string) => eventsFromNumber(db, { ...request, after }, ROWS_AT_ONCE);
  for await (const run of inOrder(next, ROWS_AT_ONCE)) yield run.map(eventToContract);
}

async function* webhookDeliveries(deps: Run, request: OpenRequest): Rows {
  const { db } = deps;
  const shown = async (ids: readonly string[]) =>
    (await deliveriesOfNumber(db, request, ids)).map(({ createdAt, events, ...delivery }) => ({
      ...delivery,
      created_at: toTimestamp(createdAt),
      events,
    }));
  const seen = new Set<string>();
  async function* shownOnce(found: readonly string[]): Rows {
    const ids = found.filter((id) => !seen.has(id)).sort();
    for (const id of ids) seen.add(id);
    for (let start = 0; start < ids.length; start += DELIVERIES_AT_ONCE)
      yield await shown(ids.slice(start, start + DELIVERIES_AT_ONCE));
  }
  let oldest: string | null = null;
  for await (const run of storedMessages(deps, request)) {
    oldest ??= run[0]?.id ?? null;
    const found = await deliveriesOfMessages(
      db,
      request,
      run.map(({ id }) => id),
    );
    yield* shownOnce(found);
  }
  if (oldest !== null) {
    const since = firstIdAt(instantOf(oldest));
    for await (const ids of unattemptedDeliveries(db, request.accountId, since)) {
      deps.signal.throwIfAborted();
      await deps.foreground.yieldToRequests();
      yield* shownOnce(await withRecipient(db, request, ids));
    }
  }
  const next = async (after: string) =>
    (await deliveriesOfInbound(db, { ...request, after }, DELIVERIES_AT_ONCE)).map((id) => ({ id }));
  for await (const run of inOrder(next, DELIVERIES_AT_ONCE)) yield await shown(run.map(({ id }) => id));
  const deletedUntil = await deletedMessagesUntil(db, request.accountId);
  for (let after: string | null = NIL_ID; after !== null;) {
    deps.signal.throwIfAborted();
    await deps.foreground.yieldToRequests();
    const found: UnindexedDeliveries = await unindexedDeliveries(db, request, { after, deletedUntil });
    yield* shownOnce(found.inbound);
    yield* shownOnce(await withRecipient(db, request, found.ofDeletedMessages));
    after = found.last;
  }
}

async function* rejections({ db }: ExportDeps, { accountId, phone }: OpenRequest): Rows {
  for await (const run of rejectionsOfNumber(db, accountId, phone))
    yield run.map(({ importId, line, reason, cells }) => ({ import_id: importId, line, reason, cells }));
}

async function* tableRows(deps: ExportDeps, request: OpenRequest): Rows {
  for await (const { fileId, rows } of tableRowsOfNumber(deps, request))
    yield rows.map(({ line, cells }) => ({ file_id: fileId, line, cells }));
}

async function* responses({ db, clock }: ExportDeps, request: OpenRequest): Rows {
  for await (const run of responsesOfNumber(db, request, clock.now()))
    yield run.map(({ key, createdAt, response }) => ({ key, created_at: toTimestamp(createdAt), response }));
}

/** Yields the stored files that the person sent, in a folder for each inbound message. */
async function* personFiles(deps: ExportDeps, request: OpenRequest) {
  const { db, storage } = deps;
  const { accountId } = request;
  for await (const run of storedInbound(deps, request)) {
    const files = await inboundFiles(
      db,
      accountId,
      run.flatMap(({ fileId }) => fileId ?? []),
    );
    for (const { id, fileId } of run) {
      const file = fileId === null ? undefined : files.get(fileId);
      if (file === undefined || (await storage.stat(storageKey(file))) === null) continue;
      const name = `files/${id}/${safeName(file.filename)}`;
      yield { name, bytes: (await storage.read(storageKey(file))) as AsyncIterable<Uint8Array> };
    }
  }
}

const MAX_FILE_NAME = 100;

/**
 * Returns a file name of letters, digits, `.`, `_` and `-`. The original name comes from the carrier and may
 * contain folders such as `../`.
 */
function safeName(filename: string | null): string {
  const safe = (filename ?? "").replace(/[^\p{L}\p{N}._-]+/gu, "_").replace(/^\.+/, "");
  return [...safe].slice(-MAX_FILE_NAME).join("") || "file";
}

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function* counted({ foreground, signal }: Run, rows: Rows, counts: PrivacyCounts, kind: Kind): Rows {
  for await (const run of rows) {
    signal.throwIfAborted();
    await foreground.yieldToRequests();
    counts[kind] += run.length;
    yield run;
  }
}

/** Yields a JSON array, one row per line. */
async function* jsonList(rows: Rows): AsyncGenerator<string> {
  let separator = "[\n";
  for await (const run of rows) {
    for (const row of run) {
      yield separator + JSON.stringify(row);
      separator = ",\n";
    }
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}
