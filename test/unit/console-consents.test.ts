import { emptyForm, faultsIn, requestOf } from "../../src/web/console/page/consents/draft";
import { toFilter } from "../../src/web/console/page/consents/filters";

const NOW = new Date("2026-03-10T15:00:00Z");
const none = { contact: "", phone: "", purpose: "", status: "", channel: "", period: "", from: "", to: "" };

describe("the console's form of a consent", () => {
  it("sends no evidence and no time when these are empty", () => {
    expect(requestOf(emptyForm(" 11 98765-4321 "))).toEqual({
      phone: "11 98765-4321",
      status: "granted",
      purposes: ["otp", "transactional", "marketing"],
      channels: ["sms", "rcs", "voice"],
      source: "console",
    });
  });

  it("sends the filled fields of the evidence, without spaces around them", () => {
    const form = { ...emptyForm("+5511987654321"), text: " Sim. ", url: " ", ip: "203.0.113.7" };
    expect(requestOf(form).evidence).toEqual({ text: "Sim.", ip: "203.0.113.7" });
  });

  it("sends the entered local time in UTC", () => {
    const { occurred_at } = requestOf({ ...emptyForm("+5511987654321"), occurredAt: "2026-03-01T09:30" });
    expect(Date.parse(occurred_at ?? "")).toBe(new Date(2026, 2, 1, 9, 30).getTime());
  });

  it("finds a missing purpose or channel and a time in the future, and no other fault", () => {
    const form = emptyForm("+5511987654321");
    const none = { purposes: false, channels: false, isFuture: false };
    expect(faultsIn(form, NOW.getTime())).toBeNull();
    expect(faultsIn({ ...form, occurredAt: "2026-03-01T09:30" }, NOW.getTime())).toBeNull();
    expect(faultsIn({ ...form, purposes: [] }, NOW.getTime())).toEqual({ ...none, purposes: true });
    expect(faultsIn({ ...form, channels: [] }, NOW.getTime())).toEqual({ ...none, channels: true });
    expect(faultsIn({ ...form, occurredAt: "2026-03-20T09:30" }, NOW.getTime())).toEqual({
      ...none,
      isFuture: true,
    });
  });
});

describe("the console's filters of consents", () => {
  it("filters by nothing without a value", () => {
    expect(Object.values(toFilter(none, NOW)).every((value) => value === undefined)).toBe(true);
  });

  it("passes each value as a list, and the bounds of a period", () => {
    const filters = { ...none, phone: "11 98765-4321", status: "revoked", period: "today" };
    expect(toFilter(filters, NOW)).toMatchObject({
      phone: ["11 98765-4321"],
      status: ["revoked"],
      from: new Date(NOW.getFullYear(), NOW.getMonth(), NOW.getDate()).toISOString(),
      to: undefined,
    });
  });
});
