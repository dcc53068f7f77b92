import Holidays from "date-holidays";
import { isValidPhoneNumber } from "libphonenumber-js/max";
import { instantAtPlace, timeZonesOf } from "../../src/messaging/recipient-time-zone";
import { toTimestamp } from "../../src/platform/time";
import { instantIn, isTimeZone, wallClock } from "../../src/platform/time-zone";

/** Area codes by state, from Anatel's numbering plan. Code 61 includes parts of Goiás. */
const AREAS: Readonly<Record<string, readonly number[]>> = {
  AC: [68],
  AL: [82],
  AM: [92, 97],
  AP: [96],
  BA: [71, 73, 74, 75, 77],
  CE: [85, 88],
  DF: [61],
  ES: [27, 28],
  GO: [62, 64],
  MA: [98, 99],
  MG: [31, 32, 33, 34, 35, 37, 38],
  MS: [67],
  MT: [65, 66],
  PA: [91, 93, 94],
  PB: [83],
  PE: [81, 87],
  PI: [86, 89],
  PR: [41, 42, 43, 44, 45, 46],
  RJ: [21, 22, 24],
  RN: [84],
  RO: [69],
  RR: [95],
  RS: [51, 53, 54, 55],
  SC: [47, 48, 49],
  SE: [79],
  SP: [11, 12, 13, 14, 15, 16, 17, 18, 19],
  TO: [63],
};

const mobileOf = (area: number) => `+55${area}987654321`;

const hour = (zone: string, local: string) => toTimestamp(instantIn(zone, local));

describe("the time zone of a recipient", () => {
  it.each([
    [["11", "21", "48", "61", "71", "81", "85", "91", "96"], "2026-12-01T12:00:00Z"],
    [["65", "66", "67", "69", "92", "95", "97"], "2026-12-01T13:00:00Z"],
    [["68"], "2026-12-01T14:00:00Z"],
  ])("follows the Brazilian area code %j", (areas, expected) => {
    const place = instantAtPlace("2026-12-01T09:00:00", "Asia/Tokyo");
    for (const area of areas)
      expect([area, toTimestamp(place(`+55${area}987654321`))]).toEqual([area, expected]);
  });

  // date-holidays has the IANA zones of the states, and Node has the tz database.
  it.each(Object.entries(AREAS))("is that of the state %s for its area codes %j", (state, areas) => {
    const zones = new Holidays("BR", state).getTimezones();
    expect(zones).toHaveLength(1);
    for (const area of areas) {
      const [zone = "", ...others] = timeZonesOf(mobileOf(area));
      expect(others).toEqual([]);
      for (let month = 0; month < 48; month += 1) {
        const at = Date.UTC(2025, month, 1, 12);
        expect([area, wallClock(zone, at)]).toEqual([area, wallClock(zones[0] ?? "", at)]);
      }
    }
  });

  it("is tested for each of the 67 area codes of Brazil", () => {
    const all = Array.from({ length: 90 }, (_, index) => index + 10);
    const assigned = all.filter((area) => isValidPhoneNumber(mobileOf(area)));
    expect(assigned).toHaveLength(67);
    expect(Object.values(AREAS).flat().sort()).toEqual(assigned);
  });

  it("is the country's where it has one, and the account's elsewhere", () => {
    const place = instantAtPlace("2026-12-01T09:00:00", "America/Manaus");
    expect(toTimestamp(place("+819012345678"))).toBe("2026-12-01T00:00:00Z");
    expect(toTimestamp(place("+12125550123"))).toBe("2026-12-01T13:00:00Z");
    expect(timeZonesOf("+883510001234")).toEqual([]);
    expect(toTimestamp(place("+883510001234"))).toBe("2026-12-01T13:00:00Z");
  });

  it.each([
    ["+351912345678", "Europe/Lisbon"],
    ["+351212345678", "Europe/Lisbon"],
    ["+351296123456", "Atlantic/Azores"],
    ["+34612345678", "Europe/Madrid"],
    ["+34922123456", "Atlantic/Canary"],
    ["+34828123456", "Atlantic/Canary"],
  ])("is that of the mainland of Portugal and Spain, but for fixed lines of islands: %s", (phone, zone) => {
    expect(timeZonesOf(phone)).toEqual([zone]);
  });

  it("is the country's if all its zones have the same time", () => {
    expect(timeZonesOf("+4915112345678").length).toBeGreaterThan(1);
    expect(toTimestamp(instantAtPlace("2026-12-01T09:00:00", "Asia/Tokyo")("+4915112345678"))).toBe(
      "2026-12-01T08:00:00Z",
    );
  });
});

describe("a local time", () => {
  it("moves forward by the gap where it does not exist", () => {
    expect(hour("Europe/Madrid", "2026-03-29T02:30:00")).toBe("2026-03-29T01:30:00Z");
    expect(hour("America/New_York", "2026-03-08T02:00:00")).toBe("2026-03-08T07:00:00Z");
  });

  it("is the first one where it occurs twice", () => {
    expect(hour("Europe/Madrid", "2026-10-25T02:30:00")).toBe("2026-10-25T00:30:00Z");
    expect(hour("America/New_York", "2026-11-01T01:30:00")).toBe("2026-11-01T05:30:00Z");
  });

  it("has the offset of its zone at midnight and before and after a change", () => {
    expect(hour("America/Sao_Paulo", "2026-12-01T00:00:00")).toBe("2026-12-01T03:00:00Z");
    expect(hour("Europe/Madrid", "2026-03-29T01:59:59")).toBe("2026-03-29T00:59:59Z");
    expect(hour("Europe/Madrid", "2026-03-29T03:00:00")).toBe("2026-03-29T01:00:00Z");
    expect(hour("Asia/Kathmandu", "2026-12-01T09:00:00")).toBe("2026-12-01T03:15:00Z");
  });

  it("needs a zone that exists", () => {
    expect(["America/Sao_Paulo", "UTC", "Mars/Olympus", "", "+03:00"].map(isTimeZone)).toEqual([
      ...[true, true, false, false, false],
    ]);
  });
});
