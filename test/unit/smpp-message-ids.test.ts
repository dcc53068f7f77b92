import fc from "fast-check";
import { canonicalId, MessageIds } from "../../src/carriers/smpp/message-ids";

const ANA = "+5511987654321";
const RUI = "+5521987654321";
const message = { accountId: "a", messageId: "m", to: ANA, whole: true };
/** Returns the ids after the carrier has answered submissions to Ana with them. */
const idsOf = (...ids: string[]) => {
  const known = new MessageIds();
  for (const id of ids) known.recordAccepted(id, message);
  return known;
};
const reference = (ids: MessageIds, id: string, number = ANA) =>
  ids.ofReceipt(id, [number, "27000"]).reference;

describe("canonicalId", () => {
  it.each([
    ["upper-case letters", "00A1B2", "a1b2"],
    ["lower-case letters", "a1b2", "a1b2"],
    ["leading zeros", "0000123", "123"],
    ["only zeros", "000", "0"],
    ["spaces around", " 12 ", "12"],
    ["a UUID", "0190F3A2-0000-7000-8000-00000000000A", "0190f3a2-0000-7000-8000-00000000000a"],
    ["letters of both cases, which are not a number", "0aB3", "0aB3"],
    ["another alphabet", "00xYz", "00xYz"],
    ["words", "m-1", "m-1"],
  ])("normalises %s", (_, id, canonical) => expect(canonicalId(id)).toBe(canonical));

  it("writes different numbers differently, and is idempotent", () => {
    const number = fc.bigInt({ min: 0n, max: 2n ** 128n });
    fc.assert(
      fc.property(number, number, fc.constantFrom(10, 16), (a, b, base) => {
        const [one, other] = [canonicalId(a.toString(base)), canonicalId(b.toString(base).padStart(20, "0"))];
        expect(one === other).toBe(a === b);
        expect(canonicalId(one)).toBe(one);
      }),
    );
  });
});

describe("MessageIds", () => {
  it("matches a receipt in another case and with other leading zeros", () => {
    expect(reference(idsOf("00AB"), "ab")).toBe("ab");
    expect(reference(idsOf("m-1"), "m-1")).toBe("m-1");
    expect(reference(idsOf("17"), "0017")).toBe("17");
  });

  it("learns that responses are hexadecimal and receipts decimal, and applies it to ids without letters", () => {
    const ids = idsOf("0000A1B2", "00000010");
    expect(reference(ids, "0000041394")).toBe("a1b2");
    expect(reference(ids, "0000000016")).toBe("10");
    expect(reference(ids, "0000000017")).toBe("11");
  });

  it("learns that responses are decimal and receipts hexadecimal", () => {
    const ids = idsOf("41394", "16");
    expect(reference(ids, "A1B2")).toBe("41394");
    expect(reference(ids, "10")).toBe("16");
  });

  it("learns that both are hexadecimal", () => {
    const ids = idsOf("a1b2", "10", "16");
    expect(reference(ids, "A1B2")).toBe("a1b2");
    expect(reference(ids, "16")).toBe("16");
    expect(reference(ids, "10")).toBe("10");
  });

  it("does not confuse the messages of a carrier with decimal ids", () => {
    const ids = idsOf("10", "16", "22");
    for (const id of ["10", "16", "22"]) expect(reference(ids, id)).toBe(id);
    expect(ids.ofReceipt("16", [RUI])).toMatchObject({ reference: "16", doubtful: false });
  });

  it("does not match a receipt for another number", () => {
    const ids = idsOf("10");
    expect(reference(ids, "16", RUI)).toBe("16");
  });

  it("marks a match as doubtful while only the recipient supports another base", () => {
    const ids = idsOf("10");
    expect(ids.ofReceipt("16", [ANA])).toEqual({ reference: "10", otherwise: null, doubtful: true });
    ids.recordAccepted("16", message);
    expect(ids.ofReceipt("16", [ANA])).toEqual({ reference: "16", otherwise: null, doubtful: false });
  });

  it("returns the other spelling of a response before a restart only when letters prove the base", () => {
    expect(idsOf().ofReceipt("41394", [ANA])).toEqual({
      reference: "41394",
      otherwise: "a1b2",
      doubtful: false,
    });
    expect(idsOf().ofReceipt("A1B2", [ANA])).toEqual({
      reference: "a1b2",
      otherwise: "41394",
      doubtful: false,
    });
    expect(idsOf().ofReceipt("16", [ANA])).toEqual({ reference: "16", otherwise: null, doubtful: false });
  });

  it("reports once what it has learned", () => {
    const learned: string[] = [];
    const ids = new MessageIds((spelling) => learned.push(spelling));
    for (const id of ["a1", "a2", "a3"]) ids.recordAccepted(id, message);
    for (const id of ["161", "162", "163"]) reference(ids, id);
    expect(learned).toEqual(["decimal"]);
  });

  it.each([
    ["decimal in both", 10, 10],
    ["hexadecimal in both", 16, 16],
    ["hexadecimal, and decimal in receipts", 16, 10],
    ["decimal, and hexadecimal in receipts", 10, 16],
  ])("matches every receipt with its message when ids are %s", (_, responses, receipts) => {
    const number = fc.integer({ min: 0x1000_0000, max: 0xffff_ffff });
    fc.assert(
      fc.property(fc.uniqueArray(number, { minLength: 2, maxLength: 60 }), (numbers) => {
        // The first id proves the base, as happens early with real ids.
        const all = [0xabcd_ef01, ...numbers.filter((one) => one !== 0xabcd_ef01)];
        const ids = new MessageIds();
        const references = all.map((one) =>
          ids.recordAccepted(one.toString(responses).toUpperCase(), message),
        );
        expect(new Set(references).size).toBe(all.length);
        const matched = all.map((one) => reference(ids, one.toString(receipts).padStart(12, "0")));
        expect(matched).toEqual(references);
      }),
    );
  });

  it("accepts any id and limits the number that it remembers", () => {
    const ids = new MessageIds();
    fc.assert(
      fc.property(fc.string(), fc.string(), (response, receipt) => {
        ids.recordAccepted(response, message);
        ids.ofReceipt(receipt, [receipt]);
      }),
    );
    for (let i = 0; i < 50_000; i++) ids.recordAccepted(`${i}x`, message);
    expect((ids as unknown as { recent: Map<string, unknown> }).recent.size).toBe(20_000);
  });
});
