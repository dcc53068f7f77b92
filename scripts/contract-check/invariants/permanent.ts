import type { OperationId } from "../../../generated/server/binding";
import { hasIdInPath, operationOfId, operations } from "../contract";
import type { RequestParts } from "../exchange";
import { checkBecomes } from "./checks/becomes";
import { at } from "./values";
import { bodyFields, invariantsOf } from "./vocabulary";

type Params = Readonly<Record<string, string>>;

/**
 * Returns the path parameters of an operation whose path has only listed values, such as purposes; null if
 * the path has an id. `pick` chooses one of the listed values.
 */
export function permanentParams(id: OperationId, pick: number): Params | null {
  const operation = operationOfId(id);
  if (hasIdInPath(operation)) return null;
  const inPath = operation.parameters.filter((one) => one.in === "path");
  return Object.fromEntries(
    inPath.map(({ name, schema: { enum: values = [] } }) => [name, String(values[pick % values.length])]),
  );
}

/** Returns the operation that reads the permanent resource that an operation changes; null without one. */
export function readerOfPermanent(id: OperationId): OperationId | null {
  const { updates, becomes } = invariantsOf(id);
  const reader = (updates ?? becomes)?.reader;
  return reader === undefined || hasIdInPath(operationOfId(id)) ? null : reader;
}

/**
 * Returns the operation that updates the permanent resource that `reader` returns; null if no operation does.
 * A permanent resource, such as the sending rule of a purpose, has no id in its path and always exists.
 */
export const writerOf = (reader: OperationId): OperationId | null =>
  operations.find(({ id }) => invariantsOf(id).updates !== undefined && readerOfPermanent(id) === reader)
    ?.id ?? null;

/** Returns whether an operation without a body leaves the resource of its reader in this state. */
const leaves = (id: OperationId, state: unknown): boolean => {
  const { updates, becomes } = invariantsOf(id);
  return updates === undefined && becomes !== undefined && checkBecomes(becomes.fields, state).length === 0;
};

/** Returns the request that restores a permanent resource; null if no operation writes it. */
export function restoringRequest(
  reader: OperationId,
  params: Params,
  former: unknown,
): { operation: OperationId; request: RequestParts } | null {
  const reset = operations.find(({ id }) => readerOfPermanent(id) === reader && leaves(id, former));
  if (reset) return { operation: reset.id, request: { params } };
  const writer = writerOf(reader);
  if (writer === null) return null;
  const body = Object.fromEntries(bodyFields(writer).map((name) => [name, at(former, name)]));
  return { operation: writer, request: { params, body } };
}
