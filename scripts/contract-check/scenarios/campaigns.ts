import { nameFor } from "../bodies";
import { countsOf, differs, usageDiffers } from "../claims";
import { blockedNumber, freeNumber, inAnHour, newList, NO_SANDBOX, OLD, smsTemplate } from "../fixtures";
import { type Stage, story } from "../stage";

async function newCampaign(stage: Stage, listId: string) {
  const template = await smsTemplate(stage);
  const body = { name: nameFor(stage.prefix, "campaign"), template_id: template.id, list_id: listId };
  return stage.provoke("createCampaign", 201, { body }, "makes a campaign");
}

export const campaigns = [
  story("a campaign before its launch", async (stage) => {
    const list = await newList(stage);
    const campaign = await newCampaign(stage, list.id);
    const other = await newCampaign(stage, list.id);
    const params = { campaign_id: campaign.id };
    const { template_id } = campaign;
    await stage.provoke("getCampaign", 200, { params }, "reads a campaign");
    await stage.provoke(
      "listCampaigns",
      200,
      { query: { status: ["draft"], template_id: [template_id], limit: 5 } },
      "lists campaigns",
    );
    const name = nameFor(stage.prefix, "renamed");
    await stage.provoke("updateCampaign", 200, { params, body: { name } }, "renames a campaign");
    await stage.provoke(
      "updateCampaign",
      409,
      { params, body: { name: other.name } },
      "takes another's name",
    );
    await stage.provoke(
      "createCampaign",
      409,
      { body: { name, template_id, list_id: list.id } },
      "makes a campaign under a name that is taken",
    );
    const schedule = { params, body: { scheduled_at: inAnHour() }, ...OLD };
    await stage.provoke("updateCampaign", 412, { params, body: { name }, ...OLD }, "renames an old version");
    await stage.provoke("scheduleCampaign", 412, schedule, "schedules an old version");
    await stage.provoke("cancelSchedule", 412, { params, ...OLD }, "takes an old version off the schedule");
    await stage.provoke("launchCampaign", 412, { params, ...OLD }, "launches an old version");
    await stage.provoke("stopCampaign", 412, { params, ...OLD }, "stops an old version");
    await stage.provoke("deleteCampaign", 412, { params, ...OLD }, "deletes an old version");
    await stage.provoke("stopCampaign", 409, { params }, "stops a campaign that does not run");
    await stage.provoke("cancelSchedule", 409, { params }, "takes a draft off the schedule");
    const past = { scheduled_at: "2020-01-01T00:00:00Z" };
    await stage.provoke("scheduleCampaign", 422, { params, body: past }, "schedules for the past");
    await stage.provoke(
      "scheduleCampaign",
      200,
      { params, body: { scheduled_at: inAnHour() } },
      "schedules a campaign",
    );
    await stage.provoke("launchCampaign", 409, { params }, "launches a campaign that is scheduled");
    await stage.provoke("cancelSchedule", 204, { params }, "takes it off the schedule");
    await stage.provoke("deleteCampaign", 204, { params }, "deletes a draft");
    const again = { name, template_id, list_id: list.id };
    await stage.provoke(
      "createCampaign",
      201,
      { body: again },
      "makes a campaign under a name that is free again",
    );
  }),
  story("a campaign to a blacklist", async (stage) => {
    const { id: template_id } = await smsTemplate(stage);
    const list = await stage.provoke(
      "createContactList",
      201,
      { body: { name: nameFor(stage.prefix, "blacklist"), type: "blacklist", channels: [] } },
      "makes a blacklist",
    );
    const body = { name: nameFor(stage.prefix, "campaign"), template_id, list_id: list.id };
    await stage.provoke("createCampaign", 422, { body }, "makes a campaign to a blacklist");
  }),
  story("a campaign that runs", async (stage) => {
    if (!stage.sandboxed.has("sms")) {
      return stage.unable(
        NO_SANDBOX("sms"),
        ["launchCampaign", 202],
        ["stopCampaign", 202],
        ["scheduleCampaign", 409],
        ["deleteCampaign", 409],
      );
    }
    const list = await newList(stage);
    // The sandbox never reports on numbers with this ending, so the campaign runs until it is stopped.
    const phone = await freeNumber(stage, "0003");
    const member = { params: { list_id: list.id }, body: { phone, name: "Ana" } };
    await stage.provoke("upsertMember", 201, member, "adds a member");
    // One is delivered, one is not, one is suppressed.
    for (const other of [
      await freeNumber(stage, "1234"),
      await freeNumber(stage, "0001"),
      await blockedNumber(stage),
    ]) {
      const body = { phone: other, name: "Eva" };
      await stage.ask("upsertMember", { ...member, body }, "adds another member");
    }
    const campaign = await newCampaign(stage, list.id);
    const params = { campaign_id: campaign.id };
    await stage.provoke("launchCampaign", 202, { params }, "launches a campaign");
    const body = { scheduled_at: inAnHour() };
    await stage.provoke("launchCampaign", 409, { params }, "launches it again");
    await stage.provoke("scheduleCampaign", 409, { params, body }, "schedules a campaign that runs");
    await stage.provoke("deleteCampaign", 409, { params }, "deletes a campaign that runs");
    const settled = await stage.until(
      "listMessages",
      200,
      { query: { campaign_id: [campaign.id], limit: 100 } },
      ({ data }) =>
        data.length === 4 &&
        data.filter(({ status }) => status === "sent").length === 1 &&
        data.every(({ status }) => status !== "pending"),
      "waits until all but one of its messages have an outcome",
    );
    await stage.until(
      "getCampaign",
      200,
      { params },
      ({ progress }) => differs("progress", progress, countsOf(settled.data)).length === 0,
      "compares its progress with its messages",
    );
    await stage.provoke(
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
    await stage.provoke("stopCampaign", 202, { params }, "stops a campaign");
    await stage.provoke("getCampaign", 200, { params }, "reads a campaign that was stopped");
    await stage.provoke("scheduleCampaign", 200, { params, body }, "schedules a campaign that was stopped");
    await stage.provoke("deleteCampaign", 204, { params }, "deletes a scheduled campaign");
  }),
];
