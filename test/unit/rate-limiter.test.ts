import { RateLimiter, type TokenBucket } from "../../src/platform/concurrency/rate-limiter";

/** Returns a limiter with a clock that the test sets, and a bucket that records what is requested from it. */
function limited(maxPerSecond: number, tokens = Infinity) {
  const clock = { time: 1_000, now: () => clock.time };
  const requests: number[] = [];
  let left = tokens;
  const bucket: TokenBucket = {
    id: "a",
    maxPerSecond,
    take: async (count) => {
      requests.push(count);
      const taken = Math.min(count, left);
      left -= taken;
      return taken;
    },
    nextAt: async (now, count) => now + (count * 1_000) / bucket.maxPerSecond,
  };
  return { clock, bucket, requests, limiter: new RateLimiter(clock) };
}

describe("a rate limiter", () => {
  it("doubles the tokens that it leases while they are used up, to a twentieth of the limit", async () => {
    const { bucket, requests, limiter } = limited(100);
    for (let i = 0; i < 20; i++) expect(await limiter.take(bucket, 1)).toBe(1);
    expect(requests).toEqual([1, 2, 4, 5, 5, 5]);
  });

  it("lets leased tokens expire after a second", async () => {
    const { clock, bucket, requests, limiter } = limited(1_000);
    await limiter.take(bucket, 1);
    await limiter.take(bucket, 1);
    clock.time += 1_000;
    await limiter.take(bucket, 1);
    expect(requests).toEqual([1, 2, 1]);
  });

  it("drops leased tokens when the limit of the bucket changes", async () => {
    const { bucket, requests, limiter } = limited(1_000);
    await limiter.take(bucket, 10);
    await limiter.take(bucket, 10);
    bucket.maxPerSecond = 50;
    await limiter.take(bucket, 1);
    expect(requests).toEqual([10, 20, 1]);
  });

  it("drops leased tokens when the clock is set back", async () => {
    const { clock, bucket, requests, limiter } = limited(1_000);
    await limiter.take(bucket, 10);
    await limiter.take(bucket, 10);
    clock.time -= 60_000;
    await limiter.take(bucket, 1);
    expect(requests).toEqual([10, 20, 1]);
  });

  it("grants what the bucket has and uses released tokens first", async () => {
    const { bucket, requests, limiter } = limited(1_000, 7);
    expect(await limiter.take(bucket, 10)).toBe(7);
    limiter.release(bucket, 3);
    expect(await limiter.take(bucket, 3)).toBe(3);
    expect(await limiter.take(bucket, 1)).toBe(0);
    expect(requests).toEqual([10, 20]);
  });

  it("serves concurrent requests in order, the next one even after a failure", async () => {
    const { bucket, limiter } = limited(1_000, 3);
    const failing = { ...bucket, take: () => Promise.reject(new Error("away")) };
    const results = await Promise.allSettled([
      limiter.take(failing, 1),
      limiter.take(bucket, 2),
      limiter.take(bucket, 2),
    ]);
    expect(results.map((result) => (result.status === "fulfilled" ? result.value : "failed"))).toEqual([
      "failed",
      2,
      1,
    ]);
  });

  it("waits for the tokens of at most a tenth of a second, and at least a millisecond", async () => {
    const { clock, bucket, limiter } = limited(100);
    expect(await limiter.nextAt(bucket, 3)).toBe(clock.time + 30);
    expect(await limiter.nextAt(bucket, 5_000)).toBe(clock.time + 100);
    expect(await limiter.nextAt({ ...bucket, nextAt: async () => null }, 1)).toBe(clock.time + 1);
  });
});
