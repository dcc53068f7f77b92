import { at, type Body, bodyOf, done, inResponse, isTo, otherQuery, read, withBody } from "./make";
import type { ProxiedResponse, Corruption } from "./proxy";
import type { Row } from "./table";

const SOME_ID = "01a1f8d3-ea00-7d14-92c7-1a5b8e4f3d60";
const SQL = "insert into `contacts` (`phone`) values ('+5511987654321') - SQLITE_CONSTRAINT";

const change =
  (route: string, alter: (body: Body) => void): (() => Corruption) =>
  () =>
    inResponse(route, (body) => void alter(body));

/** Sums that add up but differ from the messages. */
const sums: readonly Row[] = [
  {
    corruption: "a campaign that counts an outcome as another",
    operation: "getCampaign",
    finds: ["expectation"],
    says: /(total|delivered|blocked) is \d+, it should be \d+/,
    corrupt: change("GET /campaigns/*", ({ progress }) => {
      [progress.delivered, progress.undelivered] = [progress.delivered + progress.undelivered, 0];
    }),
  },
  {
    corruption: "a campaign that forgets a message",
    operation: "getCampaign",
    finds: ["expectation"],
    says: /(total|delivered|blocked) is \d+, it should be \d+/,
    corrupt: change("GET /campaigns/*", ({ progress }) => {
      if (progress.blocked === 0) return;
      progress.blocked -= 1;
      progress.total -= 1;
    }),
  },
  {
    corruption: "usage that counts an outcome as another",
    operation: "getUsage",
    finds: ["expectation"],
    says: /blocked is 0, it should be 1/,
    corrupt: change("GET /usage", ({ data }) => {
      for (const row of data) [row.failed, row.blocked] = [row.failed + row.blocked, 0];
    }),
  },
  {
    corruption: "usage that costs more than its messages",
    operation: "getUsage",
    finds: ["expectation"],
    says: /price is \d+, it should be \d+/,
    corrupt: change("GET /usage", ({ data }) => {
      for (const row of data) row.price += 60_000 * (row.blocked as number);
    }),
  },
  {
    corruption: "usage by channel that leaves some out",
    operation: "getUsage",
    finds: ["expectation"],
    says: /the sum of all rows by channel is/,
    corrupt: () =>
      inResponse("GET /usage", ({ data }, { url }) => {
        if (url.searchParams.get("group_by") !== "channel") return;
        for (const row of data) [row.total, row.delivered] = [row.total - 1, row.delivered - 1];
      }),
  },
];

const steps: readonly Row[] = [
  {
    corruption: "steps that begin with the newest",
    operation: "getMessage",
    finds: ["invariant history"],
    says: /status_history ends with "\w+", status is/,
    corrupt: change("GET /messages/*", ({ status_history }) => status_history.reverse()),
  },
  {
    corruption: "events that all have the number 1",
    operation: "getMessage",
    finds: ["invariant events"],
    says: /data\.sequence of its event is 1, not 2/,
    eventChange: {
      events: (events) => events.map((event) => ({ ...event, data: { ...event.data, sequence: 1 } })),
    },
  },
];

const encodings: readonly Row[] = [
  {
    corruption: "a message in GSM-7 with a character that GSM-7 lacks",
    operation: "getMessage",
    finds: ["invariant gsm7"],
    scenario: "a text in GSM-7",
    says: /text is "Olá" while encoding is "gsm7"/,
    corrupt: change("GET /messages/*", ({ content }) => {
      if (content?.encoding === "gsm7") content.text = "Olá";
    }),
  },
  {
    corruption: "a preview with more segments than as written",
    operation: "previewMessages",
    finds: ["invariant at_most"],
    scenario: "a text in GSM-7",
    says: /segments is \d+, more than segments_as_written/,
    corrupt: change("POST /messages/preview", ({ data }) => {
      for (const one of data) if (one.segments !== null) one.segments = one.segments_as_written + 1;
    }),
  },
];

const reasons: readonly Row[] = [
  {
    corruption: "a suppressed message without its reason",
    operation: "getMessage",
    finds: ["invariant null_unless"],
    scenario: "a send to a suppressed number",
    says: /block_reason is null while status is "blocked"/,
    corrupt: change("GET /messages/*", (body) => void (body.block_reason = null)),
  },
  {
    corruption: "a reason in the result of a send that is not blocked",
    operation: "sendMessages",
    finds: ["invariant null_unless"],
    says: /block_reason is "suppressed" while status is "pending"/,
    corrupt: change("POST /messages", ({ data }) => {
      for (const one of data) if (one.status === "pending") one.block_reason = "suppressed";
    }),
  },
];

const rules: readonly Row[] = [
  {
    corruption: "a rule that is accepted and not stored",
    operation: "updateSendingRule",
    finds: ["invariant updates"],
    says: /was given as .*, getSendingRule returns/,
    corrupt: () =>
      at("GET /sending-rules/*", async (_request, forward) => {
        const response = await forward();
        if (response.status !== 200) return response;
        return withBody(response, {
          ...bodyOf(response),
          time_zone: "Asia/Tokyo",
          closed_dates: ["1999-12-31"],
        });
      }),
  },
  {
    corruption: "a rule that stays after its deletion",
    operation: "deleteSendingRule",
    finds: ["invariant becomes"],
    says: /updated_at is "20.*, it should be null/,
    corrupt: () => at("DELETE /sending-rules/*", async () => done(204)),
  },
  {
    corruption: "a local time at the place of another area code",
    operation: "previewMessages",
    finds: ["expectation"],
    scenario: "a send for a local time",
    says: /not_before of \+5592\d+ is/,
    corrupt: change("POST /messages/preview", ({ data: [first, second] }) => {
      if (second?.not_before) second.not_before = first.not_before;
    }),
  },
  {
    corruption: "a list with another rule than the rule itself",
    operation: "listSendingRules",
    finds: ["invariant entries"],
    says: /listSendingRules and getSendingRule: outside is "block" there and "wait" here/,
    corrupt: change("GET /sending-rules", ({ data }) => {
      for (const one of data) one.outside = "block";
    }),
  },
];

const prices: readonly Row[] = [
  {
    corruption: "a suppressed message that costs something",
    operation: "getMessage",
    finds: ["invariant zero"],
    scenario: "a send to a suppressed number",
    says: /price is 60000 while status is "blocked"/,
    corrupt: change("GET /messages/*", (body) => {
      if (body.status === "blocked") body.price = 60_000;
    }),
  },
  {
    corruption: "a list with a price for a failed message",
    operation: "listMessages",
    finds: ["invariant zero"],
    says: /price is 60000 while status is "failed"/,
    corrupt: change("GET /messages", ({ data }) => {
      for (const one of data) if (one.status === "failed") one.price = 60_000;
    }),
  },
  {
    corruption: "a message that costs twice what was previewed",
    operation: "getMessage",
    finds: ["expectation"],
    scenario: "prices and usage of messages",
    says: /price is \d+, it should be \d+/,
    corrupt: change("GET /messages/*", (body) => void (body.price *= 2)),
  },
];

const ends: readonly Row[] = [
  {
    corruption: "a table whose URL never expires",
    operation: "getFileDownloadUrl",
    finds: ["expectation"],
    says: /expires_at is null, it should be 0 to/,
    corrupt: change("GET /files/*/download-url", (body) => void (body.expires_at = null)),
  },
  {
    corruption: "an image whose URL expires",
    operation: "getFileDownloadUrl",
    finds: ["expectation"],
    says: /expires_at is "20.*", it should be null/,
    corrupt: change("GET /files/*/download-url", (body) => {
      body.expires_at ??= `${new Date(Date.now() + 900_000).toISOString().slice(0, 19)}Z`;
    }),
  },
  {
    corruption: "an upload URL that has expired",
    operation: "createUploadUrl",
    finds: ["expectation"],
    says: /expires_at is "2026-01-01T00:00:00Z", it should be 10 to 20/,
    corrupt: change("POST /files/upload-url", (body) => void (body.expires_at = "2026-01-01T00:00:00Z")),
  },
  {
    corruption: "an export that expires after a day",
    operation: "exportMessages",
    finds: ["expectation"],
    scenario: "a send to a suppressed number",
    says: /expires_at is .*, it should be 10 to 20 minutes/,
    corrupt: change("GET /messages/export", (body) => {
      body.expires_at = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)}Z`;
    }),
  },
];

/** Merges the attributes of a contact with its current ones. */
const merging: Corruption = at("PATCH /contacts/*", async (request, forward) => {
  const given = bodyOf(request);
  const before = await read(request, forward);
  if (given.attributes === undefined || before.status !== 200) return forward();
  const attributes = { ...bodyOf(before).attributes, ...given.attributes };
  return forward({ body: JSON.stringify({ ...given, attributes }) });
});

/** Keeps the data of a deleted contact. */
function remembering(): Corruption {
  const deleted = new Map<string, Body>();
  return async (request, forward) => {
    if (isTo(request, "DELETE /contacts/*")) {
      const before = await read(request, forward);
      const response = await forward();
      if (response.status === 204) deleted.set(bodyOf(before).phone, bodyOf(before));
      return response;
    }
    if (!isTo(request, "POST /contacts")) return forward();
    const given = bodyOf(request);
    const old = deleted.get(given.phone);
    if (old === undefined) return forward();
    return forward({ body: JSON.stringify({ name: old.name, attributes: old.attributes, ...given }) });
  };
}

const CONFLICT = (response: ProxiedResponse): ProxiedResponse => ({
  ...response,
  status: 409,
  body: JSON.stringify({
    error: { code: "conflict", message: "The name is taken.", request_id: response.headers["x-request-id"] },
  }),
});

/** Keeps a name taken after its resource was deleted. */
const holding = (path: string) => (): Corruption => {
  const names = new Set<string>();
  return async (request, forward) => {
    if (isTo(request, `DELETE ${path}/*`)) {
      const before = await read(request, forward);
      const response = await forward();
      if (response.status === 204) names.add(bodyOf(before).name);
      return response;
    }
    if (!isTo(request, `POST ${path}`) || !names.has(bodyOf(request).name)) return forward();
    return CONFLICT(await forward({ body: "{}" }));
  };
};

const writes: readonly Row[] = [
  {
    corruption: "a change that does not move updated_at",
    operation: "updateTemplate",
    finds: ["invariant updates"],
    says: /updated_at is "20.*" after a change, it was "20/,
    corrupt: change("GET /templates/*", (body) => void (body.updated_at = body.created_at)),
  },
  {
    corruption: "a change that merges a map",
    operation: "updateContact",
    finds: ["invariant updates"],
    says: /attributes was given as .*, \w+ returns/,
    corrupt: () => merging,
  },
  {
    corruption: "a change that merges a map, in a scenario",
    operation: "updateContact",
    finds: ["expectation"],
    says: /attributes is .*, it should be {"cidade":"Recife"}/,
    corrupt: () => merging,
  },
  {
    corruption: "a restored contact with its old data",
    operation: "upsertContact",
    finds: ["expectation"],
    says: /name is "contract-check-.*", it should be null/,
    corrupt: remembering,
  },
  {
    corruption: "a restored contact with another id",
    operation: "upsertContact",
    finds: ["expectation"],
    says: /id is ".*", it should be/,
    corrupt: () => {
      let isBack = false;
      return async (request, forward) => {
        isBack ||= isTo(request, "DELETE /contacts/*");
        const response = await forward();
        if (!isBack || !isTo(request, "POST /contacts") || response.status !== 201) return response;
        return withBody(response, { ...bodyOf(response), id: SOME_ID });
      };
    },
  },
  ...(["templates", "contact-lists", "campaigns"] as const).map((path, index): Row => ({
    corruption: `a name of ${path} that stays taken after the deletion`,
    operation: ["createTemplate", "createContactList", "createCampaign"][index] ?? "",
    finds: ["expectation"],
    says: /expected 201, got 409/,
    corrupt: holding(`/${path}`),
  })),
];

const suppression: readonly Row[] = [
  {
    corruption: "a preview without suppression",
    operation: "previewMessages",
    finds: ["expectation"],
    scenario: "prices and usage of messages",
    says: /data\.0\.status is "pending", it should be "blocked"/,
    corrupt: change("POST /messages/preview", ({ data }) => {
      for (const one of data) one.status = "pending";
    }),
  },
  {
    corruption: "a send without suppression",
    operation: "sendMessages",
    finds: ["expectation"],
    scenario: "a send to a suppressed number",
    says: /data\.0\.status is "pending", it should be "blocked"/,
    corrupt: change("POST /messages", ({ data }) => {
      for (const one of data) one.status = "pending";
    }),
  },
  {
    corruption: "a number that stays suppressed after its removal from the blacklist",
    operation: "previewMessages",
    also: "removeMember",
    finds: ["expectation"],
    scenario: "suppression by a blacklist",
    says: /data\.0\.status is "blocked", it should be "pending"/,
    corrupt: () => {
      const blocked = new Set<string>();
      return inResponse("POST /messages/preview", ({ data }) => {
        for (const one of data) {
          if (one.status === "blocked") blocked.add(one.to);
          else if (blocked.has(one.to)) one.status = "blocked";
        }
      });
    },
  },
];

/** Records a consent with other fields, and returns what was given. */
const recording =
  (alter: (given: Body) => Body): (() => Corruption) =>
  () =>
    at("POST /consents", async (request, forward) => {
      const given = bodyOf(request);
      const response = await forward({ body: JSON.stringify(alter(given)) });
      return response.status === 201 ? withBody(response, { ...bodyOf(response), ...given }) : response;
    });

const consents: readonly Row[] = [
  {
    corruption: "a ledger in which the consent that was recorded last holds",
    operation: "previewMessages",
    also: "createConsent",
    finds: ["expectation"],
    scenario: "what a consent suppresses",
    says: /data\.0\.block_reason is null, it should be "suppressed"/,
    corrupt: recording(({ occurred_at: _, ...given }) => given),
  },
  {
    corruption: "a filter by block reason that is ignored",
    operation: "listMessages",
    also: "createConsent",
    finds: ["expectation"],
    scenario: "what a consent suppresses",
    says: /pagination\.total is 1, it should be 0/,
    corrupt: () => otherQuery("GET /messages", (query) => query.delete("block_reason")),
  },
  {
    corruption: "a revocation that counts for every channel",
    operation: "previewMessages",
    also: "createConsent",
    finds: ["expectation"],
    scenario: "what a consent suppresses",
    says: /data\.0\.block_reason is "suppressed", it should be null/,
    corrupt: recording(({ channels: _, ...given }) => given),
  },
  {
    corruption: "a consent that keeps the number of its deleted contact",
    operation: "getConsent",
    finds: ["expectation"],
    says: /phone is "\+55\d+", it should be null/,
    corrupt: () => {
      const phones = new Map<string, string>();
      return inResponse("GET /consents/*", (body) => {
        if (body.phone !== null) phones.set(body.id, body.phone);
        body.phone ??= phones.get(body.id) ?? "+5511900000000";
      });
    },
  },
];

const replies: readonly Row[] = [
  {
    corruption: "a reply without its message",
    operation: "getInboundMessage",
    finds: ["expectation"],
    says: /paired_message_id is null, it should be/,
    corrupt: change("GET /inbound-messages/*", (body) => void (body.paired_message_id = null)),
  },
  {
    corruption: "a reply paired with another message",
    operation: "getInboundMessage",
    finds: ["expectation"],
    says: /paired_message_id is "01a1f8d3.*", it should be/,
    corrupt: change("GET /inbound-messages/*", (body) => void (body.paired_message_id = SOME_ID)),
  },
  {
    corruption: "an RCS event paired with another message",
    operation: "getInboundRcsEvent",
    finds: ["expectation"],
    says: /paired_message_id is "01a1f8d3.*", it should be/,
    corrupt: change("GET /inbound-rcs-events/*", (body) => void (body.paired_message_id = SOME_ID)),
  },
];

const followUps: readonly Row[] = [
  {
    corruption: "a follow-up without its parent message",
    operation: "getMessage",
    finds: ["expectation"],
    scenario: "a follow-up",
    says: /parent_message_id is null, it should be/,
    corrupt: change("GET /messages/*", (body) => void (body.parent_message_id = null)),
  },
  {
    corruption: "a rule that never fires",
    operation: "listMessages",
    finds: ["expectation"],
    scenario: "a follow-up",
    says: /waits for a follow-up: not within/,
    isSlow: true,
    corrupt: () =>
      at("POST /templates", async (request, forward) => {
        const given = bodyOf(request);
        const response = await forward({ body: JSON.stringify({ ...given, follow_ups: [] }) });
        const [rule] = given.follow_ups ?? [];
        if (response.status !== 201 || rule === undefined) return response;
        return withBody(response, {
          ...bodyOf(response),
          follow_ups: [{ id: SOME_ID, after_seconds: 0, ...rule }],
        });
      }),
  },
  {
    corruption: "a rule that fires for every outcome",
    operation: "listMessages",
    finds: ["expectation"],
    scenario: "a follow-up",
    says: /pagination\.total is 4, it should be 3/,
    corrupt: () =>
      at("POST /templates", (request, forward) => {
        const given = bodyOf(request);
        const follow_ups = (given.follow_ups ?? []).map((rule: Body) => ({
          ...rule,
          on: ["delivered", "undelivered"],
        }));
        return forward({ body: JSON.stringify({ ...given, follow_ups }) });
      }),
  },
];

/** Changes the remaining requests in the headers of every response. */
const limiting =
  (remaining: (count: number) => number): (() => Corruption) =>
  () => {
    let count = 0;
    return async (_request, forward) => {
      const response = await forward();
      if (response.headers["ratelimit-remaining"] === undefined) return response;
      const headers = { ...response.headers, "ratelimit-remaining": String(remaining(++count)) };
      return { ...response, headers };
    };
  };

const limitsAndFailures: readonly Row[] = [
  {
    corruption: "a rate limit that never decreases",
    operation: "listSenders",
    finds: ["invariant rate_limit"],
    says: /RateLimit-Remaining is 500 again/,
    corrupt: limiting(() => 500),
  },
  {
    corruption: "a failure that shows internals",
    operation: "getContact",
    finds: ["invariant no_internals"],
    says: /error\.message shows/,
    corrupt: () =>
      inResponse(
        "GET /contacts/*",
        ({ error }) => void (error.message = SQL),
        ({ status }) => status >= 400,
      ),
  },
];

const accounts: readonly Row[] = [
  {
    corruption: "an account whose price is not that of a preview",
    operation: "getAccount",
    finds: ["expectation"],
    says: /prices\.sms is 80001, it should be 80000/,
    corrupt: change("GET /account", ({ prices }) => void (prices.sms += 1)),
  },
  {
    corruption: "an account with the id of another list as its provisioned list",
    operation: "getAccount",
    finds: ["expectation"],
    says: /provisioned_list_id is/,
    corrupt: change("GET /account", (body) => void (body.provisioned_list_id = SOME_ID)),
  },
  {
    corruption: "an account with another limit of uploads than the constraints of files",
    operation: "getAccount",
    finds: ["expectation"],
    says: /limits\.upload_bytes\.csv is 1, it should be 52428800/,
    corrupt: change("GET /account", ({ limits }) => void (limits.upload_bytes.csv = 1)),
  },
];

const keys: readonly Row[] = [
  {
    corruption: "a key that is refused as a bearer token",
    operation: "listApiKeys",
    finds: ["expectation"],
    says: /expected 200, got 401/,
    corrupt: () =>
      at("GET /api-keys", ({ headers: { authorization: _, ...headers } }, forward) => forward({ headers })),
  },
  {
    corruption: "different keys in both headers, of which X-API-Key counts",
    operation: "listApiKeys",
    finds: ["expectation"],
    says: /expected 401, got 200/,
    corrupt: () =>
      at("GET /api-keys", ({ headers: { authorization, ...headers } }, forward) =>
        forward("x-api-key" in headers || authorization === undefined ? { headers } : {}),
      ),
  },
  {
    corruption: "different keys in both headers, of which the bearer token counts",
    operation: "listApiKeys",
    finds: ["expectation"],
    says: /expected 401, got 200/,
    corrupt: () =>
      at("GET /api-keys", ({ headers: { "x-api-key": _, ...headers } }, forward) =>
        forward("authorization" in headers ? { headers } : {}),
      ),
  },
  {
    corruption: "a revoked key that still lists keys",
    operation: "listApiKeys",
    finds: ["expectation"],
    says: /expected 401, got 200/,
    corrupt: () => {
      const accepted = new Map<string, ProxiedResponse>();
      return at("GET /api-keys", async ({ headers }, forward) => {
        const response = await forward();
        const key = JSON.stringify([headers["x-api-key"], headers.authorization]);
        if (response.status === 200) accepted.set(key, response);
        return accepted.get(key) ?? response;
      });
    },
  },
  {
    corruption: "a key that grants a scope that it lacks",
    operation: "createApiKey",
    finds: ["expectation"],
    says: /expected 403, got 201/,
    corrupt: () => {
      let creator = "";
      return at("POST /api-keys", async (request, forward) => {
        const response = await forward();
        if (response.status === 201) creator ||= request.headers["x-api-key"] ?? "";
        const isGrant = response.status === 403 && bodyOf(response).error.message.includes("messages:send");
        return isGrant ? forward({ headers: { ...request.headers, "x-api-key": creator } }) : response;
      });
    },
  },
];

/** Corruptions of the right form that contradict the contract's meaning. */
export const MEANINGS: readonly Row[] = [
  ...sums,
  ...encodings,
  ...steps,
  ...prices,
  ...reasons,
  ...rules,
  ...ends,
  ...accounts,
  ...keys,
  ...writes,
  ...suppression,
  ...consents,
  ...replies,
  ...followUps,
  ...limitsAndFailures,
];
