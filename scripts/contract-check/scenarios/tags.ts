import { nameFor, unknownId } from "../bodies";
import { allDiffer, differs } from "../expectations";
import { blockedNumber, newCampaign, newList, smsTemplate } from "../fixtures";
import { scenario } from "../context";

export const tags = [
  scenario("the tags of messages", async (context, call) => {
    const template = await smsTemplate(context);
    const to = await blockedNumber(context);
    const recipients = [{ to, variables: { name: "Ana" } }];
    const [rare, other] = [`check:${unknownId()}`, "check"];
    const body = { template_id: template.id, recipients, tags: [rare, other] };
    const twice = { ...body, tags: [rare, other, rare] };
    await call("sendMessages", 422, { body: twice }, "sends with a tag that occurs twice", ({ error }) =>
      differs("the field", error.fields?.[0]?.field, "tags[2]"),
    );
    await call("previewMessages", 422, { body: twice }, "previews with a tag that occurs twice");
    const headers = { "Idempotency-Key": nameFor(context.prefix, "tags") };
    const sent = await call("sendMessages", 202, { headers, body }, "sends with tags");
    const message_id = sent.data[0]?.message_id ?? "";
    const otherTags = { headers, body: { ...body, tags: [other, rare] } };
    await call("sendMessages", 409, otherTags, "repeats a key with tags in another order");
    await context.until(
      "getMessage",
      200,
      { params: { message_id } },
      (message) => message.tags.join(" ") === `${rare} ${other}`,
      "reads the tags of a message",
    );
    await context.until(
      "listMessages",
      200,
      { query: { tag: [rare] } },
      (page) => page.pagination.total === 1 && page.data[0]?.id === message_id,
      "lists the messages of a tag",
    );
    await context.until(
      "listMessages",
      200,
      { query: { tag: [rare, other], template_id: [template.id], limit: 1000 } },
      (page) => page.data.filter(({ id }) => id === message_id).length === 1,
      "lists the messages of two tags",
    );
    const from = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    await context.until(
      "getUsage",
      200,
      { query: { group_by: "tag", from } },
      // Usage has the first 10,000 tags only.
      ({ data }) => data.length === 10_000 || data.some(({ tag, total }) => tag === rare && total === 1),
      "reads the usage by tag",
    );
  }),
  scenario("the tags of a campaign", async (context, call) => {
    const template = await smsTemplate(context);
    const list = await newList(context);
    const { id: campaign_id } = await newCampaign(context, template.id, list.id);
    const params = { campaign_id };
    await call("updateCampaign", 200, { params, body: { tags: ["check"] } }, "tags a draft", (campaign) =>
      differs("tags", campaign.tags.join(" "), "check"),
    );
    const twice = { params, body: { tags: ["check", "check"] } };
    await call("updateCampaign", 422, twice, "tags a draft twice with one tag");
    await call("updateCampaign", 200, { params, body: { tags: [] } }, "removes the tags of a draft", (one) =>
      allDiffer({ tags: one.tags.length }, { tags: 0 }),
    );
  }),
];
