import fc from "fast-check";
import { AdaptiveLimit } from "../../src/platform/concurrency/adaptive-limit";

describe("an adaptive limit", () => {
  it("grows by a step and halves, within its bounds", () => {
    const limit = new AdaptiveLimit({ first: 4, min: 1, max: 6, step: 1 });
    const after = (change: () => void) => {
      change();
      return limit.value;
    };
    expect([1, 2, 3].map(() => after(() => limit.increase()))).toEqual([5, 6, 6]);
    expect([1, 2, 3].map(() => after(() => limit.halve()))).toEqual([3, 1.5, 1]);
    expect(after(() => limit.increase())).toBe(2);
    expect(after(() => limit.minimize())).toBe(1);
  });

  it("stays within its bounds after any sequence of outcomes", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("increase", "halve", "minimize")), (changes) => {
        const limit = new AdaptiveLimit({ first: 1 / 4, min: 1 / 8, max: 1, step: 1 / 8 });
        for (const change of changes) {
          const before = limit.value;
          limit[change]();
          expect(limit.value).toBeGreaterThanOrEqual(1 / 8);
          expect(limit.value).toBeLessThanOrEqual(1);
          if (change !== "increase") expect(limit.value).toBeLessThanOrEqual(before);
        }
      }),
    );
  });
});
