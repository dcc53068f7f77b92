import type { Knex } from "knex";
import { requireBuild } from "../compatibility";

// Messages are submitted, and looked after, by jobs of the one queue; what waited in `batches` moves there.

const ROWS_AT_ONCE = 500;
const MESSAGES_OF_A_QUERY = 1_000;

interface BatchRow {
  account_id: string;
  id: string;
  sender_id: string;
  campaign_id: string | null;
  exempt: boolean | number;
  phase: "submit" | "await";
  priority: number;
  due_at: number;
  lease: string | null;
  lease_count: number;
  paused: boolean | number;
  attempt: number;
  origin_id: string;
  first_id: string;
  last_id: string;
  ids: string | null;
  size: number;
  created_at: number;
}

interface JobRow {
  account_id: string;
  kind: "submission" | "status-query";
  id: string;
  key: string;
  priority: number;
  due_at: number;
  leases: number;
  attempt: number;
  weight: number;
  tag: string | null;
  created_at: number;
  payload: string;
}

export async function up(db: Knex): Promise<void> {
  for (;;) {
    const batches = (await db("batches").orderBy(["account_id", "id"]).limit(ROWS_AT_ONCE)) as BatchRow[];
    for (const batch of batches) {
      const jobs = await jobsOf(db, batch);
      if (jobs.length > 0) await db("jobs").insert(jobs);
      await db("batches").where({ account_id: batch.account_id, id: batch.id }).del();
    }
    if (batches.length < ROWS_AT_ONCE) break;
  }
  await db.schema.dropTable("batches");
  await requireBuild(db, "0011_dispatch_by_jobs");
}

/** What a batch goes on as. Who held one is stopped: this migration lets no older build go on. */
async function jobsOf(db: Knex, batch: BatchRow): Promise<JobRow[]> {
  const common = { account_id: batch.account_id, key: batch.sender_id, created_at: Number(batch.created_at) };
  const jobs: JobRow[] = [];
  if (batch.phase === "submit") {
    const payload = {
      ...{ origin: batch.origin_id, first: batch.first_id, last: batch.last_id },
      ...(batch.ids === null ? {} : { ids: JSON.parse(batch.ids) as string[] }),
      ...(batch.exempt ? { exempt: true } : {}),
    };
    jobs.push({
      ...common,
      ...{ kind: "submission", id: batch.id, priority: batch.priority, attempt: batch.attempt },
      due_at: batch.lease === null ? Number(batch.due_at) : Number(batch.created_at),
      leases: batch.lease === null ? 0 : batch.lease_count,
      ...{ weight: batch.size, tag: batch.campaign_id, payload: JSON.stringify(payload) },
    });
  }
  if (batch.phase === "await" || batch.paused || batch.lease_count > 1) {
    const submitted = await submittedOf(db, batch);
    for (let start = 0; start < submitted.length; start += MESSAGES_OF_A_QUERY) {
      const messageIds = submitted.slice(start, start + MESSAGES_OF_A_QUERY);
      const submittedAt = Number(batch.created_at);
      const queries = batch.phase === "await" ? batch.attempt : 0;
      jobs.push({
        ...common,
        ...{ kind: "status-query", id: messageIds[0] as string, priority: 0, attempt: 0, leases: 0 },
        due_at: batch.phase === "await" ? Number(batch.due_at) : Number(batch.created_at),
        ...{ weight: messageIds.length, tag: null },
        payload: JSON.stringify({ messageIds, submittedAt, queries }),
      });
    }
  }
  return jobs;
}

async function submittedOf(db: Knex, batch: BatchRow): Promise<string[]> {
  const ids = (await db("messages")
    .where({ account_id: batch.account_id, batch_id: batch.origin_id, status: "sent" })
    .whereBetween("id", [batch.first_id, batch.last_id])
    .orderBy("id")
    .pluck("id")) as string[];
  const named = batch.ids === null ? null : new Set(JSON.parse(batch.ids) as string[]);
  return named === null ? ids : ids.filter((id) => named.has(id));
}

export async function down(db: Knex): Promise<void> {
  await requireBuild(db, "0008_jobs");
  await db.schema.createTable("batches", (t) => {
    t.uuid("account_id").notNullable();
    t.uuid("id").notNullable();
    t.uuid("sender_id").notNullable();
    t.text("phase").notNullable();
    t.smallint("priority").notNullable();
    t.bigInteger("due_at").notNullable();
    t.uuid("lease");
    t.integer("lease_count").notNullable();
    t.boolean("paused").notNullable().defaultTo(false);
    t.integer("attempt").notNullable();
    t.uuid("origin_id").notNullable();
    t.uuid("first_id").notNullable();
    t.uuid("last_id").notNullable();
    t.text("ids");
    t.integer("size").notNullable();
    t.bigInteger("created_at").notNullable();
    t.uuid("campaign_id");
    t.boolean("exempt").notNullable().defaultTo(false);
    t.primary(["account_id", "id"]);
  });
  await db.raw("create index batches_due on batches (account_id, sender_id, phase, priority, due_at, id)");
  await db.raw(
    "create index batches_campaign on batches (account_id, campaign_id, due_at) where campaign_id is not null",
  );
  const jobs = (await db("jobs").whereIn("kind", ["submission", "status-query"])) as JobRow[];
  for (const job of jobs) {
    const batch = await batchOf(db, job);
    if (batch) await db("batches").insert(batch);
  }
  await db("jobs").whereIn("kind", ["submission", "status-query"]).del();
}

interface SubmissionPayload {
  origin: string;
  first: string;
  last: string;
  ids?: string[];
  exempt?: true;
}

async function batchOf(db: Knex, job: JobRow): Promise<BatchRow | null> {
  const common = {
    ...{ account_id: job.account_id, id: job.id, sender_id: job.key, priority: job.priority },
    ...{ due_at: job.due_at, lease: null, lease_count: job.leases, paused: false, attempt: job.attempt },
    created_at: job.created_at,
  };
  if (job.kind === "submission") {
    const { origin, first, last, ids, exempt = false } = JSON.parse(job.payload) as SubmissionPayload;
    const run = { origin_id: origin, first_id: first, last_id: last, size: ids?.length ?? job.weight };
    const named = { ids: ids ? JSON.stringify(ids) : null };
    return { ...common, ...run, ...named, phase: "submit", campaign_id: job.tag, exempt };
  }
  const { messageIds } = JSON.parse(job.payload) as { messageIds: string[] };
  const [first] = messageIds;
  if (first === undefined) return null;
  const message = (await db("messages")
    .where({ account_id: job.account_id, id: first })
    .first("batch_id")) as { batch_id: string } | undefined;
  if (!message) return null;
  const last = messageIds.at(-1) as string;
  const run = { origin_id: message.batch_id, first_id: first, last_id: last, size: messageIds.length };
  const named = { ids: JSON.stringify(messageIds) };
  return { ...common, ...run, ...named, phase: "await", campaign_id: null, exempt: false };
}
