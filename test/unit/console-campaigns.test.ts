import type { Campaign, PreviewResult, Recado } from "../../src/client";
import { RecadoError } from "../../src/client/errors";
import {
  aboutIn,
  checkLaunch,
  checkWithoutRecipients,
  pagesAfterFirst,
  hasNoRecipients,
  hasNoRecipientsAtAnyTime,
  noRecipientsText,
  summed,
} from "../../src/web/console/page/parts/launch-check";
import { countBlocked, countFailures } from "../../src/web/console/page/campaigns/failure-counts";
import { AMBIGUOUS } from "../../src/features/dispatch/resubmission-policy";
import { byReason, copiedName, responseRate, stepsOf } from "../../src/web/console/page/campaigns/rules";
import { shareOf } from "../../src/web/console/page/campaigns/channels";
import { fileNameOf, toReportCsv } from "../../src/web/console/page/campaigns/report-csv";
import { testRequest } from "../../src/web/console/page/test-send/request";
import { fromLocal, toLocal, zoneAt } from "../../src/web/console/page/parts/local-time";
import { reasonText } from "../../src/web/console/page/parts/reasons";
import { en } from "../../src/web/console/page/texts/en";
import { formatOf } from "../../src/web/console/page/texts/language";
import { addTexts } from "../../src/web/console/page/texts/loaded";
import { pt } from "../../src/web/console/page/texts/pt";

addTexts("pt-BR", pt);

const result = (to: string, more: Partial<PreviewResult> = {}): PreviewResult => ({
  to,
  status: "pending",
  error: null,
  content: { type: "text", text: "Oi" },
  encoding: "gsm7",
  segments: 1,
  segments_as_written: 1,
  price: 80_000,
  ucs2_characters: [],
  not_before: null,
  block_reason: null,
  ...more,
});
const missing = (to: string, name: string) =>
  result(to, {
    status: "error",
    content: null,
    segments: null,
    price: 0,
    error: { code: "missing_variable", message: `no value for ${name}`, carrier_code: null },
  });

const NOW = Date.parse("2026-11-27T22:00:00Z");
const SENT = {
  list_id: "list",
  template_id: "template",
  sender_id: null,
  status: "draft",
  scheduled_at: null,
} as const;

describe("the check before a launch", () => {
  it("checks every contact of a list of up to a thousand", () => {
    expect(pagesAfterFirst(200)).toEqual([]);
    expect(pagesAfterFirst(201)).toEqual([{ limit: 800, offset: 200 }]);
    expect(pagesAfterFirst(1_000)).toEqual([{ limit: 800, offset: 200 }]);
  });

  it.each([1_001, 12_345, 10_000_000])("checks a thousand contacts spread over a list of %i", (people) => {
    const pages = [{ limit: 200, offset: 0 }, ...pagesAfterFirst(people)];
    expect(pages.reduce((sum, { limit }) => sum + limit, 0)).toBe(1_000);
    const last = pages.at(-1);
    expect((last?.offset ?? 0) + (last?.limit ?? 0)).toBe(people);
    const gaps = pages.slice(1).map(({ offset }, index) => offset - (pages[index]?.offset ?? 0));
    expect(Math.max(...gaps) - Math.min(...gaps)).toBeLessThanOrEqual(1);
  });

  it("marks the counts of a sample as estimates", () => {
    const check = summed(2, [result("+5511900000001")]);
    expect(aboutIn(check, pt)("2")).toBe("cerca de 2");
    expect(aboutIn({ ...check, checked: 2 }, pt)("2")).toBe("2");
  });

  it("reports reachable and suppressed contacts, faults and the price", () => {
    const blocked = result("+5511900000002", { status: "blocked", block_reason: "suppressed", price: 0 });
    const long = result("+5511900000005", { segments: 3, price: 240_000 });
    const check = summed(5, [
      ...[result("+5511900000001"), blocked, missing("+5511900000003", "nome")],
      ...[missing("+5511900000004", "pedido"), long],
    ]);
    expect(check).toMatchObject({ people: 5, checked: 5, willReceive: 2, blocked: 1, price: 320_000 });
    expect(check.blockReasons).toEqual(["suppressed"]);
    expect(check.faults).toEqual([
      { code: "missing_variable", count: 2, example: { to: "+5511900000003", message: "no value for nome" } },
    ]);
    expect(check.maxSegments).toBe(3);
    expect(check.sample?.to).toBe("+5511900000001");
    expect(check.sampleName).toBeNull();
    const named = [{ name: null }, { name: "Bia" }];
    expect(summed(2, [blocked, result("+5511900000006")], named).sampleName).toBe("Bia");
  });

  it("extrapolates from a sample of the list", () => {
    const sample = [result("+5511900000001"), result("+5511900000002"), missing("+5511900000003", "nome")];
    const check = summed(3_000, [
      ...sample,
      result("+5511900000004", { status: "blocked", block_reason: "suppressed", price: 0 }),
    ]);
    expect(check).toMatchObject({ willReceive: 1_500, blocked: 750, price: 120_000_000 });
    expect(check.faults[0]?.count).toBe(750);
  });

  it("reports how many messages a sending rule would hold, and between which times it would release them", () => {
    const held = (to: string, at: string) => result(to, { not_before: at });
    const [early, late] = ["2026-11-27T10:00:00Z", "2026-11-27T13:00:00Z"];
    const blocked = result("+5511900000004", { status: "blocked", block_reason: "no_consent" });
    const check = summed(6, [held("+5511900000001", late), held("+5511900000002", early), blocked]);
    expect(check).toMatchObject({ waiting: 4, waitingFrom: early, waitingTo: late });
    const free = summed(1, [result("+5511900000003")]);
    expect(free).toMatchObject({ waiting: 0, waitingFrom: null, waitingTo: null });
  });

  it.each([
    ["after the launch of a scheduled campaign", "2026-11-29T12:00:00Z", 1],
    ["at the launch of a scheduled campaign", "2026-11-30T12:00:00Z", 0],
    ["after a launch that the service cannot preview", "2027-11-30T12:00:00Z", 0],
  ])("counts the messages that wait %s", async (_, scheduledAt, waiting) => {
    const data = [{ phone: "+5511900000001", name: null }];
    const held = result("+5511900000001", { not_before: "2026-11-30T12:00:00Z" });
    const recado = {
      contactLists: { listMembers: async () => ({ data, pagination: { total: 1 } }) },
      messages: { preview: async () => ({ data: [held] }) },
    } as unknown as Recado;
    const campaign = { ...SENT, status: "scheduled", scheduled_at: scheduledAt } as const;
    const check = await checkLaunch(recado, campaign, NOW);
    expect(check).toMatchObject({ willReceive: 1, waiting });
  });

  it("reports whether a launch reaches no contact, based on the checked part of the list", () => {
    const faulty = [missing("+5511900000001", "nome"), missing("+5511900000002", "nome")];
    expect(hasNoRecipients(summed(2, faulty))).toBe(true);
    expect(hasNoRecipients(summed(0, []))).toBe(true);
    expect(hasNoRecipients(summed(3, [...faulty, result("+5511900000003")]))).toBe(false);
    expect(hasNoRecipients(null)).toBe(false);
  });

  it("warns of a launch without recipients, and presents a sample as a sample", () => {
    const localization = { t: pt, format: formatOf("pt-BR") };
    const blocked = result("+5511900000002", { status: "blocked", block_reason: "suppressed" });
    const all = summed(2, [missing("+5511900000001", "nome"), blocked]);
    expect(noRecipientsText(all, null, localization)).toBe(
      "Ninguém vai receber esta campanha. Contatos na lista: 2. Bloqueados: 1. Com problema: 1.",
    );
    const sample = summed(4_000, [missing("+5511900000001", "nome"), blocked]);
    const figures = "Contatos na lista: 4.000. Bloqueados: cerca de 2.000. Com problema: cerca de 2.000.";
    expect(noRecipientsText(sample, null, localization)).toBe(
      `Nenhum contato da amostra de 2 contatos vai receber esta campanha. ${figures}`,
    );
    expect(noRecipientsText(sample, "01/12/2026, 09:00", localization)).toBe(
      "Esta campanha será lançada em 01/12/2026, 09:00, mas nenhum contato da amostra de 2 contatos vai receber. " +
        figures,
    );
    expect(noRecipientsText(summed(0, []), null, localization)).toBe(
      "Ninguém vai receber esta campanha. A lista está vazia.",
    );
  });

  it("requests the sections after the first at once, and one preview of a thousand contacts", async () => {
    const people = 25_000;
    const sections = pagesAfterFirst(people).length;
    let requested = 0;
    let release = () => {};
    const allRequested = new Promise<void>((resolve) => (release = resolve));
    const previews: string[][] = [];
    const phoneOf = (index: number) => `+55119${String(index).padStart(8, "0")}`;
    const recado = {
      contactLists: {
        listMembers: async ({ limit, offset }: { limit: number; offset: number }) => {
          if (offset > 0) {
            requested += 1;
            if (requested === sections) release();
            await allRequested;
          }
          const data = Array.from({ length: limit }, (_, index) => ({ phone: phoneOf(offset + index) }));
          return { data, pagination: { total: people } };
        },
      },
      messages: {
        preview: ({ recipients, sender_id }: { recipients: { to: string }[]; sender_id?: string }) => {
          expect(sender_id).toBe("sender");
          previews.push(recipients.map(({ to }) => to));
          return Promise.resolve({ data: recipients.map(({ to }) => result(to)) });
        },
      },
    };
    const sent = { ...SENT, sender_id: "sender" };
    const check = await checkLaunch(recado as unknown as Recado, sent, 0);
    expect(check).toMatchObject({ people, checked: 1_000, willReceive: people, price: people * 80_000 });
    expect(previews.map((one) => new Set(one).size)).toEqual([1_000]);
    expect([previews[0]?.[0], previews[0]?.at(-1)]).toEqual([phoneOf(0), phoneOf(people - 1)]);
  });

  const previewOf = (
    people: number,
    statusOf: (index: number) => "pending" | "blocked",
    campaign: Partial<Campaign> = {},
  ) => {
    const previewed: number[] = [];
    const times: (string | undefined)[] = [];
    const recado = {
      contactLists: {
        listMembers: ({ limit, offset }: { limit: number; offset: number }) =>
          Promise.resolve({
            pagination: { total: people },
            data: Array.from({ length: Math.min(limit, people - offset) }, (_, index) => ({
              phone: String(offset + index),
            })),
          }),
      },
      messages: {
        preview: ({ recipients, send_at: at }: { recipients: { to: string }[]; send_at?: string }) => {
          previewed.push(recipients.length);
          times.push(at);
          return Promise.resolve({
            data: recipients.map(({ to }) => result(to, { status: statusOf(Number(to)) })),
          });
        },
      },
    };
    const sent = { ...SENT, ...campaign };
    return {
      previewed,
      times,
      found: checkWithoutRecipients(recado as unknown as Recado, sent, NOW),
    };
  };

  it("previews ten contacts to find that a scheduled campaign reaches someone", async () => {
    const { previewed, found } = previewOf(25_000, (index) => (index === 3 ? "pending" : "blocked"));
    expect(await found).toBeNull();
    expect(previewed).toEqual([10]);
  });

  it("previews a sample of the whole list if none of the first contacts would receive a message", async () => {
    const some = previewOf(25_000, (index) => (index < 10 ? "blocked" : "pending"));
    expect(await some.found).toBeNull();
    expect(some.previewed).toEqual([10, 1_000]);
    expect(await previewOf(25_000, () => "blocked").found).toMatchObject({ people: 25_000, checked: 1_000 });
    const none = previewOf(0, () => "pending");
    expect(await none.found).toMatchObject({ people: 0, checked: 0 });
    expect(none.previewed).toEqual([]);
  });

  it.each([
    ["scheduled", "2026-11-28T13:00:00Z", "2026-11-28T13:00:00Z"],
    ["scheduled", "2027-02-25T22:00:00Z", "2027-02-25T22:00:00Z"],
    ["scheduled", "2027-02-25T22:00:01Z", undefined],
    ["scheduled", "2026-11-27T22:00:00Z", undefined],
    ["error", "2026-11-28T13:00:00Z", undefined],
    ["draft", null, undefined],
  ] as const)("previews a campaign in %s, planned for %s, at %s", async (status, scheduled_at, expected) => {
    const { times, found } = previewOf(20, () => "blocked", { status, scheduled_at });
    expect(await found).not.toBeNull();
    expect(times).toEqual([expected, expected]);
  });

  it("does not expect a launch at another time to be outside a sending window too", () => {
    const blocked = (reason: "outside_window" | "frequency" | "suppressed") =>
      result("+5511900000002", { status: "blocked", block_reason: reason });
    expect(hasNoRecipientsAtAnyTime(summed(1, [blocked("outside_window")]))).toBe(false);
    expect(hasNoRecipientsAtAnyTime(summed(1, [blocked("frequency")]))).toBe(false);
    expect(hasNoRecipientsAtAnyTime(summed(1, [blocked("suppressed")]))).toBe(true);
    expect(hasNoRecipientsAtAnyTime(summed(1, [result("+5511900000001")]))).toBe(false);
    expect(hasNoRecipientsAtAnyTime(null)).toBe(false);
  });

  it("reports no recipients of an empty list, and no segments on a channel without segments", () => {
    expect(summed(0, [])).toMatchObject({ willReceive: 0, price: 0, maxSegments: null, sample: null });
    expect(summed(1, [result("+5511900000001", { segments: null })]).maxSegments).toBeNull();
  });
});

describe("actions on a campaign", () => {
  const of = (status: string, started_at: string | null, counts: Partial<Campaign["progress"]> = {}) => ({
    status: status as Campaign["status"],
    started_at,
    expected_total: null,
    progress: { pending: 0, sent: 0, ...counts } as Campaign["progress"],
  });

  it("does not offer to stop a campaign that only waits for delivery reports", () => {
    const started = "2026-11-20T12:00:00Z";
    expect(stepsOf(of("running", started, { sent: 2, pending: 1 }), { canStart: true })).toEqual(["stop"]);
    expect(stepsOf(of("running", started, { sent: 2 }), { canStart: true })).toEqual([]);
  });

  it.each([
    ["draft", null, ["launch", "schedule", "delete"]],
    ["draft", "2026-11-20T12:00:00Z", ["resume", "schedule", "delete"]],
    ["scheduled", null, ["reschedule", "unschedule", "delete"]],
    ["running", "2026-11-20T12:00:00Z", ["stop"]],
    ["completed", "2026-11-20T12:00:00Z", []],
    ["error", null, ["launch", "schedule"]],
    ["error", "2026-11-20T12:00:00Z", ["resume", "schedule"]],
    ["paused", "2026-11-20T12:00:00Z", []],
  ])("offers for the status %s and the start %s: %j", (status, started_at, steps) => {
    expect(stepsOf(of(status, started_at), { canStart: true })).toEqual(steps);
  });

  it.each([
    ["draft", null, ["delete"]],
    ["scheduled", null, ["unschedule", "delete"]],
    ["running", "2026-11-20T12:00:00Z", ["stop"]],
    ["error", "2026-11-20T12:00:00Z", []],
  ])(
    "offers without a list or a sender for the status %s and the start %s: %j",
    (status, started_at, steps) => {
      expect(stepsOf(of(status, started_at), { canStart: false })).toEqual(steps);
    },
  );

  it("shortens the name of a copy", () => {
    expect(copiedName("Oferta", " (cópia)")).toBe("Oferta (cópia)");
    const long = copiedName("🎁".repeat(120), " (cópia)");
    expect([...long]).toHaveLength(120);
    expect(long.endsWith("🎁 (cópia)")).toBe(true);
  });
});

describe("outcome of a campaign", () => {
  it("lists failures by reason, the most frequent first", () => {
    const failure = (code: string, carrier_code: string | null, message = code) => ({
      status: "failed",
      error: { code, carrier_code, message },
    });
    expect(
      byReason([
        failure("carrier_rejected", "30005"),
        failure("undeliverable", null, "the first"),
        failure("undeliverable", null, "the second"),
        { status: "expired", error: null },
      ]),
    ).toEqual([
      { status: "failed", code: "undeliverable", carrierCode: null, example: "the first", count: 2 },
      {
        status: "failed",
        code: "carrier_rejected",
        carrierCode: "30005",
        example: "carrier_rejected",
        count: 1,
      },
      { status: "expired", code: null, carrierCode: null, example: null, count: 1 },
    ]);
  });

  it("lists messages with an unknown outcome apart from messages that the carrier did not get", () => {
    const away = { code: "carrier_unreachable", carrier_code: null, message: "no response" };
    const reasons = byReason([away, AMBIGUOUS, away].map((error) => ({ status: "failed", error })));
    expect(reasons.map((reason) => [reasonText(reason, pt), reason.count])).toEqual([
      [pt.send.reasons.carrier_unreachable, 2],
      [pt.unknownOutcome.what, 1],
    ]);
  });
});

describe("undelivered messages by reason", () => {
  const campaign = "campaign";
  type Query = { error_code?: string[]; block_reason?: string[] };
  const codeIn = ({ error_code: errors, block_reason: reasons }: Query) => (errors ?? reasons ?? [])[0];
  const recadoWith = (totalOf: (query: Query) => number | Promise<number>) => {
    const list = async (query: Query) => ({ data: [], pagination: { total: await totalOf(query) } });
    return { messages: { list } } as unknown as Recado;
  };

  it("counts the blocked messages of each reason, most frequent first", async () => {
    const totals: Record<string, number> = { frequency: 700, suppressed: 1_200, outside_window: 0 };
    const queries: Query[] = [];
    const recado = recadoWith((query) => {
      queries.push(query);
      const code = codeIn(query);
      return code === undefined ? 1_900 : (totals[code] ?? 0);
    });
    expect(await countBlocked(recado, campaign)).toEqual([
      { code: "suppressed", count: 1_200 },
      { code: "frequency", count: 700 },
    ]);
    const blocked = { campaign_id: [campaign], status: ["blocked"] };
    const reasons = ["suppressed", "frequency", "no_consent", "outside_window"];
    expect(queries).toEqual([
      { ...blocked, limit: 1 },
      ...reasons.map((reason) => ({ ...blocked, block_reason: [reason], limit: 1 })),
    ]);
  });

  it("counts failures by error code, and failures with unknown codes as one", async () => {
    const totals: Record<string, number> = { undeliverable: 700, expired: 200 };
    const recado = recadoWith((query) => {
      const code = codeIn(query);
      return code === undefined ? 905 : (totals[code] ?? 0);
    });
    expect(await countFailures(recado, campaign)).toEqual([
      { code: "undeliverable", count: 700 },
      { code: "expired", count: 200 },
      { code: null, count: 5 },
    ]);
  });

  it("requests no count by reason for a campaign without undelivered messages", async () => {
    let requests = 0;
    const recado = recadoWith(() => ((requests += 1), 0));
    expect([await countBlocked(recado, campaign), await countFailures(recado, campaign)]).toEqual([[], []]);
    expect(requests).toBe(2);
  });

  describe.each([
    ["blocked messages", countBlocked],
    ["failures", countFailures],
  ])("of too many %s", (_, count) => {
    const refused = (status: number, code: string) =>
      recadoWith((query) => {
        if (codeIn(query) === undefined) return 120_000;
        const details = {
          code,
          explanation: "too many",
          fields: [],
          requestId: null,
          retryAfterSeconds: null,
        };
        throw new RecadoError("listMessages", new Response(null, { status }), details);
      });

    it("counts all without a reason if the service refuses to count by reason", async () => {
      const counts = await count(refused(422, "unprocessable_entity"), campaign);
      expect(counts).toEqual([{ code: null, count: 120_000 }]);
    });

    it("fails if the service is away", async () => {
      const counting = count(refused(503, "service_unavailable"), campaign);
      await expect(counting).rejects.toMatchObject({ status: 503 });
    });
  });

  it("describes blocked messages without a reason in general", () => {
    expect(reasonText({ status: "blocked", code: null }, pt)).toBe(pt.campaigns.blockedWhy);
  });
});

describe("local times in the console", () => {
  it("keeps the instant when a time is shown and read back", () => {
    const instant = new Date(2026, 10, 20, 9, 5);
    expect(toLocal(instant)).toBe("2026-11-20T09:05");
    expect(fromLocal("2026-11-20T09:05")).toBe(instant.toISOString().replace(".000Z", "Z"));
  });

  it.each(["", "2026-11-20", "2026-13-45T09:00", "amanhã"])("returns null for %j", (text) => {
    expect(fromLocal(text)).toBeNull();
  });

  it.each([
    ["America/Sao_Paulo", "America/Sao Paulo, GMT-3"],
    ["UTC", "UTC"],
  ])("shows the zone %s with its offset, unless that is zero", (zone, text) => {
    const before = process.env.TZ;
    process.env.TZ = zone;
    try {
      expect(zoneAt(new Date("2026-11-20T12:00:00Z"))).toBe(text);
    } finally {
      if (before === undefined) delete process.env.TZ;
      else process.env.TZ = before;
    }
  });
});

describe("the rates of a campaign", () => {
  it("returns responses as a share of the delivered messages", () => {
    expect(responseRate(5, { delivered: 70, read: 30 })).toBe(0.05);
  });

  it("returns no rate without deliveries, or if follow-ups brought more responses", () => {
    expect(responseRate(0, { delivered: 0, read: 0 })).toBeNull();
    expect(responseRate(3, { delivered: 2, read: 0 })).toBeNull();
  });
});

it("shows the share of reads among delivered messages, and other shares among ended ones", () => {
  const row = { channel: "rcs", total: 25, delivered: 12, read: 3, undelivered: 8, notSent: 5 } as const;
  expect([shareOf(row, "delivered"), shareOf(row, "read"), shareOf(row, "undelivered")]).toEqual([
    0.6, 0.25, 0.4,
  ]);
  expect(shareOf({ ...row, delivered: 0, read: 0 }, "read")).toBeNull();
});

describe("the CSV of a report", () => {
  const rows = [
    ["Custo", 4.96],
    ['Diz "oi"', 1_234_567],
  ];

  it("has semicolons and decimal commas for an Excel in Portuguese", () => {
    expect(toReportCsv(rows, "excel_pt")).toBe('\ufeffCusto;4,96\r\n"Diz ""oi""";1234567\r\n');
  });

  it("has commas and decimal points otherwise, and quotes a text with a separator", () => {
    expect(toReportCsv([["a,b;c", 0.5]], "standard")).toBe('\ufeff"a,b;c",0.5\r\n');
  });

  it("keeps a text from running as a formula", () => {
    expect(toReportCsv([["=1+1", "@x"]], "excel_pt")).toBe("\ufeff'=1+1;'@x\r\n");
    expect(toReportCsv([["Oi;=1+1"]], "excel_pt")).toBe('\ufeff"Oi;\'=1+1"\r\n');
  });

  it("says that its reasons include those of follow-ups, unlike its figures", () => {
    const rows = [en, pt].flatMap(({ campaigns: { report } }) => [
      report.reasonRow("x"),
      report.blockedRow("x"),
    ]);
    expect(rows).toEqual([
      "Failure, with follow-ups: x",
      "Blocked, with follow-ups: x",
      "Falha, com as de acompanhamento: x",
      "Bloqueada, com as de acompanhamento: x",
    ]);
  });

  it("is named after the campaign", () => {
    expect(fileNameOf("Promoção de São João / 2026", "relatorio")).toBe(
      "relatorio-promocao-de-sao-joao-2026.csv",
    );
  });
});

describe("a test message", () => {
  it("sends the saved template with the entered values, and leaves empty values to the contact", () => {
    expect(testRequest({ templateId: "t" }, " 11 98765-4321 ", { nome: "Ana", pedido: "" }, "s")).toEqual({
      template_id: "t",
      sender_id: "s",
      recipients: [{ to: "11 98765-4321", variables: { nome: "Ana" } }],
    });
  });

  it("sends content that is not saved, from the channel's default sender", () => {
    const content = { type: "text", text: "Oi" } as const;
    const source = { channel: "sms", purpose: "marketing", content } as const;
    expect(testRequest(source, "11987654321", {}, null)).toEqual({
      ...source,
      recipients: [{ to: "11987654321" }],
    });
  });

  it("needs a number", () => {
    expect(testRequest({ templateId: "t" }, "  ", {}, null)).toBeNull();
  });
});
