import type { Carrier, SubmitOutcome } from "../../src/carriers/carrier";
import { LiveCarrier } from "../../src/carriers/live-carrier";
import { MINUTE } from "../../src/platform/time";

const error = { code: "carrier_unreachable", message: "away", carrierCode: null } as const;

function carrierOf(...outcomes: SubmitOutcome[]): Carrier {
  return {
    name: "main",
    channels: ["sms"],
    idempotent: true,
    reports: true,
    batchSize: 1,
    defaultMaxPerSecond: 1,
    submit: async () => outcomes,
    async start() {},
    async stop() {},
  };
}

describe("the state of a carrier without a permanent connection", () => {
  let now = 0;
  const { signal } = new AbortController();
  const live = (...outcomes: SubmitOutcome[]) =>
    new LiveCarrier(
      "main",
      carrierOf(...outcomes),
      () => {},
      () => now,
    );

  it("is up before the first submission and after a submission that reached the carrier", async () => {
    const carrier = live({ type: "accepted" });
    expect(carrier.isConnected).toBe(true);
    await carrier.submit([], signal);
    expect(carrier.isConnected).toBe(true);
  });

  it("stays the same after an empty submission", async () => {
    const carrier = live();
    await carrier.submit([], signal);
    expect(carrier.isConnected).toBe(true);
  });

  it("is down after a submission that did not reach the carrier, and unknown ten minutes later", async () => {
    const carrier = live({ type: "away", error });
    await carrier.submit([], signal);
    now += 10 * MINUTE - 1;
    expect(carrier.isConnected).toBe(false);
    now += 1;
    expect(carrier.isConnected).toBe(true);
  });
});
