import fc from "fast-check";
import { addressProblem } from "../../src/features/senders/sender";
import { fillsAt, fullBucket, TOKEN } from "../../src/platform/db/token-bucket";
import { noon } from "../support/clock";

describe("a sender's address", () => {
  it.each([
    ["sms", "270"],
    ["sms", "27000"],
    ["sms", "12345678"],
    ["sms", "+5511987654321"],
    ["rcs", "recado-sandbox"],
    ["rcs", "loja_x9@rbm.goog"],
    ["voice", "+551130000000"],
  ] as const)("accepts for %s %s", (channel, address) => {
    expect(addressProblem(channel, address)).toBeNull();
  });

  it.each([
    ["sms", ""],
    ["sms", "27"],
    ["sms", "123456789"],
    ["sms", "RECADO"],
    ["sms", "5511987654321"],
    ["sms", "+0511987654321"],
    ["sms", "+1234567890123456"],
    ["sms", "+55 11 98765-4321"],
    ["rcs", "an agent"],
    ["rcs", "@rbm.goog"],
    ["voice", "27000"],
    ["voice", "recado"],
  ] as const)("refuses for %s %j", (channel, address) => {
    expect(addressProblem(channel, address)).toContain(`"${address}"`);
  });
});

describe("a token bucket", () => {
  it("is full for a new sender", () => {
    expect(fillsAt(fullBucket(5, noon), noon, 5)).toBe(noon);
  });

  it("contains a token from the first millisecond at which one has accrued", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 0, max: TOKEN - 1 }),
        (rate, tokens) => {
          const wait = fillsAt({ maxPerSecond: rate, tokens, tokensAt: noon }, noon) - noon;
          expect(tokens + wait * rate).toBeGreaterThanOrEqual(TOKEN);
          expect(tokens + (wait - 1) * rate).toBeLessThan(TOKEN);
        },
      ),
    );
  });

  it("is full after a second, however many tokens are requested", () => {
    expect(fillsAt({ maxPerSecond: 3, tokens: 0, tokensAt: noon }, noon, 1_000)).toBe(noon + 1_000);
  });
});
