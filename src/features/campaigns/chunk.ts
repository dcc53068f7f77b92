import type { Platform } from "../../platform/platform";
import type { ContentSupport } from "../../carriers/kind";
import type { Db } from "../../platform/db/dialect";
import { chunksBySize } from "../../platform/db/chunk-by-size";
import { runQuery } from "../../platform/db/statement-batch";
import { mapCooperatively } from "../../platform/event-loop";
import { consentUseOf, sendingTermsQuery } from "../accounts/sending-rules.store";
import { uploadedFiles } from "../files/files.store";
import { attachedRules, type MessageFollowUps } from "../../messaging/follow-up-rules";
import { type PreparedMessages, prepareMessages } from "../messages/creation";
import { applyRule } from "../messages/rule-application";
import {
  type RenderingContext,
  renderMessage,
  measureMessage,
  segmentCounter,
  unsupportedCheck,
  SLICE_CONTENT,
} from "../messages/rendered-message";
import type { Sender } from "../senders/sender";
import { chosenSender } from "../senders/senders.store";
import { compileContent, fileIdsOf } from "../../messaging/content";
import type { RuleInForce } from "../../messaging/sending-rules/rule-in-force";
import type { Purpose } from "../../messaging/purpose";
import type { Campaign } from "./campaign";
import type { ContactRange } from "./expansion-job";
import { type ConsentCheck, consentCheck, type ConsentUse } from "../consents/states.store";
import type { SuppressionKey } from "../consents/number-hash";
import { readSnapshot, type SnapshotChunk } from "./snapshot.store";

/** Approximate maximum size of the messages' contents in one chunk of contacts, in bytes. */
const CHUNK_CONTENT = 4 * SLICE_CONTENT;

export interface Run {
  campaign: Campaign;
  purpose: Purpose;
  common: RenderingContext;
  sender: Sender | null;
  followUps: MessageFollowUps | null;
  /** Sending rule of the purpose; null without a restriction. */
  rule: RuleInForce | null;
  consentUse: ConsentUse;
  /** Whether the content has placeholders, whose values come from the contacts. */
  withValues: boolean;
}

interface Chunk {
  created: PreparedMessages;
  /** Rest of the range, for a later transaction; null if the chunk completes the range. */
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
  const terms = await runQuery(db, sendingTermsQuery(accountId));
  return {
    campaign,
    purpose,
    rule: terms.rules[purpose] ?? null,
    consentUse: consentUseOf(terms, purpose),
    followUps: attachedRules(followUps, 0),
    common: {
      channel,
      content: compiled,
      hasSender: sender !== null,
      senderRemoved: senderId !== null && sender === null,
      mediaAvailable,
      whyUnsupported: unsupportedCheck(connections, { channel, files }, sender),
      segmentsOf: segmentCounter(),
    },
    sender,
    withValues: compiled.variables.length > 0,
  };
}

type ChunkDeps = Pick<Platform, "db" | "clock" | "ids" | "foreground"> & {
  suppressionKey: SuppressionKey;
};

async function consentsOf(
  { db, suppressionKey }: Pick<ChunkDeps, "db" | "suppressionKey">,
  { campaign: { accountId, channel }, purpose, consentUse }: Run,
  { contacts }: SnapshotChunk,
): Promise<ConsentCheck> {
  const phones = contacts.map(({ phone }) => phone);
  return consentCheck(db, suppressionKey, { accountId, channel, purpose }, consentUse, phones);
}

export async function prepareChunk(
  { db, clock, ids, foreground, suppressionKey }: ChunkDeps,
  run: Run,
  range: ContactRange,
  { limit, skipMessaged }: { limit: number; skipMessaged: boolean },
): Promise<Chunk> {
  const { campaign, purpose, common: ofRun, sender, followUps, rule, withValues } = run;
  const snapshot = await readSnapshot(db, { ...campaign, purpose }, range, {
    limit,
    withValues,
    skipMessaged,
  });
  await foreground.yieldToRequests();
  const common = {
    ...ofRun,
    consentOf: await consentsOf({ db, suppressionKey }, run, snapshot),
  };
  const recipients = snapshot.contacts.map((contact) => ({
    to: contact.phone,
    variables: undefined,
    contact,
  }));
  // The chunk ends at about `CHUNK_CONTENT` bytes of content. A later transaction processes the rest.
  const [fitting = [], ...rest] = chunksBySize(
    recipients,
    (recipient) => measureMessage(common, recipient),
    CHUNK_CONTENT,
  );
  const restAfter = rest.length === 0 ? snapshot.restAfter : (fitting.at(-1)?.contact.id ?? null);
  const { accountId, channel, templateId, id: campaignId, tags } = campaign;
  const group = {
    accountId,
    channel,
    purpose,
    templateId,
    campaignId,
    tags,
    sender,
    followUps,
    validitySeconds: campaign.validitySeconds,
  };
  const creations = await mapCooperatively(fitting, (recipient) => ({
    to: recipient.to,
    contactId: recipient.contact.id,
    clientReference: null,
    notBefore: null,
    draft: renderMessage(common, recipient),
  }));
  const ruled = await applyRule({ db, accountId, purpose, rule, now: clock.now() }, creations);
  return {
    created: await prepareMessages({ clock, ids }, group, ruled),
    rest: restAfter === null ? null : { after: restAfter, upTo: range.upTo },
  };
}
