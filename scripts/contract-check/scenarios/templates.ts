import { nameFor } from "../bodies";
import { scenario } from "../context";
import { newCampaign, newList, newTemplate, TEXT } from "../fixtures";
import { namedResource } from "./named-resource";

export const templates = [
  namedResource("createTemplate", () => ({ channel: "sms", content: TEXT })),
  scenario("content that its channel does not support", async (context, call) => {
    const suggestions = [{ type: "reply" as const, text: "Sim", postback_data: "yes" }];
    const sms = { name: nameFor(context.prefix, "template"), channel: "sms" as const };
    const buttons = { ...sms, content: { ...TEXT, suggestions } };
    await call("createTemplate", 422, { body: buttons }, "saves an SMS with buttons");
    const { id } = await newTemplate(context);
    const audio = { params: { template_id: id }, body: { content: { type: "audio" as const, file_id: id } } };
    await call("updateTemplate", 422, audio, "gives an SMS the content of a call");
  }),
  scenario("a template in use", async (context, call) => {
    const template = await newTemplate(context);
    const list = await newList(context);
    const campaign = await newCampaign(context, template.id, list.id);
    const params = { template_id: template.id };
    await call("getTemplate", 200, { params }, "reads the variables of a template", { variables: ["name"] });
    await call("deleteTemplate", 409, { params }, "deletes a template in use by a campaign");
    await call("deleteCampaign", 204, { params: { campaign_id: campaign.id } }, "deletes the campaign");
  }),
];
