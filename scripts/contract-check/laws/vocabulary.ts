import type { OperationId } from "../../../generated/server/binding";
import type { GeneralLaws, OperationLaws } from "../../../src/web/docs/laws";
import { document, type Operation, operationOfId, operations, resolved, type Schema } from "../contract";

interface WithLaws {
  "x-laws"?: GeneralLaws;
  paths: Readonly<
    Record<string, Readonly<Record<string, { operationId?: string; "x-laws"?: OperationLaws }>>>
  >;
  webhooks: Readonly<Record<string, Readonly<Record<string, { "x-laws"?: OperationLaws }>>>>;
}

const contract = document as unknown as WithLaws;

export const generalLaws: GeneralLaws = contract["x-laws"] ?? {};

const byOperation = new Map(
  Object.values(contract.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ operationId, "x-laws": laws }) =>
      operationId && laws ? [[operationId, laws] as const] : [],
    ),
);

export const lawsOf = (id: OperationId): OperationLaws => byOperation.get(id) ?? {};

/** What events promise; the contract has it beside the webhook. */
export const eventLaws: readonly NonNullable<OperationLaws["events"]>[] = Object.values(contract.webhooks)
  .flatMap((item) => Object.values(item))
  .flatMap(({ "x-laws": laws }) => (laws?.events ? [laws.events] : []));

export const pathNames = (id: OperationId): string[] =>
  operationOfId(id)
    .parameters.filter((one) => one.in === "path")
    .map(({ name }) => name);

/** What things are called by: the last id in the path of what reads them. */
const kindOf = (id: OperationId): string => pathNames(id).at(-1) ?? "";

/** The kind of thing that an operation makes, as the name of its id: `template_id`. */
export function kindMadeBy(id: OperationId): string {
  const { creates } = lawsOf(id);
  return creates?.as ?? kindOf((creates?.reader as OperationId | undefined) ?? id);
}

/** The operation that deletes a thing of a kind; null where the contract has none. */
export const enderOf = (kind: string): OperationId | null =>
  operations.find(({ id }) => lawsOf(id).deletes?.reader !== undefined && pathNames(id).at(-1) === kind)
    ?.id ?? null;

const propertiesOf = (schema: Schema | undefined): string[] =>
  schema ? Object.keys(resolved(schema).properties ?? {}) : [];

/** The fields that a body may have. */
export const bodyFields = (id: OperationId): string[] => propertiesOf(operationOfId(id).body?.schema);

/** The fields of a body that are maps: what is given takes the place of the whole map. */
export const mapFields = (id: OperationId): string[] =>
  Object.entries(resolved(operationOfId(id).body?.schema ?? {}).properties ?? {}).flatMap(([name, schema]) =>
    typeof resolved(schema).additionalProperties === "object" ? [name] : [],
  );

/** The schema of a success, with its reference, so that its name is known. */
export function answerSchema({ id, responses }: Operation, status: number): Schema | null {
  const pointer = responses.get(status)?.schemaPointer;
  if (pointer === undefined || pointer === null) return null;
  return resolvedAt(pointer, id);
}

function resolvedAt(pointer: string, id: string): Schema {
  const found = pointer
    .split("/")
    .slice(1)
    .map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~"))
    .reduce<unknown>((node, step) => (node as Record<string, unknown> | undefined)?.[step], document);
  if (found === undefined) throw new Error(`the answer of ${id} has no schema at ${pointer}`);
  return found as Schema;
}

export const isPaged = ({ parameters }: Operation): boolean =>
  parameters.some((one) => one.in === "query" && one.name === generalLaws.pages?.limit);

/** The laws that are about every operation. */
const EVERYWHERE = ["request_id", "no_internals", "rate_limit"];

/** Every law that an operation is under, general ones included, by name. */
export function namesOfLaws(operation: Operation): string[] {
  const own = Object.keys(lawsOf(operation.id));
  const ids = operation.parameters.some((one) => one.in === "path");
  return [
    ...own,
    ...(generalLaws.pages && isPaged(operation) ? ["pages"] : []),
    ...(generalLaws.own_account && ids ? ["own_account"] : []),
    ...Object.keys(generalLaws).filter((law) => EVERYWHERE.includes(law)),
    ...(eventLaws.some(({ reader }) => reader === operation.id) ? ["events"] : []),
    ...(["sums", "zero"] as const).filter((law) => hasSchema(operation, Object.keys(generalLaws[law] ?? {}))),
  ];
}

/** Whether an operation's success has one of these schemas in it. */
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
    (status) => status < 300 && isIn(answerSchema(operation, status)),
  );
}
