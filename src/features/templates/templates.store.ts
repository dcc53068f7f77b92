import { anyOf } from "../../platform/db/bulk";
import { type Db, lockRows, lockSharedRows } from "../../platform/db/dialect";
import { lazyPage, sizeColumn, type Weighed, weighedRows } from "../../platform/db/chunk-by-size";
import type { LazyPage, PageRequest } from "../../platform/db/page";
import { arranged, type Order } from "../../platform/db/reads/order";
import type { Reading } from "../../platform/db/reads/reads";
import { type Condition, contains, isAnyOf } from "../../platform/db/reads/conditions";
import { scan } from "../../platform/db/reads/scan";
import { nameColumns, uniqueNames } from "../../platform/db/unique-names";
import { yieldToEventLoop } from "../../platform/event-loop";
import type { FollowUpGraph } from "./follow-up-graph";
import { type FollowUpRule, MAX_DEPTH } from "../../messaging/follow-up-rules";
import type { Instant } from "../../platform/time";
import type { Channel } from "../../messaging/channel";
import {
  type Purpose,
  purposeOf,
  purposeValues,
  type StoredPurpose,
  storedPurpose,
} from "../../messaging/purpose";
import { type Content, fileIdsOf } from "../../messaging/content";
import { parseStoredContent } from "../../messaging/dial-numbers";

export interface Template {
  accountId: string;
  id: string;
  name: string;
  channel: Channel;
  purpose: Purpose;
  content: Content;
  followUps: FollowUpRule[];
  /** Validity of the messages, in seconds; null without a limit. */
  validitySeconds: number | null;
  createdAt: Instant;
  updatedAt: Instant;
}

interface TemplateRow {
  account_id: string;
  id: string;
  name: string;
  name_key: string;
  name_search: string;
  channel: Channel;
  purpose: StoredPurpose;
  content: string;
  follow_ups: string;
  validity_seconds: number | null;
  created_at: number;
  updated_at: number;
}

const toTemplate = (row: TemplateRow): Template => ({
  accountId: row.account_id,
  id: row.id,
  name: row.name,
  channel: row.channel,
  purpose: purposeOf(row.purpose),
  content: parseStoredContent(row.content),
  followUps: JSON.parse(row.follow_ups) as FollowUpRule[],
  validitySeconds: row.validity_seconds,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const ofAccount = (db: Db, accountId: string) =>
  db<TemplateRow>("templates").where({ account_id: accountId });

const { refusingTakenNames, refuseTakenName } = uniqueNames("template", ofAccount);
export { refuseTakenName };

/** Throws a conflict if another template of the account has the name. */
export async function insertTemplate(db: Db, template: Template): Promise<void> {
  await refusingTakenNames(
    db("templates").insert({
      account_id: template.accountId,
      id: template.id,
      ...nameColumns(template.name),
      channel: template.channel,
      purpose: storedPurpose(template.purpose),
      content: JSON.stringify(template.content),
      follow_ups: JSON.stringify(template.followUps),
      validity_seconds: template.validitySeconds,
      created_at: template.createdAt,
      updated_at: template.updatedAt,
    }),
  );
}

export async function findTemplate(db: Db, accountId: string, templateId: string): Promise<Template | null> {
  const row = await ofAccount(db, accountId).where({ id: templateId }).first();
  return row ? toTemplate(row) : null;
}

export async function lockTemplate(trx: Db, accountId: string, templateId: string): Promise<Template | null> {
  const row = await lockRows(trx, ofAccount(trx, accountId).where({ id: templateId }).first());
  return row ? toTemplate(row as TemplateRow) : null;
}

export async function listTemplates(
  db: Db,
  reading: Reading,
  accountId: string,
  {
    channel: channels,
    purpose: purposes,
    search,
  }: { channel?: readonly Channel[]; purpose?: readonly Purpose[]; search?: string },
  order: Order,
  page: PageRequest,
): Promise<LazyPage<Template>> {
  const source = { table: "templates", id: "id", scope: { account_id: accountId }, order };
  const conditions = [
    ...(channels === undefined ? [] : [isAnyOf({ column: "channel", type: "text", values: channels })]),
    ...(purposes === undefined ? [] : [isAnyOf(purposeValues(purposes))]),
    ...(search === undefined ? [] : [contains("name_search", search)]),
  ];
  const { ids, total } = await reading((read) => scan(read, source, conditions, page));
  const contents = { table: "templates", accountId, column: "content" };
  const query = ofAccount(db, accountId)
    .where(anyOf(db, "id", "uuid", ids))
    .select("account_id", "id", "name", "channel", "purpose", "follow_ups", "created_at", "updated_at")
    .select("validity_seconds")
    .select(sizeColumn(db, "content"));
  const rows = await weighedRows<Omit<TemplateRow, "content"> & Weighed>(db, contents, query);
  const toItem = ({ text, ...row }: (typeof rows)[number]) => toTemplate({ ...row, content: text ?? "" });
  return { ...lazyPage(db, contents, arranged(rows, ids), toItem), total };
}

/** Changes the given fields; returns null for an unknown template. Throws a conflict for a taken name. */
export async function updateTemplate(
  db: Db,
  accountId: string,
  templateId: string,
  changes: Partial<Pick<Template, "name" | "purpose" | "content" | "followUps" | "validitySeconds">>,
  now: Instant,
): Promise<Template | null> {
  const { name, purpose, content, followUps, validitySeconds } = changes;
  const [row] = await refusingTakenNames(
    ofAccount(db, accountId)
      .where({ id: templateId })
      .update({
        ...(name === undefined ? {} : nameColumns(name)),
        ...(purpose === undefined ? {} : { purpose: storedPurpose(purpose) }),
        ...(content === undefined ? {} : { content: JSON.stringify(content) }),
        ...(followUps === undefined ? {} : { follow_ups: JSON.stringify(followUps) }),
        ...(validitySeconds === undefined ? {} : { validity_seconds: validitySeconds }),
        updated_at: now,
      })
      .returning("*"),
  );
  return row ? toTemplate(row) : null;
}

export async function templatePurposes(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, Purpose>> {
  if (ids.length === 0) return new Map();
  const rows = await ofAccount(db, accountId)
    .where(anyOf(db, "id", "uuid", ids))
    .select("id", "purpose");
  return new Map(rows.map(({ id, purpose }) => [id, purposeOf(purpose)]));
}

export const templateHasPurpose = (accountId: string, purposes: readonly Purpose[]): Condition => ({
  columns: ["template_id"],
  sql: (db) => {
    const having = ofAccount(db, accountId)
      .where(isAnyOf(purposeValues(purposes)).sql(db))
      .select("id");
    return db.raw("template_id in (?)", [having]);
  },
});

/** Locks a template against deletion; returns false if the template does not exist. */
export async function lockSharedTemplate(trx: Db, accountId: string, templateId: string): Promise<boolean> {
  const row = await lockSharedRows(
    trx,
    ofAccount(trx, accountId).where({ id: templateId }).select("id").first(),
  );
  return row !== undefined;
}

export async function deleteTemplate(db: Db, accountId: string, templateId: string): Promise<boolean> {
  return (await ofAccount(db, accountId).where({ id: templateId }).delete()) > 0;
}

export async function anyTemplateUses(db: Db, accountId: string, fileId: string): Promise<boolean> {
  // The text match is a prefilter, because the id may also occur elsewhere in the content.
  const contents = (await ofAccount(db, accountId)
    .whereLike("content", `%${fileId}%`)
    .pluck("content")) as string[];
  return contents.some((content) => fileIdsOf(JSON.parse(content) as Content).includes(fileId));
}

/** Returns the follow-ups reachable from the given templates in at most `MAX_DEPTH` steps. */
export async function followUpGraph(
  db: Db,
  accountId: string,
  from: readonly string[],
): Promise<FollowUpGraph> {
  const graph = new Map<string, string[]>();
  let level = [...new Set(from)];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const rows = (await followUpTargets(db, accountId)
      .where(anyOf(db, "source_id", "uuid", level))
      .select("source_id", "target_id")) as { source_id: string; target_id: string }[];
    for (const id of level) graph.set(id, []);
    for (const row of rows) graph.get(row.source_id)?.push(row.target_id);
    level = [...new Set(rows.map((row) => row.target_id))].filter((id) => !graph.has(id));
  }
  return graph;
}

// Page sizes. Tens of thousands of templates may have rules that send the same template.
const TARGETS_AT_ONCE = 500;
const SOURCES_AT_ONCE = 2_000;

/** Returns the length of the longest chain of follow-ups that leads to a template, at most `MAX_DEPTH`. */
export async function followUpsBefore(db: Db, accountId: string, templateId: string): Promise<number> {
  let level = [templateId];
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const sources = new Set<string>();
    for (let start = 0; start < level.length; start += TARGETS_AT_ONCE) {
      const some = level.slice(start, start + TARGETS_AT_ONCE);
      for await (const found of followUpSources(db, accountId, some)) for (const id of found) sources.add(id);
    }
    if (sources.size === 0) return depth;
    level = [...sources];
  }
  return MAX_DEPTH;
}

/** Yields pages of ids of templates with a rule that sends a target. Lets other work run between pages. */
async function* followUpSources(
  db: Db,
  accountId: string,
  targets: readonly string[],
): AsyncGenerator<string[]> {
  let last: string | null = null;
  for (;;) {
    const query = followUpTargets(db, accountId);
    // For a single target, the index returns the sources in order.
    if (targets.length === 1) void query.where({ target_id: targets[0] });
    else void query.where(anyOf(db, "target_id", "uuid", targets));
    if (last !== null) void query.andWhere("source_id", ">", last);
    const page = query.distinct("source_id").orderBy("source_id").limit(SOURCES_AT_ONCE);
    const found = (await page.pluck("source_id")) as string[];
    await yieldToEventLoop();
    yield found;
    if (found.length < SOURCES_AT_ONCE) return;
    last = found.at(-1) ?? null;
  }
}

/** Returns whether a rule of any template sends this template. */
export async function isFollowUp(db: Db, accountId: string, templateId: string): Promise<boolean> {
  const row: unknown = await followUpTargets(db, accountId)
    .where({ target_id: templateId })
    .first("source_id");
  return row !== undefined;
}

/** A row is a pair of a template and a follow-up that it sends. Database triggers maintain the table. */
const followUpTargets = (db: Db, accountId: string) =>
  db("follow_up_targets").where({ account_id: accountId });

export async function knownTemplates(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  return new Set(await ofAccount(db, accountId).whereIn("id", ids).pluck("id"));
}
