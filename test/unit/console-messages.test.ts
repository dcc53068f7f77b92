import fc from "fast-check";
import type { InboundMessage, Message, Recado, WebhookDelivery } from "../../src/client";
import { type MessageFilters, toFilter } from "../../src/web/console/page/messages/filters";
import { followUpReader } from "../../src/web/console/page/messages/follow-ups";
import { timelineEvents } from "../../src/web/console/page/messages/timeline-events";
import {
  BUILT_IN,
  MAX_VIEWS,
  queryOf,
  readViews,
  withoutView,
  withView,
} from "../../src/web/console/page/messages/views";
import { waitsForTime } from "../../src/web/console/page/parts/not-before";
import { EXPIRY } from "../../src/messaging/expiry";
import { shortReason } from "../../src/web/console/page/parts/reasons";
import { minuteIn } from "../../src/web/console/page/parts/local-time";
import { formatOf } from "../../src/web/console/page/texts/language";
import { addTexts } from "../../src/web/console/page/texts/loaded";
import { pt } from "../../src/web/console/page/texts/pt";

addTexts("pt-BR", pt);

const NOTHING: MessageFilters = {
  search: "",
  channel: "",
  purpose: "",
  status: "",
  sender: "",
  campaign: "",
  template: "",
  batch: "",
  tag: "",
  reason: "",
  block: "",
  period: "",
  from: "",
  to: "",
};
const filterOf = (filters: Partial<MessageFilters>): unknown =>
  JSON.parse(JSON.stringify(toFilter({ ...NOTHING, ...filters }, new Date(2026, 2, 31))));

describe("the filter of the message list", () => {
  it("is empty without criteria", () => {
    expect(filterOf({})).toEqual({});
    expect(filterOf({ status: "," })).toEqual({});
  });

  it.each([
    ["+55 (11) 98765-4321", "+5511987654321"],
    ["11 98765-4321", "11987654321"],
    ["+1 202 555 0143", "+12025550143"],
  ])("matches the recipient when %j is a whole number", (search, number) =>
    expect(filterOf({ search })).toEqual({ recipient: [number] }),
  );

  it.each([
    ["98765-4321", "987654321"],
    ["529.982.247-25", "529.982.247-25"],
    ["52998224725", "52998224725"],
    ["202611280012345", "202611280012345"],
    ["+55 11 98765", "551198765"],
    ["R$ 1.500", "R$ 1.500"],
    ["1.500", "1.500"],
    ["pedido 12345678901", "pedido 12345678901"],
    [" pedido ", "pedido"],
  ])("matches messages that contain %j otherwise", (search, expected) =>
    expect(filterOf({ search })).toEqual({ search: expected }),
  );

  it("contains either a recipient or a text for each search", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (search) => {
        fc.pre(/\w/.test(search));
        expect(Object.keys(filterOf({ search }) as object)).toHaveLength(1);
      }),
    );
  });

  it("covers whole days by the user's clock", () => {
    const day = filterOf({ from: "2026-03-01", to: "2026-03-01" }) as { from: string; to: string };
    // The service includes the whole second of `to`.
    expect(Date.parse(day.to) - Date.parse(day.from)).toBe(24 * 3_600_000 - 1_000);
    expect(new Date(day.from).getHours()).toBe(0);
  });

  it("starts at an instant that a link of the overview contains", () => {
    const from = "2026-03-01T00:00:00Z";
    expect(filterOf({ from })).toEqual({ from });
  });

  it.each([
    ["today", 1],
    ["7d", 7],
    ["30d", 30],
  ] as const)("covers %s up to now, whatever dates were chosen before", (period, days) => {
    const now = new Date(2026, 2, 31, 15, 30);
    const { from, to } = toFilter({ ...NOTHING, period, from: "2026-01-01", to: "2026-01-02" }, now);
    expect([from, to]).toEqual([new Date(2026, 2, 32 - days).toISOString(), undefined]);
  });

  it("accepts several statuses", () =>
    expect(filterOf({ status: "failed,expired" })).toEqual({ status: ["failed", "expired"] }));

  it("selects blocked messages by their reasons", () =>
    expect(filterOf({ block: "no_consent,frequency" })).toEqual({
      block_reason: ["no_consent", "frequency"],
    }));

  it("combines a channel, a purpose, a status, a reason, a sender, a campaign and a template", () =>
    expect(
      filterOf({
        channel: "sms",
        status: "failed",
        reason: "expired",
        sender: "s",
        campaign: "c",
        template: "t",
        purpose: "marketing",
      }),
    ).toEqual({
      channel: ["sms"],
      status: ["failed"],
      error_code: ["expired"],
      sender_id: ["s"],
      purpose: ["marketing"],
      campaign_id: ["c"],
      template_id: ["t"],
    }));
});

describe("the views of the message list", () => {
  it("compares views by the query of their filters", () => {
    expect(queryOf(NOTHING)).toBe(BUILT_IN.all);
    expect(queryOf({ ...NOTHING, status: "undelivered,failed,expired,error" })).toBe(BUILT_IN.failed);
    expect(queryOf({ ...NOTHING, period: "today" })).toBe(BUILT_IN.today);
  });

  it.each([
    [null, []],
    ['{"name":"x"}', []],
    [
      '[null,{"name":1,"query":""},{"name":"Loja","query":"channel=sms"}]',
      [{ name: "Loja", query: "channel=sms" }],
    ],
  ])("reads %j without trusting its form", (stored, views) => expect(readViews(stored)).toEqual(views));

  it("removes and restores one view among views that another tab has saved", () => {
    const named = (name: string) => ({ name, query: `search=${name}` });
    const [shop, fault, other] = [named("shop"), named("fault"), named("other")] as const;
    const left = withoutView([shop, fault, other], { ...shop });
    expect(left).toEqual([fault, other]);
    expect(withView(left, shop, 0)).toEqual([shop, fault, other]);
    expect(withView([shop, fault], { ...shop, name: "New" })).toEqual([fault, { ...shop, name: "New" }]);
  });

  it("keeps the stored views when there are too many", () => {
    const views = Array.from({ length: MAX_VIEWS }, (_, index) => ({ name: "v", query: `search=${index}` }));
    expect(withView(views, { name: "x", query: "search=x" })).toEqual(views);
  });
});

describe("the timeline of a message", () => {
  it("orders statuses, webhooks, follow-ups and replies by time, statuses first within a second", () => {
    const [first, second, third] = ["2026-03-01T10:00:00Z", "2026-03-01T10:00:01Z", "2026-03-01T10:00:02Z"];
    const events = timelineEvents({
      history: [
        { status: "pending", occurred_at: first, error: null },
        { status: "undelivered", occurred_at: second, error: null },
      ],
      deliveries: [{ created_at: second } as WebhookDelivery],
      followUps: [{ created_at: third } as Message],
      replies: [{ received_at: second } as InboundMessage],
    });
    expect(events.map(({ kind }) => kind)).toEqual(["status", "status", "webhook", "reply", "follow-up"]);
  });
});

describe("the reader of a message's follow-ups", () => {
  const parent = { id: "m1", to: "+5511987654321", created_at: "2026-03-01T12:00:00Z" };
  const message = (id: string, created_at: string, parent_message_id: string | null) =>
    ({ id, created_at, parent_message_id, status: "delivered" }) as Message;
  const until = "2026-03-20T12:00:00Z";

  const readerOf = (stored: readonly Message[]) => {
    const requested: unknown[] = [];
    const messages = {
      async *list(params: { from: string }) {
        requested.push(params);
        yield* [...stored].reverse().filter(({ created_at: at }) => at >= params.from);
      },
    };
    const read = followUpReader(parent);
    const readNow = () => read({ messages } as unknown as Recado, until);
    return { requested, readNow };
  };

  it("reads all messages once, and then only the messages created since", async () => {
    const stored = [
      message("m1", parent.created_at, null),
      message("f1", "2026-03-02T12:00:00Z", "m1"),
      message("other", "2026-03-05T12:00:00Z", null),
    ];
    const { requested, readNow } = readerOf(stored);
    const idsNow = async () => (await readNow()).map(({ id }) => id);
    expect(await idsNow()).toEqual(["f1"]);
    stored.push(message("f2", "2026-03-05T11:59:30Z", "m1"));
    expect(await idsNow()).toEqual(["f1", "f2"]);
    expect(requested).toEqual([
      { recipient: [parent.to], from: parent.created_at, to: until },
      { recipient: [parent.to], from: "2026-03-05T11:59:00Z", to: until },
    ]);
  });

  it("shows the final status of a follow-up that ends after a later message to the number", async () => {
    const followUp = { ...message("f1", "2026-03-02T12:00:00Z", "m1"), status: "sent" } as Message;
    const stored = [followUp, message("other", "2026-03-05T12:00:00Z", null)];
    const { readNow } = readerOf(stored);
    const statusNow = async () => (await readNow()).map(({ status }) => status);
    expect(await statusNow()).toEqual(["sent"]);
    stored[0] = { ...followUp, status: "undelivered" };
    expect(await statusNow()).toEqual(["undelivered"]);
  });
});

describe("a waiting message", () => {
  const now = Date.parse("2026-11-27T12:00:00Z");

  it.each([
    ["pending", "2026-11-27T12:00:01Z", true],
    ["pending", "2026-11-27T12:00:00Z", false],
    ["pending", null, false],
    ["canceled", "2026-11-27T12:00:01Z", false],
  ] as const)("is held while it is %s and its time, %s, is in the future", (status, notBefore, expected) => {
    expect(waitsForTime({ status, not_before: notBefore }, now)).toBe(expected);
  });
});

describe("the reason below a message's status", () => {
  const UNREACHABLE = "the handset could not be reached";
  const error = (code: string, message: string) =>
    ({ code, message, carrier_code: null }) as Message["error"];

  it.each([
    ["delivered", null, null],
    ["blocked", null, pt.send.reasons.suppressed],
    ["failed", error("carrier_rejected", "spam"), "Recusada pela operadora"],
    ["undelivered", error("undeliverable", "absent subscriber"), null],
    [
      "undelivered",
      error("undeliverable", UNREACHABLE),
      "O celular estava desligado ou fora da área de cobertura.",
    ],
    ["error", error("missing_variable", "no value for nome, pedido"), "Falta valor para: nome, pedido"],
    ["error", error("brand_new", "something new"), "something new"],
  ] as const)("is short for %s", (status, fault, reason) => {
    const blockReason = status === "blocked" ? "suppressed" : null;
    expect(shortReason({ block_reason: blockReason, error: fault }, pt)).toBe(reason);
  });

  it("says that a message expired because its campaign was deleted", () => {
    const error = { code: "expired" as const, message: EXPIRY.campaign_deleted, carrier_code: null };
    expect(shortReason({ block_reason: null, error }, pt)).toBe(pt.expiries.campaign_deleted.what);
  });

  it.each([
    ["frequency", pt.send.reasons.frequency],
    ["no_consent", pt.send.reasons.no_consent],
    ["outside_window", pt.send.reasons.outside_window],
    ["a_later_reason", "a_later_reason"],
  ])("says that a message is blocked for %s", (blockReason, reason) => {
    expect(shortReason({ block_reason: blockReason as Message["block_reason"], error: null }, pt)).toBe(
      reason,
    );
  });
});

describe("a recent instant", () => {
  const now = new Date(2026, 2, 31, 15, 30).getTime();
  const before = (ms: number) => new Date(now - ms).toISOString();
  const recent = (ms: number) => formatOf("pt-BR").recent(before(ms), now);

  it("is elapsed time within a day, and a date with a year where it needs one", () => {
    expect(recent(5_000)).toBe("agora");
    expect(recent(22 * 60_000)).toBe("há 22 min");
    expect(recent(23 * 3_600_000)).toBe("há 23 h");
    expect(recent(25 * 3_600_000)).toMatch(/^30 de mar\.?, 14:30$/);
    expect(recent(400 * 86_400_000)).toMatch(/2025/);
  });
});

it.each(["pt-BR", "en"] as const)(
  "keeps the date, the time and the zone of a planned instant in one line in %s",
  (language) => {
    const planned = formatOf(language).planned("2026-11-30T11:00:00Z");
    expect(planned).not.toContain(" ");
    expect(planned).toMatch(/\u00a0[A-Z]{3,4}([+-]\d+)?$/);
  },
);

it.each([
  ["America/Sao_Paulo", "01/12/2026, 09:00 (America/Sao Paulo, GMT-3)"],
  ["Asia/Tokyo", "01/12/2026, 21:00 (Asia/Tokyo, GMT+9)"],
])("shows a time in the zone %s of an account, with the name of the zone", (zone, text) => {
  expect(minuteIn(zone, "2026-12-01T12:00:00Z", formatOf("pt-BR"))).toBe(text);
});
