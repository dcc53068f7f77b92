// Comparison of the keyword `not`, which oasdiff ignores.
import { isDeepStrictEqual } from "node:util";
import { type Finding, when } from "./change";
import { type Contract, isNode, type Node, nodeOf, type Operation, resolve } from "./contract";
import { REASONS } from "./reasons";

/** Keywords whose values are data, not schemas. */
const DATA = /^(x-.*|examples?|enum|const|default)$/;

/**
 * Returns every schema under the keyword `not` in a part of a contract, by its path in that part. `passed`
 * has the references that lead to the part; following them again would not end.
 */
function negationsIn(
  contract: Contract,
  part: unknown,
  place: readonly string[] = [],
  passed: string[] = [],
) {
  const found = new Map<string, unknown>();
  const addAll = (value: unknown, next: readonly string[], references = passed) => {
    for (const entry of negationsIn(contract, value, next, references)) found.set(...entry);
  };
  if (Array.isArray(part)) part.forEach((each, index) => addAll(each, [...place, String(index)]));
  if (!isNode(part)) return found;
  const { $ref: reference, ...rest } = part;
  if (typeof reference === "string" && !passed.includes(reference)) {
    addAll(resolve(contract, part), place, [...passed, reference]);
  }
  for (const [key, value] of Object.entries(rest)) {
    if (key === "properties" && isNode(value)) {
      for (const [name, field] of Object.entries(value)) addAll(field, [...place, name]);
    } else if (key === "not") found.set(place.join("/"), value);
    else if (!DATA.test(key)) addAll(value, [...place, key]);
  }
  return found;
}

/** A schema of an operation, and the function that names a place in it. */
interface Part {
  schema: unknown;
  isSent: boolean;
  named(place: string): string;
}

const bodies = (content: unknown, status: string | null, isSent: boolean): [string, Part][] =>
  Object.entries(nodeOf(content)).map(([type, media]) => {
    const side = isSent ? "response" : "request";
    const suffix = status === null ? "" : ` for the status \`${status}\``;
    const named = (place: string) =>
      (place === "" ? `the ${side}'s body` : `the ${side} property \`${place}\``) + suffix;
    return [`${side} ${status} ${type}`, { schema: nodeOf(media).schema, isSent, named }];
  });

/** Returns the schemas of an operation by a key that is equal in both contracts. */
function partsOf({ parameters, requestBody, responses, isEvent }: Operation): Map<string, Part> {
  const inUrl = parameters.map(({ in: location, name, schema }): [string, Part] => {
    const named = () => `the \`${location as string}\` parameter \`${name as string}\``;
    return [named(), { schema, isSent: isEvent, named }];
  });
  const received = Object.entries<Node>(responses).flatMap(([status, { content }]) =>
    bodies(content, status, !isEvent),
  );
  return new Map([...inUrl, ...bodies(requestBody.content, null, isEvent), ...received]);
}

/** Reports changes of `not`. A new one narrows requests, and a former one was a promise about responses. */
export function negationChanges(
  before: Contract,
  after: Contract,
  old: Operation,
  now: Operation,
): Finding[] {
  const parts = partsOf(now);
  return [...partsOf(old)].flatMap(([key, { schema, isSent, named }]) => {
    const part = parts.get(key);
    if (part === undefined) return [];
    const [were, are] = [negationsIn(before, schema), negationsIn(after, part.schema)];
    return [...new Set([...were.keys(), ...are.keys()])].flatMap((place) => {
      const change = !were.has(place) ? "added" : are.has(place) ? "changed" : "removed";
      const isSame = isDeepStrictEqual(were.get(place), are.get(place));
      const why = isSent ? REASONS.unexpected : REASONS.refused;
      const breaks = change !== (isSent ? "added" : "removed");
      return when(!isSame, `${change} \`not\` in ${named(place)}`, breaks ? why : null);
    });
  });
}
