import type { OperationId } from "../../../generated/server/binding";
import type { OperationInvariants } from "../../../src/web/docs/invariants";
import {
  events,
  generalInvariants,
  hasIdInPath,
  nodeAt,
  type Operation,
  operationOfId,
  operations,
  resolved,
  type Schema,
} from "../contract";
import { OBJECT_CHECKS } from "./checks/passive";

export const invariantsOf = (id: OperationId): OperationInvariants => operationOfId(id).invariants;

/** Invariants of events, which the contract declares at the webhooks. */
export const eventInvariants = events.flatMap(({ invariants }) => invariants.events ?? []);

export const pathNames = (id: OperationId): string[] =>
  operationOfId(id)
    .parameters.filter((one) => one.in === "path")
    .map(({ name }) => name);

/** Returns the kind of an operation's resource: the last parameter in its path. */
const kindOf = (id: OperationId): string => pathNames(id).at(-1) ?? "";

/** Returns the kind of created resource, as the name of its path parameter: `template_id`. */
export function createdKind(id: OperationId): string {
  const { creates } = invariantsOf(id);
  return creates?.as ?? kindOf(creates?.reader ?? id);
}

export const deleterOf = (kind: string): OperationId | null =>
  operations.find(({ id }) => invariantsOf(id).deletes?.reader !== undefined && pathNames(id).at(-1) === kind)
    ?.id ?? null;

/** Returns the operation that lists a kind of resource in the parent of these ids; null if there is none. */
export function listOf(kind: string, parents: readonly string[]): OperationId | null {
  const lists = operations.filter(({ id }) => pathNames(id).join() === parents.join());
  const hasKind = (list: OperationId) =>
    operations.some(({ id }) => invariantsOf(id).creates?.list === list && createdKind(id) === kind) ||
    kindOf(invariantsOf(list).entries?.reader ?? list) === kind;
  return lists.find(({ id, method }) => method === "GET" && hasKind(id))?.id ?? null;
}

const propertiesOf = (schema: Schema | undefined): string[] =>
  schema ? Object.keys(resolved(schema).properties ?? {}) : [];

export const bodyFields = (id: OperationId): string[] => propertiesOf(operationOfId(id).body?.schema);

/** Returns the body fields that are maps: a given map replaces the whole stored map. */
export const mapFields = (id: OperationId): string[] =>
  Object.entries(resolved(operationOfId(id).body?.schema ?? {}).properties ?? {}).flatMap(([name, schema]) =>
    typeof resolved(schema).additionalProperties === "object" ? [name] : [],
  );

/** Returns the schema of a response with its `$ref`, which names the component. */
export function responseSchema({ responses }: Operation, status: number): Schema | null {
  const pointer = responses.get(status)?.schemaPointer ?? null;
  return pointer === null ? null : (nodeAt(pointer) as Schema);
}

export const isPaged = ({ parameters }: Operation): boolean =>
  parameters.some((one) => one.in === "query" && one.name === generalInvariants.pages?.limit);

/** Returns the orders that a list offers; empty if it has only its default order. */
export function ordersOf({ id, parameters }: Operation): readonly string[] {
  const { sorted } = invariantsOf(id);
  const found = parameters.find((one) => one.in === "query" && one.name === sorted?.parameter);
  return found?.schema ? (resolved(found.schema).enum ?? []).map(String) : [];
}

const EVERYWHERE = ["request_id", "no_internals", "rate_limit"];

/** Returns the names of the operation's invariants, including general invariants that apply to it. */
export function namesOfInvariants(operation: Operation): string[] {
  const own = Object.keys(invariantsOf(operation.id));
  return [
    ...own,
    ...(generalInvariants.pages && isPaged(operation) ? ["pages"] : []),
    ...(generalInvariants.own_account && hasIdInPath(operation) ? ["own_account"] : []),
    ...Object.keys(generalInvariants).filter((invariant) => EVERYWHERE.includes(invariant)),
    ...(eventInvariants.some(({ reader }) => reader === operation.id) ? ["events"] : []),
    ...(Object.keys(OBJECT_CHECKS) as (keyof typeof OBJECT_CHECKS)[]).filter((invariant) =>
      hasSchema(operation, Object.keys(generalInvariants[invariant] ?? {})),
    ),
  ];
}

function hasSchema(operation: Operation, names: readonly string[]): boolean {
  const seen = new Set<unknown>();
  const isIn = (node: unknown): boolean => {
    if (typeof node !== "object" || node === null || seen.has(node)) return false;
    seen.add(node);
    const { $ref } = node as { $ref?: unknown };
    if (typeof $ref === "string") return names.includes($ref.split("/").at(-1) ?? "") || isIn(resolved(node));
    return Object.values(node).some(isIn);
  };
  return [...operation.responses.keys()].some(
    (status) => status < 300 && isIn(responseSchema(operation, status)),
  );
}
