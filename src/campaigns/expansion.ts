import { inRuns } from "../db/long-texts";
import { mapInTurns, yieldToEventLoop } from "../event-loop";
import { uploadedFiles } from "../files/files.store";
import { announceNewMessages, type NewMessages, newMessages, writeNewMessages } from "../messages/creation";
import { type DraftCommon, draftMessage, measureMessage, SLICE_CONTENT } from "../messages/draft";
import type { App } from "../app";
import { defaultSender } from "../senders/senders.store";
import type { Sender } from "../senders/sender";
import { attachedRules, type MessageFollowUps } from "../follow-ups/rules";
import { compileContent, fileIdsOf } from "../templates/content";
import { findTemplate } from "../templates/templates.store";
import type { Campaign } from "./campaign";
import { advanceExpansion, runningCampaigns } from "./campaigns.store";
import { chunkSize, readSnapshot } from "./snapshot.store";
import { PRIORITY } from "../messages/submission-job";
import { resumeJobs } from "../queue/jobs.store";

export interface Pace {
  /** Contacts looked at in one transaction at most. */
  chunk: number;
  /** How long one campaign is expanded before another has its turn, in milliseconds. */
  turnMs: number;
}

const TURN_MS = 500;

/** A run begins with no more contacts than this, so that dispatch soon has something to do. */
const FIRST_CHUNK = 1_000;

/** The contents of one chunk, in bytes. */
const CHUNK_CONTENT = 4 * SLICE_CONTENT;

export type ExpansionParts = Pick<App, "db" | "clock" | "ids" | "metrics" | "wakeups" | "log">;

/** What all messages of one turn share. */
interface Run {
  campaign: Campaign;
  common: DraftCommon;
  sender: Sender | null;
  followUps: MessageFollowUps | null;
  /** Placeholders take values from the contacts. */
  withValues: boolean;
}

/** Some messages of a run, ready to be written. */
interface Chunk {
  created: NewMessages;
  /** The last contact looked at before them, and among them. */
  from: string | null;
  to: string | null;
  /** There may be more. */
  more: boolean;
}

/** Which campaigns this process expands at the moment, and whose turn is next. */
export class ExpansionTurns {
  private readonly busy = new Set<string>();
  private last = "";

  async serve(
    campaigns: readonly Campaign[],
    work: (campaign: Campaign) => Promise<boolean>,
  ): Promise<boolean> {
    const free = campaigns.filter(({ id }) => !this.busy.has(id));
    const next = free.find(({ id }) => id > this.last) ?? free[0];
    if (!next) return false;
    this.last = next.id;
    this.busy.add(next.id);
    try {
      return await work(next);
    } finally {
      this.busy.delete(next.id);
    }
  }
}

/** Creates messages of the running campaign whose turn it is; false when there is none, or another worker has it. */
export async function expandNext(
  app: ExpansionParts,
  turns: ExpansionTurns,
  pace: Pace = { chunk: chunkSize(app.db), turnMs: TURN_MS },
): Promise<boolean> {
  const running = await runningCampaigns(app.db, false);
  return turns.serve(running, (campaign) => expand(app, campaign, pace));
}

/**
 * Creates the messages of a run, chunk by chunk, for a turn. A chunk and the place that it leads to are one
 * transaction, and the place decides who may write the next: no chunk is left out or written twice, whoever dies and
 * however many try.
 */
async function expand(app: ExpansionParts, campaign: Campaign, pace: Pace): Promise<boolean> {
  const run = await prepareRun(app, campaign);
  await resumeJobs(app.db, campaign.accountId, campaign.id, app.clock.now());
  const until = performance.now() + pace.turnMs;
  let chunk = await prepareChunk(app, run, campaign.expandedTo, pace);
  for (;;) {
    // The next chunk is prepared while this one is written.
    const goesOn = chunk.more && performance.now() < until;
    const next = goesOn ? prepareChunk(app, run, chunk.to, pace) : null;
    next?.catch(() => {});
    const written = await write(app, run, chunk);
    if (!written) await next?.catch(() => {});
    if (!written || next === null) return written;
    chunk = await next;
  }
}

async function prepareRun({ db }: ExpansionParts, campaign: Campaign): Promise<Run> {
  const { accountId, channel, content } = campaign;
  if (content === null) throw new Error(`the running campaign ${campaign.id} has no content`);
  const compiled = compileContent(channel, content);
  const fileIds = fileIdsOf(content);
  const sender = await defaultSender(db, accountId, channel);
  const files = await uploadedFiles(db, accountId, fileIds);
  const mediaAvailable = fileIds.every((id) => files.has(id));
  const template = await findTemplate(db, accountId, campaign.templateId);
  return {
    campaign,
    followUps: attachedRules(template?.followUps ?? [], 0),
    common: { channel, content: compiled, hasSender: sender !== null, mediaAvailable },
    sender,
    withValues: compiled.variables.length > 0,
  };
}

/** Reads the contacts after `from` and makes their messages. */
async function prepareChunk(
  app: ExpansionParts,
  { campaign, common, sender, followUps, withValues }: Run,
  from: string | null,
  pace: Pace,
): Promise<Chunk> {
  const size = from === null ? Math.min(pace.chunk, FIRST_CHUNK) : pace.chunk;
  const snapshot = await readSnapshot(app.db, campaign, from, size, withValues);
  // SQLite's driver never waits: without this a turn would be one piece of work to everything else in the process.
  await yieldToEventLoop();
  const recipients = snapshot.contacts.map((contact) => ({
    to: contact.phone,
    variables: undefined,
    contact,
  }));
  // What the rest comes to is too much for one transaction: the next chunk begins with it.
  const [fitting = [], ...rest] = inRuns(
    recipients,
    (recipient) => measureMessage(common, recipient),
    CHUNK_CONTENT,
  );
  const { last, more } =
    rest.length === 0 ? snapshot : { last: fitting.at(-1)?.contact.id ?? from, more: true };
  const { accountId, channel, templateId, id: campaignId } = campaign;
  const group = {
    accountId,
    channel,
    templateId,
    campaignId,
    sender,
    followUps,
    priority: PRIORITY.campaign,
  };
  const creations = await mapInTurns(fitting, (recipient) => ({
    to: recipient.to,
    contactId: recipient.contact.id,
    clientReference: null,
    draft: draftMessage(common, recipient),
  }));
  return { created: await newMessages(app, group, creations), from, to: last, more };
}

/** Writes a chunk's messages and the place after it; false when the run was stopped or another worker was quicker. */
async function write(
  app: ExpansionParts,
  { campaign }: Run,
  { created, from, to, more }: Chunk,
): Promise<boolean> {
  const place = { ...campaign, expandedTo: from };
  const written = await app.db.transaction(async (trx) => {
    if (!(await advanceExpansion(trx, place, { expandedTo: to, expanded: !more }))) return false;
    if (created.messages.length > 0) await writeNewMessages(app, trx, created);
    return true;
  });
  if (written) announceNewMessages(app, [created.announcement]);
  return written;
}
