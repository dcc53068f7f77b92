import type { ContactList, InboundMessage, InboundRcsEvent, Message } from "../../src/client";
import {
  attributesOf,
  blockedOn,
  blocksOf,
  faultsIn,
  variablesOf,
} from "../../src/web/console/page/contacts/rules";
import { searchOf } from "../../src/web/console/page/parts/filter-values";
import { answerChannel, conversationsOf } from "../../src/web/console/page/replies/conversations";
import { shownAs } from "../../src/web/console/page/conversation/media";
import { timelineOf, TYPING_LASTS } from "../../src/web/console/page/conversation/timeline";

describe("what is looked for among contacts", () => {
  it.each([
    ["(11) 98765-4321", "11987654321"],
    ["+55 11 98765", "551198765"],
    [" Ana Maria ", "Ana Maria"],
    ["Ana 2", "Ana 2"],
    ["", ""],
  ])("of %j is %j", (typed, wanted) => expect(searchOf(typed)).toBe(wanted));
});

describe("who is not written to", () => {
  const list = (id: string, type: ContactList["type"], channels: ContactList["channels"]) =>
    ({ id, name: id, type, channels }) as ContactList;
  const lists = [
    list("sms and voice", "blacklist", ["voice", "sms"]),
    list("sms", "blacklist", ["sms"]),
    list("nothing", "blacklist", []),
    list("clients", "default", []),
  ];

  it("is who is in a blacklist with channels, on each of them once and in their order", () => {
    const blocks = blocksOf(["sms and voice", "sms", "nothing", "clients"], lists);
    expect(blocks.map(({ id }) => id)).toEqual(["sms and voice", "sms"]);
    expect(blockedOn(blocks)).toEqual(["sms", "voice"]);
  });

  it("is nobody in lists to send to", () => expect(blocksOf(["clients", "gone"], lists)).toEqual([]));
});

describe("a contact's variables", () => {
  const row = (name: string, value: string, key = 0) => ({ key, name, value });

  it("come back as they were, without empty rows and the spaces around names", () => {
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
  ])("of %j are wrong in %j", (variables, faults) => {
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

describe("a timeline", () => {
  it("brings all sources together, newest first, within a second by id", () => {
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

  it("ends where a source that has more ends, for behind that something is missing", () => {
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

  it("says that somebody writes only while nothing came since, and not for long", () => {
    const typing = (second: number) =>
      page([event("typing", second, "typing"), event("before", 0, "typing")]);
    const said = { messages: page([sent("m1", 1)]), inbound: page<InboundMessage>([]) };
    const now = NOON + 2_000;
    expect(ids(timelineOf({ ...said, events: typing(2) }, now))).toEqual(["typing", "m1"]);
    expect(ids(timelineOf({ ...said, events: typing(2) }, now + TYPING_LASTS))).toEqual(["m1"]);
    expect(ids(timelineOf({ ...said, events: typing(0) }, now))).toEqual(["m1"]);
  });
});

describe("a stranger's file", () => {
  it.each([
    ["https://recado.example/media/x", "image/jpeg", "image"],
    ["https://recado.example/media/x", "Image/PNG; q=1", "image"],
    ["http://recado.example/media/x", "audio/ogg", "audio"],
    ["https://recado.example/media/x", "video/mp4", "video"],
    ["https://recado.example/media/x", "image/svg+xml", "link"],
    ["https://recado.example/media/x", "text/html", "link"],
    ["javascript:alert(1)", "image/png", null],
    ["data:text/html,x", "text/html", null],
    ["nowhere", "image/png", null],
  ])("at %s of the type %s is shown as %s", (url, content_type, shown) => {
    expect(shownAs({ url, content_type, filename: null })).toBe(shown);
  });
});

describe("conversations", () => {
  it("are replies by number, the one with the newest reply first", () => {
    const other = { sender: "+5521987654321" };
    const found = conversationsOf([
      received("4", 4),
      received("3", 3, { ...other, contact_id: "Ana" }),
      received("2", 2, { contact_id: "Rui" }),
    ]);
    expect(
      found.map(({ number, contactId, latest, count }) => [number, contactId, latest.id, count]),
    ).toEqual([
      ["+5511987654321", "Rui", "4", 2],
      ["+5521987654321", "Ana", "3", 1],
    ]);
  });

  it("are answered by the channel of the last reply, or else by SMS", () => {
    expect(answerChannel({ channel: "rcs" })).toBe("rcs");
    expect(answerChannel({ channel: "sms" })).toBe("sms");
    expect(answerChannel(undefined)).toBe("sms");
  });
});
