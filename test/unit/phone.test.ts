import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { lineType, MAX_PHONE_INPUT, normalizeAnySpelling, normalizePhone } from "../../src/messaging/phone";

const cases = readFileSync(join(__dirname, "phone-numbers.tsv"), "utf8")
  .split(/\r?\n/)
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => line.split("\t") as [input: string, expected: string, note: string]);

const AREAS = Array.from({ length: 90 }, (_, i) => String(i + 10));
const REAL_AREAS = AREAS.filter((area) => library(`+55${area}987654321`) !== null);

function library(e164: string) {
  const number = parsePhoneNumberFromString(e164, { extract: false });
  const type = number?.getType();
  return type === "MOBILE" || type === "FIXED_LINE" ? { number: number?.number as string, type } : null;
}

const digits = (length: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
    .map((all) => all.join(""));
const mobile = fc.tuple(fc.constantFrom(...REAL_AREAS), digits(8)).map(([area, rest]) => `${area}9${rest}`);
const separator = fc.constantFrom(
  "",
  "",
  " ",
  "-",
  ".",
  "/",
  "(",
  ")",
  " - ",
  "\u00a0",
  "\u200b",
  "\u202d",
  "\ufe0f",
);

describe("normalizePhone", () => {
  it("reads its table of cases", () => expect(cases.length).toBeGreaterThanOrEqual(28));

  it.each(cases)("turns %j into %s: %s", (input, expected) => {
    expect(normalizePhone(input)).toBe(expected === "reject" ? null : expected);
  });

  it.each([
    ["(+55) 11 98765-4321", "+5511987654321"],
    ["\u202a+55 11 98765-4321\u202c", "+5511987654321"],
    ["\t11 98765-4321\r\n", "+5511987654321"],
    ["TEL:11987654321", "+5511987654321"],
    ["0 55 98765-4321", "+5555987654321"],
    ["055 11 98765-4321", "+5511987654321"],
    ["0055 0 11 98765-4321", "+5511987654321"],
    ["5555987654321", "+5555987654321"],
    ["+44 (0)20 7946 0958", "+442079460958"],
    ["+39 06 698 82142", "+390669882142"],
  ])("reads %j", (input, expected) => expect(normalizePhone(input)).toBe(expected));

  it.each([
    "",
    "+",
    "++5511987654321",
    "55+11987654321",
    "5511987654321 ramal 2",
    "11987654321;ext=2",
    "11 98765–4321",
    "15 11 98765-4321",
    "+55 55 11 98765-4321",
    "+5523987654321",
    "(11) 0456-7890",
    "0900 123 4567",
    "4003 1234",
    "+18005551234",
    "+4980012345678",
    "+12",
    "١١٩٨٧٦٥٤٣٢١",
    "11987654321\0",
  ])("refuses %j", (input) => expect(normalizePhone(input)).toBeNull());

  it("refuses input beyond the maximum length", () => {
    expect(normalizePhone("11987654321".padEnd(MAX_PHONE_INPUT))).toBe("+5511987654321");
    expect(normalizePhone("11987654321".padEnd(MAX_PHONE_INPUT + 1))).toBeNull();
  });

  it("agrees with libphonenumber on every area code and leading digit", () => {
    for (const area of AREAS) {
      for (let first = 0; first <= 9; first++) {
        const fixed = `+55${area}${first}4567890`;
        const mobileNumber = `+55${area}9${first}4567890`;
        if (first < 6)
          expect([fixed, normalizePhone(fixed)]).toEqual([fixed, library(fixed)?.number ?? null]);
        expect([mobileNumber, normalizePhone(mobileNumber)]).toEqual([
          mobileNumber,
          library(mobileNumber)?.number ?? null,
        ]);
      }
    }
  });

  it("agrees with libphonenumber on any digits of a Brazilian number's length", () => {
    fc.assert(
      fc.property(fc.constantFrom(...AREAS), digits(9), fc.boolean(), (area, rest, short) => {
        const number = `+55${area}${short ? rest.slice(1) : rest}`;
        const normalized = normalizePhone(number);
        const ninthAdded = normalized !== null && normalized !== number;
        const expected = library(number)?.number ?? null;
        expect(ninthAdded ? library(normalized)?.type : normalized).toBe(ninthAdded ? "MOBILE" : expected);
      }),
      { numRuns: 2000 },
    );
  });

  it("returns the same result with and without its shortcut", () => {
    const nearly = fc
      .tuple(
        fc.constantFrom("+55", "55", "", "+5", "5", "0"),
        digits(2),
        fc.constantFrom("9", "8", ""),
        digits(8),
      )
      .map((parts) => parts.join(""));
    const damaged = fc
      .tuple(nearly, fc.nat(13), fc.constantFrom("+", " ", "x", "0", "٣", "\ud800"))
      .map(([text, at, character]) => text.slice(0, at) + character + text.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(nearly, damaged, mobile), (input) => {
        expect(normalizePhone(input)).toBe(normalizeAnySpelling(input));
      }),
      { numRuns: 5000 },
    );
  });

  it("reads a mobile number in every notation alike", () => {
    const prefix = fc.constantFrom(
      "+55",
      "55",
      "0055",
      "001555",
      "005555",
      "+550",
      "0",
      "021",
      "55021",
      "tel:+55",
      "",
    );
    fc.assert(
      fc.property(
        mobile,
        prefix,
        fc.array(separator, { minLength: 11, maxLength: 11 }),
        (number, before, gaps) => {
          const written = before + [...number].map((digit, i) => (gaps[i] ?? "") + digit).join("");
          fc.pre(written.length <= MAX_PHONE_INPUT);
          expect(normalizePhone(written)).toBe(`+55${number}`);
        },
      ),
      { numRuns: 3000 },
    );
  });

  it("leaves a normalised number unchanged", () => {
    const country = fc.constantFrom("+1", "+44", "+39", "+49", "+54", "+52", "+351", "+7", "+81", "+55", "");
    fc.assert(
      fc.property(country, fc.integer({ min: 6, max: 12 }).chain(digits), (code, rest) => {
        const once = normalizePhone(code + rest);
        fc.pre(once !== null);
        expect(once).toMatch(/^\+[1-9][0-9]{6,14}$/);
        expect(normalizePhone(once)).toBe(once);
      }),
      { numRuns: 2000 },
    );
  });

  it("accepts any text without an exception", () => {
    const halves = fc
      .array(fc.integer({ min: 0, max: 0xffff }))
      .map((units) => String.fromCharCode(...units));
    const anything = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }), halves);
    fc.assert(
      fc.property(anything, (text) => {
        const normalized = normalizePhone(text);
        if (normalized !== null) expect(normalizePhone(normalized)).toBe(normalized);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("lineType", () => {
  it.each([
    ["+5511987654321", "mobile"],
    ["+551134567890", "fixed"],
    ["+447911123456", "mobile"],
    ["+442079460958", "fixed"],
    ["+14155552671", "unknown"],
    ["+5523987654321", "unknown"],
    ["+552334567890", "unknown"],
    ["+55119876543", "unknown"],
    ["+", "unknown"],
    ["", "unknown"],
  ])("returns for %s: %s", (number, expected) => expect(lineType(number)).toBe(expected));

  it("agrees with libphonenumber for every Brazilian number that can be normalised", () => {
    fc.assert(
      fc.property(fc.constantFrom(...AREAS), fc.integer({ min: 8, max: 9 }).chain(digits), (area, rest) => {
        const number = normalizePhone(`+55${area}${rest}`);
        fc.pre(number !== null);
        expect(lineType(number)).toBe(library(number)?.type === "MOBILE" ? "mobile" : "fixed");
      }),
      { numRuns: 2000 },
    );
  });
});
