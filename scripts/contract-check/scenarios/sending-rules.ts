import type { components } from "../../../generated/schema";
import { type Context, scenario } from "../context";
import { allDiffer, differs } from "../expectations";
import {
  freeNumber,
  newCampaign,
  newList,
  newTemplate,
  type Send,
  sent,
  stopAndDelete,
  TEXT,
  textTo,
  untilStatus,
} from "../fixtures";
import { isSandboxed } from "../invariants/environment";
import { refuseOldVersions } from "./named-resource";

type Schemas = components["schemas"];
type Purpose = Schemas["Purpose"];
type Rule = Schemas["UpdateSendingRuleRequest"];

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;
const HOURS_48 = 48 * 3_600_000;

const NO_RESTRICTION = {
  windows: [],
  time_zone: "recipient",
  holidays: null,
  closed_dates: [],
  max_per_recipient: null,
  min_interval_seconds: null,
  require_consent: false,
  outside: "wait" as const,
};

/** A rule without effect, so that other messages of the account are sent as before. */
const OPEN = {
  ...NO_RESTRICTION,
  windows: [{ days: [...DAYS], from: "00:00", to: "24:00" }],
  time_zone: "America/Manaus",
  closed_dates: ["2001-01-01", "2001-12-24"],
  max_per_recipient: { messages: 1_000, days: 1 },
};

const setRule = (context: Context, purpose: Purpose, body: Rule, words: string, right: object = {}) =>
  context.provoke("updateSendingRule", 200, { params: { purpose }, body }, words, { ...right });

/** Returns a window of the day after tomorrow in UTC, and the instant at which it opens. */
function laterWindow() {
  const day = new Date(Date.now() + HOURS_48);
  const opening = `${day.toISOString().slice(0, 10)}T00:00:00Z`;
  const name = DAYS[day.getUTCDay()] ?? "sun";
  return { opening, rule: { windows: [{ days: [name], from: "00:00", to: "24:00" }], time_zone: "UTC" } };
}

/** Previews, sends and reads a message. Checks the values `right`. Returns the message's path parameters. */
async function sendAs(context: Context, body: Send, right: object, words: string) {
  const holds = ({ data: [first] }: { data: readonly object[] }) => allDiffer(first, { ...right });
  await context.provoke("previewMessages", 200, { body }, `previews ${words}`, holds);
  const { params } = await sent(context, body, `sends ${words}`, holds);
  await context.provoke("getMessage", 200, { params }, `reads ${words}`, { ...right });
  return params;
}

/**
 * Cancels one of two campaign messages that a rule delays. Checks that the campaign's progress counts the
 * message as canceled.
 */
async function cancelInCampaign(context: Context, purpose: Purpose): Promise<void> {
  const call = context.provoke;
  const { id: template_id } = await newTemplate(context, { content: TEXT, purpose });
  const { id: list_id } = await newList(context);
  for (const phone of [await freeNumber(context, "1234"), await freeNumber(context, "1234")])
    await call("upsertMember", 201, { params: { list_id }, body: { phone } }, "adds a member");
  const { id: campaign_id } = await newCampaign(context, template_id, list_id);
  const params = { campaign_id };
  await call("launchCampaign", 202, { params }, "launches a campaign whose messages wait");
  const query = { campaign_id: [campaign_id] };
  const created = { "pagination.total": 2 };
  const { data } = await context.until("listMessages", { query }, "waits for its messages", created);
  const message = { params: { message_id: data[0]?.id ?? "" } };
  await call("cancelMessage", 200, message, "cancels a message of a campaign");
  const canceled = { "progress.pending": 1, "progress.canceled": 1, "progress.delivered": 0 };
  await call("getCampaign", 200, { params }, "reads a campaign with a canceled message", canceled);
  await stopAndDelete(context, params);
}

export const sendingRules = [
  scenario("the rule for a purpose", async (context, call) => {
    const params = { purpose: "otp" as const };
    await call("getSendingRule", 200, { params }, "reads a rule");
    const read = (words: string, right: object) =>
      call("getSendingRule", 200, { params }, words, { ...right });
    const refuse = (body: Rule, words: string) => call("updateSendingRule", 422, { params, body }, words);
    await setRule(context, "otp", OPEN, "replaces a rule", OPEN);
    await read("reads the replaced rule", OPEN);
    await call("listSendingRules", 200, {}, "lists the rules", ({ data }) => [
      ...differs("the purposes", data.map(({ purpose }) => purpose).join(), "otp,transactional,marketing"),
      ...allDiffer(data[0], OPEN),
    ]);
    const closing = { ...OPEN, windows: [{ days: [...DAYS], from: "18:00", to: "08:00" }] };
    await refuse(closing, "sets a window that closes before it opens");
    await refuse({ ...OPEN, time_zone: "America/Atlantis" }, "sets a time zone that does not exist");
    await refuse({ preset: "br-marketing", outside: "wait" }, "combines a preset with a field");
    await refuseOldVersions(context, params, { updateSendingRule: OPEN });
    await read("reads the rule after refusals", OPEN);
    const blocking = { ...NO_RESTRICTION, outside: "block" };
    await setRule(context, "otp", { outside: "block" }, "omits fields of a rule", blocking);
    await call("deleteSendingRule", 204, { params }, "deletes a rule");
    await read("reads the deleted rule", { ...NO_RESTRICTION, updated_at: null });
  }),
  scenario("messages that a rule restricts", async (context, call) => {
    if (!isSandboxed(context)) return;
    const purpose = "marketing";
    const { opening, rule } = laterWindow();
    const messageTo = (to: string) => textTo([to], { purpose });
    await call("getSendingRule", 200, { params: { purpose } }, "reads a rule");
    const set = (body: Rule, words: string, right?: object) => setRule(context, purpose, body, words, right);
    const preset = { holidays: "br", max_per_recipient: { messages: 7, days: 7 } };
    await set({ preset: "br-marketing" }, "sets a preset", preset);
    await set({ ...rule, outside: "wait" }, "sets a window that is closed");
    const message = messageTo(await freeNumber(context, "1234"));
    const waiting = { status: "pending", not_before: opening, block_reason: null };
    const params = await sendAs(context, message, waiting, "a message that waits");
    await call("cancelMessage", 200, { params }, "cancels a message that waits");
    await cancelInCampaign(context, purpose);
    await set({ ...rule, outside: "block" }, "blocks messages outside the window");
    const outside = { status: "blocked", block_reason: "outside_window" };
    await sendAs(context, message, outside, "a message outside the window");
    await set({ max_per_recipient: { messages: 1, days: 1 } }, "limits the messages to a number");
    const capped = messageTo(await freeNumber(context, "1234"));
    const { message_id } = await sent(context, capped, "sends the first message to a number");
    await untilStatus(context, message_id, "delivered");
    const beyond = { status: "blocked", block_reason: "frequency" };
    await sendAs(context, capped, beyond, "a message beyond the limit");
  }),
];
