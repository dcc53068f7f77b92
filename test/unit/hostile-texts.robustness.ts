import { DEFAULT_WORDS } from "../../src/messaging/default-opt-out-words";
import { effectOfReply } from "../../src/messaging/opt-out-words";
import { fillText, parseText } from "../../src/messaging/variables";

/** Generous for linear time, and far too short for quadratic time over these lengths. */
const LIMIT_MS = 2_000;

function expectSoon(act: () => void): void {
  const begun = performance.now();
  act();
  expect(performance.now() - begun).toBeLessThan(LIMIT_MS);
}

describe("searches in long texts that provoke backtracking", () => {
  it.each([".".repeat(200_000) + "a", `${". ".repeat(100_000)}a .`, "a".repeat(200_000) + "."])(
    "finds no opt-out word in linear time (%#)",
    (text) => expectSoon(() => expect(effectOfReply(DEFAULT_WORDS, text)).toBeNull()),
  );

  it("finds no placeholder in linear time", () => {
    const text = "{{" + " ".repeat(100_000) + "{{".repeat(100_000) + "a".repeat(100_000);
    expectSoon(() => expect(fillText(parseText(text), () => undefined, [])).toBe(text));
  });
});
