import type { OperationId } from "../../../generated/server/binding";
import { nameFor } from "../bodies";
import { type Context, type Scenario, scenario } from "../context";
import { operations } from "../contract";
import type { RequestParts } from "../exchange";
import { createdKind, deleterOf, invariantsOf, pathNames } from "../invariants/vocabulary";

/** Type of `provoke` for operations from `x-invariants`, whose request types are unknown. */
type CallByName = (
  operation: string,
  status: number,
  request: RequestParts,
  purpose: string,
  expected?: object,
) => Promise<unknown>;

type Bodies = Partial<Record<OperationId, object>>;

/** Checks that each operation with `If-Match` refuses an ETag that no version of the resource has had. */
export async function refuseOldVersions(
  context: Context,
  params: Readonly<Record<string, string>>,
  bodies: Bodies,
): Promise<void> {
  const call = context.provoke as CallByName;
  for (const { id } of operations) {
    const { conditional } = invariantsOf(id);
    if (conditional === undefined || !pathNames(id).every((name) => name in params)) continue;
    const request = { params, headers: { [conditional.header]: '"no-version"' }, body: bodies[id] };
    await call(id, conditional.otherwise, request, `calls ${id} with an ETag that no version has`);
  }
}

/**
 * Creates, reads, lists, renames and deletes a resource with a unique name, and provokes conflicts of names.
 * Finds the operations in `x-invariants`.
 */
async function exerciseNames(
  context: Context,
  creator: OperationId,
  body: object,
  bodies: Bodies,
): Promise<void> {
  const call = context.provoke as CallByName;
  const { reader = "", list = "" } = invariantsOf(creator).creates ?? {};
  const kind = createdKind(creator);
  const updater = operations.find(({ id }) => invariantsOf(id).updates?.reader === reader)?.id ?? "";
  const deleter = deleterOf(kind) ?? "";
  const named = { ...body, name: nameFor(context.prefix, "named") };
  const create = async (what: object, purpose: string) =>
    (await call(creator, 201, { body: what }, purpose)) as { id: string };
  const { id } = await create(named, "creates a resource");
  const other = { ...body, name: nameFor(context.prefix, "other") };
  await create(other, "creates another resource");
  const params = { [kind]: id };
  await call(reader, 200, { params }, "reads a resource", named);
  await call(list, 200, { query: { limit: 5 } }, "lists resources");
  const name = nameFor(context.prefix, "renamed");
  await call(updater, 200, { params, body: { name } }, "renames a resource", { name });
  await call(updater, 409, { params, body: { name: other.name } }, "uses the name of another resource");
  await call(creator, 409, { body: { ...named, name } }, "creates a resource with the name of another");
  await refuseOldVersions(context, params, { [updater]: { name }, ...bodies });
  await call(deleter, 204, { params }, "deletes a resource");
  await create({ ...named, name }, "creates a resource with the name of a deleted one");
}

/** Returns a scenario for a resource with a unique name. `bodyOf` returns a body without the name. */
export const namedResource = (
  creator: OperationId,
  bodyOf: (context: Context) => object | Promise<object>,
  bodies: Bodies = {},
): Scenario =>
  scenario(`a named resource: ${creator}`, async (context) =>
    exerciseNames(context, creator, await bodyOf(context), bodies),
  );
