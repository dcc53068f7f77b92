import { at, type Body, bodyOf, inResponse, isTo, otherQuery, read, withBody } from "./make";
import type { Corruption } from "./proxy";

export interface CombinedRow {
  corruption: string;
  operation: string;
  says: RegExp;
  corrupt?: Corruption;
  /** Change of an event on its way to the endpoint, instead of a corruption of responses. */
  event?: (event: Body) => Body;
}

const secondsAgo = (instant: string, seconds: number) =>
  `${new Date(Date.parse(instant) - seconds * 1_000).toISOString().slice(0, 19)}Z`;

const DAY = 86_400;

const inRows = (change: (row: Body) => void) =>
  inResponse("GET /usage", ({ data }) => void (data as Body[]).forEach(change));

/** Changes the data of events of one type. */
const inData = (type: string, change: (data: Body) => Body) => (event: Body) =>
  event.type === type ? { ...event, data: { ...event.data, ...change(event.data) } } : event;

/** Returns the first secret of an endpoint at each rotation. */
function rotatingNothing(): Corruption {
  const secrets = new Map<string, string>();
  return async (request, forward) => {
    const response = await forward();
    if (isTo(request, "POST /webhooks") && response.status === 201)
      secrets.set(bodyOf(response).id, bodyOf(response).secret);
    if (!isTo(request, "POST /webhooks/*/rotate-secret") || response.status !== 200) return response;
    const rotated = bodyOf(response);
    return withBody(response, { ...rotated, secret: secrets.get(rotated.id) });
  };
}

const retryingNothing = at("POST /webhooks/*/deliveries/*/retry", async (request, forward) => {
  const url = new URL(request.url.href.replace(/\/retry$/, ""));
  const response = await read({ ...request, url }, forward);
  if (response.status !== 200) return forward();
  const { payload: _, ...delivery } = bodyOf(response);
  return { ...withBody(response, delivery), status: 202 };
});

/** Corruptions that scenarios find, in one run of all their tags. */
export const SCENARIOS: readonly CombinedRow[] = [
  {
    corruption: "usage on the day before",
    operation: "getUsage",
    says: /^expectation: [\d-]{10} does not count a message of/,
    corrupt: inRows((row) => {
      if (row.day) row.day = secondsAgo(row.day, DAY).slice(0, 10);
    }),
  },
  {
    corruption: "usage in another hour",
    operation: "getUsage",
    says: /^expectation: \S+:00:00Z does not count a message of/,
    corrupt: inRows((row) => {
      if (row.hour) row.hour = secondsAgo(row.hour, 3 * 3_600);
    }),
  },
  {
    corruption: "a rotation that returns the old secret",
    operation: "rotateWebhookSecret",
    says: /the secret equals an earlier secret/,
    corrupt: rotatingNothing(),
  },
  {
    corruption: "a retry that sends nothing",
    operation: "receiveMessageUpdate",
    says: /^expectation: the event did not come again/,
    corrupt: retryingNothing,
  },
  {
    corruption: "a delivery with another payload than its request",
    operation: "getWebhookDelivery",
    says: /payload is "\[\]", it should be/,
    corrupt: inResponse("GET /webhooks/*/deliveries/*", (body) => void (body.payload = "[]")),
  },
  {
    corruption: "the prefix of another key",
    operation: "createApiKey",
    says: /the key does not begin with its prefix, st_0{8}/,
    corrupt: inResponse("POST /api-keys", (body) => void (body.prefix = "st_00000000")),
  },
  {
    corruption: "a used key without last_used_at",
    operation: "listApiKeys",
    says: /last_used_at is null after a use/,
    corrupt: inResponse("GET /api-keys", ({ data }) => {
      for (const one of data) one.last_used_at = null;
    }),
  },
  {
    corruption: "a conversation without the opt-out",
    operation: "listConversations",
    says: /data\.0\.opted_out is false, it should be true/,
    corrupt: inResponse("GET /conversations", ({ data }) => {
      for (const one of data) one.opted_out = false;
    }),
  },
  {
    corruption: "a file of another size",
    operation: "confirmFile",
    says: /size_bytes is 9216, it should be 9/,
    corrupt: inResponse("POST /files/*/confirm", (body) => void (body.size_bytes *= 1_024)),
  },
  {
    corruption: "an export of too many messages",
    operation: "getPrivacyRequest",
    says: /counts\.messages is 7, it should be 0/,
    corrupt: inResponse("GET /privacy-requests/*", ({ counts }) => void (counts.messages += 7)),
  },
  {
    corruption: "an export that is stored for a month",
    operation: "getPrivacyRequest",
    says: /expires_at is .*, it should be 1380 to 1500 minutes from now/,
    corrupt: inResponse("GET /privacy-requests/*", (body) => {
      body.expires_at &&= secondsAgo(body.expires_at, -30 * DAY);
    }),
  },
  {
    corruption: "an old event",
    operation: "receiveMessageUpdate",
    says: /^contract: an event with created_at \S+ arrived at/,
    event: (event) => ({ ...event, created_at: secondsAgo(event.created_at, 3 * 3_600) }),
  },
  {
    corruption: "an event with another status of a consent",
    operation: "receiveConsentUpdate",
    says: /in the data of the event, status is "revoked", it should be "granted"/,
    event: inData("consent_update", () => ({ status: "revoked" })),
  },
  {
    corruption: "an event with another status of a campaign",
    operation: "receiveCampaignUpdate",
    says: /in the data of the event, status is "completed", it should be "draft"/,
    event: inData("campaign_update", () => ({ status: "completed" })),
  },
  {
    corruption: "an event with another text of a reply",
    operation: "receiveInboundMessage",
    says: /in the data of the event, text is "Outro", it should be "Oi"/,
    event: inData("inbound_message", () => ({ text: "Outro" })),
  },
  {
    corruption: "an event with another label of a tap",
    operation: "receiveInboundRcsEvent",
    says: /in the data of the event, action_label is "Outro", it should be "Abrir"/,
    event: inData("inbound_rcs_event", () => ({ action_label: "Outro" })),
  },
];

/** Corruptions that the scenario of tags finds. */
export const TAGS: readonly CombinedRow[] = [
  {
    corruption: "usage by tag that is too low",
    operation: "getUsage",
    says: /total is 1, it should be 2/,
    corrupt: inRows((row) => {
      if (row.tag && row.blocked > 1) [row.total, row.blocked] = [row.total - 1, row.blocked - 1];
    }),
  },
  {
    corruption: "usage that ignores the channel",
    operation: "getUsage",
    says: /the usage with {"channel":\["rcs"\]} counts an SMS/,
    corrupt: otherQuery("GET /usage", (query) => query.delete("channel")),
  },
  {
    corruption: "usage that ignores the last day",
    operation: "getUsage",
    says: /the usage with {"to":"\S+"} counts an SMS/,
    corrupt: otherQuery("GET /usage", (query) => query.delete("to")),
  },
];

/** Corruptions that walks through lists find. */
export const LISTS: readonly CombinedRow[] = [
  {
    corruption: "a search that matches only the beginning of a name",
    operation: "listContactLists",
    says: /^invariant filters: .*leaves out/,
    corrupt: otherQuery("GET /contact-lists", (query) => {
      const search = query.get("search") ?? "";
      if (!/^(contract-check-|$)/i.test(search)) query.set("search", "no-name-has-this");
    }),
  },
  {
    corruption: "a search that treats `_` and `%` as wildcards",
    operation: "listTemplates",
    says: /^invariant filters: .*search=/,
    corrupt: otherQuery("GET /templates", (query) => {
      const search = query.get("search") ?? "";
      if (/[_%].*-\d/.test(search)) query.set("search", search.replace(/[_%]/, "-"));
    }),
  },
  {
    corruption: "the first page again after the last one",
    operation: "listCannedResponses",
    says: /^invariant pages: limit=\d+, offset=\d+: the page has \d+ entries, with a total of \d+ it should have 0/,
    corrupt: at("GET /canned-responses", async (request, forward) => {
      const response = await forward();
      if (response.status !== 200 || bodyOf(response).data.length > 0) return response;
      const url = new URL(request.url);
      url.searchParams.set("offset", "0");
      return withBody(response, { ...bodyOf(response), data: bodyOf(await forward({ url })).data });
    }),
  },
  {
    corruption: "an order of equal names that changes from page to page",
    operation: "listContacts",
    says: /^invariant pages: .*twice/,
    corrupt: at("GET /contacts", async (request, forward) => {
      const { searchParams } = request.url;
      const offset = Number(searchParams.get("offset") ?? 0);
      if (!/^-?name$/.test(searchParams.get("sort") ?? "") || offset % 2 === 0) return forward();
      // At odd offsets, the entry of the page before comes again if it has the same name.
      const url = new URL(request.url);
      url.searchParams.set("offset", String(offset - 1));
      const [response, before] = [await forward(), await forward({ url })];
      if (response.status !== 200 || before.status !== 200) return response;
      const [page, former] = [bodyOf(response), bodyOf(before)];
      const [first, other] = [page.data[0], former.data[0]];
      if (first && other && first.name === other.name) page.data[0] = other;
      return withBody(response, page);
    }),
  },
];
