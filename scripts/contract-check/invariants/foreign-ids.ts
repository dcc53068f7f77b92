import { harmlessRequest } from "../bodies";
import { undoOf } from "../cleanup";
import { type Client, OTHER_ACCOUNT } from "../client";
import { hasIdInPath, operations } from "../contract";
import { listAt, textAt } from "./values";
import { listOf, pathNames } from "./vocabulary";

/**
 * Creates one resource of each kind in another account, and returns their ids by parameter name. The first
 * account must not reach these resources. The clean-up of the run deletes them.
 */
export async function makeForeignIds(
  client: Client,
  key: string,
  prefix: string,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const about = {
    key,
    expected: null,
    target: OTHER_ACCOUNT,
    purpose: "creates something in another account",
  };
  for (const operation of operations.filter(
    ({ id }) => id !== "sendMessages" && pathNames(id).length === 0,
  )) {
    const undo = undoOf(operation.id);
    if (undo === null) continue;
    const request = harmlessRequest(operation, prefix);
    const references = Object.entries(request.body as object).filter(([name]) => ids.has(name));
    const known = Object.fromEntries(references.map(([name]) => [name, ids.get(name)]));
    const body = { ...(request.body as object), ...known };
    const created = await client.send({ operation: operation.id, request: { ...request, body }, ...about });
    const id = textAt(created.body, undo.field);
    if (created.response?.status !== undo.status || id === "") continue;
    ids.set(undo.parameter, id);
  }
  // The account may already have resources that no operation deletes, such as messages.
  for (const kind of new Set(operations.filter(hasIdInPath).map(({ id }) => pathNames(id)[0] ?? ""))) {
    const list = ids.has(kind) ? null : listOf(kind, []);
    if (list === null) continue;
    const { body } = await client.send({ operation: list, request: { query: { limit: 1 } }, ...about });
    const id = textAt(listAt(body, "data")[0], "id");
    if (id !== "") ids.set(kind, id);
  }
  return ids;
}
