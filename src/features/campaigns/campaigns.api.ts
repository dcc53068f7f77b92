import type { CampaignsApi } from "../../../generated/server/campaigns.api";
import type { Platform } from "../../platform/platform";
import { listTotals } from "../contacts/contact-counts.store";
import { noContactList, requireContactList } from "../contact-lists/contact-list";
import { lockSharedContactList } from "../contact-lists/contact-lists.store";
import { notifyAll } from "../../queue/wakeups";
import type { Db } from "../../platform/db/dialect";
import { pageOf, pageRequest, tooLong } from "../../platform/db/page";
import { orderOf } from "../../platform/db/reads/order";
import { conditionally, preconditionOf } from "../../platform/precondition";
import { instantOf } from "../../platform/ids";
import { distinctTags } from "../../messaging/tags";
import { invalidState, notFound, unprocessable } from "../../platform/problem";
import { requireChosenSender } from "../senders/sender";
import { chosenSender } from "../senders/senders.store";
import { findTemplate, lockSharedTemplate, templatePurposes } from "../templates/templates.store";
import { cleanName } from "../../platform/text";
import { parseTimestamp } from "../../platform/time";
import { timeWindow } from "../../platform/time-window";
import { type Campaign, type CampaignStatus, isPreparing, tagOf, toContract } from "./campaign";
import * as campaigns from "./campaigns.store";
import { writeEffects } from "../../queue/effects";
import {
  type CampaignDeps,
  cancelSchedule,
  launchCampaign,
  removeCampaign,
  scheduleCampaign,
  stopCampaign,
} from "./lifecycle";
import { progressOf } from "./progress.store";
import { responseCounts } from "./responses.store";

const WHAT = "The campaign";

type LifecycleOperations = Pick<
  CampaignsApi,
  "deleteCampaign" | "launchCampaign" | "stopCampaign" | "scheduleCampaign" | "cancelSchedule"
>;

export function campaignsApi(deps: CampaignDeps & Pick<Platform, "reads">): CampaignsApi {
  const { db, reads, clock, ids } = deps;

  return {
    async listCampaigns({ query, caller: { accountId }, signal }) {
      const page = pageRequest(query);
      const { from, to } = timeWindow(query, "created_from", "created_to");
      const filter = {
        channels: query.channel,
        purposes: query.purpose,
        statuses: query.status,
        templateIds: query.template_id,
        listIds: query.list_id,
        search: query.search,
        createdFrom: from,
        createdTo: to,
      };
      const reading = reads.of(
        { accountId, signal },
        tooLong(query, "narrow it with created_from and created_to"),
      );
      const order = orderOf(query.sort, "name_search");
      const found = await campaigns.listCampaigns(db, reading, accountId, filter, order, page);
      return {
        status: 200,
        body: pageOf(await shownCampaigns(deps, accountId, found.campaigns), found.total, page),
      };
    },

    async createCampaign({ body, caller: { accountId } }) {
      const name = cleanName(body.name);
      const template = await findTemplate(db, accountId, body.template_id);
      if (template === null) throw notFound("The template");
      const list = await requireContactList(db, accountId, body.list_id);
      await campaigns.refuseTakenName(db, accountId, name);
      if (list.type === "blacklist") {
        throw unprocessable("A campaign cannot be sent to a blacklist", [
          { field: "list_id", message: "must not be a list of type blacklist" },
        ]);
      }
      const { sender_id: senderId = null } = body;
      const tags = distinctTags(body.tags);
      const { channel } = template;
      if (senderId !== null) {
        requireChosenSender(senderId, channel, await chosenSender(db, accountId, channel, senderId));
      }
      const id = ids.next();
      // The creation time equals the id's timestamp, because `listCampaigns` filters creation times by id.
      const createdAt = instantOf(id);
      const { campaign, notifications } = await db.transaction(async (trx) => {
        const draft = await campaigns.insertCampaign(trx, {
          accountId,
          id,
          name,
          createdAt,
          templateId: template.id,
          listId: list.id,
          senderId,
          tags,
          channel,
        });
        await lockReferenced(trx, accountId, template.id, list.id);
        const change = { campaign: draft, previous: null, at: createdAt };
        return { campaign: draft, notifications: await writeEffects(deps.campaignEffects, trx, change) };
      });
      notifyAll(deps.wakeups, notifications);
      return { status: 201, ...(await shown(deps, accountId, campaign)) };
    },

    async getCampaign({ params, caller: { accountId } }) {
      const campaign = await campaigns.findCampaign(db, accountId, params.campaign_id);
      return { status: 200, ...(await shown(deps, accountId, campaign)) };
    },

    async updateCampaign({ params: { campaign_id: id }, headers, body, caller: { accountId } }) {
      const precondition = preconditionOf(headers, WHAT);
      const campaign = await campaigns.findCampaign(db, accountId, id);
      if (campaign !== null) precondition.require(tagOf(campaign));
      if (campaign === null || (body.name === undefined && body.tags === undefined)) {
        return { status: 200, ...(await shown(deps, accountId, campaign)) };
      }
      const name = body.name === undefined ? undefined : cleanName(body.name);
      if (name !== undefined) await campaigns.refuseTakenName(db, accountId, name, id);
      if (body.tags && !campaigns.hasChangeableTags(campaign)) throw fixedTags(campaign.status);
      const tags = body.tags && distinctTags(body.tags);
      const changed = await conditionally(db, precondition, lockedTag(accountId, id), (on) =>
        campaigns.updateCampaign(on, accountId, id, { name, tags }, clock.now()),
      );
      if (typeof changed === "string") throw fixedTags(changed);
      return { status: 200, ...(await shown(deps, accountId, changed)) };
    },

    ...lifecycleOperations(deps),
  };
}

function lifecycleOperations(deps: CampaignDeps): LifecycleOperations {
  return {
    async deleteCampaign({ params, headers, caller }) {
      await removeCampaign(deps, caller.accountId, params.campaign_id, preconditionOf(headers, WHAT));
      return { status: 204 };
    },

    async launchCampaign({ params, headers, caller }) {
      await launchCampaign(deps, caller.accountId, params.campaign_id, preconditionOf(headers, WHAT));
      return { status: 202 };
    },

    async stopCampaign({ params, headers, caller }) {
      await stopCampaign(deps, caller.accountId, params.campaign_id, preconditionOf(headers, WHAT));
      return { status: 202 };
    },

    async scheduleCampaign({ params, headers, body, caller: { accountId } }) {
      const at = parseTimestamp(body.scheduled_at);
      const precondition = preconditionOf(headers, WHAT);
      const campaign = await scheduleCampaign(deps, accountId, params.campaign_id, at, precondition);
      return { status: 200, ...(await shown(deps, accountId, campaign)) };
    },

    async cancelSchedule({ params, headers, caller }) {
      await cancelSchedule(deps, caller.accountId, params.campaign_id, preconditionOf(headers, WHAT));
      return { status: 204 };
    },
  };
}

/** Returns the body and the ETag of a response with a campaign. Throws 404 for null. */
async function shown(deps: CampaignDeps, accountId: string, campaign: Campaign | null) {
  if (campaign === null) throw notFound(WHAT);
  const [body] = await shownCampaigns(deps, accountId, [campaign]);
  if (!body) throw new Error("the campaign is missing");
  return { headers: { ETag: tagOf(campaign) }, body };
}

const fixedTags = (status: CampaignStatus) =>
  invalidState(`The tags of a ${status} campaign cannot be changed`);

const lockedTag = (accountId: string, campaignId: string) => async (trx: Db) => {
  const campaign = await campaigns.lockCampaign(trx, accountId, campaignId);
  if (campaign === null) throw notFound(WHAT);
  return tagOf(campaign);
};

/** Locks the template and the list against deletion. Throws 404 if one of them is deleted. */
async function lockReferenced(trx: Db, accountId: string, templateId: string, listId: string): Promise<void> {
  if (!(await lockSharedTemplate(trx, accountId, templateId))) throw notFound("The template");
  if (!(await lockSharedContactList(trx, accountId, listId))) throw noContactList();
}

async function shownCampaigns({ db, clock }: CampaignDeps, accountId: string, list: readonly Campaign[]) {
  const progress = await progressOf(db, accountId, list, clock.now());
  const responsesOf = await responseCounts(
    db,
    accountId,
    list.map(({ id }) => id),
  );
  const preparing = list.filter(isPreparing).map(({ listId }) => listId);
  const sizes = await listTotals(db, accountId, [...new Set(preparing)]);
  const unlaunched = list.filter(({ purpose }) => purpose === null).map(({ templateId }) => templateId);
  const purposes = await templatePurposes(db, accountId, [...new Set(unlaunched)]);
  return list.map((campaign) => {
    const counts = progress.get(campaign.id);
    if (!counts) throw new Error("the campaign's progress is missing");
    // Both the campaign and its template may have been deleted since the campaign was read.
    const purpose = campaign.purpose ?? purposes.get(campaign.templateId) ?? "transactional";
    return toContract(campaign, purpose, counts, responsesOf(campaign.id), sizes.get(campaign.listId) ?? 0);
  });
}
