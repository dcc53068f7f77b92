import { testCancellation } from "../support/cancellation-model";
import { databases } from "../support/databases";

describe.each(databases)("cancellation on %s", (database) => {
  testCancellation(database, { rounds: 4, steps: 90, races: 50 });
});
