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
    ["transliterates Cyrillic and Greek", "Привет ωμέγα", "Privet omega"],
  ])("%s", (_, text, sent) => {
    expect(encoded(text)).toBe(sent);
  });

  it.each([
    ["emoji", "oi 😀❤️👍🏽", ["😀", "❤", "👍", "🏽"]],
    ["flags", "🇧🇷", ["🇧", "🇷"]],
    ["scripts that have no letters in common with Latin", "你好 שלום سلام", [...("你好שלום" + "سلام")]],
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

  it("is in GSM-7 for each character of Unicode's first plane that has a counterpart", () => {
    for (let code = 0; code < 0x10000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const character = String.fromCharCode(code);
      const result = toGsm7(`abcdefghij${character}`);
      if ("text" in result && smsSegments(result.text).encoding !== "gsm7") throw new Error(character);
    }
  });
});
