import { type Contract, isNode, type Node, resolve } from "./contract";

/**
 * The older contract with each list of values that the newer one opens to any text written as a pattern. The differ
 * takes a list that goes as a whole for values that go, and judges it the wrong way round.
 */
export function withoutOpenedLists(before: Contract, after: Contract): Contract {
  function align(old: unknown, now: unknown): unknown {
    if (Array.isArray(old)) return old.map((each, index) => align(each, counterpart(each, index, now)));
    if (!isNode(old)) return old;
    if (isNode(now) && isOpened(resolve(before, old), resolve(after, now))) {
      return asPattern(resolve(before, old));
    }
    const there = isNode(now) ? now : {};
    return Object.fromEntries(Object.entries(old).map(([key, part]) => [key, align(part, there[key])]));
  }
  return align(before, after) as Contract;
}

const CLOSING = ["enum", "const", "x-extensible-enum", "oneOf", "anyOf", "allOf", "$ref"];

const isOpened = (old: Node, now: Node) =>
  Array.isArray(old.enum) &&
  old.enum.every((value) => typeof value === "string") &&
  [now.type].flat().includes("string") &&
  CLOSING.every((keyword) => now[keyword] === undefined);

function asPattern({ enum: values, ...rest }: Node): Node {
  const texts = values as string[];
  const escaped = texts.map((value) => value.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  const lengths = texts.map((value) => [...value].length);
  return {
    ...rest,
    pattern: `^(${escaped.join("|")})$`,
    minLength: Math.min(...lengths),
    maxLength: Math.max(...lengths),
  };
}

/** Parameters are the same by name and place, forms by what they refer to, all else by its position. */
function counterpart(old: unknown, index: number, now: unknown): unknown {
  if (!Array.isArray(now)) return undefined;
  if (!isNode(old)) return now[index];
  if (old.$ref !== undefined) return now.find((each) => isNode(each) && each.$ref === old.$ref);
  if (old.in !== undefined) {
    return now.find((each) => isNode(each) && each.name === old.name && each.in === old.in);
  }
  return now[index];
}
