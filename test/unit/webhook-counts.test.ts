import fc from "fast-check";
import { DAY, HOUR, MINUTE } from "../../src/platform/time";
import type { AttemptEntry } from "../../src/features/webhooks/delivery";
import {
  type CountChange,
  countChanges,
  oldestSlot,
  slotOf,
} from "../../src/features/webhooks/delivery-counts.store";

const now = Date.parse("2026-11-20T12:00:00Z");
const endpoint = { accountId: "a", webhookId: "w" };
const attempt = (at: number, status: number | null): AttemptEntry => [at, status, null, 0];

describe("counts of webhook deliveries", () => {
  it("includes each delivery once, by its latest attempt, in the slot of that attempt", () => {
    const first = { ...endpoint, latest: attempt(now, 500), previous: null };
    expect(countChanges([first, first, { ...first, latest: attempt(now, 204) }], now)).toEqual([
      { ...endpoint, slot: slotOf(now), delivered: 1, failed: 2 },
    ]);
    const retried = { ...endpoint, latest: attempt(now + HOUR, 204), previous: attempt(now, 500) };
    expect(countChanges([retried], now + HOUR)).toEqual([
      { ...endpoint, slot: slotOf(now), delivered: 0, failed: -1 },
      { ...endpoint, slot: slotOf(now + HOUR), delivered: 1, failed: 0 },
    ]);
  });

  it("does not change when a retry fails in the same slot", () => {
    const retried = { ...endpoint, latest: attempt(now + MINUTE, null), previous: attempt(now, 500) };
    expect(countChanges([retried], now + MINUTE)).toEqual([]);
  });

  it("ignores attempts older than 24 hours, whose counts may be deleted", () => {
    const late = { ...endpoint, latest: attempt(now + 2 * DAY, 204), previous: attempt(now, 500) };
    expect(countChanges([late], now + 2 * DAY)).toEqual([
      { ...endpoint, slot: slotOf(now + 2 * DAY), delivered: 1, failed: 0 },
    ]);
  });

  it("covers the last 24 hours and at most 15 minutes more", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: DAY }), (offset) => {
        const covered = now + offset - oldestSlot(now + offset) * 15 * MINUTE;
        expect(covered).toBeGreaterThanOrEqual(DAY);
        expect(covered).toBeLessThan(DAY + 15 * MINUTE);
      }),
    );
  });

  it("returns changes in the order of their keys, whatever the order of the attempts", () => {
    const keys = ["a", "b"].flatMap((accountId) => ["v", "w"].map((webhookId) => ({ accountId, webhookId })));
    const attempts = keys.map((key) => ({ ...key, latest: attempt(now, 204), previous: null }));
    const order = (changes: CountChange[]) =>
      changes.map(({ accountId, webhookId }) => accountId + webhookId);
    expect(order(countChanges([...attempts].reverse(), now))).toEqual(["av", "aw", "bv", "bw"]);
  });
});
