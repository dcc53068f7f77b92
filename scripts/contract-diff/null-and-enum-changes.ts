import { isDeepStrictEqual } from "node:util";
import { type Contract, isNode, listOf, mapNode, type Node, nodeOf, resolve } from "./contract";
import { ANY_FORM, RESPONSE } from "./oasdiff-input";

/**
 * Changes the older contract where oasdiff misjudges a change. An enumeration that the newer contract opens
 * to all values of its type becomes a pattern, and so does an enumeration that may grow from now on. A
 * nullable response field that is always `null` in the newer contract becomes `null`. A request schema that
 * gets its first `anyOf` or `oneOf` gets a form that allows all values.
 */
export function alignNullsAndEnums(before: Contract, after: Contract): Contract {
  function align(old: unknown, now: unknown, isResponse: boolean): unknown {
    const pair = (each: unknown, index: number) => align(each, counterpart(each, index, now), isResponse);
    if (Array.isArray(old)) return old.map(pair);
    if (!isNode(old)) return old;
    const [was, is] = [resolve(before, old), resolve(after, now)];
    if (isNode(now) && (isOpened(was, is) || mayNowGrow(was, is))) return asPattern(was);
    if (mayNowGrow(is, was)) return { ...was, enum: is.enum, "x-extensible-enum": undefined };
    if (isResponse && is.type === "null" && listOf(was.type).includes("null")) return is;
    const aligned = mapNode(old, (part, key) => {
      const isBelowResponse = key.endsWith(RESPONSE) || (key === "responses" && "operationId" in old);
      return align(part, nodeOf(now)[key], isResponse || isBelowResponse);
    });
    const isSameReference = typeof old.$ref === "string" && old.$ref === nodeOf(now).$ref;
    return isResponse || isSameReference ? aligned : { ...aligned, ...firstForms(was, is) };
  }
  return align(before, after, false) as Contract;
}

/**
 * Returns `anyOf` and `oneOf` with a form for all values if the newer schema gets them, and has no form that
 * equals the old schema.
 */
function firstForms(old: Node, now: Node): Node {
  const isNew = (keyword: string) =>
    old[keyword] === undefined &&
    Array.isArray(now[keyword]) &&
    !now[keyword].some((form) => isDeepStrictEqual(form, old));
  return Object.fromEntries(["anyOf", "oneOf"].filter(isNew).map((keyword) => [keyword, [ANY_FORM]]));
}

const CLOSING = ["enum", "const", "x-extensible-enum", "oneOf", "anyOf", "allOf"];

const valuesOf = (schema: Node) => listOf(schema.enum ?? schema["x-extensible-enum"]);

const isOpened = (old: Node, now: Node) =>
  valuesOf(old).length > 0 && now.type !== "null" && CLOSING.every((keyword) => now[keyword] === undefined);

const mayNowGrow = (old: Node, now: Node) =>
  old.enum !== undefined && now.enum === undefined && now["x-extensible-enum"] !== undefined;

/** Null is omitted, because oasdiff compares whether a type is nullable. */
function asPattern(schema: Node): Node {
  const { enum: _, "x-extensible-enum": __, ...rest } = schema;
  const values = valuesOf(schema).filter((value) => value !== null);
  const numbers = values.filter((value) => typeof value === "number");
  const lengths = values.flatMap((value) => (typeof value === "string" ? [...value].length : []));
  const patterns = values
    .map((value) => (typeof value === "string" ? value : JSON.stringify(value)))
    .map((value) => value.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return {
    ...rest,
    pattern: `^(${patterns.join("|")})$`,
    ...range("minLength", "maxLength", lengths),
    ...range("minimum", "maximum", numbers),
  };
}

const range = (least: string, most: string, values: readonly number[]): Node =>
  values.length === 0 ? {} : { [least]: Math.min(...values), [most]: Math.max(...values) };

/** Returns the entry with equal `$ref`, `name` and `in`, preferably at the same index. */
function counterpart(old: unknown, index: number, now: unknown): unknown {
  const isSame = (each: unknown) =>
    ["$ref", "name", "in"].every((key) => nodeOf(each)[key] === nodeOf(old)[key]);
  const entries = listOf(now);
  return isSame(entries[index]) ? entries[index] : entries.find(isSame);
}
