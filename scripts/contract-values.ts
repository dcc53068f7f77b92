/** Generates `generated/server/values.ts`: enumerations, patterns and limits of named schemas. */

type Schema = Readonly<Record<string, unknown>>;
type Schemas = Readonly<Record<string, Schema>>;

type Wrapped = Readonly<Record<string, { schema?: Schema }>>;

export interface ContractParts {
  components?: { schemas?: Schemas; parameters?: Wrapped; headers?: Wrapped };
}

const NUMBERS = [
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
  "default",
] as const;

interface Limits {
  [name: string]: number | Limits;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the limits of a schema and its inline parts. Referenced schemas have separate entries. */
function limitsOf(schema: Schema): Limits {
  const limits: Limits = {};
  for (const name of NUMBERS) if (typeof schema[name] === "number") limits[name] = schema[name];
  const parts: [string, unknown][] = [
    ...Object.entries((schema.properties ?? {}) as Schemas),
    ["items", schema.items],
    ["names", schema.propertyNames],
    ["values", schema.additionalProperties],
  ];
  for (const [name, part] of parts) {
    if (!isSchema(part)) continue;
    const inner = limitsOf(part);
    if (Object.keys(inner).length === 0) continue;
    if (name in limits) throw new Error(`two things are called ${name} in one schema`);
    limits[name] = inner;
  }
  return limits;
}

const namedSchemas = ({ components = {} }: ContractParts): [string, Schema][] => [
  ...Object.entries(components.schemas ?? {}),
  ...[components.parameters ?? {}, components.headers ?? {}]
    .flatMap((wrapped) => Object.entries(wrapped))
    .flatMap(([name, { schema }]) => (schema ? [[name, schema] as [string, Schema]] : [])),
];

/**
 * Returns the source of `values.ts`: the contract's enumerations, patterns and limits. Throws if two
 * components with limits have the same name.
 */
export function contractValues(contract: ContractParts): string {
  const enums: Record<string, unknown> = {};
  const patterns: Record<string, unknown> = {};
  const limits: Limits = {};
  for (const [name, schema] of namedSchemas(contract)) {
    if (Array.isArray(schema.enum)) enums[name] = schema.enum;
    if (typeof schema.pattern === "string") patterns[name] = schema.pattern;
    const found = limitsOf(schema);
    if (Object.keys(found).length === 0) continue;
    if (name in limits) throw new Error(`two components are called ${name}`);
    limits[name] = found;
  }
  return `
import type { components } from "../schema";

type Named = components["parameters"] & components["schemas"];

/** Every enumeration that has a name, in the contract's order. */
export const enums = ${JSON.stringify(enums)} as const satisfies { readonly [Name in keyof Named]?: readonly Named[Name][] };

/** The pattern of every schema that has a name, for a \`RegExp\` with the flag \`u\`. */
export const patterns = ${JSON.stringify(patterns)} as const;

/**
 * Limits and numeric default of each named schema, parameter and header. Lengths are in characters. \`items\`
 * has the limits of list entries, \`names\` and \`values\` those of a map's names and values.
 */
export const limits = ${JSON.stringify(limits)} as const;
`;
}
