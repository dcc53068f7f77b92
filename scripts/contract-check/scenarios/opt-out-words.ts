import { allDiffer } from "../expectations";
import { freeNumber } from "../fixtures";
import { type BodyAt, type Context, scenario } from "../context";

type Words = BodyAt<"getOptOutWords", 200>;

/** Word that no person replies with, so that the scenario does not change the effect of their replies. */
const WORD = "Teste de contrato 0";

/** Runs a step with other words, then restores the words of the account, also after a failure. */
async function withWords(context: Context, changed: Words, before: Words, run: () => Promise<void>) {
  await context.provoke("updateOptOutWords", 200, { body: changed }, "replaces the words", (words) =>
    allDiffer(words, changed),
  );
  try {
    await run();
  } finally {
    await context.send("updateOptOutWords", { body: before }, "restores the words");
  }
}

export const optOutWords = [
  scenario("the words of the account", async (context, call) => {
    const before = await call("getOptOutWords", 200, {}, "reads the words");
    const changed = { ...before, help: [...before.help.slice(0, 49), WORD] };
    await withWords(context, changed, before, async () => {
      await call("getOptOutWords", 200, {}, "reads the replaced words", (words) => allDiffer(words, changed));
      const twice = { ...changed, opt_in: ["teste, de CONTRATO: 0!"] };
      await call("updateOptOutWords", 422, { body: twice }, "uses a word in two lists");
      const placeholder = { ...changed, confirmation: "Até, {{name}}!" };
      await call("updateOptOutWords", 422, { body: placeholder }, "sets a text with a placeholder");
      await call("getOptOutWords", 200, {}, "reads the words after refusals", (words) =>
        allDiffer(words, changed),
      );
    });
  }),
  scenario("a word that opts out", async (context, call) => {
    if (!context.sandboxed.has("sms")) return;
    const before = await call("getOptOutWords", 200, {}, "reads the words");
    // The sandbox replies Oi from numbers with this ending.
    const without = (words: readonly string[]) => words.filter((word) => !/^oi$/i.test(word));
    const changed = {
      ...{ opt_out: [...without(before.opt_out).slice(0, 49), "OI"], opt_in: without(before.opt_in) },
      ...{ help: without(before.help), confirmation: "Pronto.", help_answer: before.help_answer },
    };
    const to = await freeNumber(context, "0005");
    const content = { type: "text" as const, text: "Oi!" };
    const body = { channel: "sms" as const, content, recipients: [{ to }] };
    await withWords(context, changed, before, async () => {
      await call("sendMessages", 202, { body }, "sends a message that gets the word as its reply");
      await context.until(
        "previewMessages",
        200,
        { body },
        ({ data }) => data[0]?.status === "blocked",
        "previews a send to the number that replied",
      );
      await context.until(
        "listMessages",
        200,
        { query: { recipient: [to] } },
        ({ data }) =>
          data.some(({ content: sent }) => sent?.type === "text" && sent.text === changed.confirmation),
        "waits for the confirmation of the opt-out",
      );
    });
    const { data } = await call("listContacts", 200, { query: { phone: to } }, "finds the contact");
    const contact_id = data[0]?.id;
    if (contact_id) await call("deleteContact", 204, { params: { contact_id } }, "deletes the contact");
  }),
];
