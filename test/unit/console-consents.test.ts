import { emptyForm, faultsIn, requestOf } from "../../src/web/console/page/consents/draft";
import { toFilter } from "../../src/web/console/page/consents/filters";
import { grantAfterRevocation, holdsRevocation } from "../../src/web/console/page/consents/rules";

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

describe("a revocation on a contact's page", () => {
  const revoked: Parameters<typeof holdsRevocation>[0][number] = {
    id: "b",
    phone: "+5511987654321",
    status: "revoked",
    occurred_at: "2026-03-02T12:00:00Z",
    purposes: ["otp", "transactional", "marketing"],
    channels: ["sms", "rcs", "voice"],
  };
  const granted = { ...revoked, id: "c", status: "granted" as const, occurred_at: "2026-03-03T12:00:00Z" };
  const simultaneous = { ...granted, occurred_at: revoked.occurred_at };

  it.each([
    ["holds without a grant", [], true],
    ["ends with a later grant of everything", [granted], false],
    [
      "ends with a later grant for each channel",
      revoked.channels.map((one) => ({ ...granted, channels: [one] })),
      false,
    ],
    [
      "holds for a purpose that the later grant leaves out",
      [{ ...granted, purposes: ["otp" as const] }],
      true,
    ],
    [
      "holds if a grant happened earlier but was recorded later",
      [{ ...granted, occurred_at: "2026-03-01T12:00:00Z" }],
      true,
    ],
    ["ends if a grant of the same instant was recorded later", [simultaneous], false],
    ["holds if a grant of the same instant was recorded earlier", [{ ...simultaneous, id: "a" }], true],
    [
      "holds if a grant of an earlier time was recorded later and ended with its contact",
      [{ ...granted, occurred_at: "2026-03-01T12:00:00Z", phone: null }],
      true,
    ],
    [
      "holds if an earlier recorded grant ended with its contact",
      [{ ...granted, id: "a", phone: null }],
      true,
    ],
  ])("%s", (_, grants, holds) => {
    expect(holdsRevocation([revoked, ...grants])).toBe(holds);
    expect(holdsRevocation([...grants, revoked])).toBe(holds);
  });

  it("is replaced by a later grant that is the newest consent and has not ended", () => {
    const earlier = { ...granted, id: "a", occurred_at: "2026-03-01T12:00:00Z" };
    expect(grantAfterRevocation([granted, revoked, earlier])).toEqual({ revoked, granted });
    expect(grantAfterRevocation([earlier, revoked])).toBeNull();
    expect(grantAfterRevocation([revoked, { ...granted, phone: null }])).toBeNull();
    expect(grantAfterRevocation([granted])).toBeNull();
    expect(grantAfterRevocation([])).toBeNull();
  });
});
