import { retryAfterMs as clientRetryAfterMs } from "../../src/client/retry-after";
import { retryAfterMs } from "../../src/platform/retry-after";
import { DAY, HOUR, MINUTE, SECOND } from "../../src/platform/time";

const now = Date.parse("2026-11-20T12:00:00Z");

const clientDelay = (header: string | null) =>
  clientRetryAfterMs(new Headers(header === null ? {} : { "Retry-After": header }), now);

describe("Retry-After", () => {
  it.each([
    ["120", 2 * MINUTE],
    [" 5 ", 5 * SECOND],
    ["0", 0],
    ["1.5", 1_500],
    ["0.0001", 1],
    ["2.0001", 2_001],
    ["9999999999", 9_999_999_999 * SECOND],
    ["Fri, 20 Nov 2026 12:30:00 GMT", 30 * MINUTE],
    ["Fri, 20 Nov 2026 11:30:00 GMT", 0],
    ["Friday, 20-Nov-26 13:00:00 GMT", HOUR],
  ])("is %j, which both readers convert to %d ms", (header, ms) => {
    expect([retryAfterMs(header, now), clientDelay(header)]).toEqual([ms, ms]);
  });

  // The client stays small, so it reads only dates in GMT, which RFC 9110 requires of senders.
  it.each([
    ["Fri, 20 Nov 2026 12:30:00 +0000", 30 * MINUTE],
    ["Fri, 20 Nov 2026 09:30:00 -0300", 30 * MINUTE],
    ["Fri, 20 Nov 2026 09:30:00 -03:00", 30 * MINUTE],
    ["Fri, 20 Nov 2026 12:30:00", 30 * MINUTE],
    ["Sat Nov 21 12:00:00 2026", DAY],
  ])("is %j, which the service converts to %d ms and the client ignores", (header, ms) => {
    expect([retryAfterMs(header, now), clientDelay(header)]).toEqual([ms, null]);
  });

  it.each([
    "-5",
    "+5",
    "5.",
    ".5",
    "1,5",
    "1e3",
    "0x10",
    "5 s",
    "soon",
    "soon 1",
    "Fri, 99 Nov 2026 12:30:00 GMT",
    "",
    null,
  ])("is treated as absent if it is %j", (header) => {
    expect([retryAfterMs(header, now), clientDelay(header)]).toEqual([undefined, null]);
  });
});
