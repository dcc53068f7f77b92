import fc from "fast-check";
import { databases } from "../support/databases";
import { messageCount } from "../support/message-count";
import { previewAgreement } from "../support/preview-agreement";
import { sendCases } from "../support/send-cases";

const PEOPLE = 100;
const CASES = messageCount(2_000) / PEOPLE;
/** Number of cases in which each frequent outcome almost always occurs. One in 1,000 runs misses one. */
const SOME = 20;
/** Maximum number of further cases if an outcome has not occurred. */
const MORE = 40;
const FREQUENT = ["pending", "waits", "suppressed", "no_consent"];
/** Least number of cases in which each outcome occurs, even the rarest. */
const ENOUGH = 100;
const RARE = ["error", "frequency", "outside_window", "frequency later", "outside_window later"];

describe.each(databases)("the preview on %s", (database) => {
  const { check, outcomes } = previewAgreement(database, PEOPLE / 10);

  it(`agrees with ${CASES * PEOPLE} messages and their submissions for any rule, recipient and time`, async () => {
    const agrees = fc.asyncProperty(sendCases(PEOPLE), check);
    await fc.assert(agrees, { numRuns: CASES, endOnFailure: true });
    const expected = [...(CASES < SOME ? [] : FREQUENT), ...(CASES < ENOUGH ? [] : RARE)];
    for (let more = 0; more < MORE && !expected.every((one) => outcomes.has(one)); more += 1) {
      await fc.assert(agrees, { numRuns: 1, endOnFailure: true });
    }
    for (const outcome of expected) {
      expect([outcome, outcomes.get(outcome)]).toEqual([outcome, expect.any(Number)]);
    }
  }, 900_000);
});
