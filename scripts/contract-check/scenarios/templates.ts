import { nameFor } from "../bodies";
import { newList, OLD } from "../fixtures";
import { type Stage, story } from "../stage";

const newTemplate = (stage: Stage) =>
  stage.provoke(
    "createTemplate",
    201,
    {
      body: {
        name: nameFor(stage.prefix, "template"),
        channel: "sms",
        content: { type: "text", text: "Olá {{name}}" },
      },
    },
    "saves a template",
  );

export const templates = [
  story("a template from its creation to its end", async (stage) => {
    const template = await newTemplate(stage);
    const other = await newTemplate(stage);
    const params = { template_id: template.id };
    await stage.provoke("getTemplate", 200, { params }, "reads a template");
    await stage.provoke(
      "listTemplates",
      200,
      { query: { channel: ["sms"], search: stage.prefix, limit: 5 } },
      "lists templates",
    );
    const name = nameFor(stage.prefix, "renamed");
    await stage.provoke("updateTemplate", 200, { params, body: { name } }, "renames a template");
    await stage.provoke(
      "updateTemplate",
      409,
      { params, body: { name: other.name } },
      "takes another's name",
    );
    await stage.provoke(
      "updateTemplate",
      422,
      { params, body: { content: { type: "audio", file_id: template.id } } },
      "gives an SMS the content of a call",
    );
    await stage.provoke(
      "createTemplate",
      409,
      { body: { name, channel: "sms", content: { type: "text", text: "Oi" } } },
      "saves under a name that is taken",
    );
    await stage.provoke("updateTemplate", 412, { params, body: { name }, ...OLD }, "renames an old version");
    await stage.provoke("deleteTemplate", 412, { params, ...OLD }, "deletes an old version");
    await stage.provoke("deleteTemplate", 204, { params }, "deletes a template");
    const again = { name, channel: "sms", content: { type: "text", text: "Oi" } } as const;
    await stage.provoke("createTemplate", 201, { body: again }, "saves under a name that is free again");
  }),
  story("content that its channel does not take", async (stage) => {
    const suggestions = [{ type: "reply", text: "Sim", postback_data: "yes" }] as const;
    await stage.provoke(
      "createTemplate",
      422,
      {
        body: {
          name: nameFor(stage.prefix, "template"),
          channel: "sms",
          content: { type: "text", text: "Oi", suggestions: [...suggestions] },
        },
      },
      "saves an SMS with buttons",
    );
  }),
  story("a template in use", async (stage) => {
    const template = await newTemplate(stage);
    const list = await newList(stage);
    const campaign = await stage.provoke(
      "createCampaign",
      201,
      { body: { name: nameFor(stage.prefix, "campaign"), template_id: template.id, list_id: list.id } },
      "makes a campaign",
    );
    const params = { template_id: template.id };
    await stage.provoke("deleteTemplate", 409, { params }, "deletes a template that a campaign uses");
    await stage.provoke(
      "deleteCampaign",
      204,
      { params: { campaign_id: campaign.id } },
      "deletes the campaign",
    );
  }),
];
