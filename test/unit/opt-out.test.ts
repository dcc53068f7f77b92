import fc from "fast-check";
import { consentKeyword } from "../../src/features/inbound/opt-out";

const OPT_OUT = ["SAIR", "PARE", "PARAR", "CANCELAR", "STOP"];
const OPT_IN = ["VOLTAR", "START"];
const WORDS = [
  ...OPT_OUT.map((word) => [word, "opt-out"] as const),
  ...OPT_IN.map((word) => [word, "opt-in"] as const),
];

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

describe("the consent keyword of a reply", () => {
  it.each(WORDS.flatMap(([word, wish]) => spellings(word).map((text) => [text, wish] as const)))(
    "reads %j as %s",
    (text, wish) => {
      expect(consentKeyword(text)).toBe(wish);
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
    expect(consentKeyword(text)).toBeNull();
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
        expect(consentKeyword(before + word + after)).toBe(wish);
      }),
      { numRuns: 1_000 },
    );
  });

  it("returns null for any other word", () => {
    const known = [...OPT_OUT, ...OPT_IN].map((word) => word.toLowerCase());
    const other = fc.stringMatching(/^[a-z]{1,10}$/).filter((word) => !known.includes(word));
    fc.assert(fc.property(other, (word) => consentKeyword(word) === null));
  });
});
