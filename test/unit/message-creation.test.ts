import { setImmediate as turn } from "node:timers/promises";
import { prepareMessages } from "../../src/features/messages/creation";
import { idMaker, instantOf } from "../../src/platform/ids";
import { SECOND } from "../../src/platform/time";
import { noon, testClock } from "../support/clock";

const group = {
  accountId: "a",
  channel: "sms",
  purpose: "transactional",
  templateId: null,
  campaignId: null,
  sender: { id: "s", address: "27000" },
} as const;

const spec = {
  to: "+5511987654321",
  contactId: null,
  clientReference: null,
  draft: { status: "pending", error: null, blockReason: null, content: null, sms: null },
} as const;

describe("the preparation of messages", () => {
  afterEach(() => jest.restoreAllMocks());

  it("gives all messages ids of their creation time while other work takes ids of later seconds", async () => {
    const clock = testClock();
    const ids = idMaker(clock);
    // Each message takes longer than a turn, so the preparation yields before each.
    let elapsed = 0;
    jest.spyOn(performance, "now").mockImplementation(() => (elapsed += SECOND));
    let done = false;
    const others = (async () => {
      for (; !done; await turn()) {
        clock.advance(SECOND);
        ids.next();
      }
    })();
    const specs = Array.from({ length: 5 }, () => spec);
    const { now, messages } = await prepareMessages({ clock, ids }, group, specs).finally(() => {
      done = true;
      return others;
    });
    expect(clock.now()).toBeGreaterThan(noon + 2 * SECOND);
    expect(messages.map(({ id }) => instantOf(id))).toEqual(Array(5).fill(now));
  });
});
