import { at, type Body, bodyOf, done, dropping, inAnswer, isTo, otherQuery, read, withBody } from "./make";
import { MEANINGS } from "./meanings";
import type { Answered, Corruption } from "./proxy";
import type { Way } from "./relay";

/** Who finds it: an invariant, a scenario, the check of forms beside Prism, or Prism. */
export type Finder = "contract" | "Prism" | "expectation" | `invariant ${string}`;

export interface Row {
  corruption: string;
  /** Where it shows, and what is tried of the contract to see it. */
  operation: string;
  finds: readonly Finder[];
  /** Part of what is said. */
  says: RegExp;
  /** Made anew for each run; what it is told of the other account. */
  corrupt?: (other: { key: string }) => Corruption;
  /** Whether the scenarios are played, as they are for what only they find. */
  scenarios?: boolean;
  /** Another operation that is checked, for the scenarios of its tag. */
  also?: string;
  /** What happens to events on their way instead. */
  way?: Way;
}

const page = (change: (pagination: Body, asked: { url: URL }) => void) => (body: Body, asked: { url: URL }) =>
  change(body.pagination, asked);

const filtersBy =
  (name: string) =>
  ({ url }: { url: URL }) =>
    url.searchParams.has(name);

const ignoring = (route: string, name: string): Corruption =>
  otherQuery(route, (query) => query.delete(name));

const same = (asked: { url: URL }, name: string, usual: number) =>
  Number(asked.url.searchParams.get(name) ?? usual);

const pages: readonly Row[] = [
  {
    corruption: "a total that is off by one",
    operation: "listTemplates",
    finds: ["invariant pages"],
    says: /with a total of \d+ it should have/,
    corrupt: () =>
      inAnswer(
        "GET /templates",
        page((one) => void (one.total += 1)),
      ),
  },
  {
    corruption: "has_more that is always false",
    operation: "listContacts",
    finds: ["invariant pages"],
    says: /has_more is false after/,
    corrupt: () =>
      inAnswer(
        "GET /contacts",
        page((one) => void (one.has_more = false)),
      ),
  },
  {
    corruption: "has_more that is always true",
    operation: "listContactLists",
    finds: ["invariant pages"],
    says: /has_more is true after/,
    corrupt: () =>
      inAnswer(
        "GET /contact-lists",
        page((one) => void (one.has_more = true)),
      ),
  },
  {
    corruption: "a limit that is ignored",
    operation: "listTemplates",
    finds: ["invariant pages"],
    says: /more than its limit/,
    corrupt: () =>
      otherQuery(
        "GET /templates",
        (query) => query.delete("limit"),
        ({ pagination }, asked) => void (pagination.limit = same(asked, "limit", 25)),
      ),
  },
  {
    corruption: "an offset that is ignored",
    operation: "listMembers",
    finds: ["invariant pages"],
    says: /twice|should have/,
    corrupt: () =>
      otherQuery(
        "GET /contact-lists/*/contacts",
        (query) => query.delete("offset"),
        ({ pagination }, asked) => void (pagination.offset = same(asked, "offset", 0)),
      ),
  },
  {
    corruption: "pages that overlap",
    operation: "listTemplates",
    finds: ["invariant pages"],
    says: /meets the entry .* twice/,
    corrupt: () =>
      otherQuery(
        "GET /templates",
        (query) => query.set("offset", String(Math.max(0, Number(query.get("offset") ?? 0) - 1))),
        ({ pagination, data }, asked) => {
          pagination.offset = same(asked, "offset", 0);
          pagination.has_more = pagination.offset + data.length < pagination.total;
        },
      ),
  },
  {
    corruption: "a reversed order",
    operation: "listTemplates",
    finds: ["invariant newest_first"],
    says: /comes after/,
    corrupt: () => inAnswer("GET /templates", ({ data }) => void data.reverse()),
  },
  {
    corruption: "entries that are older than what they are about",
    operation: "listCampaigns",
    finds: ["invariant entries"],
    says: /listCampaigns and getCampaign: name is/,
    corrupt: () =>
      inAnswer("GET /campaigns", ({ data }) => {
        for (const one of data) one.name += " (before)";
      }),
  },
];

const filters: readonly Row[] = [
  {
    corruption: "a channel that is not filtered by",
    operation: "listTemplates",
    finds: ["invariant filters"],
    says: /channel=\w+ answers with/,
    corrupt: () => ignoring("GET /templates", "channel"),
  },
  {
    corruption: "a type that is not filtered by",
    operation: "listContactLists",
    finds: ["invariant filters"],
    says: /type=\w+ answers with/,
    corrupt: () => ignoring("GET /contact-lists", "type"),
  },
  {
    corruption: "a status that is not filtered by",
    operation: "listMessages",
    finds: ["invariant filters"],
    says: /status=\w+ answers with/,
    corrupt: () => ignoring("GET /messages", "status"),
  },
  {
    corruption: "a number that is not filtered by",
    operation: "listContacts",
    finds: ["invariant filters"],
    says: /phone=\+\d+ answers with/,
    corrupt: () => ignoring("GET /contacts", "phone"),
  },
  {
    corruption: "an instant that is not filtered by",
    operation: "listCampaigns",
    finds: ["invariant filters"],
    says: /created_from=.* answers with/,
    corrupt: () => ignoring("GET /campaigns", "created_from"),
  },
  {
    corruption: "a filter that drops one match",
    operation: "listCampaigns",
    finds: ["invariant filters"],
    says: /leaves out .*, which matches/,
    corrupt: () =>
      dropping("GET /campaigns", (_entry, asked, index) => filtersBy("template_id")(asked) && index === 0),
  },
  {
    corruption: "a bound that does not include its instant",
    operation: "listMessages",
    finds: ["invariant filters"],
    says: /leaves out .*, which matches/,
    corrupt: () =>
      dropping("GET /messages", ({ created_at }, { url }) => created_at === url.searchParams.get("from")),
  },
  {
    corruption: "a search in which case and accents count",
    operation: "listTemplates",
    finds: ["invariant filters"],
    says: /search=.* leaves out/,
    corrupt: () =>
      dropping("GET /templates", ({ name }, { url }) => !name.includes(url.searchParams.get("search") ?? "")),
  },
];

const writes: readonly Row[] = [
  {
    corruption: "another id than was asked for",
    operation: "getTemplate",
    finds: ["invariant same_id"],
    says: /asked for template_id .*, the answer's id is/,
    corrupt: () =>
      inAnswer("GET /templates/*", (body) => void (body.id = "01a1e473-6838-7c55-a1b9-0d6e3f7a2c48")),
  },
  {
    corruption: "a change that answers the old value",
    operation: "updateTemplate",
    finds: ["invariant updates"],
    says: /was given as .*, updateTemplate answers/,
    corrupt: () =>
      at("PATCH /templates/*", async (asked, forward) => {
        const before = await read(asked, forward);
        const answer = await forward();
        return answer.status === 200 ? { ...answer, body: before.body } : answer;
      }),
  },
  {
    corruption: "a change that answers the new value and does not store it",
    operation: "updateContactList",
    finds: ["invariant updates"],
    says: /was given as .*, getContactList answers/,
    corrupt: () =>
      at("PATCH /contact-lists/*", async (asked, forward) => {
        const before = await read(asked, forward);
        return before.status === 200 ? withBody(before, { ...bodyOf(before), ...bodyOf(asked) }) : forward();
      }),
  },
  {
    corruption: "a change that clears what was left out",
    operation: "updateContact",
    finds: ["invariant updates"],
    says: /(attributes|name) was left out and is/,
    corrupt: () =>
      at("PATCH /contacts/*", (asked, forward) =>
        forward({ body: JSON.stringify({ name: null, attributes: {}, ...bodyOf(asked) }) }),
      ),
  },
  {
    corruption: "a creation that answers something else than was sent",
    operation: "createContactList",
    finds: ["invariant creates"],
    says: /name was given as .*, createContactList answers/,
    corrupt: () => inAnswer("POST /contact-lists", (body) => void (body.name = "Clientes")),
  },
  {
    corruption: "something made that is not found afterwards",
    operation: "createTemplate",
    finds: ["invariant creates"],
    says: /getTemplate answers 404 for .*, which was just made/,
    corrupt: () =>
      at("POST /templates", async (asked, forward) => {
        const answer = await forward();
        if (answer.status !== 201) return answer;
        const url = new URL(`${asked.url.pathname}/${bodyOf(answer).id}`, asked.url);
        await forward({
          method: "DELETE",
          url,
          body: "",
          headers: { "x-api-key": asked.headers["x-api-key"] ?? "" },
        });
        return answer;
      }),
  },
  {
    corruption: "something made that is not on its list",
    operation: "createWebhook",
    finds: ["invariant creates"],
    says: /listWebhooks does not have/,
    corrupt: () => dropping("GET /webhooks", (_entry, _asked, index) => index === 0),
  },
  {
    corruption: "a deletion that deletes nothing",
    operation: "deleteTemplate",
    finds: ["invariant deletes"],
    says: /getTemplate answers 200 for what was deleted/,
    corrupt: () => at("DELETE /templates/*", async () => done(204)),
  },
  {
    corruption: "a deletion that leaves the thing on its list",
    operation: "deleteContactList",
    finds: ["invariant deletes"],
    says: /listContactLists still has/,
    corrupt: () => {
      const deleted: Body[] = [];
      return async (asked, forward) => {
        if (isTo(asked, "DELETE /contact-lists/*")) {
          const before = await read(asked, forward);
          const answer = await forward();
          if (answer.status === 204) deleted.push(bodyOf(before));
          return answer;
        }
        const answer = await forward();
        if (!isTo(asked, "GET /contact-lists") || answer.status !== 200) return answer;
        const body = bodyOf(answer);
        return withBody(answer, { ...body, data: [...deleted, ...body.data] });
      };
    },
  },
  {
    corruption: "a member that is removed and stays",
    operation: "removeMember",
    finds: ["invariant deletes"],
    says: /listMembers still has/,
    corrupt: () => at("DELETE /contact-lists/*/contacts/*", async () => done(204)),
  },
  {
    corruption: "a count that is not that of the list",
    operation: "getContactList",
    finds: ["invariant counts"],
    says: /contact_count is \d+, listMembers has \d+/,
    corrupt: () => inAnswer("GET /contact-lists/*", (body) => void (body.contact_count += 1)),
  },
];

const IF_MATCH = "if-match";

const withoutIfMatch = ({ headers: { [IF_MATCH]: _, ...others } }: { headers: Record<string, string> }) => ({
  headers: others,
});

const tags: readonly Row[] = [
  {
    corruption: "a change that pays no attention to If-Match",
    operation: "updateTemplate",
    finds: ["invariant conditional"],
    says: /a tag that no version has in If-Match gets 200, not 412/,
    corrupt: () => at("PATCH /templates/*", (asked, forward) => forward(withoutIfMatch(asked))),
  },
  {
    corruption: "a launch that pays no attention to If-Match",
    operation: "launchCampaign",
    finds: ["invariant conditional"],
    says: /gets 202, not 412/,
    corrupt: () => at("POST /campaigns/*/launch", (asked, forward) => forward(withoutIfMatch(asked))),
  },
  {
    corruption: "a deletion that refuses the tag of the last read",
    operation: "deleteWebhook",
    finds: ["invariant conditional"],
    says: /the ETag of the last getWebhook gets 412/,
    corrupt: () =>
      at("DELETE /webhooks/*", (asked, forward) =>
        forward(IF_MATCH in asked.headers ? { headers: { ...asked.headers, [IF_MATCH]: '"other"' } } : {}),
      ),
  },
  {
    corruption: "a refusal by If-Match that changes the resource nevertheless",
    operation: "updateContactList",
    finds: ["invariant conditional"],
    says: /a request that got 412 changed the ETag/,
    corrupt: () =>
      at("PATCH /contact-lists/*", async (asked, forward) => {
        const answer = await forward();
        if (answer.status === 412) await forward(withoutIfMatch(asked));
        return answer;
      }),
  },
  {
    corruption: "a tag that stays after a change",
    operation: "updateCampaign",
    finds: ["invariant conditional"],
    says: /name has changed, and getCampaign still has the ETag/,
    corrupt: () => {
      const fixed = (answer: Answered) => ({ ...answer, headers: { ...answer.headers, etag: '"fixed"' } });
      return async (asked, forward) => {
        if (isTo(asked, "GET /campaigns/*")) return fixed(await forward());
        if (!isTo(asked, "PATCH /campaigns/*") || asked.headers[IF_MATCH] !== '"fixed"') return forward();
        return forward(withoutIfMatch(asked));
      };
    },
  },
  {
    corruption: "a read without its tag",
    operation: "updateTemplate",
    finds: ["invariant conditional"],
    says: /getTemplate has no ETag/,
    corrupt: () =>
      at("GET /templates/*", async (_asked, forward) => {
        const { headers, ...answer } = await forward();
        const { etag: _, ...others } = headers;
        return { ...answer, headers: others };
      }),
  },
];

const states: readonly Row[] = [
  {
    corruption: "a launch that starts nothing",
    operation: "launchCampaign",
    finds: ["invariant becomes"],
    says: /status is "draft", it should be "running"/,
    corrupt: () => at("POST /campaigns/*/launch", async () => done(202)),
  },
  {
    corruption: "a schedule that is not cancelled",
    operation: "cancelSchedule",
    finds: ["invariant becomes"],
    says: /status is "scheduled", it should be "draft"/,
    corrupt: () => at("DELETE /campaigns/*/schedule", async () => done(204)),
  },
  {
    corruption: "a key that is revoked and goes on",
    operation: "revokeApiKey",
    finds: ["invariant becomes"],
    says: /revoked_at is null/,
    corrupt: () => at("DELETE /api-keys/*", async () => done(204)),
  },
  {
    corruption: "counters of a campaign that do not add up",
    operation: "getCampaign",
    finds: ["invariant sums"],
    says: /total is \d+, pending \+ .* is \d+/,
    corrupt: () => inAnswer("GET /campaigns/*", ({ progress }) => void (progress.sent += 1)),
  },
];

const failures: readonly Row[] = [
  {
    corruption: "a request_id unlike the header",
    operation: "getTemplate",
    finds: ["invariant request_id"],
    says: /error\.request_id is "another", the header X-Request-Id is/,
    corrupt: () =>
      inAnswer(
        "GET /templates/*",
        ({ error }) => void (error.request_id = "another"),
        ({ status }) => status >= 400,
      ),
  },
  {
    corruption: "a failure without a request_id",
    operation: "getTemplate",
    finds: ["invariant request_id", "contract", "Prism"],
    says: /error\.request_id is nothing/,
    corrupt: () =>
      inAnswer(
        "GET /templates/*",
        ({ error }) => void delete error.request_id,
        ({ status }) => status >= 400,
      ),
  },
  {
    corruption: "another account's object that can be read",
    operation: "getTemplate",
    finds: ["invariant own_account"],
    says: /another account's template_id is answered with 200/,
    corrupt: ({ key }) =>
      at("GET /templates/*", async (asked, forward) => {
        const answer = await forward();
        return answer.status === 404 ? forward({ headers: { ...asked.headers, "x-api-key": key } }) : answer;
      }),
  },
  {
    corruption: "another account's object that can be deleted",
    operation: "deleteWebhook",
    finds: ["invariant own_account"],
    says: /another account's webhook_id is answered with 204/,
    corrupt: ({ key }) =>
      at("DELETE /webhooks/*", async (asked, forward) => {
        const answer = await forward();
        return answer.status === 404 ? forward({ headers: { ...asked.headers, "x-api-key": key } }) : answer;
      }),
  },
  {
    corruption: "the wrong status for what is not found",
    operation: "getContact",
    finds: ["invariant own_account"],
    says: /is answered with 403/,
    corrupt: () =>
      at("GET /contacts/*", async (_asked, forward) => {
        const answer = await forward();
        if (answer.status !== 404) return answer;
        return { ...answer, status: 403, body: answer.body.replace("not_found", "forbidden") };
      }),
  },
];

const sends: readonly Row[] = [
  {
    corruption: "one idempotency key that gives a second message",
    operation: "sendMessages",
    finds: ["invariant idempotent"],
    says: /the repetition is answered .*, the first was/,
    corrupt: () =>
      at("POST /messages", ({ headers }, forward) => {
        const { "idempotency-key": _, ...others } = headers;
        return forward({ headers: others });
      }),
  },
  {
    corruption: "another body that is replayed under one key",
    operation: "sendMessages",
    finds: ["invariant idempotent"],
    says: /another body under the same key is answered 202, not 409/,
    corrupt: () => {
      const first = new Map<string, string>();
      return at("POST /messages", (asked, forward) => {
        const key = asked.headers["idempotency-key"];
        if (key === undefined) return forward();
        if (!first.has(key)) first.set(key, asked.body);
        return forward({ body: first.get(key) ?? "" });
      });
    },
  },
  {
    corruption: "a replay that is not marked",
    operation: "sendMessages",
    finds: ["invariant idempotent"],
    says: /the repetition is not marked/,
    corrupt: () =>
      at("POST /messages", async (_asked, forward) => {
        const { headers, ...answer } = await forward();
        const { "idempotent-replayed": _, ...others } = headers;
        return { ...answer, headers: others };
      }),
  },
  {
    corruption: "an event that is never sent",
    operation: "getMessage",
    finds: ["invariant events"],
    says: /became delivered, and no event said so/,
    way: { events: (events) => events.filter(({ data }) => data.status !== "delivered") },
  },
  {
    corruption: "an event that is sent late",
    operation: "getMessage",
    finds: ["invariant events"],
    says: /became \w+, and no event said so|the event came/,
    way: { delayMs: 11_000 },
  },
  {
    corruption: "a signature by another secret",
    operation: "getMessage",
    finds: ["invariant events"],
    says: /no signature fits the endpoint's secret/,
    way: { secret: `whsec_${Buffer.alloc(32, 7).toString("base64")}` },
  },
  {
    corruption: "an event with another message's id",
    operation: "getMessage",
    finds: ["invariant events"],
    says: /became delivered, and no event said so/,
    way: {
      events: (events) =>
        events.map((event) =>
          event.data.status === "delivered"
            ? { ...event, data: { ...event.data, message_id: "01a1f8d3-ea00-7d14-92c7-1a5b8e4f3d60" } }
            : event,
        ),
    },
  },
  {
    corruption: "an event that tells of another step",
    operation: "getMessage",
    finds: ["invariant events"],
    says: /an event says that .* became "read", which it did not/,
    way: {
      events: (events) =>
        events.map((event) =>
          event.data.status === "delivered" ? { ...event, data: { ...event.data, status: "read" } } : event,
        ),
    },
  },
];

const form = (
  corruption: string,
  finds: readonly Finder[],
  says: RegExp,
  change: (body: Body) => void,
): Row => ({
  corruption,
  operation: "getContact",
  finds,
  says,
  corrupt: () => inAnswer("GET /contacts/*", (body) => void change(body)),
});

const forms: readonly Row[] = [
  form(
    "a required field that is missing",
    ["contract", "Prism"],
    /required property 'attributes'/,
    (body) => delete body.attributes,
  ),
  form(
    "a value of the wrong type",
    ["contract", "Prism"],
    /phone must be string/,
    (body) => (body.phone = 5511987654321),
  ),
  form(
    "a field that is not in the contract",
    ["contract"],
    /has the field secret_plan/,
    (body) => (body.secret_plan = 1),
  ),
  form(
    "a null where there may be none",
    ["contract", "Prism"],
    /attributes must be object/,
    (body) => (body.attributes = null),
  ),
  form("an instant in another format", ["contract", "Prism"], /created_at must match pattern/, (body) => {
    body.created_at = body.created_at.replace("Z", ".000Z");
  }),
  {
    corruption: "a value that is none of the listed ones",
    operation: "getTemplate",
    finds: ["contract", "Prism"],
    says: /channel must be equal to one of the allowed values/,
    corrupt: () => inAnswer("GET /templates/*", (body) => void (body.channel = "fax")),
  },
  {
    corruption: "a number out of range",
    operation: "getContactList",
    finds: ["contract", "Prism", "invariant counts"],
    says: /contact_count must be >= 0/,
    corrupt: () => inAnswer("GET /contact-lists/*", (body) => void (body.contact_count = -1)),
  },
  {
    corruption: "another content type",
    operation: "getContact",
    finds: ["contract", "Prism"],
    says: /the content type is text\/html/,
    corrupt: () =>
      at("GET /contacts/*", async (_asked, forward) => {
        const answer = await forward();
        return { ...answer, headers: { ...answer.headers, "content-type": "text/html" } };
      }),
  },
  {
    corruption: "a status that is not documented",
    operation: "getContact",
    finds: ["contract", "Prism"],
    says: /the status 203 is not documented/,
    corrupt: () =>
      at("GET /contacts/*", async (_asked, forward) => {
        const answer = await forward();
        return answer.status === 200 ? { ...answer, status: 203 } : answer;
      }),
  },
];

/** Ways in which a service can break its contract, each with what finds it. */
export const CORRUPTIONS: readonly Row[] = [
  ...pages,
  ...filters,
  ...writes,
  ...tags,
  ...states,
  ...failures,
  ...sends,
  ...forms,
  ...MEANINGS,
];
