import fc from "fast-check";
import { DEFAULT_WORDS } from "../../src/messaging/default-opt-out-words";
import { effectOfReply, wordProblems } from "../../src/messaging/opt-out-words";

const OPT_OUT = ["SAIR", "PARE", "PARAR", "CANCELAR", "STOP", "DESCADASTRAR", "REMOVER"];
const OPT_IN = ["VOLTAR", "START", "COMECAR"];
const HELP = ["AJUDA"];
const WORDS = [
  ...OPT_OUT.map((word) => [word, "opt-out"] as const),
  ...OPT_IN.map((word) => [word, "opt-in"] as const),
  ...HELP.map((word) => [word, "help"] as const),
];

const byDefault = (text: string) => effectOfReply(DEFAULT_WORDS, text);

/** Returns spellings of a word by people and their keyboards. */
const spellings = (word: string) => [
  word,
  word.toLowerCase(),
  word.charAt(0) + word.slice(1).toLowerCase(),
  ` ${word} `,
  `\t${word}\r\n`,
  `${word}!`,
  `${word}...`,
  `¡${word}!`,
  `"${word}"`,
  `“${word}”.`,
  `*${word}*`,
  `(${word})`,
  `${word} 🛑`,
  `👍🏽${word}`,
  `\u00a0${word}\u00a0`,
  `\u200b${word}\ufeff`,
  `\u200e${word}\u2060`,
  word.normalize("NFD"),
  // Full-width letters, as some keyboards produce them.
  [...word].map((letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)).join(""),
  word.replace("A", "Á"),
  word.replace("A", "A\u0303"),
  word.replace("O", "ô"),
];

describe("the effect of a reply with the default words", () => {
  it.each(WORDS.flatMap(([word, wish]) => spellings(word).map((text) => [text, wish] as const)))(
    "reads %j as %s",
    (text, wish) => {
      expect(byDefault(text)).toBe(wish);
    },
  );

  it.each([
    "",
    " ",
    "...",
    "🛑",
    "sair daqui",
    "quero sair",
    "não pare",
    "stopp",
    "sto",
    "s t o p",
    "S.A.I.R",
    "stop1",
    "1stop",
    "sair sair",
    "stop start",
    "parara",
    "pares",
    "restart",
    "voltarei",
    "сair",
    "cancele",
    "unsubscribe",
    "SAIR2",
    "st-op",
  ])("returns null for %j", (text) => {
    expect(byDefault(text)).toBeNull();
  });

  it("ignores case and surrounding punctuation", () => {
    const around = fc
      .array(fc.constantFrom(..." .,;:!?¿¡\"'“”()[]{}*_-–—/\\#@&%+=<>|~^`´¨$€°…\n\t\u00a0\u200b\ufe0f🙏"))
      .map((parts) => parts.join(""));
    const mixed = (word: string) =>
      fc
        .array(fc.boolean(), { minLength: word.length, maxLength: word.length })
        .map((upper) => [...word].map((c, i) => (upper[i] ? c : c.toLowerCase())).join(""));
    const any = fc.constantFrom(...WORDS).chain(([word, wish]) => fc.tuple(mixed(word), fc.constant(wish)));
    fc.assert(
      fc.property(around, any, around, (before, [word, wish], after) => {
        expect(byDefault(before + word + after)).toBe(wish);
      }),
      { numRuns: 1_000 },
    );
  });

  it("returns null for any other word", () => {
    const known = [...OPT_OUT, ...OPT_IN, ...HELP].map((word) => word.toLowerCase());
    const other = fc.stringMatching(/^[a-z]{1,10}$/).filter((word) => !known.includes(word));
    fc.assert(fc.property(other, (word) => byDefault(word) === null));
  });
});

describe("the effect of a reply with words of the account", () => {
  const words = { optOut: ["Não quero", "0", "СТОП"], optIn: ["quero!"], help: ["Dúvida?"] };

  it.each([
    ["nao QUERO", "opt-out"],
    ["Não, quero!", "opt-out"],
    [" 0. ", "opt-out"],
    ["стоп", "opt-out"],
    ["Quero", "opt-in"],
    ["duvida", "help"],
    ["SAIR", null],
    ["naoquero", null],
    ["00", null],
    ["não quero mais", null],
    ["!", null],
  ])("reads %j as %s", (text, effect) => {
    expect(effectOfReply(words, text)).toBe(effect);
  });

  it("has no effect without words", () => {
    expect(effectOfReply({ optOut: [], optIn: [], help: [] }, "SAIR")).toBeNull();
  });
});

describe("the problems of words", () => {
  const fields = { optOut: "opt_out", optIn: "opt_in", help: "help" };
  const of = (optOut: string[], optIn: string[] = [], help: string[] = []) =>
    wordProblems({ optOut, optIn, help }, fields).map(({ field, message }) => `${field} ${message}`);

  it("finds none in the default words", () => {
    expect(wordProblems(DEFAULT_WORDS, fields)).toEqual([]);
  });

  it("names each word that is in another list or twice in one, and the word that it repeats", () => {
    const same = (first: string) => `is the same word as ${first}: case, accents and punctuation are ignored`;
    expect(of(["SAIR", "sair!"], ["Volta", "SÁIR"], ["volta."])).toEqual([
      `opt_out[1] ${same("opt_out[0]")}`,
      `opt_in[1] ${same("opt_out[0]")}`,
      `help[0] ${same("opt_in[0]")}`,
    ]);
  });

  it("names each word without letters and digits", () => {
    expect(of(["🛑", "SAIR"], [], ["?", " "])).toEqual(
      ["opt_out[0]", "help[0]", "help[1]"].map((field) => `${field} must have a letter or a digit`),
    );
  });
});
