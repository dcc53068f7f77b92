import { setTimeout as pause } from "node:timers/promises";
import type { OperationId } from "../../../generated/server/binding";
import type { RequestParts } from "../exchange";
import { operationOfId, generalInvariants } from "../contract";
import type { InvariantClient } from "./invariant-client";
import { checkFilters, leftOut } from "./checks/filters";
import { checkNewestFirst, checkOrdered, checkSorted } from "./checks/order";
import { checkPages, type PageSeen } from "./checks/pages";
import { checkEntries } from "./entries";
import type { FilterPick, WalkStep } from "./steps";
import { at, listAt, textAt, textsIn } from "./values";
import { invariantsOf, pathNames } from "./vocabulary";
import { isNew, type Resource } from "./model";

type Query = Record<string, string | readonly string[]>;

/** Maximum number of pages of a walk; a longer list gets larger pages. */
const MAX_PAGES = 8;
const MAX_ENTRIES = 4_000;
/** Delays before repeating a walk. A concurrent check changes a list for only a few seconds. */
const AGAIN_AFTER_MS = [0, 1_000, 5_000];
const MAX_SEARCHED = 60;

const pagesInvariant = generalInvariants.pages;

/** Returns a query for only the resources of the sequence; empty if the list has no such filter. */
export function isolation(client: InvariantClient, list: OperationId): Query {
  // A list inside a resource of the sequence needs no filter. `isOwn` handles the deliveries of an endpoint.
  if (pathNames(list).length > 0) return {};
  const filters = invariantsOf(list).filters ?? {};
  const search = filters.search;
  if (search && "contained_in" in search && search.contained_in.includes("name")) {
    return { search: client.model.tag };
  }
  const templates = client.model.living("template_id").map(({ id }) => id);
  return filters.template_id && templates.length > 0 ? { template_id: templates } : {};
}

/**
 * Returns whether a list contains only resources of the sequence. The deliveries of an endpoint also
 * report messages of the account's other clients.
 */
const isOwn = (list: OperationId, alone: Query): boolean => {
  const parent = pathNames(list).at(-1);
  return Object.keys(alone).length > 0 || (parent !== undefined && parent !== "webhook_id");
};

/** Returns the resources that a narrowed list must contain. A name search omits unnamed resources. */
function expected(
  client: InvariantClient,
  list: OperationId,
  params: RequestParts["params"],
  alone: Query,
): Resource[] {
  const all = client.model.listed(list, params ?? {});
  if (alone.search !== undefined)
    return all.filter(({ body }) => textAt(body, "name").includes(client.model.tag));
  const templates = alone.template_id;
  return templates ? all.filter(({ body }) => templates.includes(textAt(body, "template_id"))) : all;
}

/** Returns a filter value from a resource, or a nearby instant; null if the resource has no value. */
function valueOf(
  list: OperationId,
  { name, variant }: FilterPick,
  like: unknown,
): string | readonly string[] | null {
  const filter = invariantsOf(list).filters?.[name];
  const schema = operationOfId(list).parameters.find(
    (one) => one.in === "query" && one.name === name,
  )?.schema;
  if (filter === undefined) return null;
  if ("not_before" in filter || "not_after" in filter) {
    const instant = textAt(like, "not_before" in filter ? filter.not_before : filter.not_after);
    // An even variant gives the resource's instant, an odd one an instant that excludes the resource.
    const beyond = variant % 2 === 0 ? 0 : ([1, 60, 3_600][variant >> 1] ?? 0);
    const shift = "not_before" in filter ? beyond : -beyond;
    return instant === "" ? null : instantAt(Date.parse(instant) + shift * 1_000);
  }
  if ("contained_in" in filter) return null;
  if ("pair_in" in filter) {
    const pairs = Object.entries(at(like, filter.pair_in) ?? {});
    return pairs.length === 0 ? null : [(pairs[variant % pairs.length] ?? []).join("=")];
  }
  const found = at(like, filter.field);
  const value = Array.isArray(found) ? (found as readonly unknown[])[variant % found.length] : found;
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "string") return null;
  return schema?.type === "array" ? [value] : value;
}

const instantAt = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Returns part of a name in another spelling, because searches ignore case and accents. */
function searchFor(client: InvariantClient, { variant }: FilterPick, name: string): string {
  const { tag } = client.model;
  const rest = name.startsWith(tag) ? name.slice(tag.length) : "";
  // Begins inside the tag, to find a service that matches only the beginnings of names. The end of the tag is
  // unique.
  const part = tag.slice(2 * variant) + rest.slice(0, [0, 3, 5, 40, 4, 40][variant]);
  const unaccented = part.normalize("NFD").replace(/\p{M}/gu, "");
  // `_` and `%` are no wildcards, so these texts find nothing.
  const wildcards = [part.replace("-", "_"), part.replace("-", "%")];
  return ([part, part.toUpperCase(), unaccented, part, ...wildcards][variant] ?? part).trim();
}

function queryOf(
  client: InvariantClient,
  step: WalkStep,
  alone: Query,
  known: readonly Resource[],
  first: unknown,
): Query {
  const query: Query = { ...alone };
  const { sorted } = invariantsOf(step.operation);
  if (sorted && step.sort !== undefined) query[sorted.parameter] = step.sort;
  for (const pick of step.filters) {
    const like = known.length > 0 ? known[pick.pick % known.length]?.body : first;
    const filter = invariantsOf(step.operation).filters?.[pick.name];
    if (filter && "contained_in" in filter) {
      const texts = filter.contained_in
        .flatMap((field) => textsIn(at(like, field)))
        .filter((text) => text.length > 2);
      const text = texts[pick.variant % texts.length];
      if (alone.search !== undefined) query[pick.name] = searchFor(client, pick, textAt(like, "name"));
      else if (text !== undefined) query[pick.name] = text.slice(0, MAX_SEARCHED);
    } else {
      const value = valueOf(step.operation, pick, like);
      if (value !== null) query[pick.name] = value;
    }
  }
  const [from, to] = [
    Object.keys(query).find((one) => /from$/.test(one)),
    Object.keys(query).find((one) => /to$/.test(one)),
  ];
  // The service refuses a period that ends before it begins.
  if (from && to && String(query[from]) > String(query[to]))
    [query[from], query[to]] = [query[to] ?? "", query[from] ?? ""];
  return query;
}

/** Returns the parent whose list is walked, preferably a parent with several entries. */
function parentOf(client: InvariantClient, list: OperationId, kind: string, pick: number): Resource | null {
  const all = client.model.living(kind);
  const populated = all.filter(({ params }) => client.model.listed(list, params).length > 1);
  const some = populated.length > 0 ? populated : all;
  return some[pick % some.length] ?? null;
}

interface Walked {
  pages: PageSeen[];
  /** Reason why the walk is incomplete; null for a complete walk. */
  stopped: string | null;
}

async function walkPages(
  client: InvariantClient,
  list: OperationId,
  request: RequestParts,
  limit: number,
): Promise<Walked> {
  const pages: PageSeen[] = [];
  for (let offset = 0; ; offset += limit) {
    const { status, body } = await client.send(list, {
      ...request,
      query: { ...request.query, limit, offset },
    });
    if (status !== 200) return { pages, stopped: `${list} returned ${status}` };
    pages.push({ limit, offset, body });
    const total = at(body, pagesInvariant?.total ?? "");
    if (typeof total !== "number") return { pages, stopped: null };
    // Also reads the page after the last one, which must be empty.
    if (offset >= total) return { pages, stopped: null };
  }
}

/** Reads resources of a list again, and updates their bodies. */
async function readAgain(
  client: InvariantClient,
  list: OperationId,
  resources: readonly Resource[],
): Promise<void> {
  const reader = invariantsOf(list).entries?.reader;
  if (reader === undefined) return;
  for (const resource of resources) {
    const { status, body } = await client.send(reader, { params: resource.params });
    if (status === 200) resource.body = body;
  }
}

/** Walks a list and checks the invariants of pages, order, filters and entries. */
export async function runWalk(client: InvariantClient, step: WalkStep): Promise<void> {
  const { operation } = step;
  const kind = pathNames(operation).at(-1);
  const parent = kind === undefined ? null : parentOf(client, operation, kind, step.pick);
  if (pagesInvariant === undefined || (kind !== undefined && parent === null)) return;
  const params = parent?.params ?? {};
  const alone = isolation(client, operation);
  const known = expected(client, operation, params, alone);
  const probe = await client.send(operation, { params, query: { ...alone, limit: 1 } });
  const first = listAt(probe.body, pagesInvariant.entries)[0];
  const query = queryOf(client, step, alone, known, first);
  const invariants = invariantsOf(operation);
  const fixedOrder = invariants.ordered ? "ordered" : "newest_first";
  const order = step.sort === undefined ? fixedOrder : "sorted";
  const names = ["pages", order, "filters", "entries"] as const;
  const unable = (reason: string) => names.forEach((invariant) => client.unable(invariant, reason));
  const total = Number(at(probe.body, pagesInvariant.total));
  if (probe.status !== 200) return unable(`${operation} returned ${probe.status}`);
  if (total > MAX_ENTRIES)
    return unable(`the list has ${total} entries, and no filter narrows it to what the run created`);
  // A walk without filters covers at least two pages if the list has two entries.
  const maxLimit = step.filters.length === 0 ? Math.max(1, Math.ceil(total / 2)) : step.limit;
  const limit = Math.max(Math.min(step.limit, maxLimit), Math.ceil(total / MAX_PAGES));
  let walked = await walkPages(client, operation, { params, query }, limit);
  let faults = checkPages(pagesInvariant, walked.pages);
  // Other clients may change a list during the walk, unless all its entries belong to the sequence.
  for (const waitMs of isOwn(operation, alone) ? [] : AGAIN_AFTER_MS) {
    if (faults.length === 0) break;
    await pause(waitMs);
    walked = await walkPages(client, operation, { params, query }, limit);
    faults = checkPages(pagesInvariant, walked.pages);
  }
  if (walked.stopped !== null) return unable(walked.stopped);
  client.find("pages", faults);
  const entries = walked.pages.flatMap(({ body }) => listAt(body, pagesInvariant.entries));
  if (invariants.newest_first && entries.length > 1) {
    const { field } = invariants.newest_first;
    const ids = client.model.resources.filter((resource) => isNew(resource, field)).map(({ id }) => id);
    if (step.sort === undefined) client.find("newest_first", checkNewestFirst(field, entries, ids));
    else client.find("sorted", checkSorted({ order: step.sort, created: field, entries, ids }));
  } else if (invariants.ordered && entries.length > 1) {
    client.find("ordered", checkOrdered(invariants.ordered.field, entries));
  } else client.unable(order, "the list has fewer than two entries");
  const filters = invariants.filters ?? {};
  if (Object.keys(query).some((name) => filters[name])) {
    const compared = { filters, query, entries };
    const isLeftOut = ({ body }: Resource) => leftOut({ ...compared, known: [body] }).length > 0;
    // A background job may have changed the resource since its last read, such as the status of a message.
    await readAgain(client, operation, known.filter(isLeftOut));
    client.find("filters", checkFilters({ ...compared, known: known.map(({ body }) => body) }));
  } else client.unable("filters", "the list has no value to filter by");
  await checkEntries(client, step, entries, { params, query });
}
