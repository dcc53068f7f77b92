import type { CheckOptions } from "../../../scripts/contract-check/check-options";
import type { CheckResult } from "../../../scripts/contract-check/run";
import { checkedService, findings } from "../service";
import { type CombinedRow, LISTS, SCENARIOS, TAGS } from "./combined";
import { MESSAGING, MESSAGING_TAGS } from "./combined-messaging";
import { all, type Body } from "./make";
import { relayOf } from "./relay";

describe("the contract check of a service with several wrong responses at once", () => {
  const service = checkedService();

  /** Checks a service with the corruptions of all rows. */
  async function checkRows(
    rows: readonly CombinedRow[],
    options: Partial<CheckOptions>,
  ): Promise<CheckResult> {
    const changes = rows.flatMap(({ event }) => event ?? []);
    const changed = (event: Body): Body => changes.reduce((one, change) => change(one), event);
    const relay = await relayOf({ events: (events) => events.map(changed) });
    const corruptions = rows.flatMap(({ corrupt }) => corrupt ?? []);
    const corruption = all([...corruptions, ...(changes.length > 0 ? [relay.corruption] : [])]);
    const given = { probes: false, ...options };
    return service.checkCorrupted(corruption, given).finally(() => relay.stop());
  }

  it.each<[string, readonly CombinedRow[], Partial<CheckOptions>]>([
    [
      "scenarios",
      SCENARIOS,
      { only: ["Files", "Usage", "Webhooks", "API keys", "Opt-out words", "Privacy", "listConversations"] },
    ],
    ["messaging", MESSAGING, { only: MESSAGING_TAGS, invariants: null }],
    ["tags", TAGS, { only: ["Messages", "getUsage"], scenario: "the tags of messages" }],
    [
      "lists",
      LISTS,
      {
        only: LISTS.map(({ operation }) => operation),
        invariants: { seed: 7, seconds: 600, tries: 0, otherKey: null },
        invariantsOnly: true,
      },
    ],
  ])("finds each corruption of %s", async (_, rows, options) => {
    const result = await checkRows(rows, options);
    const unseen = rows.filter(
      ({ operation, says }) => !findings(result, operation).some((one) => says.test(one)),
    );
    expect(unseen.map(({ corruption }) => corruption)).toEqual([]);
  });
});
