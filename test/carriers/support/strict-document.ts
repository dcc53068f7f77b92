interface Node {
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const mapped = (value: unknown, change: (node: Node) => Node): unknown =>
  isNode(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, isNode(one) ? change(one) : one]))
    : value;

const listed = (value: unknown, change: (node: Node) => Node): unknown =>
  Array.isArray(value) ? value.map((one: unknown) => (isNode(one) ? change(one) : one)) : value;

/** Requires in each alternative the discriminator values that map to it. */
function discriminated(schema: Node): Node {
  const { discriminator, oneOf, ...rest } = schema;
  const { propertyName, mapping } = (discriminator ?? {}) as {
    propertyName?: string;
    mapping?: Readonly<Record<string, string>>;
  };
  if (!propertyName || !mapping || !Array.isArray(oneOf)) return schema;
  const valuesOf = (ref: unknown) =>
    Object.entries(mapping).flatMap(([value, target]) => (target === ref ? [value] : []));
  return {
    ...rest,
    oneOf: (oneOf as Node[]).map((alternative) => ({
      allOf: [
        alternative,
        {
          type: "object",
          required: [propertyName],
          properties: { [propertyName]: { enum: valuesOf(alternative.$ref) } },
        },
      ],
    })),
  };
}

const describesFields = (schema: Node) =>
  ["$ref", "properties", "allOf", "oneOf", "anyOf"].some((keyword) => keyword in schema);

/** Forbids undescribed fields. Unsuitable inside `allOf`, where sibling schemas add fields. */
const closed = (schema: Node): Node => {
  if (!describesFields(schema)) return schema;
  return "$ref" in schema
    ? { allOf: [schema], unevaluatedProperties: false }
    : { ...schema, unevaluatedProperties: false };
};

/** Rewrites a schema that is or may be used inside `allOf` or similar, and leaves it open. */
function part(schema: Node): Node {
  const one = discriminated(schema);
  return {
    ...one,
    ...("properties" in one ? { properties: mapped(one.properties, whole) } : {}),
    ...(isNode(one.items) ? { items: whole(one.items) } : {}),
    ...("allOf" in one ? { allOf: listed(one.allOf, part) } : {}),
    ...("oneOf" in one ? { oneOf: listed(one.oneOf, part) } : {}),
    ...("anyOf" in one ? { anyOf: listed(one.anyOf, part) } : {}),
  };
}

const whole = (schema: Node): Node => closed(part(schema));

const media = (one: Node): Node => (isNode(one.schema) ? { ...one, schema: whole(one.schema) } : one);
const operation = (one: Node): Node =>
  isNode(one.requestBody)
    ? { ...one, requestBody: { ...one.requestBody, content: mapped(one.requestBody.content, media) } }
    : one;

/**
 * Returns a document with which Prism rejects every undescribed request. Undescribed fields are forbidden.
 * Discriminators, which Prism ignores, become enums.
 */
export function strictDocument(document: object): object {
  const { paths, components, ...rest } = document as Node;
  return {
    ...rest,
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    paths: mapped(paths, (item) => mapped(item, operation) as Node),
    components: isNode(components)
      ? { ...components, schemas: mapped(components.schemas, part) }
      : components,
  };
}
