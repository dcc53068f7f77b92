import fc from "fast-check";
import {
  namesNumber,
  NumberFinder,
  spellsNumber,
  spellsNumberAlone,
  spellsOtherNumber,
  withoutNumber,
  withoutSpellings,
} from "../../src/messaging/erased-number";
import { normalizePhone } from "../../src/messaging/phone";

const PHONE = "+5511987654321";

describe("numbers to erase", () => {
  it("finds a number in a text, with and without plus, but not in a longer number", () => {
    for (const text of [PHONE, "5511987654321", `pedido ${PHONE}.`, `x5511987654321y`]) {
      expect(namesNumber(text, PHONE)).toBe(true);
    }
    for (const text of ["", "+55119876543210", "15511987654321", "1987654321"]) {
      expect(namesNumber(text, PHONE)).toBe(false);
    }
  });

  it("removes a number from a JSON value, and keeps everything else", () => {
    const value = {
      to: PHONE,
      other: "+55119876543210",
      count: 5511987654321,
      list: [{ error: { message: `invalid: ${PHONE}!`, code: null } }, true],
    };
    expect(withoutNumber(value, PHONE)).toEqual({
      to: null,
      other: "+55119876543210",
      count: 5511987654321,
      list: [{ error: { message: "invalid: !", code: null } }, true],
    });
  });

  it("empties a text that contains another spelling of the number", () => {
    const value = [["failed", 1, { message: "O número (11) 98765-4321 não existe", carrierCode: "11" }]];
    const others = ["pedido 4321", `invalid: ${PHONE}!`];
    expect(withoutSpellings([...value, ...others], PHONE)).toEqual([
      ["failed", 1, { message: "", carrierCode: "11" }],
      ...["pedido 4321", "invalid: !"],
    ]);
  });

  it("finds a Brazilian number in every spelling that an import accepts", () => {
    const spellings = [
      ...[PHONE, "5511987654321", "(11) 98765-4321", "11 98765.4321", "011 98765-4321", "'11987654321"],
      ...["(11) 8765-4321", "0055 11 98765 4321", "11\u00a098765\u20114321", "tel:+55-11-98765-4321"],
    ];
    for (const text of spellings) {
      expect([text, spellsNumber(`Ana;${text};x`, PHONE)]).toEqual([text, true]);
      expect([text, spellsNumberAlone(`Ana;${text};x`, PHONE)]).toEqual([text, true]);
    }
    for (const text of ["(11) 98765-4322", "(21) 98765-4321", "98765-4321"]) {
      expect([text, spellsNumber(text, PHONE)]).toEqual([text, false]);
    }
    expect(spellsNumber("+44 20 7946 0958", "+442079460958")).toBe(true);
    expect(spellsNumber("(11) 3333-4444", "+551133334444")).toBe(true);
  });

  it.each([
    ["+44 (0)20 7946 0958", "+442079460958"],
    ["+33 (0)6 12 34 56 78", "+33612345678"],
    ["+7 8 495 123-45-67", "+74951234567"],
    ["+54 11 15 1234-5678", "+5491112345678"],
    ["+54 221 15 412-3456", "+5492214123456"],
    ["+54 9 11 1234-5678", "+5491112345678"],
    ["+39 06 1234 5678", "+390612345678"],
    ["+57 0444 321 123 4567", "+573211234567"],
    ["+591 010 7123 4567", "+59171234567"],
    ["+86 17900 131 2345 6789", "+8613123456789"],
    ["+378 886377", "+3780549886377"],
    ["+378 0549 886377", "+3780549886377"],
    ["１１９８７６５４３２１", PHONE],
  ])("finds the accepted spelling %s", (text, phone) => {
    expect(normalizePhone(text)).toBe(phone);
    expect(spellsNumber(`Ana;${text};x`, phone)).toBe(true);
    expect(spellsNumberAlone(`Ana;${text};x`, phone)).toBe(true);
  });

  it.each([
    ["11 98765–4321", PHONE],
    ["11 98765-4321 (Ana)", PHONE],
    ["11 98765-4321/22", PHONE],
    ["11987654321.0", PHONE],
    ["casa 11 3456-7890 cel 11 98765-4321", PHONE],
    ["11 98765-4322 / 11 98765-4321", PHONE],
    ["44 20 7946 0958", "+442079460958"],
    ["0044 20 7946 0958", "+442079460958"],
    ["+44 20 7946 0958 (Ann)", "+442079460958"],
    ["11Â 98765-4321", PHONE],
    ["+55 11 3456-7890 +55 11 98765-4321", PHONE],
    ["(11) 3456-7890 (11) 98765-4321", PHONE],
    ["11 98765-4321|2026-11-30", PHONE],
    ["1197651234.0", "+5511997651234"],
    ["11 9765-1234/5", "+5511997651234"],
  ])("finds %s as a number by itself", (text, phone) => {
    expect(spellsNumberAlone(text, phone)).toBe(true);
  });

  it.each([
    ["part of a longer number", "pedido 111 98765-4321", PHONE],
    ["part of a document number", "119876543210", PHONE],
    ["Chinese number", "+86 139 8765 1234", "+5513987651234"],
    ["Brazilian number", "(47) 9123-4567", "+4791234567"],
    ["number with decimals", "1197651234.0", "+5511976512340"],
    ["number before a short second number", "11 9765-1234/5", "+5511976512345"],
    ["number before a short second number and text", "11 9765-1234/5 (Ana)", "+5511976512345"],
    ["number before an age", "55 98945-1234 22 anos", "+5598945123422"],
    ["number that may have two more digits", "55 98945-1234 22 anos", "+5555989451234"],
    ["number beside a date", "30/11/2026 11 98765-2026", "+5511987652026"],
  ])("does not take a %s for a number by itself", (_what, text, phone) => {
    expect(spellsNumber(text, phone)).toBe(true);
    expect(spellsNumberAlone(text, phone)).toBe(false);
  });

  describe("for every accepted spelling", () => {
    const digits = fc.stringMatching(/^[0-9]{4}$/);
    const separator = fc.constantFrom("", " ", "-", ".", "/", "(", ") ");
    const spelling = fc
      .tuple(
        fc.constantFrom("", "+55", "55", "0", "021", "0055", "1", "+86 "),
        ...[separator, fc.constantFrom("11", "55", "98", "20"), separator, fc.constantFrom("9", "", "8")],
        ...[separator, digits, separator, digits],
      )
      .map((parts) => parts.join(""));
    const end = fc.constantFrom("", ".0", "/5", " 22", "(", " / 1");
    const phoneOf = (text: string) => normalizePhone(text) ?? "";

    it("finds the number", () => {
      fc.assert(
        fc.property(spelling, (text) => {
          fc.pre(phoneOf(text) !== "");
          expect(spellsNumberAlone(`Ana;${text} anos`, phoneOf(text))).toBe(true);
          expect(spellsOtherNumber(`Ana;${text} anos`, phoneOf(text))).toBe(false);
        }),
      );
    });

    it("finds neither of the numbers that the spelling may be with more digits", () => {
      fc.assert(
        fc.property(spelling, end, (text, more) => {
          const [short, long] = [phoneOf(text), phoneOf(text + more)];
          fc.pre(short !== "" && long !== "" && short !== long);
          for (const phone of [short, long]) expect(spellsNumberAlone(text + more, phone)).toBe(false);
        }),
        { examples: [["55 98945-1234", " 22"]] },
      );
    });

    it("takes the spelling of another number for another number", () => {
      fc.assert(
        fc.property(spelling, spelling, (text, of) => {
          const [other, phone] = [phoneOf(text), phoneOf(of)];
          fc.pre(phone !== "" && other !== "" && other !== phone);
          expect(spellsOtherNumber(`Ana;${text} anos`, phone)).toBe(true);
        }),
      );
    });
  });

  it("does not take a short foreign number for a part of another number", () => {
    for (const text of ["+55 11 98765-4002", "40024-002"]) expect(spellsNumber(text, "+6834002")).toBe(false);
    expect(spellsNumber("+683 4002", "+6834002")).toBe(true);
  });

  it("finds a number that is cut at any place between two pieces", () => {
    const text = Buffer.from("Ana;(11) 98765-4321;x\n", "utf16le").toString("latin1");
    for (let cut = 0; cut <= text.length; cut++) {
      const finder = new NumberFinder(PHONE);
      finder.feed(text.slice(0, cut));
      finder.feed(text.slice(cut));
      expect(finder.found).toBe(true);
    }
  });
});
