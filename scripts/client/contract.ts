/** Types of the bundled contract's parts that the client's generation reads, and functions on them. */

export interface Schema {
  $ref?: string;
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema | false>>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  maxItems?: number;
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  allOf?: readonly Schema[];
  discriminator?: { propertyName: string };
  "x-may-grow"?: boolean;
  "x-forms"?: readonly Schema[];
}

export type Schemas = Readonly<Record<string, Schema>>;

interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  description?: string;
  required?: boolean;
  schema: Schema;
}

interface Body {
  content?: Readonly<Record<string, { schema: Schema }>>;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: readonly string[];
  security?: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly (Parameter | { $ref: string })[];
  requestBody?: Body;
  responses: Readonly<Record<string, Body>>;
}

export interface Contract {
  tags: readonly { name: string; description: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  webhooks?: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: {
    schemas: Schemas;
    parameters?: Readonly<Record<string, Parameter>>;
    responses?: Readonly<Record<string, Body>>;
  };
}

export interface Endpoint {
  method: string;
  path: string;
  operation: Operation;
  parameters: readonly Parameter[];
}

const METHODS = new Set(["get", "post", "put", "patch", "delete"]);
const SCHEMA_REF = "#/components/schemas/";

export const pascal = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

export const refTo = (name: string): { $ref: string } => ({ $ref: `${SCHEMA_REF}${name}` });

export const nameOf = ({ $ref }: { $ref?: string }): string | undefined =>
  $ref?.startsWith(SCHEMA_REF) ? $ref.slice(SCHEMA_REF.length) : undefined;

function parameterOf({ components }: Contract, given: Parameter | { $ref: string }): Parameter {
  if (!("$ref" in given)) return given;
  const found = components.parameters?.[given.$ref.replace("#/components/parameters/", "")];
  if (!found) throw new Error(`${given.$ref} is not in the contract`);
  return found;
}

export const endpointsOf = (contract: Contract): Endpoint[] =>
  Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.has(method))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        operation,
        parameters: (operation.parameters ?? []).map((one) => parameterOf(contract, one)),
      })),
  );

export const bodySchema = (body: Body | undefined): Schema | undefined =>
  body?.content?.["application/json"]?.schema;

/** Returns the body schemas of an operation's 2xx responses, without duplicates. */
export function successSchemas({ responses }: Operation): Schema[] {
  const schemas = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, response]) => bodySchema(response) ?? []);
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

/**
 * Returns a copy of `value` in which `change` has replaced every object, innermost first. `change` also
 * receives objects that are not schemas, such as a map of properties.
 */
export function mapSchemas<T>(value: T, change: (schema: Schema) => Schema): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one: unknown) => mapSchemas(one, change)) as T;
  const mapped = Object.entries(value).map(([key, one]) => [key, mapSchemas<unknown>(one, change)]);
  return change(Object.fromEntries(mapped) as Schema) as T;
}

/** Returns the names of all schemas that `roots` use, directly or through other schemas. */
export function namesReachedFrom(roots: readonly unknown[], schemas: Schemas): Set<string> {
  const reached = new Set<string>();
  const waiting = [...roots];
  while (waiting.length > 0) {
    mapSchemas(waiting.pop(), (schema) => {
      const name = nameOf(schema);
      if (name !== undefined && !reached.has(name)) {
        reached.add(name);
        waiting.push(schemas[name]);
      }
      return schema;
    });
  }
  return reached;
}

/** Returns the names of all schemas that responses and webhook events use. */
export const responseNames = (contract: Contract): Set<string> =>
  namesReachedFrom(
    [
      endpointsOf(contract).map(({ operation }) => operation.responses),
      contract.components.responses,
      contract.webhooks,
    ],
    contract.components.schemas,
  );
