import type { OperationId } from "../../../generated/server/binding";
import type { RequestParts } from "../exchange";
import { poll } from "../../tools/poll";
import type { ParsedResponse } from "./checks/passive";
import type { InvariantClient } from "./invariant-client";
import { checkEchoed } from "./checks/writing";
import { at, isMoving, isObject, type Json, listAt, textAt } from "./values";
import { createdKind, invariantsOf, mapFields, pathNames } from "./vocabulary";
import { isolation } from "./walk";
import type { Resource } from "./model";
import type { Step } from "./steps";

/** A created resource, and the part of the request that describes it. */
interface Created {
  id: string;
  given: Json;
  returned: unknown;
}

function createdBy(
  operation: OperationId,
  params: Record<string, string>,
  given: Json,
  body: unknown,
): Created[] {
  const { creates } = invariantsOf(operation);
  const name = creates?.id;
  const last = pathNames(operation).at(-1) ?? "";
  if (name === undefined) return [{ id: params[last] ?? "", given, returned: given }];
  if (creates?.each === undefined) return [{ id: String(at(body, name)), given, returned: body }];
  const { each } = creates;
  const { [each.given]: _, ...common } = given;
  const parts = listAt(given, each.given);
  return listAt(body, each.answered).map((returned, index) => {
    const part = parts[index];
    return {
      id: String(at(returned, name)),
      given: { ...common, ...(isObject(part) ? part : {}) },
      returned,
    };
  });
}

/** Runs a creating step. Checks the response, the reader and the list. */
export async function runCreate(client: InvariantClient, step: Step): Promise<void> {
  const { operation } = step;
  const { creates } = invariantsOf(operation);
  const filled = await client.model.filled(step.body ?? {});
  const params: Record<string, string> = {};
  for (const name of pathNames(operation)) {
    const own = client.model.pick(name, step.pick);
    if (own === null) return;
    Object.assign(params, { [name]: own.id });
  }
  if (creates === undefined) return;
  const given = isObject(filled) ? filled : {};
  const request: RequestParts = { params, ...(step.body === undefined ? {} : { body: given }) };
  const { status, body } = await client.send(operation, request);
  if (status < 200 || status >= 300) return client.unable("creates", `${operation} returned ${status}`);
  const kind = createdKind(operation);
  const created = createdBy(operation, params, given, body);
  if (creates.id !== undefined) {
    const { each, id } = creates;
    client.save(
      kind.replace(/_id$/, ""),
      each ? created.map((_, index) => `${each.answered}.${index}.${id}`) : [id],
    );
  }
  if (!client.isSubject && creates.each === undefined && (creates.id ?? "id") === "id") {
    for (const { id } of created) client.model.add(operation, { params, id, made: body });
    return;
  }
  const faults: string[] = [];
  const count = creates.each ? listAt(given, creates.each.given).length : 1;
  if (created.length !== count) faults.push(`the request had ${count}, the response has ${created.length}`);
  for (const one of created) {
    const resource = client.model.add(operation, { params, id: one.id, made: body });
    faults.push(...checkEchoed(one.given, one.returned, operation, mapFields(operation)));
    if (creates.reader !== undefined)
      faults.push(...(await checkRead(client, creates.reader, resource, one)));
  }
  faults.push(...(await checkListed(client, operation, params, created, body)));
  client.find("creates", faults);
}

const SETTLES = { withinMs: 10_000, everyMs: 50 };

/** Returns whether a background job may still change the resource that the operation `reader` returned. */
const isUnsettled = (reader: OperationId, body: unknown): boolean =>
  (reader !== "getFile" && isMoving(body)) || (reader === "getMessage" && at(body, "status") === "sent");

/** Reads a created resource until it has settled. Returns differences from the request. */
async function checkRead(
  client: InvariantClient,
  reader: OperationId,
  resource: Resource,
  { given, id }: Created,
): Promise<string[]> {
  const read = () => client.send(reader, { params: resource.params });
  const isFine = (one: ParsedResponse) => one.status !== 200 || !isUnsettled(reader, one.body);
  const { status, body } = await poll(read, isFine, SETTLES);
  resource.body = body;
  return status === 200
    ? checkEchoed(given, body, reader)
    : [`${reader} returns ${status} for ${id}, which was just created`];
}

async function checkListed(
  client: InvariantClient,
  creator: OperationId,
  params: RequestParts["params"],
  created: readonly Created[],
  body: unknown,
) {
  const { creates } = invariantsOf(creator);
  if (creates?.list === undefined) return [];
  const list = creates.list;
  const alone = isolation(client, list);
  // A search by name does not find entries without a name.
  const named = created.every(({ given }) => typeof given.name === "string");
  const own = created.every(({ given }) => typeof given.template_id === "string");
  const batch = textAt(body, "batch_id");
  const isBatch = batch !== "" && invariantsOf(list).filters?.batch_id !== undefined;
  const others =
    (alone.search !== undefined && !named) || (alone.template_id !== undefined && !own) ? {} : alone;
  const query = isBatch ? { batch_id: batch } : others;
  const page = await client.send(list, { params: params ?? {}, query: { ...query, limit: 100 } });
  const entries = listAt(page.body, "data");
  return created.flatMap(({ id, given }) => {
    const entry = entries.find((one) => at(one, "id") === id);
    return entry === undefined ? [`${list} does not have ${id}`] : checkEchoed(given, entry, list);
  });
}
