import { nameFor } from "../bodies";
import { newCampaign, newList, newTemplate, OLD } from "../fixtures";
import { scenario } from "../context";

export const templates = [
  scenario("the life of a template", async (context, call) => {
    const template = await newTemplate(context);
    const other = await newTemplate(context);
    const params = { template_id: template.id };
    await call("getTemplate", 200, { params }, "reads a template");
    await call(
      "listTemplates",
      200,
      { query: { channel: ["sms"], search: context.prefix, limit: 5 } },
      "lists templates",
    );
    const name = nameFor(context.prefix, "renamed");
    await call("updateTemplate", 200, { params, body: { name } }, "renames a template");
    await call(
      "updateTemplate",
      409,
      { params, body: { name: other.name } },
      "uses the name of another template",
    );
    await call(
      "updateTemplate",
      422,
      { params, body: { content: { type: "audio", file_id: template.id } } },
      "gives an SMS the content of a call",
    );
    await call(
      "createTemplate",
      409,
      { body: { name, channel: "sms", content: { type: "text", text: "Oi" } } },
      "saves a template with the name of another",
    );
    await call("updateTemplate", 412, { params, body: { name }, ...OLD }, "renames an old version");
    await call("deleteTemplate", 412, { params, ...OLD }, "deletes an old version");
    await call("deleteTemplate", 204, { params }, "deletes a template");
    const again = { name, channel: "sms", content: { type: "text", text: "Oi" } } as const;
    await call("createTemplate", 201, { body: again }, "saves a template with the name of a deleted one");
  }),
  scenario("content that its channel does not support", async (context, call) => {
    const suggestions = [{ type: "reply", text: "Sim", postback_data: "yes" }] as const;
    await call(
      "createTemplate",
      422,
      {
        body: {
          name: nameFor(context.prefix, "template"),
          channel: "sms",
          content: { type: "text", text: "Oi", suggestions: [...suggestions] },
        },
      },
      "saves an SMS with buttons",
    );
  }),
  scenario("a template in use", async (context, call) => {
    const template = await newTemplate(context);
    const list = await newList(context);
    const campaign = await newCampaign(context, template.id, list.id);
    const params = { template_id: template.id };
    await call("deleteTemplate", 409, { params }, "deletes a template in use by a campaign");
    await call("deleteCampaign", 204, { params: { campaign_id: campaign.id } }, "deletes the campaign");
  }),
];
