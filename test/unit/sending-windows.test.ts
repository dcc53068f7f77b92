import fc from "fast-check";
import Holidays from "date-holidays";
import { brazilianHolidays } from "../../src/messaging/sending-rules/holidays";
import { NO_RESTRICTION, type SendingWindow } from "../../src/messaging/sending-rules/rule";
import { openingsIn } from "../../src/messaging/sending-rules/windows";
import { DAY, type Instant, MINUTE } from "../../src/platform/time";

const at = (text: string): Instant => Date.parse(text);
const time = (instant: Instant | undefined) =>
  instant === undefined ? null : new Date(instant).toISOString().slice(0, 16);

const WEEK = ["mon", "tue", "wed", "thu", "fri"] as const;
const OFFICE: SendingWindow = { days: [...WEEK], from: "08:00", to: "18:00" };

function next(windows: SendingWindow[], zone: string, from: string, more = {}) {
  const opening = openingsIn({ ...NO_RESTRICTION, windows, ...more }, zone)(at(from));
  return time(opening ? Math.max(opening.from, at(from)) : undefined);
}

describe("sending windows", () => {
  it("opens at the first minute and closes before the last", () => {
    const zone = "America/Sao_Paulo";
    expect(next([OFFICE], zone, "2026-09-04T10:59:59Z")).toBe("2026-09-04T11:00");
    expect(next([OFFICE], zone, "2026-09-04T20:59:00Z")).toBe("2026-09-04T20:59");
    // The next days are a Saturday, a Sunday and the national holiday of 7 September.
    expect(next([OFFICE], zone, "2026-09-04T21:00:00Z", { holidays: "br" })).toBe("2026-09-08T11:00");
  });

  it("joins windows that touch, also over midnight", () => {
    const night: SendingWindow[] = [
      { days: ["fri"], from: "22:00", to: "24:00" },
      { days: ["sat"], from: "00:00", to: "01:30" },
      { days: ["sat"], from: "01:30", to: "02:00" },
    ];
    for (const minute of ["T22:00", "T23:59"]) {
      expect(next(night, "UTC", `2026-09-04${minute}Z`)).toBe(`2026-09-04${minute}`);
    }
    expect(next(night, "UTC", "2026-09-05T01:59Z")).toBe("2026-09-05T01:59");
    expect(next(night, "UTC", "2026-09-05T02:00Z")).toBe("2026-09-11T22:00");
  });

  it("keeps local times over the change of clocks in Lisbon", () => {
    expect(next([OFFICE], "Europe/Lisbon", "2026-03-27T19:00Z")).toBe("2026-03-30T07:00");
    expect(next([OFFICE], "Europe/Lisbon", "2026-10-23T19:00Z")).toBe("2026-10-26T08:00");
  });

  it("closes on further dates, and never opens a window that has no day left", () => {
    const closed = { closedDates: ["2026-09-05"] };
    expect(next([], "UTC", "2026-09-05T10:00Z", closed)).toBe("2026-09-06T00:00");
    const closedDates = Array.from({ length: 60 }, (_, week) =>
      new Date(at("2026-09-07") + week * 7 * DAY).toISOString().slice(0, 10),
    );
    const mondays: SendingWindow[] = [{ days: ["mon"], from: "08:00", to: "09:00" }];
    expect(next(mondays, "UTC", "2026-09-05T10:00Z", { closedDates })).toBeNull();
  });

  it("searches once a day for an opening that never comes, and keeps today's last opening", () => {
    const closedDates = Array.from({ length: 60 }, (_, week) =>
      new Date(at("2026-09-14") + week * 7 * DAY).toISOString().slice(0, 10),
    );
    const rule = { ...NO_RESTRICTION, closedDates };
    const windows: SendingWindow[] = [{ days: ["mon"], from: "08:00", to: "09:00" }];
    const openings = openingsIn({ ...rule, windows }, "UTC");
    const monday = at("2026-09-07T10:00Z");
    expect(openings(monday)).toBeNull();
    const searched = jest.spyOn(Array.prototype, "find");
    for (let message = 0; message < 100; message += 1) openings(monday + message * MINUTE);
    const { length } = searched.mock.calls;
    searched.mockRestore();
    expect(length).toBeLessThan(2_000);
    expect(time(openings(at("2026-09-07T08:30Z"))?.from)).toBe("2026-09-07T08:00");
  });

  it("agrees with clocks that are read minute by minute", () => {
    const zones = ["America/Sao_Paulo", "Europe/Lisbon", "Africa/Cairo", "Australia/Lord_Howe", "UTC"];
    const minute = fc.integer({ min: 0, max: 1439 });
    const window = fc.tuple(minute, minute, fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1 }));
    const instant = fc.oneof(
      fc.integer({ min: at("2026-01-01") / MINUTE, max: at("2027-01-01") / MINUTE }),
      // Clocks change in these days.
      fc.integer({ min: at("2026-03-27") / MINUTE, max: at("2026-04-06") / MINUTE }),
      fc.integer({ min: at("2026-10-03") / MINUTE, max: at("2026-10-31") / MINUTE }),
    );
    fc.assert(
      fc.property(
        fc.array(window, { maxLength: 4 }),
        fc.constantFrom(...zones),
        instant,
        (some, zone, start) => {
          const windows = some.map(([a, b, days]): SendingWindow => ({
            days: days.map((day) => DAYS[day] as SendingWindow["days"][number]),
            from: clock(Math.min(a, b)),
            to: clock(Math.max(a, b) + 1),
          }));
          const from = start * MINUTE;
          const opening = openingsIn({ ...NO_RESTRICTION, windows }, zone)(from);
          const opensAt = opening && Math.max(opening.from, from);
          const horizon = from + 2 * DAY;
          const naive = naiveOpening(windows, zone, from, horizon);
          expect(opensAt !== null && opensAt < horizon ? time(opensAt) : null).toBe(time(naive));
        },
      ),
      { numRuns: 150 },
    );
  });
});

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

function naiveOpening(windows: SendingWindow[], zone: string, from: Instant, to: Instant) {
  const local = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  for (let minute = from; minute < to; minute += MINUTE) {
    const [day = "", hour = ""] = local.format(minute).split(/[ ,]+/);
    const isOpen = ({ days, from, to }: SendingWindow) =>
      days.some((one) => one === day.toLowerCase()) && from <= hour && hour < to;
    if (windows.length === 0 || windows.some(isOpen)) return minute;
  }
  return undefined;
}

describe("national holidays of Brazil", () => {
  it.each(Array.from({ length: 10 }, (_, index) => 2024 + index))(
    "agrees with date-holidays in %s",
    (year) => {
      const all = new Holidays("BR").getHolidays(year);
      // date-holidays also lists the Sundays of elections, and Good Friday in some versions as no public day.
      const national = all.filter(
        ({ type, name, rule }) => (type === "public" && !/Elei/.test(name)) || rule === "easter -2",
      );
      const dates = national.map(({ date }) => date.slice(0, 10));
      expect(new Set(brazilianHolidays(year))).toEqual(new Set(dates));
    },
  );

  it("has 20 November since 2024", () => {
    expect(brazilianHolidays(2023)).toHaveLength(9);
    expect(brazilianHolidays(2024)).toContain("2024-11-20");
  });
});
