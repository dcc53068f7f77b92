import { type Change, type Document, mapSchema, mapValues, type Schema, withSchemas } from "./document";

/** Keywords of limits. Clients must not check them in responses, because a later version may loosen them. */
const LIMITS = [
  "minLength",
  "maxLength",
  "pattern",
  "minimum",
  "maximum",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "propertyNames",
];

const without = (schema: Schema, keywords: readonly string[]): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keywords.includes(keyword)));

/** Returns a response schema without limits, which accepts unknown fields. */
export const openResponse: Change = (schema) => {
  const open = without(schema, LIMITS);
  return open.additionalProperties === false ? { ...open, additionalProperties: true } : open;
};

/** Applies `openResponse` to the schemas named in `usedByResponses`. Other schemas keep their limits. */
export const withOpenResponses = (document: Document, usedByResponses: ReadonlySet<string>): Document =>
  withSchemas(
    document,
    mapValues(document.components.schemas, (schema, name) =>
      usedByResponses.has(name) ? mapSchema(schema, openResponse) : schema,
    ),
  );

const listed = (values: readonly unknown[]) => values.map((value) => `\`${String(value)}\``).join(", ");

/**
 * Turns an enumeration that may grow into a string whose description lists the known values. A generated
 * enumeration would reject newer values. An enumeration with null becomes a string, because generated C#
 * enumerations have no null.
 */
export const openList: Change = (schema) => {
  const { "x-may-grow": mayGrow, enum: values = [], ...rest } = schema;
  if (!mayGrow && !values.includes(null)) return schema;
  const named = values.filter((value) => value !== null);
  const known = `One of ${listed(named)}${mayGrow ? "; later versions may add others" : ""}.`;
  return {
    ...rest,
    description: [rest.description, known].filter(Boolean).join(" "),
    "x-extensible-enum": named,
  };
};

/** Formats that generated clients parse to a type such as `Date` or `UUID`, whose values have no length. */
const TYPED_FORMATS = ["uuid", "date", "date-time"];

/**
 * Removes keywords that generated code mishandles. The `enum` of a boolean becomes an enumeration in Java and
 * Go. Clients check the `pattern` of a text with a format, and the lengths of a typed format, on the parsed
 * value, such as a date object. Of an `anyOf` of several formats of one type, generators read only the first.
 */
export const plainType: Change = (schema) => {
  if (schema.type === "boolean" && schema.enum) return without(schema, ["enum"]);
  if (schema.format !== undefined) {
    const typed = TYPED_FORMATS.includes(schema.format);
    return without(schema, ["pattern", ...(typed ? ["minLength", "maxLength"] : [])]);
  }
  const { anyOf, ...rest } = schema;
  const types = new Set(anyOf?.map((one) => one.type));
  const [type] = types;
  return anyOf?.every((one) => one.format !== undefined) && types.size === 1 && type !== undefined
    ? { ...rest, type }
    : schema;
};

/** Changes a field's type `"null"` to `["string", "null"]`: generators have no type for null alone. */
export const nullableField: Change = (schema) => {
  const { properties } = schema;
  if (!properties || !Object.values(properties).some(({ type }) => type === "null")) return schema;
  const nullable = (field: Schema) =>
    field.type === "null" ? { ...field, type: ["string", "null"] } : field;
  return { ...schema, properties: mapValues(properties, nullable) };
};
