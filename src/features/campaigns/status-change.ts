import type { Platform } from "../../platform/platform";
import type { Db } from "../../platform/db/dialect";
import { invalidState, notFound } from "../../platform/problem";
import type { Precondition } from "../../platform/precondition";
import type { Instant } from "../../platform/time";
import type { Wake } from "../../queue/job";
import { wakeAll, type Wakeups } from "../../queue/wakeups";
import { type Campaign, type CampaignStatus, tagOf } from "./campaign";
import { type CampaignChanges, changeCampaign, lockCampaign } from "./campaigns.store";
import { type CampaignEffects, writeCampaignEffects } from "./campaign-effects";

type ChangeParts = Pick<Platform, "db"> & { wakeups: Wakeups } & CampaignEffects;

/** A campaign in `error` has failed, in plain words. */
const STATUS_WORDS: Readonly<Record<CampaignStatus, string>> = {
  draft: "draft",
  scheduled: "scheduled",
  running: "running",
  completed: "completed",
  error: "failed",
};

export interface Change {
  /** The states that it may be made in. */
  from: readonly CampaignStatus[];
  /** What is done, as in "cannot be …". */
  done: string;
  /** What its caller asks of the campaign as it is. */
  precondition: Precondition;
}

/** A campaign that nobody else changes before the transaction ends. */
export interface Locked {
  trx: Db;
  campaign: Campaign;
  /** What to wake once the transaction is committed. */
  wakes: Wake[];
}

/**
 * Changes a campaign, with which the transaction is alone: 404 where there is none, 412 where its
 * caller has seen another version, 409 where it is in another state.
 */
export async function changing<T>(
  { db, wakeups }: ChangeParts,
  accountId: string,
  campaignId: string,
  { from, done, precondition }: Change,
  write: (locked: Locked) => Promise<T>,
): Promise<T> {
  const wakes: Wake[] = [];
  const written = await db.transaction(async (trx) => {
    const campaign = await lockCampaign(trx, accountId, campaignId);
    if (campaign === null) throw notFound("The campaign");
    precondition.require(tagOf(campaign));
    requireStatus(campaign, from, done);
    return write({ trx, campaign, wakes });
  });
  wakeAll(wakeups, wakes);
  return written;
}

/** Writes what is given, and what follows where the status is another one. */
export async function changeStatus(
  app: ChangeParts,
  { trx, campaign, wakes }: Locked,
  changes: CampaignChanges & { status: CampaignStatus },
  now: Instant,
): Promise<Campaign> {
  const changed = await changeCampaign(trx, campaign, changes, now);
  if (changed.status !== campaign.status) {
    const { status: previous } = campaign;
    wakes.push(...(await writeCampaignEffects(app, trx, { campaign: changed, previous, at: now })));
  }
  return changed;
}

function requireStatus(campaign: Campaign, allowed: readonly CampaignStatus[], done: string): void {
  if (allowed.includes(campaign.status)) return;
  const others = allowed.map((status) => STATUS_WORDS[status]).join(" or ");
  throw invalidState(`A ${STATUS_WORDS[campaign.status]} campaign cannot be ${done}, only a ${others} one`);
}
