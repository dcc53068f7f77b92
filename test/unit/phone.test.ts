import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import examples from "libphonenumber-js/examples.mobile.json";
import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import {
  dialNumber,
  lineType,
  MAX_PHONE_INPUT,
  normalizeAnySpelling,
  normalizePhone,
} from "../../src/messaging/phone";
import { isPhoneLike, phoneText, typedNumber } from "../../src/messaging/phone-text";
import { runs } from "../support/runs";

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
  "\u2011",
  "–",
  "\u2212",
  "(",
  ")",
  " - ",
  "\u00a0",
  "\u200b",
  "\u202d",
  "\ufe0f",
);

describe("dialNumber", () => {
  it.each([
    ["0800 646 4777", "+558006464777"],
    ["+558006464777", "+558006464777"],
    ["+55 0800 646 4777", "+558006464777"],
    ["0300 123 4567", "+553001234567"],
    ["4004-1234", "+5540041234"],
    ["3003-1234", "+5530031234"],
    ["+1 (800) 555-1234", "+18005551234"],
    ["+44 800 123 456", "+44800123456"],
    ["(11) 98765-4321", "+5511987654321"],
    ["(11) 7123-4567", "+5511971234567"],
  ])("turns %j into %s", (input, expected) => expect(dialNumber(input)).toBe(expected));

  it.each([
    ["a short number", "190"],
    ["a short number with a country code", "+55190"],
    ["a short code of an SMS", "27000"],
    ["a fixed line without area code", "3333-4444"],
    ["a mobile number without area code", "98765-4321"],
    ["an extension", "0800 646 4777 ramal 2"],
    ["two numbers", "4004-1234/35"],
    ["a placeholder", "{{numero}}"],
    ["letters", "0800 RECADO"],
    ["a number of another country without +", "0031461363820"],
    ["nothing", ""],
  ])("refuses %s: %j", (_, input) => expect(dialNumber(input)).toBeNull());

  it("returns numbers that it accepts again", () => {
    for (const input of ["0800 646 4777", "4004-1234", "+18005551234"]) {
      const number = dialNumber(input) ?? "";
      expect(dialNumber(number)).toBe(number);
    }
  });
});

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
    ["1198765.0000", "+5511987650000"],
    ["(11) 98765/4321", "+5511987654321"],
    ["11 98765\u20114321", "+5511987654321"],
    ["11 – 98765–4321", "+5511987654321"],
    ["tel:+55—11—98765−4321", "+5511987654321"],
  ])("reads %j", (input, expected) => expect(normalizePhone(input)).toBe(expected));

  it.each([
    "",
    "+",
    "++5511987654321",
    "55+11987654321",
    "5511987654321 ramal 2",
    "11987654321;ext=2",
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
    "1198765432.0",
    "tel:551198765432.00",
    "11 3456789/0",
    "11 34567890 / 1",
    "113456-78/901",
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
      { numRuns: runs(700) },
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
      { numRuns: runs(1700) },
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
        fc.array(separator, { minLength: 8, maxLength: 8 }),
        // A full stop or a slash before fewer than four digits makes the number invalid.
        fc.array(
          separator.filter((text) => !/[./]/.test(text)),
          { minLength: 3, maxLength: 3 },
        ),
        (number, before, firstGaps, lastGaps) => {
          const gaps = [...firstGaps, ...lastGaps];
          const written = before + [...number].map((digit, i) => (gaps[i] ?? "") + digit).join("");
          fc.pre(written.length <= MAX_PHONE_INPUT);
          expect(normalizePhone(written)).toBe(`+55${number}`);
        },
      ),
      { numRuns: runs(1000) },
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
      { numRuns: runs(700) },
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
      { numRuns: runs(1000) },
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
      { numRuns: runs(700) },
    );
  });
});

describe("phoneText", () => {
  it.each([
    ["+5511987654321", "+55 11 98765-4321"],
    ["+551134567890", "+55 11 3456-7890"],
    ["+14155552671", "+1 415 555-2671"],
    ["+442079460958", "+44 2079460958"],
    ["+351912345678", "+351 912345678"],
    ["27000", "27000"],
    ["Padaria", "Padaria"],
    ["+558006464777", "+55 8006464777"],
  ])("formats %j as %j", (number, expected) => expect(phoneText(number)).toBe(expected));

  it("puts a space after every country code, and keeps the number", () => {
    for (const country of getCountries()) {
      const number = getExampleNumber(country, examples)?.number ?? "";
      expect(phoneText(number)).toMatch(new RegExp(`^\\+${getCountryCallingCode(country)} \\d`));
      expect(normalizePhone(phoneText(number))).toBe(number);
    }
  });
});

describe("typedNumber", () => {
  it.each(cases.filter(([input]) => isPhoneLike(input)))("agrees with normalizePhone on %j", (input) => {
    expect(typedNumber(input)).toBe(normalizePhone(input));
  });

  it("agrees with normalizePhone on every area code and leading digits", () => {
    for (const area of AREAS) {
      for (let first = 0; first <= 99; first++) {
        const leading = String(first).padStart(2, "0");
        for (const input of [`${area} ${leading}65-4321`, `(${area}) ${leading}765-4321`]) {
          expect([input, typedNumber(input)]).toEqual([input, normalizePhone(input)]);
        }
      }
    }
  });

  it("agrees with normalizePhone on every spelling of the guide, with any dash and invisible characters", () => {
    const dash = fc.constantFrom("-", "\u2010", "\u2011", "–", "—", "\u2212", "－", " ", "/", ".", "");
    const around = fc.constantFrom(["", ""], ["\u202a", "\u202c"], ["\u200e", ""], [" \u200b", "\ufeff "]);
    const before = fc.constantFrom("", "tel:", "TEL:", "+55 ", "tel:+55-", "0", "015 ", "+55 (0) ", "0055");
    fc.assert(
      fc.property(mobile, before, around, dash, dash, (number, prefix, [open, close], first, second) => {
        const input = `${open}${prefix}${number.slice(0, 2)}${first}${number.slice(2, 7)}${second}${number.slice(7)}${close}`;
        expect([input, normalizePhone(input)]).toEqual([input, `+55${number}`]);
        expect([input, typedNumber(input)]).toEqual([input, `+55${number}`]);
      }),
      { numRuns: runs(700) },
    );
  });

  it("agrees with normalizePhone on any digits", () => {
    const prefix = fc.constantFrom("", "0", "00", "55", "+55", "0055", "+550", "015", "001555", "005555");
    fc.assert(
      fc.property(prefix, fc.integer({ min: 8, max: 13 }).chain(digits), (before, rest) => {
        expect(typedNumber(before + rest)).toBe(normalizePhone(before + rest));
      }),
      { numRuns: runs(1700) },
    );
  });
});
