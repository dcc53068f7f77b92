import { setAccount } from "../../src/features/accounts/accounts.store";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { testService } from "../support/service";

const PATH = "/v3/opt-out-words";
const NUMBER = "+5511987651234";

const DEFAULTS = {
  opt_out: ["SAIR", "PARE", "PARAR", "CANCELAR", "STOP", "DESCADASTRAR", "REMOVER"],
  opt_in: ["VOLTAR", "START", "COMECAR"],
  help: ["AJUDA"],
  confirmation: null,
  help_answer: null,
};

const CUSTOM = {
  opt_out: ["Não quero", "0"],
  opt_in: ["quero"],
  help: ["Dúvida"],
  confirmation: "Pronto.",
  help_answer: "Padaria Sol: (11) 3456-7890",
};

interface Failure {
  error: { code: string; fields: { field: string; message: string }[] };
}

describe.each(databases)("opt-out words on %s", (database) => {
  const service = testService(database);
  const newAccount = () => testAccount(service);

  it("returns the default words, without automatic replies, until the account changes them", async () => {
    const { request } = await newAccount();
    expect((await request.get(PATH).expect(200)).body).toEqual(DEFAULTS);
  });

  it("replaces the words as given, for one account", async () => {
    const [{ request }, other] = [await newAccount(), await newAccount()];
    expect((await request.put(PATH).send(CUSTOM).expect(200)).body).toEqual(CUSTOM);
    expect((await request.get(PATH).expect(200)).body).toEqual(CUSTOM);
    expect((await other.request.get(PATH).expect(200)).body).toEqual(DEFAULTS);
    const empty = { opt_out: [], opt_in: [], help: [], confirmation: null, help_answer: null };
    expect((await request.put(PATH).send(empty).expect(200)).body).toEqual(empty);
    expect((await request.get(PATH).expect(200)).body).toEqual(empty);
  });

  it("applies the new words to replies from then on", async () => {
    const { request, exchange } = await newAccount();
    const status = async () => exchange.statusOf(await exchange.sendOne({ text: "Oi" }, NUMBER));
    await request.put(PATH).send(CUSTOM).expect(200);
    await exchange.reply(NUMBER, "SAIR");
    expect(await status()).toBe("pending");
    await exchange.reply(NUMBER, "nao quero!");
    expect(await status()).toBe("blocked");
    await exchange.reply(NUMBER, "VOLTAR");
    expect(await status()).toBe("blocked");
    await exchange.reply(NUMBER, "Quero");
    await exchange.reply(NUMBER, "duvida?");
    await service.drain();
    const texts = (await exchange.messages()).map(({ content }) => (content as { text: string }).text);
    expect(texts.sort()).toEqual(["Oi", "Oi", "Oi", CUSTOM.help_answer, CUSTOM.confirmation].sort());
  });

  it("shares the confirmation with the operator's command", async () => {
    const { request, accountId } = await newAccount();
    await setAccount(service.db, accountId, { optOutConfirmation: "Saiu." });
    expect((await request.get(PATH).expect(200)).body).toEqual({ ...DEFAULTS, confirmation: "Saiu." });
    await request.put(PATH).send(CUSTOM).expect(200);
    const account = await setAccount(service.db, accountId, { rateLimit: 100 });
    expect(account?.optOutConfirmation).toBe(CUSTOM.confirmation);
    expect((await request.get(PATH).expect(200)).body).toEqual(CUSTOM);
  });

  it.each<[string, object, string[]]>([
    ["a word in two lists", { opt_in: ["START", "sáir"], opt_out: ["SAIR"] }, ["opt_in[1]"]],
    ["a word twice in a list", { help: ["AJUDA", "ajuda."] }, ["help[1]"]],
    ["a word without letters and digits", { opt_out: ["SAIR", "🛑"] }, ["opt_out[1]"]],
    ["a confirmation with a placeholder", { confirmation: "Até, {{name}}!" }, ["confirmation"]],
    ["a blank answer", { help_answer: " " }, ["help_answer"]],
    ["texts of more than 10 segments", textsOf("ã".repeat(671)), ["confirmation", "help_answer"]],
  ])("returns 422 for %s, names the field and changes nothing", async (_, change, fields) => {
    const { request } = await newAccount();
    const { body } = await request
      .put(PATH)
      .send({ ...DEFAULTS, ...change })
      .expect(422);
    const { error } = body as Failure;
    expect(error.code).toBe("unprocessable_entity");
    expect(error.fields.map(({ field }) => field)).toEqual(fields);
    expect((await request.get(PATH).expect(200)).body).toEqual(DEFAULTS);
  });

  it.each<[string, object]>([
    ["51 words in a list", { opt_out: Array.from({ length: 51 }, (_, index) => `W${index}`) }],
    ["a word of 31 characters", { opt_in: ["A".repeat(31)] }],
  ])("returns 400 for %s", async (_, change) => {
    const { request } = await newAccount();
    await request
      .put(PATH)
      .send({ ...DEFAULTS, ...change })
      .expect(400);
  });

  it("accepts 50 words in each list, words of 30 characters and texts of 10 segments", async () => {
    const { request } = await newAccount();
    const list = (letter: string) => Array.from({ length: 50 }, (_, index) => `${letter}${index}`);
    const long = "Ñ".repeat(30);
    const lists = { opt_out: [...list("A").slice(1), long], opt_in: list("B"), help: list("C") };
    await request
      .put(PATH)
      .send({ ...lists, ...textsOf("a".repeat(1_530)) })
      .expect(200);
  });
});

function textsOf(text: string) {
  return { confirmation: text, help_answer: text };
}
