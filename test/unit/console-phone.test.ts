import contract from "../../generated/openapi.json";
import type { BlockReason as Reason } from "../../src/messaging/block-reason";
import { formatOf } from "../../src/web/console/page/texts/language";
import { en } from "../../src/web/console/page/texts/en";
import { shortReason } from "../../src/web/console/page/parts/reasons";
import { pt } from "../../src/web/console/page/texts/pt";
import {
  effectOf,
  hasArrived,
  isSubscribed,
  newestByNumber,
  numberIn,
  phoneAddress,
  replyRoutes,
} from "../../src/web/console/page/phone/rules";

describe("the address of the sandbox phone", () => {
  it.each([
    ["+5511987654321", "+5511987654321"],
    [" 5511987654321", "+5511987654321"],
    ["+55 11 98765-4321", "+5511987654321"],
    ["1234567", null],
    ["", null],
  ])("reads %j as %j", (number, expected) => {
    expect(numberIn({ number })).toBe(expected);
  });

  it("encodes the plus of the number", () => {
    expect(phoneAddress("+5511987654321")).toBe("/console/phone?number=%2B5511987654321");
    expect(numberIn({})).toBeNull();
  });
});

describe("the sandbox phone", () => {
  it("shows delivered and read messages only", () => {
    const statuses = ["pending", "sent", "delivered", "read", "blocked", "undelivered"] as const;
    expect(statuses.filter((status) => hasArrived({ status }))).toEqual(["delivered", "read"]);
  });

  it.each([
    ["English", en],
    ["Portuguese", pt],
  ])("says in %s why a message is not on the phone, for every status and block reason", (_language, t) => {
    const { MessageStatus, BlockReason } = contract.components.schemas;
    const absent = MessageStatus.enum.filter((status) => !hasArrived({ status }));
    expect(Object.keys(t.phone.absent).sort()).toEqual([...absent].sort());
    const reasons = BlockReason.enum as Reason[];
    expect(reasons.map((reason) => shortReason({ error: null, block_reason: reason }, t))).toEqual(
      reasons.map((reason) => t.send.reasons[reason]),
    );
    const error = { code: "carrier_rejected", message: "no", carrier_code: null } as const;
    expect(shortReason({ error, block_reason: null }, t)).toBe(t.send.reasons.carrier_rejected);
    expect(shortReason({ error: null, block_reason: null }, t)).toBeNull();
  });

  it("lists each number once, with its newest message", () => {
    const messages = [
      { id: "3", to: "+1" },
      { id: "2", to: null },
      { id: "1", to: "+1" },
      { id: "0", to: "+2" },
    ];
    expect([...newestByNumber(messages)].map(([to, { id }]) => [to, id])).toEqual([
      ["+1", "3"],
      ["+2", "0"],
    ]);
  });

  it("offers the senders as routes of a reply, latest first, and default senders otherwise", () => {
    const rcs = { channel: "rcs", sender: "loja" } as const;
    const call = { channel: "voice", sender: "+551130000000" } as const;
    expect(replyRoutes([rcs, call, rcs])).toEqual([
      { channel: "rcs", to: "loja" },
      { channel: "sms", to: null },
    ]);
    expect(replyRoutes([])).toEqual([
      { channel: "sms", to: null },
      { channel: "rcs", to: null },
    ]);
  });

  it("knows from the newest subscription event whether the person unsubscribed", () => {
    const after = (...types: ("action" | "subscribe" | "unsubscribe")[]) =>
      isSubscribed(types.map((event_type) => ({ event_type })));
    expect([after(), after("action"), after("subscribe", "unsubscribe")]).toEqual([true, true, true]);
    expect([after("unsubscribe"), after("action", "unsubscribe", "subscribe")]).toEqual([false, false]);
  });

  it("says what a real phone would do on a tap that the page does not perform", () => {
    const say = (suggestion: object) =>
      effectOf({ type: "reply", text: "Toque", postback_data: "x", ...suggestion }, en.phone, formatOf("en"));
    expect(say({})).toBeNull();
    expect(say({ type: "open_url", url: "https://example.com" })).toBeNull();
    expect(say({ type: "open_url", url: "javascript:alert(1)" })).toBe(
      "Only http and https addresses are opened, not javascript:alert(1)",
    );
    expect(say({ type: "dial", phone: "+551130000000" })).toBe("The phone would now call +55 11 3000-0000.");
    expect(say({ type: "view_location", latitude: 1, longitude: 2, label: "Sé" })).toBe(
      "The phone would now show Sé (1, 2) on a map.",
    );
  });
});
