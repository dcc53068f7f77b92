import { errors } from "smpp";
import fc from "fast-check";
import type { SubmitOutcome } from "../../src/carriers/carrier";
import { fromAddress, toAddress } from "../../src/carriers/smpp/addresses";
import { encodePdu, MAX_PDU_OCTETS, InvalidPduError, PduReader } from "../../src/carriers/smpp/pdu";
import { describeStatus, rejectionOf, statusName } from "../../src/carriers/smpp/status-table";
import { relativeTime } from "../../src/carriers/smpp/submit-fields";
import { joinPartOutcomes } from "../../src/carriers/smpp/submitter";
import { concatenationOf, decodeText, splitHeader } from "../../src/carriers/smpp/text";

describe("command_status", () => {
  it.each([
    ["ESME_RINVDSTADR", 0x0b, "refused"],
    ["ESME_RINVSRCADR", 0x0a, "refused"],
    ["ESME_RSUBMITFAIL", 0x45, "refused"],
    ["ESME_RX_P_APPN", 0x65, "refused"],
    ["ESME_RSYSERR", 0x08, "retry"],
    ["ESME_RINVBNDSTS", 0x04, "retry"],
    ["ESME_RX_T_APPN", 0x64, "retry"],
    ["ESME_RMSGQFUL", 0x14, "throttled"],
    ["ESME_RTHROTTLED", 0x58, "throttled"],
    ["0x00000401", 0x401, "refused"],
    ["0x00000411", 0x411, "refused"],
  ])("classifies %s (%i) as %s", (name, code, type) => {
    const error = {
      code: type === "refused" ? "carrier_rejected" : "carrier_unreachable",
      carrierCode: name,
    };
    expect(rejectionOf(code)).toMatchObject({ type, error });
  });

  it("agrees with the codec on the names of statuses", () => {
    const names = Object.entries(errors).filter(([name, code]) => statusName(code) === name);
    expect(names.length).toBeGreaterThan(45);
    for (const [name, code] of Object.entries(errors)) {
      if (code > 0 && code < 0x100)
        expect([name, statusName(code)]).toEqual([name, expect.stringMatching(/^ESME_/)]);
    }
    expect(describeStatus(0x0e)).toBe("ESME_RINVPASWD (0x0000000E): the password is wrong");
  });
});

describe("the parts of a message", () => {
  const accepted = (reference: string, id = reference) =>
    ({ type: "accepted", ids: { id, reference } }) as const;
  const error = { code: "carrier_rejected", message: "", carrierCode: null } as const;
  it.each<[string, Parameters<typeof joinPartOutcomes>[0], SubmitOutcome]>([
    [
      "all accepted",
      [accepted("1f", "01F"), accepted("2")],
      { type: "accepted", references: ["1f", "2"], id: "01F" },
    ],
    ["accepted without ids", [{ type: "accepted", ids: null }], { type: "accepted" }],
    [
      "one refused",
      [accepted("1"), { type: "refused", error }, { type: "unknown" }],
      { type: "refused", error },
    ],
    ["one unanswered", [accepted("1"), { type: "unknown" }], { type: "unknown" }],
    ["one never accepted", [accepted("1"), { type: "retry", error }], { type: "unknown" }],
    ["one throttled to the end", [accepted("1"), { type: "throttled", error }], { type: "unknown" }],
  ])("combines the outcomes: %s", (_, parts, outcome) => expect(joinPartOutcomes(parts)).toEqual(outcome));
});

describe("SMPP addresses", () => {
  it.each([
    ["a short code", "27000", null, null, { ton: 3, npi: 0, address: "27000" }],
    ["a number", "+5511987654321", null, null, { ton: 1, npi: 1, address: "5511987654321" }],
    ["a name", "Recado", null, null, { ton: 5, npi: 0, address: "Recado" }],
    ["an address with a configured type", "27000", 5, 9, { ton: 5, npi: 9, address: "27000" }],
  ])("encodes %s", (_, address, ton, npi, sent) => expect(toAddress(address, ton, npi)).toEqual(sent));

  it.each([
    ["an international number", 1, "5511987654321", "+5511987654321"],
    ["a number with a plus", 0, "+5511987654321", "+5511987654321"],
    ["a number of unknown type with the country code", 0, "5511987654321", "+5511987654321"],
    ["a national number", 2, "11987654321", "+5511987654321"],
    ["a foreign number", 1, "12025550123", "+12025550123"],
    ["a number without the ninth digit", 1, "551187654321", "+5511987654321"],
    ["a short code", 3, "27000", "27000"],
    ["a name", 5, "Recado", "Recado"],
    ["an empty address", 0, "", ""],
  ])("decodes %s", (_, ton, address, read) => expect(fromAddress(ton, address)).toBe(read));
});

describe("inbound texts of SMPP", () => {
  const ucs2 = Buffer.from("é😀", "utf16le").swap16();
  it.each([
    ["the default alphabet", 0, Buffer.from([0, 0x1b, 0x65]), "@€"],
    ["the configured default coding", 0x20, Buffer.from([0]), "@"],
    ["ASCII", 1, Buffer.from("a@"), "a@"],
    ["Latin-1", 3, Buffer.from([0xe9]), "é"],
    ["UCS-2", 8, ucs2, "é😀"],
    ["UCS-2 with an additional octet", 8, Buffer.concat([ucs2, Buffer.from([1])]), "é😀"],
    ["a message class in UCS-2", 0x18, ucs2, "é😀"],
    ["a message class in the default alphabet", 0xf1, Buffer.from([0]), "@"],
    ["a message class in binary", 0xf5, Buffer.from([0]), null],
    ["binary", 4, Buffer.from([0]), null],
    ["Japanese", 5, Buffer.from([0]), null],
  ])("decodes %s", (_, coding, octets, text) => expect(decodeText(octets, coding, 0x20)).toBe(text));

  it.each([
    ["8-bit reference", [5, 0, 3, 7, 2, 1], { reference: 7, total: 2, number: 1 }],
    ["16-bit reference", [6, 8, 4, 1, 7, 2, 2], { reference: 263, total: 2, number: 2 }],
    ["after a port", [11, 5, 4, 0, 1, 0, 2, 0, 3, 7, 2, 1], { reference: 7, total: 2, number: 1 }],
    ["a part beyond the total", [5, 0, 3, 7, 2, 3], null],
    ["part zero", [5, 0, 3, 7, 2, 0], null],
    ["the only part", [5, 0, 3, 7, 1, 1], null],
    ["a truncated element", [4, 0, 3, 7, 2], null],
    ["no concatenation", [3, 1, 1, 0], null],
  ])("reads the concatenation header: %s", (_, header, part) => {
    const { header: found, body } = splitHeader(Buffer.from([...header, 0x41]));
    expect(concatenationOf(found)).toEqual(part);
    expect([...body]).toEqual([0x41]);
  });

  it("accepts any octets", () => {
    fc.assert(
      fc.property(fc.uint8Array(), fc.nat(255), (some, coding) => {
        const { header, body } = splitHeader(Buffer.from(some));
        concatenationOf(header);
        decodeText(body, coding, 0);
        expect(header.length + body.length).toBeLessThanOrEqual(some.length);
      }),
    );
  });
});

describe("relative times of SMPP", () => {
  it.each([
    [60, "000000000100000R"],
    [3_600, "000000010000000R"],
    [86_399, "000000235959000R"],
    [604_800, "000007000000000R"],
  ])("writes %i s as %s", (seconds, written) => expect(relativeTime(seconds)).toBe(written));
});

describe("PduReader", () => {
  it("finds the same PDUs however the stream is split", () => {
    const units = [
      encodePdu("enquire_link", 1),
      encodePdu("submit_sm_resp", 2, { message_id: "a".repeat(60) }),
    ];
    const stream = Buffer.concat([...units, ...units]);
    fc.assert(
      fc.property(fc.array(fc.nat(stream.length)), (cuts) => {
        const reader = new PduReader();
        const at = [0, ...cuts.sort((a, b) => a - b), stream.length];
        const found = at.flatMap((from, i) => [...reader.read(stream.subarray(from, at[i + 1] ?? from))]);
        expect(found).toEqual([...units, ...units]);
      }),
    );
  });

  it.each([0, 4, 15, MAX_PDU_OCTETS + 1, 0x4854_5450])("refuses a length of %i", (length) => {
    const octets = Buffer.alloc(16);
    octets.writeUInt32BE(length, 0);
    expect(() => [...new PduReader().read(octets)]).toThrow(InvalidPduError);
  });
});
