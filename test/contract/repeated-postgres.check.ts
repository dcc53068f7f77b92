import { scenarios } from "../../scripts/contract-check/scenarios/all";
import { invariants, testRepeatedChecks } from "./repeated";

/** An account has its opt-out words and rules once, so only one of two checks may change them. */
const shared = Object.keys(scenarios).filter((tag) => !["Opt-out words", "Sending rules"].includes(tag));

testRepeatedChecks("PostgreSQL", (deployment) => {
  it("finds no violation while two checks run at the same time", async () => {
    const found = await Promise.all([
      deployment.failuresWith({ invariants: { ...invariants, seed: 11 } }),
      deployment.failuresWith({ invariants: { ...invariants, seed: 12 }, only: shared }),
    ]);
    expect(found).toEqual([[], []]);
  }, 400_000);
});
