import fc from "fast-check";
import type { OperationId } from "../../../generated/server/binding";
import { hasIdInPath, type Operation, operationOfId } from "../contract";
import { SCHEDULED_SEND, SENDS_WITH_REPLIES } from "./bodies";
import { bodiesOf } from "./derived-bodies";
import { readerOfPermanent, writerOf } from "./permanent";
import { eventInvariants, isPaged, invariantsOf, ordersOf, pathNames } from "./vocabulary";

/** Source of a filter's value: `pick` selects a resource, `variant` the resource's or a nearby value. */
export interface FilterPick {
  name: string;
  pick: number;
  variant: number;
}

/** A step, as data. It finds its resource when it runs, so that shrinking may remove other steps. */
export interface Step {
  do:
    | "create"
    | "update"
    | "act"
    | "delete"
    | "read"
    | "walk"
    | "repeat"
    | "foreign"
    | "unauthorized"
    | "follow";
  operation: OperationId;
  pick: number;
  body?: unknown;
  /** Another body, for the repetition of a request. */
  other?: unknown;
}

export interface WalkStep extends Step {
  limit: number;
  filters: readonly FilterPick[];
  /** Value of the parameter for the order; absent for the default order. */
  sort?: string;
}

const pick = fc.nat({ max: 97 });

/** Returns a generator of steps of one kind for an operation. `parts` are the fields of that kind. */
const stepOf = (
  kind: Step["do"],
  operation: OperationId,
  parts: Readonly<Record<string, fc.Arbitrary<unknown>>> = {},
): fc.Arbitrary<Step> =>
  fc.record({
    do: fc.constant(kind),
    operation: fc.constant(operation),
    pick,
    ...parts,
  }) as fc.Arbitrary<Step>;

const filterPick = (name: string, variant: fc.Arbitrary<number>) =>
  fc.record({ name: fc.constant(name), pick, variant });

function walk(operation: OperationId): fc.Arbitrary<Step> {
  const names = Object.keys(invariantsOf(operation).filters ?? {});
  const some = fc.subarray(names, { maxLength: Math.min(2, names.length) });
  const filters = some.chain((chosen) =>
    fc.tuple(...chosen.map((name) => filterPick(name, fc.nat({ max: 5 })))),
  );
  const parts = { limit: fc.constantFrom(1, 2, 3), filters: names.length === 0 ? fc.constant([]) : filters };
  return stepOf("walk", operation, parts);
}

/** Returns a walk in an order that the operation's list offers; `sort` is the value of the parameter. */
const sorted = (operation: OperationId, sort: string): fc.Arbitrary<Step> =>
  walk(operation).map((step) => ({ ...step, sort }));

/** Returns a walk with one filter. `parity` 1 shifts a time filter so that it excludes the resource. */
function filtered(operation: OperationId, name: string, parity: number): fc.Arbitrary<Step> {
  const variant = fc.nat({ max: 2 }).map((half) => 2 * half + parity);
  const parts = { limit: fc.constantFrom(2, 25), filters: fc.tuple(filterPick(name, variant)) };
  return stepOf("walk", operation, parts);
}

/**
 * Returns the operation whose body a step has. A step that resets a permanent resource has the body of the
 * writer, because the step first writes the resource.
 */
function bodiedOf(operation: OperationId): OperationId {
  const reader = readerOfPermanent(operation);
  return (reader === null ? null : writerOf(reader)) ?? operation;
}

function withBody(kind: "create" | "update" | "act", operation: OperationId): fc.Arbitrary<Step> {
  const body = bodiesOf(operationOfId(bodiedOf(operation)));
  return stepOf(kind, operation, body && { body });
}

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

/** Returns whether one request checks all invariants of the operation, which neither writes nor lists. */
const isPlain = ({ id, body, method }: Operation): boolean => {
  const { creates, updates, becomes, deletes, newest_first, ordered, same_id } = invariantsOf(id);
  const hasOthers = creates ?? updates ?? becomes ?? deletes ?? newest_first ?? ordered;
  const isWhole = method === "GET" && pathNames(id).length === 0;
  return hasOthers === undefined && (same_id !== undefined || isWhole) && body === null;
};

function succeedingSteps(operation: Operation): fc.Arbitrary<Step>[] {
  const { id, body } = operation;
  const invariants = invariantsOf(id);
  const arbitrary = bodiesOf(operation);
  const sendable = body === null || arbitrary !== undefined;
  return [
    ...((invariants.newest_first ?? invariants.ordered) && isPaged(operation) ? times(2, walk(id)) : []),
    ...ordersOf(operation).map((order) => sorted(id, order)),
    ...Object.keys(invariants.filters ?? {}).flatMap((name) =>
      [0, 1].map((parity) => filtered(id, name, parity)),
    ),
    ...(invariants.creates && sendable ? times(2, withBody("create", id)) : []),
    ...(invariants.updates && sendable ? times(invariants.becomes ? 1 : 3, withBody("update", id)) : []),
    ...(invariants.becomes && !invariants.updates && sendable ? times(2, withBody("act", id)) : []),
    ...(invariants.deletes ? times(2, stepOf("delete", id)) : []),
    ...(isPlain(operation) ? times(2, stepOf("read", id)) : []),
    ...(invariants.idempotent && arbitrary
      ? times(2, stepOf("repeat", id, { body: arbitrary, other: arbitrary }))
      : []),
  ];
}

function stepsFor(operation: Operation): fc.Arbitrary<Step>[] {
  const { id } = operation;
  return [
    ...succeedingSteps(operation),
    ...(hasIdInPath(operation) ? [stepOf("foreign", id)] : []),
    stepOf("unauthorized", id),
  ];
}

const sendOf = (body: unknown): Step => ({ do: "create", operation: "sendMessages", pick: 0, body });

const REPLIES = SENDS_WITH_REPLIES.map(sendOf);

/**
 * Creates a contact with the same name as other contacts. Pages sorted by name must not repeat or omit one of
 * them.
 */
const NAMESAKE: Step = {
  do: "create",
  operation: "upsertContact",
  pick: 0,
  body: { phone: { $phone: "1234" }, name: { $name: "Ana", same: true }, attributes: { nivel: "ouro" } },
};

/** Replaces the attributes of the last of seven contacts. */
const RELOCATION: Step = {
  do: "update",
  operation: "updateContact",
  pick: 6,
  body: { attributes: { cidade: "Recife" } },
};

/** Steps that every sequence of a tag contains. */
const FIXED_STEPS: Readonly<Record<string, readonly Step[]>> = {
  Contacts: [NAMESAKE, NAMESAKE, NAMESAKE, RELOCATION],
  Inbound: REPLIES,
  Conversations: REPLIES,
  Messages: [sendOf(SCHEDULED_SEND)],
};

/** Operations that create the resources that a tag needs, in order, with the number of calls. */
const PREREQUISITES: Readonly<Record<string, readonly (readonly [OperationId, number])[]>> = {
  Files: [["createUploadUrl", 4]],
  Templates: [["createTemplate", 4]],
  Contacts: [["upsertContact", 4]],
  Consents: [
    ["upsertContact", 2],
    ["createConsent", 6],
  ],
  "Contact lists": [
    ["createContactList", 3],
    ["upsertContact", 2],
    ["upsertMember", 7],
  ],
  Imports: [
    ["createContactList", 1],
    ["createUploadUrl", 2],
    ["confirmFile", 3],
    ["createImport", 2],
  ],
  Messages: [
    ["createTemplate", 2],
    ["sendMessages", 4],
  ],
  Campaigns: [
    ["createTemplate", 2],
    ["createContactList", 2],
    ["upsertMember", 3],
    ["createCampaign", 5],
    ["launchCampaign", 2],
    ["scheduleCampaign", 1],
  ],
  Webhooks: [
    ["createWebhook", 3],
    ["testWebhook", 3],
  ],
  "API keys": [["createApiKey", 3]],
  "Canned responses": [["createCannedResponse", 3]],
};

/** Returns prerequisites for a tag without an entry: three of each resource that its operations create. */
const defaultPrerequisites = (tested: readonly Operation[]) =>
  tested
    .filter(
      (one) => invariantsOf(one.id).creates && pathNames(one.id).length === 0 && bodiesOf(one) !== undefined,
    )
    .map(({ id }) => [id, 3] as const);

export const expectsRefusal = ({ do: kind }: Step): boolean => kind === "foreign" || kind === "unauthorized";

export const hasSucceedingStep = (operation: Operation): boolean =>
  succeedingSteps(operation).length > 0 ||
  (PREREQUISITES[operation.tag] ?? []).some(([id]) => id === operation.id) ||
  eventInvariants.some(({ reader }) => reader === operation.id);

export const withoutStep = (all: readonly Operation[]): Operation[] =>
  all.filter((operation) => !hasSucceedingStep(operation));

const kindOf = (id: OperationId) => {
  const { creates, updates } = invariantsOf(id);
  return creates ? "create" : updates ? "update" : "act";
};

/** Puts the first step of each kind before all repetitions, so that a short run tries most invariants. */
function firstOfEachKind(steps: readonly Step[]): Step[] {
  const kindOfStep = ({ do: kind, operation, ...parts }: Step & Partial<WalkStep>) =>
    [kind, operation, parts.sort !== undefined, (parts.filters ?? []).length > 0].join();
  const kinds = steps.map(kindOfStep);
  const isFirst = (_: Step, index: number) => kinds.indexOf(kinds[index] ?? "") === index;
  return [...steps.filter(isFirst), ...steps.filter((step, index) => !isFirst(step, index))];
}

/**
 * Returns a fast-check generator of sequences that create a tag's prerequisites, then try all invariants of
 * the tag.
 */
function sequenceFor(tag: string, tested: readonly Operation[], readOnly: boolean): fc.Arbitrary<Step[]> {
  const before = (readOnly ? [] : (PREREQUISITES[tag] ?? defaultPrerequisites(tested))).flatMap(
    ([id, count]) => times(count, withBody(kindOf(id), id)),
  );
  const about = tested.flatMap(stepsFor);
  const follows = tested.filter(({ id }) => eventInvariants.some(({ reader }) => reader === id));
  return fc
    .tuple(
      fc.tuple(...before),
      fc.constant(readOnly ? [] : (FIXED_STEPS[tag] ?? [])),
      fc
        .tuple(...about)
        .chain((steps) => fc.shuffledSubarray(steps, { minLength: steps.length }))
        .map(firstOfEachKind),
      fc.tuple(...follows.map(({ id }) => stepOf("follow", id))),
    )
    .map((parts) => parts.flat());
}

/** Returns the sequence of a tag; equal seeds give equal sequences. */
export const sequenceOf = (
  tag: string,
  tested: readonly Operation[],
  seed: number,
  { readOnly }: { readOnly: boolean },
): Step[] => fc.sample(sequenceFor(tag, tested, readOnly), { seed, numRuns: 1 })[0] ?? [];
