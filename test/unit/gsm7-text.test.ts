import fc from "fast-check";
import { toGsm7, withoutCounterpart } from "../../src/messaging/gsm7-text";
import { smsSegments } from "../../src/messaging/segments";

const encoded = (text: string): string => {
  const result = toGsm7(text);
  if ("notEncodable" in result) throw new Error(result.notEncodable);
  return result.text;
};

/** Texts as people write them, with characters that GSM-7 has and that it lacks. */
const written = fc.string({
  unit: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(..."abcde ãõçáéíóúâêô€[]{}…“”–º") },
    { weight: 1, arbitrary: fc.constantFrom("\u0303", "\u200b", "\u00a0", "ß", "Щ", "½", "®") },
  ),
  maxLength: 400,
  size: "max",
});
const anything = fc.oneof(written, fc.string({ unit: "grapheme" }), fc.string({ unit: "binary" }));

/** Each character of Unicode's first two planes. */
function* unicode() {
  for (let code = 0; code < 0x20000; code++) {
    if (code < 0xd800 || code >= 0xe000) yield String.fromCodePoint(code);
  }
}

/** Characters by the counterpart that leaves the meaning of a text unchanged, in the order of Unicode. */
const REVIEWED = {
  " ": "\t",
  "'": "`´‘’‚‛′",
  "''": "″",
  '"': "«»“”„‟",
  "<": "‹",
  ">": "›",
  "-": "‐‑‒–—―−",
  "...": "…",
  "*": "·•‣",
  "/": "÷⁄∕",
  "+/-": "±",
  "<=": "≤",
  ">=": "≥",
  "->": "→",
  "<-": "←",
  "~": "≈",
  x: "×",
  c: "¢",
  deg: "°",
  No: "№",
  TM: "™",
  "(C)": "©",
  "(R)": "®",
  "1/2": "½",
  "1/3": "⅓",
  "2/3": "⅔",
  "1/4": "¼",
  "3/4": "¾",
  "1/5": "⅕",
  "2/5": "⅖",
  "3/5": "⅗",
  "4/5": "⅘",
  "1/6": "⅙",
  "5/6": "⅚",
  "1/8": "⅛",
  "3/8": "⅜",
  "5/8": "⅝",
  "7/8": "⅞",
};

describe("transliteration into GSM-7", () => {
  it.each([
    ["takes off accents that GSM-7 lacks", "Olá João, a ação é às três", "Ola Joao, a acao é às tres"],
    [
      "keeps the characters of GSM-7",
      "É à ù ò ñ Ç Ä ö £ ¥ € [~] {x} Δ\n",
      "É à ù ò ñ Ç Ä ö £ ¥ € [~] {x} Δ\n",
    ],
    ["takes the cedilla off, which GSM-7 has only on a capital", "ç Ç", "c Ç"],
    ["replaces quotes", "“a” ‘b’ „c‟ «d» ´e` ′f″", "\"a\" 'b' \"c\" \"d\" 'e' 'f''"],
    ["replaces dashes and ellipses", "a – b — c ‑ d − e…", "a - b - c - d - e..."],
    ["replaces spaces", "a\u00a0b\u2009c\u202fd\u3000e\tf", "a b c d e f"],
    ["removes invisible characters", "a\u200bb\u00adc\ufeffd\u2060e\u200df", "abcdef"],
    ["composes combining marks before it takes them off", "a\u0303 e\u0301 n\u0303 a\u0300", "a é ñ à"],
    ["replaces ordinals, fractions and signs", "nº 1ª ½ ™ ® №", "no 1a 1/2 TM (R) No"],
    [
      "separates fractions from digits",
      "2½ kg, R$ 5¾, ½5, ½½, 5\u200b½",
      "2 1/2 kg, R$ 5 3/4, 1/2 5, 1/2 1/2, 5 1/2",
    ],
    ["keeps the meaning of formulas", "2×3 ≥ 5 ÷ 2 − 1 ± 1", "2x3 >= 5 / 2 - 1 +/- 1"],
    ["transliterates Cyrillic and Greek", "Привет ωμέγα", "Privet omega"],
  ])("%s", (_, text, sent) => {
    expect(encoded(text)).toBe(sent);
  });

  it.each([
    ["emoji", "oi 😀❤️👍🏽", ["😀", "❤", "👍", "🏽"]],
    ["flags", "🇧🇷", ["🇧", "🇷"]],
    ["scripts that have no letters in common with Latin", "你好 שלום سلام", [...("你好שלום" + "سلام")]],
    [
      "numbers and signs that would change their meaning",
      "10² ⁵ H₂O 3‰ ≠ ¬ √ ∅ † ✗ ① ₿",
      [..."²⁵₂‰≠¬√∅†✗①₿"],
    ],
    ["struck characters", "R$ 9\u0336 =\u0338 a\u20e0", ["\u0336", "≠", "\u20e0"]],
    ["control characters and private characters", "a\u0007\ue000", ["\u0007", "\ue000"]],
  ])("names %s, which have no counterpart", (_, text, characters) => {
    const distinct = [...new Set(characters)];
    expect(withoutCounterpart(text)).toEqual(distinct);
    expect(toGsm7(text)).toMatchObject({ characters: distinct });
  });

  it("lists ten characters without a counterpart at most", () => {
    const result = toGsm7("日月火水木金土年時分秒");
    expect(result).toMatchObject({
      notEncodable: "has characters without a counterpart in GSM-7: 日 月 火 水 木 金 土 年 時 分 …",
    });
  });

  it("returns the segments of the text before its transliteration", () => {
    const text = `Olá, ${"a".repeat(100)}`;
    expect(toGsm7(text)).toEqual({ text: `Ola, ${"a".repeat(100)}`, segmentsAsWritten: 2 });
  });

  it("refuses a text whose counterparts would need more segments", () => {
    expect(toGsm7("…".repeat(50))).toMatchObject({ segmentsAsWritten: 1 });
    expect(toGsm7("…".repeat(70))).toEqual({
      notEncodable: "needs more segments in GSM-7 than as written",
      characters: [],
    });
  });

  it("returns a text in GSM-7 that needs no more segments, or the problem", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const result = toGsm7(text);
        if ("notEncodable" in result) return;
        const sent = smsSegments(result.text);
        expect(sent.encoding).toBe("gsm7");
        expect(sent.segments).toBeLessThanOrEqual(result.segmentsAsWritten);
        expect(result.segmentsAsWritten).toBe(smsSegments(text).segments);
      }),
      { numRuns: 2_000 },
    );
  });

  it("leaves its own results unchanged", () => {
    fc.assert(
      fc.property(anything, (text) => {
        const result = toGsm7(text);
        if ("text" in result) expect(toGsm7(result.text)).toMatchObject({ text: result.text });
      }),
      { numRuns: 1_000 },
    );
  });

  it("has only reviewed counterparts of characters other than letters, numerals, spaces and marks", () => {
    const counterparts: Record<string, string> = {};
    for (const character of unicode()) {
      if (/[\p{L}\p{Nd}Ⅰ-ⅿ\p{Zs}\p{M}\p{Default_Ignorable_Code_Point}]/u.test(character)) continue;
      const result = toGsm7(`${"a".repeat(20)}${character}`);
      if (!("text" in result) || character.normalize("NFC") !== character) continue;
      const counterpart = result.text.slice(20);
      if (counterpart !== character)
        counterparts[counterpart] = (counterparts[counterpart] ?? "") + character;
    }
    expect(counterparts).toEqual(REVIEWED);
  });

  it("turns a letter only into letters and apostrophes", () => {
    for (const character of unicode()) {
      if (!/\p{L}/u.test(character)) continue;
      const result = toGsm7(`${"a".repeat(20)}${character}`);
      if ("text" in result && !/^[\p{L}']*$/u.test(result.text.slice(20))) throw new Error(character);
    }
  });

  it("is in GSM-7 for each character of Unicode's first plane that has a counterpart", () => {
    for (let code = 0; code < 0x10000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const character = String.fromCharCode(code);
      const result = toGsm7(`abcdefghij${character}`);
      if ("text" in result && smsSegments(result.text).encoding !== "gsm7") throw new Error(character);
    }
  });
});
