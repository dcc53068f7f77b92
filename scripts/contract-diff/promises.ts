// Promises that stand in the contract's own keywords, which oasdiff does not compare: `x-invariants`, `x-forms`, `x-may-grow`.
import { type Contract, isNode, type Node } from "./contract";
import { REASONS } from "./reasons";
import type { Change } from "./subject";

/** Compares invariants, the forms of schemas and the lists that may grow. */
export const promises = (before: Contract, after: Contract): Change[] => [
  ...ofKeyword("x-invariants", before, after, () => [
    ...invariantsOf(before["x-invariants"], after["x-invariants"], WHOLE),
    ...operationInvariants(before, after),
  ]),
  ...ofKeyword("x-forms", before, after, () => ofSchemas(before, after, formsOf)),
  ...ofKeyword("x-may-grow", before, after, () => ofSchemas(before, after, growthOf)),
];

/**
 * What `compare` finds, unless the older contract does not use the keyword at all: then the newer one writes down for the
 * first time what held before, which is one compatible change.
 */
function ofKeyword(keyword: string, before: Contract, after: Contract, compare: () => Change[]): Change[] {
  const [did, does] = [before, after].map((contract) => JSON.stringify(contract).includes(`"${keyword}"`));
  if (did) return compare();
  return does ? [{ ...WHOLE, text: `the contract states \`${keyword}\``, why: null }] : [];
}

const WHOLE = { method: "", path: "", operationId: "" };

type Place = typeof WHOLE;

/** Equal where the same values stand under the same names, in whatever order the names are written. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isNode(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
}

const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});

/** Splits filters, ids, counts and sums, where each entry is a separate invariant. */
const entriesOf = (invariants: unknown): Map<string, unknown> =>
  new Map(
    Object.entries(nodeOf(invariants)).flatMap(([name, invariant]): [string, unknown][] =>
      ["filters", "same_id", "counts", "sums"].includes(name)
        ? Object.entries(nodeOf(invariant)).map(([part, one]) => [`${name}.${part}`, one])
        : [[name, invariant]],
    ),
  );

function invariantsOf(before: unknown, after: unknown, at: Place): Change[] {
  const [old, now] = [entriesOf(before), entriesOf(after)];
  const names = new Set([...old.keys(), ...now.keys()]);
  return [...names].flatMap((name): Change[] => {
    const invariant = `the invariant \`${name}\``;
    if (!old.has(name)) return [{ ...at, text: `added ${invariant}`, why: null }];
    if (!now.has(name)) return [{ ...at, text: `removed ${invariant}`, why: REASONS.promise }];
    if (isSame(old.get(name), now.get(name))) return [];
    return [{ ...at, text: `${invariant} now says something else`, why: REASONS.promise }];
  });
}

function operationInvariants(before: Contract, after: Contract): Change[] {
  return (["paths", "webhooks"] as const).flatMap((part) =>
    Object.entries(after[part] ?? {}).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, now]) => {
        const old = before[part]?.[path]?.[method];
        if (!isNode(old) || !isNode(now)) return [];
        const operationId = (now.operationId ?? "") as string;
        return invariantsOf(old["x-invariants"], now["x-invariants"], {
          method: method.toUpperCase(),
          path,
          operationId,
        });
      }),
    ),
  );
}

type OfSchema = (name: string, old: Node, now: Node) => Change[];

function ofSchemas(before: Contract, after: Contract, compare: OfSchema): Change[] {
  const now = nodeOf(after.components?.schemas);
  return Object.entries(nodeOf(before.components?.schemas)).flatMap(([name, old]) => {
    const schema = now[name];
    return isNode(old) && isNode(schema) ? compare(name, old, schema) : [];
  });
}

/** A form that goes is refused from now on; forms where there were none refuse all other combinations. */
function formsOf(name: string, old: Node, now: Node): Change[] {
  const formsIn = (schema: Node) =>
    Array.isArray(schema["x-forms"]) ? (schema["x-forms"] as unknown[]) : [];
  const [were, are] = [formsIn(old), formsIn(now)];
  const gone = were.filter((form) => !are.some((one) => isSame(one, form)));
  const come = are.filter((form) => !were.some((one) => isSame(one, form)));
  const narrows = are.length > 0 && (gone.length > 0 || were.length === 0);
  if (gone.length === 0 && come.length === 0) return [];
  const text = `the combinations of fields that \`${name}\` allows are others`;
  return [{ ...WHOLE, text, why: narrows ? REASONS.refused : null }];
}

function growthOf(name: string, old: Node, now: Node): Change[] {
  const [did, does] = [old["x-may-grow"] === true, now["x-may-grow"] === true];
  if (did === does) return [];
  return [
    {
      ...WHOLE,
      text: does ? `the list \`${name}\` may grow from now on` : `the list \`${name}\` no longer grows`,
      why: does ? REASONS.unexpected : null,
    },
  ];
}
