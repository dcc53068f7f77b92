import fc from "fast-check";
import { databases } from "../support/databases";
import { previewAgreement } from "../support/preview-agreement";
import { sendCases } from "../support/send-cases";

describe.each(databases)("the preview on %s", (database) => {
  const { check, outcomes } = previewAgreement(database, 2);

  it("agrees with the messages and their submissions for any rule, recipient and time", async () => {
    const frequent = ["waits", "suppressed"];
    // Five random cases may lack an outcome.
    for (let round = 1; round <= 10 && !frequent.every((outcome) => outcomes.has(outcome)); round += 1) {
      await fc.assert(fc.asyncProperty(sendCases(20), check), { numRuns: 5, endOnFailure: true });
    }
    for (const outcome of frequent) expect(outcomes.get(outcome)).toBeGreaterThan(0);
  });
});
