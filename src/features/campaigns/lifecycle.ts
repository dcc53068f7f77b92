import type { Platform } from "../../platform/platform";
import { type HoldView, holds } from "../../queue/hold";
import type { JobNotification } from "../../queue/job";
import { makeJobsDue } from "../../queue/jobs.store";
import { notifyAll, type Wakeups } from "../../queue/wakeups";
import type { Carriers } from "../../carriers/carrier";
import type { ContentSupport } from "../../carriers/kind";
import { lockContactList } from "../contact-lists/contact-lists.store";
import { hasMembers } from "../contact-lists/members.store";
import type { Db } from "../../platform/db/dialect";
import { nextMembershipVersion } from "../contact-lists/membership-version.store";
import { lockSharedUploadedFiles, uploadedFiles } from "../files/files.store";
import { hasActiveImport } from "../imports/imports.store";
import type { Precondition } from "../../platform/precondition";
import { importInProgress, invalidState, unprocessable } from "../../platform/problem";
import { fileIdsOf } from "../../messaging/content";
import { rejectUnsupportedContent } from "../messages/send-plan";
import { chosenSender } from "../senders/senders.store";
import { findTemplate, lockSharedTemplate } from "../templates/templates.store";
import { type Instant, latestPlausible, SECOND } from "../../platform/time";
import { runWholeSpan } from "../../platform/tracing/tracing";
import type { Campaign, CampaignError } from "./campaign";
import { type CampaignKey, dueCampaigns } from "./runs.store";
import { changeCampaign, deleteCampaign, lockCampaign } from "./campaigns.store";
import type { CampaignEffects } from "./campaign-effects";
import { expansionKey } from "./expansion-job";
import { planRun } from "./plan";
import { hasOpenMessages } from "./progress.store";
import { deleteResponses } from "./responses.store";
import { dueStart, type StartSettings } from "./schedule";
import { changeStatus, changing, type Locked } from "./status-change";

// Status changes of a campaign, except the completion of a run in completion.ts. Each change locks the
// campaign, so concurrent changes run one after another. A launch locks the campaign before the list.

interface CampaignSettings {
  /** Maximum delay of a scheduled launch that was missed because the service was down, in seconds. */
  missedScheduleSeconds: number;
  /** Maximum time that a scheduled launch waits for an import on its list, in seconds. */
  importWaitSeconds: number;
  deliveryReportTimeoutSeconds: number;
}

export type CampaignDeps = Pick<Platform, "db" | "clock" | "ids" | "log" | "metrics" | "tracing"> & {
  wakeups: Wakeups;
  hold: HoldView;
  config: CampaignSettings;
  carriers: Carriers;
  connections: ContentSupport;
} & CampaignEffects;

async function rejectUnsendable(
  { connections }: CampaignDeps,
  { trx, campaign: { accountId, channel, templateId, senderId } }: Locked,
): Promise<void> {
  const template = await findTemplate(trx, accountId, templateId);
  if (template === null) throw new Error(`the template ${templateId} of a campaign is gone`);
  const { content } = template;
  const [sender, files] = [
    await chosenSender(trx, accountId, channel, senderId),
    await uploadedFiles(trx, accountId, fileIdsOf(content)),
  ];
  rejectUnsupportedContent(connections, { channel, content, templateId, files }, sender);
}

/**
 * Starts a run. Throws 409 unless the campaign is `draft` or `error` and its list and sender exist. Throws
 * 409 while an import into the list is running, and 422 if the carrier does not support the content.
 */
export async function launchCampaign(
  deps: CampaignDeps,
  accountId: string,
  campaignId: string,
  precondition: Precondition,
): Promise<void> {
  await changing(
    deps,
    accountId,
    campaignId,
    { from: ["draft", "error"], done: "launched", precondition },
    async (locked) => {
      const list = await listOf(locked.trx, locked.campaign);
      if (!list.present) throw invalidState("The campaign's contact list was deleted");
      if (list.importing) throw importInProgress("An import is running on the campaign's contact list");
      if (await isSenderRemoved(locked.trx, locked.campaign)) {
        throw invalidState("The campaign's sender was removed");
      }
      await rejectUnsendable(deps, locked);
      await beginRun(deps, locked);
    },
  );
}

/** Locks the campaign's list and returns its state. */
async function listOf(
  trx: Db,
  { accountId, listId }: Campaign,
): Promise<{ present: boolean; importing: boolean }> {
  const present = (await lockContactList(trx, accountId, listId)) !== null;
  return { present, importing: present && (await hasActiveImport(trx, accountId, listId)) };
}

/**
 * Starts a run for the current membership version. Expansion jobs process the members later, so the cost of a
 * launch does not depend on the list's size. A run without members or open messages is completed at once.
 */
async function beginRun(deps: CampaignDeps, locked: Locked): Promise<void> {
  const { trx, campaign, notifications } = locked;
  const now = deps.clock.now();
  // A concurrent change of the template waits for this lock, and then finds the run's follow-up rules.
  await lockSharedTemplate(trx, campaign.accountId, campaign.templateId);
  const template = await findTemplate(trx, campaign.accountId, campaign.templateId);
  if (template === null) throw new Error(`the template of campaign ${campaign.id} is gone`);
  // A concurrent deletion of a file waits for this lock, and then finds that the run needs the file.
  await lockSharedUploadedFiles(trx, campaign.accountId, fileIdsOf(template.content));
  const nothingToDo =
    !(await hasMembers(trx, campaign.accountId, campaign.listId)) && !(await hasOpenMessages(trx, campaign));
  const launched = await changeStatus(
    deps,
    locked,
    {
      status: nothingToDo ? "completed" : "running",
      error: null,
      waitingSince: null,
      startedAt: now,
      ...(nothingToDo ? { completedAt: now } : {}),
      launches: campaign.launches + 1,
      purpose: template.purpose,
      content: template.content,
      followUps: template.followUps,
      validitySeconds: template.validitySeconds,
      snapshot: await nextMembershipVersion(trx),
      expanded: nothingToDo,
    },
    now,
  );
  if (nothingToDo) {
    deps.metrics.campaignsEnded.inc({ outcome: "completed" });
    return;
  }
  await planRun(deps, trx, launched);
  notifications.push({ kind: "expansion", ...expansionKey(campaign) });
}

/** Stops a run: no more messages are created or submitted. A later launch continues the run. */
export async function stopCampaign(
  deps: CampaignDeps,
  accountId: string,
  campaignId: string,
  precondition: Precondition,
): Promise<void> {
  await changing(
    deps,
    accountId,
    campaignId,
    { from: ["running"], done: "stopped", precondition },
    (locked) =>
      failCampaign(deps, locked, { code: "stopped", message: "the campaign was stopped by a request" }),
  );
  deps.metrics.campaignsEnded.inc({ outcome: "stopped" });
}

/** Stops a launch whose remaining work the operator ended. A later launch continues the run. */
export async function endLaunch(
  deps: CampaignDeps,
  { accountId, id }: CampaignKey,
  launch: number,
): Promise<void> {
  const notifications: JobNotification[] = [];
  await deps.db.transaction(async (trx) => {
    const campaign = await lockCampaign(trx, accountId, id);
    if (campaign?.status !== "running" || campaign.launches !== launch) return;
    const error = { code: "stopped", message: "the operator ended the work that the queue held" } as const;
    await failCampaign(deps, { trx, campaign, notifications }, error);
    deps.metrics.campaignsEnded.inc({ outcome: "stopped" });
  });
  notifyAll(deps.wakeups, notifications);
}

function failCampaign(deps: CampaignDeps, locked: Locked, error: CampaignError): Promise<Campaign> {
  const now = deps.clock.now();
  return changeStatus(deps, locked, { status: "error", error, waitingSince: null, failedAt: now }, now);
}

/**
 * Sets the launch time. Throws 409 unless the campaign is `draft`, `error` or `scheduled`. Throws 422 for a
 * time in the past or unsupported content.
 */
export async function scheduleCampaign(
  deps: CampaignDeps,
  accountId: string,
  campaignId: string,
  at: Instant,
  precondition: Precondition,
): Promise<Campaign> {
  return changing(
    deps,
    accountId,
    campaignId,
    { from: ["draft", "error", "scheduled"], done: "scheduled", precondition },
    async (locked) => {
      const now = deps.clock.now();
      if (at <= now) {
        throw unprocessable("A campaign can only be scheduled for the future", [
          { field: "scheduled_at", message: "must be in the future" },
        ]);
      }
      await rejectUnsendable(deps, locked);
      const changes = { status: "scheduled", error: null, scheduledAt: at, waitingSince: null } as const;
      return changeStatus(deps, locked, changes, now);
    },
  );
}

export async function cancelSchedule(
  deps: CampaignDeps,
  accountId: string,
  campaignId: string,
  precondition: Precondition,
): Promise<void> {
  await changing(
    deps,
    accountId,
    campaignId,
    { from: ["scheduled"], done: "taken off the schedule", precondition },
    async (locked) => {
      const changes = { status: "draft", scheduledAt: null, waitingSince: null } as const;
      await changeStatus(deps, locked, changes, deps.clock.now());
    },
  );
}

/** Deletes a `draft` or `scheduled` campaign. Dispatch ends the pending messages of earlier runs. */
export async function removeCampaign(
  deps: CampaignDeps,
  accountId: string,
  campaignId: string,
  precondition: Precondition,
): Promise<void> {
  await changing(
    deps,
    accountId,
    campaignId,
    { from: ["draft", "scheduled"], done: "deleted", precondition },
    async ({ trx }) => {
      await deleteCampaign(trx, accountId, campaignId);
      await deleteResponses(trx, accountId, campaignId);
      // Make the waiting submission jobs due, so that dispatch ends their messages.
      await makeJobsDue(trx, accountId, campaignId, deps.clock.now());
    },
  );
  deps.wakeups.wake("submission");
}

const isSenderRemoved = async (trx: Db, { accountId, channel, senderId }: Campaign): Promise<boolean> =>
  senderId !== null && (await chosenSender(trx, accountId, channel, senderId)) === null;

const settingsOf = ({ config, hold }: CampaignDeps): StartSettings => ({
  hold: hold.current,
  missedAfter: config.missedScheduleSeconds * SECOND,
  importWait: config.importWaitSeconds * SECOND,
});

/** Starts or fails due campaigns. A campaign that waits for an import is checked again at the next run. */
export async function startDueCampaigns(deps: CampaignDeps): Promise<boolean> {
  const due = await dueCampaigns(deps.db, deps.clock.now());
  for (const { scheduledAt, ...key } of due) {
    if (scheduledAt !== null && holds(deps.hold.current, scheduledAt)) continue;
    try {
      await startDueCampaign(deps, key);
    } catch (error) {
      deps.log.error({ err: error, campaignId: key.id, accountId: key.accountId }, "scheduled launch failed");
    }
  }
  return false;
}

/** Starts a scheduled run in a new trace. The request that scheduled the campaign ended long ago. */
function beginRunInTrace(deps: CampaignDeps, locked: Locked): Promise<void> {
  const { accountId, id } = locked.campaign;
  const attributes = { "recado.account_id": accountId, "recado.campaign_id": id };
  const span = deps.tracing.begin("launch campaign", { kind: "internal", attributes });
  return runWholeSpan(span, () => beginRun(deps, locked));
}

async function startDueCampaign(deps: CampaignDeps, { accountId, id }: CampaignKey): Promise<void> {
  const notifications: JobNotification[] = [];
  await deps.db.transaction(async (trx) => {
    const campaign = await lockCampaign(trx, accountId, id);
    const now = deps.clock.now();
    // Another scheduler or a request has already changed the campaign.
    if (campaign?.status !== "scheduled" || campaign.scheduledAt === null || campaign.scheduledAt > now)
      return;
    const locked = { trx, campaign, notifications };
    const [list, senderRemoved] = [await listOf(trx, campaign), await isSenderRemoved(trx, campaign)];
    const decision = dueStart(campaign, list, senderRemoved, now, settingsOf(deps));
    switch (decision.do) {
      case "launch":
        return beginRunInTrace(deps, locked);
      case "wait":
        // A future timestamp comes from a process whose clock is ahead. Restart the wait now.
        if (campaign.waitingSince === null || campaign.waitingSince > latestPlausible(now))
          await changeCampaign(trx, campaign, { waitingSince: now }, now);
        return;
      case "fail":
        deps.log.warn({ campaignId: id, accountId, code: decision.error.code }, "scheduled launch abandoned");
        deps.metrics.campaignsEnded.inc({ outcome: decision.error.code });
        await failCampaign(deps, locked, decision.error);
    }
  });
  notifyAll(deps.wakeups, notifications);
}
