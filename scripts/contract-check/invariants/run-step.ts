import { setTimeout as pause } from "node:timers/promises";
import type { OperationId } from "../../../generated/server/binding";
import { harmlessRequest, unknownId } from "../bodies";
import { operationOfId, generalInvariants } from "../contract";
import { isSuccess, type RequestParts } from "../exchange";
import { poll } from "../../tools/poll";
import type { InvariantClient } from "./invariant-client";
import { sendWithTag, repeatWithOldTag } from "./conditional";
import { type Environment, upload } from "./environment";
import { runFollow } from "./follow";
import { checkEntries } from "./entries";
import { runCreate } from "./create";
import { checkBecomes } from "./checks/becomes";
import { checkIdempotent } from "./checks/idempotent";
import { checkEchoed, checkLeftOut, checkUpdatedAt, MIN_AGE_MS } from "./checks/writing";
import { permanentParams, readerOfPermanent, restoringRequest, writerOf } from "./permanent";
import type { Step } from "./steps";
import { at, isMoving, isObject, listAt, shown, textAt } from "./values";
import { bodyFields, invariantsOf, isPaged, listOf, mapFields, pathNames } from "./vocabulary";
import { isolation, runWalk } from "./walk";
import type { Resource } from "./model";

type RunStep = (client: InvariantClient, step: never, environment: Environment) => Promise<void>;

const RUN: Readonly<Record<Step["do"], RunStep>> = {
  create: runCreate,
  update: runUpdate,
  act: runAct,
  delete: runDelete,
  read: runRead,
  walk: runWalk,
  repeat: runRepeat,
  foreign: runForeign,
  unauthorized: runUnauthorized,
  follow: runFollow,
};

/**
 * Sends the requests of a step and checks the responses. If the step needs a resource and finds none, skips
 * the operation; some steps record why.
 */
export const runStep = (client: InvariantClient, step: Step, environment: Environment): Promise<void> =>
  RUN[step.do](client, step as never, environment);

/** Returns a resource whose state the operation of the step accepts; null if there is none. */
function resourceFor(client: InvariantClient, { operation, pick }: Step): Resource | null {
  const from = Object.entries(invariantsOf(operation).becomes?.from ?? {});
  const living = client.model
    .living(pathNames(operation).at(-1) ?? "")
    .filter(({ body }) => from.every(([field, values]) => values.includes(at(body, field))));
  return living[pick % living.length] ?? null;
}

const POLL_MS = 100;
/** Maximum milliseconds until a recipient's reply begins a conversation. */
const REPLY_MS = 10_000;

/**
 * Waits for a conversation with a recipient of the sequence. No operation creates a conversation, and
 * conversations with other numbers must not change.
 */
async function ownConversation(client: InvariantClient, { operation }: Step): Promise<Resource | null> {
  const numbers = client.model.living("message_id").map(({ body }) => at(body, "to"));
  if (pathNames(operation).at(-1) !== "conversation_id" || numbers.length === 0) return null;
  const read = async () => {
    const { body } = await client.send("listConversations", { query: { limit: 100 } });
    return listAt(body, "data").find((entry) => numbers.includes(at(entry, "phone")));
  };
  const made = await poll(read, (one) => one !== undefined, { withinMs: REPLY_MS, everyMs: POLL_MS });
  const id = textAt(made, "id");
  const params = { conversation_id: id };
  return id === ""
    ? null
    : { kind: "conversation_id", id, params, made, madeAt: Date.now(), body: made, alive: true };
}

/** Returns the resource of an operation without an id in its path, as the reader returns it. */
async function permanentResource(
  client: InvariantClient,
  { operation, pick }: Step,
): Promise<Resource | null> {
  const reader = readerOfPermanent(operation);
  const params = permanentParams(operation, pick);
  if (reader === null || params === null) return null;
  const { status, body } = await client.send(reader, { params });
  return isSuccess(status)
    ? { kind: "", id: "", params, body, made: body, madeAt: Date.now(), alive: true }
    : null;
}

/** Restores a permanent resource, which the account had before the run. */
async function restore(client: InvariantClient, operation: OperationId, resource: Resource): Promise<void> {
  const reader = readerOfPermanent(operation);
  const restoring = reader && restoringRequest(reader, resource.params, resource.made);
  if (restoring) await client.send(restoring.operation, restoring.request);
}

async function runUpdate(client: InvariantClient, step: Step, { delayed }: Environment): Promise<void> {
  const { operation } = step;
  const isPermanent = permanentParams(operation, step.pick) !== null;
  const resource = isPermanent
    ? await permanentResource(client, step)
    : (resourceFor(client, step) ?? (await ownConversation(client, step)));
  const given = await client.model.filled(step.body);
  const { updates, becomes } = invariantsOf(operation);
  if (resource === null || updates === undefined || !isObject(given)) return;
  const request = { params: resource.params, body: given };
  if (!delayed.has(operation)) await pause(Math.max(0, resource.madeAt + MIN_AGE_MS - Date.now()));
  delayed.add(operation);
  const ageMs = Date.now() - resource.madeAt;
  const { status, body, version } = await sendWithTag(client, operation, request);
  if (!isSuccess(status)) return client.unable("updates", `${operation} returned ${status}`);
  const reader = updates.reader;
  const read = await client.send(reader, { params: resource.params });
  const kept = updates.replaces ? [] : bodyFields(operation);
  client.find("updates", [
    ...checkEchoed(given, body, operation, mapFields(operation)),
    ...checkLeftOut(kept, given, resource.body, body),
    ...checkEchoed(given, read.body, reader, mapFields(operation)),
    ...checkLeftOut(kept, given, resource.body, read.body),
    ...checkUpdatedAt(given, resource, read.body, ageMs),
  ]);
  if (becomes) client.find("becomes", checkBecomes(becomes.fields, read.body));
  resource.body = read.body;
  if (version) await repeatWithOldTag(client, operation, request, version);
  if (isPermanent) await restore(client, operation, resource);
}

const SETTLE_MS = 1_000;

async function runAct(client: InvariantClient, step: Step, { sandboxed }: Environment): Promise<void> {
  const { operation } = step;
  const permanent = await permanentResource(client, step);
  const resource = permanent ?? resourceFor(client, step);
  const { becomes } = invariantsOf(operation);
  if (becomes === undefined) return;
  const { reader, list } = becomes;
  const unable = (reason: string) => client.unable("becomes", reason);
  if (resource === null) return unable("no resource was in a state for it");
  if (operation === "launchCampaign" && !sandboxed) {
    return unable("would need messages that the sandbox gets at once");
  }
  if (operation === "confirmFile" && !(await upload(resource.made)))
    return unable("the storage refused the upload");
  const writer = permanent && reader && writerOf(reader);
  if (writer) await client.send(writer, { params: resource.params, body: step.body });
  const { status } = await sendWithTag(client, operation, { params: resource.params });
  if (!isSuccess(status)) return unable(`${operation} returned ${status}`);
  const read = async () => {
    const { params } = resource;
    if (reader !== undefined) return (await client.send(reader, { params })).body;
    const page = list && (await client.send(list, { params, query: { limit: 100 } }));
    return listAt(page, "body.data").find((entry) => at(entry, "id") === resource.id);
  };
  const withinMs = (becomes.within_seconds ?? 0) * 1_000;
  const hasBecome = (one: unknown) => checkBecomes(becomes.fields, one).length === 0;
  const body = await poll(read, hasBecome, { withinMs, everyMs: POLL_MS });
  client.find("becomes", checkBecomes(becomes.fields, body));
  if (permanent) return restore(client, operation, permanent);
  // Wait until a running job settles, so that the recorded body stays valid.
  resource.body = await poll(read, (one) => !isMoving(one), { withinMs: SETTLE_MS, everyMs: POLL_MS });
}

/** Returns the resource that a step deletes or removes from a list. */
function targetOf(
  client: InvariantClient,
  { operation, pick }: Step,
): { resource: Resource; params: RequestParts["params"] } | null {
  const { deletes } = invariantsOf(operation);
  if (deletes === undefined) return null;
  if (deletes.reader === undefined) {
    const place = client.model.pickPlace(deletes.list, pick);
    const name = pathNames(operation).at(-1) ?? "";
    return place
      ? { resource: place.resource, params: { ...place.params, [name]: place.resource.id } }
      : null;
  }
  const living = client.model.living(pathNames(operation).at(-1) ?? "");
  const picked = living[pick % living.length];
  // The service deletes only drafts and scheduled campaigns. The unschedule step needs the scheduled ones.
  const isDeletable = ({ kind, body }: Resource) => kind !== "campaign_id" || at(body, "status") === "draft";
  const resource = picked && isDeletable(picked) ? picked : (living.find(isDeletable) ?? picked);
  return resource ? { resource, params: resource.params } : null;
}

async function runDelete(client: InvariantClient, step: Step): Promise<void> {
  const { operation } = step;
  const target = targetOf(client, step);
  const { deletes } = invariantsOf(operation);
  if (target === null || deletes === undefined) return;
  const { resource, params } = target;
  const { status } = await sendWithTag(client, operation, { params });
  if (!isSuccess(status)) return client.unable("deletes", `${operation} returned ${status}`);
  const faults: string[] = [];
  if (deletes.reader !== undefined) {
    const after = await client.send(deletes.reader, { params });
    if (after.status !== 404) faults.push(`${deletes.reader} returns ${after.status} for a deleted resource`);
  }
  const list = deletes.list;
  const { body } = await client.send(list, { params, query: { ...isolation(client, list), limit: 100 } });
  if (listAt(body, "data").some((entry) => at(entry, "id") === resource.id)) {
    faults.push(`${list} still has ${resource.id}, which was deleted`);
  }
  client.find("deletes", faults);
  client.model.remove(operation, resource, params ?? {});
}

async function runRead(client: InvariantClient, step: Step): Promise<void> {
  const { operation } = step;
  const resource = resourceFor(client, step);
  const isWhole = pathNames(operation).length === 0;
  const params =
    resource?.params ?? permanentParams(operation, step.pick) ?? (await someParams(client, step));
  if (params === null) return client.unable("same_id", "there is nothing to read");
  const choices = isWhole ? choicesOf(operation) : [];
  const query = choices.length > 0 ? choices[step.pick % choices.length] : undefined;
  const { status, body } = await client.send(operation, { params, ...(query ? { query } : {}) });
  if (resource !== null && status === 404) {
    client.find("same_id", [`returns ${status} for ${resource.id}, which was created and not deleted`]);
  }
  if (invariantsOf(operation).entries && !isPaged(operationOfId(operation))) {
    await checkEntries(client, step, listAt(body, generalInvariants.pages?.entries ?? ""), { params });
  }
  // Between the two requests, other clients may change resources that this run did not create.
  const counts = resource === null ? {} : (invariantsOf(operation).counts ?? {});
  for (const [field, list] of Object.entries(counts)) {
    const page = await client.send(list, { params, query: { limit: 1 } });
    const [count, total] = [at(body, field), at(page.body, generalInvariants.pages?.total ?? "")];
    client.find(
      "counts",
      count === total ? [] : [`${field} is ${shown(count)}, ${list} has ${shown(total)}`],
    );
  }
}

/** Returns a query for each value of each enumerated parameter. */
const choicesOf = (operation: OperationId): Record<string, string>[] =>
  operationOfId(operation).parameters.flatMap(({ name, schema }) =>
    (schema.enum ?? []).map((value) => ({ [name]: String(value) })),
  );

/** Returns the path parameter of a listed resource; null without one, or if the path has several ids. */
async function someParams(
  client: InvariantClient,
  { operation, pick }: Step,
): Promise<RequestParts["params"] | null> {
  const [name = "", ...others] = pathNames(operation);
  const list = others.length > 0 ? null : listOf(name, []);
  if (list === null) return null;
  const { body } = await client.send(list, { query: { limit: 20 } });
  const entries = listAt(body, generalInvariants.pages?.entries ?? "");
  const id = textAt(entries[pick % entries.length], "id");
  return id === "" ? null : { [name]: id };
}

async function runRepeat(client: InvariantClient, step: Step): Promise<void> {
  const { operation } = step;
  const { idempotent, creates } = invariantsOf(operation);
  const [body, other] = [await client.model.filled(step.body), await client.model.filled(step.other)];
  if (idempotent === undefined || creates?.list === undefined) return;
  const list = creates.list;
  const headers = { [idempotent.key]: `${client.model.tag}-${client.model.next()}` };
  const send = (one: unknown) => client.send(operation, { headers, body: one });
  const count = async () => {
    const page = await client.send(list, { query: { ...narrowed(body), limit: 1 } });
    const total = at(page.body, generalInvariants.pages?.total ?? "");
    return typeof total === "number" ? total : null;
  };
  const first = await send(body);
  if (!isSuccess(first.status)) return client.unable("idempotent", `${operation} returned ${first.status}`);
  const before = await count();
  const again = await send(body);
  const different = await send(other);
  const after = await count();
  const { replayed: replayedHeader, other_body: otherBody } = idempotent;
  const responses = { first, again, other: different };
  const faults = checkIdempotent({ ...responses, replayedHeader, otherBody, before, after });
  if (faults.length === 0 && (before === null || after === null))
    return client.unable("idempotent", `${list} returned no total`);
  client.find("idempotent", faults);
}

/** Returns a query for the messages to the first recipient, who has no other messages. */
const narrowed = (body: unknown): Record<string, string> => {
  const to = at(listAt(body, "recipients")[0], "to");
  return typeof to === "string" ? { recipient: to } : {};
};

async function runForeign(client: InvariantClient, step: Step, { foreignIds }: Environment): Promise<void> {
  const { operation } = step;
  const invariant = generalInvariants.own_account;
  if (invariant === undefined) return;
  const names = pathNames(operation);
  const last = names.at(-1) ?? "";
  const mine = client.model.pick(names[0] ?? "", step.pick);
  // Ids before the last belong to this run, so that only the last id can cause the refusal.
  const params = Object.fromEntries(
    names.map((name) => [
      name,
      name === last ? (foreignIds.ids.get(name) ?? unknownId()) : (mine?.id ?? unknownId()),
    ]),
  );
  const { body } = operationOfId(operation);
  const { status } = await client.send(operation, { params, ...(body ? { body: body.example } : {}) });
  const isForeign = foreignIds.ids.has(last);
  if (!isForeign) client.addNote("own_account", `tried with an unknown id: ${foreignIds.reasonFor(last)}`);
  const id = isForeign ? `another account's ${last}` : `an unknown ${last}`;
  client.find("own_account", status === invariant.status ? [] : [`a request for ${id} returned ${status}`]);
}

async function runUnauthorized(client: InvariantClient, { operation }: Step): Promise<void> {
  const request = harmlessRequest(operationOfId(operation), client.model.tag);
  await client.send(operation, request, false);
}
