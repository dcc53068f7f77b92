import { isSettling, type SentMessage, withSent } from "../../src/web/console/page/conversation/timeline";
import {
  pollingInterval,
  pollPause,
  untilNextInterval,
} from "../../src/web/console/page/service/polling-interval";

const MINUTE = 60_000;

describe("the polling interval of replies in the console", () => {
  it.each([
    [0, 1_000, MINUTE],
    [MINUTE - 1, 1_000, 1],
    [MINUTE, 2_000, 4 * MINUTE],
    [5 * MINUTE, 3_000, null],
    [500 * MINUTE, 3_000, null],
  ])("waits after %d ms of inactivity %d ms between polls for another %d ms", (idle, everyMs, until) => {
    expect(pollingInterval(idle)).toBe(everyMs);
    expect(untilNextInterval(idle)).toBe(until);
  });
});

describe("the pause between polls of the console", () => {
  it.each([
    ["keeps the interval after a fast response", 3_000, 200, 3_000],
    ["is nine times a slow response", 3_000, 1_000, 9_000],
    ["is at most 30 s after a very slow response", 3_000, 20_000, 30_000],
    ["keeps an interval above 30 s", 60_000, 20_000, 60_000],
  ])("%s", (_, everyMs, responseMs, pause) => {
    expect(pollPause(everyMs, responseMs)).toBe(pause);
  });
});

describe("a message just sent from the console", () => {
  const message = (id: string, status: SentMessage["status"]): SentMessage => ({
    id,
    status,
    channel: "sms",
    created_at: "2026-11-25T12:00:00Z",
    to: "+5511987654321",
    content: { type: "text", text: id },
    template_id: null,
    error: null,
  });
  const listed = (one: SentMessage) => ({
    kind: "sent" as const,
    id: one.id,
    at: one.created_at,
    message: one,
  });

  it("is shown at the top, newest first, until the service lists it", () => {
    const [first, second] = [message("a", "pending"), message("b", "pending")];
    expect(withSent([listed(message("0", "read"))], [first, second]).map(({ id }) => id)).toEqual([
      "b",
      "a",
      "0",
    ]);
    const delivered = listed(message("a", "delivered"));
    expect(withSent([delivered], [first])).toEqual([delivered]);
  });

  it("is refreshed until its status is final", () => {
    const sent = [message("a", "pending")];
    expect(isSettling([listed(message("a", "sent"))], sent)).toBe(true);
    expect(isSettling([listed(message("a", "delivered"))], sent)).toBe(false);
    expect(isSettling([listed(message("other", "pending"))], sent)).toBe(false);
  });
});
