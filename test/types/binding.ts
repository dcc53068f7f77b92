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

// @ts-expect-error a reply without a header that the status requires
export const missingHeader: OperationReply<"getTemplate"> = { status: 200, body: template };

export const undeclaredHeader: OperationReply<"createTemplate"> = {
  status: 201,
  body: template,
  // @ts-expect-error a header of the reply that the status does not declare
  headers: { ...etag, Location: `/v3/templates/${id}` },
};

export const wrongHeader: OperationReply<"sendMessages"> = {
  status: 202,
  body: sent,
  // @ts-expect-error an unknown value of a header of the reply
  headers: { "Idempotent-Replayed": "yes" },
};

export const layerHeader: OperationReply<"sendMessages"> = {
  status: 202,
  body: sent,
  // @ts-expect-error a header of the reply that the HTTP layer writes
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
  // @ts-expect-error a status that the operation does not declare
  createTemplate: async () => ({ status: 200, headers: etag, body: template }),
};

export const failureStatus: Pick<TemplatesApi, "getTemplate"> = {
  // @ts-expect-error a failure that is returned instead of thrown
  getTemplate: async () => ({ status: 404, body: { error: { code: "not_found", message: "Gone" } } }),
};

export const missingField: Pick<TemplatesApi, "createTemplate"> = {
  // @ts-expect-error a reply that lacks a field
  createTemplate: async () => ({ status: 201, headers: etag, body: templateWithoutId }),
};

export const missingFieldInList: SendersApi = {
  // @ts-expect-error an item of a list that lacks a field
  listSenders: async () => ({ status: 200, body: { data: [sender], pagination } }),
};

export const missingBody: Pick<TemplatesApi, "createTemplate"> = {
  // @ts-expect-error a reply without its declared body
  createTemplate: async () => ({ status: 201, headers: etag }),
};

export const bodyOfNothing: Pick<TemplatesApi, "deleteTemplate"> = {
  // @ts-expect-error a body where none is declared
  deleteTemplate: async () => ({ status: 204, body: template }),
};

export const unknownField: OperationReply<"createTemplate"> = {
  status: 201,
  headers: etag,
  // @ts-expect-error an unknown field of the reply
  body: { ...template, colour: "green" },
};

export const wrongEnum: OperationReply<"getTemplate"> = {
  status: 200,
  headers: etag,
  // @ts-expect-error a value outside of an enumeration
  body: { ...template, channel: "fax" },
};

// @ts-expect-error an implementation that lacks an operation
export const missingOperation: TemplatesApi = {} as Omit<TemplatesApi, "deleteTemplate">;

// @ts-expect-error a service that lacks the handlers of a tag
export const missingTag: Api = {} as Omit<Api, keyof SendersApi>;

export const unknownOperation: SendersApi = {
  listSenders: soundHandlers.listSenders,
  // @ts-expect-error a handler of an unknown operation
  listCarriers: soundHandlers.listSenders,
};

export const unknownOperationId: Pick<Route, "operationId"> = {
  // @ts-expect-error a route to an unknown operation
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
  // @ts-expect-error an unknown field of the request
  create.body.colour,
  // @ts-expect-error an unknown query parameter
  listing.query.colour,
  // @ts-expect-error an unknown path parameter
  reading.params.message_id,
  // @ts-expect-error an unknown header
  sending.headers["If-Match"],
  // @ts-expect-error Express's request in the handler's request
  create.req,
];

// @ts-expect-error an optional parameter used as a required one
export const optionalParameter: number = listing.query.limit;
