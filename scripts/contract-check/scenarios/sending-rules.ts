import { allDiffer, differs } from "../expectations";
import { freeNumber } from "../fixtures";
import { type BodyAt, type Context, scenario, type TypedRequest } from "../context";

type Rule = BodyAt<"getSendingRule", 200>;
type Fields = Omit<
  Exclude<NonNullable<TypedRequest<"updateSendingRule">["body"]>, { preset: string }>,
  "preset"
>;

const DAY_MS = 86_400_000;
const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"] as const;

/** Returns a rule that is closed now and opens in three days, and the time of that opening. */
function closedNow(): { fields: Fields; opensAt: string } {
  const opening = new Date((Math.floor(Date.now() / DAY_MS) + 3) * DAY_MS);
  const day = DAYS[opening.getUTCDay()] ?? "sun";
  const windows = [{ days: [day], from: "00:00", to: "24:00" }];
  return { fields: { windows, time_zone: "UTC" }, opensAt: opening.toISOString().replace(/\.\d+/, "") };
}

const withoutTime = ({ updated_at: _updatedAt, purpose: _purpose, ...fields }: Rule): Fields => fields;

/** Returns a purpose without a rule. Another check that is running keeps the purpose that it uses. */
async function freePurpose(context: Context): Promise<Rule | undefined> {
  const { data } = await context.provoke("listSendingRules", 200, {}, "reads the sending rules");
  return data.find(({ updated_at: updatedAt }) => updatedAt === null);
}

/** Runs a step under a rule, then deletes the rule, also after a failure. */
async function withRule(context: Context, { purpose }: Rule, fields: Fields, run: () => Promise<void>) {
  const params = { purpose };
  await context.provoke("updateSendingRule", 200, { params, body: fields }, "sets a sending rule", (rule) =>
    allDiffer(withoutTime(rule), fields),
  );
  try {
    await run();
  } finally {
    await context.send("deleteSendingRule", { params }, "deletes the sending rule");
  }
}

export const sendingRules = [
  scenario("messages outside the windows of a sending rule", async (context, call) => {
    const free = await freePurpose(context);
    if (!free || !context.sandboxed.has("sms")) return;
    const { purpose } = free;
    const { fields, opensAt } = closedNow();
    const content = { type: "text" as const, text: "Teste de contrato" };
    const recipients = [{ to: await freeNumber(context, "0001") }];
    const body = { channel: "sms" as const, purpose, content, recipients };
    await withRule(context, free, fields, async () => {
      const waits = { status: "pending", not_before: opensAt, block_reason: null };
      await call("previewMessages", 200, { body }, "previews a message that waits", ({ data }) =>
        allDiffer(data[0] ?? {}, waits),
      );
      const sent = await call("sendMessages", 202, { body }, "sends a message that waits", ({ data }) =>
        allDiffer(data[0] ?? {}, waits),
      );
      const params = { message_id: sent.data[0]?.message_id ?? "" };
      await call("getMessage", 200, { params }, "reads the message that waits", (message) =>
        allDiffer(message, waits),
      );
      await call("cancelMessage", 200, { params }, "cancels the message", ({ status }) =>
        differs("status", status, "canceled"),
      );
    });
    await withRule(context, free, { ...fields, outside: "block" }, async () => {
      const blocked = { status: "blocked", not_before: null, block_reason: "outside_window" };
      await call("previewMessages", 200, { body }, "previews a blocked message", ({ data }) =>
        allDiffer(data[0] ?? {}, blocked),
      );
      await call("sendMessages", 202, { body }, "sends a blocked message", ({ data }) =>
        allDiffer(data[0] ?? {}, blocked),
      );
    });
  }),
  scenario("the cap of a sending rule", async (context, call) => {
    const free = await freePurpose(context);
    if (!free || !context.sandboxed.has("sms")) return;
    const content = { type: "text" as const, text: "Teste de contrato" };
    const recipients = [{ to: await freeNumber(context, "0001") }];
    const body = { channel: "sms" as const, purpose: free.purpose, content, recipients };
    await withRule(context, free, { max_per_recipient: { messages: 1, days: 1 } }, async () => {
      const sent = await call("sendMessages", 202, { body }, "sends the first message", ({ data }) =>
        differs("status", data[0]?.status, "pending"),
      );
      const params = { message_id: sent.data[0]?.message_id ?? "" };
      await context.until(
        "getMessage",
        200,
        { params },
        ({ status }) => status !== "pending",
        "waits until the message is submitted",
      );
      await call("sendMessages", 202, { body }, "sends a message beyond the cap", ({ data }) =>
        allDiffer(data[0] ?? {}, { status: "blocked", block_reason: "frequency" }),
      );
    });
  }),
];
