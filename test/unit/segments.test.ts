import fc from "fast-check";
import { decodeGsm7, encodeGsm7 } from "../../src/messaging/gsm7";
import { MAX_SMS_SEGMENTS, smsParts, smsSegments } from "../../src/messaging/segments";

/** Default alphabet of TS 23.038 by code, 0x00 to 0x7F, written independently of the code under test. */
const ALPHABET = [
  ..."@£$¥èéùìòÇ\nØø\rÅå",
  ..."Δ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ",
  ..." !\"#¤%&'()*+,-./",
  ..."0123456789:;<=>?",
  ..."¡ABCDEFGHIJKLMNO",
  ..."PQRSTUVWXYZÄÖÑÜ§",
  ..."¿abcdefghijklmno",
  ..."pqrstuvwxyzäöñüà",
];
const BASIC = ALPHABET.filter((character) => character !== "\x1b");
const EXTENSION = ["\f", "^", "{", "}", "\\", "[", "~", "]", "|", "€"];

const gsm7 = fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...BASIC) }, fc.constantFrom(...EXTENSION));
const unicode = fc.oneof(gsm7, fc.constantFrom("ç", "ã", "😀", "👩‍👧", "漢"));
const CHARACTERS = [
  ["GSM", gsm7],
  ["any", unicode],
] as const;

/** Counts the slow way: packs characters, which must not be split, into one part after another. */
function packed(text: string): { encoding: string; segments: number; units: number } {
  const characters = [...text];
  const gsm7 = characters.every((character) => BASIC.includes(character) || EXTENSION.includes(character));
  const sizes = characters.map((character) =>
    gsm7 ? (EXTENSION.includes(character) ? 2 : 1) : character.length,
  );
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const encoding = gsm7 ? "gsm7" : "ucs2";
  if (units === 0) return { encoding, segments: 0, units };
  if (units <= (gsm7 ? 160 : 70)) return { encoding, segments: 1, units };
  const capacity = gsm7 ? 153 : 67;
  const parts = sizes.reduce<number[]>(
    (filled, size) => {
      const last = filled[filled.length - 1] as number;
      return last + size <= capacity ? [...filled.slice(0, -1), last + size] : [...filled, size];
    },
    [0],
  );
  return { encoding, segments: parts.length, units };
}

describe("smsSegments", () => {
  it("counts no segment for the empty text", () => {
    expect(smsSegments("")).toEqual({ encoding: "gsm7", segments: 0, units: 0, ucs2Characters: [] });
  });

  it.each([
    ["160 basic characters as one segment", "a".repeat(160), "gsm7", 1, 160],
    ["161 basic characters as two segments", "a".repeat(161), "gsm7", 2, 161],
    ["306 basic characters as two segments", "a".repeat(306), "gsm7", 2, 306],
    ["307 basic characters as three segments", "a".repeat(307), "gsm7", 3, 307],
    ["80 euro signs as one segment", "€".repeat(80), "gsm7", 1, 160],
    ["81 euro signs as two segments", "€".repeat(81), "gsm7", 2, 162],
    ["an escape sequence wholly in the next part", "a".repeat(152) + "€" + "a".repeat(152), "gsm7", 3, 306],
    ["70 units of UCS-2 as one segment", "ç".repeat(70), "ucs2", 1, 70],
    ["71 units of UCS-2 as two segments", "ç".repeat(71), "ucs2", 2, 71],
    ["134 units of UCS-2 as two segments", "ç".repeat(134), "ucs2", 2, 134],
    ["35 emoji as one segment", "😀".repeat(35), "ucs2", 1, 70],
    ["36 emoji as two segments", "😀".repeat(36), "ucs2", 2, 72],
    ["a surrogate pair wholly in the next part", "a".repeat(66) + "😀" + "a".repeat(66), "ucs2", 3, 134],
  ])("counts %s", (_, text, encoding, segments, units) => {
    expect(smsSegments(text)).toMatchObject({ encoding, segments, units });
  });

  it("uses GSM-7 for its alphabet and extension only, up to U+0200", () => {
    for (const character of BASIC)
      expect(smsSegments(character)).toMatchObject({ encoding: "gsm7", units: 1 });
    for (const character of EXTENSION)
      expect(smsSegments(character)).toMatchObject({ encoding: "gsm7", units: 2 });
    for (let code = 0; code < 0x200; code++) {
      const character = String.fromCharCode(code);
      const known = BASIC.includes(character) || EXTENSION.includes(character);
      expect([code, smsSegments(character).encoding]).toEqual([code, known ? "gsm7" : "ucs2"]);
    }
  });

  it("uses UCS-2 for a bare escape code", () => {
    expect(smsSegments("a\x1bb").ucs2Characters).toEqual(["\x1b"]);
  });

  it("lists the characters that require UCS-2 once each, in order, with surrogate pairs as one", () => {
    expect(smsSegments("Olá, ação: até já 😀 ou 😀!").ucs2Characters).toEqual(["á", "ç", "ã", "😀"]);
    expect(smsSegments("Cafe a 5 € [ja]").ucs2Characters).toEqual([]);
  });

  it("counts ten full segments", () => {
    expect(smsSegments("a".repeat(153 * MAX_SMS_SEGMENTS)).segments).toBe(MAX_SMS_SEGMENTS);
    expect(smsSegments("á".repeat(67 * MAX_SMS_SEGMENTS + 1)).segments).toBe(MAX_SMS_SEGMENTS + 1);
  });

  it.each(CHARACTERS)("agrees with packing %s characters one by one", (_, characters) => {
    const text = fc.string({ unit: characters, maxLength: 900, size: "max" });
    fc.assert(
      fc.property(text, (written) => expect(smsSegments(written)).toMatchObject(packed(written))),
      { numRuns: 500 },
    );
  });

  it("agrees with packing near the limit of a part", () => {
    const filler = fc.constantFrom("a", "á");
    const tail = fc.array(fc.constantFrom("a", "€", "😀"), { maxLength: 4 });
    fc.assert(
      fc.property(filler, fc.integer({ min: 60, max: 320 }), tail, filler, (letter, length, odd, more) => {
        const text = letter.repeat(length) + odd.join("") + more.repeat(length);
        expect(smsSegments(text)).toMatchObject(packed(text));
      }),
      { numRuns: 2000 },
    );
  });

  it("accepts halves of surrogate pairs", () => {
    const units = fc.array(fc.constantFrom(0xd83d, 0xde00, 0x61), { maxLength: 300, size: "max" });
    fc.assert(
      fc.property(units, (codes) => {
        const text = String.fromCharCode(...codes);
        expect(smsSegments(text)).toMatchObject(packed(text));
      }),
    );
  });
});

describe("smsParts", () => {
  it.each(CHARACTERS)(
    "splits text of %s characters into as many valid parts as are counted",
    (_, characters) => {
      const text = fc.string({ unit: characters, maxLength: 900, size: "max" });
      fc.assert(
        fc.property(text, (written) => {
          const { segments, encoding } = smsSegments(written);
          const parts = smsParts(written);
          expect(parts.join("")).toBe(written);
          expect(parts).toHaveLength(segments);
          for (const part of parts) {
            const units = encoding === "gsm7" ? encodeGsm7(part).length : part.length;
            expect(units).toBeLessThanOrEqual(
              encoding === "gsm7" ? (segments > 1 ? 153 : 160) : segments > 1 ? 67 : 70,
            );
            // No part ends within a surrogate pair.
            expect(Buffer.from(part).toString()).toBe(part);
          }
        }),
        { numRuns: 300 },
      );
    },
  );

  it("returns no part for the empty text", () => expect(smsParts("")).toEqual([]));
});

describe("GSM-7 in octets", () => {
  it("encodes each character as its code", () => {
    for (const [code, character] of ALPHABET.entries()) {
      if (character !== "\x1b") expect([...encodeGsm7(character)]).toEqual([code]);
    }
    expect([...encodeGsm7("€[")]).toEqual([0x1b, 0x65, 0x1b, 0x3c]);
  });

  it("decodes every text unchanged", () => {
    const text = fc.string({ unit: fc.constantFrom(...BASIC, ...EXTENSION), maxLength: 300 });
    fc.assert(fc.property(text, (written) => expect(decodeGsm7(encodeGsm7(written))).toBe(written)));
  });

  it.each([
    ["an escape code at the end", [0x41, 0x1b], "A "],
    ["two escape codes", [0x1b, 0x1b, 0x65], " €"],
    ["an escape code before a character without an extension", [0x1b, 0x41], "A"],
    ["an octet that is not a septet", [0x80, 0x41], "?A"],
  ])("decodes %s", (_, octets, text) => {
    expect(decodeGsm7(Buffer.from(octets))).toBe(text);
  });

  it("decodes any octets", () => {
    fc.assert(fc.property(fc.uint8Array(), (octets) => void decodeGsm7(octets)));
  });

  it("refuses characters outside the alphabet", () => expect(() => encodeGsm7("ã")).toThrow(RangeError));
});
