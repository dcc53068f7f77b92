import { type BodyAt, type Context, scenario } from "../context";
import { freeNumber, provisionedList, sent, textTo } from "../fixtures";

type Words = BodyAt<"getOptOutWords", 200>;

/** Word that no person replies with, so that the scenario does not change the effect of their replies. */
const WORD = "Teste de contrato 0";

const replaceWords = (context: Context, body: Words) =>
  context.provoke("updateOptOutWords", 200, { body }, "replaces the words", body);

export const optOutWords = [
  scenario("the words of the account", async (context, call) => {
    const before = await call("getOptOutWords", 200, {}, "reads the words");
    const changed = { ...before, help: [...before.help.slice(0, 49), WORD] };
    await replaceWords(context, changed);
    await call("getOptOutWords", 200, {}, "reads the replaced words", changed);
    const twice = { ...changed, opt_in: ["teste, de CONTRATO: 0!"] };
    await call("updateOptOutWords", 422, { body: twice }, "uses a word in two lists");
    const placeholder = { ...changed, confirmation: "Até, {{name}}!" };
    await call("updateOptOutWords", 422, { body: placeholder }, "sets a text with a placeholder");
    await call("getOptOutWords", 200, {}, "reads the words after refusals", changed);
  }),
  scenario("a word that opts out", async (context, call) => {
    if (!context.sandboxed.has("sms")) return;
    const { channels, purposes } = await provisionedList(context);
    // An account may let opt-outs suppress nothing by SMS.
    if (!channels.includes("sms") || purposes?.includes("transactional") === false) return;
    // For a message to a number that ends in 0005, the sandbox simulates the reply "Oi".
    const to = await freeNumber(context, "0005");
    const body = textTo([to]);
    const before = await call("getOptOutWords", 200, {}, "reads the words");
    const without = (words: readonly string[]) => words.filter((word) => !/^oi$/i.test(word));
    const changed = {
      opt_out: [...without(before.opt_out).slice(0, 49), "OI"],
      opt_in: without(before.opt_in),
      help: without(before.help),
      confirmation: "Pronto.",
      help_answer: before.help_answer,
    };
    await replaceWords(context, changed);
    await sent(context, body, "sends a message that gets the word as its reply");
    const blocked = { "data.0.status": "blocked" };
    await context.until("previewMessages", { body }, "previews a send to the number", blocked);
    const messages = { query: { recipient: [to] } };
    await context.until("listMessages", messages, "waits for the confirmation", ({ data }) =>
      data.some(({ content }) => content?.type === "text" && content.text === changed.confirmation)
        ? []
        : ["no message confirms the opt-out"],
    );
    const conversation = { query: { phone: to } };
    const optedOut = { "data.0.opted_out": true };
    await context.until("listConversations", conversation, "waits for the opt-out", optedOut);
    const { data } = await call("listContacts", 200, { query: { phone: to } }, "finds the contact");
    const contact_id = data[0]?.id;
    if (contact_id) await call("deleteContact", 204, { params: { contact_id } }, "deletes the contact");
  }),
];
