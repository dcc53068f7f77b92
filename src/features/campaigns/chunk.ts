import type { Platform } from "../../platform/platform";
import type { ContentSupport } from "../../carriers/kind";
import type { Db } from "../../platform/db/dialect";
import { inRuns } from "../../platform/db/chunk-by-size";
import { PRIORITY } from "../messages/submission-job";
import { mapCooperatively } from "../../platform/event-loop";
import { uploadedFiles } from "../files/files.store";
import { attachedRules, type FollowUpRule, type MessageFollowUps } from "../../messaging/follow-up-rules";
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
import { findTemplate } from "../templates/templates.store";
import type { Campaign } from "./campaign";
import type { ContactRange } from "./expansion-job";
import { readSnapshot } from "./snapshot.store";

/** The contents of one chunk, in bytes. */
const CHUNK_CONTENT = 4 * SLICE_CONTENT;

/** What all messages of a run share. */
export interface Run {
  campaign: Campaign;
  common: RenderingContext;
  sender: Sender | null;
  followUps: MessageFollowUps | null;
  /** Placeholders take values from the contacts. */
  withValues: boolean;
}

/** Messages of a run, ready to be written. */
export interface Chunk {
  created: PreparedMessages;
  /** What of the range is left, where its messages are too much for one transaction. */
  rest: ContactRange | null;
}

export async function prepareRun(
  { db, connections }: { db: Db; connections: ContentSupport },
  campaign: Campaign,
): Promise<Run> {
  const { accountId, channel, content, senderId } = campaign;
  if (content === null) throw new Error(`the running campaign ${campaign.id} has no content`);
  const compiled = compileContent(channel, content);
  const fileIds = fileIdsOf(content);
  const sender = await chosenSender(db, accountId, channel, senderId);
  const files = await uploadedFiles(db, accountId, fileIds);
  const mediaAvailable = fileIds.every((id) => files.has(id));
  return {
    campaign,
    followUps: attachedRules(await rulesOf(db, campaign), 0),
    common: {
      channel,
      content: compiled,
      hasSender: sender !== null,
      senderRemoved: senderId !== null && sender === null,
      mediaAvailable,
      // A launch is refused, but not one that was scheduled before the account's sender went over to another carrier.
      unsupportedContent: whyUnsupported(connections, { channel, content, files }, sender),
      segmentsOf: segmentCounter(),
    },
    sender,
    withValues: compiled.variables.length > 0,
  };
}

/** The rules of the launch. Builds before did not keep them, and may launch while this one already works. */
async function rulesOf(db: Db, { accountId, templateId, followUps }: Campaign): Promise<FollowUpRule[]> {
  return followUps ?? (await findTemplate(db, accountId, templateId))?.followUps ?? [];
}

/** Reads the contacts of a range, `most` at most, and makes their messages. */
export async function prepareChunk(
  { db, clock, ids, foreground }: Pick<Platform, "db" | "clock" | "ids" | "foreground">,
  { campaign, common, sender, followUps, withValues }: Run,
  range: ContactRange,
  { most, skipMessaged }: { most: number; skipMessaged: boolean },
): Promise<Chunk> {
  const snapshot = await readSnapshot(db, campaign, range, { most, withValues, skipMessaged });
  await foreground.yieldToRequests();
  const recipients = snapshot.contacts.map((contact) => ({
    to: contact.phone,
    variables: undefined,
    contact,
  }));
  // What comes behind the first run of them is too much for one transaction.
  const [fitting = [], ...rest] = inRuns(
    recipients,
    (recipient) => measureMessage(common, recipient),
    CHUNK_CONTENT,
  );
  const restAfter = rest.length === 0 ? snapshot.restAfter : (fitting.at(-1)?.contact.id ?? null);
  const { accountId, channel, templateId, id: campaignId } = campaign;
  const group = {
    ...{ accountId, channel, templateId, campaignId, sender, followUps },
    priority: PRIORITY.campaign,
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
