import type { Platform } from "../../platform/platform";
import type { ContentSupport } from "../../carriers/kind";
import type { Db } from "../../platform/db/dialect";
import { inRuns } from "../../platform/db/chunk-by-size";
import { mapCooperatively } from "../../platform/event-loop";
import { uploadedFiles } from "../files/files.store";
import { attachedRules, type MessageFollowUps } from "../../messaging/follow-up-rules";
import { type PreparedMessages, prepareMessages } from "../messages/creation";
import {
  type RenderingContext,
  renderMessage,
  measureMessage,
  segmentCounter,
  whyUnsupported,
  SLICE_CONTENT,
} from "../messages/rendered-message";
import type { Sender } from "../senders/sender";
import { chosenSender } from "../senders/senders.store";
import { compileContent, fileIdsOf } from "../../messaging/content";
import type { Purpose } from "../../messaging/purpose";
import type { Campaign } from "./campaign";
import type { ContactRange } from "./expansion-job";
import { type ConsentCheck, consentCheck, consentUseQuery } from "../consents/states.store";
import type { SuppressionKey } from "../consents/number-hash";
import { runQuery } from "../../platform/db/statement-batch";
import { readSnapshot, type SnapshotChunk } from "./snapshot.store";

/** Maximum size of the contents in one chunk, in bytes. */
const CHUNK_CONTENT = 4 * SLICE_CONTENT;

export interface Run {
  campaign: Campaign;
  purpose: Purpose;
  common: RenderingContext;
  sender: Sender | null;
  followUps: MessageFollowUps | null;
  /** Whether the content has placeholders, whose values come from the contacts. */
  withValues: boolean;
}

export interface Chunk {
  created: PreparedMessages;
  /** Rest of the range, if its messages do not fit into one transaction; else null. */
  rest: ContactRange | null;
}

export async function prepareRun(
  { db, connections }: { db: Db; connections: ContentSupport },
  campaign: Campaign,
): Promise<Run> {
  const { accountId, channel, purpose, content, followUps, senderId } = campaign;
  if (purpose === null || content === null || followUps === null) {
    throw new Error(`the running campaign ${campaign.id} has no purpose, no content or no follow-up rules`);
  }
  const compiled = compileContent(channel, content);
  const fileIds = fileIdsOf(content);
  const sender = await chosenSender(db, accountId, channel, senderId);
  const files = await uploadedFiles(db, accountId, fileIds);
  const mediaAvailable = fileIds.every((id) => files.has(id));
  return {
    campaign,
    purpose,
    followUps: attachedRules(followUps, 0),
    common: {
      channel,
      content: compiled,
      hasSender: sender !== null,
      senderRemoved: senderId !== null && sender === null,
      mediaAvailable,
      // A launch rejects unsupported content, but the sender may move to another carrier later.
      unsupportedContent: whyUnsupported(connections, { channel, content, files }, sender),
      segmentsOf: segmentCounter(),
    },
    sender,
    withValues: compiled.variables.length > 0,
  };
}

export type ChunkParts = Pick<Platform, "db" | "clock" | "ids" | "foreground"> & {
  suppressionKey: SuppressionKey;
};

async function consentsOf(
  { db, suppressionKey }: Pick<ChunkParts, "db" | "suppressionKey">,
  { accountId, channel }: Campaign,
  purpose: Purpose,
  { contacts }: SnapshotChunk,
): Promise<ConsentCheck> {
  const use = await runQuery(db, consentUseQuery({ accountId, purpose }));
  const phones = contacts.map(({ phone }) => phone);
  return consentCheck(db, suppressionKey, { accountId, channel, purpose }, use, phones);
}

/** Reads at most `limit` contacts of a range and prepares their messages. */
export async function prepareChunk(
  { db, clock, ids, foreground, suppressionKey }: ChunkParts,
  { campaign, purpose, common: ofRun, sender, followUps, withValues }: Run,
  range: ContactRange,
  { limit, skipMessaged }: { limit: number; skipMessaged: boolean },
): Promise<Chunk> {
  const snapshot = await readSnapshot(db, { ...campaign, purpose }, range, {
    limit,
    withValues,
    skipMessaged,
  });
  await foreground.yieldToRequests();
  const common = {
    ...ofRun,
    consentOf: await consentsOf({ db, suppressionKey }, campaign, purpose, snapshot),
  };
  const recipients = snapshot.contacts.map((contact) => ({
    to: contact.phone,
    variables: undefined,
    contact,
  }));
  // Only the first group fits into this transaction.
  const [fitting = [], ...rest] = inRuns(
    recipients,
    (recipient) => measureMessage(common, recipient),
    CHUNK_CONTENT,
  );
  const restAfter = rest.length === 0 ? snapshot.restAfter : (fitting.at(-1)?.contact.id ?? null);
  const { accountId, channel, templateId, id: campaignId, tags } = campaign;
  const group = {
    ...{ accountId, channel, purpose, templateId, campaignId, tags, sender, followUps },
    validitySeconds: campaign.validitySeconds,
  };
  const creations = await mapCooperatively(fitting, (recipient) => ({
    to: recipient.to,
    contactId: recipient.contact.id,
    clientReference: null,
    draft: renderMessage(common, recipient),
  }));
  return {
    created: await prepareMessages({ clock, ids }, group, creations),
    rest: restAfter === null ? null : { after: restAfter, upTo: range.upTo },
  };
}
