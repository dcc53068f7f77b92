import { harmlessRequest } from "../bodies";
import { undoOf } from "../cleanup";
import { type Client, OTHER_ACCOUNT } from "../client";
import { hasIdInPath, operations } from "../contract";
import { listAt, textAt } from "./values";
import { listOf, pathNames } from "./vocabulary";

export interface ForeignIds {
  /** Ids of the second account, by parameter name. */
  ids: ReadonlyMap<string, string>;
  /** Returns why the check has no id of the second account for a parameter. */
  reasonFor(kind: string): string;
}

export const NO_FOREIGN_IDS: ForeignIds = {
  ids: new Map(),
  reasonFor: () => "no key of a second account was given",
};

/**
 * Returns ids of another account, whose resources the checked account must not reach. Creates one resource of
 * each kind that the clean-up can delete. For other kinds and in a read-only run, uses existing resources.
 */
export async function makeForeignIds(
  client: Client,
  { key, prefix, readOnly }: { key: string; prefix: string; readOnly: boolean },
): Promise<ForeignIds> {
  const ids = new Map<string, string>();
  const reasons = new Map<string, string>();
  const about = {
    key,
    expected: null,
    target: OTHER_ACCOUNT,
    purpose: "creates something in another account",
  };
  const creators = operations.filter(({ id }) => id !== "sendMessages" && pathNames(id).length === 0);
  for (const operation of readOnly ? [] : creators) {
    const undo = undoOf(operation.id);
    if (undo === null) continue;
    const request = harmlessRequest(operation, prefix);
    const references = Object.entries(request.body as object).filter(([name]) => ids.has(name));
    const known = Object.fromEntries(references.map(([name]) => [name, ids.get(name)]));
    const body = { ...(request.body as object), ...known };
    const created = await client.send({ operation: operation.id, request: { ...request, body }, ...about });
    const id = textAt(created.body, undo.field);
    const status = created.response?.status ?? "nothing";
    if (status === undo.status && id !== "") ids.set(undo.parameter, id);
    else reasons.set(undo.parameter, `${operation.id} returned ${status} in the other account`);
  }
  // Use an existing resource of each kind that was not created, such as messages.
  for (const kind of new Set(operations.filter(hasIdInPath).map(({ id }) => pathNames(id)[0] ?? ""))) {
    const list = ids.has(kind) ? null : listOf(kind, []);
    if (list === null) continue;
    const request = { query: { limit: 1 } };
    const { body, response } = await client.send({ operation: list, request, ...about });
    const id = textAt(listAt(body, "data")[0], "id");
    const status = response?.status ?? "nothing";
    if (id !== "") ids.set(kind, id);
    else if (status !== 200 && !reasons.has(kind))
      reasons.set(kind, `${list} returned ${status} in the other account`);
  }
  return { ids, reasonFor: (kind) => reasons.get(kind) ?? `the other account has no ${kind} to try` };
}
