import type request from "supertest";
import contract from "../../generated/openapi.json";
import type { components } from "../../generated/schema";
import { routes, scopes } from "../../generated/server/routes";
import { harmlessRequest } from "../../scripts/contract-check/bodies";
import { hasIdInPath, type Operation, operations } from "../../scripts/contract-check/contract";
import { pathOf, queryText, type RequestParts } from "../../scripts/contract-check/exchange";
import { fieldFaults, invalidRequests } from "../../scripts/contract-check/invalid";
import { itemsOf, modelOf } from "../../scripts/contract-coverage/model";
import { databases } from "../support/databases";
import { SampleFixtures } from "../support/sample-fixtures";
import { type TestAccount, testService } from "../support/service";

type ErrorEnvelope = components["schemas"]["ErrorEnvelope"];

const ABSENT = "01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16";

/** The scope of every operation. A wrong scope in the contract contradicts this table. */
const SCOPES = `
  none             getAccount
  campaigns:launch launchCampaign scheduleCampaign stopCampaign
  campaigns:read   getCampaign listCampaigns
  campaigns:write  cancelSchedule createCampaign deleteCampaign updateCampaign
  consents:read    getConsent listConsents listContactConsents
  consents:write   createConsent
  contacts:read    getContact getContactList getContactVariables getImport getImportErrors
  contacts:read    listContactLists listContacts listImports listMembers
  contacts:write   addMember cancelImport createContactList createImport deleteContact deleteContactList
  contacts:write   removeMember updateContact updateContactList upsertContact upsertMember
  files:read       getFile getFileConstraints getFileDownloadUrl listFiles
  files:write      confirmFile createUploadUrl deleteFile
  keys:read        listApiKeys
  keys:write       createApiKey revokeApiKey
  messages:read    exportMessages getCannedResponse getConversation getInboundMessage getInboundRcsEvent
  messages:read    getMessage getUsage listCannedResponses listConversations listInboundMessages
  messages:read    listInboundRcsEvents listMessages
  messages:send    cancelMessage cancelMessageBatch createCannedResponse deleteCannedResponse
  messages:send    previewMessages sendMessages updateCannedResponse updateConversation updateMessage
  privacy:read     getPrivacyRequest listPrivacyRequests
  privacy:write    createPrivacyRequest
  rules:read       getOptOutWords getSendingRule listSendingRules
  rules:write      deleteSendingRule updateOptOutWords updateSendingRule
  senders:read     listSenders
  templates:read   getTemplate listTemplates
  templates:write  createTemplate deleteTemplate updateTemplate
  webhooks:read    getWebhook getWebhookDelivery listWebhookDeliveries listWebhookDeliveriesOfMessage
  webhooks:read    listWebhooks
  webhooks:write   createWebhook deleteWebhook replayWebhook retryWebhookDelivery rotateWebhookSecret
  webhooks:write   testWebhook updateWebhook
`;

const scopeOf = new Map<string, string | null>(
  SCOPES.trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([scope, ...ids]) => ids.map((id) => [id, scope === "none" ? null : (scope ?? "")] as const)),
);

/** Query parameters with enumerated values, by operation. */
const parametersOf = new Map(
  modelOf(contract).operations.map(({ id, parameters }) => [
    id,
    parameters.flatMap(({ place, name, node }) => {
      if (place !== "query") return [];
      const values = [...(itemsOf(node) ?? node).values.keys()].map(String);
      return values.length === 0 ? [] : [{ name, values, isList: itemsOf(node) !== null }];
    }),
  ]),
);

const named = (all: readonly Operation[]) => all.map((operation) => ({ id: operation.id, operation }));
const methodOf = ({ method }: Operation) => method.toLowerCase() as "get";
const namesInPath = ({ parameters }: Operation) =>
  parameters.filter((one) => one.in === "path").map(({ name }) => name);
const absentUrl = ({ path }: Operation) => `/v3${path.replace(/\{[^}]+\}/g, ABSENT)}`;

const withId = operations.filter(hasIdInPath);

/** Returns the reads of the collections and the resources that the path of an operation leads through. */
function readsAlong({ path }: Operation): readonly Operation[] {
  // No operation reads a batch. The list of messages shows what a change of a batch does.
  const steps = `${path.replace("/message-batches/", "/messages/")}/`;
  return operations.filter((read) => read.method === "GET" && steps.startsWith(`${read.path}/`));
}

/**
 * Returns a valid request for an operation. A key grants only scopes that it holds itself, so a new key gets
 * only the given scope.
 */
function requestWithin(scope: string, operation: Operation): RequestParts {
  const valid = harmlessRequest(operation, "t");
  if (operation.id !== "createApiKey") return valid;
  return { ...valid, body: { ...(valid.body as object), scopes: [scope] } };
}

/** Sends a request of the contract check to an operation. */
function send({ request }: Pick<TestAccount, "request">, operation: Operation, parts: RequestParts) {
  const { params, query, headers = {}, body } = parts;
  return request[methodOf(operation)](`/v3${pathOf(operation, params)}${queryText(query)}`)
    .set(headers as Record<string, string>)
    .send(body as object | undefined);
}

/** The error that the clock throws during every request; null for none. */
let fault: Error | null = null;

const connectionRefused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });

describe("every operation", () => {
  const service = testService("SQLite", {
    override: ({ clock }) => ({
      clock: {
        now() {
          if (fault !== null) throw fault;
          return clock.now();
        },
      },
    }),
  });

  afterEach(() => {
    fault = null;
  });

  /** Sends the request to every operation that declares the status; returns the error codes. */
  async function codesFor(status: number, prepare: (request: request.Test) => Promise<request.Response>) {
    const declaring = operations.filter(({ responses }) => responses.has(status));
    expect(declaring).not.toHaveLength(0);
    const codes = new Set<string>();
    for (const operation of declaring) {
      const response = await prepare(service.anonymous[methodOf(operation)](absentUrl(operation)));
      expect([operation.id, response.status]).toEqual([operation.id, status]);
      codes.add((response.body as { error: { code: string } }).error.code);
    }
    return [...codes];
  }

  const keyed = (key: string) => (req: request.Test) => req.set("X-API-Key", key);

  it("rejects a request without a key", async () => {
    expect(await codesFor(401, async (req) => req)).toEqual(["unauthorized"]);
  });

  it("rejects requests above the account's rate limit", async () => {
    const { key, request } = await service.account("limited", { rateLimit: 1 });
    await request.get("/v3/senders").expect(200);
    expect(await codesFor(429, keyed(key))).toEqual(["rate_limited"]);
  });

  it("rejects a body that is not JSON", async () => {
    const withKey = keyed(service.key);
    const sent = await codesFor(415, (req) => withKey(req).set("Content-Type", "text/plain").send("Oi"));
    expect(sent).toEqual(["unsupported_media_type"]);
  });

  it("rejects a body that is too large", async () => {
    const withKey = keyed(service.key);
    const body = JSON.stringify({ name: "a".repeat(2 * 1024 * 1024) });
    const sent = await codesFor(413, (req) =>
      withKey(req).set("Content-Type", "application/json").send(body),
    );
    expect(sent).toEqual(["payload_too_large"]);
  });

  it.each(named(operations))(
    "rejects requests that violate the schema of $id, and names the field",
    async ({ operation }) => {
      const invalid = invalidRequests(operation, harmlessRequest(operation, "t"));
      expect(invalid).not.toHaveLength(0);
      for (const { why, request } of invalid) {
        const { status, body } = await send(service, operation, request);
        const { code, fields = [] } = (body as ErrorEnvelope).error;
        expect([why, status, code]).toEqual([why, 400, "validation_failed"]);
        expect([why, fields.length > 0, fieldFaults(why, body)]).toEqual([why, true, []]);
      }
    },
  );

  it.each(named(withId))("rejects ids in upper case in the path of $id", async ({ operation }) => {
    const names = namesInPath(operation);
    const params = Object.fromEntries(names.map((name) => [name, ABSENT.toUpperCase()]));
    const { body } = await send(service, operation, { ...harmlessRequest(operation, "t"), params }).expect(
      400,
    );
    const { code, fields = [] } = (body as ErrorEnvelope).error;
    expect([code, new Set(fields.map(({ field }) => field))]).toEqual(["validation_failed", new Set(names)]);
  });

  it("accepts every value of its filters", async () => {
    const filters = operations.flatMap((operation) =>
      (parametersOf.get(operation.id) ?? []).flatMap(({ name, values, isList }) =>
        values.map((value) => ({ operation, query: { [name]: isList ? [value] : value } })),
      ),
    );
    expect(filters).not.toHaveLength(0);
    for (const { operation, query } of filters) {
      const response = await service.request[methodOf(operation)](absentUrl(operation)).query(query);
      // The parent resource of a nested list does not exist here.
      const expected = operation.responses.has(404) ? 404 : 200;
      expect([operation.id, query, response.status]).toEqual([operation.id, query, expected]);
    }
  });

  it("returns 500 for an internal error and hides the cause", async () => {
    fault = new Error("broken");
    expect(await codesFor(500, keyed(service.key))).toEqual(["internal_error"]);
  });

  it("returns 503 while the database is unreachable", async () => {
    fault = connectionRefused;
    expect(await codesFor(503, keyed(service.key))).toEqual(["service_unavailable"]);
  });
});

it("limits pages to 1,000 entries, searches to 120 characters and filters to 100 values (attributes and tags to 10)", () => {
  for (const { id, parameters } of operations) {
    for (const { name, schema } of parameters) {
      const { minimum, maximum, minLength, maxLength, type, maxItems } = schema;
      if (name === "limit") expect([id, minimum, maximum]).toEqual([id, 1, 1000]);
      if (name === "search") expect([id, minLength, maxLength]).toEqual([id, 3, 120]);
      const most = ["attribute", "tag"].includes(name) ? 10 : 100;
      if (type === "array") expect([id, name, maxItems]).toEqual([id, name, most]);
    }
  }
});

it("requires the scope of the table from every operation", () => {
  expect(new Map(routes.map(({ operationId, scope }) => [operationId, scope]))).toEqual(scopeOf);
});

describe.each(databases)("access to every operation on %s", (database) => {
  const service = testService(database);

  // Without `contacts:read` or `messages:read`, previews, conversations and webhook deliveries omit values,
  // names and payloads, but succeed: see `large-contents`, `conversations` and `webhooks`.
  it.each(scopes)("requires exactly the scope %s from its operations", async (scope) => {
    const { accountId } = await service.account(scope, { senders: false });
    const agentWith = async (granted: readonly string[]) => ({
      request: service.agent(await service.keyWith(accountId, granted)),
    });
    const without = await agentWith(scopes.filter((one) => one !== scope));
    const only = await agentWith([scope]);
    for (const operation of operations.filter(({ id }) => scopeOf.get(id) === scope)) {
      const valid = requestWithin(scope, operation);
      const { status, body, headers } = await send(without, operation, valid);
      const { code } = (body as ErrorEnvelope).error;
      expect([operation.id, status, code]).toEqual([operation.id, 403, "forbidden"]);
      expect(headers["ratelimit-limit"]).toBe("1000000");
      const allowed = await send(only, operation, valid);
      const isHandled = allowed.status < 500 && ![400, 401, 403].includes(allowed.status);
      expect([operation.id, allowed.status, isHandled]).toEqual([operation.id, allowed.status, true]);
    }
  });

  describe("for the ids of another account", () => {
    let fixtures: SampleFixtures;
    let other: TestAccount;

    beforeAll(async () => {
      fixtures = new SampleFixtures(service);
      other = await service.account("other");
    });

    it.each(named(withId))(
      "returns the 404 of an absent resource from $id, and changes and lists nothing",
      async ({ operation }) => {
        const ids = await fixtures.idsFor(operation.id, namesInPath(operation));
        const reads = readsAlong(operation);
        const readAll = async () => {
          const responses: unknown[] = [];
          for (const read of reads)
            responses.push((await send(service, read, { params: ids }).expect(200)).body);
          return responses;
        };
        const before = await readAll();
        const valid = harmlessRequest(operation, "t");
        const errorOf = async (params: RequestParts["params"]) => {
          const { body } = await send(other, operation, { ...valid, params }).expect(404);
          const { request_id: _, ...error } = (body as ErrorEnvelope).error;
          return error;
        };
        const error = await errorOf(ids);
        expect(error).toMatchObject({ code: "not_found" });
        expect(error).toEqual(await errorOf(valid.params));
        expect(await readAll()).toEqual(before);
        for (const list of reads.filter((read) => !hasIdInPath(read))) {
          const { text } = await send(other, list, {}).expect(200);
          for (const id of Object.values(ids)) expect(text).not.toContain(id);
        }
      },
    );
  });
});
