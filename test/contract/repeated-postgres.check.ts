import { invariants, testRepeatedChecks } from "./repeated";

/** Tags whose lists, totals and events contain resources of both checks. */
const SHARED = ["Messages", "Contacts", "Contact lists", "Campaigns", "Webhooks", "Usage", "API keys"];

testRepeatedChecks("PostgreSQL", (deployment) => {
  it("finds no violation while two checks run at the same time", async () => {
    const { proxyChain } = deployment;
    const found = await Promise.all([
      deployment.failuresWith({ invariants: { ...invariants, seed: 11 }, proxyChain }),
      deployment.failuresWith({ invariants: { ...invariants, seed: 12 }, only: SHARED, probes: false }),
    ]);
    expect(found).toEqual([[], []]);
  }, 900_000);
});
