import type { GeneralLaws, OperationLaws } from "../../../../src/web/docs/laws";
import type { Schema } from "../../../../src/web/docs/contract";
import { at, isObject, shown } from "../values";

/** What any exchange shows, whoever asked for it. */
export interface Heard {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: unknown;
}

/** In a failure, the id of the request in the body is that of the header. */
export function judgeRequestId(
  { field, header }: NonNullable<GeneralLaws["request_id"]>,
  { headers, body }: Heard,
): string[] {
  const [said, sent] = [at(body, field), headers[header.toLowerCase()]];
  return said === sent && said !== undefined
    ? []
    : [`${field} is ${shown(said)}, the header ${header} is ${shown(sent)}`];
}

/** The answer is about what was asked for. */
export const judgeSameId = (
  fields: NonNullable<OperationLaws["same_id"]>,
  params: Readonly<Record<string, string>>,
  { body }: Heard,
): string[] =>
  Object.entries(fields)
    .filter(([parameter, field]) => params[parameter] !== undefined && at(body, field) !== params[parameter])
    .map(
      ([parameter, field]) =>
        `asked for ${parameter} ${params[parameter]}, the answer's ${field} is ${shown(at(body, field))}`,
    );

const nameOf = (ref: string) => ref.split("/").at(-1) ?? ref;

/** Calls `visit` for every object of an answer that has a schema with a name. */
export function eachNamed(
  schema: Schema,
  value: unknown,
  resolve: (schema: Schema) => Schema,
  visit: (name: string, value: Readonly<Record<string, unknown>>) => void,
): void {
  if (schema.$ref !== undefined && isObject(value)) visit(nameOf(schema.$ref), value);
  const whole = resolve(schema);
  for (const one of [...(whole.allOf ?? []), ...(whole.anyOf ?? []), ...(whole.oneOf ?? [])]) {
    if (one.$ref !== undefined || one.properties) eachNamed(one, value, resolve, visit);
  }
  if (whole.items && Array.isArray(value)) {
    for (const one of value) eachNamed(whole.items, one, resolve, visit);
  }
  if (!isObject(value)) return;
  for (const [name, child] of Object.entries(whole.properties ?? {})) {
    if (name in value) eachNamed(child, value[name], resolve, visit);
  }
}

/** A field is the sum of others. */
export const judgeSums = (
  sums: Readonly<Record<string, readonly string[]>>,
  value: Readonly<Record<string, unknown>>,
): string[] =>
  Object.entries(sums).flatMap(([field, parts]) => {
    const sum = parts.reduce((total, part) => total + Number(value[part]), 0);
    return sum === value[field] ? [] : [`${field} is ${shown(value[field])}, ${parts.join(" + ")} is ${sum}`];
  });
