import { invariants, testRepeatedChecks } from "./repeated";

testRepeatedChecks("PostgreSQL", (deployment) => {
  it("finds no violation while two checks run at the same time", async () => {
    const seeds = [11, 12];
    const found = await Promise.all(
      seeds.map((seed) => deployment.failuresWith({ invariants: { ...invariants, seed } })),
    );
    expect(found).toEqual([[], []]);
  }, 400_000);
});
