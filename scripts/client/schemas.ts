import { clientName } from "../../src/web/docs/client-names";
import {
  responseNames,
  bodySchema,
  type Contract,
  type Endpoint,
  endpointsOf,
  mapSchemas,
  nameOf,
  namesReachedFrom,
  pascal,
  refTo,
  type Schema,
  type Schemas,
} from "./contract";
import { withForms, withReferredDescriptions } from "./forms";

export interface ClientSchemas {
  schemas: Schemas;
  /** Name of each operation's parameter schema by operation id. Operations without parameters are absent. */
  params: ReadonlyMap<string, { name: string; required: boolean }>;
}

const EVENT = "WebhookEvent";

/**
 * Returns the schemas of the client. A call takes one object of parameters and body fields, and `x-forms`
 * become unions. Enumerations that may grow accept unknown values in responses, but not in requests
 * (`MessageStatus` and `MessageStatusInput`).
 */
export function clientSchemas(contract: Contract): ClientSchemas {
  const { schemas } = contract.components;
  const endpoints = endpointsOf(contract);
  const params = new Map<string, { name: string; required: boolean }>();
  const own: Record<string, Schema> = {};
  for (const endpoint of endpoints) {
    const { name, schema } = paramsOf(endpoint, schemas);
    if (schema.properties === undefined) continue;
    params.set(endpoint.operation.operationId, { name, required: (schema.required ?? []).length > 0 });
    if (!(name in schemas)) own[name] = schema;
  }
  const usedByRequests = namesReachedFrom([own, [...params.values()].map(({ name }) => refTo(name))], {
    ...schemas,
    ...own,
  });
  const events = eventsOf(contract);
  const usedByResponses = responseNames(contract);
  const grows = (name: string) =>
    [name, ...namesReachedFrom([refTo(name)], schemas)].some((one) => schemas[one]?.["x-may-grow"]);
  const isTwin = (name: string) => usedByRequests.has(name) && usedByResponses.has(name) && grows(name);
  const inRequests = (schema: Schema) =>
    mapSchemas(schema, (one) => {
      const name = nameOf(one);
      return name !== undefined && isTwin(name) ? refTo(`${name}Input`) : one;
    });

  const all: Record<string, Schema> = {};
  // `x-forms` are expanded before enumerations are adapted, because a form selects values of the contract's
  // enumerations.
  const add = (name: string, schema: Schema, adapted: (schema: Schema) => Schema) => {
    if (name in all) throw new Error(`the client would have two types called ${name}`);
    all[name] = mapSchemas(adapted(withForms(schema, schemas)), ({ discriminator: _, ...one }) => one);
  };
  for (const [name, schema] of Object.entries(schemas)) {
    const isClosed = usedByRequests.has(name) && !usedByResponses.has(name);
    add(name, schema, isClosed ? inRequests : opened);
    if (isTwin(name)) add(`${name}Input`, schema, inRequests);
  }
  for (const [name, schema] of Object.entries(own)) add(name, schema, inRequests);
  if (!(EVENT in all)) add(EVENT, { description: "An event that the service posts.", oneOf: events }, opened);
  const described = mapSchemas<Schemas>(all, (schema) => withReferredDescriptions(schema, all));
  return { schemas: described, params };
}

/**
 * Makes an enumeration accept unknown values if later versions may add values. Returns other schemas
 * unchanged.
 */
function opened(schema: Schema): Schema {
  if (!schema["x-may-grow"]) return schema;
  const { description, enum: values } = schema;
  return { description, anyOf: [{ type: "string", enum: values }, ANY_OTHER] };
}

/** Placeholder for `string & {}`. In a union with it, editors still suggest the known values. */
export const ANY_OTHER: Schema & { format: string } = { type: "string", format: "any-other" };

/** Returns one object schema for path parameters, query parameters and body fields, with its name. */
function paramsOf({ operation, parameters }: Endpoint, schemas: Schemas): { name: string; schema: Schema } {
  const { operationId, requestBody, tags } = operation;
  const given = parameters.filter((one) => one.in !== "header");
  const ref = bodySchema(requestBody);
  const bodyName = ref && nameOf(ref);
  const body = bodyName === undefined ? {} : (schemas[bodyName] ?? {});
  if (ref && bodyName === undefined) throw new Error(`the body of ${operationId} has no name`);
  if (given.length === 0 && bodyName !== undefined) return { name: bodyName, schema: body };
  const { resource, method } = clientName(operationId, tags[0] ?? "");
  const properties = {
    ...Object.fromEntries(
      given.map(({ name, description, schema }) => [name, described(schema, description)]),
    ),
    ...body.properties,
  };
  const required = [...given.filter((one) => one.required).map(({ name }) => name), ...(body.required ?? [])];
  return {
    name: `${pascal(operationId)}Params`,
    schema: {
      ...body,
      type: "object",
      description: body.description ?? `Parameters of \`${resource}.${method}\`.`,
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
      required,
    },
  };
}

const described = (schema: Schema, description: string | undefined): Schema =>
  description === undefined ? schema : { ...schema, description };

function eventsOf({ webhooks = {}, components: { schemas } }: Contract): Schema[] {
  return Object.values(webhooks).flatMap((item) =>
    Object.values(item).map((operation) => {
      const body = bodySchema(operation.requestBody) ?? {};
      const { items } = schemas[nameOf(body) ?? ""] ?? body;
      if (!items) throw new Error(`${operation.operationId} carries no list of events`);
      return items;
    }),
  );
}
