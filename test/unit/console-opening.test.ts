import { mayReload } from "../../src/web/console/page/service/reload";

const NOW = Date.parse("2026-11-25T12:00:00Z");

describe("a console page that failed to load", () => {
  it.each([
    ["has not reloaded yet", null, true],
    ["reloaded a moment ago", NOW - 3_000, false],
    ["reloaded a minute ago", NOW - 60_000, true],
    ["reloaded before the clock was set back", NOW + 3_600_000, true],
  ])("reloads by itself when it %s: %s → %s", (_case, last, expected) => {
    expect(mayReload(last, NOW)).toBe(expected);
  });
});
