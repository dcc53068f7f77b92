import { nameFor } from "../bodies";
import { allDiffer, countsOf, usageDiffers } from "../expectations";
import {
  blockedNumber,
  freeNumber,
  inAnHour,
  newBlacklist,
  newCampaign,
  newList,
  NO_SANDBOX,
  OLD,
  smsTemplate,
} from "../fixtures";
import { scenario } from "../context";

export const campaigns = [
  scenario("a campaign before its launch", async (context, call) => {
    const list = await newList(context);
    const { id: template_id } = await smsTemplate(context);
    const campaign = await newCampaign(context, template_id, list.id);
    const other = await newCampaign(context, template_id, list.id);
    const params = { campaign_id: campaign.id };
    await call("getCampaign", 200, { params }, "reads a campaign");
    await call(
      "listCampaigns",
      200,
      { query: { status: ["draft"], template_id: [template_id], limit: 5 } },
      "lists campaigns",
    );
    const name = nameFor(context.prefix, "renamed");
    await call("updateCampaign", 200, { params, body: { name } }, "renames a campaign");
    await call(
      "updateCampaign",
      409,
      { params, body: { name: other.name } },
      "uses the name of another campaign",
    );
    await call(
      "createCampaign",
      409,
      { body: { name, template_id, list_id: list.id } },
      "creates a campaign with the name of another",
    );
    const schedule = { params, body: { scheduled_at: inAnHour() }, ...OLD };
    await call("updateCampaign", 412, { params, body: { name }, ...OLD }, "renames an old version");
    await call("scheduleCampaign", 412, schedule, "schedules an old version");
    await call("cancelSchedule", 412, { params, ...OLD }, "cancels the schedule of an old version");
    await call("launchCampaign", 412, { params, ...OLD }, "launches an old version");
    await call("stopCampaign", 412, { params, ...OLD }, "stops an old version");
    await call("deleteCampaign", 412, { params, ...OLD }, "deletes an old version");
    await call("stopCampaign", 409, { params }, "stops a campaign that is not running");
    await call("cancelSchedule", 409, { params }, "cancels the schedule of a draft");
    const past = { scheduled_at: "2020-01-01T00:00:00Z" };
    await call("scheduleCampaign", 422, { params, body: past }, "schedules for the past");
    await call(
      "scheduleCampaign",
      200,
      { params, body: { scheduled_at: inAnHour() } },
      "schedules a campaign",
    );
    await call("launchCampaign", 409, { params }, "launches a scheduled campaign");
    await call("cancelSchedule", 204, { params }, "cancels its schedule");
    await call("deleteCampaign", 204, { params }, "deletes a draft");
    const again = { name, template_id, list_id: list.id };
    await call("createCampaign", 201, { body: again }, "creates a campaign with the name of a deleted one");
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
    // The sandbox reports no outcome for this ending, so the campaign runs until it is stopped.
    const phone = await freeNumber(context, "0003");
    const member = { params: { list_id: list.id }, body: { phone, name: "Ana" } };
    await call("upsertMember", 201, member, "adds a member");
    // The messages to these numbers are delivered, undelivered and suppressed.
    for (const other of [
      await freeNumber(context, "1234"),
      await freeNumber(context, "0001"),
      await blockedNumber(context),
    ]) {
      const body = { phone: other, name: "Eva" };
      await context.send("upsertMember", { ...member, body }, "adds another member");
    }
    const { id: template_id } = await smsTemplate(context);
    const campaign = await newCampaign(context, template_id, list.id);
    const params = { campaign_id: campaign.id };
    await call("launchCampaign", 202, { params }, "launches a campaign");
    const body = { scheduled_at: inAnHour() };
    await call("launchCampaign", 409, { params }, "launches it again");
    await call("scheduleCampaign", 409, { params, body }, "schedules a running campaign");
    await call("deleteCampaign", 409, { params }, "deletes a running campaign");
    const settled = await context.until(
      "listMessages",
      200,
      { query: { campaign_id: [campaign.id], limit: 100 } },
      ({ data }) =>
        data.length === 4 &&
        data.filter(({ status }) => status === "sent").length === 1 &&
        data.every(({ status }) => status !== "pending"),
      "waits until all but one of its messages have an outcome",
    );
    await call("getCampaign", 200, { params }, "compares its progress with its messages", ({ progress }) =>
      allDiffer(progress, countsOf(settled.data)),
    );
    await call(
      "getUsage",
      200,
      { query: { group_by: "campaign" } },
      "compares the usage with the campaign's messages",
      ({ data }) =>
        usageDiffers(
          data.find((row) => row.campaign_id === campaign.id),
          settled.data,
        ),
    );
    await call("stopCampaign", 202, { params }, "stops a campaign");
    await call("getCampaign", 200, { params }, "reads a stopped campaign");
    await call("scheduleCampaign", 200, { params, body }, "schedules a stopped campaign");
    await call("deleteCampaign", 204, { params }, "deletes a scheduled campaign");
  }),
];
