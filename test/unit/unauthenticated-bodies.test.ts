import { PassThrough } from "node:stream";
import type { Request } from "express";
import { UnauthenticatedBodies } from "../../src/http/unauthenticated-bodies";

const LIMITS = { count: 3, bytes: 100, withinMs: 60_000 };
const MAX_BYTES = 80;

/** Returns a request whose body arrives as the test writes it. */
const requestFrom = (ip: string) => Object.assign(new PassThrough(), { ip });
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("bodies of unauthenticated requests", () => {
  let outcomes: Record<string, string | number>;
  const begun: PassThrough[] = [];
  beforeEach(() => (outcomes = {}));
  // Destroying an unfinished body ends its timer.
  afterEach(() => begun.splice(0).forEach((one) => one.destroy()));

  const begin = (bodies: UnauthenticatedBodies, name: string, ip = "192.0.2.1") => {
    const req = requestFrom(ip);
    begun.push(req);
    const own = outcomes;
    bodies.receive(req as unknown as Request, MAX_BYTES).then(
      (body) => (own[name] = body.toString()),
      (error: { status: number }) => (own[name] = error.status),
    );
    return req;
  };

  it("receives a body whole", async () => {
    const req = begin(new UnauthenticatedBodies(LIMITS), "a");
    req.write("one ");
    req.end("two");
    await turn();
    expect(outcomes).toEqual({ a: "one two" });
  });

  it("drops the oldest body when too many are unfinished", async () => {
    const bodies = new UnauthenticatedBodies(LIMITS);
    for (const name of ["a", "b", "c"]) begin(bodies, name);
    begin(bodies, "genuine").end("whole");
    await turn();
    expect(outcomes).toEqual({ a: 429, genuine: "whole" });
  });

  it("drops bodies of the client with the most, so that other clients keep theirs", async () => {
    const bodies = new UnauthenticatedBodies(LIMITS);
    const carrier = begin(bodies, "carrier", "198.51.100.1");
    begin(bodies, "a", "2001:db8:0:1::1");
    begin(bodies, "b", "2001:db8:0:1::2");
    for (const name of ["c", "d"]) begin(bodies, name, "2001:db8:0:1::3");
    carrier.end("whole");
    await turn();
    expect(outcomes).toEqual({ a: 429, b: 429, carrier: "whole" });
  });

  it("drops the largest body when too many bytes have arrived", async () => {
    const bodies = new UnauthenticatedBodies(LIMITS);
    const large = begin(bodies, "large");
    const small = begin(bodies, "small");
    large.write("x".repeat(70));
    await turn();
    small.end("x".repeat(40));
    await turn();
    expect(outcomes).toEqual({ large: 429, small: "x".repeat(40) });
  });

  it("releases every body, however it ends", async () => {
    const bodies = new UnauthenticatedBodies(LIMITS);
    for (let round = 0; round < 10; round += 1) {
      begin(bodies, `whole ${round}`).end("x".repeat(60));
      begin(bodies, `too large ${round}`).write("x".repeat(MAX_BYTES + 1));
      const left = begin(bodies, `left ${round}`);
      left.write("x".repeat(30));
      await turn();
      left.destroy();
      await turn();
    }
    expect(Object.keys(outcomes)).toHaveLength(30);
    expect(new Set(Object.values(outcomes))).toEqual(new Set(["x".repeat(60), 413, 400]));
  });

  it("refuses a body at its deadline, however steadily it arrives", async () => {
    jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick"] });
    try {
      const req = begin(new UnauthenticatedBodies({ ...LIMITS, withinMs: 5_000 }), "slow");
      for (let second = 0; second < 5; second += 1) {
        expect(outcomes).toEqual({});
        req.write("x");
        jest.advanceTimersByTime(1_000);
        await turn();
      }
      expect(outcomes).toEqual({ slow: 408 });
    } finally {
      jest.useRealTimers();
    }
  });
});
