import type { ContactList, InboundMessage, InboundRcsEvent, Message } from "../../src/client";
import {
  attributesOf,
  blockedOn,
  blockedText,
  blocksOf,
  blocksOfReply,
  faultsIn,
  variablesOf,
} from "../../src/web/console/page/contacts/rules";
import { pt } from "../../src/web/console/page/texts/pt";
import { searchOf } from "../../src/web/console/page/parts/filter-values";
import {
  changeSince,
  replyChannel,
  matchesByNumber,
  textAfter,
} from "../../src/web/console/page/replies/conversations";
import { shownAs } from "../../src/web/console/page/conversation/media";
import { timelineOf, TYPING_LASTS } from "../../src/web/console/page/conversation/timeline";

describe("the search for contacts", () => {
  it.each([
    ["(11) 98765-4321", "11987654321"],
    ["+55 11 98765", "551198765"],
    ["(11)", "11"],
    ["98765-4321", "987654321"],
    ["11.98765.4321", "11987654321"],
    ["11 98765-4321", "11987654321"],
    ["55 11 9 8765-4321", "5511987654321"],
    ["11 98765 4321", "11987654321"],
    ["11 9 8765 4321", "11987654321"],
    ["11-98765-4321", "11987654321"],
    ["11.98765-4321", "11987654321"],
    ["55 (11) 98765-4321", "5511987654321"],
    ["98765 4321", "987654321"],
    ["9 8765-4321", "987654321"],
    ["3456-7890", "34567890"],
    ["11 98765", "1198765"],
    ["11 98765-43", "119876543"],
    ["55 11", "5511"],
    ["011 98765-4321", "5511987654321"],
    ["(31) 9188-6910", "5531991886910"],
    ["11/98765-4050", "11987654050"],
    ["tel:+55-11-98765-4050", "5511987654050"],
    ["\u202a+55 11 98765\u20114050\u202c", "5511987654050"],
    ["98765–4050", "987654050"],
    ["1187654321", "1187654321"],
    ["12/11/2026", "12/11/2026"],
    ["2026/000123", "2026/000123"],
    ["12.345.678/0001-95", "12.345.678/0001-95"],
    ["tel: Ana", "tel: Ana"],
    ["Ana – 2", "Ana – 2"],
    ["2026-000123", "2026-000123"],
    ["2026 000123", "2026 000123"],
    ["2026 0001", "2026 0001"],
    ["48213-2024", "48213-2024"],
    ["29.11.2026", "29.11.2026"],
    ["29 11 2026", "29 11 2026"],
    ["119.876.543-21", "119.876.543-21"],
    ["10 000", "10 000"],
    ["1.500", "1.500"],
    ["11.11", "11.11"],
    ["529.982.247-25", "529.982.247-25"],
    [" Ana Maria ", "Ana Maria"],
    ["Ana 2", "Ana 2"],
    ["", ""],
  ])("turns %j into %j", (typed, expected) => expect(searchOf(typed)).toBe(expected));
});

describe("the suppression lists of a contact", () => {
  const list = (
    id: string,
    type: ContactList["type"],
    channels: ContactList["channels"],
    purposes: ContactList["purposes"] = ["marketing"],
  ) => ({ id, name: id, type, channels, purposes }) as ContactList;
  const lists = [
    list("sms and voice", "blacklist", ["voice", "sms"]),
    list("sms", "blacklist", ["sms"]),
    list("nothing", "blacklist", []),
    list("no purpose", "blacklist", ["sms"], []),
    list("clients", "default", []),
  ];

  it("includes each blacklist with channels and purposes once, in order", () => {
    const blocks = blocksOf(["sms and voice", "sms", "nothing", "no purpose", "clients"], lists);
    expect(blocks.map(({ id }) => id)).toEqual(["sms and voice", "sms"]);
    expect(blockedOn(blocks)).toEqual([
      { channel: "sms", purposes: ["marketing"] },
      { channel: "voice", purposes: ["marketing"] },
    ]);
  });

  it("names the purposes of each channel apart", () => {
    const blocks = blocksOf(
      ["a", "b"],
      [
        list("a", "blacklist", ["sms"]),
        list("b", "blacklist", ["rcs"], ["marketing", "transactional", "otp"]),
      ],
    );
    expect(blockedText(blocks, pt)).toEqual(["SMS (só para: Marketing)", "RCS"]);
  });

  it("applies to a reply only on its channels and for transactional messages", () => {
    const blocks = blocksOf(
      ["marketing", "both", "voice"],
      [
        list("marketing", "blacklist", ["sms", "rcs"]),
        list("both", "blacklist", ["sms"], ["marketing", "transactional"]),
        list("voice", "blacklist", ["voice"], ["transactional"]),
      ],
    );
    expect(blocksOfReply(blocks, "sms").map(({ id }) => id)).toEqual(["both"]);
    expect(blocksOfReply(blocks, "rcs")).toEqual([]);
  });

  it("excludes other and unknown lists", () => expect(blocksOf(["clients", "gone"], lists)).toEqual([]));
});

describe("the form for a contact's variables", () => {
  const row = (name: string, value: string, key = 0) => ({ key, name, value });

  it("remains unchanged except for empty rows and spaces around names", () => {
    const attributes = { cidade: "Recife", plano: "" };
    expect(attributesOf([...variablesOf(attributes), row("", "", 7), row(" bairro ", " Sé ", 8)])).toEqual({
      ...attributes,
      bairro: " Sé ",
    });
  });

  it.each([
    [[row("endereço", "x")], [[0, "name"]]],
    [[row("", "x")], [[0, "name"]]],
    [[row("a".repeat(65), "x")], [[0, "name"]]],
    [[row("a", "x"), row(" a", "y", 1)], [[1, "twice"]]],
    [[row("a", "x".repeat(1025))], [[0, "value"]]],
    [[row("a", "😀".repeat(1024)), row("b.c_d-1", "", 1), row("", "", 2)], []],
  ])("reports for %j the faults %j", (variables, faults) => {
    expect([...faultsIn(variables)]).toEqual(faults);
  });
});

const at = (second: number) =>
  new Date(Date.UTC(2026, 0, 1, 12, 0, second)).toISOString().replace(".000", "");
const NOON = Date.UTC(2026, 0, 1, 12);
const sent = (id: string, second: number) => ({ id, created_at: at(second) }) as Message;
const received = (id: string, second: number, more: Partial<InboundMessage> = {}) =>
  ({ id, received_at: at(second), sender: "+5511987654321", contact_id: null, ...more }) as InboundMessage;
const event = (id: string, second: number, event_type = "action") =>
  ({ id, received_at: at(second), event_type }) as InboundRcsEvent;
const page = <T>(data: T[], has_more = false) => ({ data, pagination: { has_more } });
const ids = ({ entries }: ReturnType<typeof timelineOf>) => entries.map(({ id }) => id);

describe("the timeline of a conversation", () => {
  it("merges all sources, newest first, and within a second by id", () => {
    const timeline = timelineOf(
      {
        messages: page([sent("m5", 5), sent("m1", 1)]),
        inbound: page([received("r5", 5), received("r3", 3)]),
        events: page([event("e4", 4)]),
      },
      NOON,
    );
    expect(ids(timeline)).toEqual(["r5", "m5", "e4", "r3", "m1"]);
    expect(timeline.hasMore).toBe(false);
  });

  it("ends where the first source with further pages ends", () => {
    const timeline = timelineOf(
      {
        messages: page([sent("m9", 9), sent("m6", 6)], true),
        inbound: page([received("r7", 7), received("r2", 2)], true),
        events: page([event("e8", 8), event("e5", 5)]),
      },
      NOON,
    );
    expect(ids(timeline)).toEqual(["m9", "e8", "r7", "m6"]);
    expect(timeline.hasMore).toBe(true);
  });

  it("names the newest reply and message, also if newer entries hide the reply", () => {
    const messages = page([sent("m9", 9), sent("m8", 8)], true);
    const hidden = timelineOf({ messages, inbound: page([received("r7", 7)]), events: page([]) }, NOON);
    expect([ids(hidden), hidden.newestReply, hidden.newestSent]).toEqual([["m9", "m8"], "r7", "m9"]);
    const none = timelineOf({ messages, inbound: page([]), events: page([]) }, NOON);
    expect(none.newestReply).toBeNull();
    const unsent = { messages: page([]), inbound: page([]), events: page([]) };
    expect(timelineOf(unsent, NOON).newestSent).toBeNull();
  });

  it("shows the typing indicator briefly and only until the next entry", () => {
    const typing = (second: number) =>
      page([event("typing", second, "typing"), event("before", 0, "typing")]);
    const others = { messages: page([sent("m1", 1)]), inbound: page<InboundMessage>([]) };
    const now = NOON + 2_000;
    expect(ids(timelineOf({ ...others, events: typing(2) }, now))).toEqual(["typing", "m1"]);
    expect(ids(timelineOf({ ...others, events: typing(2) }, now + TYPING_LASTS))).toEqual(["m1"]);
    expect(ids(timelineOf({ ...others, events: typing(0) }, now))).toEqual(["m1"]);
  });
});

describe("a file in an inbound message", () => {
  it.each([
    ["https://recado.example/media/x", "image/jpeg", "image"],
    ["https://recado.example/media/x", "Image/PNG; q=1", "image"],
    ["http://recado.example/media/x", "audio/ogg", "audio"],
    ["https://recado.example/media/x", "video/mp4", "video"],
    ["https://recado.example/media/x", "image/svg+xml", "link"],
    ["https://recado.example/media/x", "text/html", "link"],
    // Browsers do not play AMR.
    ["https://recado.example/media/x", "audio/amr", "link"],
    ["javascript:alert(1)", "image/png", null],
    ["data:text/html,x", "text/html", null],
    ["nowhere", "image/png", null],
  ])("shows %s of the type %s as %s", (url, content_type, shown) => {
    expect(shownAs({ url, content_type, filename: null })).toBe(shown);
  });
});

describe("the list of conversations", () => {
  it("groups replies by number, with the newest reply first, and omits erased numbers", () => {
    const other = { sender: "+5521987654321" };
    const found = matchesByNumber([
      received("5", 5, { sender: null }),
      received("4", 4),
      received("3", 3, { ...other, contact_id: "Ana" }),
      received("2", 2, { contact_id: "Rui" }),
    ]);
    expect(found.map(({ number, contactId, latest }) => [number, contactId, latest.id])).toEqual([
      ["+5511987654321", "Rui", "4"],
      ["+5521987654321", "Ana", "3"],
    ]);
  });

  it("answers on the channel of the last reply, or by SMS without one", () => {
    expect(replyChannel({ channel: "rcs" })).toBe("rcs");
    expect(replyChannel({ channel: "sms" })).toBe("sms");
    expect(replyChannel(undefined)).toBe("sms");
  });
});

describe("text typed while a reply is being sent", () => {
  it.each([
    ["lenta mais texto", "mais texto"],
    ["lenta", ""],
    ["outra", "outra"],
  ])("keeps the part of %s after the sent text", (text, rest) => {
    expect(textAfter("lenta", text)).toBe(rest);
  });
});

describe("a change of a conversation before a reply", () => {
  const shown = { sent: ["m1", "m3"], isDone: false };
  const stored = { newest: { id: "m3", created_at: at(3) }, isDone: false };
  const newer = { id: "m4", created_at: at(4) };

  it.each([
    ["is a message newer than every shown message", shown, { newest: newer }, { code: "sent", at: at(4) }],
    ["is the first message", { ...shown, sent: [""] }, { newest: newer }, { code: "sent", at: at(4) }],
    [
      "is the message before the end of the conversation",
      shown,
      { newest: newer, isDone: true },
      { code: "sent", at: at(4) },
    ],
    ["is the end of the conversation", shown, { isDone: true }, { code: "done" }],
    ["is not an end that the page shows", { ...shown, isDone: true }, { isDone: true }, null],
    ["is not a message that the page shows", shown, {}, null],
    ["is not the absence of messages", shown, { newest: null }, null],
    ["is not a message while the page is loading", { ...shown, sent: null }, { newest: newer }, null],
  ] as const)("%s", (_, page, changes, change) => {
    expect(changeSince(page, { ...stored, ...changes })).toEqual(change);
  });
});
