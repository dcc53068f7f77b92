import fc from "fast-check";
import { databases } from "../support/databases";
import { messageCount } from "../support/message-count";
import { previewAgreement } from "../support/preview-agreement";
import { sendCases } from "../support/send-cases";

const PEOPLE = 100;
const CASES = messageCount(2_000) / PEOPLE;
/** Least number of cases in which each frequent outcome occurs. One in 1,000 runs misses one. */
const SOME = 20;
const FREQUENT = ["pending", "waits", "suppressed", "no_consent"];
/** Least number of cases in which each outcome occurs, even the rarest. */
const ENOUGH = 100;
const RARE = ["error", "frequency", "outside_window", "frequency later", "outside_window later"];

describe.each(databases)("the preview on %s", (database) => {
  const { check, outcomes } = previewAgreement(database, PEOPLE / 10);

  it(`agrees with ${CASES * PEOPLE} messages and their submissions for any rule, recipient and time`, async () => {
    await fc.assert(fc.asyncProperty(sendCases(PEOPLE), check), { numRuns: CASES, endOnFailure: true });
    for (const outcome of [...(CASES < SOME ? [] : FREQUENT), ...(CASES < ENOUGH ? [] : RARE)]) {
      expect([outcome, outcomes.get(outcome)]).toEqual([outcome, expect.any(Number)]);
    }
  }, 900_000);
});
