/** Types of the parts of an OpenAPI 3.1 document that the SDK bundle uses, and functions that map them. */

export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  format?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  discriminator?: { propertyName: string; mapping?: Record<string, string> };
  "x-may-grow"?: boolean;
  "x-extensible-enum"?: unknown[];
  [keyword: string]: unknown;
}

interface Media {
  schema: Schema;
  examples?: unknown;
}

export interface Response {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, Media>;
}

export interface Operation {
  operationId: string;
  description: string;
  tags: string[];
  security?: Record<string, string[]>[];
  parameters?: unknown[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Response | { $ref: string }>;
  callbacks?: Record<string, PathItems>;
}

export type PathItems = Record<string, Record<string, Operation>>;

export interface Document {
  openapi: string;
  info: { description: string; [name: string]: unknown };
  tags: { name: string; description: string }[];
  paths: PathItems;
  webhooks: PathItems;
  components: {
    schemas: Record<string, Schema>;
    responses: Record<string, Response>;
    examples?: unknown;
    [kind: string]: unknown;
  };
  [part: string]: unknown;
}

export type Change = (schema: Schema) => Schema;

export const mapValues = <A, B>(
  record: Readonly<Record<string, A>>,
  change: (value: A, name: string) => B,
): Record<string, B> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));

/** Returns the document with `schemas` as its named schemas, placed last in the components. */
export function withSchemas(document: Document, schemas: Record<string, Schema>): Document {
  const { schemas: _, ...rest } = document.components;
  return { ...document, components: { ...rest, schemas } as Document["components"] };
}

/** Applies `change` to a schema and every schema inside it, innermost first. */
export function mapSchema(schema: Schema, change: Change): Schema {
  const inside = (one: Schema) => mapSchema(one, change);
  const { properties, additionalProperties, items, oneOf, anyOf, allOf } = schema;
  return change({
    ...schema,
    ...(properties && { properties: mapValues(properties, inside) }),
    ...(typeof additionalProperties === "object" && { additionalProperties: inside(additionalProperties) }),
    ...(items && { items: inside(items) }),
    ...(oneOf && { oneOf: oneOf.map(inside) }),
    ...(anyOf && { anyOf: anyOf.map(inside) }),
    ...(allOf && { allOf: allOf.map(inside) }),
  });
}

export function mapSchemas(document: Document, change: Change): Document {
  const walk = <T>(part: T): T => {
    if (typeof part !== "object" || part === null) return part;
    if (Array.isArray(part)) return part.map(walk) as T;
    return mapValues<unknown, unknown>(part as Record<string, unknown>, (value, key) =>
      key === "schema" ? mapSchema(value as Schema, change) : walk(value),
    ) as T;
  };
  const { schemas } = document.components;
  return withSchemas(
    walk(withSchemas(document, {})),
    mapValues(schemas, (schema) => mapSchema(schema, change)),
  );
}

export function mapOperations(document: Document, change: (operation: Operation) => Operation): Document {
  const inItems = (items: PathItems) => mapValues(items, (item) => mapValues(item, change));
  return { ...document, paths: inItems(document.paths), webhooks: inItems(document.webhooks) };
}
