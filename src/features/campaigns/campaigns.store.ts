import { anyOf } from "../../platform/db/bulk";
import type { Db } from "../../platform/db/dialect";
import type { PageRequest } from "../../platform/db/page";
import { arranged, type Order } from "../../platform/db/reads/order";
import type { Reading } from "../../platform/db/reads/reads";
import { type Condition, contains, isAnyOf } from "../../platform/db/reads/conditions";
import { scan } from "../../platform/db/reads/scan";
import { nameColumns, uniqueNames } from "../../platform/db/unique-names";
import type { FollowUpRule } from "../../messaging/follow-up-rules";
import { firstIdAt, lastIdAt } from "../../platform/ids";
import type { Channel } from "../../messaging/channel";
import {
  type Purpose,
  purposeOf,
  purposeValues,
  type StoredPurpose,
  storedPurpose,
} from "../../messaging/purpose";
import { fileIdsOf } from "../../messaging/content";
import type { Content } from "../../messaging/content-types";
import { parseStoredContent } from "../../messaging/dial-numbers";
import type { Instant } from "../../platform/time";
import { templateHasPurpose } from "../templates/templates.store";
import { storedTags, tagsIn } from "../messages/tags.store";
import type { Campaign, CampaignError, CampaignStatus } from "./campaign";

export interface CampaignRow {
  account_id: string;
  id: string;
  name: string;
  name_key: string;
  name_search: string;
  template_id: string;
  list_id: string;
  sender_id: string | null;
  tags: string | null;
  channel: Channel;
  purpose: StoredPurpose;
  status: CampaignStatus;
  error: string | null;
  created_at: number;
  updated_at: number;
  scheduled_at: number | null;
  waiting_since: number | null;
  started_at: number | null;
  completed_at: number | null;
  failed_at: number | null;
  launches: number;
  content: string | null;
  follow_ups: string | null;
  validity_seconds: number | null;
  snapshot: number | null;
  open_ranges: number;
  expanded: boolean | number;
}

/** Columns without the content and the follow-up rules, which are large. */
const COLUMNS = [
  "account_id",
  "id",
  "name",
  "template_id",
  "list_id",
  "channel",
  "purpose",
  "status",
  "error",
  "created_at",
  "updated_at",
  "scheduled_at",
  "waiting_since",
  "started_at",
  "completed_at",
  "failed_at",
  "launches",
  "snapshot",
  "sender_id",
  "tags",
  "expanded",
  "validity_seconds",
];

export const toCampaign = (row: CampaignRow): Campaign => ({
  accountId: row.account_id,
  id: row.id,
  name: row.name,
  templateId: row.template_id,
  listId: row.list_id,
  senderId: row.sender_id,
  tags: tagsIn(row.tags) ?? [],
  channel: row.channel,
  purpose: row.launches === 0 ? null : purposeOf(row.purpose),
  status: row.status,
  error: row.error === null ? null : (JSON.parse(row.error) as CampaignError),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  scheduledAt: row.scheduled_at,
  waitingSince: row.waiting_since,
  startedAt: row.started_at,
  completedAt: row.completed_at,
  failedAt: row.failed_at,
  launches: row.launches,
  content: row.content === null ? null : parseStoredContent(row.content),
  followUps: row.follow_ups === null ? null : (JSON.parse(row.follow_ups) as FollowUpRule[]),
  validitySeconds: row.validity_seconds,
  snapshot: row.snapshot,
  expanded: Boolean(row.expanded),
});

export const ofAccount = (db: Db, accountId: string) =>
  db<CampaignRow>("campaigns").where({ account_id: accountId });

const { refusingTakenNames, refuseTakenName } = uniqueNames("campaign", ofAccount);
export { refuseTakenName };

type NewCampaign = Pick<
  Campaign,
  "accountId" | "id" | "name" | "templateId" | "listId" | "senderId" | "tags" | "channel" | "createdAt"
>;

/** Inserts a draft. Throws a conflict if another campaign of the account has the name. */
export async function insertCampaign(db: Db, campaign: NewCampaign): Promise<Campaign> {
  const [row] = await refusingTakenNames(
    db<CampaignRow>("campaigns")
      .insert({
        account_id: campaign.accountId,
        id: campaign.id,
        ...nameColumns(campaign.name),
        template_id: campaign.templateId,
        list_id: campaign.listId,
        sender_id: campaign.senderId,
        tags: storedTags(campaign.tags),
        channel: campaign.channel,
        status: "draft",
        created_at: campaign.createdAt,
        updated_at: campaign.createdAt,
      })
      .returning("*"),
  );
  return toCampaign(row as CampaignRow);
}

export async function findCampaign(db: Db, accountId: string, campaignId: string): Promise<Campaign | null> {
  const row = await ofAccount(db, accountId).where({ id: campaignId }).first();
  return row ? toCampaign(row) : null;
}

/**
 * Locks and returns the campaign. The lock is an update: a SQLite transaction that begins with a read cannot
 * write after another process has written.
 */
export async function lockCampaign(trx: Db, accountId: string, campaignId: string): Promise<Campaign | null> {
  const [row] = await ofAccount(trx, accountId)
    .where({ id: campaignId })
    .update({ name: trx.ref("name") as unknown as string })
    .returning("*");
  return row ? toCampaign(row) : null;
}

interface CampaignFilter {
  channels?: readonly Channel[];
  purposes?: readonly Purpose[];
  statuses?: readonly CampaignStatus[];
  templateIds?: readonly string[];
  listIds?: readonly string[];
  search?: string;
  /** Inclusive bounds of the creation time, in milliseconds at second precision. */
  createdFrom?: Instant;
  createdTo?: Instant;
}

export async function listCampaigns(
  db: Db,
  reading: Reading,
  accountId: string,
  { channels, purposes, statuses, templateIds, listIds, search, createdFrom, createdTo }: CampaignFilter,
  order: Order,
  page: PageRequest,
): Promise<{ campaigns: Campaign[]; total: number }> {
  const from = createdFrom === undefined ? undefined : firstIdAt(createdFrom);
  const to = createdTo === undefined ? undefined : lastIdAt(createdTo + 999);
  const isById = order.column === undefined;
  const bounds = isById ? { from, to } : {};
  const source = { table: "campaigns", id: "id", scope: { account_id: accountId }, order, ...bounds };
  const conditions = [
    ...(isById || from === undefined
      ? []
      : [{ columns: ["id"], sql: (on: Db) => on.raw("id >= ?", [from]) }]),
    ...(isById || to === undefined ? [] : [{ columns: ["id"], sql: (on: Db) => on.raw("id <= ?", [to]) }]),
    ...(channels ? [isAnyOf({ column: "channel", type: "text", values: channels })] : []),
    ...(purposes ? [hasPurpose(accountId, purposes)] : []),
    ...(statuses ? [isAnyOf({ column: "status", type: "text", values: statuses })] : []),
    ...(templateIds ? [isAnyOf({ column: "template_id", type: "uuid", values: templateIds })] : []),
    ...(listIds ? [isAnyOf({ column: "list_id", type: "uuid", values: listIds })] : []),
    ...(search === undefined ? [] : [contains("name_search", search)]),
  ];
  const { ids, total } = await reading((read) => scan(read, source, conditions, page));
  const rows = await ofAccount(db, accountId)
    .where(anyOf(db, "id", "uuid", ids))
    .select(...COLUMNS, db.raw("null as content, null as follow_ups"));
  return { campaigns: arranged(rows as CampaignRow[], ids).map(toCampaign), total };
}

/**
 * Returns the condition that a campaign has one of the purposes. A campaign that was never launched has the
 * purpose of its template.
 */
const hasPurpose = (accountId: string, purposes: readonly Purpose[]): Condition => {
  const own = isAnyOf(purposeValues(purposes));
  const ofTemplate = templateHasPurpose(accountId, purposes);
  return {
    columns: ["launches", ...own.columns, ...ofTemplate.columns],
    sql: (db) => db.raw("((launches > 0 and ?) or (launches = 0 and ?))", [own.sql(db), ofTemplate.sql(db)]),
  };
};

/** Statuses in which the tags may be changed, because no run creates messages. */
const TAGS_CHANGEABLE: readonly CampaignStatus[] = ["draft", "scheduled", "error"];

export const hasChangeableTags = ({ status }: Pick<Campaign, "status">) => TAGS_CHANGEABLE.includes(status);

/**
 * Changes the campaign's name and tags, as given. Returns null if the campaign does not exist, and its status
 * if the status does not allow the change of tags. Throws a conflict if the name is taken.
 */
export async function updateCampaign(
  db: Db,
  accountId: string,
  campaignId: string,
  { name, tags }: { name?: string; tags?: readonly string[] },
  now: Instant,
): Promise<Campaign | CampaignStatus | null> {
  const query = ofAccount(db, accountId).where({ id: campaignId });
  if (tags !== undefined) void query.whereIn("status", TAGS_CHANGEABLE);
  const [row] = await refusingTakenNames(
    query
      .update({
        ...(name === undefined ? {} : nameColumns(name)),
        ...(tags === undefined ? {} : { tags: storedTags(tags) }),
        updated_at: now,
      })
      .returning("*"),
  );
  if (row) return toCampaign(row);
  return tags === undefined ? null : ((await findCampaign(db, accountId, campaignId))?.status ?? null);
}

export type CampaignChanges = Partial<
  Pick<
    Campaign,
    | "status"
    | "error"
    | "scheduledAt"
    | "waitingSince"
    | "startedAt"
    | "completedAt"
    | "failedAt"
    | "launches"
    | "purpose"
    | "content"
    | "followUps"
    | "validitySeconds"
    | "snapshot"
    | "expanded"
  >
>;

/** Writes the given fields. The caller's transaction has locked the campaign. */
export async function changeCampaign(
  trx: Db,
  { accountId, id }: Pick<Campaign, "accountId" | "id">,
  { error, purpose, content, followUps, ...changes }: CampaignChanges,
  now: Instant,
): Promise<Campaign> {
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value));
  const [row] = await ofAccount(trx, accountId)
    .where({ id })
    .update({
      status: changes.status,
      scheduled_at: changes.scheduledAt,
      waiting_since: changes.waitingSince,
      started_at: changes.startedAt,
      completed_at: changes.completedAt,
      failed_at: changes.failedAt,
      launches: changes.launches,
      snapshot: changes.snapshot,
      validity_seconds: changes.validitySeconds,
      expanded: changes.expanded,
      ...(error === undefined ? {} : { error: json(error) }),
      ...(purpose === undefined ? {} : { purpose: purpose && storedPurpose(purpose) }),
      ...(content === undefined ? {} : { content: json(content) }),
      ...(followUps === undefined ? {} : { follow_ups: json(followUps) }),
      updated_at: now,
    })
    .returning("*");
  return toCampaign(row as CampaignRow);
}

export async function deleteCampaign(trx: Db, accountId: string, campaignId: string): Promise<void> {
  await ofAccount(trx, accountId).where({ id: campaignId }).delete();
}

/** Returns whether an unfinished campaign uses the template or has a follow-up rule for it. */
export async function anyCampaignNeeds(db: Db, accountId: string, templateId: string): Promise<boolean> {
  const open = () => ofAccount(db, accountId).whereNot({ status: "completed" });
  if ((await open().where({ template_id: templateId }).first("id")) !== undefined) return true;
  // The text match is a prefilter, because it also matches a rule's own id.
  const storedRules = (await open()
    .whereLike("follow_ups", `%${templateId}%`)
    .pluck("follow_ups")) as string[];
  return storedRules.some((rules) =>
    (JSON.parse(rules) as FollowUpRule[]).some((rule) => rule.templateId === templateId),
  );
}

/** Returns whether the launch content of an unfinished campaign uses the file. */
export async function anyCampaignNeedsFile(db: Db, accountId: string, fileId: string): Promise<boolean> {
  const naming = ofAccount(db, accountId)
    .whereNot({ status: "completed" })
    .whereLike("content", `%${fileId}%`);
  const contents = (await naming.pluck("content")) as string[];
  return contents.some((content) => fileIdsOf(JSON.parse(content) as Content).includes(fileId));
}

/**
 * Returns the ids of launched campaigns that may still send. Drafts and failed campaigns count only if they
 * have changed since `changedSince`.
 */
export const openCampaigns = (db: Db, accountId: string, changedSince: Instant): Promise<string[]> =>
  ofAccount(db, accountId)
    .where("launches", ">", 0)
    .whereNot({ status: "completed" })
    .whereRaw("(status in ('running', 'scheduled') or updated_at >= ?)", [changedSince])
    .pluck("id");
