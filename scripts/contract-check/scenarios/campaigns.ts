import { inAnHour, nameFor, yesterday } from "../bodies";
import { scenario } from "../context";
import { allDiffer, countsOf, differs, usageDiffers } from "../expectations";
import {
  blockedNumber,
  freeNumber,
  newBlacklist,
  newCampaign,
  newList,
  NO_SANDBOX,
  smsTemplate,
  stopAndDelete,
} from "../fixtures";
import { namedResource } from "./named-resource";

export const campaigns = [
  namedResource(
    "createCampaign",
    async (context) => {
      const [template, list] = [await smsTemplate(context), await newList(context)];
      return { template_id: template.id, list_id: list.id };
    },
    { scheduleCampaign: { scheduled_at: inAnHour() } },
  ),
  scenario("the schedule of a campaign", async (context, call) => {
    const list = await newList(context);
    const { id: template_id } = await smsTemplate(context);
    const { id: campaign_id } = await newCampaign(context, template_id, list.id);
    const params = { campaign_id };
    await call("stopCampaign", 409, { params }, "stops a campaign that is not running");
    await call("cancelSchedule", 409, { params }, "cancels the schedule of a draft");
    const past = { params, body: { scheduled_at: "2020-01-01T00:00:00Z" } };
    await call("scheduleCampaign", 422, past, "schedules for the past");
    const schedule = { params, body: { scheduled_at: inAnHour() } };
    await call("scheduleCampaign", 200, schedule, "schedules a campaign");
    await call("launchCampaign", 409, { params }, "launches a scheduled campaign");
    await call("cancelSchedule", 204, { params }, "cancels its schedule");
  }),
  scenario("a campaign to a blacklist", async (context, call) => {
    const { id: template_id } = await smsTemplate(context);
    const list = await newBlacklist(context, []);
    const body = { name: nameFor(context.prefix, "campaign"), template_id, list_id: list.id };
    await call("createCampaign", 422, { body }, "creates a campaign to a blacklist");
  }),
  scenario("a running campaign", async (context, call) => {
    if (!context.sandboxed.has("sms")) {
      return context.unable(
        NO_SANDBOX("sms"),
        ["launchCampaign", 202],
        ["stopCampaign", 202],
        ["scheduleCampaign", 409],
        ["deleteCampaign", 409],
      );
    }
    const list = await newList(context);
    // The sandbox reports no outcome for 0003, so the campaign runs until it is stopped. The messages to the
    // other numbers are delivered, delivered with a reply, undelivered and suppressed.
    const phones = [await blockedNumber(context)];
    for (const ending of ["0003", "1234", "0005", "0001"]) phones.push(await freeNumber(context, ending));
    for (const phone of phones) {
      const member = { params: { list_id: list.id }, body: { phone, name: "Ana" } };
      await context.send("upsertMember", member, "adds a member");
    }
    const { id: template_id } = await smsTemplate(context);
    const { id: campaign_id } = await newCampaign(context, template_id, list.id);
    const params = { campaign_id };
    await call("launchCampaign", 202, { params }, "launches a campaign");
    const schedule = { params, body: { scheduled_at: inAnHour() } };
    await call("launchCampaign", 409, { params }, "launches it again");
    await call("scheduleCampaign", 409, schedule, "schedules a running campaign");
    await call("deleteCampaign", 409, { params }, "deletes a running campaign");
    const settled = await context.until(
      "listMessages",
      { query: { campaign_id: [campaign_id], limit: 100 } },
      "waits until all but one of its messages have an outcome",
      ({ data }) => {
        const { total, pending, sent } = countsOf(data);
        return allDiffer({ total, pending, sent }, { total: 5, pending: 0, sent: 1 });
      },
    );
    await context.until("getCampaign", { params }, "waits for a reply", ({ replied }) =>
      replied === 0 ? ["no reply"] : [],
    );
    const fiveMinutes = 5 * 60_000;
    await call("getCampaign", 200, { params }, "compares its progress with its messages", (campaign) => {
      const startedAfter = Date.parse(campaign.started_at ?? "") - Date.parse(campaign.created_at);
      return [
        ...allDiffer(campaign.progress, countsOf(settled.data)),
        ...allDiffer(campaign, { replied: 1, opted_out: 0 }),
        ...differs("started_at is soon after created_at", Math.abs(startedAfter) < fiveMinutes, true),
      ];
    });
    const byCampaign = { query: { group_by: "campaign" as const, from: yesterday() } };
    await call("getUsage", 200, byCampaign, "compares the usage with the campaign's messages", ({ data }) =>
      usageDiffers(
        data.find((row) => row.campaign_id === campaign_id),
        settled.data,
      ),
    );
    await stopAndDelete(context, params);
  }),
];
