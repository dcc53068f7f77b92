import contract from "../../generated/openapi.json";
import { BR_MARKETING } from "../../src/messaging/sending-rules/rule";
import { MAX_PER_RECIPIENT } from "../../src/messaging/sending-rules/limits";
import {
  BRAZIL,
  enteredOf,
  ruleOf,
  type RuleFields,
  withDate,
  withDay,
} from "../../src/web/console/page/settings/rule-draft";
import { daysText, shownFields, summaryOf } from "../../src/web/console/page/settings/rule-summary";
import { sendingRules as en } from "../../src/web/console/page/texts/en/sending-rules";
import { formatOf } from "../../src/web/console/page/texts/language";
import { sendingRules as pt } from "../../src/web/console/page/texts/pt/sending-rules";

const NONE: RuleFields = {
  windows: [],
  time_zone: "recipient",
  holidays: null,
  closed_dates: [],
  max_per_recipient: null,
  min_interval_seconds: null,
  require_consent: false,
  outside: "wait",
};

const FULL: RuleFields = {
  windows: [{ days: ["mon", "fri"], from: "20:00", to: "24:00" }],
  time_zone: "America/Manaus",
  holidays: "br",
  closed_dates: ["2026-12-24", "2026-12-31"],
  max_per_recipient: { messages: 1_000, days: 1 },
  min_interval_seconds: 5_400,
  require_consent: true,
  outside: "block",
};

const english = (rule: RuleFields) => summaryOf(rule, en, formatOf("en"));

describe("the summary of a sending rule", () => {
  it("is one line in both languages", () => {
    expect(english(BRAZIL)).toBe(
      "Mon–Fri 08:00–18:00, Sat 09:00–13:00, in the recipient’s time zone, not on holidays, at most 7 per number in 7 days",
    );
    expect(summaryOf(BRAZIL, pt, formatOf("pt-BR"))).toBe(
      "Seg–Sex 08:00–18:00, Sáb 09:00–13:00, no horário de quem recebe, exceto feriados, no máximo 7 por número em 7 dias",
    );
  });

  it("names every restriction", () => {
    expect(english(FULL)).toBe(
      "Mon, Fri 20:00–24:00, in the time zone America/Manaus, not on holidays, not on 2 more dates, " +
        "at most 1,000 per number in 1 day, at least 90 minutes apart, only with consent, blocked at other times",
    );
  });

  it("says that a rule restricts nothing", () => {
    expect(english(NONE)).toBe("No restriction");
    expect(english({ ...NONE, require_consent: true })).toBe("Only with consent");
  });

  it("joins three days or more, and leaves others apart", () => {
    expect(daysText(["sun", "mon", "tue", "wed", "fri"], en)).toBe("Mon–Wed, Fri, Sun");
    expect(daysText(["sat", "sun"], en)).toBe("Sat, Sun");
    expect(daysText(["mon", "tue", "wed", "thu", "fri", "sat", "sun"], en)).toBe("every day");
  });
});

describe("a duration in the console", () => {
  it.each([
    [60, "1 minute", "1 minuto"],
    [5_400, "90 minutes", "90 minutos"],
    [14_400, "4 hours", "4 horas"],
    [172_800, "2 days", "2 dias"],
    [61, "61 seconds", "61 segundos"],
  ])("has the largest unit that divides %i seconds", (seconds, inEnglish, inPortuguese) => {
    expect(formatOf("en").exactSpan(seconds)).toBe(inEnglish);
    expect(formatOf("pt-BR").exactSpan(seconds)).toBe(inPortuguese);
  });
});

describe("the comparison of two sending rules", () => {
  it("names each closed date, so that rules with equally many dates differ", () => {
    const datesOf = (closed_dates: string[]) =>
      new Map(shownFields({ ...NONE, closed_dates }, en, formatOf("en"))).get(en.closedDates);
    expect(datesOf(["2026-12-24", "2026-12-31"])).toBe("Dec 24, 2026; Dec 31, 2026");
    expect(datesOf([])).toBe("—");
  });
});

describe("the form of a sending rule", () => {
  it.each([
    ["no restriction", NONE],
    ["the limits of carriers in Brazil", BRAZIL],
    ["every restriction", FULL],
  ])("sends %s as it shows it", (_name, rule) => {
    expect(ruleOf(enteredOf(rule))).toEqual(rule);
  });

  it("fills in the windows, the holidays and the limit of the preset", () => {
    expect(BRAZIL.windows).toEqual(BR_MARKETING.windows);
    expect(BRAZIL).toMatchObject({ holidays: "br", max_per_recipient: { messages: 7, days: 7 } });
  });

  it("sends an interval in seconds, and shows it in the largest unit that divides it", () => {
    const entered = (seconds: number) => enteredOf({ ...NONE, min_interval_seconds: seconds });
    expect(entered(172_800)).toMatchObject({ interval: "2", unit: 86_400 });
    expect(entered(5_401)).toMatchObject({ interval: "5401", unit: 1 });
    expect(ruleOf({ ...entered(60), interval: "3" }).min_interval_seconds).toBe(180);
  });

  it("keeps the days of a window in order", () => {
    const window = { days: ["wed"], from: "08:00", to: "09:00" } satisfies RuleFields["windows"][number];
    expect(withDay(window, "mon").days).toEqual(["mon", "wed"]);
    expect(withDay(window, "wed").days).toEqual([]);
  });

  it("adds a closed date once, in order", () => {
    expect(withDate(["2026-12-31"], "2026-12-24")).toEqual(["2026-12-24", "2026-12-31"]);
    expect(withDate(["2026-12-31"], "2026-12-31")).toEqual(["2026-12-31"]);
  });

  it("sends a chosen closed date that was not added to the list", () => {
    const entered = { ...enteredOf(FULL), newDate: "2026-12-25" };
    expect(ruleOf(entered).closed_dates).toEqual(["2026-12-24", "2026-12-25", "2026-12-31"]);
    expect(enteredOf(ruleOf(entered)).newDate).toBe("");
  });

  it("names the maxima of the contract", () => {
    const [limit] = contract.components.schemas.RecipientLimit.anyOf;
    expect(limit?.properties?.messages.maximum).toBe(MAX_PER_RECIPIENT.messages);
    expect(limit?.properties?.days.maximum).toBe(MAX_PER_RECIPIENT.days);
  });
});
