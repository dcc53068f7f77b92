import type { components } from "../../../generated/schema";
import { type BodyAt, type Context, scenario } from "../context";
import { inAnHour } from "../bodies";
import { allDiffer, differs } from "../expectations";
import { freeNumber, newContact, provisionedList, type Send, sent, textTo } from "../fixtures";

type Schemas = components["schemas"];
type Consent = BodyAt<"getConsent", 200>;
type Given = Omit<Schemas["CreateConsentRequest"], "phone">;

const ALL = { purposes: ["otp", "transactional", "marketing"], channels: ["sms", "rcs", "voice"] } as const;
const SOME = { purposes: ["transactional" as const], channels: ["sms" as const] };
const EVIDENCE = { text: "Um teste.", url: "https://example.com/clube", ip: "203.0.113.7" };

const ago = (seconds: number) => `${new Date(Date.now() - seconds * 1_000).toISOString().slice(0, 19)}Z`;

/** Previews a message. Checks whether consents suppress the message, and ignores other block reasons. */
function preview(context: Context, body: Send, isSuppressed: boolean, words: string) {
  return context.provoke("previewMessages", 200, { body }, `previews ${words}`, ({ data: [first] }) => {
    const reason = first?.block_reason === "suppressed" ? "suppressed" : null;
    return differs("data.0.block_reason", reason, isSuppressed ? "suppressed" : null);
  });
}

/** Sends a message that a consent suppresses, and lists the messages to its number by their block reason. */
async function sendSuppressed(context: Context, phone: string, body: Send): Promise<void> {
  const suppressed = { "data.0.status": "blocked", "data.0.block_reason": "suppressed" };
  const { message_id } = await sent(context, body, "sends a message that a consent suppresses", suppressed);
  const blockedFor = (...block_reason: Schemas["BlockReason"][]) => ({
    query: { block_reason, recipient: [phone] },
  });
  const alone = { "pagination.total": 1, "data.0.id": message_id };
  const words = "lists the suppressed messages to a number";
  await context.until("listMessages", blockedFor("suppressed"), words, alone);
  const others = blockedFor("frequency", "no_consent", "outside_window");
  const none = { "pagination.total": 0 };
  await context.provoke("listMessages", 200, others, "lists its messages blocked for other reasons", none);
}

/** Returns a function that records a consent of a number. Checks that the response has the given fields. */
const recorderOf =
  (context: Context, phone: string) =>
  (given: Given, words: string): Promise<Consent> =>
    context.provoke("createConsent", 201, { body: { phone, ...given } }, words, {
      ...ALL,
      source: "api",
      evidence: null,
      phone,
      ...given,
    });

/** Lists consents. Checks that the list has exactly the given consents in the given order. */
const lists = (context: Context, query: object, consents: readonly Consent[], words: string) =>
  context.provoke("listConsents", 200, { query }, words, ({ data }) =>
    differs("the ids", data.map(({ id }) => id).join(" "), consents.map(({ id }) => id).join(" ")),
  );

/** Returns the id of the provisioned list; null if the list suppresses nothing. */
async function suppressingList(context: Context): Promise<string | null> {
  const list = await provisionedList(context);
  return list.channels.length > 0 && list.purposes?.length !== 0 ? list.id : null;
}

export const consents = [
  scenario("what a consent suppresses", async (context, call) => {
    const phone = await freeNumber(context, "1234");
    const record = recorderOf(context, phone);
    const sms = textTo([phone], { purpose: "transactional" });
    const code = textTo([phone], { purpose: "otp" });
    const rcs = textTo([phone], { channel: "rcs", purpose: "transactional" });
    await preview(context, sms, false, "a message without a consent");
    const revocation = { status: "revoked" as const, ...SOME, evidence: EVIDENCE, occurred_at: ago(300) };
    const revoked = await record(revocation, "revokes a purpose on a channel");
    await preview(context, sms, true, "a message that a consent suppresses");
    await preview(context, code, false, "a message for another purpose");
    await preview(context, rcs, false, "a message on another channel");
    // The check sends the message only if SMS uses the sandbox. Through a carrier, a service that ignores
    // consents would deliver the message to a real phone.
    if (context.sandboxed.has("sms")) await sendSuppressed(context, phone, sms);
    const grant = { status: "granted" as const, ...SOME };
    const older = await record({ ...grant, occurred_at: ago(600) }, "records an older grant");
    await preview(context, sms, true, "a message after an older grant");
    const simultaneous = { ...grant, occurred_at: revoked.occurred_at };
    const later = await record(simultaneous, "records a grant of the same instant");
    await preview(context, sms, false, "a message after a grant of the same instant");
    if (context.sandboxed.has("sms"))
      await sent(context, sms, "sends a message after a grant", { "data.0.block_reason": null });
    const whole = await record({ status: "revoked" }, "revokes everything");
    await preview(context, code, true, "a message after the revocation of everything");
    await preview(context, rcs, true, "a message on another channel after it");
    const right = { ...revocation, phone, created_at: revoked.created_at };
    await call("getConsent", 200, { params: { consent_id: revoked.id } }, "reads a consent", right);
    const query = { phone: [phone] };
    await lists(context, query, [whole, later, older, revoked], "lists the consents of a number");
    const narrow = { ...query, status: ["revoked"], purpose: ["otp"], channel: ["voice"] };
    await lists(context, narrow, [whole], "lists the revocations for one-time codes by voice");
    await record({ status: "granted" }, "grants everything");
    await preview(context, code, false, "a message after the grant of everything");
  }),
  scenario("the consents of a contact", async (context, call) => {
    const phone = await freeNumber(context, "1234");
    const record = recorderOf(context, phone);
    const sms = textTo([phone], { purpose: "transactional" });
    const params = { contact_id: (await newContact(context, phone)).id };
    const list = await suppressingList(context);
    const isOnList = (expected: boolean, words: string) =>
      call("getContact", 200, { params }, words, ({ list_ids }) =>
        differs("whether list_ids has the list", list !== null && list_ids.includes(list), expected),
      );
    const shows = (consents: readonly Partial<Consent>[], words: string) =>
      call("listContactConsents", 200, { params }, words, ({ data }) => [
        ...differs("pagination.total", data.length, consents.length),
        ...consents.flatMap((right, index) => allDiffer(data[index] ?? {}, right)),
      ]);
    const revoked = await record({ status: "revoked", evidence: EVIDENCE }, "revokes everything");
    await isOnList(list !== null, "reads a contact that revoked everything");
    await shows([revoked], "lists the consents of a contact");
    await call("deleteContact", 204, { params }, "deletes a contact that revoked everything");
    const without = { id: revoked.id, status: "revoked", phone: null, evidence: null } as const;
    const one = { params: { consent_id: revoked.id } };
    await call("getConsent", 200, one, "reads a consent of a deleted contact", without);
    await lists(context, { phone: [phone] }, [], "lists the consents of a deleted contact's number");
    await preview(context, sms, true, "a message to a deleted contact that revoked everything");
    await newContact(context, phone);
    await preview(context, sms, true, "a message to the contact that was created again");
    await shows([without], "lists the consents of the contact that was created again");
    const granted = await record({ status: "granted" }, "grants everything");
    await preview(context, sms, false, "a message to a contact that granted everything");
    await isOnList(false, "reads a contact that granted everything");
    await shows([granted, without], "lists both consents of a contact");
    await call("deleteContact", 204, { params }, "deletes the contact");
  }),
  scenario("consents that cannot be recorded", async (context, call) => {
    const phone = await freeNumber(context);
    const consent = { phone, status: "granted" as const };
    const refused = (body: Schemas["CreateConsentRequest"], words: string) =>
      call("createConsent", 422, { body }, words);
    await refused({ ...consent, phone: "123" }, "records a consent of an invalid number");
    await refused({ ...consent, occurred_at: inAnHour() }, "records a consent of the future");
    await refused({ ...consent, evidence: { url: "ftp://example.com/" } }, "names a page that is not HTTP");
    await refused({ ...consent, evidence: { ip: "203.0.113" } }, "gives an invalid IP address");
    await call("listConsents", 400, { query: { phone: ["123"] } }, "lists consents of an invalid number");
    await lists(context, { phone: [phone] }, [], "lists the consents of a number without consents");
  }),
];
