import type { components } from "../../../generated/schema";
import { type Context, scenario } from "../context";
import { allDiffer, differs, untilStatus } from "../expectations";
import { freeNumber, OLD } from "../fixtures";
import { isSandboxed } from "../invariants/environment";
import { restoringRequest } from "../invariants/permanent";

type Schemas = components["schemas"];
type Purpose = Schemas["Purpose"];
type Rule = Schemas["UpdateSendingRuleRequest"];

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
const HOURS_48 = 48 * 3_600_000;

const NO_RESTRICTION = {
  ...{ windows: [], time_zone: "recipient", holidays: null, closed_dates: [], max_per_recipient: null },
  ...{ min_interval_seconds: null, require_consent: false, outside: "wait" as const },
};

/** A rule without effect, so that other messages of the account are sent as before. */
const OPEN = {
  ...NO_RESTRICTION,
  windows: [{ days: [...DAYS], from: "00:00", to: "24:00" }],
  time_zone: "America/Manaus",
  closed_dates: ["2001-01-01", "2001-12-24"],
  max_per_recipient: { messages: 1_000, days: 1 },
};

/** Runs steps that change the rule for a purpose. Restores the rule of the account, also after a failure. */
async function withRestoredRule(context: Context, purpose: Purpose, run: () => Promise<void>) {
  const params = { purpose };
  const former = await context.provoke("getSendingRule", 200, { params }, "reads a rule");
  try {
    await run();
  } finally {
    const restoring = restoringRequest("getSendingRule", params, former);
    if (restoring) await context.send(restoring.operation, restoring.request, "restores a rule");
  }
}

const setRule = (context: Context, purpose: Purpose, body: Rule, words: string) =>
  context.provoke("updateSendingRule", 200, { params: { purpose }, body }, words);

/** Returns a window of the day after tomorrow in UTC, and the instant at which it opens. */
function laterWindow() {
  const day = new Date(Date.now() + HOURS_48);
  const opening = `${day.toISOString().slice(0, 10)}T00:00:00Z`;
  const name = DAYS[day.getUTCDay()] ?? "sun";
  return { opening, rule: { windows: [{ days: [name], from: "00:00", to: "24:00" }], time_zone: "UTC" } };
}

const smsTo = (purpose: Purpose, to: string) => ({
  ...{ channel: "sms" as const, purpose, recipients: [{ to }] },
  content: { type: "text" as const, text: "Oi!" },
});

/** Previews and sends a message. Both must have these values. Returns the id of the message. */
async function sendAs(
  context: Context,
  body: ReturnType<typeof smsTo>,
  right: Readonly<Record<string, unknown>>,
  words: string,
): Promise<string> {
  const holds = ({ data: [first] }: { data: readonly object[] }) => allDiffer(first ?? {}, right);
  await context.provoke("previewMessages", 200, { body }, `previews ${words}`, holds);
  const { data } = await context.provoke("sendMessages", 202, { body }, `sends ${words}`, holds);
  const message_id = data[0]?.message_id ?? "";
  await context.provoke("getMessage", 200, { params: { message_id } }, `reads ${words}`, (message) =>
    allDiffer(message, right),
  );
  return message_id;
}

export const sendingRules = [
  scenario("the rule for a purpose", async (context, call) => {
    const params = { purpose: "otp" as const };
    const changed = (body: Rule) => ({ params, body });
    await withRestoredRule(context, "otp", async () => {
      await call("updateSendingRule", 200, changed(OPEN), "replaces a rule", (rule) => allDiffer(rule, OPEN));
      await call("getSendingRule", 200, { params }, "reads the replaced rule", (rule) =>
        allDiffer(rule, OPEN),
      );
      await call("listSendingRules", 200, {}, "lists the rules", ({ data }) => [
        ...differs("the purposes", data.map(({ purpose }) => purpose).join(), "otp,transactional,marketing"),
        ...allDiffer(data[0] ?? {}, OPEN),
      ]);
      const closing = { ...OPEN, windows: [{ days: [...DAYS], from: "18:00", to: "08:00" }] };
      await call("updateSendingRule", 422, changed(closing), "sets a window that closes before it opens");
      const nowhere = { ...OPEN, time_zone: "America/Atlantis" };
      await call("updateSendingRule", 422, changed(nowhere), "sets a time zone that does not exist");
      const both = { preset: "br-marketing" as const, outside: "wait" as const };
      await call("updateSendingRule", 422, changed(both), "combines a preset with a field");
      await call(
        "updateSendingRule",
        412,
        { ...changed(OPEN), ...OLD },
        "replaces another version of a rule",
      );
      await call("deleteSendingRule", 412, { params, ...OLD }, "deletes another version of a rule");
      await call("getSendingRule", 200, { params }, "reads the rule after refusals", (rule) =>
        allDiffer(rule, OPEN),
      );
      const partial = changed({ outside: "block" });
      await call("updateSendingRule", 200, partial, "omits fields of a rule", (rule) =>
        allDiffer(rule, { ...NO_RESTRICTION, outside: "block" }),
      );
      await call("deleteSendingRule", 204, { params }, "deletes a rule");
      await call("getSendingRule", 200, { params }, "reads the deleted rule", (rule) =>
        allDiffer(rule, { ...NO_RESTRICTION, updated_at: null }),
      );
    });
  }),
  scenario("messages that a rule restricts", async (context, call) => {
    if (!isSandboxed(context)) return;
    const purpose = "marketing";
    const { opening, rule } = laterWindow();
    await withRestoredRule(context, purpose, async () => {
      await call(
        "updateSendingRule",
        200,
        { params: { purpose }, body: { preset: "br-marketing" } },
        "sets a preset",
        (set) => allDiffer(set, { holidays: "br", max_per_recipient: { messages: 7, days: 7 } }),
      );
      await setRule(context, purpose, { ...rule, outside: "wait" }, "sets a window that is closed");
      const to = await freeNumber(context, "1234");
      const waiting = { status: "pending", not_before: opening, block_reason: null };
      const message_id = await sendAs(context, smsTo(purpose, to), waiting, "a message that waits");
      await call("cancelMessage", 200, { params: { message_id } }, "cancels a message that waits");
      await setRule(context, purpose, { ...rule, outside: "block" }, "blocks messages outside the window");
      const outside = { status: "blocked", block_reason: "outside_window" };
      await sendAs(context, smsTo(purpose, to), outside, "a message outside the window");
      const most = { max_per_recipient: { messages: 1, days: 1 } };
      await setRule(context, purpose, most, "limits the messages to a number");
      const capped = smsTo(purpose, await freeNumber(context, "1234"));
      const { data } = await call(
        "sendMessages",
        202,
        { body: capped },
        "sends the first message to a number",
      );
      await untilStatus(context, data[0]?.message_id ?? "", "delivered");
      const beyond = { status: "blocked", block_reason: "frequency" };
      await sendAs(context, capped, beyond, "a message beyond the limit");
    });
  }),
];
