import { type Hold, NOT_HELD } from "../../src/queue/hold";
import fc from "fast-check";
import { DAY, HOUR, MINUTE, SECOND } from "../../src/platform/time";
import {
  type AttemptEntry,
  attemptEntry,
  isSuccess,
  withAttempt,
} from "../../src/features/webhooks/delivery";
import { afterAttempt } from "../../src/features/webhooks/attempt-outcome";
import { type Health, healthAfter, nextAttemptAt } from "../../src/features/webhooks/retry-schedule";

const now = Date.parse("2026-11-20T12:00:00Z");
const middle = { random: () => 0.5, retryAfter: null };

describe("the next attempt of a delivery", () => {
  it.each([
    [1, 5 * SECOND],
    [2, MINUTE],
    [3, 10 * MINUTE],
    [4, HOUR],
  ])("follows attempt %d after %d ms, give or take a fifth", (attempt, pause) => {
    expect(nextAttemptAt(attempt, now, middle)).toBe(now + pause);
    expect(nextAttemptAt(attempt, now, { ...middle, random: () => 0 })).toBe(now + 0.8 * pause);
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (random) => {
        const next = nextAttemptAt(attempt, now, { random: () => random, retryAfter: null }) ?? 0;
        return next >= now + 0.8 * pause && next <= now + 1.2 * pause;
      }),
    );
  });

  it("does not follow the fifth attempt", () => {
    expect(nextAttemptAt(5, now, middle)).toBeNull();
    expect(nextAttemptAt(5, now, { ...middle, retryAfter: "60" })).toBeNull();
  });

  it("is delayed by Retry-After and never brought forward", () => {
    expect(nextAttemptAt(1, now, { ...middle, retryAfter: "30" })).toBe(now + 30 * SECOND);
    expect(nextAttemptAt(3, now, { ...middle, retryAfter: "30" })).toBe(now + 10 * MINUTE);
    expect(nextAttemptAt(1, now, { ...middle, retryAfter: "soon" })).toBe(now + 5 * SECOND);
  });

  it.each(["9999999999", "Fri, 20 Nov 2099 12:30:00 GMT"])(
    "is delayed by a day at most, also by Retry-After %s",
    (retryAfter) => {
      expect(nextAttemptAt(1, now, { ...middle, retryAfter })).toBe(now + DAY);
    },
  );
});

describe("the health of an endpoint", () => {
  const unused: Health = { failingSince: null, lastAttempt: null, disable: null };
  const entry = (at: number, status: number | null): AttemptEntry => [at, status, null, 0];
  type Attempt = [at: number, status: number | null, isLast?: boolean];
  const afterRelease = (hold: Hold, ...attempts: Attempt[]) =>
    attempts.reduce(
      (health, [at, status, isLast = false]) =>
        healthAfter(health, { finishedAt: at, entry: entry(at, status), isLast }, hold),
      unused,
    );

  const after = (...attempts: Attempt[]) => afterRelease(NOT_HELD, ...attempts);

  it("is failing since the first failure after a success", () => {
    expect(after([now, 500], [now + HOUR, null])).toMatchObject({ failingSince: now, disable: null });
    expect(after([now, 500], [now + 1, 204], [now + 2, 301])).toMatchObject({
      failingSince: now + 2,
      disable: null,
    });
    expect(after([now, 500], [now + 1, 200])).toMatchObject({ failingSince: null, disable: null });
  });

  it("includes the latest attempt, whatever the order of writes", () => {
    expect(after([now, 500], [now + 1, 204]).lastAttempt).toEqual(entry(now + 1, 204));
    expect(after([now + 1, 204], [now, 500]).lastAttempt).toEqual(entry(now + 1, 204));
  });

  it("ignores an attempt before the last one, except as an earlier first failure", () => {
    expect(after([now + 1, 204], [now, 500]).failingSince).toBeNull();
    expect(after([now + 1, 500], [now, 204]).failingSince).toBe(now + 1);
    expect(after([now + 1, 500], [now, null]).failingSince).toBe(now);
    expect(after([now + 1, 204], [now, 410]).disable).toBe("gone");
  });

  it("disables the endpoint when a delivery is abandoned after five days of failures", () => {
    expect(after([now, 500], [now + 5 * DAY - 1, 500, true]).disable).toBeNull();
    expect(after([now, 500], [now + 6 * DAY, 500]).disable).toBeNull();
    expect(after([now, 500], [now + 5 * DAY, 500, true]).disable).toBe("failing");
  });

  it("counts the five days from the last release of the queue", () => {
    const releasedAt = now + 8 * DAY;
    const failedAgain = (at: number) =>
      afterRelease({ ...NOT_HELD, releasedAt }, [now, 500], [at, 500, true]);
    expect(failedAgain(releasedAt + 5 * DAY - 1)).toMatchObject({ failingSince: now, disable: null });
    expect(failedAgain(releasedAt + 5 * DAY).disable).toBe("failing");
  });

  it("disables the endpoint at once when it is gone", () => {
    expect(after([now, 410])).toMatchObject({ failingSince: now, disable: "gone" });
    expect(after([now, 410], [now + 1, 500]).disable).toBe("gone");
  });

  it.each([
    [199, false],
    [200, true],
    [299, true],
    [300, false],
    [null, false],
  ])("counts %j as success: %j", (status, success) => {
    expect(isSuccess(status)).toBe(success);
  });
});

describe("an attempt of a delivery", () => {
  const result = { status: 500, error: null, retryAfter: null, durationMs: 12 };
  const outcome = { job: { attempt: 0 }, attempts: "[]", attemptedAt: now, finishedAt: now + 12 };

  it("is logged among the last hundred attempts", () => {
    let log = "[]";
    for (let index = 0; index < 103; index++) log = withAttempt(log, attemptEntry(now + index, result));
    const entries = JSON.parse(log) as AttemptEntry[];
    expect(entries).toHaveLength(100);
    expect(entries[0]).toEqual([now + 3, 500, null, 12]);
    expect(entries.at(-1)).toEqual([now + 102, 500, null, 12]);
  });

  it("is logged without a status that HTTP does not define", () => {
    expect(JSON.parse(withAttempt("[]", attemptEntry(now, { ...result, status: 799 })))).toEqual([
      [now, null, expect.any(String), 12],
    ]);
  });

  it("ends the delivery on success, delays it on failure and abandons it after the fifth failure", () => {
    const random = () => 0.5;
    const delivered = afterAttempt({ ...outcome, result: { ...result, status: 202 } }, random);
    expect(delivered).toEqual({
      status: "delivered",
      attemptCount: 1,
      attempts: `[[${now},202,null,12]]`,
      dueAt: null,
    });
    const failed = afterAttempt({ ...outcome, result }, random);
    expect(failed).toMatchObject({ status: "pending", attemptCount: 1, dueAt: now + 12 + 5 * SECOND });
    const fifth = afterAttempt({ ...outcome, job: { attempt: 4 }, result }, random);
    expect(fifth).toMatchObject({ status: "abandoned", attemptCount: 5, dueAt: null });
  });
});
