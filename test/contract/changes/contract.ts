import type { Contract } from "../../../scripts/contract-diff/contract";
import type { Document } from "./documents";
import type { Event } from "./events";
import { abc, ab, type Case, growing, object, type Operation, text } from "./operation";

export type EventSide = "before" | "after";

const failure = (codes: string[]) => ({
  allOf: [
    { $ref: "#/components/schemas/ErrorEnvelope" },
    {
      type: "object",
      required: ["error"],
      properties: {
        error: { type: "object", required: ["code"], properties: { code: { type: "string", enum: codes } } },
      },
    },
  ],
});

const json = (schema: object) => ({ "application/json": { schema } });

function operationOf(id: string, operation: Operation): object {
  const { scope, headers, request, response } = operation;
  const responses = operation.statuses.map((status) => [
    status,
    status.startsWith("2")
      ? {
          description: "Done.",
          headers,
          content: {
            [operation.responseType]: {
              schema: object(response, operation.responseRequired, { ...operation.responseOther }),
            },
          },
        }
      : {
          description: "Not done.",
          content: { [operation.failureType]: { schema: failure(operation.codes) } },
        },
  ]);
  const body = object(request, operation.requestRequired, { ...operation.requestOther });
  return {
    operationId: operation.id ?? id,
    security: [{ ApiKeyHeader: [scope] }, { BearerKey: [scope] }],
    parameters: operation.parameters,
    requestBody: {
      required: operation.bodyRequired,
      content: Object.fromEntries(operation.requestTypes.map((type) => [type, { schema: body }])),
    },
    responses: Object.fromEntries(responses),
    ...operation.other,
  };
}

const eventOf = (name: string, { body, signature, statuses }: Event) => ({
  post: {
    operationId: `receive_${name}`,
    parameters:
      signature === null ? [] : [{ name: "X-Signature", in: "header", required: true, schema: signature }],
    requestBody: { required: true, content: json(body) },
    responses: Object.fromEntries(statuses.map((status) => [status, { description: "Received." }])),
  },
});

const animal = (kind: string) =>
  object({ kind: { type: "string", const: kind }, sort: { type: "string", const: kind } }, ["kind", "sort"]);

/** Returns a contract with one operation for each case, so that one comparison covers all cases. */
export function contractOf(
  cases: readonly Case[],
  side: EventSide,
  events: Record<string, Event | null>,
): Contract {
  const paths = cases.flatMap((each, index) => {
    const operation = each[side];
    return operation === null ? [] : [[`/case-${index}`, { post: operationOf(`case${index}`, operation) }]];
  });
  const webhooks = Object.entries(events).flatMap(([name, event]) =>
    event === null ? [] : [[name, eventOf(name, event)]],
  );
  return {
    openapi: "3.1.0",
    info: { title: "Notes", version: "1.0.0" },
    servers: [{ url: "/v3" }],
    paths: Object.fromEntries(paths),
    webhooks: Object.fromEntries(webhooks),
    components: {
      securitySchemes: {
        ApiKeyHeader: { type: "apiKey", in: "header", name: "X-API-Key" },
        BearerKey: { type: "http", scheme: "bearer" },
      },
      schemas: {
        Cat: animal("cat"),
        Dog: animal("dog"),
        GrowingOld: growing(abc),
        GrowingNew: growing(ab),
        [`Letters_${side}`]: ab,
        Name: { type: "string", maxLength: 90 },
        ShortName: { type: "string", maxLength: 9 },
        ErrorEnvelope: object(
          {
            error: object({ code: { $ref: "#/components/schemas/ErrorCode" }, message: text }, [
              "code",
              "message",
            ]),
          },
          ["error"],
        ),
        ErrorCode: growing({ type: "string", enum: ["not_found", "gone"] }),
      },
    },
  } as Contract;
}

/** Returns a contract with one operation and the given parts. */
export function documentOf(document: Document): Contract {
  const { servers, schemes, path = "/notes", version = "1.0.0", invariants, schemas } = document;
  const contract = contractOf([], "before", {});
  const ids = [...path.matchAll(/\{(.*?)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: text,
  }));
  const operation = {
    operationId: "listNotes",
    parameters: ids,
    responses: { 204: { description: "Done." } },
  };
  return {
    ...contract,
    info: { ...contract.info, version },
    servers: servers ?? contract.servers,
    paths: { [path]: { get: operation } },
    ...(invariants === undefined ? {} : { "x-invariants": invariants }),
    components: {
      ...contract.components,
      ...(schemes === undefined ? {} : { securitySchemes: schemes }),
      schemas: { ...contract.components?.schemas, ...schemas },
    },
  };
}
