import type { OperationId } from "../../../generated/server/binding";
import type { RequestParts } from "../exchange";
import { operationOfId } from "../contract";
import type { Actor } from "./actor";
import { judgeFilters } from "./judges/filters";
import { judgeNewestFirst } from "./judges/newest-first";
import { judgePages, type PageSeen } from "./judges/pages";
import { judgeSame } from "./judges/writing";
import type { FilterPick, Step } from "./steps";
import { at, listAt, textAt, textsIn } from "./values";
import { generalLaws, lawsOf, pathNames } from "./vocabulary";
import { isNew, type Thing } from "./world";

type Query = Record<string, string | readonly string[]>;
type WalkStep = Extract<Step, { do: "walk" }>;

/** A list of more pages than this is not walked with small pages. */
const MOST_PAGES = 8;
const MOST_ENTRIES = 4_000;
/**
 * Waits before a list that other clients may change is walked again, in milliseconds. Another check on the same
 * account changes a list for a few seconds.
 */
const AGAIN_AFTER_MS = [0, 1_000, 5_000];
/** How long a search may be. */
const MOST_SEARCHED = 60;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

const pagesLaw = generalLaws.pages;

/**
 * What a list is narrowed to, so that others' data is out of the way: a search for the sequence's own names, or its
 * own templates. Empty where a list has no such filter.
 */
export function isolation(actor: Actor, list: OperationId): Query {
  // What belongs to something of the sequence's own has nobody else's in it.
  if (pathNames(list).length > 0) return {};
  const filters = lawsOf(list).filters ?? {};
  const search = filters.search;
  if (search && "contained_in" in search && search.contained_in.includes("name")) {
    return { search: actor.world.tag };
  }
  const templates = actor.world.living("template_id").map(({ id }) => id);
  return filters.template_id && templates.length > 0 ? { template_id: templates } : {};
}

/** Whether a list has nothing but what the sequence made. */
const isOwn = (list: OperationId, alone: Query): boolean =>
  Object.keys(alone).length > 0 || pathNames(list).length > 0;

/** The things that a narrowed list has to have; a search by name does not find those without one. */
function expected(actor: Actor, list: OperationId, params: RequestParts["params"], alone: Query): Thing[] {
  const all = actor.world.listed(list, params ?? {});
  if (alone.search !== undefined)
    return all.filter(({ body }) => textAt(body, "name").includes(actor.world.tag));
  const templates = alone.template_id;
  return templates ? all.filter(({ body }) => templates.includes(textAt(body, "template_id"))) : all;
}

/** A value to filter by: what a thing has, or an instant beside it. */
function valueOf(
  list: OperationId,
  { name, variant }: FilterPick,
  like: unknown,
): string | readonly string[] | null {
  const filter = lawsOf(list).filters?.[name];
  const schema = operationOfId(list).parameters.find(
    (one) => one.in === "query" && one.name === name,
  )?.schema;
  if (filter === undefined) return null;
  if ("not_before" in filter || "not_after" in filter) {
    const instant = textAt(like, "not_before" in filter ? filter.not_before : filter.not_after);
    // On the bound itself, or beyond it, where the thing is left out.
    const beyond = variant % 2 === 0 ? 0 : ([1, 60, 3_600][variant >> 1] ?? 0);
    const shift = "not_before" in filter ? beyond : -beyond;
    return instant === "" ? null : instantAt(Date.parse(instant) + shift * 1_000);
  }
  if ("contained_in" in filter) return null;
  const value = at(like, filter.field);
  if (typeof value !== "string") return null;
  return schema?.type === "array" ? [value] : value;
}

const instantAt = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** A part of a text that is searched for, in another spelling where case and accents do not count. */
function searchFor(actor: Actor, { variant }: FilterPick, name: string): string {
  const rest = name.startsWith(actor.world.tag) ? name.slice(actor.world.tag.length) : "";
  const part = actor.world.tag + rest.slice(0, [0, 3, 5, 40, 4, 40][variant]);
  const spellings = [part, part.toUpperCase(), part.normalize("NFD").replace(/\p{M}/gu, ""), part];
  return (spellings[variant % spellings.length] ?? part).trim();
}

function queryOf(actor: Actor, step: WalkStep, alone: Query, known: readonly Thing[], first: unknown): Query {
  const query: Query = { ...alone };
  for (const pick of step.filters) {
    const like = known.length > 0 ? known[pick.pick % known.length]?.body : first;
    const filter = lawsOf(step.operation).filters?.[pick.name];
    if (filter && "contained_in" in filter) {
      const texts = filter.contained_in
        .flatMap((field) => textsIn(at(like, field)))
        .filter((text) => text.length > 2);
      const text = texts[pick.variant % texts.length];
      if (alone.search !== undefined) query[pick.name] = searchFor(actor, pick, textAt(like, "name"));
      else if (text !== undefined) query[pick.name] = text.slice(0, MOST_SEARCHED);
    } else {
      const value = valueOf(step.operation, pick, like);
      if (value !== null) query[pick.name] = value;
    }
  }
  const [from, to] = [
    Object.keys(query).find((one) => /from$/.test(one)),
    Object.keys(query).find((one) => /to$/.test(one)),
  ];
  // A window that ends before it begins is refused.
  if (from && to && String(query[from]) > String(query[to]))
    [query[from], query[to]] = [query[to] ?? "", query[from] ?? ""];
  return query;
}

/** What a list belongs to: something whose list has several entries, where there is such a thing. */
function parentOf(actor: Actor, list: OperationId, kind: string, pick: number): Thing | null {
  const all = actor.world.living(kind);
  const peopled = all.filter(({ params }) => actor.world.listed(list, params).length > 1);
  const some = peopled.length > 0 ? peopled : all;
  return some[pick % some.length] ?? null;
}

interface Walked {
  pages: PageSeen[];
  /** Why it is not a whole walk. */
  stopped: string | null;
}

async function walkPages(
  actor: Actor,
  list: OperationId,
  request: RequestParts,
  limit: number,
): Promise<Walked> {
  const pages: PageSeen[] = [];
  for (let offset = 0; ; offset += limit) {
    const { status, body } = await actor.ask(list, {
      ...request,
      query: { ...request.query, limit, offset },
    });
    if (status !== 200) return { pages, stopped: `${list} answered ${status}` };
    pages.push({ limit, offset, body });
    const total = at(body, pagesLaw?.total ?? "");
    if (typeof total !== "number") return { pages, stopped: null };
    // Beyond what it says that there is, only where it says that there is more.
    const more = at(body, pagesLaw?.has_more ?? "") === true;
    if (offset + limit >= total && !(more && offset < total)) return { pages, stopped: null };
  }
}

/** Walks a list and judges all that a walk shows. */
export async function playWalk(actor: Actor, step: WalkStep): Promise<void> {
  const { operation } = step;
  const kind = pathNames(operation).at(-1);
  const parent = kind === undefined ? null : parentOf(actor, operation, kind, step.pick);
  if (pagesLaw === undefined || (kind !== undefined && parent === null)) return;
  const params = parent?.params ?? {};
  const alone = isolation(actor, operation);
  const known = expected(actor, operation, params, alone);
  const probe = await actor.ask(operation, { params, query: { ...alone, limit: 1 } });
  const first = listAt(probe.body, pagesLaw.entries)[0];
  const query = queryOf(actor, step, alone, known, first);
  const laws = lawsOf(operation);
  const names = ["pages", "newest_first", "filters", "entries"] as const;
  const unable = (reason: string) => names.forEach((law) => actor.unable(law, operation, reason));
  const total = Number(at(probe.body, pagesLaw.total));
  if (probe.status !== 200) return unable(`${operation} answered ${probe.status}`);
  if (total > MOST_ENTRIES)
    return unable(`the list has ${total} entries, and nothing narrows it to what the run made`);
  // A whole list is walked in two pages at least, where it has two entries.
  const most = step.filters.length === 0 ? Math.max(1, Math.ceil(total / 2)) : step.limit;
  const limit = Math.max(Math.min(step.limit, most), Math.ceil(total / MOST_PAGES));
  let walked = await walkPages(actor, operation, { params, query }, limit);
  let faults = judgePages(pagesLaw, walked.pages);
  // Other clients may change a list while it is read, but for what belongs to the run.
  for (const waitMs of isOwn(operation, alone) ? [] : AGAIN_AFTER_MS) {
    if (faults.length === 0) break;
    await pause(waitMs);
    walked = await walkPages(actor, operation, { params, query }, limit);
    faults = judgePages(pagesLaw, walked.pages);
  }
  if (walked.stopped !== null) return unable(walked.stopped);
  actor.find("pages", operation, faults);
  const entries = walked.pages.flatMap(({ body }) => listAt(body, pagesLaw.entries));
  if (laws.newest_first && entries.length > 1) {
    const { field } = laws.newest_first;
    const order = actor.world.things.filter((thing) => isNew(thing, field)).map(({ id }) => id);
    actor.find("newest_first", operation, judgeNewestFirst(field, entries, order));
  } else actor.unable("newest_first", operation, "the list has fewer than two entries");
  const filters = laws.filters ?? {};
  if (Object.keys(query).some((name) => filters[name])) {
    actor.find(
      "filters",
      operation,
      judgeFilters({ filters, query, entries, known: known.map(({ body }) => body) }),
    );
  } else actor.unable("filters", operation, "the list has nothing to filter by");
  await judgeEntries(actor, step, entries, { params, query });
}

/** Whether a list still has an entry that was at `index` a moment ago; other clients may have moved it a little. */
async function isListed(
  actor: Actor,
  list: OperationId,
  request: RequestParts,
  entry: unknown,
  index: number,
): Promise<boolean> {
  const query = { ...request.query, limit: 100, offset: Math.max(0, index - 50) };
  const { body } = await actor.ask(list, { ...request, query });
  return listAt(body, pagesLaw?.entries ?? "").some((one) => at(one, "id") === at(entry, "id"));
}

/** An entry is what its reader returns. */
async function judgeEntries(
  actor: Actor,
  { operation, pick }: WalkStep,
  entries: readonly unknown[],
  request: RequestParts,
): Promise<void> {
  const law = lawsOf(operation).entries;
  if (law === undefined) return;
  const own = entries.filter((entry) => actor.world.things.some(({ id }) => id === at(entry, "id")));
  const some = own.length > 0 ? own : entries;
  const entry = some[pick % some.length];
  if (entry === undefined) return actor.unable("entries", operation, "the list is empty");
  const reader = law.reader as OperationId;
  const ids = { ...request.params, [pathNames(reader).at(-1) ?? ""]: String(at(entry, "id")) };
  const heard = await actor.ask(reader, { params: ids });
  const mayBeGone = heard.status === 404 && own.length === 0;
  if (mayBeGone && !(await isListed(actor, operation, request, entry, entries.indexOf(entry))))
    return actor.unable("entries", operation, "the entry was deleted while it was read");
  const later = textAt(heard.body, "updated_at") > textAt(entry, "updated_at");
  if (later) return actor.unable("entries", operation, "the entry changed while it was looked at");
  actor.find(
    "entries",
    operation,
    heard.status === 200
      ? judgeSame(entry, heard.body, `${operation} and ${reader}`, law.except)
      : [`${operation} has ${String(at(entry, "id"))}, and ${reader} answers ${heard.status}`],
  );
}
