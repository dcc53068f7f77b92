import { ANSWER } from "./comparable";
import { type Contract, isNode, type Node, resolve } from "./contract";

/**
 * The newer of two comparable contracts, with each field of an answer that is null and nothing else now as it was, where
 * null was among its values: whoever read it reads it still. The differ takes it for another type.
 */
export function withNullsAsBefore(before: Contract, after: Contract): Contract {
  function align(now: unknown, old: unknown): unknown {
    if (Array.isArray(now))
      return now.map((each, index) => align(each, Array.isArray(old) ? old[index] : undefined));
    if (!isNode(now) || !isNode(old)) return now;
    if (now.type === "null" && takesNull(resolve(before, old))) return resolve(before, old);
    return Object.fromEntries(Object.entries(now).map(([key, part]) => [key, align(part, old[key])]));
  }
  /** Requests are left as they are: what takes null alone refuses what it took. */
  function onlyAnswers(now: unknown, old: unknown): unknown {
    if (!isNode(now) || !isNode(old)) return now;
    return Object.fromEntries(
      Object.entries(now).map(([key, part]) => [
        key,
        (key === "responses" ? align : onlyAnswers)(part, old[key]),
      ]),
    );
  }
  const schemas = Object.entries(after.components?.schemas ?? {}).map(([name, schema]) => [
    name,
    name.endsWith(ANSWER) ? align(schema, before.components?.schemas?.[name]) : schema,
  ]);
  return {
    ...after,
    paths: onlyAnswers(after.paths, before.paths),
    components: { ...after.components, schemas: Object.fromEntries(schemas) as Node },
  } as Contract;
}

const takesNull = ({ type }: Node) => [type].flat().includes("null");
