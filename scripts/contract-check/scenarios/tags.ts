import { nameFor, unknownId, yesterday } from "../bodies";
import { scenario } from "../context";
import { allDiffer, usageDiffers } from "../expectations";
import { blockedNumber, newCampaign, newList, sent, smsTemplate, templateTo } from "../fixtures";

export const tags = [
  scenario("the tags of messages", async (context, call) => {
    const { id: template_id } = await smsTemplate(context);
    const send = templateTo(template_id, await blockedNumber(context));
    const day = yesterday();
    const [rare, other] = [`check:${unknownId()}`, "check"];
    const body = { ...send, tags: [rare, other] };
    const twice = { body: { ...send, tags: [rare, other, rare] } };
    const field = { "error.fields.0.field": "tags[2]" };
    await call("sendMessages", 422, twice, "sends with a tag that occurs twice", field);
    await call("previewMessages", 422, twice, "previews with a tag that occurs twice");
    const headers = { "Idempotency-Key": nameFor(context.prefix, "tags") };
    const { message_id, params } = await sent(context, { headers, body }, "sends with tags");
    const otherTags = { headers, body: { ...send, tags: [other, rare] } };
    await call("sendMessages", 409, otherTags, "repeats a key with tags in another order");
    await context.until("getMessage", { params }, "reads the tags of a message", { tags: body.tags });
    const byTag = { query: { tag: [rare] } };
    const alone = { "pagination.total": 1, "data.0.id": message_id };
    await context.until("listMessages", byTag, "lists the messages of a tag", alone);
    const byBoth = { query: { tag: [rare, other], template_id: [template_id], limit: 1000 } };
    await context.until("listMessages", byBoth, "lists the messages of two tags", ({ data }) =>
      allDiffer({ count: data.filter(({ id }) => id === message_id).length }, { count: 1 }),
    );
    await sent(context, { ...send, tags: [rare] }, "sends another message with the tag");
    const two = { "pagination.total": 2 };
    const { data: messages } = await context.until("listMessages", byTag, "lists both messages", two);
    const query = { group_by: "tag" as const, from: day };
    for (const narrower of [{ channel: ["rcs" as const] }, { to: day }]) {
      const filtered = { query: { ...query, ...narrower } };
      await call("getUsage", 200, filtered, "reads the usage of another channel or day", ({ data }) =>
        data.some(({ tag }) => tag === rare)
          ? [`the usage with ${JSON.stringify(narrower)} counts an SMS of a later day`]
          : [],
      );
    }
    await context.until("getUsage", { query }, "waits for the usage by tag", ({ data }) => {
      const row = data.find(({ tag }) => tag === rare);
      // `getUsage` returns at most 10,000 tags, so the new tag may be missing.
      return row === undefined && data.length === 10_000 ? [] : usageDiffers(row, messages);
    });
  }),
  scenario("the tags of a campaign", async (context, call) => {
    const { id: template_id } = await smsTemplate(context);
    const list = await newList(context);
    const { id: campaign_id } = await newCampaign(context, template_id, list.id);
    const set = (tags: string[]) => ({ params: { campaign_id }, body: { tags } });
    await call("updateCampaign", 200, set(["check"]), "tags a draft", { tags: ["check"] });
    await call("updateCampaign", 422, set(["check", "check"]), "tags a draft twice with one tag");
    await call("updateCampaign", 200, set([]), "removes the tags of a draft", { tags: [] });
  }),
];
