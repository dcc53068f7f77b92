import fc from "fast-check";
import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { excerpt } from "../../scripts/contract-check/exchange";
import { curlOf, type Sent } from "../../scripts/contract-check/invariants/curl";
import { checkBecomes } from "../../scripts/contract-check/invariants/checks/becomes";
import {
  checkOldTag,
  checkTagged,
  checkUnknownTag,
} from "../../scripts/contract-check/invariants/checks/conditional";
import { badSignature, checkEvents } from "../../scripts/contract-check/invariants/checks/events";
import { checkFilters } from "../../scripts/contract-check/invariants/checks/filters";
import { checkIdempotent } from "../../scripts/contract-check/invariants/checks/idempotent";
import { checkNewestFirst, checkSorted } from "../../scripts/contract-check/invariants/checks/order";
import { checkPages } from "../../scripts/contract-check/invariants/checks/pages";
import {
  checkAtMost,
  checkGsm7,
  checkHistory,
  checkInternals,
  checkNullUnless,
  checkRequestId,
  checkSameId,
  checkSums,
  checkZero,
  rateLimitCheck,
} from "../../scripts/contract-check/invariants/checks/passive";
import {
  checkEchoed,
  checkLeftOut,
  checkSame,
  checkUpdatedAt,
  MIN_AGE_MS,
} from "../../scripts/contract-check/invariants/checks/writing";
import { shrink } from "../../scripts/contract-check/invariants/shrink";
import {
  sequenceOf,
  type Step,
  type WalkStep,
  withoutStep,
} from "../../scripts/contract-check/invariants/steps";
import { operations } from "../../scripts/contract-check/contract";
import { smsSegments } from "../../src/messaging/segments";
import { namesOfInvariants } from "../../scripts/contract-check/invariants/vocabulary";
import { isNew } from "../../scripts/contract-check/invariants/model";

const fields = { total: "pagination.total", has_more: "pagination.has_more", entries: "data" };

/** Returns the pages of a list with `total` entries from a correct service. */
const walkOf = (total: number, limit: number) =>
  Array.from({ length: Math.max(1, Math.ceil(total / limit)) }, (_, index) => {
    const offset = index * limit;
    const data = Array.from({ length: Math.min(limit, total - offset) }, (__, place) => ({
      id: `id-${offset + place}`,
    }));
    const has_more = offset + limit < total;
    return { limit, offset, body: { data, pagination: { total, limit, offset, has_more } } };
  });

describe("the invariant of pages", () => {
  it("holds for every list with correct pages", () => {
    fc.assert(
      fc.property(fc.nat({ max: 30 }), fc.integer({ min: 1, max: 9 }), (total, limit) => {
        expect(checkPages(fields, walkOf(total, limit))).toEqual([]);
      }),
    );
  });

  it.each([
    [
      "a wrong total",
      ({ pagination }: Page) => void (pagination.total += 1),
      /total is 6, on the first page/,
    ],
    [
      "has_more on the last page",
      ({ pagination }: Page) => void (pagination.has_more = true),
      /has_more is true/,
    ],
    [
      "a page with too many entries",
      ({ data }: Page) => void data.push({ id: "x" }, { id: "y" }),
      /more than its limit/,
    ],
    ["an entry of another page", ({ data }: Page) => void (data[0] = { id: "id-0" }), /twice/],
    [
      "an offset that was not requested",
      ({ pagination }: Page) => void (pagination.offset = 9),
      /offset is 9/,
    ],
  ])("is violated by %s", (_, corrupt, words) => {
    const walk = walkOf(5, 3);
    corrupt(walk.at(-1)?.body as Page);
    expect(checkPages(fields, walk).join("\n")).toMatch(words);
  });
});

interface Page {
  data: { id: string }[];
  pagination: { total: number; has_more: boolean; offset: number };
}

describe("the invariant of the order", () => {
  const entries = ["c", "b", "a"].map((id) => ({ id, created_at: "2026-11-22T12:00:00Z" }));

  it("compares instants, and within a second the order of creation in the run", () => {
    expect(checkNewestFirst("created_at", entries, ["a", "b", "c"])).toEqual([]);
    expect(checkNewestFirst("created_at", entries, ["a", "c", "b"])).toEqual([
      "b comes after c, which was created before it",
    ]);
    const restored = { id: "old", created_at: "2026-11-22T12:00:00Z" };
    expect(checkNewestFirst("created_at", [restored, ...entries], ["a", "b", "c"])).toEqual([]);
    const older = { id: "d", created_at: "2026-11-22T11:59:59Z" };
    expect(checkNewestFirst("created_at", [older, ...entries], [])).toEqual([
      'an entry of "2026-11-22T12:00:00Z" comes after one of "2026-11-22T11:59:59Z"',
    ]);
  });
});

describe("the invariant of sorted lists", () => {
  const created = "created_at";
  const named = (...names: (string | null)[]) =>
    names.map((name, index) => ({ id: String(index), name, created_at: `2026-11-22T12:00:0${index}Z` }));
  const check = (order: string, entries: readonly object[]) =>
    checkSorted({ order, created, entries, ids: [] });

  it("compares names without case and accents, by code points, and a missing name as an empty one", () => {
    const entries = named(null, "10", "Ana", "ÁNA beatriz", "zé", "\uff5e", "😀");
    expect(check("name", entries)).toEqual([]);
    expect(check("-name", [...entries].reverse())).toEqual([]);
    expect(check("name", named("Bia", "álvaro"))).toEqual(['name does not order "álvaro" and "Bia"']);
    expect(check("-name", named("álvaro", "Bia"))).toHaveLength(1);
  });

  it("compares instants, and entries of one second by their creation", () => {
    expect(check("created_at", named("b", "a"))).toEqual([]);
    expect(check("-created_at", named("b", "a"))).toHaveLength(1);
    const [one, other] = named("a", "b").map((entry) => ({ ...entry, created_at: "2026-11-22T12:00:00Z" }));
    const entries = [other, one];
    expect(checkSorted({ order: "created_at", created, entries, ids: ["0", "1"] })).toHaveLength(1);
  });
});

describe("a resource that a sequence created", () => {
  const at = (created_at: string, updated_at: string) =>
    ({
      kind: "contact_id",
      id: "a",
      params: {},
      made: { created_at, updated_at },
      body: null,
      alive: true,
    }) as const;

  it("is distinguished from a deleted contact that was restored with its old creation time", () => {
    const [old, now] = ["2026-11-22T12:00:00Z", "2026-11-22T12:00:05Z"];
    expect(isNew(at(now, now), "created_at")).toBe(true);
    expect(isNew(at(old, now), "created_at")).toBe(false);
    expect(isNew({ ...at(now, now), made: { data: [] } }, "created_at")).toBe(true);
  });
});

describe("the invariant of filters", () => {
  const filters = {
    channel: { field: "channel" },
    search: { contained_in: ["name", "content"] },
    from: { not_before: "created_at" },
    to: { not_after: "created_at" },
    attribute: { pair_in: "attributes" },
    tag: { field: "tags" },
  };
  const attributes = { city: "Recife", note: "a=b" };
  const sms = {
    id: "1",
    channel: "sms",
    name: "Promoção",
    created_at: "2026-11-22T12:00:00Z",
    attributes,
    tags: ["a", "b"],
  };
  const rcs = {
    id: "2",
    channel: "rcs",
    content: { type: "text", text: "Olá" },
    created_at: "2026-11-22T12:00:01Z",
  };

  it.each([
    ["one of several values", { channel: ["sms"] }, [sms]],
    ["a text without its accents and case", { search: "PROMOCAO" }, [sms]],
    ["all of several pairs", { attribute: ["city=Recife", "note=a=b"] }, [sms]],
    ["one entry of a list", { tag: ["b", "x"] }, [sms]],
    ["a contained text", { search: "ola" }, [rcs]],
    ["a bound equal to the instant", { from: "2026-11-22T12:00:01Z" }, [rcs]],
    ["a bound with a fraction", { to: "2026-11-22T12:00:00.900Z" }, [sms]],
  ])("finds entries by %s", (_, query, entries) => {
    expect(checkFilters({ filters, query, entries, known: [sms, rcs] })).toEqual([]);
    expect(checkFilters({ filters, query, entries: [sms, rcs], known: [] })).toHaveLength(1);
    expect(checkFilters({ filters, query, entries: [], known: [sms, rcs] })).toHaveLength(1);
  });

  it("does not search the name of a form", () => {
    const query = { search: "text" };
    expect(checkFilters({ filters, query, entries: [], known: [rcs] })).toEqual([]);
  });
});

describe("the invariants of writing", () => {
  it("ignores spaces at the ends and additional fields in responses", () => {
    const given = {
      name: " Ana ",
      rules: [{ after: 1 }],
      scheduled_at: "2026-11-22T12:00:00.5Z",
      secret: "x",
    };
    const stored = { name: "Ana", rules: [{ id: "r", after: 1 }], scheduled_at: "2026-11-22T12:00:00Z" };
    expect(checkEchoed(given, stored, "getTemplate")).toEqual([]);
    expect(checkEchoed({ rules: [] }, stored, "getTemplate")).toEqual([
      'rules was given as [], getTemplate returns [{"id":"r","after":1}]',
    ]);
    expect(checkEchoed({ name: "Ana" }, null, "getTemplate")).toEqual(["getTemplate returns null"]);
  });

  it("compares omitted fields with their earlier values, and two responses about one resource", () => {
    const before = { name: "Ana", attributes: { city: "Recife" }, updated_at: "1" };
    const after = { name: "Rui", attributes: {}, updated_at: "2" };
    expect(checkLeftOut(["name", "attributes"], { name: "Rui" }, before, after)).toEqual([
      'attributes was left out and is {}, it was {"city":"Recife"}',
    ]);
    expect(checkSame(before, after, "list and get", ["attributes", "updated_at"])).toEqual([
      'list and get: name is "Ana" there and "Rui" here',
    ]);
  });

  it("expects a later updated_at of a changed resource that is old enough", () => {
    const made = { name: "Ana", updated_at: "2026-11-22T12:00:00Z" };
    const check = (name: string, updated_at: string, ageMs: number) =>
      checkUpdatedAt({ name }, { made, body: made }, { name, updated_at }, ageMs);
    expect(check("Rui", made.updated_at, MIN_AGE_MS)).toEqual([
      'updated_at is "2026-11-22T12:00:00Z" after a change, it was "2026-11-22T12:00:00Z" at the creation',
    ]);
    expect(check("Rui", made.updated_at, MIN_AGE_MS - 1)).toEqual([]);
    expect(check("Ana", made.updated_at, MIN_AGE_MS)).toEqual([]);
    expect(check("Rui", "2026-11-22T12:00:01Z", MIN_AGE_MS)).toEqual([]);
  });

  it("checks the state that an operation leads to", () => {
    const leads = { status: ["draft"], scheduled_at: [null], started_at: "not_null" } as const;
    expect(checkBecomes(leads, { status: "draft", scheduled_at: null, started_at: "x" })).toEqual([]);
    expect(checkBecomes(leads, { status: "error", scheduled_at: "x", started_at: null })).toHaveLength(3);
  });
});

describe("the invariants of one exchange", () => {
  const reply = { status: 404, headers: { "x-request-id": "r-1" }, body: { error: { request_id: "r-1" } } };
  const invariant = { field: "error.request_id", header: "X-Request-Id" };

  it("compares ids and sums", () => {
    expect(checkRequestId(invariant, reply)).toEqual([]);
    expect(checkRequestId(invariant, { ...reply, headers: {} })).toHaveLength(1);
    expect(checkRequestId(invariant, { status: 404, headers: {}, body: "?" })).toHaveLength(1);
    const found = { ...reply, body: { id: "1" } };
    expect(checkSameId({ template_id: "id" }, { template_id: "1" }, found)).toEqual([]);
    expect(checkSameId({ template_id: "id" }, { template_id: "2" }, found)).toHaveLength(1);
    expect(checkSums({ total: ["sent", "read"] }, { total: 3, sent: 1, read: 2 })).toEqual([]);
    expect(checkSums({ total: ["sent", "read"] }, { total: 3, sent: 1 })).toHaveLength(1);
  });
});

describe("the invariant of idempotency", () => {
  const first = { status: 202, headers: {}, body: { data: [1] } };
  const again = { ...first, headers: { "idempotent-replayed": "true" } };
  const valid = {
    first,
    again,
    other: { ...first, status: 409 },
    replayedHeader: "Idempotent-Replayed",
    otherBody: 409,
    before: 1,
    after: 1,
  };

  it("is violated by a different response, a missing header, an accepted other body or a second resource", () => {
    expect(checkIdempotent(valid)).toEqual([]);
    for (const change of [
      { again: { ...again, body: {} } },
      { again: first },
      { other: first },
      { after: 2 },
    ]) {
      expect(checkIdempotent({ ...valid, ...change })).toHaveLength(1);
    }
  });
});

describe("the invariant of events", () => {
  const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
  const invariant = {
    id: "data.message_id",
    status: "data.status",
    within_seconds: 10,
    previous: "data.previous_status",
    sequence: "data.sequence",
    at: "data.occurred_at",
  };
  const history = [
    { status: "pending", at: "2026-11-22T12:00:00Z" },
    { status: "sent", at: "2026-11-22T12:00:01Z" },
  ];
  const delivery = (status: string, { at = 1_000_000, id = "m", event = status, change = {} } = {}) => {
    const place = history.findIndex((step) => step.status === status);
    const data = {
      message_id: id,
      status,
      previous_status: history[place - 1]?.status ?? null,
      sequence: place + 1,
      occurred_at: history[place]?.at,
      ...change,
    };
    const text = JSON.stringify([{ id: event, data }]);
    const time = Math.floor(at / 1_000);
    const hmac = createHmac("sha256", Buffer.alloc(32, 1)).update(`${time}.${text}`).digest("hex");
    return { at, signature: `t=${time},v1=${"0".repeat(64)},v1=${hmac}`, text };
  };
  const followed = [{ id: "m", history, seenAt: 1_000_000 }];
  const words = (...deliveries: ReturnType<typeof delivery>[]) =>
    checkEvents(invariant, secret, followed, deliveries).map((fault) => fault.text);

  it("holds when each step arrives, even twice, signed with either secret", () => {
    expect(words(delivery("pending"), delivery("sent"), delivery("sent"))).toEqual([]);
  });

  it("is violated by a missing, late, invented, repeated or wrongly signed event", () => {
    expect(words(delivery("pending"))).toEqual(["m became sent, and no event said so"]);
    expect(words(delivery("pending"), delivery("sent", { at: 1_010_500 }))).toEqual([
      "m became sent, and the event came 10.5 s later",
    ]);
    expect(words(delivery("pending"), delivery("sent"), delivery("read"))).toContain(
      'an event says that m became "read", which it did not',
    );
    expect(words(delivery("pending"), delivery("sent"), delivery("sent", { event: "again" }))).toEqual([
      "m has 2 steps, and 3 events report it",
    ]);
    const wrong = (change: object) => words(delivery("pending"), delivery("sent", { change }));
    expect(wrong({ sequence: 1 })).toEqual(["m became sent, and data.sequence of its event is 1, not 2"]);
    expect(wrong({ previous_status: null })).toEqual([
      'm became sent, and data.previous_status of its event is null, not "pending"',
    ]);
    expect(wrong({ occurred_at: "2026-11-22T12:00:00Z" })).toHaveLength(1);
    const message = { tags: ["a", "b"] };
    const ofTags = (tags: readonly string[]) =>
      checkEvents(
        { ...invariant, same: ["tags"] },
        secret,
        [{ ...followed[0]!, message }],
        [delivery("pending", { change: message }), delivery("sent", { change: { tags } })],
      ).map((fault) => fault.text);
    expect(ofTags(["a", "b"])).toEqual([]);
    expect(ofTags(["a"])).toEqual(['m has tags ["a","b"], and its event for sent has ["a"]']);
    expect(badSignature(secret, { ...delivery("sent"), text: "[]" })).toBe(
      "no signature fits the endpoint's secret",
    );
    expect(badSignature(secret, { ...delivery("sent"), at: 1_400_000 })).toMatch(/more than 5 minutes/);
  });
});

describe("the invariants of single responses", () => {
  const response = (body: unknown, headers = {}) => ({ status: 200, headers, body });

  it("requires the steps of the history in order, each once, up to the current status", () => {
    const invariant = { steps: "status_history", status: "status", at: "occurred_at" };
    const of = (status: string, ...steps: readonly (readonly [string, number])[]) =>
      checkHistory(
        invariant,
        response({
          status,
          status_history: steps.map(([one, second]) => ({
            status: one,
            occurred_at: `2026-11-22T12:00:0${second}Z`,
          })),
        }),
      ).join("\n");
    expect(of("sent", ["pending", 1], ["sent", 1])).toBe("");
    expect(of("sent", ["sent", 1], ["pending", 1])).toMatch(/ends with "pending", status is "sent"/);
    expect(of("sent", ["pending", 2], ["sent", 1])).toMatch(/"sent" comes after "pending"/);
    expect(of("sent", ["sent", 1], ["sent", 1])).toMatch(/has "sent" twice/);
    expect(of("sent")).toMatch(/ends with nothing/);
  });

  it("requires a price of zero when no carrier accepted the message", () => {
    const invariant = { field: "price", while: { status: ["blocked", "failed"] } };
    expect(checkZero(invariant, { status: "blocked", price: 0 })).toEqual([]);
    expect(checkZero(invariant, { status: "sent", price: 9 })).toEqual([]);
    expect(checkZero(invariant, { status: "failed", price: 9 })).toEqual([
      'price is 9 while status is "failed"',
    ]);
  });

  it("requires a reason exactly while a message is blocked", () => {
    const invariant = { field: "block_reason", while: { status: ["blocked"] } };
    expect(checkNullUnless(invariant, { status: "blocked", block_reason: "suppressed" })).toEqual([]);
    expect(checkNullUnless(invariant, { status: "sent", block_reason: null })).toEqual([]);
    expect(checkNullUnless(invariant, { status: "blocked", block_reason: null })).toEqual([
      'block_reason is null while status is "blocked"',
    ]);
    expect(checkNullUnless(invariant, { status: "sent", block_reason: "suppressed" })).toEqual([
      'block_reason is "suppressed" while status is "sent"',
    ]);
  });

  it("requires characters of GSM-7 while the encoding asks for them", () => {
    const invariant = { field: "text", while: { encoding: ["gsm7"] } };
    expect(checkGsm7(invariant, { encoding: "gsm7", text: "Ola às 9h [{€}]\n" })).toEqual([]);
    expect(checkGsm7(invariant, { text: "Olá" })).toEqual([]);
    expect(checkGsm7(invariant, { encoding: "gsm7", text: "Olá" })).toEqual([
      'text is "Olá" while encoding is "gsm7"',
    ]);
  });

  it("has the whole alphabet of GSM-7", () => {
    const invariant = { field: "text", while: { encoding: ["gsm7"] } };
    const outside = (text: string) => checkGsm7(invariant, { encoding: "gsm7", text }).length > 0;
    for (let unit = 0; unit < 0x10000; unit++) {
      const character = String.fromCharCode(unit);
      const isKnown = smsSegments(character).encoding === "gsm7";
      if (outside(character) === isKnown) throw new Error(`U+${unit.toString(16)}`);
    }
  });

  it("compares a field with its maximum unless one is null", () => {
    const maxima = { segments: "segments_as_written" };
    expect(checkAtMost(maxima, { segments: 1, segments_as_written: 1 })).toEqual([]);
    expect(checkAtMost(maxima, { segments: null, segments_as_written: null })).toEqual([]);
    expect(checkAtMost(maxima, { segments: 2, segments_as_written: 1 })).toEqual([
      "segments is 2, more than segments_as_written, which is 1",
    ]);
  });

  it.each([
    ["insert into `templates` (`name`) values ('a')", /SQL/],
    ["UNIQUE constraint failed: templates.name", /a database error/],
    ['relation "messages" does not exist', /a database error/],
    ["Cannot read properties of undefined (reading 'id')", /a program error/],
    ["no: at Store.insert (/app/dist/store.js:12:7)", /a location in the code/],
    ["ENOENT: no such file, open '/var/lib/recado/x'", /a file/],
    ["connect ECONNREFUSED 10.0.3.7:5432", /an internal address/],
  ])("finds internals of the service in %j", (message, words) => {
    const invariant = { field: "error.message" };
    expect(checkInternals(invariant, response({ error: { message } }), "").join("\n")).toMatch(words);
    expect(checkInternals(invariant, response({ error: { message } }), message)).toEqual([]);
  });

  it("accepts plain sentences", () => {
    for (const message of [
      "The template does not exist in this account.",
      "`limit` must be at most 1000.",
      "Select a template or update the content from where it was set.",
      "More than 600 requests in this minute; retry in 23 s",
    ])
      expect(checkInternals({ field: "error.message" }, response({ error: { message } }), "")).toEqual([]);
  });

  describe("for the rate limit", () => {
    const invariant = {
      limit: "RateLimit-Limit",
      remaining: "RateLimit-Remaining",
      reset: "RateLimit-Reset",
    };
    const observe = (by: ReturnType<typeof rateLimitCheck>, remaining: number, second: number) =>
      by(
        response(null, {
          "ratelimit-limit": "600",
          "ratelimit-remaining": String(remaining),
          "ratelimit-reset": String(60 - (second % 60)),
        }),
        second * 1_000,
      );

    it("accepts counts that fall, restart, or come from several processes", () => {
      const by = rateLimitCheck(invariant);
      const counts = [599, 594, 598, 593, 597];
      expect(counts.flatMap((remaining, second) => observe(by, remaining, second))).toEqual([]);
      expect(observe(by, 599, 61)).toEqual([]);
      expect([0, 0].flatMap((remaining) => observe(by, remaining, 62))).toEqual([]);
      expect(by(response(null), 63_000)).toEqual([]);
    });

    it("refuses a count that stays, rises, or exceeds the limit", () => {
      const stays = rateLimitCheck(invariant);
      observe(stays, 599, 0);
      expect(observe(stays, 599, 1)).toEqual(["RateLimit-Remaining is 599 again, in the same window"]);
      const rises = rateLimitCheck(invariant);
      const faults = Array.from({ length: 12 }, (_, second) => observe(rises, second + 1, second));
      expect(faults.flat()[0]).toBe("RateLimit-Remaining has risen 10 times in a row, to 11");
      expect(observe(rateLimitCheck(invariant), 601, 0)).toHaveLength(1);
    });
  });
});

describe("a generated sequence", () => {
  it("is shrunk to the steps that fail, within a number of attempts", async () => {
    const steps = Array.from({ length: 40 }, (_, index) => index);
    let attempts = 0;
    const fails = async (some: readonly number[]) => {
      attempts += 1;
      return [7, 21, 39].every((one) => some.includes(one));
    };
    expect(await shrink(steps, fails, 100)).toEqual([7, 21, 39]);
    attempts = 0;
    const rest = await shrink(steps, fails, 5);
    expect(attempts).toBe(5);
    expect(await fails(rest)).toBe(true);
    expect(await shrink([1], async () => true, 5)).toEqual([1]);
  });

  it("repeats for the same seed and differs for another", () => {
    const templates = operations.filter(({ tag }) => tag === "Templates");
    const of = (seed: number) =>
      JSON.stringify(sequenceOf("Templates", templates, seed, { readOnly: false }));
    expect(of(1)).toBe(of(1));
    expect(of(1)).not.toBe(of(2));
  });

  it("tries each kind of step once before it repeats one", () => {
    const templates = operations.filter(({ tag }) => tag === "Templates");
    const steps = sequenceOf("Templates", templates, 1, { readOnly: false });
    const kinds = steps
      .filter((step) => step.do !== "create")
      .map(({ do: kind, operation, ...parts }: Step & Partial<WalkStep>) =>
        [kind, operation, "sort" in parts, parts.filters?.length !== 0].join(),
      );
    const isFirst = kinds.map((kind, index) => kinds.indexOf(kind) === index);
    expect(isFirst.lastIndexOf(true)).toBe(new Set(kinds).size - 1);
    expect(new Set(kinds).size).toBeLessThan(kinds.length);
  });

  it("contains only reads when it is read-only", () => {
    const reads = operations.filter(({ method }) => method === "GET");
    const steps = reads.flatMap(({ tag }) => sequenceOf(tag, reads, 1, { readOnly: true }));
    const kinds = new Set(steps.map((step) => step.do));
    expect(
      [...kinds].filter((kind) => ["create", "update", "act", "delete", "repeat"].includes(kind)),
    ).toEqual([]);
  });

  it("creates only keys that expire within an hour", () => {
    const keys = operations.filter(({ tag }) => tag === "API keys");
    const steps = JSON.stringify(sequenceOf("API keys", keys, 1, { readOnly: false }));
    const lifetimes = [...steps.matchAll(/"expires_at":\{"\$in":(\d+)\}/g)].map(([, seconds]) =>
      Number(seconds),
    );
    expect(lifetimes.length).toBeGreaterThan(0);
    expect(lifetimes.filter((seconds) => seconds > 3_600)).toEqual([]);
  });

  it("has a successful step for every operation that no scenario calls", () => {
    const folder = resolve(__dirname, "../../scripts/contract-check/scenarios");
    const scenarios = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    const isCalled = (id: string) => scenarios.some((text) => text.includes(`"${id}"`));
    const unnamed = withoutStep(operations).filter(({ id }) => !isCalled(id));
    expect(unnamed.map(({ id }) => id)).toEqual([]);
    expect(operations.filter((operation) => namesOfInvariants(operation).length === 0)).toEqual([]);
  });
});

describe("curl commands of a failing sequence", () => {
  const sent = (part: Partial<Sent>): Sent => ({
    method: "GET",
    url: "https://messages.example.com/v3/templates",
    headers: {},
    body: "",
    keyed: true,
    status: 200,
    responseBody: null,
    saves: [],
    ...part,
  });

  it("replaces ids with variables and escapes text for the shell", () => {
    const made = sent({
      method: "POST",
      body: JSON.stringify({ name: "it's $HOME `x`" }),
      responseBody: { id: "01a1" },
      saves: [{ path: "id", name: "template_1" }],
    });
    const text = curlOf(
      [made, sent({ url: "https://messages.example.com/v3/templates/01a1?a=b" })],
      ["it is gone"],
    );
    expect(text.split("\n")).toEqual([
      "# it is gone",
      expect.stringMatching(/^id\(\) \{ node -p /),
      `template_1=$(curl -sS -g -X POST 'https://messages.example.com/v3/templates' -H "X-API-Key: $RECADO_API_KEY" -H 'Content-Type: application/json' --data-raw '{"name":"it'\\''s $HOME \`x\`"}' | id id)  # 200`,
      `curl -sS -g 'https://messages.example.com/v3/templates/'"$template_1"'?a=b' -H "X-API-Key: $RECADO_API_KEY"; echo  # 200`,
    ]);
  });

  it("says that a long body is shortened", () => {
    const shown = (body: string) => curlOf([sent({ method: "POST", body: excerpt(body) })], []);
    expect(shown("a".repeat(2_001))).toMatch(/; echo {2}# 200; the body of 2001 characters is shortened$/);
    expect(shown("a".repeat(2_000))).toMatch(/; echo {2}# 200$/);
  });
});

describe("the invariant of entity tags", () => {
  const invariant = { reader: "getTemplate" as const, tag: "ETag", header: "If-Match", otherwise: 412 };
  const version = (tag: string | undefined, name = "a", status = "draft") => ({
    tag,
    body: { name, status },
  });
  const [first, second] = [version('"1"'), version('"2"', "b")];

  it("holds when only the tag of the last read matches", () => {
    expect(checkUnknownTag(invariant, 412, first, first)).toEqual([]);
    const changed = { old: 412, before: first, after: second, last: second };
    expect(checkOldTag(invariant, ["name"], changed)).toEqual([]);
  });

  it("allows background changes, and an unchanged tag after a change without effect", () => {
    const [running, done] = [version('"1"', "a", "running"), version('"2"', "a", "completed")];
    expect(checkUnknownTag(invariant, 412, running, done)).toEqual([]);
    expect(checkTagged(invariant, running, done)).toEqual([]);
    expect(checkOldTag(invariant, ["name"], { old: null, before: first, after: first, last: first })).toEqual(
      [],
    );
  });

  it.each([
    [
      "a missing tag",
      () => checkUnknownTag(invariant, 412, version(undefined), first),
      /getTemplate has no ETag/,
    ],
    ["an accepted unknown tag", () => checkUnknownTag(invariant, 200, first, second), /gets 200, not 412/],
    ["a refusal with effect", () => checkUnknownTag(invariant, 412, first, second), /that got 412 changed/],
    [
      "a refused current tag",
      () => checkTagged(invariant, first, first),
      /the ETag of the last getTemplate gets 412/,
    ],
    [
      "an accepted old tag",
      () => checkOldTag(invariant, ["name"], { old: 200, before: first, after: second, last: second }),
      /of before the last change gets 200, not 412/,
    ],
    [
      "an old tag refused with effect",
      () => checkOldTag(invariant, ["name"], { old: 412, before: first, after: second, last: first }),
      /that got 412 changed/,
    ],
    [
      "a tag that stays the same after a change",
      () =>
        checkOldTag(invariant, ["name"], {
          old: null,
          before: first,
          after: version('"1"', "b"),
          last: first,
        }),
      /name has changed, and getTemplate still has the ETag/,
    ],
  ])("is violated by %s", (_, checked, words) => {
    expect(checked().join()).toMatch(words);
  });
});
