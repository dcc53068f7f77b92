import type { OperationId } from "../../../generated/server/binding";

/** Operations whose responses show the effect of an operation. */
interface Places {
  /** Operation that returns one resource by id. */
  reader?: OperationId;
  /** Operation that lists resources of this kind in pages. */
  list?: OperationId;
}

export type Filter =
  | { field: string }
  | { contained_in: readonly string[] }
  | { pair_in: string }
  | { not_before: string }
  | { not_after: string };

/** `x-invariants` of an operation: guarantees beyond its schemas, as `openapi/invariants.md` defines. */
export interface OperationInvariants {
  newest_first?: { field: string };
  ordered?: { field: string };
  sorted?: { parameter: string };
  entries?: { reader: OperationId; except?: readonly string[] };
  filters?: Readonly<Record<string, Filter>>;
  same_id?: Readonly<Record<string, string>>;
  creates?: Places & { id?: string; as?: string; each?: { given: string; answered: string } };
  /**
   * Operation that returns the updated resource. With `replaces`, fields that the request omits do not keep
   * their values.
   */
  updates?: { reader: OperationId; replaces?: boolean };
  deletes?: Places & { list: OperationId };
  becomes?: Places & {
    /** Values that fields must have before the change; absent if every resource can change. */
    from?: Readonly<Record<string, readonly unknown[]>>;
    fields: Readonly<Record<string, readonly unknown[] | "not_null">>;
    within_seconds?: number;
  };
  counts?: Readonly<Record<string, OperationId>>;
  /** Ordered list of status changes: the fields with the list, the latest status, and each change's time. */
  history?: { steps: string; status: string; at: string };
  conditional?: { reader: OperationId; tag: string; header: string; otherwise: number };
  idempotent?: { key: string; replayed: string; other_body: number };
  events?: {
    reader: OperationId;
    id: string;
    status: string;
    previous: string;
    sequence: string;
    at: string;
    history: string;
    signature: string;
    within_seconds: number;
    /** Fields with the same value in the event's data and in the reader's response. */
    same?: readonly string[];
  };
}

/** A field, and the values of another field for which the invariant applies. */
export interface FieldWhile {
  field: string;
  while: Readonly<Record<string, readonly string[]>>;
}

/** `x-invariants` of the whole contract. */
export interface GeneralInvariants {
  request_id?: { field: string; header: string };
  own_account?: { status: number };
  pages?: {
    limit: string;
    offset: string;
    total: string;
    has_more: string;
    entries: string;
  };
  /** By schema name: each key is a field that is the sum of the listed fields. */
  sums?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** By schema name: a field that is 0 while another field has one of the given values. */
  zero?: Readonly<Record<string, FieldWhile>>;
  /** By schema name: each key is a field that never exceeds the field given as its value. */
  at_most?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** By schema name: a field that is not null exactly while another field has one of the given values. */
  null_unless?: Readonly<Record<string, FieldWhile>>;
  /** By schema name: a text field that is in GSM-7 while another field has one of the given values. */
  gsm7?: Readonly<Record<string, FieldWhile>>;
  /** Field with an error text, which must not reveal internals of the service. */
  no_internals?: { field: string };
  rate_limit?: { limit: string; remaining: string; reset: string };
}

const code = (text: string) => `\`${text}\``;

function listed(words: readonly string[], word = "and"): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} ${word} ${last}`;
}

function filterSentence(name: string, filter: Filter): string {
  const only = `${code(name)} selects exactly the entries`;
  if ("field" in filter) return `${only} whose ${code(filter.field)} has the value.`;
  if ("contained_in" in filter) {
    return `${only} that contain the text in ${listed(filter.contained_in.map(code), "or")}.`;
  }
  if ("pair_in" in filter) return `${only} whose ${code(filter.pair_in)} have the name with the value.`;
  if ("not_before" in filter) return `${only} whose ${code(filter.not_before)} is at that instant or later.`;
  return `${only} whose ${code(filter.not_after)} is at that instant or earlier.`;
}

const seen = ({ reader, list }: Places, verb: string) =>
  listed([
    ...(reader === undefined ? [] : [`${code(reader)} ${verb} it`]),
    ...(list === undefined ? [] : [`${code(list)} contains it`]),
  ]);

function becoming({
  reader,
  list,
  fields,
  within_seconds,
}: NonNullable<OperationInvariants["becomes"]>): string {
  const values = Object.entries(fields).map(([field, allowed]) =>
    allowed === "not_null"
      ? `a ${code(field)}`
      : `the ${code(field)} ${listed(
          allowed.map((one) => code(String(one))),
          "or",
        )}`,
  );
  const when = within_seconds === undefined ? "Afterwards" : `Within ${within_seconds} seconds`;
  return `${when} ${code(reader ?? list ?? "")} shows ${listed(values)}.`;
}

/** Returns an operation's invariants as Markdown sentences, in the order in which the page shows them. */
export function invariantSentences(
  invariants: OperationInvariants,
): { invariant: keyof OperationInvariants; sentence: string }[] {
  const { newest_first, entries, filters = {}, same_id, creates, updates, deletes, becomes } = invariants;
  const { ordered, sorted, counts = {}, history, conditional, idempotent, events } = invariants;
  const sentences: { invariant: keyof OperationInvariants; sentence: string }[] = [];
  const say = (invariant: keyof OperationInvariants, sentence: string) =>
    void sentences.push({ invariant, sentence });
  if (newest_first) {
    const unless = sorted ? `, without ${code(sorted.parameter)}` : "";
    say("newest_first", `Entries are ordered by ${code(newest_first.field)}, newest first${unless}.`);
  }
  if (ordered) say("ordered", `Entries are ordered by ${code(ordered.field)}, ignoring case and accents.`);
  if (sorted) {
    const by = `Entries are ordered by the field that ${code(sorted.parameter)} names`;
    say("sorted", `${by}, ascending, or descending after ${code("-")}; texts without case and accents.`);
  }
  for (const [name, filter] of Object.entries(filters)) say("filters", filterSentence(name, filter));
  if (entries) {
    const { reader, except = [] } = entries;
    const but = except.length > 0 ? `, except for ${listed(except.map(code))}` : "";
    say("entries", `Each entry equals the response of ${code(reader)}${but}.`);
  }
  for (const [parameter, field] of Object.entries(same_id ?? {})) {
    say("same_id", `The response's ${code(field)} is the requested ${code(parameter)}.`);
  }
  if (creates) {
    const each = creates.each ? `, for each of the ${code(creates.each.given)}` : "";
    say("creates", `The response has the given values${each}; afterwards ${seen(creates, "returns")}.`);
  }
  if (updates) {
    const again = `${code(updates.reader)} returns the same afterwards`;
    const omitted = updates.replaces ? "" : ", and omitted fields keep their values";
    say("updates", `The response has the new values${omitted}; ${again}.`);
  }
  if (deletes) {
    const places = [
      ...(deletes.reader === undefined ? [] : [`${code(deletes.reader)} returns 404`]),
      `${code(deletes.list)} no longer contains it`,
    ];
    say("deletes", `Afterwards ${listed(places)}.`);
  }
  if (becomes) say("becomes", becoming(becomes));
  for (const [field, list] of Object.entries(counts)) {
    say("counts", `${code(field)} is the ${code("total")} of ${code(list)}.`);
  }
  if (history) {
    const { steps, status, at } = history;
    say(
      "history",
      `${code(steps)} is in the order of ${code(at)}, has each status once, and ends with the present ${code(status)}.`,
    );
  }
  if (conditional) {
    const { reader, tag, header, otherwise } = conditional;
    say(
      "conditional",
      `With the ${code(tag)} of the last ${code(reader)} in ${code(header)} the request succeeds; with any other tag the response is ${otherwise}, and nothing changes.`,
    );
  }
  if (idempotent) {
    const { key, replayed, other_body } = idempotent;
    say(
      "idempotent",
      `The same ${code(key)} with the same body returns the same response, marked ${code(`${replayed}: true`)}, and creates nothing; with another body the response is ${other_body}.`,
    );
  }
  if (events) {
    const { history: steps, reader, within_seconds, signature, same = [] } = events;
    const [sequence, previous] = [events.sequence, events.previous].map((field) => field.split(".").at(-1));
    say(
      "events",
      `Each step in the ${code(steps)} of ${code(reader)} is one event, which arrives within ${within_seconds} seconds if the endpoint responds, with a signature in ${code(signature)} made with the endpoint's secret. ${code(sequence ?? "")} is the step's position, from 1, and ${code(previous ?? "")} the status of the step before.${same.length > 0 ? ` ${listed(same.map(code))} are those of ${code(reader)}.` : ""}`,
    );
  }
  return sentences;
}

/** Returns Markdown sentences for the contract's general invariants that apply to an operation. */
export function sentencesHere(
  { own_account, pages }: GeneralInvariants,
  operation: { hasIds: boolean; isPaged: boolean },
): string[] {
  return [
    ...(pages && operation.isPaged ? [pagesSentence(pages)] : []),
    ...(own_account && operation.hasIds ? [ownAccountSentence(own_account)] : []),
  ];
}

function pagesSentence(pages: NonNullable<GeneralInvariants["pages"]>): string {
  const names = [pages.total, pages.limit, pages.offset, pages.has_more];
  const [total, limit, offset, more] = names.map((field) => code(field.split(".").at(-1) ?? ""));
  return `Walking the pages yields ${total} entries, each once; a page has at most ${limit} of them, after the first ${offset}, and ${more} says whether another follows.`;
}

const ownAccountSentence = ({ status }: NonNullable<GeneralInvariants["own_account"]>) =>
  `The response to an id of another account is ${status}, as for an unknown id.`;

/** Returns all general invariants of the contract as Markdown sentences. */
export function generalSentences(invariants: GeneralInvariants): string[] {
  const { request_id, own_account, pages, sums = {}, zero = {}, no_internals, rate_limit } = invariants;
  const { null_unless = {}, at_most = {}, gsm7 = {} } = invariants;
  const whileSentences = (said: string, fields: Readonly<Record<string, FieldWhile>>) =>
    Object.entries(fields).flatMap(([schema, { field, while: when }]) =>
      Object.entries(when).map(
        ([name, values]) =>
          `In every ${code(schema)}, ${code(field)} ${said} while ${code(name)} is ${listed(values.map(code), "or")}.`,
      ),
    );
  return [
    ...(pages ? [`In lists: ${pagesSentence(pages)}`] : []),
    ...(own_account ? [ownAccountSentence(own_account)] : []),
    ...(request_id
      ? [`In every failure ${code(request_id.field)} equals the header ${code(request_id.header)}.`]
      : []),
    ...Object.entries(sums).flatMap(([schema, fields]) =>
      Object.entries(fields).map(
        ([field, parts]) =>
          `In every ${code(schema)}, ${code(field)} is the sum of ${listed(parts.map(code))}.`,
      ),
    ),
    ...whileSentences("is 0", zero),
    ...whileSentences("is not null exactly", null_unless),
    ...Object.entries(at_most).flatMap(([schema, fields]) =>
      Object.entries(fields).map(
        ([field, maximum]) => `In every ${code(schema)}, ${code(field)} is at most ${code(maximum)}.`,
      ),
    ),
    ...whileSentences("has only characters of GSM-7", gsm7),
    ...(no_internals
      ? [`${code(no_internals.field)} reveals no code, SQL, file or address inside the service.`]
      : []),
    ...(rate_limit
      ? [
          `Until ${code(rate_limit.reset)} is over, ${code(rate_limit.remaining)} decreases with each request: no two responses have the same value, except 0.`,
        ]
      : []),
  ];
}
