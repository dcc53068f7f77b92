import { Readable } from "node:stream";
import type { AddressedInbound, Inbound, InboundMessage, InboundSink } from "../../carriers/carrier";
import type { Db } from "../../platform/db/dialect";
import { isOutcomeUnknown } from "../../platform/db/errors";
import { randomToken } from "../../platform/secrets/random-token";
import type { Instant } from "../../platform/time";
import type { Storage } from "../../storage/storage";
import { storageKey } from "../files/addresses";
import { messageOfReference } from "../messages/references.store";
import { accountsOfAddress } from "../senders/senders.store";
import type { InboundFile } from "./inbound-files.store";
import { pairedMessage, PAIRING_WINDOW } from "./inbound.store";
import { cut, type InboundDeps, MAX_NAME, receiveInbound } from "./receive";

/**
 * Returns the sink for a carrier's inbound messages and events. A file is stored before the record that
 * refers to it.
 */
export const inboundSink =
  (deps: InboundDeps & { storage: Storage }, carrier: string): InboundSink =>
  async (items) => {
    for (const one of items) {
      const item = "accountId" in one ? one : await resolved(deps, carrier, one);
      if (item === null) continue;
      const file = await storeFile(deps, item);
      const recorded = await receiveInbound(deps, carrier, item, file).catch(async (error: unknown) => {
        // After a commit of unknown outcome, a message may refer to the file, so the file stays.
        if (file && !isOutcomeUnknown(error)) await removeUnrecorded(deps, file);
        throw error;
      });
      if (!recorded && file) await deps.storage.remove(storageKey(file));
    }
  };

/** Removes the bytes of a file without a record. Logs a failure instead of throwing it. */
const removeUnrecorded = ({ storage, log }: InboundDeps & { storage: Storage }, file: InboundFile) =>
  storage
    .remove(storageKey(file))
    .catch((error: unknown) =>
      log.warn({ err: error, fileId: file.id }, "failed to remove the file of an unrecorded inbound message"),
    );

/**
 * Adds the account to an item that names only a sender address. Among several accounts with the address, the
 * account of the message that the carrier names wins. Otherwise the account that last wrote to the person
 * within `PAIRING_WINDOW` wins, else the first result of `accountsOfAddress`. Logs an unknown address and
 * returns null.
 */
async function resolved(
  { db, log, metrics, clock }: InboundDeps,
  carrier: string,
  item: AddressedInbound,
): Promise<Inbound | null> {
  const repliedTo = item.inReplyTo === null ? null : await messageOfReference(db, carrier, item.inReplyTo);
  const channel = item.kind === "message" ? item.channel : "rcs";
  const accounts = await accountsOfAddress(db, { carrier, channel, address: item.to });
  const accountId =
    repliedTo && accounts.includes(repliedTo.accountId)
      ? repliedTo.accountId
      : accounts.length > 1
        ? await lastToWrite(db, accounts, { ...item, channel }, clock.now() - PAIRING_WINDOW)
        : accounts[0];
  if (accountId === undefined) {
    metrics.inbound.inc({
      kind: item.kind === "message" ? item.content.type : item.eventType,
      outcome: "unknown_address",
    });
    log.warn({ carrier, channel, to: item.to }, "inbound message to an address without a sender");
    return null;
  }
  return { ...item, accountId, inReplyTo: repliedTo?.accountId === accountId ? repliedTo.messageId : null };
}

async function lastToWrite(
  db: Db,
  accounts: readonly string[],
  { from, to, channel }: { from: string; to: string; channel: InboundMessage["channel"] },
  since: Instant,
): Promise<string | undefined> {
  let best: { accountId: string; at: Instant; id: string } | null = null;
  for (const accountId of accounts) {
    const paired = await db.transaction((trx) =>
      pairedMessage(trx, accountId, { from, to, channel, inReplyTo: null }, since),
    );
    if (paired === null) continue;
    const { id, sentAt } = paired;
    const at = sentAt ?? 0;
    const isLater = best === null || at > best.at || (at === best.at && id > best.id);
    if (isLater) best = { accountId, at, id };
  }
  return best?.accountId ?? accounts[0];
}

/** Pattern of a MIME type with parameters (RFC 9110, section 8.3.1). */
const MIME_TYPE = (() => {
  const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
  const quoted = String.raw`"(?:[\t !#-[\]-~]|\\[\t -~])*"`;
  const parameter = `[\\t ]*${token}=(?:${token}|${quoted})`;
  return new RegExp(`^${token}/${token}(?:[\\t ]*;(?:${parameter})?)*$`);
})();

/**
 * Returns a carrier's MIME type, without parameters if they are invalid or too long;
 * `application/octet-stream` for an invalid type.
 */
const validType = (contentType: string): string =>
  [contentType, contentType.replace(/;.*/s, "").trim()].find(
    (type) => type.length <= MAX_NAME && MIME_TYPE.test(type),
  ) ?? "application/octet-stream";

async function storeFile(
  { clock, ids, storage }: InboundDeps & { storage: Storage },
  item: Inbound,
): Promise<InboundFile | null> {
  if (item.kind !== "message" || item.content.type !== "file") return null;
  const { contentType, filename, bytes } = item.content;
  const createdAt = clock.now();
  const file: InboundFile = {
    accountId: item.accountId,
    id: ids.next(createdAt),
    contentType: validType(contentType),
    sizeBytes: bytes.length,
    filename: cut(filename, MAX_NAME),
    downloadToken: randomToken(),
    createdAt,
  };
  const object = { key: storageKey(file), contentType: file.contentType, sizeBytes: file.sizeBytes };
  await storage.put(object, Readable.from([bytes]));
  return file;
}
