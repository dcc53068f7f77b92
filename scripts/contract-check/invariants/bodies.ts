import fc from "fast-check";
import type { OperationId } from "../../../generated/server/binding";
import { scopes } from "../../../generated/server/routes";

/** Placeholder in a body, replaced before the request is sent. */
export type Token =
  /** Name that contains this word. The name is unique, or with `same` equal in the whole sequence. */
  | { $name: string; same?: true }
  /** Phone number, preferably with these last digits. */
  | { $phone: string }
  /** Instant, in seconds from now. */
  | { $in: number }
  /** URL that does not resolve. */
  | { $nowhere: true }
  /** Id of a resource of kind `$of` that an earlier step created, or the resource's text in `field`. */
  | {
      $of: string;
      pick: number;
      field?: string;
      where?: Readonly<Record<string, unknown>>;
      /**
       * Operation that lists the contacts of a contact list. The token then selects only lists with contacts.
       */
      withEntriesOf?: OperationId;
    };

/** CSV whose rows are all rejected, so that an import creates no contact. */
export const REJECTED_ROWS = "telefone\n12\n";

// Names contain upper case and accents, because searches must ignore both.
const WORDS = ["Pedido", "promoção", "JOSÉ", "Maçã do Amor", "aviso", "100%_certo"];
const TEXTS = ["Olá, é um teste.", "Seu pedido saiu.", "Ação: responda já!", "A_B%C"];

const word = fc.constantFrom(...WORDS);
const name = word.map((one): Token => ({ $name: one }));
const pick = fc.nat({ max: 97 });
const of = (kind: string, parts: Omit<Extract<Token, { $of: string }>, "$of" | "pick"> = {}) =>
  pick.map((one): Token => ({ $of: kind, pick: one, ...parts }));
const text = fc.constantFrom(...TEXTS).map((one) => ({ type: "text", text: one }));
const fromNow = (min: number, max: number) =>
  fc.integer({ min, max }).map((seconds): Token => ({ $in: seconds }));
const instant = fromNow(3_600, 200_000);
/** Last digits of numbers to which the sandbox delivers. */
const ordinary = fc.integer({ min: 1_000, max: 9_999 }).map(String);
const phoneOf = (endings: fc.Arbitrary<string>) => endings.map((one): Token => ({ $phone: one }));
const phone = phoneOf(ordinary);
const attributeName = fc.constantFrom("pedido", "cidade", "nivel");
const attributes = fc.dictionary(attributeName, fc.constantFrom("A-1", "São Paulo", "ouro"), { maxKeys: 3 });
const CHANNELS = ["sms", "rcs", "voice"];
const PURPOSES = ["otp", "transactional", "marketing"];
const channels = fc.subarray(CHANNELS);
const purpose = fc.constantFrom(...PURPOSES);
const purposes = fc.subarray(PURPOSES);
const tags = fc.subarray(["check:a", "check:b", "check:c"]);
const eventTypes = fc.subarray(
  ["message_update", "inbound_message", "campaign_update", "inbound_rcs_event", "consent_update"],
  { minLength: 1 },
);
const contactName = fc.oneof({ weight: 4, arbitrary: name }, fc.constant(null));
/** Last digits whose messages the sandbox delivers, does not deliver, refuses or lets expire. */
const ending = fc.oneof(ordinary, fc.constantFrom("0001", "0002", "0007"));

const recipients = (maxLength: number) =>
  fc.array(fc.record({ to: phoneOf(ending), client_reference: word }), { minLength: 1, maxLength });

const sends = fc.oneof(
  fc.record({ template_id: of("template_id"), tags, recipients: recipients(3) }),
  fc.record({ channel: fc.constant("sms"), purpose, content: text, recipients: recipients(2) }),
);

const some = <T>(fields: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(fields, { requiredKeys: [] }).filter((body) => Object.keys(body).length > 0);

const WHOLE_WEEK = { days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], from: "00:00", to: "24:00" };

/** Valid, harmless bodies. Other operations use an example of the contract: see `derived-bodies.ts`. */
export const BODIES: Partial<Record<OperationId, fc.Arbitrary<unknown>>> = {
  createUploadUrl: fc.record({
    usage: fc.constant("contact_import"),
    content_type: fc.constant("text/csv"),
    size_bytes: fc.constant(Buffer.byteLength(REJECTED_ROWS)),
    filename: word.map((one) => `${one}.csv`),
  }),
  createTemplate: fc.record({ name, channel: fc.constantFrom("sms", "rcs"), purpose, content: text }),
  updateTemplate: some({ name, purpose, content: text }),
  upsertContact: fc.record({ phone, name: contactName, attributes }),
  updateContact: some({ name: contactName, attributes }),
  createConsent: fc.record(
    {
      phone: of("contact_id", { field: "phone" }),
      status: fc.constantFrom("granted", "revoked"),
      purposes: fc.subarray(PURPOSES, { minLength: 1 }),
      channels: fc.subarray(CHANNELS, { minLength: 1 }),
      source: fc.constantFrom("api", "import", "console"),
      evidence: some({
        text: fc.constantFrom(...TEXTS),
        url: fc.constant("https://example.com/clube"),
        ip: fc.constantFrom("203.0.113.7", "2001:db8::7"),
      }),
      occurred_at: fromNow(-200_000, -60),
    },
    { requiredKeys: ["phone", "status"] },
  ),
  createContactList: fc.oneof(
    fc.record({ name, type: fc.constant("default") }),
    fc.record({ name, type: fc.constant("blacklist"), channels, purposes }),
  ),
  updateContactList: some({ name }),
  // For a message to a number that ends in 0003, the sandbox reports no outcome. A campaign to such numbers
  // runs until it is stopped, and can then be deleted.
  upsertMember: fc.record({ phone: fc.constant<Token>({ $phone: "0003" }), name: contactName, attributes }),
  createImport: fc.record({ file_id: of("file_id", { where: { status: "uploaded" } }) }),
  sendMessages: sends,
  createCampaign: fc.record({
    name,
    template_id: of("template_id", { where: { channel: "sms" } }),
    list_id: of("list_id", { where: { type: "default" }, withEntriesOf: "listMembers" }),
    tags,
  }),
  updateCampaign: fc.record({ name }),
  updateMessage: fc.record({ send_at: instant }),
  scheduleCampaign: fc.record({ scheduled_at: instant }),
  createWebhook: fc.record({
    url: fc.constant<Token>({ $nowhere: true }),
    description: fc.option(name, { nil: null }),
    event_types: eventTypes,
  }),
  updateWebhook: some({ description: fc.option(name, { nil: null }), event_types: eventTypes }),
  createCannedResponse: fc.record({ name, text: fc.constantFrom(...TEXTS) }),
  updateCannedResponse: some({ name, text: fc.constantFrom(...TEXTS) }),
  updateConversation: some({ status: fc.constantFrom("open", "done") }),
  // `SAIR` stays an opt-out word, because people may reply with it while the check runs.
  updateOptOutWords: fc.record({
    opt_out: fc.subarray(["NAO QUERO", "Não, obrigado"]).map((more) => ["SAIR", ...more]),
    opt_in: fc.subarray(["VOLTAR", "Quero!"]),
    help: fc.subarray(["AJUDA", "INFO", "?1"]),
    confirmation: fc.constantFrom("Pronto.", null),
    help_answer: fc.constantFrom("Padaria Sol", null),
  }),
  // Rules without effect, because a check may send messages of the purpose while the rule is changed.
  updateSendingRule: some({
    windows: fc.constantFrom([], [WHOLE_WEEK]),
    time_zone: fc.constantFrom("recipient", "America/Manaus"),
    holidays: fc.constant(null),
    closed_dates: fc.subarray(["2001-01-01", "2001-12-24"]),
    max_per_recipient: fc.constantFrom(null, { messages: 1_000, days: 1 }),
    min_interval_seconds: fc.constant(null),
    require_consent: fc.constant(false),
    outside: fc.constantFrom("wait", "block"),
  }),
  createPrivacyRequest: fc.record({ phone, kind: fc.constant("export") }),
  createApiKey: fc.record({
    name,
    scopes: fc.subarray([...scopes], { minLength: 1, maxLength: 3 }),
    expires_at: fromNow(1_800, 3_600),
  }),
};

const sendTo = (ending: string, count: number, fields: object): object => ({
  channel: "sms",
  content: { type: "text", text: "Oi!" },
  ...fields,
  recipients: Array.from({ length: count }, () => ({ to: { $phone: ending } })),
});

/**
 * Body of a `sendMessages` request with three messages that are due in a day. Later steps can reschedule one
 * message and cancel the remaining messages.
 */
export const SCHEDULED_SEND = sendTo("1234", 3, { send_at: { $in: 86_400 } });

const OPEN = { type: "open_url", text: "Abrir", url: "https://example.com/", postback_data: "open" };

/** Requests whose recipients reply in the sandbox: with a text, and by opening a URL. */
export const SENDS_WITH_REPLIES: readonly unknown[] = [
  sendTo("0005", 2, {}),
  sendTo("0008", 2, { channel: "rcs", content: { type: "text", text: "Oi!", suggestions: [OPEN] } }),
];
