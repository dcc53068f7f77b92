import fc from "fast-check";
import { databases } from "../support/databases";
import { previewAgreement } from "../support/preview-agreement";
import { sendCases } from "../support/send-cases";

const CASES = 100;
const PEOPLE = 100;

describe.each(databases)("the preview on %s", (database) => {
  const { check, outcomes } = previewAgreement(database, PEOPLE / 10);

  it("agrees with 10,000 messages and their submissions for any rule, recipient and time", async () => {
    await fc.assert(fc.asyncProperty(sendCases(PEOPLE), check), { numRuns: CASES, endOnFailure: true });
    for (const outcome of [
      ...["pending", "waits", "error", "suppressed", "no_consent", "frequency", "outside_window"],
      ...["frequency later", "outside_window later"],
    ]) {
      expect([outcome, outcomes.get(outcome)]).toEqual([outcome, expect.any(Number)]);
    }
  }, 900_000);
});
