import type { OperationId } from "../../../generated/server/binding";
import { unknownId } from "../bodies";
import { operationOfId } from "../contract";
import type { RequestParts } from "../exchange";
import type { InvariantClient } from "./invariant-client";
import { askWithTag, repeatWithOldTag } from "./conditional";
import { runCreate } from "./create";
import { checkBecomes } from "./checks/becomes";
import { checkIdempotent } from "./checks/idempotent";
import { checkComesBack, checkLeftOut } from "./checks/writing";
import type { Step } from "./steps";
import { at, isObject, listAt, shown } from "./values";
import { bodyFields, generalInvariants, invariantsOf, mapFields, pathNames } from "./vocabulary";
import { isolation, runWalk } from "./walk";
import type { Thing } from "./model";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const isGood = (status: number) => status >= 200 && status < 300;

/** What a step needs besides the API and its sequence. */
export interface Environment {
  /** Brings the bytes of an announced file to the storage; false where it could not. */
  upload(announced: unknown): Promise<boolean>;
  /** Whether nothing that is sent leaves the service. */
  sandboxed: boolean;
  /** Ids of another account, by their names; empty where there is no other account to ask. */
  foreignIds: ReadonlyMap<string, string>;
  /** Tries the invariant of events; null where the deployment cannot reach this process, with the reason. */
  follow: ((client: InvariantClient, step: Step) => Promise<void>) | string;
}

/** Runs one step: sends its requests and checks the responses. A step without a thing to work on does nothing. */
export async function runStep(client: InvariantClient, step: Step, environment: Environment): Promise<void> {
  switch (step.do) {
    case "create":
      return runCreate(client, step.operation, step);
    case "update":
      return runUpdate(client, step);
    case "act":
      return runAct(client, step, environment);
    case "delete":
      return runDelete(client, step);
    case "read":
      return runRead(client, step);
    case "walk":
      return runWalk(client, step);
    case "repeat":
      return runRepeat(client, step);
    case "foreign":
      return runForeign(client, step, environment);
    case "unauthorized":
      return runUnauthorized(client, step);
    case "follow":
      if (typeof environment.follow !== "string") return environment.follow(client, step);
      return client.unable("events", step.operation, environment.follow);
  }
}

/** What a step is about: of its kind, and in a state that the operation takes. */
function thingFor(client: InvariantClient, { operation, pick }: Step): Thing | null {
  const from = Object.entries(invariantsOf(operation).becomes?.from ?? {});
  const living = client.model
    .living(pathNames(operation).at(-1) ?? "")
    .filter(({ body }) => from.every(([field, values]) => values.includes(at(body, field))));
  return living[pick % living.length] ?? null;
}

type Bodied = Step & { body?: unknown };

async function runUpdate(client: InvariantClient, step: Bodied): Promise<void> {
  const { operation } = step;
  const thing = thingFor(client, step);
  const filled = await client.model.filled(step.body);
  const { updates, becomes } = invariantsOf(operation);
  if (thing === null || filled === null || updates === undefined || !isObject(filled.body)) return;
  const given = filled.body;
  const request = { params: thing.params, body: given };
  const { status, body, version } = await askWithTag(client, operation, request);
  if (!isGood(status)) return client.unable("updates", operation, `${operation} answered ${status}`);
  const reader = updates.reader as OperationId;
  const read = await client.ask(reader, { params: thing.params });
  const names = bodyFields(operation);
  client.find("updates", operation, [
    ...checkComesBack(given, body, operation, mapFields(operation)),
    ...checkLeftOut(names, given, thing.body, body),
    ...checkComesBack(given, read.body, reader, mapFields(operation)),
    ...checkLeftOut(names, given, thing.body, read.body),
  ]);
  if (becomes) client.find("becomes", operation, checkBecomes(becomes.fields, read.body));
  thing.body = read.body;
  if (version) await repeatWithOldTag(client, operation, request, version);
}

const POLL_MS = 100;
const SETTLE_MS = 1_000;

async function runAct(client: InvariantClient, step: Bodied, environment: Environment): Promise<void> {
  const { operation } = step;
  const thing = thingFor(client, step);
  const { becomes } = invariantsOf(operation);
  if (becomes === undefined) return;
  const unable = (reason: string) => client.unable("becomes", operation, reason);
  if (thing === null) return unable("nothing was in a state for it");
  if (operation === "launchCampaign" && !environment.sandboxed) {
    return unable("would send a message: a default sender is not the sandbox");
  }
  if (operation === "confirmFile" && !(await environment.upload(thing.made)))
    return unable("the storage took no upload");
  const { status } = await askWithTag(client, operation, { params: thing.params });
  if (!isGood(status)) return unable(`${operation} answered ${status}`);
  const look = async () => {
    const { reader, list } = becomes;
    if (reader !== undefined) return (await client.ask(reader as OperationId, { params: thing.params })).body;
    const { body } = await client.ask(list as OperationId, { params: thing.params, query: { limit: 100 } });
    return listAt(body, "data").find((entry) => at(entry, "id") === thing.id);
  };
  const poll = async (isFine: (body: unknown) => boolean, ms: number) => {
    for (const deadline = Date.now() + ms; ; await pause(POLL_MS)) {
      const body = await look();
      if (isFine(body) || Date.now() >= deadline) return body;
    }
  };
  const within = (becomes.within_seconds ?? 0) * 1_000;
  const body = await poll((one) => checkBecomes(becomes.fields, one).length === 0, within);
  client.find("becomes", operation, checkBecomes(becomes.fields, body));
  // What goes on by itself comes to rest first, so that what is read next is what stays.
  thing.body = await poll((one) => !["running", "pending"].includes(String(at(one, "status"))), SETTLE_MS);
}

/** What a step ends: a resource, or its place on a list. */
function targetOf(
  client: InvariantClient,
  { operation, pick }: Step,
): { thing: Thing; params: RequestParts["params"] } | null {
  const { deletes } = invariantsOf(operation);
  if (deletes === undefined) return null;
  if (deletes.reader === undefined) {
    const place = client.model.pickPlace(deletes.list as OperationId, pick);
    const name = pathNames(operation).at(-1) ?? "";
    return place ? { thing: place.thing, params: { ...place.params, [name]: place.thing.id } } : null;
  }
  const thing = client.model.pick(pathNames(operation).at(-1) ?? "", pick);
  return thing ? { thing, params: thing.params } : null;
}

async function runDelete(client: InvariantClient, step: Step): Promise<void> {
  const { operation } = step;
  const target = targetOf(client, step);
  const { deletes } = invariantsOf(operation);
  if (target === null || deletes === undefined) return;
  const { thing, params } = target;
  const { status } = await askWithTag(client, operation, { params });
  if (!isGood(status)) return client.unable("deletes", operation, `${operation} answered ${status}`);
  const faults: string[] = [];
  if (deletes.reader !== undefined) {
    const after = await client.ask(deletes.reader as OperationId, { params });
    if (after.status !== 404) faults.push(`${deletes.reader} answers ${after.status} for what was deleted`);
  }
  const list = deletes.list as OperationId;
  const { body } = await client.ask(list, { params, query: { ...isolation(client, list), limit: 100 } });
  if (listAt(body, "data").some((entry) => at(entry, "id") === thing.id)) {
    faults.push(`${list} still has ${thing.id}, which was deleted`);
  }
  client.find("deletes", operation, faults);
  client.model.end(operation, thing, params ?? {});
}

async function runRead(client: InvariantClient, step: Step): Promise<void> {
  const { operation } = step;
  const thing = thingFor(client, step);
  const isWhole = pathNames(operation).length === 0;
  const params = thing?.params ?? (isWhole ? {} : await someParams(client, step));
  if (params === null) return client.unable("same_id", operation, "there is nothing to read");
  const choices = isWhole ? choicesOf(operation) : [];
  const query = choices.length > 0 ? choices[step.pick % choices.length] : undefined;
  const { status, body } = await client.ask(operation, { params, ...(query ? { query } : {}) });
  if (thing !== null && status === 404) {
    client.find("same_id", operation, [`answers ${status} for ${thing.id}, which was made and not deleted`]);
  }
  for (const [field, list] of Object.entries(invariantsOf(operation).counts ?? {})) {
    const page = await client.ask(list as OperationId, { params, query: { limit: 1 } });
    const [count, total] = [at(body, field), at(page.body, generalInvariants.pages?.total ?? "")];
    client.find(
      "counts",
      operation,
      count === total ? [] : [`${field} is ${shown(count)}, ${list} has ${shown(total)}`],
    );
  }
}

/** The values of a parameter that lists them, each as a query. */
const choicesOf = (operation: OperationId): Record<string, string>[] =>
  operationOfId(operation).parameters.flatMap(({ name, schema }) =>
    (schema.enum ?? []).map((value) => ({ [name]: String(value) })),
  );

/** Something that others made, from the list whose entries the operation reads. */
async function someParams(
  client: InvariantClient,
  { operation, pick }: Step,
): Promise<RequestParts["params"] | null> {
  const lists = LISTS.filter(
    (id) => invariantsOf(id).entries?.reader === operation && pathNames(id).length === 0,
  );
  const [list] = lists;
  if (list === undefined) return null;
  const { body } = await client.ask(list, { query: { limit: 20 } });
  const entries = listAt(body, generalInvariants.pages?.entries ?? "");
  const id = at(entries[pick % entries.length], "id");
  return typeof id === "string" ? { [pathNames(operation).at(-1) ?? ""]: id } : null;
}

const LISTS: readonly OperationId[] = ["listInboundMessages", "listInboundRcsEvents"];

async function runRepeat(client: InvariantClient, step: Extract<Step, { do: "repeat" }>): Promise<void> {
  const { operation } = step;
  const { idempotent, creates } = invariantsOf(operation);
  const [body, other] = [await client.model.filled(step.body), await client.model.filled(step.other)];
  if (idempotent === undefined || creates?.list === undefined || body === null || other === null) return;
  const list = creates.list as OperationId;
  const headers = { [idempotent.key]: `${client.model.tag}-${client.model.next()}` };
  const send = (one: unknown) => client.ask(operation, { headers, body: one });
  const count = async () =>
    Number(
      at(
        (await client.ask(list, { query: { ...narrowed(body.body), limit: 1 } })).body,
        generalInvariants.pages?.total ?? "",
      ),
    );
  const first = await send(body.body);
  if (!isGood(first.status))
    return client.unable("idempotent", operation, `${operation} answered ${first.status}`);
  const before = await count();
  const again = await send(body.body);
  const different = await send(other.body);
  const after = await count();
  const { replayed: replayedHeader, other_body: otherBody } = idempotent;
  client.find(
    "idempotent",
    operation,
    checkIdempotent({ first, again, other: different, replayedHeader, otherBody, before, after }),
  );
}

/** The messages to the first recipient, who has no others. */
const narrowed = (body: unknown): Record<string, string> => {
  const to = at(listAt(body, "recipients")[0], "to");
  return typeof to === "string" ? { search: to } : {};
};

async function runForeign(client: InvariantClient, step: Step, { foreignIds }: Environment): Promise<void> {
  const { operation } = step;
  const invariant = generalInvariants.own_account;
  if (invariant === undefined) return;
  const names = pathNames(operation);
  const last = names.at(-1) ?? "";
  const mine = client.model.pick(names[0] ?? "", step.pick);
  // Of two ids the first is the run's own, so that it is the second that is refused.
  const params = Object.fromEntries(
    names.map((name) => [
      name,
      name === last ? (foreignIds.get(name) ?? unknownId()) : (mine?.id ?? unknownId()),
    ]),
  );
  const { body } = operationOfId(operation);
  const { status } = await client.ask(operation, { params, ...(body ? { body: body.example } : {}) });
  if (!foreignIds.has(last)) {
    client.note(
      "own_account",
      operation,
      "tried with an id that nobody has: no key of a second account was given",
    );
  }
  const whose = foreignIds.has(last) ? "another account's" : "nobody's";
  client.find(
    "own_account",
    operation,
    status === invariant.status ? [] : [`${whose} ${last} is answered with ${status}`],
  );
}

async function runUnauthorized(client: InvariantClient, { operation }: Step): Promise<void> {
  const { body } = operationOfId(operation);
  const params = Object.fromEntries(pathNames(operation).map((name) => [name, unknownId()]));
  await client.askWithoutKey(operation, { params, ...(body ? { body: body.example } : {}) });
}
