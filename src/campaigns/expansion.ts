import { PRIORITY } from "../dispatch/batches.store";
import { resumeBatches } from "../dispatch/batches.store";
import { uploadedFiles } from "../files/files.store";
import { announceNewMessages, newMessages, writeNewMessages } from "../messages/creation";
import { type DraftCommon, draftMessage } from "../messages/draft";
import type { App } from "../app";
import { defaultSender } from "../senders/senders.store";
import type { Sender } from "../senders/sender";
import { compileContent, fileIdsOf } from "../templates/content";
import type { Campaign } from "./campaign";
import { advanceExpansion, runningCampaigns } from "./campaigns.store";
import { readSnapshot, type SnapshotChunk } from "./snapshot.store";

/** Messages created in one transaction, which is one batch of dispatch. */
export const CHUNK = 1_000;

/** How long one campaign is expanded before another has its turn, in milliseconds. */
const TURN_MS = 500;

export type ExpansionParts = Pick<App, "db" | "clock" | "ids" | "metrics" | "wakeups" | "log">;

/** What all messages of one turn share. */
interface Run {
  campaign: Campaign;
  common: DraftCommon;
  sender: Sender | null;
  /** Placeholders take values from the contacts. */
  withValues: boolean;
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
  turnMs = TURN_MS,
): Promise<boolean> {
  const running = await runningCampaigns(app.db, false);
  return turns.serve(running, (campaign) => expand(app, campaign, turnMs));
}

/**
 * Creates the messages of a run, chunk by chunk, for a turn. A chunk and the place that it leads to are one
 * transaction, and the place decides who may write the next: no chunk is left out or written twice, whoever dies and
 * however many try.
 */
async function expand(app: ExpansionParts, start: Campaign, turnMs: number): Promise<boolean> {
  const run = await prepareRun(app, start);
  await resumeBatches(app.db, start.accountId, start.id, app.clock.now());
  const until = performance.now() + turnMs;
  let { campaign } = run;
  let reading = read(app, run, campaign.expandedTo);
  for (;;) {
    const chunk = await reading;
    const inTime = performance.now() < until;
    // The next chunk is read while this one is written.
    const next = chunk.more && inTime ? read(app, run, chunk.last) : null;
    next?.catch(() => {});
    if (!(await write(app, { ...run, campaign }, chunk))) {
      await next?.catch(() => {});
      return false;
    }
    if (next === null) return true;
    campaign = { ...campaign, expandedTo: chunk.last };
    reading = next;
  }
}

async function prepareRun({ db }: ExpansionParts, campaign: Campaign): Promise<Run> {
  const { accountId, channel, content } = campaign;
  if (content === null) throw new Error(`the running campaign ${campaign.id} has no content`);
  const compiled = compileContent(content);
  const fileIds = fileIdsOf(content);
  const sender = await defaultSender(db, accountId, channel);
  const files = await uploadedFiles(db, accountId, fileIds);
  const mediaAvailable = fileIds.every((id) => files.has(id));
  return {
    campaign,
    common: { channel, content: compiled, hasSender: sender !== null, mediaAvailable },
    sender,
    withValues: compiled.variables.length > 0,
  };
}

const read = ({ db }: ExpansionParts, { campaign, withValues }: Run, after: string | null) =>
  readSnapshot(db, campaign, after, CHUNK, withValues);

/** Writes a chunk's messages and the place after it; false when the run was stopped or another worker was quicker. */
async function write(
  app: ExpansionParts,
  { campaign, common, sender }: Run,
  { contacts, last, more }: SnapshotChunk,
): Promise<boolean> {
  const { accountId, channel, templateId } = campaign;
  const group = {
    accountId,
    channel,
    templateId,
    campaignId: campaign.id,
    sender,
    priority: PRIORITY.campaign,
  };
  const creations = contacts.map((contact) => ({
    to: contact.phone,
    contactId: contact.id,
    clientReference: null,
    draft: draftMessage(common, { to: contact.phone, variables: undefined, contact }),
  }));
  const created = newMessages(app, group, creations);
  const written = await app.db.transaction(async (trx) => {
    if (!(await advanceExpansion(trx, campaign, { expandedTo: last, expanded: !more }))) return false;
    if (creations.length > 0) await writeNewMessages(app, trx, created);
    return true;
  });
  if (written) announceNewMessages(app, created);
  return written;
}
