// Comparison rules for servers, security schemes, invariants and schema extensions, which oasdiff lacks.
import { isDeepStrictEqual } from "node:util";
import { type Change, each, type Finding, missing, quoted, when } from "./change";
import { type Contract, keyOf, listOf, type Node, nodeOf, operationsOf, resolve, urlsOf } from "./contract";
import { EVENT_RULES, listChanges, OPERATION_RULES, serverChanges } from "./operation-rules";
import { REASONS } from "./reasons";

const WHOLE = { method: "", path: "", operationId: "" };

export function ruleChanges(before: Contract, after: Contract): Change[] {
  const [old, now] = [JSON.stringify(before), JSON.stringify(after)];
  const usesInvariants = old.includes(`"x-invariants"`);
  /** Treats the first use of a keyword as compatible: the contract then states what already held. */
  const unlessNew = (keyword: string, findings: Finding[]) =>
    old.includes(`"${keyword}"`)
      ? findings
      : when(now.includes(`"${keyword}"`), `the contract states \`${keyword}\``, null);
  const findings = [
    ...serverChanges(urlsOf(before.servers), urlsOf(after.servers)),
    ...schemeChanges(before, after),
    ...schemaNameChanges(before, after),
    ...unlessNew("x-invariants", invariantChanges(before["x-invariants"], after["x-invariants"])),
    ...unlessNew("x-forms", schemaChanges(before, after, combinationChanges)),
    ...unlessNew("x-may-grow", schemaChanges(before, after, growthChanges)),
  ];
  const operations = new Map(operationsOf(after).map((operation) => [keyOf(operation), operation]));
  const newIds = new Map(
    operationsOf(before).map((old) => [old.operationId, operations.get(keyOf(old))?.operationId]),
  );
  /** Replaces the ids of renamed operations in invariants. A rename breaks the renamed operation only. */
  const withNewIds = (invariants: unknown): unknown =>
    JSON.parse(
      JSON.stringify(invariants ?? null),
      (_, value: unknown) => newIds.get(value as string) ?? value,
    );
  const inOperations = operationsOf(before).flatMap((old) => {
    const now = operations.get(keyOf(old));
    if (now === undefined) return [];
    const { method, path, operationId } = now;
    return [
      ...(old.isEvent ? EVENT_RULES : OPERATION_RULES).flatMap((rule) => rule(old, now)),
      ...(usesInvariants ? invariantChanges(withNewIds(old.invariants), now.invariants) : []),
    ]
      .filter(({ text }) => !findings.some((finding) => finding.text === text))
      .map((finding) => ({ ...finding, method, path, operationId }));
  });
  return [...findings.map((finding) => ({ ...finding, ...WHOLE })), ...inOperations];
}

/** Reports removed and renamed schemas. The client exports each schema as a type. */
function schemaNameChanges(before: Contract, after: Contract): Finding[] {
  const [old, now] = [before, after].map(({ components }) => Object.keys(nodeOf(components?.schemas)));
  return each(
    missing(old ?? [], now ?? []),
    (name) => `the client no longer exports the type \`${name}\``,
    REASONS.name,
  );
}

/** Fields of a security scheme that determine how a client sends its key. */
const SCHEME_FIELDS = ["type", "in", "name", "scheme", "openIdConnectUrl", "flows"];

function schemeChanges(before: Contract, after: Contract): Finding[] {
  const schemes = nodeOf(after.components?.securitySchemes);
  const shown = (value: unknown) => (value === undefined ? "nothing" : quoted([value]));
  return Object.entries(nodeOf(before.components?.securitySchemes)).flatMap(([name, scheme]) => {
    const [old, now] = [resolve(before, scheme), resolve(after, schemes[name])];
    if (!(name in schemes)) return { text: `removed the security scheme \`${name}\``, why: REASONS.keyPlace };
    return SCHEME_FIELDS.flatMap((field) => {
      const [was, is] = [shown(old[field]), shown(now[field])];
      // Header names and HTTP schemes are case-insensitive.
      const isSame = /name|scheme/.test(field) ? was.toLowerCase() === is.toLowerCase() : was === is;
      const text = `the security scheme \`${name}\` has ${is} as its ${field}, no longer ${was}`;
      return when(!isSame, text, REASONS.keyPlace);
    });
  });
}

/** Invariants that are compared entry by entry. The value is the number of names on the path to an entry. */
const GROUPS: Record<string, number> = {
  filters: 1,
  same_id: 1,
  counts: 1,
  zero: 1,
  null_unless: 1,
  gsm7: 1,
  sums: 2,
  at_most: 2,
};

function entriesOf(name: string, invariant: unknown, depth: number): [string, unknown][] {
  if (depth === 0) return [[name, invariant]];
  return Object.entries(nodeOf(invariant)).flatMap(([part, one]) =>
    entriesOf(`${name}.${part}`, one, depth - 1),
  );
}

const invariantsOf = (invariants: unknown): Map<string, unknown> =>
  new Map(
    Object.entries(nodeOf(invariants)).flatMap(([name, one]) => entriesOf(name, one, GROUPS[name] ?? 0)),
  );

function invariantChanges(before: unknown, after: unknown): Finding[] {
  const [old, now] = [invariantsOf(before), invariantsOf(after)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const isChanged = !isDeepStrictEqual(old.get(name), now.get(name));
    if (!old.has(name)) return { text: `added the invariant \`${name}\``, why: null };
    if (!now.has(name)) return { text: `removed the invariant \`${name}\``, why: REASONS.promise };
    return when(isChanged, `the invariant \`${name}\` has changed`, REASONS.promise);
  });
}

type SchemaRule = (name: string, old: Node, now: Node) => Finding[];

function schemaChanges(before: Contract, after: Contract, rule: SchemaRule): Finding[] {
  const schemas = nodeOf(after.components?.schemas);
  return Object.entries(nodeOf(before.components?.schemas)).flatMap(([name, old]) =>
    name in schemas ? rule(name, nodeOf(old), nodeOf(schemas[name])) : [],
  );
}

/**
 * Reports changed combinations of fields (`x-forms`). The removal of a combination breaks clients. The first
 * list of combinations of a schema also breaks clients, because the service then refuses all other ones.
 */
const combinationChanges: SchemaRule = (name, old, now) => {
  const [were, are] = [listOf(old["x-forms"]), listOf(now["x-forms"])];
  const without = (forms: unknown[], others: unknown[]) =>
    forms.some((form) => !others.some((other) => isDeepStrictEqual(form, other)));
  const [isRemoved, isNew] = [without(were, are), without(are, were)];
  const why = are.length > 0 && (isRemoved || were.length === 0) ? REASONS.refused : null;
  return when(isRemoved || isNew, `\`${name}\` allows other combinations of fields`, why);
};

/**
 * Reports changes of `x-may-grow` lists. Clients break if a list may newly grow, but not if the values of a
 * growing list change in responses. oasdiff checks requests.
 */
const growthChanges: SchemaRule = (name, old, now) => {
  const [did, does] = [old["x-may-grow"] === true, now["x-may-grow"] === true];
  const isList = did && Array.isArray(old.enum) && Array.isArray(now.enum);
  return [
    ...when(does && !did, `the list \`${name}\` may now grow`, REASONS.unexpected),
    ...when(did && !does, `the list \`${name}\` no longer grows`, null),
    ...(isList
      ? listChanges(`the list \`${name}\`, which may grow,`, listOf(old.enum), listOf(now.enum), null)
      : []),
  ];
};
