import type { OperationId } from "../../../generated/server/binding";
import { unknownId } from "../bodies";
import { operationOfId } from "../contract";
import type { RequestParts } from "../exchange";
import type { Actor } from "./actor";
import { askWithTag, repeatWithOldTag } from "./conditional";
import { playCreate } from "./create";
import { judgeBecomes } from "./judges/becomes";
import { judgeIdempotent } from "./judges/idempotent";
import { judgeComesBack, judgeLeftOut } from "./judges/writing";
import type { Step } from "./steps";
import { at, isObject, listAt, shown } from "./values";
import { bodyFields, generalLaws, lawsOf, mapFields, pathNames } from "./vocabulary";
import { isolation, playWalk } from "./walk";
import type { Thing } from "./world";

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const isGood = (status: number) => status >= 200 && status < 300;

/** What a step needs that is no part of the API or of its sequence. */
export interface Surroundings {
  /** Brings the bytes of an announced file to the storage; false where it could not. */
  upload(announced: unknown): Promise<boolean>;
  /** Whether nothing that is sent leaves the service. */
  sandboxed: boolean;
  /** Ids of another account, by their names; empty where there is no other account to ask. */
  strangers: ReadonlyMap<string, string>;
  /** Tries the law of events; null where the deployment cannot reach this process, with the reason. */
  follow: ((actor: Actor, step: Step) => Promise<void>) | string;
}

/** Plays one step: sends its requests and judges what they show. A step with nothing to be about does nothing. */
export async function play(actor: Actor, step: Step, around: Surroundings): Promise<void> {
  switch (step.do) {
    case "create":
      return playCreate(actor, step.operation, step);
    case "update":
      return playUpdate(actor, step);
    case "act":
      return playAct(actor, step, around);
    case "delete":
      return playDelete(actor, step);
    case "read":
      return playRead(actor, step);
    case "walk":
      return playWalk(actor, step);
    case "repeat":
      return playRepeat(actor, step);
    case "stranger":
      return playStranger(actor, step, around);
    case "unauthorized":
      return playUnauthorized(actor, step);
    case "follow":
      if (typeof around.follow !== "string") return around.follow(actor, step);
      return actor.unable("events", step.operation, around.follow);
  }
}

/** What a step is about: of its kind, and in a state that the operation takes. */
function thingFor(actor: Actor, { operation, pick }: Step): Thing | null {
  const from = Object.entries(lawsOf(operation).becomes?.from ?? {});
  const living = actor.world
    .living(pathNames(operation).at(-1) ?? "")
    .filter(({ body }) => from.every(([field, values]) => values.includes(at(body, field))));
  return living[pick % living.length] ?? null;
}

type Bodied = Step & { body?: unknown };

async function playUpdate(actor: Actor, step: Bodied): Promise<void> {
  const { operation } = step;
  const thing = thingFor(actor, step);
  const filled = await actor.world.filled(step.body);
  const { updates, becomes } = lawsOf(operation);
  if (thing === null || filled === null || updates === undefined || !isObject(filled.body)) return;
  const given = filled.body;
  const request = { params: thing.params, body: given };
  const { status, body, version } = await askWithTag(actor, operation, request);
  if (!isGood(status)) return actor.unable("updates", operation, `${operation} answered ${status}`);
  const reader = updates.reader as OperationId;
  const read = await actor.ask(reader, { params: thing.params });
  const names = bodyFields(operation);
  actor.find("updates", operation, [
    ...judgeComesBack(given, body, operation, mapFields(operation)),
    ...judgeLeftOut(names, given, thing.body, body),
    ...judgeComesBack(given, read.body, reader, mapFields(operation)),
    ...judgeLeftOut(names, given, thing.body, read.body),
  ]);
  if (becomes) actor.find("becomes", operation, judgeBecomes(becomes.fields, read.body));
  thing.body = read.body;
  if (version) await repeatWithOldTag(actor, operation, request, version);
}

const POLL_MS = 100;
const SETTLE_MS = 1_000;

async function playAct(actor: Actor, step: Bodied, around: Surroundings): Promise<void> {
  const { operation } = step;
  const thing = thingFor(actor, step);
  const { becomes } = lawsOf(operation);
  if (becomes === undefined) return;
  const unable = (reason: string) => actor.unable("becomes", operation, reason);
  if (thing === null) return unable("nothing was in a state for it");
  if (operation === "launchCampaign" && !around.sandboxed) {
    return unable("would send a message: a default sender is not the sandbox");
  }
  if (operation === "confirmFile" && !(await around.upload(thing.made)))
    return unable("the storage took no upload");
  const { status } = await askWithTag(actor, operation, { params: thing.params });
  if (!isGood(status)) return unable(`${operation} answered ${status}`);
  const look = async () => {
    const { reader, list } = becomes;
    if (reader !== undefined) return (await actor.ask(reader as OperationId, { params: thing.params })).body;
    const { body } = await actor.ask(list as OperationId, { params: thing.params, query: { limit: 100 } });
    return listAt(body, "data").find((entry) => at(entry, "id") === thing.id);
  };
  const poll = async (isFine: (body: unknown) => boolean, ms: number) => {
    for (const deadline = Date.now() + ms; ; await pause(POLL_MS)) {
      const body = await look();
      if (isFine(body) || Date.now() >= deadline) return body;
    }
  };
  const within = (becomes.within_seconds ?? 0) * 1_000;
  const body = await poll((one) => judgeBecomes(becomes.fields, one).length === 0, within);
  actor.find("becomes", operation, judgeBecomes(becomes.fields, body));
  // What goes on by itself comes to rest first, so that what is read next is what stays.
  thing.body = await poll((one) => !["running", "pending"].includes(String(at(one, "status"))), SETTLE_MS);
}

/** What is to be ended: a thing, or its place on a list. */
function targetOf(
  actor: Actor,
  { operation, pick }: Step,
): { thing: Thing; params: RequestParts["params"] } | null {
  const { deletes } = lawsOf(operation);
  if (deletes === undefined) return null;
  if (deletes.reader === undefined) {
    const place = actor.world.pickPlace(deletes.list as OperationId, pick);
    const name = pathNames(operation).at(-1) ?? "";
    return place ? { thing: place.thing, params: { ...place.params, [name]: place.thing.id } } : null;
  }
  const thing = actor.world.pick(pathNames(operation).at(-1) ?? "", pick);
  return thing ? { thing, params: thing.params } : null;
}

async function playDelete(actor: Actor, step: Step): Promise<void> {
  const { operation } = step;
  const target = targetOf(actor, step);
  const { deletes } = lawsOf(operation);
  if (target === null || deletes === undefined) return;
  const { thing, params } = target;
  const { status } = await askWithTag(actor, operation, { params });
  if (!isGood(status)) return actor.unable("deletes", operation, `${operation} answered ${status}`);
  const faults: string[] = [];
  if (deletes.reader !== undefined) {
    const after = await actor.ask(deletes.reader as OperationId, { params });
    if (after.status !== 404) faults.push(`${deletes.reader} answers ${after.status} for what was deleted`);
  }
  const list = deletes.list as OperationId;
  const { body } = await actor.ask(list, { params, query: { ...isolation(actor, list), limit: 100 } });
  if (listAt(body, "data").some((entry) => at(entry, "id") === thing.id)) {
    faults.push(`${list} still has ${thing.id}, which was deleted`);
  }
  actor.find("deletes", operation, faults);
  actor.world.end(operation, thing, params ?? {});
}

async function playRead(actor: Actor, step: Step): Promise<void> {
  const { operation } = step;
  const thing = thingFor(actor, step);
  const isWhole = pathNames(operation).length === 0;
  const params = thing?.params ?? (isWhole ? {} : await someParams(actor, step));
  if (params === null) return actor.unable("same_id", operation, "there is nothing to read");
  const choices = isWhole ? choicesOf(operation) : [];
  const query = choices.length > 0 ? choices[step.pick % choices.length] : undefined;
  const { status, body } = await actor.ask(operation, { params, ...(query ? { query } : {}) });
  if (thing !== null && status === 404) {
    actor.find("same_id", operation, [`answers ${status} for ${thing.id}, which was made and not deleted`]);
  }
  for (const [field, list] of Object.entries(lawsOf(operation).counts ?? {})) {
    const page = await actor.ask(list as OperationId, { params, query: { limit: 1 } });
    const [count, total] = [at(body, field), at(page.body, generalLaws.pages?.total ?? "")];
    actor.find(
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
async function someParams(actor: Actor, { operation, pick }: Step): Promise<RequestParts["params"] | null> {
  const lists = LISTS.filter((id) => lawsOf(id).entries?.reader === operation && pathNames(id).length === 0);
  const [list] = lists;
  if (list === undefined) return null;
  const { body } = await actor.ask(list, { query: { limit: 20 } });
  const entries = listAt(body, generalLaws.pages?.entries ?? "");
  const id = at(entries[pick % entries.length], "id");
  return typeof id === "string" ? { [pathNames(operation).at(-1) ?? ""]: id } : null;
}

const LISTS: readonly OperationId[] = ["listInboundMessages", "listInboundRcsEvents"];

async function playRepeat(actor: Actor, step: Extract<Step, { do: "repeat" }>): Promise<void> {
  const { operation } = step;
  const { idempotent, creates } = lawsOf(operation);
  const [body, other] = [await actor.world.filled(step.body), await actor.world.filled(step.other)];
  if (idempotent === undefined || creates?.list === undefined || body === null || other === null) return;
  const list = creates.list as OperationId;
  const headers = { [idempotent.key]: `${actor.world.tag}-${actor.world.next()}` };
  const send = (one: unknown) => actor.ask(operation, { headers, body: one });
  const count = async () =>
    Number(
      at(
        (await actor.ask(list, { query: { ...narrowed(body.body), limit: 1 } })).body,
        generalLaws.pages?.total ?? "",
      ),
    );
  const first = await send(body.body);
  if (!isGood(first.status))
    return actor.unable("idempotent", operation, `${operation} answered ${first.status}`);
  const before = await count();
  const again = await send(body.body);
  const different = await send(other.body);
  const after = await count();
  const { replayed: replayedHeader, other_body: otherBody } = idempotent;
  actor.find(
    "idempotent",
    operation,
    judgeIdempotent({ first, again, other: different, replayedHeader, otherBody, before, after }),
  );
}

/** The messages to the first recipient, who has no others. */
const narrowed = (body: unknown): Record<string, string> => {
  const to = at(listAt(body, "recipients")[0], "to");
  return typeof to === "string" ? { search: to } : {};
};

async function playStranger(actor: Actor, step: Step, { strangers }: Surroundings): Promise<void> {
  const { operation } = step;
  const law = generalLaws.own_account;
  if (law === undefined) return;
  const names = pathNames(operation);
  const last = names.at(-1) ?? "";
  const mine = actor.world.pick(names[0] ?? "", step.pick);
  // Of two ids the first is the run's own, so that it is the second that is refused.
  const params = Object.fromEntries(
    names.map((name) => [
      name,
      name === last ? (strangers.get(name) ?? unknownId()) : (mine?.id ?? unknownId()),
    ]),
  );
  const { body } = operationOfId(operation);
  const { status } = await actor.ask(operation, { params, ...(body ? { body: body.example } : {}) });
  if (!strangers.has(last)) {
    actor.note(
      "own_account",
      operation,
      "tried with an id that nobody has: no key of a second account was given",
    );
  }
  const whose = strangers.has(last) ? "another account's" : "nobody's";
  actor.find(
    "own_account",
    operation,
    status === law.status ? [] : [`${whose} ${last} is answered with ${status}`],
  );
}

async function playUnauthorized(actor: Actor, { operation }: Step): Promise<void> {
  const { body } = operationOfId(operation);
  const params = Object.fromEntries(pathNames(operation).map((name) => [name, unknownId()]));
  await actor.askWithoutKey(operation, { params, ...(body ? { body: body.example } : {}) });
}
