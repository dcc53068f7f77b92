import { type Contract, isNode, listOf, mapNode, type Node, resolve } from "./contract";
import { RESPONSE } from "./oasdiff-input";

/**
 * Rewrites the older of two inputs of oasdiff where oasdiff misjudges a change: a list of values that becomes any text
 * is written as a pattern, and a field of a response that was nullable and becomes null is written as null.
 */
export function alignNullsAndEnums(before: Contract, after: Contract): Contract {
  function align(old: unknown, now: unknown, isResponse: boolean): unknown {
    if (Array.isArray(old))
      return old.map((each, index) => align(each, counterpart(each, index, now), isResponse));
    if (!isNode(old)) return old;
    const [was, is] = [resolve(before, old), resolve(after, now)];
    if (isOpened(was, is)) return asPattern(was);
    if (isResponse && is.type === "null" && listOf(was.type).includes("null")) return is;
    return mapNode(old, (part, key) =>
      align(
        part,
        isNode(now) ? now[key] : undefined,
        isResponse || key === "responses" || key.endsWith(RESPONSE),
      ),
    );
  }
  return align(before, after, false) as Contract;
}

const CLOSING = ["enum", "const", "x-extensible-enum", "oneOf", "anyOf", "allOf"];

const valuesOf = (schema: Node) => listOf(schema.enum ?? schema["x-extensible-enum"]);

const isOpened = (old: Node, now: Node) =>
  valuesOf(old).length > 0 &&
  valuesOf(old).every((value) => typeof value === "string") &&
  [now.type].flat().includes("string") &&
  CLOSING.every((keyword) => now[keyword] === undefined);

function asPattern(schema: Node): Node {
  const { enum: _, "x-extensible-enum": __, ...rest } = schema;
  const values = valuesOf(schema) as string[];
  const lengths = values.map((value) => [...value].length);
  return {
    ...rest,
    pattern: `^(${values.map((value) => value.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|")})$`,
    minLength: Math.min(...lengths),
    maxLength: Math.max(...lengths),
  };
}

/** Returns the parameter of the same name and place, the form with the same reference, or the entry at the position. */
function counterpart(old: unknown, index: number, now: unknown): unknown {
  const isSame = (keys: string[]) => (each: unknown) =>
    isNode(each) && isNode(old) && keys.every((key) => each[key] === old[key]);
  if (isNode(old) && old.$ref !== undefined) return listOf(now).find(isSame(["$ref"]));
  if (isNode(old) && old.in !== undefined) return listOf(now).find(isSame(["name", "in"]));
  return listOf(now)[index];
}
