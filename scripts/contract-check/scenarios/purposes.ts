import { nameFor } from "../bodies";
import { scenario } from "../context";
import { differs } from "../expectations";
import {
  blockedNumber,
  freeNumber,
  newBlacklist,
  newTemplate,
  type Send,
  sent,
  templateTo,
  textTo,
} from "../fixtures";

export const purposes = [
  scenario("the purpose of a template and its messages", async (context, call) => {
    const { id: template_id } = await newTemplate(context, { purpose: "marketing" });
    const params = { template_id };
    const marketing = { purpose: "marketing" };
    await call("getTemplate", 200, { params }, "reads the purpose of a template", marketing);
    const body = templateTo(template_id, await blockedNumber(context));
    const twice: Send = { ...body, purpose: "marketing" };
    await call("sendMessages", 422, { body: twice }, "sends a template with a purpose");
    await call("previewMessages", 422, { body: twice }, "previews a template with a purpose");
    const message = await sent(context, body, "sends a template for marketing");
    const readMessage = (words: string) =>
      context.until("getMessage", { params: message.params }, `reads the purpose of ${words}`, marketing);
    await readMessage("a message");
    for (const [purpose, total] of [
      ["marketing", 1],
      ["otp", 0],
    ] as const) {
      const request = { query: { purpose: [purpose], template_id: [template_id] } };
      const words = `lists the messages of a template for ${purpose}`;
      await context.until("listMessages", request, words, { "pagination.total": total });
    }
    const otp = { purpose: "otp" as const };
    await call("updateTemplate", 200, { params, body: otp }, "changes the purpose of a template", otp);
    await readMessage("an earlier message");
  }),
  scenario("suppression by purpose", async (context, call) => {
    const { id: list_id } = await newBlacklist(context, ["sms"], ["marketing"]);
    const params = { list_id };
    const [phone, free] = [await freeNumber(context), await freeNumber(context)];
    await call("upsertMember", 201, { params, body: { phone } }, "suppresses a number for purposes");
    const preview = (purpose: "otp" | "transactional" | "marketing", isSuppressed: boolean) => {
      const body = textTo([phone, free], { purpose });
      // The status may differ from `pending`: an account may have no sender for SMS.
      return call("previewMessages", 200, { body }, `previews a send for ${purpose}`, ({ data }) =>
        differs("data.0.status", data[0]?.status, isSuppressed ? "blocked" : data[1]?.status),
      );
    };
    await preview("marketing", true);
    await preview("transactional", false);
    await preview("otp", false);
    const codes = { params, body: { purposes: ["otp" as const] } };
    await call("updateContactList", 200, codes, "changes the purposes of a blacklist");
    await preview("marketing", false);
    await preview("otp", true);
    const none = { params, body: { purposes: [] } };
    await call("updateContactList", 200, none, "removes the purposes of a blacklist");
    await preview("otp", false);
    const body = {
      name: nameFor(context.prefix, "list"),
      type: "default" as const,
      purposes: ["otp" as const],
    };
    await call("createContactList", 422, { body }, "creates a list of recipients with purposes");
  }),
];
