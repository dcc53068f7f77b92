import { type Operation, type Parameter, resolved, type Schema } from "./contract";
import type { RequestParts } from "./exchange";
import { fits } from "./response-check";

/** A value that violates a schema, with the reason. */
export interface Wrong {
  why: string;
  value: unknown;
}

const typesOf = ({ type }: Schema): readonly string[] => (type === undefined ? [] : [type].flat());

/** Maximum `maxLength` to exceed: a longer text would exceed the size limit of the whole body first. */
const LONGEST = 20_000;
const LONGEST_LIST = 2_000;

function wrongTexts(schema: Schema): Wrong[] {
  const { minLength = 0, maxLength, pattern, format } = schema;
  return [
    ...(maxLength !== undefined && maxLength < LONGEST
      ? [{ why: `longer than ${maxLength}`, value: "x".repeat(maxLength + 1) }]
      : []),
    ...(minLength > 0 ? [{ why: `shorter than ${minLength}`, value: "x".repeat(minLength - 1) }] : []),
    ...(format !== undefined ? [{ why: `no ${format}`, value: "not-one" }] : []),
    ...(format === "uuid"
      ? [{ why: "an id with a letter too many", value: "01a1e473-6838-7c55-a1b9-0d6e3f7a2c4g" }]
      : []),
    ...(format === "date-time" ? [{ why: "a day that does not exist", value: "2026-02-30T00:00:00Z" }] : []),
    ...(pattern !== undefined ? [{ why: "against the pattern", value: "¿?" }] : []),
  ];
}

function wrongNumbers({ minimum, maximum }: Schema): Wrong[] {
  return [
    ...(minimum !== undefined ? [{ why: `less than ${minimum}`, value: minimum - 1 }] : []),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
      ? [{ why: `more than ${maximum}`, value: maximum + 1 }]
      : []),
    { why: "no whole number", value: 1.5 },
  ];
}

const WRONG_TYPES: Readonly<Record<string, unknown>> = {
  string: { not: "a text" },
  integer: "many",
  number: "many",
  boolean: "maybe",
  array: { not: "a list" },
  object: ["not an object"],
};

/** Returns the `oneOf` branch that the discriminator of a value selects. */
function branchOf(schema: Schema, value: unknown): Schema {
  const { discriminator } = schema;
  const named = discriminator && (value as Record<string, string> | null)?.[discriminator.propertyName];
  const reference = named === undefined ? undefined : discriminator?.mapping?.[named];
  return reference === undefined ? schema : resolved<Schema>({ $ref: reference });
}

function wrongFields(schema: Schema, value: unknown): Wrong[] {
  const base = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const { properties = {}, required = [], additionalProperties } = schema;
  const without = (name: string) => Object.fromEntries(Object.entries(base).filter(([key]) => key !== name));
  return [
    ...(additionalProperties === false
      ? [{ why: "an undeclared field", value: { ...base, campo_desconhecido: 1 } }]
      : []),
    ...required.map((name) => ({ why: `without ${name}`, value: without(name) })),
    ...Object.entries(properties).flatMap(([name, property]) =>
      wrongValues(property, base[name]).map(({ why, value: wrong }) => ({
        why: `${name}: ${why}`,
        value: { ...base, [name]: wrong },
      })),
    ),
  ];
}

function wrongItems(schema: Schema, value: unknown): Wrong[] {
  const { minItems = 0, maxItems, items } = schema;
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const [first] = list;
  return [
    ...(minItems > 0 ? [{ why: `fewer than ${minItems}`, value: list.slice(0, minItems - 1) }] : []),
    ...(maxItems !== undefined && maxItems <= LONGEST_LIST && first !== undefined
      ? [{ why: `more than ${maxItems}`, value: Array.from({ length: maxItems + 1 }, () => first) }]
      : []),
    ...(items
      ? wrongValues(items, first).map(({ why, value: wrong }) => ({
          why: `entry: ${why}`,
          value: [wrong, ...list.slice(1)],
        }))
      : []),
  ];
}

/** Returns values that each violate the schema in one place. `value` is a valid example. */
export function wrongValues(given: Schema, value: unknown): Wrong[] {
  const schema = branchOf(resolved(given), value);
  const types = typesOf(schema);
  const wrongs: Wrong[] = [
    ...types.slice(0, 1).map((type) => ({ why: `no ${type}`, value: WRONG_TYPES[type] })),
    ...(types.length > 0 && !types.includes("null") ? [{ why: "null", value: null }] : []),
    ...(schema.enum ? [{ why: "none of the values", value: "nenhum" }] : []),
    ...(types.includes("string") && !schema.enum ? wrongTexts(schema) : []),
    ...(types.includes("integer") ? wrongNumbers(schema) : []),
    ...(types.includes("array") ? wrongItems(schema, value) : []),
    ...(types.includes("object") || schema.properties ? wrongFields(schema, value) : []),
    // The caller leaves out values that fit another form.
    ...(schema.anyOf ?? []).flatMap((form) => wrongValues(form, value)),
  ];
  return wrongs;
}

export interface InvalidRequest {
  why: string;
  request: RequestParts;
}

/** Returns invalid values of a parameter. In a URL, a value of a wrong type is text that does not parse. */
function wrongParameters({ name, schema, in: place }: Parameter): Wrong[] {
  const items = typesOf(schema).includes("array") && schema.items ? resolved(schema.items) : schema;
  const singles = [
    ...(items.enum ? [{ why: "none of the values", value: "nenhum" }] : []),
    ...(typesOf(items).includes("integer")
      ? [...wrongNumbers(items), { why: "no integer", value: "many" }]
      : []),
    ...(typesOf(items).includes("boolean") ? [{ why: "no boolean", value: "maybe" }] : []),
    ...(typesOf(items).includes("string") && !items.enum
      ? wrongTexts(items).filter(({ value }) => place !== "path" || value !== "")
      : []),
    ...(items.anyOf ? [{ why: "none of the forms", value: "not-one" }] : []),
  ];
  const many =
    items !== schema && schema.maxItems !== undefined && items.format === "uuid"
      ? [
          {
            why: `more than ${schema.maxItems}`,
            value: Array.from({ length: schema.maxItems + 1 }, () => SOME_ID),
          },
        ]
      : [];
  return [...singles, ...many].map(({ why, value }) => ({ why: `${name}: ${why}`, value }));
}

const SOME_ID = "01a1e473-6838-7c55-a1b9-0d6e3f7a2c48";

const SECTIONS = { path: "params", query: "query", header: "headers" } as const;

/** Returns requests that each violate the contract in one place, from the operation's schemas. */
export function invalidRequests(operation: Operation, base: RequestParts): InvalidRequest[] {
  const parameters = operation.parameters.flatMap((parameter) =>
    wrongParameters(parameter).map(({ why, value }) => {
      const section = SECTIONS[parameter.in];
      return { why, request: { ...base, [section]: { ...base[section], [parameter.name]: value } } };
    }),
  );
  const unknown = {
    why: "an undeclared query parameter",
    request: { ...base, query: { ...base.query, parametro_desconhecido: "1" } },
  };
  return [unknown, ...parameters, ...invalidBodies(operation, base)];
}

function invalidBodies({ body }: Operation, base: RequestParts): InvalidRequest[] {
  if (body === null) return [];
  const seen = new Set<string>();
  return [
    ...(body.required ? [{ why: "no body", request: { ...base, body: undefined } }] : []),
    ...wrongValues(body.schema, base.body)
      .filter(({ value }) => {
        const text = JSON.stringify(value);
        // Prism cannot forward a body that is a bare null, number or string.
        const passable = typeof value === "object" && value !== null;
        const fresh = !seen.has(text);
        seen.add(text);
        return passable && fresh && !fits(body.pointer, value);
      })
      .map(({ why, value }) => ({ why, request: { ...base, body: value } })),
  ];
}
