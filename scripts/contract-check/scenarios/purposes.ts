import type { components } from "../../../generated/schema";
import { nameFor } from "../bodies";
import { type Context, scenario } from "../context";
import { differs } from "../expectations";
import { blockedNumber, freeNumber, newTemplate } from "../fixtures";

type Purpose = components["schemas"]["Purpose"];

const content = { type: "text", text: "Oi!" } as const;

/** Saves a blacklist for SMS and these purposes, with a number. */
async function suppressedFor(context: Context, purposes: Purpose[]) {
  const name = nameFor(context.prefix, "purposes");
  const body = { name, type: "blacklist" as const, channels: ["sms" as const], purposes };
  const list = await context.provoke("createContactList", 201, { body }, "creates a blacklist for purposes");
  const phone = await freeNumber(context);
  const params = { list_id: list.id };
  await context.provoke("upsertMember", 201, { params, body: { phone } }, "suppresses a number for purposes");
  return { list, phone };
}

export const purposes = [
  scenario("the purpose of a template and its messages", async (context, call) => {
    const template = await newTemplate(context, { purpose: "marketing" });
    const params = { template_id: template.id };
    await call("getTemplate", 200, { params }, "reads the purpose of a template", ({ purpose }) =>
      differs("purpose", purpose, "marketing"),
    );
    const to = await blockedNumber(context);
    const body = { template_id: template.id, recipients: [{ to, variables: { name: "Ana" } }] };
    const twice = { ...body, purpose: "marketing" } as unknown as typeof body;
    await call("sendMessages", 422, { body: twice }, "sends a template with a purpose");
    await call("previewMessages", 422, { body: twice }, "previews a template with a purpose");
    const sent = await call("sendMessages", 202, { body }, "sends a template for marketing");
    const message_id = sent.data[0]?.message_id ?? "";
    await context.until(
      "getMessage",
      200,
      { params: { message_id } },
      ({ purpose }) => purpose === "marketing",
      "reads the purpose of a message",
    );
    for (const [purpose, total] of [
      ["marketing", 1],
      ["otp", 0],
    ] as const) {
      await context.until(
        "listMessages",
        200,
        { query: { purpose: [purpose], template_id: [template.id] } },
        ({ pagination }) => pagination.total === total,
        `lists the messages of a template for ${purpose}`,
      );
    }
    const change = { params, body: { purpose: "otp" as const } };
    await call("updateTemplate", 200, change, "changes the purpose of a template", ({ purpose }) =>
      differs("purpose", purpose, "otp"),
    );
    await context.until(
      "getMessage",
      200,
      { params: { message_id } },
      ({ purpose }) => purpose === "marketing",
      "reads the purpose of an earlier message",
    );
  }),
  scenario("suppression by purpose", async (context, call) => {
    const { list, phone } = await suppressedFor(context, ["marketing"]);
    const free = await freeNumber(context);
    const recipients = [{ to: phone }, { to: free }];
    const preview = (purpose: Purpose, isSuppressed: boolean) => {
      const body = { channel: "sms" as const, purpose, content, recipients };
      // The status may differ from `pending`: an account may have no sender for SMS.
      return call("previewMessages", 200, { body }, `previews a send for ${purpose}`, ({ data }) =>
        differs("data.0.status", data[0]?.status, isSuppressed ? "blocked" : data[1]?.status),
      );
    };
    await preview("marketing", true);
    await preview("transactional", false);
    await preview("otp", false);
    const params = { list_id: list.id };
    const change = { params, body: { purposes: ["otp" as const] } };
    await call("updateContactList", 200, change, "changes the purposes of a blacklist");
    await preview("marketing", false);
    await preview("otp", true);
    const none = { params, body: { purposes: [] } };
    await call("updateContactList", 200, none, "removes the purposes of a blacklist");
    await preview("otp", false);
    const name = nameFor(context.prefix, "list");
    const body = { name, type: "default", purposes: ["otp"] } as const;
    const invalid = { body: body as unknown as { name: string; type: "default" } };
    await call("createContactList", 422, invalid, "creates a list of recipients with purposes");
  }),
];
