import fc from "fast-check";
import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
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
import { checkNewestFirst } from "../../scripts/contract-check/invariants/checks/newest-first";
import { checkPages } from "../../scripts/contract-check/invariants/checks/pages";
import {
  checkHistory,
  checkInternals,
  checkRequestId,
  checkSameId,
  checkSums,
  checkZero,
  rateLimitCheck,
} from "../../scripts/contract-check/invariants/checks/passive";
import {
  checkComesBack,
  checkLeftOut,
  checkSame,
} from "../../scripts/contract-check/invariants/checks/writing";
import { shrink } from "../../scripts/contract-check/invariants/shrink";
import { sequenceOf, withoutStep } from "../../scripts/contract-check/invariants/steps";
import { operations } from "../../scripts/contract-check/contract";
import { namesOfInvariants } from "../../scripts/contract-check/invariants/vocabulary";
import { isNew } from "../../scripts/contract-check/invariants/model";

const fields = { total: "pagination.total", has_more: "pagination.has_more", entries: "data" };

/** What a right service answers of a list of so many entries. */
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
  it("holds of every list that is walked rightly", () => {
    fc.assert(
      fc.property(fc.nat({ max: 30 }), fc.integer({ min: 1, max: 9 }), (total, limit) => {
        expect(checkPages(fields, walkOf(total, limit))).toEqual([]);
      }),
    );
  });

  it.each([
    [
      "a total that is off",
      ({ pagination }: Page) => void (pagination.total += 1),
      /total is 6, on the first page/,
    ],
    [
      "has_more after the last",
      ({ pagination }: Page) => void (pagination.has_more = true),
      /has_more is true/,
    ],
    [
      "an entry too many",
      ({ data }: Page) => void data.push({ id: "x" }, { id: "y" }),
      /more than its limit/,
    ],
    ["an entry of another page", ({ data }: Page) => void (data[0] = { id: "id-0" }), /twice/],
    [
      "another offset than was asked for",
      ({ pagination }: Page) => void (pagination.offset = 9),
      /offset is 9/,
    ],
  ])("is broken by %s", (_, corrupt, words) => {
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

  it("goes by instants, and within a second by what the run knows", () => {
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

describe("what a sequence created", () => {
  const at = (created_at: string, updated_at: string) =>
    ({
      kind: "contact_id",
      id: "a",
      params: {},
      made: { created_at, updated_at },
      body: null,
      alive: true,
    }) as const;

  it("is told from a deleted contact that came back with its old creation time", () => {
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
  };
  const sms = { id: "1", channel: "sms", name: "Promoção", created_at: "2026-11-22T12:00:00Z" };
  const rcs = {
    id: "2",
    channel: "rcs",
    content: { type: "text", text: "Olá" },
    created_at: "2026-11-22T12:00:01Z",
  };

  it.each([
    ["one of several values", { channel: ["sms"] }, [sms]],
    ["a text without its accents and case", { search: "PROMOCAO" }, [sms]],
    ["a text within", { search: "ola" }, [rcs]],
    ["a bound that is the instant itself", { from: "2026-11-22T12:00:01Z" }, [rcs]],
    ["a bound with a fraction", { to: "2026-11-22T12:00:00.900Z" }, [sms]],
  ])("finds by %s", (_, query, entries) => {
    expect(checkFilters({ filters, query, entries, known: [sms, rcs] })).toEqual([]);
    expect(checkFilters({ filters, query, entries: [sms, rcs], known: [] })).toHaveLength(1);
    expect(checkFilters({ filters, query, entries: [], known: [sms, rcs] })).toHaveLength(1);
  });

  it("does not take the name of a form for a text that is searched", () => {
    const query = { search: "text" };
    expect(checkFilters({ filters, query, entries: [], known: [rcs] })).toEqual([]);
  });
});

describe("the invariants of writing", () => {
  it("take spaces from the ends, and let answers know more", () => {
    const given = {
      name: " Ana ",
      rules: [{ after: 1 }],
      scheduled_at: "2026-11-22T12:00:00.5Z",
      secret: "x",
    };
    const answered = { name: "Ana", rules: [{ id: "r", after: 1 }], scheduled_at: "2026-11-22T12:00:00Z" };
    expect(checkComesBack(given, answered, "getThing")).toEqual([]);
    expect(checkComesBack({ rules: [] }, answered, "getThing")).toEqual([
      'rules was given as [], getThing returns [{"id":"r","after":1}]',
    ]);
    expect(checkComesBack({ name: "Ana" }, null, "getThing")).toEqual(["getThing returns null"]);
  });

  it("hold what was left out, and two answers about one thing", () => {
    const before = { name: "Ana", attributes: { city: "Recife" }, updated_at: "1" };
    const after = { name: "Rui", attributes: {}, updated_at: "2" };
    expect(checkLeftOut(["name", "attributes"], { name: "Rui" }, before, after)).toEqual([
      'attributes was left out and is {}, it was {"city":"Recife"}',
    ]);
    expect(checkSame(before, after, "list and get", ["attributes", "updated_at"])).toEqual([
      'list and get: name is "Ana" there and "Rui" here',
    ]);
  });

  it("know where an operation leads to", () => {
    const leads = { status: ["draft"], scheduled_at: [null], started_at: "not_null" } as const;
    expect(checkBecomes(leads, { status: "draft", scheduled_at: null, started_at: "x" })).toEqual([]);
    expect(checkBecomes(leads, { status: "error", scheduled_at: "x", started_at: null })).toHaveLength(3);
  });
});

describe("the invariants of one exchange", () => {
  const heard = { status: 404, headers: { "x-request-id": "r-1" }, body: { error: { request_id: "r-1" } } };
  const invariant = { field: "error.request_id", header: "X-Request-Id" };

  it("compare ids and sums", () => {
    expect(checkRequestId(invariant, heard)).toEqual([]);
    expect(checkRequestId(invariant, { ...heard, headers: {} })).toHaveLength(1);
    expect(checkRequestId(invariant, { status: 404, headers: {}, body: "?" })).toHaveLength(1);
    const answer = { ...heard, body: { id: "1" } };
    expect(checkSameId({ template_id: "id" }, { template_id: "1" }, answer)).toEqual([]);
    expect(checkSameId({ template_id: "id" }, { template_id: "2" }, answer)).toHaveLength(1);
    expect(checkSums({ total: ["sent", "read"] }, { total: 3, sent: 1, read: 2 })).toEqual([]);
    expect(checkSums({ total: ["sent", "read"] }, { total: 3, sent: 1 })).toHaveLength(1);
  });
});

describe("the invariant of idempotency", () => {
  const answer = { status: 202, headers: {}, body: { data: [1] } };
  const again = { ...answer, headers: { "idempotent-replayed": "true" } };
  const kept = {
    first: answer,
    again,
    other: { ...answer, status: 409 },
    replayedHeader: "Idempotent-Replayed",
    otherBody: 409,
    before: 1,
    after: 1,
  };

  it("is broken by another answer, a missing mark, another body and a second thing", () => {
    expect(checkIdempotent(kept)).toEqual([]);
    for (const change of [
      { again: { ...again, body: {} } },
      { again: answer },
      { other: answer },
      { after: 2 },
    ]) {
      expect(checkIdempotent({ ...kept, ...change })).toHaveLength(1);
    }
  });
});

describe("the invariant of events", () => {
  const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
  const invariant = {
    ...{ id: "data.message_id", status: "data.status", within_seconds: 10 },
    ...{ previous: "data.previous_status", sequence: "data.sequence", at: "data.occurred_at" },
  };
  const history = [
    { status: "pending", at: "2026-11-22T12:00:00Z" },
    { status: "sent", at: "2026-11-22T12:00:01Z" },
  ];
  const delivery = (status: string, { at = 1_000_000, id = "m", event = status, change = {} } = {}) => {
    const place = history.findIndex((step) => step.status === status);
    const data = {
      ...{ message_id: id, status, previous_status: history[place - 1]?.status ?? null },
      ...{ sequence: place + 1, occurred_at: history[place]?.at, ...change },
    };
    const text = JSON.stringify([{ id: event, data }]);
    const time = Math.floor(at / 1_000);
    const hmac = createHmac("sha256", Buffer.alloc(32, 1)).update(`${time}.${text}`).digest("hex");
    return { at, signature: `t=${time},v1=${"0".repeat(64)},v1=${hmac}`, text };
  };
  const followed = [{ id: "m", history, seenAt: 1_000_000 }];
  const words = (...deliveries: ReturnType<typeof delivery>[]) =>
    checkEvents(invariant, secret, followed, deliveries).map((fault) => fault.text);

  it("holds where each step arrives, twice even, by either secret", () => {
    expect(words(delivery("pending"), delivery("sent"), delivery("sent"))).toEqual([]);
  });

  it("is broken by what is missing, late, invented, doubled or signed by nobody", () => {
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
    expect(badSignature(secret, { ...delivery("sent"), text: "[]" })).toBe(
      "no signature fits the endpoint's secret",
    );
    expect(badSignature(secret, { ...delivery("sent"), at: 1_400_000 })).toMatch(/more than 5 minutes/);
  });
});

describe("the invariants of single answers", () => {
  const answer = (body: unknown, headers = {}) => ({ status: 200, headers, body });

  it("keep steps in their order, each once, up to the present status", () => {
    const invariant = { steps: "status_history", status: "status", at: "occurred_at" };
    const of = (status: string, ...steps: readonly (readonly [string, number])[]) =>
      checkHistory(
        invariant,
        answer({
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

  it("let nothing cost that no carrier took", () => {
    const invariant = { field: "price", while: { status: ["blocked", "failed"] } };
    expect(checkZero(invariant, { status: "blocked", price: 0 })).toEqual([]);
    expect(checkZero(invariant, { status: "sent", price: 9 })).toEqual([]);
    expect(checkZero(invariant, { status: "failed", price: 9 })).toEqual([
      'price is 9 while status is "failed"',
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
  ])("find what is inside a service in %j", (message, words) => {
    const invariant = { field: "error.message" };
    expect(checkInternals(invariant, answer({ error: { message } }), "").join("\n")).toMatch(words);
    expect(checkInternals(invariant, answer({ error: { message } }), message)).toEqual([]);
  });

  it("take no offence at plain words", () => {
    for (const message of [
      "There is no such template in this account.",
      "`limit` must be at most 1000.",
      "Select a template or update the content from where it was set.",
      "More than 600 requests in this minute; retry in 23 s",
    ])
      expect(checkInternals({ field: "error.message" }, answer({ error: { message } }), "")).toEqual([]);
  });

  describe("of the rate limit", () => {
    const invariant = {
      limit: "RateLimit-Limit",
      remaining: "RateLimit-Remaining",
      reset: "RateLimit-Reset",
    };
    const hear = (by: ReturnType<typeof rateLimitCheck>, remaining: number, second: number) =>
      by(
        answer(null, {
          "ratelimit-limit": "600",
          "ratelimit-remaining": String(remaining),
          "ratelimit-reset": String(60 - (second % 60)),
        }),
        second * 1_000,
      );

    it("hold while the count falls, begins again, or comes from several processes", () => {
      const by = rateLimitCheck(invariant);
      const counts = [599, 594, 598, 593, 597];
      expect(counts.flatMap((remaining, second) => hear(by, remaining, second))).toEqual([]);
      expect(hear(by, 599, 61)).toEqual([]);
      expect([0, 0].flatMap((remaining) => hear(by, remaining, 62))).toEqual([]);
      expect(by(answer(null), 63_000)).toEqual([]);
    });

    it("are broken by a count that stays, rises, or is more than the limit", () => {
      const stays = rateLimitCheck(invariant);
      hear(stays, 599, 0);
      expect(hear(stays, 599, 1)).toEqual(["RateLimit-Remaining is 599 again, in the same window"]);
      const rises = rateLimitCheck(invariant);
      const said = Array.from({ length: 12 }, (_, second) => hear(rises, second + 1, second));
      expect(said.flat()[0]).toBe("RateLimit-Remaining has risen 10 times in a row, to 11");
      expect(hear(rateLimitCheck(invariant), 601, 0)).toHaveLength(1);
    });
  });
});

describe("a sequence that fails", () => {
  it("is made as short as can be, within so many tries", async () => {
    const steps = Array.from({ length: 40 }, (_, index) => index);
    let tries = 0;
    const fails = async (some: readonly number[]) => {
      tries += 1;
      return [7, 21, 39].every((one) => some.includes(one));
    };
    expect(await shrink(steps, fails, 100)).toEqual([7, 21, 39]);
    tries = 0;
    const rest = await shrink(steps, fails, 5);
    expect(tries).toBe(5);
    expect(await fails(rest)).toBe(true);
    expect(await shrink([1], async () => true, 5)).toEqual([1]);
  });

  it("is the same again for the same seed, and another for another", () => {
    const wanted = operations.filter(({ tag }) => tag === "Templates");
    const of = (seed: number) => JSON.stringify(sequenceOf("Templates", wanted, seed, { readOnly: false }));
    expect(of(1)).toBe(of(1));
    expect(of(1)).not.toBe(of(2));
  });

  it("only reads where nothing else is allowed", () => {
    const wanted = operations.filter(({ method }) => method === "GET");
    const steps = wanted.flatMap(({ tag }) => sequenceOf(tag, wanted, 1, { readOnly: true }));
    const kinds = new Set(steps.map((step) => step.do));
    expect(
      [...kinds].filter((kind) => ["create", "update", "act", "delete", "repeat"].includes(kind)),
    ).toEqual([]);
  });

  it("has a step that should succeed for every operation that no scenario calls", () => {
    const folder = resolve(__dirname, "../../scripts/contract-check/scenarios");
    const scenarios = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    const isCalled = (id: string) => scenarios.some((text) => text.includes(`"${id}"`));
    const unnamed = withoutStep(operations).filter(({ id }) => !isCalled(id));
    expect(unnamed.map(({ id }) => id)).toEqual([]);
    expect(operations.filter((operation) => namesOfInvariants(operation).length === 0)).toEqual([]);
  });
});

describe("commands to copy", () => {
  const sent = (part: Partial<Sent>): Sent => ({
    method: "GET",
    url: "https://messages.example.com/v3/templates",
    headers: {},
    body: "",
    keyed: true,
    status: 200,
    answer: null,
    saves: [],
    ...part,
  });

  it("pass on ids that come anew, and keep what a shell would take for its own", () => {
    const made = sent({
      method: "POST",
      body: JSON.stringify({ name: "it's $HOME `x`" }),
      answer: { id: "01a1" },
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
});

describe("the invariant of tags", () => {
  const invariant = { reader: "getThing", tag: "ETag", header: "If-Match", otherwise: 412 };
  const version = (tag: string | undefined, name = "a", status = "draft") => ({
    tag,
    body: { name, status },
  });
  const [first, second] = [version('"1"'), version('"2"', "b")];

  it("holds where only the tag of the last read fits", () => {
    expect(checkUnknownTag(invariant, 412, first, first)).toEqual([]);
    const changed = { old: 412, before: first, after: second, last: second };
    expect(checkOldTag(invariant, ["name"], changed)).toEqual([]);
  });

  it("lets what runs change by itself, and a change that changes nothing keep the tag", () => {
    const [running, done] = [version('"1"', "a", "running"), version('"2"', "a", "completed")];
    expect(checkUnknownTag(invariant, 412, running, done)).toEqual([]);
    expect(checkTagged(invariant, running, done)).toEqual([]);
    expect(checkOldTag(invariant, ["name"], { old: null, before: first, after: first, last: first })).toEqual(
      [],
    );
  });

  it.each([
    [
      "no tag at all",
      () => checkUnknownTag(invariant, 412, version(undefined), first),
      /getThing has no ETag/,
    ],
    [
      "an unknown tag that is taken",
      () => checkUnknownTag(invariant, 200, first, second),
      /gets 200, not 412/,
    ],
    ["a refusal that changes", () => checkUnknownTag(invariant, 412, first, second), /that got 412 changed/],
    [
      "the last tag refused",
      () => checkTagged(invariant, first, first),
      /the ETag of the last getThing gets 412/,
    ],
    [
      "an old tag that is taken",
      () => checkOldTag(invariant, ["name"], { old: 200, before: first, after: second, last: second }),
      /of before the last change gets 200, not 412/,
    ],
    [
      "an old tag whose refusal changes",
      () => checkOldTag(invariant, ["name"], { old: 412, before: first, after: second, last: first }),
      /that got 412 changed/,
    ],
    [
      "a tag that stays",
      () =>
        checkOldTag(invariant, ["name"], {
          old: null,
          before: first,
          after: version('"1"', "b"),
          last: first,
        }),
      /name has changed, and getThing still has the ETag/,
    ],
  ])("is broken by %s", (_, checked, said) => {
    expect(checked().join()).toMatch(said);
  });
});
