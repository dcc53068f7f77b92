import type { OperationId } from "../../../generated/server/binding";
import { operationOfId, generalInvariants } from "../contract";
import type { RequestParts } from "../exchange";
import type { InvariantClient } from "./invariant-client";
import { checkSame } from "./checks/writing";
import { at, listAt, textAt } from "./values";
import { invariantsOf, isPaged, pathNames } from "./vocabulary";

const CHANGED = "the entry changed while it was read";

/**
 * Reads a list again and returns the entry; undefined if absent. Reads 50 entries on either side of `index`,
 * because other clients may shift the entry.
 */
async function listedAgain(
  client: InvariantClient,
  list: OperationId,
  request: RequestParts,
  isEntry: (one: unknown) => boolean,
  index: number,
): Promise<unknown> {
  const around = isPaged(operationOfId(list)) ? { limit: 100, offset: Math.max(0, index - 50) } : {};
  const { body } = await client.send(list, { ...request, query: { ...request.query, ...around } });
  return listAt(body, generalInvariants.pages?.entries ?? "").find(isEntry);
}

/** Checks that a list entry equals the response of the operation that reads it. */
export async function checkEntries(
  client: InvariantClient,
  { operation, pick }: { operation: OperationId; pick: number },
  entries: readonly unknown[],
  request: RequestParts,
): Promise<void> {
  const invariant = invariantsOf(operation).entries;
  if (invariant === undefined) return;
  const reader = invariant.reader;
  const name = pathNames(reader).at(-1) ?? "";
  const idOf = (entry: unknown) => String(at(entry, invariantsOf(reader).same_id?.[name] ?? "id"));
  const own = entries.filter((entry) => client.model.resources.some(({ id }) => id === idOf(entry)));
  const some = own.length > 0 ? own : entries;
  const entry = some[pick % some.length];
  if (entry === undefined) return client.unable("entries", "the list is empty");
  const ids = { ...request.params, [name]: idOf(entry) };
  const compare = async (listed: unknown): Promise<string[]> => {
    const { status, body } = await client.send(reader, { params: ids });
    if (status !== 200) return [`${operation} has ${idOf(listed)}, and ${reader} returns ${status}`];
    const isLater = textAt(body, "updated_at") > textAt(listed, "updated_at");
    return isLater ? [CHANGED] : checkSame(listed, body, `${operation} and ${reader}`, invariant.except);
  };
  let faults = await compare(entry);
  // Other clients may change or delete their entries between the two requests.
  if (faults.length > 0 && own.length === 0) {
    const isEntry = (one: unknown) => idOf(one) === idOf(entry);
    const again = await listedAgain(client, operation, request, isEntry, entries.indexOf(entry));
    if (again === undefined) return client.unable("entries", "the entry was deleted while it was read");
    faults = await compare(again);
  }
  if (faults.includes(CHANGED)) return client.unable("entries", CHANGED);
  client.find("entries", faults);
}
