import {
  at,
  type Body,
  bodyOf,
  done,
  dropping,
  inResponse,
  isTo,
  otherQuery,
  planted,
  read,
  withBody,
  withHeader,
  withoutHeader,
  withStatus,
} from "./make";
import { MEANINGS } from "./meanings";
import type { ProxiedResponse, Corruption } from "./proxy";
import type { EventChange } from "./relay";

/**
 * What finds the corruption: an invariant, a scenario, the check's validation, or Prism. After the name, a
 * pattern of the text may follow.
 */
type Finder = "contract" | `Prism${string}` | "expectation" | `invariant ${string}`;

export interface Row {
  corruption: string;
  /** Operation that shows the corruption. It selects what is tried. */
  operation: string;
  finds: readonly Finder[];
  /** Part of the reported text. */
  says: RegExp;
  /** Status of the operation that the report counts as violated. */
  cell?: number;
  /** Makes the corruption for each run; gets the other account's key. */
  corrupt?: (other: { key: string }) => Corruption;
  /** Title of the only scenario that runs. By default, all run if they find the corruption, else none. */
  scenario?: string;
  /** Another operation to check, for the scenarios of its tag. */
  also?: string;
  /** Change of events on their way to the endpoint, instead of a corruption of responses. */
  eventChange?: EventChange;
  /** Whether the check waits until a time limit for something that does not come. */
  isSlow?: true;
}

const page =
  (change: (pagination: Body, request: { url: URL }) => void) => (body: Body, request: { url: URL }) =>
    change(body.pagination, request);

const filtersBy =
  (name: string) =>
  ({ url }: { url: URL }) =>
    url.searchParams.has(name);

const ignoring = (route: string, name: string): Corruption =>
  otherQuery(route, (query) => query.delete(name));

const same = (request: { url: URL }, name: string, usual: number) =>
  Number(request.url.searchParams.get(name) ?? usual);

const pages: readonly Row[] = [
  {
    corruption: "a total that is off by one",
    operation: "listTemplates",
    finds: ["invariant pages"],
    says: /with a total of \d+ it should have/,
    corrupt: () =>
      inResponse(
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
      inResponse(
        "GET /contacts",
        page((one) => void (one.has_more = false)),
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
        ({ pagination }, request) => void (pagination.limit = same(request, "limit", 25)),
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
        ({ pagination }, request) => void (pagination.offset = same(request, "offset", 0)),
      ),
  },
  {
    corruption: "a reversed order",
    operation: "listTemplates",
    finds: ["invariant newest_first"],
    says: /comes after/,
    corrupt: () => inResponse("GET /templates", ({ data }) => void data.reverse()),
  },
  {
    corruption: "a reversed order of names",
    operation: "listCannedResponses",
    finds: ["invariant ordered"],
    says: /comes after/,
    corrupt: () => inResponse("GET /canned-responses", ({ data }) => void data.reverse()),
  },
  {
    corruption: "an order that is ignored",
    operation: "listContactLists",
    finds: ["invariant sorted"],
    says: /-?name does not order|comes after/,
    corrupt: () => ignoring("GET /contact-lists", "sort"),
  },
  {
    corruption: "entries that are older than their resources",
    operation: "listCampaigns",
    finds: ["invariant entries"],
    says: /listCampaigns and getCampaign: name is/,
    corrupt: () =>
      inResponse("GET /campaigns", ({ data }) => {
        for (const one of data) one.name += " (before)";
      }),
  },
];

const filters: readonly Row[] = [
  {
    corruption: "a filter by attribute that is ignored",
    operation: "listContacts",
    finds: ["invariant filters"],
    says: /attribute=[^]* returns/,
    corrupt: () => ignoring("GET /contacts", "attribute"),
  },
  {
    corruption: "a filter by status that is ignored",
    operation: "listMessages",
    finds: ["invariant filters"],
    says: /status=\w+ returns/,
    corrupt: () => ignoring("GET /messages", "status"),
  },
  {
    corruption: "a filter by instant that is ignored",
    operation: "listCampaigns",
    finds: ["invariant filters"],
    says: /created_from=.* returns/,
    corrupt: () => ignoring("GET /campaigns", "created_from"),
  },
  {
    corruption: "a filter that drops one match",
    operation: "listCampaigns",
    finds: ["invariant filters"],
    says: /leaves out .*, which matches/,
    corrupt: () =>
      dropping(
        "GET /campaigns",
        (_entry, request, index) => filtersBy("template_id")(request) && index === 0,
      ),
  },
  {
    corruption: "a search that distinguishes case and accents",
    operation: "listTemplates",
    finds: ["invariant filters"],
    says: /search=.* leaves out/,
    corrupt: () =>
      dropping("GET /templates", ({ name }, { url }) => !name.includes(url.searchParams.get("search") ?? "")),
  },
];

const writes: readonly Row[] = [
  {
    corruption: "another id than the requested one",
    operation: "getTemplate",
    finds: ["invariant same_id"],
    says: /requested template_id .*, but the response's id is/,
    corrupt: () =>
      inResponse("GET /templates/*", (body) => void (body.id = "01a1e473-6838-7c55-a1b9-0d6e3f7a2c48")),
  },
  {
    corruption: "a change that returns the old value",
    operation: "updateTemplate",
    finds: ["invariant updates"],
    says: /was given as .*, updateTemplate returns/,
    corrupt: () =>
      at("PATCH /templates/*", async (request, forward) => {
        const before = await read(request, forward);
        const response = await forward();
        return response.status === 200 ? { ...response, body: before.body } : response;
      }),
  },
  {
    corruption: "a change that returns the new value and does not store it",
    operation: "updateContactList",
    finds: ["invariant updates"],
    says: /was given as .*, getContactList returns/,
    corrupt: () =>
      at("PATCH /contact-lists/*", async (request, forward) => {
        const before = await read(request, forward);
        return before.status === 200
          ? withBody(before, { ...bodyOf(before), ...bodyOf(request) })
          : forward();
      }),
  },
  {
    corruption: "a change that clears what was left out",
    operation: "updateContact",
    finds: ["invariant updates"],
    says: /(attributes|name) was left out and is/,
    corrupt: () =>
      at("PATCH /contacts/*", (request, forward) =>
        forward({ body: JSON.stringify({ name: null, attributes: {}, ...bodyOf(request) }) }),
      ),
  },
  {
    corruption: "a creation that returns another value than was sent",
    operation: "createContactList",
    finds: ["invariant creates"],
    says: /name was given as .*, createContactList returns/,
    corrupt: () => inResponse("POST /contact-lists", (body) => void (body.name = "Clientes")),
  },
  {
    corruption: "a created resource that is not found afterwards",
    operation: "createTemplate",
    finds: ["invariant creates"],
    says: /getTemplate returns 404 for .*, which was just created/,
    corrupt: () =>
      at("POST /templates", async (request, forward) => {
        const response = await forward();
        if (response.status !== 201) return response;
        const url = new URL(`${request.url.pathname}/${bodyOf(response).id}`, request.url);
        await forward({
          method: "DELETE",
          url,
          body: "",
          headers: { "x-api-key": request.headers["x-api-key"] ?? "" },
        });
        return response;
      }),
  },
  {
    corruption: "a created resource that is not on its list",
    operation: "createWebhook",
    finds: ["invariant creates"],
    says: /listWebhooks does not have/,
    corrupt: () => dropping("GET /webhooks", (_entry, _request, index) => index === 0),
  },
  {
    corruption: "a deletion that deletes nothing",
    operation: "deleteTemplate",
    finds: ["invariant deletes"],
    says: /getTemplate returns 200 for a deleted resource/,
    corrupt: () => at("DELETE /templates/*", async () => done(204)),
  },
  {
    corruption: "a deletion that leaves the resource on its list",
    operation: "deleteContactList",
    finds: ["invariant deletes"],
    says: /listContactLists still has/,
    corrupt: () => {
      const deleted: Body[] = [];
      return async (request, forward) => {
        if (isTo(request, "DELETE /contact-lists/*")) {
          const before = await read(request, forward);
          const response = await forward();
          if (response.status === 204) deleted.push(bodyOf(before));
          return response;
        }
        const response = await forward();
        if (!isTo(request, "GET /contact-lists") || response.status !== 200) return response;
        const body = bodyOf(response);
        return withBody(response, { ...body, data: [...deleted, ...body.data] });
      };
    },
  },
  {
    corruption: "a removed member that stays on the list",
    operation: "removeMember",
    finds: ["invariant deletes"],
    says: /listMembers still has/,
    corrupt: () => at("DELETE /contact-lists/*/contacts/*", async () => done(204)),
  },
  {
    corruption: "a count that differs from the list",
    operation: "getContactList",
    finds: ["invariant counts"],
    says: /contact_count is \d+, listMembers has \d+/,
    corrupt: () => inResponse("GET /contact-lists/*", (body) => void (body.contact_count += 1)),
  },
];

const IF_MATCH = "if-match";

const withoutIfMatch = ({ headers: { [IF_MATCH]: _, ...others } }: { headers: Record<string, string> }) => ({
  headers: others,
});

const tags: readonly Row[] = [
  {
    corruption: "a change that ignores If-Match",
    operation: "updateTemplate",
    finds: ["invariant conditional"],
    says: /a tag that no version has in If-Match gets 200, not 412/,
    corrupt: () => at("PATCH /templates/*", (request, forward) => forward(withoutIfMatch(request))),
  },
  {
    corruption: "a launch that ignores If-Match",
    operation: "launchCampaign",
    finds: ["invariant conditional"],
    says: /gets 202, not 412/,
    corrupt: () => at("POST /campaigns/*/launch", (request, forward) => forward(withoutIfMatch(request))),
  },
  {
    corruption: "a deletion that refuses the tag of the last read",
    operation: "deleteWebhook",
    finds: ["invariant conditional"],
    says: /the ETag of the last getWebhook gets 412/,
    corrupt: () =>
      at("DELETE /webhooks/*", (request, forward) =>
        forward(
          IF_MATCH in request.headers ? { headers: { ...request.headers, [IF_MATCH]: '"other"' } } : {},
        ),
      ),
  },
  {
    corruption: "a tag that stays after a change",
    operation: "updateCampaign",
    finds: ["invariant conditional"],
    says: /name has changed, and getCampaign still has the ETag/,
    corrupt: () => {
      const fixed = withHeader("etag", '"fixed"');
      return async (request, forward) => {
        if (isTo(request, "GET /campaigns/*")) return fixed(await forward());
        if (!isTo(request, "PATCH /campaigns/*") || request.headers[IF_MATCH] !== '"fixed"') return forward();
        return forward(withoutIfMatch(request));
      };
    },
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
    corruption: "a revoked key that stays valid",
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
    corrupt: () => inResponse("GET /campaigns/*", ({ progress }) => void (progress.sent += 1)),
  },
];

const failures: readonly Row[] = [
  {
    corruption: "a request_id that differs from the header",
    operation: "getTemplate",
    finds: ["invariant request_id"],
    says: /error\.request_id is "another", the header X-Request-Id is/,
    corrupt: () =>
      inResponse(
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
      inResponse(
        "GET /templates/*",
        ({ error }) => void delete error.request_id,
        ({ status }) => status >= 400,
      ),
  },
  {
    corruption: "another account's object that can be read",
    operation: "getTemplate",
    finds: ["invariant own_account"],
    says: /a request for another account's template_id returned 200/,
    corrupt: ({ key }) =>
      at("GET /templates/*", async (request, forward) => {
        const response = await forward();
        return response.status === 404
          ? forward({ headers: { ...request.headers, "x-api-key": key } })
          : response;
      }),
  },
  {
    corruption: "another account's object that can be deleted",
    operation: "deleteWebhook",
    finds: ["invariant own_account"],
    says: /a request for another account's webhook_id returned 204/,
    corrupt: ({ key }) =>
      at("DELETE /webhooks/*", async (request, forward) => {
        const response = await forward();
        return response.status === 404
          ? forward({ headers: { ...request.headers, "x-api-key": key } })
          : response;
      }),
  },
  {
    corruption: "the wrong status for a missing resource",
    operation: "getContact",
    finds: ["invariant own_account"],
    says: /returned 403/,
    corrupt: () =>
      at("GET /contacts/*", async (_request, forward) => {
        const response = await forward();
        if (response.status !== 404) return response;
        return { ...response, status: 403, body: response.body.replace("not_found", "forbidden") };
      }),
  },
];

const sends: readonly Row[] = [
  {
    corruption: "one idempotency key that gives a second message",
    operation: "sendMessages",
    finds: ["invariant idempotent"],
    says: /the repetition returned .*, the first request/,
    corrupt: () =>
      at("POST /messages", ({ headers }, forward) => {
        const { "idempotency-key": _, ...others } = headers;
        return forward({ headers: others });
      }),
  },
  {
    corruption: "a replay for another body under one key",
    operation: "sendMessages",
    finds: ["invariant idempotent"],
    says: /another body under the same key returned 202, not 409/,
    corrupt: () => {
      const first = new Map<string, string>();
      return at("POST /messages", (request, forward) => {
        const key = request.headers["idempotency-key"];
        if (key === undefined) return forward();
        if (!first.has(key)) first.set(key, request.body);
        return forward({ body: first.get(key) ?? "" });
      });
    },
  },
  {
    corruption: "an event that is never sent",
    operation: "getMessage",
    finds: ["invariant events"],
    says: /became delivered, and no event said so/,
    eventChange: { events: (events) => events.filter(({ data }) => data.status !== "delivered") },
  },
  {
    corruption: "a signature by another secret",
    operation: "getMessage",
    finds: ["invariant events"],
    says: /no signature fits the endpoint's secret/,
    eventChange: { secret: `whsec_${Buffer.alloc(32, 7).toString("base64")}` },
  },
];

const form = (corruption: string, finds: readonly Finder[], says: RegExp, corrupt: Corruption): Row => ({
  corruption,
  operation: "getContact",
  finds,
  says,
  cell: 200,
  corrupt: () => corrupt,
});

const inContact = (change: (body: Body) => unknown) =>
  inResponse("GET /contacts/*", (body) => void change(body));
const ofContact = (change: (response: ProxiedResponse) => ProxiedResponse) =>
  planted("GET /contacts/*", 200, change);

const forms: readonly Row[] = [
  form(
    "a required field that is missing",
    ["contract", "Prism: .*attributes"],
    /contract: the body must have required property 'attributes'/,
    inContact((body) => delete body.attributes),
  ),
  form(
    "a value of the wrong type",
    ["contract", "Prism: .*phone.*must be string"],
    /contract: phone must be string/,
    inContact((body) => (body.phone = 5511987654321)),
  ),
  form(
    "a field that is not in the contract",
    ["contract"],
    /contract: the body has the field secret_plan, which the contract does not declare/,
    inContact((body) => (body.secret_plan = 1)),
  ),
  form(
    "a null where none is allowed",
    ["contract", "Prism"],
    /attributes must be object/,
    inContact((body) => (body.attributes = null)),
  ),
  form(
    "an instant in another format",
    ["contract", "Prism"],
    /created_at must match pattern/,
    inContact((body) => (body.created_at = body.created_at.replace("Z", ".000Z"))),
  ),
  {
    corruption: "a value outside the enumeration",
    operation: "getTemplate",
    finds: ["contract", "Prism"],
    says: /contract: channel must be equal to one of the allowed values: sms, rcs, voice/,
    cell: 200,
    corrupt: () => inResponse("GET /templates/*", (body) => void (body.channel = "fax")),
  },
  {
    corruption: "a number out of range",
    operation: "getContactList",
    finds: ["contract", "Prism", "invariant counts"],
    says: /contact_count must be >= 0/,
    corrupt: () => inResponse("GET /contact-lists/*", (body) => void (body.contact_count = -1)),
  },
  form(
    "another content type",
    ["contract", "Prism"],
    /contract: the content type is text\/html, the contract says application\/json/,
    ofContact(withHeader("content-type", "text/html")),
  ),
  form(
    "a response that caches may store",
    ["contract"],
    /the header Cache-Control is absent, the contract says no-store/,
    ofContact(withoutHeader("cache-control")),
  ),
  {
    ...form(
      "a status that is not documented",
      ["contract", "Prism"],
      /contract: the status 203 is not documented for this operation, only 200, 400/,
      ofContact(withStatus(203)),
    ),
    cell: 203,
  },
];

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
