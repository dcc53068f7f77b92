// Types of the server binding. `tsc` fails when a line below @ts-expect-error compiles.
import type { OperationReply, OperationRequest } from "../../generated/server/binding";
import type { Api, Route } from "../../generated/server/routes";
import type { SendersApi } from "../../generated/server/senders.api";
import type { TemplatesApi } from "../../generated/server/templates.api";

declare const template: OperationReply<"getTemplate">["body"];
declare const create: OperationRequest<"createTemplate">;
declare const listing: OperationRequest<"listTemplates">;
declare const reading: OperationRequest<"getTemplate">;
declare const sending: OperationRequest<"sendMessages">;
declare const pagination: OperationReply<"listSenders">["body"]["pagination"];

const { id, ...templateWithoutId } = template;
const sender = {
  id,
  channel: template.channel,
  address: "27000",
  carrier: "sandbox",
  is_default: true,
  state: "ready" as const,
  waiting_since: null,
  created_at: template.created_at,
};

declare const sent: OperationReply<"sendMessages">["body"];

export const soundReplies = [
  { status: 202, body: sent },
  { status: 202, body: sent, headers: { "Idempotent-Replayed": true } },
] satisfies OperationReply<"sendMessages">[];

const etag = { ETag: '"kU6ZtYf0QmS1v3hXo9bC2A"' };

// @ts-expect-error a reply without a header that the status requires: /Property 'headers' is missing/
export const missingHeader: OperationReply<"getTemplate"> = { status: 200, body: template };

export const undeclaredHeader: OperationReply<"createTemplate"> = {
  status: 201,
  body: template,
  // @ts-expect-error a header of the reply that the status does not declare:
  // /'Location' does not exist in type/
  headers: { ...etag, Location: `/v3/templates/${id}` },
};

export const wrongHeader: OperationReply<"sendMessages"> = {
  status: 202,
  body: sent,
  // @ts-expect-error an unknown value of a header of the reply: /'string' is not assignable to type 'true'/
  headers: { "Idempotent-Replayed": "yes" },
};

export const layerHeader: OperationReply<"sendMessages"> = {
  status: 202,
  body: sent,
  // @ts-expect-error a header of the reply that the HTTP layer writes:
  // /'"X-Request-Id"' does not exist in type/
  headers: { "X-Request-Id": "mine" },
};

export const soundHandlers: Pick<TemplatesApi, "deleteTemplate" | "getTemplate"> & SendersApi = {
  deleteTemplate: async () => ({ status: 204 }),
  getTemplate: async ({ params }) => ({
    status: 200,
    headers: etag,
    body: { ...template, id: params.template_id },
  }),
  listSenders: async () => ({
    status: 200,
    body: { data: [{ ...sender, max_per_second: 10 }], pagination },
  }),
};

export const undeclaredStatus: Pick<TemplatesApi, "createTemplate"> = {
  // @ts-expect-error a status that the operation does not declare: /'200' is not assignable to type '201'/
  createTemplate: async () => ({ status: 200, headers: etag, body: template }),
};

export const failureStatus: Pick<TemplatesApi, "getTemplate"> = {
  // @ts-expect-error a failure that is returned instead of thrown: /'404' is not assignable to type '200'/
  getTemplate: async () => ({ status: 404, body: { error: { code: "not_found", message: "Gone" } } }),
};

export const missingField: Pick<TemplatesApi, "createTemplate"> = {
  // @ts-expect-error a reply that lacks a field: /Property 'id' is missing/
  createTemplate: async () => ({ status: 201, headers: etag, body: templateWithoutId }),
};

export const missingFieldInList: SendersApi = {
  // @ts-expect-error an item of a list that lacks a field: /Property 'max_per_second' is missing/
  listSenders: async () => ({ status: 200, body: { data: [sender], pagination } }),
};

export const missingBody: Pick<TemplatesApi, "createTemplate"> = {
  // @ts-expect-error a reply without its declared body: /Property 'body' is missing/
  createTemplate: async () => ({ status: 201, headers: etag }),
};

export const bodyOfNothing: Pick<TemplatesApi, "deleteTemplate"> = {
  // @ts-expect-error a body where none is declared: /is not assignable to type 'undefined'/
  deleteTemplate: async () => ({ status: 204, body: template }),
};

export const unknownField: OperationReply<"createTemplate"> = {
  status: 201,
  headers: etag,
  // @ts-expect-error an unknown field of the reply: /'colour' does not exist in type/
  body: { ...template, colour: "green" },
};

export const wrongEnum: OperationReply<"getTemplate"> = {
  status: 200,
  headers: etag,
  // @ts-expect-error a value outside of an enumeration:
  // /'"fax"' is not assignable to type '"sms" \| "rcs" \| "voice"'/
  body: { ...template, channel: "fax" },
};

// @ts-expect-error an implementation that lacks an operation: /Property 'deleteTemplate' is missing/
export const missingOperation: TemplatesApi = {} as Omit<TemplatesApi, "deleteTemplate">;

// @ts-expect-error a service that lacks the handlers of a tag: /Property 'listSenders' is missing/
export const missingTag: Api = {} as Omit<Api, keyof SendersApi>;

export const unknownOperation: SendersApi = {
  listSenders: soundHandlers.listSenders,
  // @ts-expect-error a handler of an unknown operation: /'listCarriers' does not exist in type/
  listCarriers: soundHandlers.listSenders,
};

export const unknownOperationId: Pick<Route, "operationId"> = {
  // @ts-expect-error a route to an unknown operation: /'"listCarriers"' is not assignable/
  operationId: "listCarriers",
};

export const givenRequest = [
  create.body.name,
  create.caller.accountId,
  listing.query.limit,
  reading.params.template_id,
  sending.headers["Idempotency-Key"],
  sending.body.recipients[0]?.to,
];

export const unknownRequestField = [
  // @ts-expect-error an unknown field of the request: /'colour' does not exist on type/
  create.body.colour,
  // @ts-expect-error an unknown query parameter: /'colour' does not exist on type/
  listing.query.colour,
  // @ts-expect-error an unknown path parameter: /'message_id' does not exist on type/
  reading.params.message_id,
  // @ts-expect-error an unknown header: /'If-Match' does not exist on type/
  sending.headers["If-Match"],
  // @ts-expect-error Express's request in the handler's request: /'req' does not exist on type/
  create.req,
];

// @ts-expect-error an optional parameter used as a required one: /'number \| undefined' is not assignable/
export const optionalParameter: number = listing.query.limit;
