import {
  byArea,
  isSameChoice,
  mayRevoke,
  presetsFor,
  SCOPES,
  stateOf,
  verbName,
  verbOf,
} from "../../src/web/console/page/settings/key-scopes";
import { progressOf, replaySince } from "../../src/web/console/page/settings/replay-progress";
import { formatEvents } from "../../src/web/console/page/parts/format-events";
import { en } from "../../src/web/console/page/texts/en";
import { pt } from "../../src/web/console/page/texts/pt";

const NOW = Date.parse("2026-11-20T12:00:00Z");

describe("API keys in the console", () => {
  it.each(Object.entries({ en, pt }))(
    "names each area of scopes in the texts of %s, in display order",
    (_, t) => {
      expect(Object.keys(t.settings.keys.areas)).toEqual(byArea(SCOPES).map(({ area }) => area));
    },
  );

  it("groups scopes by area", () => {
    expect(byArea(["messages:send", "keys:read", "messages:read"])).toEqual([
      { area: "messages", scopes: ["messages:send", "messages:read"] },
      { area: "keys", scopes: ["keys:read"] },
    ]);
    expect(verbOf("campaigns:launch")).toBe("launch");
  });

  it("shows the whole scope if its verb has no word", () => {
    expect(verbName("campaigns:launch", { launch: "iniciar" })).toBe("iniciar");
    expect(verbName("contacts:export", { launch: "iniciar" })).toBe("contacts:export");
  });

  it("offers presets limited to the scopes that the creator may grant", () => {
    const granted = (scopes: typeof SCOPES) =>
      Object.fromEntries(presetsFor(scopes).map((preset) => [preset.name, preset.scopes]));
    expect(granted(SCOPES)).toEqual({
      send: ["messages:send"],
      read: SCOPES.filter((scope) => scope.endsWith(":read")),
      all: SCOPES,
    });
    expect(granted(["keys:read", "keys:write"])).toEqual({
      read: ["keys:read"],
      all: ["keys:read", "keys:write"],
    });
    expect(isSameChoice(["keys:write", "keys:read"], ["keys:read", "keys:write"])).toBe(true);
    expect(isSameChoice(["keys:read"], ["keys:read", "keys:write"])).toBe(false);
  });

  it.each([
    [null, null, "active"],
    [null, "2026-11-20T12:00:01Z", "active"],
    [null, "2026-11-20T12:00:00Z", "expired"],
    ["2026-11-19T00:00:00Z", "2026-11-20T00:00:00Z", "revoked"],
  ])("shows a key revoked at %s that expires at %s as %s", (revoked_at, expires_at, state) => {
    expect(stateOf({ revoked_at, expires_at }, NOW)).toBe(state);
  });

  it("lets a key revoke itself and keys without further scopes", () => {
    const own = { id: "1", scopes: ["keys:write", "messages:read"] };
    expect(mayRevoke(own, { id: "2", scopes: ["messages:read"] })).toBe(true);
    expect(mayRevoke(own, { id: "2", scopes: ["messages:read", "messages:send"] })).toBe(false);
    expect(mayRevoke(own, { id: "1", scopes: ["messages:read", "messages:send"] })).toBe(true);
  });
});

describe("the body of a webhook delivery", () => {
  it("is formatted as JSON, or shown unchanged when it is not JSON", () => {
    expect(formatEvents('[{"id":1}]')).toBe('[\n  {\n    "id": 1\n  }\n]');
    expect(formatEvents("[{")).toBe("[{");
  });

  it("is reduced to the events of one message", () => {
    const events = ["a", "b", "a"].map((message_id, id) => ({ id, data: { message_id } }));
    const shown = JSON.parse(formatEvents(JSON.stringify([...events, { id: 3 }]), "a")) as { id: number }[];
    expect(shown.map(({ id }) => id)).toEqual([0, 2]);
  });
});

describe("a replay of events in the console", () => {
  it("starts before the first failed attempt, whose delivery is older than the attempt", () => {
    const since = replaySince({ failing_since: "2026-11-20T09:30:00Z" }, new Date(NOW));
    expect(since.toISOString()).toBe("2026-11-20T08:30:00.000Z");
  });

  it("starts 24 hours ago for an endpoint that does not fail", () => {
    const since = replaySince({ failing_since: null }, new Date(NOW));
    expect(since.toISOString()).toBe("2026-11-19T12:00:00.000Z");
  });

  it("continues a failed run with the same input, and starts again with another input", () => {
    const until = "2026-11-20T12:00:00Z";
    const begun = { since: "2026-11-19T12:00:00Z", isAll: true, until, next: "2026-11-20T01:00:00Z", sum: 9 };
    const later = "2026-11-20T12:05:00Z";
    expect(progressOf(begun, begun.since, true, later)).toBe(begun);
    const fresh = { since: begun.since, isAll: false, until: later, next: begun.since, sum: 0 };
    expect(progressOf(begun, begun.since, false, later)).toEqual(fresh);
    expect(progressOf(null, begun.since, false, later)).toEqual(fresh);
  });
});
