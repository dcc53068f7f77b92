import type { OperationId } from "../../../generated/server/binding";
import type { RequestParts } from "../exchange";
import type { InvariantClient } from "./invariant-client";
import { checkComesBack } from "./checks/writing";
import { at, isObject, type Json, listAt } from "./values";
import { kindMadeBy, invariantsOf, mapFields, pathNames } from "./vocabulary";
import { isolation } from "./walk";
import type { Thing } from "./model";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** One thing that was made, with what was given for it. */
interface Made {
  id: string;
  given: Json;
  answered: unknown;
}

/** What an operation made, with what was given for each. */
function madeBy(operation: OperationId, params: Record<string, string>, given: Json, body: unknown): Made[] {
  const { creates } = invariantsOf(operation);
  const name = creates?.id;
  const last = pathNames(operation).at(-1) ?? "";
  if (name === undefined) return [{ id: params[last] ?? "", given, answered: given }];
  if (creates?.each === undefined) return [{ id: String(at(body, name)), given, answered: body }];
  const { each } = creates;
  const { [each.given]: _, ...common } = given;
  const parts = listAt(given, each.given);
  return listAt(body, each.answered).map((answered, index) => {
    const part = parts[index];
    return {
      id: String(at(answered, name)),
      given: { ...common, ...(isObject(part) ? part : {}) },
      answered,
    };
  });
}

/** What was given is what comes back: by the operation itself, by what reads it, and on its list. */
export async function runCreate(
  client: InvariantClient,
  operation: OperationId,
  step: { pick: number; body?: unknown },
): Promise<void> {
  const { creates } = invariantsOf(operation);
  const filled = await client.model.filled(step.body ?? {});
  const params: Record<string, string> = {};
  for (const name of pathNames(operation)) {
    const own = client.model.pick(name, step.pick);
    if (own === null) return;
    Object.assign(params, { [name]: own.id });
  }
  if (creates === undefined || filled === null) return;
  const given = isObject(filled.body) ? filled.body : {};
  const request: RequestParts = { params, ...(step.body === undefined ? {} : { body: given }) };
  const { status, body } = await client.ask(operation, request);
  if (status < 200 || status >= 300)
    return client.unable("creates", operation, `${operation} answered ${status}`);
  const kind = kindMadeBy(operation);
  const made = madeBy(operation, params, given, body);
  if (creates.id !== undefined) {
    const { each, id } = creates;
    client.save(
      kind.replace(/_id$/, ""),
      each ? made.map((_, index) => `${each.answered}.${index}.${id}`) : [id],
    );
  }
  if (!client.isSubject(operation) && creates.each === undefined && (creates.id ?? "id") === "id") {
    for (const { id } of made) client.model.add(operation, { params, id, made: body });
    return;
  }
  const faults: string[] = [];
  const count = creates.each ? listAt(given, creates.each.given).length : 1;
  if (made.length !== count) faults.push(`${count} were given, ${made.length} came back`);
  for (const one of made) {
    const thing = client.model.add(operation, { params, id: one.id, made: body });
    faults.push(...checkComesBack(one.given, one.answered, operation, mapFields(operation)));
    if (creates.reader !== undefined)
      faults.push(...(await checkRead(client, creates.reader as OperationId, thing, one)));
  }
  faults.push(...(await checkListed(client, operation, params, made)));
  client.find("creates", operation, faults);
}

const POLL_MS = 50;
const SETTLE_MS = 3_000;

async function checkRead(
  client: InvariantClient,
  reader: OperationId,
  thing: Thing,
  { given, id }: Made,
): Promise<string[]> {
  for (const deadline = Date.now() + SETTLE_MS; ; await pause(POLL_MS)) {
    const { status, body } = await client.ask(reader, { params: thing.params });
    thing.body = body;
    if (status !== 200) return [`${reader} answers ${status} for ${id}, which was just made`];
    // Messages and imports go on by themselves: they are compared with lists once they have come to rest.
    const isMoving = reader !== "getFile" && ["pending", "running"].includes(String(at(body, "status")));
    const isOnItsWay = reader === "getMessage" && at(body, "status") === "sent";
    if ((!isMoving && !isOnItsWay) || Date.now() > deadline) return checkComesBack(given, body, reader);
  }
}

async function checkListed(
  client: InvariantClient,
  maker: OperationId,
  params: RequestParts["params"],
  made: readonly Made[],
) {
  const { creates } = invariantsOf(maker);
  if (creates?.list === undefined) return [];
  const list = creates.list as OperationId;
  const alone = isolation(client, list);
  // A search by name does not find what has none.
  const named = made.every(({ given }) => typeof given.name === "string");
  const own = made.every(({ given }) => typeof given.template_id === "string");
  const query =
    (alone.search !== undefined && !named) || (alone.template_id !== undefined && !own) ? {} : alone;
  const { body } = await client.ask(list, { params: params ?? {}, query: { ...query, limit: 100 } });
  const entries = listAt(body, "data");
  return made.flatMap(({ id, given }) => {
    const entry = entries.find((one) => at(one, "id") === id);
    return entry === undefined ? [`${list} does not have ${id}`] : checkComesBack(given, entry, list);
  });
}
