import { MESSAGE_STATUSES } from "../../src/messaging/status";
import { usageRows } from "../../src/features/usage/usage";
import type { UsageSum } from "../../src/features/usage/usage.store";

const sum = (key: UsageSum["key"], status: UsageSum["status"], messages: number, price = 0): UsageSum => ({
  key,
  status,
  messages,
  price,
});

describe("usageRows", () => {
  it("returns every status, the total and the price of each key", () => {
    const rows = usageRows("channel", [
      ...MESSAGE_STATUSES.map((status, index) => sum("sms", status, index + 1, 10)),
      sum("rcs", "read", 2, 5),
    ]);
    const none = Object.fromEntries(MESSAGE_STATUSES.map((status) => [status, 0]));
    const all = Object.fromEntries(MESSAGE_STATUSES.map((status, index) => [status, index + 1]));
    expect(rows).toEqual([
      { channel: "rcs", ...none, total: 2, read: 2, price: 5 },
      { channel: "sms", ...all, total: 55, price: 100 },
    ]);
  });

  it("merges the two forms of a missing key and sorts it first", () => {
    const rows = usageRows("campaign", [sum("b", "sent", 1), sum(null, "sent", 2), sum(null, "sent", 3)]);
    expect(rows.map(({ campaign_id, sent }) => [campaign_id, sent])).toEqual([
      [null, 5],
      ["b", 1],
    ]);
  });

  it("formats days as dates in chronological order", () => {
    const rows = usageRows("day", [sum(20_000, "sent", 1), sum(9_999, "sent", 1), sum(0, "sent", 1)]);
    expect(rows.map(({ day }) => day)).toEqual(["1970-01-01", "1997-05-18", "2024-10-04"]);
  });

  it("omits statuses that cancelled out, and keys without messages", () => {
    const rows = usageRows("template", [sum("a", "pending", 0), sum("b", "pending", 0), sum("b", "sent", 1)]);
    expect(rows.map(({ template_id, pending, total }) => [template_id, pending, total])).toEqual([
      ["b", 0, 1],
    ]);
  });
});
