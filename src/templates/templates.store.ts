import { anyOf } from "../db/bulk";
import { type Db, holdRows } from "../db/dialect";
import { isUniqueViolation } from "../db/errors";
import type { PageRequest } from "../db/page";
import type { Reading } from "../db/reads/reads";
import { holds, isAnyOf, scan } from "../db/reads/scan";
import type { FollowUpGraph } from "../follow-ups/graph";
import type { FollowUpRule } from "../follow-ups/rules";
import { conflict } from "../problem";
import { foldForSearch, nameKey } from "../text";
import type { Instant } from "../time";
import type { Channel, Content } from "./content";

export interface Template {
  accountId: string;
  id: string;
  name: string;
  channel: Channel;
  content: Content;
  followUps: FollowUpRule[];
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
  content: string;
  follow_ups: string;
  created_at: number;
  updated_at: number;
}

const toTemplate = (row: TemplateRow): Template => ({
  accountId: row.account_id,
  id: row.id,
  name: row.name,
  channel: row.channel,
  content: JSON.parse(row.content) as Content,
  followUps: JSON.parse(row.follow_ups) as FollowUpRule[],
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const ofAccount = (db: Db, accountId: string) =>
  db<TemplateRow>("templates").where({ account_id: accountId });

const nameColumns = (name: string) => ({ name, name_key: nameKey(name), name_search: foldForSearch(name) });

const nameTaken = () =>
  conflict("Another template has this name", [{ field: "name", message: "is already taken" }]);

/** The last word on names, which the database has: two requests at once may both have found the name free. */
async function refusingTakenNames<T>(write: PromiseLike<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken() : error;
  }
}

/** Throws a conflict when another template of the account has the name; `exceptId` is the one that may. */
export async function refuseTakenName(
  db: Db,
  accountId: string,
  name: string,
  exceptId: string | null = null,
): Promise<void> {
  const holder = await ofAccount(db, accountId)
    .where({ name_key: nameKey(name) })
    .first("id");
  if (holder !== undefined && holder.id !== exceptId) throw nameTaken();
}

/** Throws a conflict when another template of the account has the name. */
export async function insertTemplate(db: Db, template: Template): Promise<void> {
  await refusingTakenNames(
    db("templates").insert({
      account_id: template.accountId,
      id: template.id,
      ...nameColumns(template.name),
      channel: template.channel,
      content: JSON.stringify(template.content),
      follow_ups: JSON.stringify(template.followUps),
      created_at: template.createdAt,
      updated_at: template.updatedAt,
    }),
  );
}

export async function findTemplate(db: Db, accountId: string, templateId: string): Promise<Template | null> {
  const row = await ofAccount(db, accountId).where({ id: templateId }).first();
  return row ? toTemplate(row) : null;
}

/** The account's templates, newest first, and how many there are in all. `search` is looked for in names. */
export async function listTemplates(
  db: Db,
  reading: Reading,
  accountId: string,
  { channel: channels, search }: { channel?: readonly Channel[]; search?: string },
  page: PageRequest,
): Promise<{ templates: Template[]; total: number }> {
  const source = { table: "templates", id: "id", scope: { account_id: accountId } };
  const conditions = [
    ...(channels === undefined ? [] : [isAnyOf({ column: "channel", type: "text", values: channels })]),
    ...(search === undefined ? [] : [holds("name_search", search)]),
  ];
  const { ids, total } = await reading((read) => scan(read, source, conditions, page));
  const rows = await ofAccount(db, accountId)
    .where(anyOf(db, "id", "uuid", ids))
    .orderBy("id", "desc");
  return { templates: rows.map(toTemplate), total };
}

/** Writes what is given and leaves the rest; null when there is no such template. A taken name is a conflict. */
export async function updateTemplate(
  db: Db,
  accountId: string,
  templateId: string,
  changes: { name?: string; content?: Content; followUps?: FollowUpRule[] },
  now: Instant,
): Promise<Template | null> {
  const { name, content, followUps } = changes;
  const [row] = await refusingTakenNames(
    ofAccount(db, accountId)
      .where({ id: templateId })
      .update({
        ...(name === undefined ? {} : nameColumns(name)),
        ...(content === undefined ? {} : { content: JSON.stringify(content) }),
        ...(followUps === undefined ? {} : { follow_ups: JSON.stringify(followUps) }),
        updated_at: now,
      })
      .returning("*"),
  );
  return row ? toTemplate(row) : null;
}

/** Keeps a template from being deleted until the transaction ends; false when there is no such template. */
export async function holdTemplate(trx: Db, accountId: string, templateId: string): Promise<boolean> {
  const row = await holdRows(trx, ofAccount(trx, accountId).where({ id: templateId }).select("id").first());
  return row !== undefined;
}

/** Answers whether there was such a template. */
export async function deleteTemplate(db: Db, accountId: string, templateId: string): Promise<boolean> {
  return (await ofAccount(db, accountId).where({ id: templateId }).delete()) > 0;
}

/** Which templates of the account are followed up by which. */
export async function followUpGraph(db: Db, accountId: string): Promise<FollowUpGraph> {
  const rows = await ofAccount(db, accountId).whereNot({ follow_ups: "[]" }).select("id", "follow_ups");
  return new Map(
    rows.map(({ id, follow_ups }) => [
      id,
      (JSON.parse(follow_ups) as FollowUpRule[]).map(({ templateId }) => templateId),
    ]),
  );
}

/** Which of the templates named the account has. */
export async function knownTemplates(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  return new Set(await ofAccount(db, accountId).whereIn("id", ids).pluck("id"));
}
