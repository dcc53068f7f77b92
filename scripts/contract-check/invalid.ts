import { type Operation, type Parameter, resolved, type Schema } from "./contract";
import type { RequestParts } from "./exchange";
import { listAt, textAt } from "./invariants/values";
import { fits } from "./response-check";

interface Wrong {
  why: string;
  value: unknown;
}

const when = (applies: boolean, why: string, value: unknown): Wrong[] => (applies ? [{ why, value }] : []);

const typesOf = ({ type }: Schema): readonly string[] => (type === undefined ? [] : [type].flat());

/** Smallest `maxLength` that is not tried: a longer text could exceed the size limit of the body first. */
const LONGEST = 20_000;
const LONGEST_LIST = 2_000;

const textOf = (length: number) => "x".repeat(Math.max(0, length));

const wrongTexts = ({ minLength = 0, maxLength = LONGEST, pattern, format }: Schema): Wrong[] => [
  ...when(maxLength < LONGEST, `longer than ${maxLength}`, textOf(maxLength + 1)),
  ...when(minLength > 0, `shorter than ${minLength}`, textOf(minLength - 1)),
  ...when(format !== undefined, `no ${format}`, "not-one"),
  ...when(format === "uuid", "an id with a letter too many", "01a1e473-6838-7c55-a1b9-0d6e3f7a2c4g"),
  ...when(format === "date-time", "a day that does not exist", "2026-02-30T00:00:00Z"),
  ...when(pattern !== undefined, "against the pattern", "¿?"),
];

const wrongNumbers = ({ minimum = -Infinity, maximum = Infinity }: Schema): Wrong[] => [
  ...when(Number.isFinite(minimum), `less than ${minimum}`, minimum - 1),
  ...when(maximum < Number.MAX_SAFE_INTEGER, `more than ${maximum}`, maximum + 1),
  { why: "no whole number", value: 1.5 },
];

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

/** Returns each wrong value of the part `name`, inside the value that `whole` builds around the part. */
const within = (name: string, wrongs: readonly Wrong[], whole: (value: unknown) => unknown): Wrong[] =>
  wrongs.map(({ why, value }) => ({ why: `${name}: ${why}`, value: whole(value) }));

function wrongFields(
  { properties = {}, required = [], additionalProperties }: Schema,
  value: unknown,
): Wrong[] {
  const base = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const without = (name: string) => Object.fromEntries(Object.entries(base).filter(([key]) => key !== name));
  return [
    ...when(additionalProperties === false, "an undeclared field", { ...base, campo_desconhecido: 1 }),
    ...required.map((name) => ({ why: `without ${name}`, value: without(name) })),
    ...Object.entries(properties).flatMap(([name, property]) =>
      within(name, wrongValues(property, base[name]), (wrong) => ({ ...base, [name]: wrong })),
    ),
  ];
}

function wrongItems({ minItems = 0, maxItems = Infinity, items }: Schema, value: unknown): Wrong[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const [first, ...others] = list;
  const canBeTooLong = maxItems <= LONGEST_LIST && first !== undefined;
  const tooMany = canBeTooLong ? Array.from({ length: maxItems + 1 }, () => first) : [];
  return [
    ...when(minItems > 0, `fewer than ${minItems}`, list.slice(0, Math.max(0, minItems - 1))),
    ...when(canBeTooLong, `more than ${maxItems}`, tooMany),
    ...(items ? within("entry", wrongValues(items, first), (wrong) => [wrong, ...others]) : []),
  ];
}

/** Returns values that each violate the schema in one place. `value` is a valid example. */
export function wrongValues(given: Schema, value: unknown): Wrong[] {
  const schema = branchOf(resolved(given), value);
  const types = typesOf(schema);
  const [type = ""] = types;
  return [
    ...when(type !== "", `no ${type}`, WRONG_TYPES[type]),
    ...when(type !== "" && !types.includes("null"), "null", null),
    ...when(schema.enum !== undefined, "none of the values", "nenhum"),
    ...(types.includes("string") && !schema.enum ? wrongTexts(schema) : []),
    ...(types.includes("integer") ? wrongNumbers(schema) : []),
    ...(types.includes("array") ? wrongItems(schema, value) : []),
    ...(types.includes("object") || schema.properties ? wrongFields(schema, value) : []),
    // A value that one branch rejects may be valid for another. `invalidBodies` drops valid bodies.
    ...(schema.anyOf ?? []).flatMap((form) => wrongValues(form, value)),
  ];
}

/** Returns the field or parameter that an invalid request violates; null for the whole body. */
function violatedField(why: string): string | null {
  if (why === "an undeclared query parameter") return "parametro_desconhecido";
  if (why === "an undeclared field") return "campo_desconhecido";
  return /^without (\w+)$/.exec(why)?.[1] ?? /^([\w-]+): /.exec(why)?.[1] ?? null;
}

/** Returns a fault unless an error names the violated field or a part of it, such as `tags[0]` of `tags`. */
export function fieldFaults(why: string, body: unknown): string[] {
  const whole = violatedField(why);
  if (whole === null) return [];
  const isWithin = (field: string) =>
    field === whole || field.startsWith(`${whole}.`) || field.startsWith(`${whole}[`);
  const named = listAt(body, "error.fields").map((one) => textAt(one, "field"));
  return named.some(isWithin) ? [] : [`error.fields names ${named.join(", ") || "nothing"}, not ${whole}`];
}

interface InvalidRequest {
  why: string;
  request: RequestParts;
}

const SOME_ID = "01a1e473-6838-7c55-a1b9-0d6e3f7a2c48";

/** Returns invalid values of a parameter. In a URL, a value of a wrong type is text that does not parse. */
function wrongParameters({ name, schema, in: place }: Parameter): Wrong[] {
  const isList = typesOf(schema).includes("array") && schema.items !== undefined;
  const item = isList ? resolved(schema.items as Schema) : schema;
  const isText = ({ value }: Wrong) => ["string", "number"].includes(typeof value);
  const singles = item.anyOf
    ? [{ why: "none of the forms", value: "not-one" }]
    : wrongValues(item, undefined).filter(isText);
  const many = isList && item.format === "uuid" ? wrongItems({ maxItems: schema.maxItems }, [SOME_ID]) : [];
  const isSendable = ({ value }: Wrong) => place !== "path" || value !== "";
  return within(name, [...singles, ...many].filter(isSendable), (value) => value);
}

const SECTIONS = { path: "params", query: "query", header: "headers" } as const;

/** Returns requests that each violate the contract in one place, from the operation's schemas. */
export function invalidRequests(operation: Operation, base: RequestParts): InvalidRequest[] {
  const withValue = (section: "params" | "query" | "headers", name: string, value: unknown) =>
    ({ ...base, [section]: { ...base[section], [name]: value } }) as RequestParts;
  const parameters = operation.parameters.flatMap((parameter) =>
    wrongParameters(parameter).map(({ why, value }) => ({
      why,
      request: withValue(SECTIONS[parameter.in], parameter.name, value),
    })),
  );
  const unknown = withValue("query", "parametro_desconhecido", "1");
  const undeclared = { why: "an undeclared query parameter", request: unknown };
  return [undeclared, ...parameters, ...invalidBodies(operation, base)];
}

function distinct(wrongs: readonly Wrong[]): Wrong[] {
  const byValue = new Map<string, Wrong>();
  for (const wrong of wrongs) {
    const text = JSON.stringify(wrong.value);
    if (!byValue.has(text)) byValue.set(text, wrong);
  }
  return [...byValue.values()];
}

function invalidBodies({ body, method }: Operation, base: RequestParts): InvalidRequest[] {
  // The service ignores the body of a GET, and Prism cannot forward it.
  if (body === null && method === "GET") return [];
  if (body === null)
    return [{ why: "a body that it does not take", request: { ...base, body: { campo_desconhecido: 1 } } }];
  // Prism cannot forward a body that is a bare null, number or string.
  const isPassable = ({ value }: Wrong) => typeof value === "object" && value !== null;
  return [
    ...(body.required ? [{ why: "no body", request: { ...base, body: undefined } }] : []),
    ...distinct(wrongValues(body.schema, base.body))
      .filter((wrong) => isPassable(wrong) && !fits(body.pointer, wrong.value))
      .map(({ why, value }) => ({ why, request: { ...base, body: value } })),
  ];
}
