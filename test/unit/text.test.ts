import fc from "fast-check";
import { foldAnyText, foldForSearch, likePattern } from "../../src/platform/search-text";
import { cleanName, isWellFormedText, shortened } from "../../src/platform/text";

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.integer({ min: 0, max: 0x24f }).map((code) => String.fromCharCode(code)) }),
  fc.string({ unit: fc.constantFrom("Σ", "ς", "σ", "a", " ", "İ", "ß", "\u0301", "ﬁ", "한") }),
);
const runs = { numRuns: 2000 };

describe("foldForSearch", () => {
  it.each([
    ["João", "JOAO"],
    ["João", "joa\u0303o"],
    ["AÇÃO", "acao"],
    ["ΟΔΟΣ", "οδος"],
    ["Ｆｕｌｌ", "full"],
    ["oﬃce", "OFFICE"],
    ["İstanbul", "istanbul"],
    ["ÅNGSTRÖM", "angstrom"],
    ["Việt Nam", "VIET NAM"],
  ])("folds %s and %s alike", (a, b) => expect(foldForSearch(a)).toBe(foldForSearch(b)));

  it("keeps letters apart that are not variants of one another", () => {
    expect(foldForSearch("øæßłı")).toBe("øæßłı");
    expect(foldForSearch("100% _a\\b")).toBe("100% _a\\b");
  });

  it("returns the same text with and without its table, for each character and any text", () => {
    for (let code = 0; code <= 0xffff; code++) {
      const character = String.fromCharCode(code);
      if (foldForSearch(character) !== foldAnyText(character))
        throw new Error(`differs at ${code.toString(16)}`);
    }
    fc.assert(
      fc.property(anyText, (text) => expect(foldForSearch(text)).toBe(foldAnyText(text))),
      runs,
    );
  });

  it("folds texts longer than its table's buffer", () => {
    expect(foldForSearch("Ç".repeat(5000))).toBe("c".repeat(5000));
  });

  it("is idempotent", () => {
    fc.assert(
      fc.property(anyText, (text) => expect(foldForSearch(foldForSearch(text))).toBe(foldForSearch(text))),
      runs,
    );
  });

  it("finds any part of a text in the whole", () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (before, part, after) => {
        fc.pre(isWellFormedText(before) && isWellFormedText(part));
        expect(foldForSearch(before + part + after)).toContain(foldForSearch(part));
      }),
      runs,
    );
  });
});

describe("likePattern", () => {
  it("folds the text and escapes wildcards", () => {
    expect(likePattern("50%_Ação\\")).toBe("%50\\%\\_acao\\\\%");
  });

  it.each(["", "\u0301", "\u0301\u0302\u0303"])("refuses %j, which would match everything", (text) => {
    expect(() => likePattern(text)).toThrow(expect.objectContaining({ status: 400 }));
  });

  it("escapes wildcards that result from folding", () => expect(likePattern("５０％")).toBe("%50\\%%"));
});

describe("isWellFormedText", () => {
  it.each(["", "João 😀", "a\n\tb", "\uffff"])("accepts %j", (text) =>
    expect(isWellFormedText(text)).toBe(true),
  );
  it.each(["\0", "a\0b", "\ud83d", "\ude00", "\ude00\ud83d", "a\ud83db"])("refuses %j", (text) => {
    expect(isWellFormedText(text)).toBe(false);
  });
});

describe("shortened", () => {
  it("truncates long text without half a character", () => {
    expect(shortened("João", 10)).toBe("João");
    expect(shortened("João", 2)).toBe("Jo");
    expect(shortened("ab😀", 3)).toBe("ab\ufffd");
  });
});

describe("cleanName", () => {
  it("removes white space at the ends only", () =>
    expect(cleanName(" \u00a0Ana  Maria\n")).toBe("Ana  Maria"));
});
