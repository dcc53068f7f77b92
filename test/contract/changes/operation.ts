import type { REASONS } from "../../../scripts/contract-diff/reasons";

export interface Schema {
  [keyword: string]: unknown;
}

export interface Operation {
  id?: string;
  scope: string;
  /** Further fields of an operation, such as `security`. */
  other: object;
  parameters: object[];
  /** Properties of the body; `requestRequired` names the required ones. */
  request: Record<string, Schema>;
  requestRequired: string[];
  requestOther: object;
  bodyRequired: boolean;
  requestTypes: string[];
  responseType: string;
  failureType: string;
  response: Record<string, Schema>;
  responseRequired: string[];
  responseOther: object;
  headers: Record<string, object>;
  statuses: string[];
  codes: string[];
}

export type Reason = keyof typeof REASONS;

/** A change of one operation; null: the operation does not exist. */
export interface Case {
  name: string;
  before: Operation | null;
  after: Operation | null;
  /** Why the change breaks clients; null if it does not. */
  because: Reason | null;
  /** Part of the reported text; null if the change is not reported, because clients do not see it. */
  says: string | null;
}

export const text = { type: "string", maxLength: 100 };
export const number = { type: "integer", minimum: 0, maximum: 9 };
export const nullable = { ...text, type: ["string", "null"] };
export const ab = { type: "string", enum: ["a", "b"] };
export const abc = { type: "string", enum: ["a", "b", "c"] };
export const growing = (schema: Schema) => ({ ...schema, "x-may-grow": true });
export const list = (items: Schema, other: Schema = {}) => ({ type: "array", maxItems: 10, items, ...other });
export const object = (properties: Record<string, Schema>, required: string[] = [], other: Schema = {}) => ({
  type: "object",
  additionalProperties: false,
  required,
  properties,
  ...other,
});
export const map = (values: Schema, other: Schema = {}) => ({
  type: "object",
  maxProperties: 10,
  additionalProperties: values,
  ...other,
});
/** A form of a union, identified by its `type`. */
export const form = (name: string) => object({ type: { type: "string", const: name } }, ["type"]);
export const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });
export const animals = { cat: "Cat", dog: "Dog" };
export const union = (mapping: Record<string, string> | null, propertyName = "kind"): Schema => ({
  oneOf: [named("Cat"), named("Dog")],
  ...(mapping === null ? {} : { discriminator: { propertyName, mapping: refs(mapping) } }),
});
const refs = (mapping: Record<string, string>) =>
  Object.fromEntries(Object.entries(mapping).map(([value, name]) => [value, named(name).$ref]));

export const plain: Operation = {
  scope: "notes:read",
  other: {},
  parameters: [],
  request: { text },
  requestRequired: ["text"],
  requestOther: {},
  bodyRequired: true,
  requestTypes: ["application/json"],
  responseType: "application/json",
  failureType: "application/json",
  response: { text },
  responseRequired: ["text"],
  responseOther: {},
  headers: {},
  statuses: ["200", "404"],
  codes: ["not_found"],
};

export const change = (
  name: string,
  before: Partial<Operation>,
  after: Partial<Operation>,
  because: Reason | null,
  says: string | null,
): Case => ({ name, before: { ...plain, ...before }, after: { ...plain, ...after }, because, says });

export const query = (name: string, schema: Schema, other: object = {}) => ({
  name,
  in: "query",
  allowReserved: true,
  schema,
  ...other,
});
