import fc from "fast-check";
import { readReceipt, type ReceiptFields } from "../../src/carriers/smpp/receipt";

const NONE = { receiptedMessageId: null, messageState: null, networkErrorCode: null };
const read = (text: string, tlvs: Partial<ReceiptFields> = {}) => readReceipt({ text, ...NONE, ...tlvs });
const typical = (id: string, stat: string, err: string, text = "Oi") =>
  `id:${id} sub:001 dlvrd:001 submit date:2601311200 done date:2601311201 stat:${stat} err:${err} text:${text}`;

describe("readReceipt", () => {
  it.each([
    ["DELIVRD", "delivered", null],
    ["DELIVERED", "delivered", null],
    ["EXPIRED", "expired", "expired"],
    ["DELETED", "undelivered", "undeliverable"],
    ["UNDELIV", "undelivered", "undeliverable"],
    ["UNDELIVERABLE", "undelivered", "undeliverable"],
    ["FAILED", "undelivered", "undeliverable"],
    ["UNKNOWN", "undelivered", "undeliverable"],
    ["REJECTD", "undelivered", "undeliverable"],
    ["REJECTED", "undelivered", "undeliverable"],
    ["ACCEPTD", null, null],
    ["ENROUTE", null, null],
  ])("reads stat:%s as %s", (stat, status, code) => {
    const receipt = read(typical("1", stat, "075"));
    expect(receipt).toMatchObject({ id: "1", status });
    expect(receipt?.error?.code ?? null).toBe(code);
    expect(receipt?.error?.carrierCode ?? null).toBe(code === null ? null : "075");
  });

  it.each([
    [0, null],
    [1, null],
    [2, "delivered"],
    [3, "expired"],
    [4, "undelivered"],
    [5, "undelivered"],
    [6, null],
    [7, "undelivered"],
    [8, "undelivered"],
    [9, "undelivered"],
  ])("reads message_state %i as %s, whatever the text says", (messageState, status) => {
    expect(read(typical("1", "ENROUTE", "0"), { messageState })?.status).toBe(status);
  });

  it.each([
    ["upper-case names", "ID:Ab-1 SUB:001 DLVRD:000 STAT:UNDELIV ERR:27", "Ab-1", "27"],
    ["another order", "stat:UNDELIV err:27 id:Ab-1", "Ab-1", "27"],
    ["commas", "id:Ab-1,sub:001,stat:UNDELIV,err:27,text:", "Ab-1", "27"],
    ["line breaks", "id:Ab-1\r\nstat:undeliv\r\nerr:27\r\n", "Ab-1", "27"],
    ["no text field", "id:Ab-1 stat:UNDELIV err:27", "Ab-1", "27"],
    ["no error code", "id:Ab-1 stat:UNDELIV", "Ab-1", "UNDELIV"],
    ["zeros as error code", "id:Ab-1 stat:UNDELIV err:000", "Ab-1", "UNDELIV"],
    ["letters in the error code", "id:Ab-1 stat:UNDELIV err:E1F text:", "Ab-1", "E1F"],
  ])("reads a text with %s", (_, text, id, carrierCode) => {
    expect(read(text)).toMatchObject({ id, status: "undelivered", error: { carrierCode } });
  });

  it("prefers the TLVs to the text", () => {
    const tlvs = { receiptedMessageId: "T", messageState: 5, networkErrorCode: Buffer.from([3, 0, 27]) };
    expect(read("", tlvs)).toMatchObject({ id: "T", status: "undelivered", error: { carrierCode: "27" } });
    expect(read(typical("X", "DELIVRD", "0"), { ...tlvs, messageState: null })).toMatchObject({
      id: "T",
      status: "delivered",
    });
  });

  it("ignores the text of the message", () => {
    expect(read("id:1 stat:DELIVRD text:id:2 stat:UNDELIV err:9")).toEqual({
      id: "1",
      status: "delivered",
      error: null,
    });
    expect(read("sub:001 text:id:2 stat:DELIVRD")).toBeNull();
  });

  it.each([
    "",
    "Oi",
    "id:1",
    "stat:DELIVRD",
    "id: stat:DELIVRD",
    "id:1 stat:NEW",
    "grid:1 thermostat:DELIVRD",
  ])("returns null for %j", (text) => expect(read(text)).toBeNull());

  const id = fc.string({
    unit: fc.constantFrom(..."0123456789abcdefABCDEF-_."),
    minLength: 1,
    maxLength: 64,
  });
  const stat = fc.constantFrom("DELIVRD", "EXPIRED", "UNDELIV", "REJECTD", "DELETED", "UNKNOWN");

  it("finds id and error code in any receipt, whatever the message", () => {
    const code = fc.stringMatching(/^[1-9A-F][0-9A-F]{0,3}$/);
    fc.assert(
      fc.property(id, stat, code, fc.string(), (sent, state, err, text) => {
        const receipt = read(typical(sent, state, err, text));
        expect(receipt?.id).toBe(sent);
        expect(receipt?.error?.carrierCode ?? null).toBe(state === "DELIVRD" ? null : err);
      }),
    );
  });

  it("accepts any text", () => {
    const pieces = fc.constantFrom("id:", "stat:", "err:", " ", "text:", "DELIVRD", "\0", ":", ",", "1", "é");
    const text = fc.oneof(
      fc.string(),
      fc.array(pieces, { maxLength: 2_000, size: "max" }).map((some) => some.join("")),
    );
    const octets = fc.option(fc.uint8Array().map((some) => Buffer.from(some)));
    fc.assert(
      fc.property(text, fc.option(fc.string()), fc.option(fc.nat(255)), octets, (some, tlv, state, error) => {
        const receipt = read(some, { receiptedMessageId: tlv, messageState: state, networkErrorCode: error });
        if (receipt) expect(receipt.id).not.toBe("");
      }),
    );
  });
});
