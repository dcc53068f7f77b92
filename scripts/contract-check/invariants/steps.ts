import fc from "fast-check";
import type { OperationId } from "../../../generated/server/binding";
import { type Operation, operationOfId } from "../contract";
import { ASKING_FOR_REPLIES } from "./bodies";
import { bodiesOf } from "./derived-bodies";
import { eventInvariants, isPaged, invariantsOf, pathNames } from "./vocabulary";

/** How a filter of a list gets its value: from something that there is, or beside it. */
export interface FilterPick {
  name: string;
  pick: number;
  variant: number;
}

/** One step of a sequence, as data: what it is about is looked up when it is played, so that others can be left out. */
export type Step = { operation: OperationId; pick: number } & (
  | { do: "create" | "update" | "act"; body?: unknown }
  | { do: "delete" | "read" | "foreign" | "unauthorized" | "follow" }
  | { do: "walk"; limit: number; filters: readonly FilterPick[] }
  | { do: "repeat"; body: unknown; other: unknown }
);

const pick = fc.nat({ max: 97 });

function walk(operation: OperationId): fc.Arbitrary<Step> {
  const names = Object.keys(invariantsOf(operation).filters ?? {});
  const filter = (name: string) => fc.record({ name: fc.constant(name), pick, variant: fc.nat({ max: 5 }) });
  return fc.record({
    do: fc.constant("walk" as const),
    operation: fc.constant(operation),
    pick,
    limit: fc.constantFrom(1, 2, 3),
    filters:
      names.length === 0
        ? fc.constant([])
        : fc
            .subarray(names, { maxLength: Math.min(2, names.length) })
            .chain((some) => fc.tuple(...some.map(filter))),
  });
}

/** A walk with one filter alone, so that each is tried: by what there is, and by what lies beside it. */
const filtered = (operation: OperationId, name: string, parity: number): fc.Arbitrary<Step> =>
  fc.record({
    do: fc.constant("walk" as const),
    operation: fc.constant(operation),
    pick,
    limit: fc.constantFrom(2, 25),
    filters: fc.tuple(
      fc.record({
        name: fc.constant(name),
        pick,
        variant: fc.nat({ max: 2 }).map((half) => 2 * half + parity),
      }),
    ),
  });

const plain = <Kind extends Step["do"]>(kind: Kind, operation: OperationId) =>
  fc.record({
    do: fc.constant(kind),
    operation: fc.constant(operation),
    pick,
  }) as unknown as fc.Arbitrary<Step>;

const withBody = (kind: "create" | "update" | "act", operation: OperationId): fc.Arbitrary<Step> => {
  const body = bodiesOf(operationOfId(operation));
  return body
    ? (fc.record({
        do: fc.constant(kind),
        operation: fc.constant(operation),
        pick,
        body,
      }) as fc.Arbitrary<Step>)
    : plain(kind, operation);
};

const repeat = (operation: OperationId, body: fc.Arbitrary<unknown>): fc.Arbitrary<Step> =>
  fc.record({
    do: fc.constant("repeat" as const),
    operation: fc.constant(operation),
    pick,
    body,
    other: body,
  });

const times = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one);

/** Whether an operation is tried by calling it, since it neither writes what can be read nor lists. */
const isPlain = ({ id, body, method }: Operation): boolean => {
  const { creates, updates, becomes, deletes, newest_first, same_id } = invariantsOf(id);
  const hasOthers = creates ?? updates ?? becomes ?? deletes ?? newest_first;
  const isWhole = method === "GET" && pathNames(id).length === 0;
  return hasOthers === undefined && (same_id !== undefined || isWhole) && body === null;
};

/** The steps that should be answered with success. */
function succeedingSteps(operation: Operation): fc.Arbitrary<Step>[] {
  const { id, body } = operation;
  const invariants = invariantsOf(id);
  const arbitrary = bodiesOf(operation);
  const sendable = body === null || arbitrary !== undefined;
  return [
    ...(invariants.newest_first && isPaged(operation) ? times(2, walk(id)) : []),
    ...Object.keys(invariants.filters ?? {}).flatMap((name) =>
      [0, 1].map((parity) => filtered(id, name, parity)),
    ),
    ...(invariants.creates && sendable ? times(2, withBody("create", id)) : []),
    ...(invariants.updates && sendable ? times(invariants.becomes ? 1 : 3, withBody("update", id)) : []),
    ...(invariants.becomes && !invariants.updates && sendable ? times(2, withBody("act", id)) : []),
    ...(invariants.deletes ? times(2, plain("delete", id)) : []),
    ...(isPlain(operation) ? times(2, plain("read", id)) : []),
    ...(invariants.idempotent && arbitrary ? times(2, repeat(id, arbitrary)) : []),
  ];
}

/** The steps that try the invariants of an operation. */
function stepsFor(operation: Operation): fc.Arbitrary<Step>[] {
  const { id } = operation;
  return [
    ...succeedingSteps(operation),
    ...(pathNames(id).length > 0 ? [plain("foreign", id)] : []),
    plain("unauthorized", id),
  ];
}

const REPLIES = ASKING_FOR_REPLIES.map((body): Step => ({
  do: "create",
  operation: "sendMessages",
  pick: 0,
  body,
}));

/** What there has to be before the operations of a tag can be tried, in order; each is made so many times. */
const BEFORE: Readonly<Record<string, readonly (readonly [OperationId, number])[]>> = {
  Files: [["createUploadUrl", 4]],
  Templates: [["createTemplate", 4]],
  Contacts: [["upsertContact", 4]],
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
};

/** The same for a tag that the table does not have: a few of each thing that the tag's operations create. */
const beforeAny = (wanted: readonly Operation[]) =>
  wanted
    .filter(
      (one) => invariantsOf(one.id).creates && pathNames(one.id).length === 0 && bodiesOf(one) !== undefined,
    )
    .map(({ id }) => [id, 3] as const);

/** Whether a step sends requests that should be refused. */
export const mayNotSucceed = ({ do: kind }: Step): boolean => kind === "foreign" || kind === "unauthorized";

/** Whether the sequences have a request for an operation that should be answered with success. */
export const hasSucceedingStep = (operation: Operation): boolean =>
  succeedingSteps(operation).length > 0 ||
  (BEFORE[operation.tag] ?? []).some(([id]) => id === operation.id) ||
  eventInvariants.some(({ reader }) => reader === operation.id);

/** The operations for which no sequence has a request that should be answered with success. */
export const withoutStep = (all: readonly Operation[]): Operation[] =>
  all.filter((operation) => !hasSucceedingStep(operation));

const kindOf = (id: OperationId) => {
  const { creates, updates } = invariantsOf(id);
  return creates ? "create" : updates ? "update" : "act";
};

/** A random sequence that tries every invariant of some operations of one tag, things to try them on first. */
function sequenceFor(tag: string, wanted: readonly Operation[], readOnly: boolean): fc.Arbitrary<Step[]> {
  const before = (readOnly ? [] : (BEFORE[tag] ?? beforeAny(wanted))).flatMap(([id, count]) =>
    times(count, withBody(kindOf(id), id)),
  );
  const about = wanted.flatMap(stepsFor);
  const follows = wanted.filter(({ id }) => eventInvariants.some(({ reader }) => reader === id));
  return fc
    .tuple(
      fc.tuple(...before),
      fc.constant(tag === "Inbound" && !readOnly ? REPLIES : []),
      fc.tuple(...about).chain((steps) => fc.shuffledSubarray(steps, { minLength: steps.length })),
      fc.tuple(...follows.map(({ id }) => plain("follow", id))),
    )
    .map((parts) => parts.flat());
}

/** The sequence of a tag that a seed stands for. */
export const sequenceOf = (
  tag: string,
  wanted: readonly Operation[],
  seed: number,
  { readOnly }: { readOnly: boolean },
): Step[] => fc.sample(sequenceFor(tag, wanted, readOnly), { seed, numRuns: 1 })[0] ?? [];
