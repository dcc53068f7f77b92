import type { Knex } from "knex";

/** What became of a message, as the database tells it afterwards. */
export interface Outcome {
  createdAt: number;
  /** When its last status was written; null while that is not its end. */
  finalAt: number | null;
  /** The statuses that it entered, in order. */
  path: string;
}

/** Rows read in one go. */
const CHUNK = 5_000;

const OPEN: ReadonlySet<string> = new Set(["pending", "sent"]);

interface Row {
  id: string;
  status: string;
  history: string;
  created_at: number | string;
  updated_at: number | string;
}

function toOutcome({ status, history, created_at, updated_at }: Row): Outcome {
  const entries = JSON.parse(history) as [status: string, at: number][];
  const entered = Math.max(...entries.map(([, at]) => at), Number(updated_at));
  return {
    createdAt: Number(created_at),
    finalAt: OPEN.has(status) ? null : entered,
    path: entries.map(([one]) => one).join(" "),
  };
}

/** What became of each message of an account. */
export async function outcomesOf(db: Knex, accountId: string): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (let after = ""; ;) {
    const query = db("messages")
      .select("id", "status", "history", "created_at", "updated_at")
      .where({ account_id: accountId })
      .orderBy("id")
      .limit(CHUNK);
    const rows = (await (after === "" ? query : query.where("id", ">", after))) as Row[];
    for (const row of rows) outcomes.push(toOutcome(row));
    const last = rows.at(-1);
    if (!last) return outcomes;
    after = last.id;
  }
}

/** The way of a message whose carrier delivers it. */
export const DELIVERED = "pending sent delivered";

/** How many messages went each way. */
export function byPath(outcomes: readonly Outcome[]): Record<string, number> {
  const paths = new Map<string, number>();
  for (const { path } of outcomes) paths.set(path, (paths.get(path) ?? 0) + 1);
  return Object.fromEntries([...paths].sort());
}

/** Milliseconds from acceptance to the end. What had not ended counts with the time that it had waited by then. */
export const finalAfter = (outcomes: readonly Outcome[], givenUpAt: number): number[] =>
  outcomes.map(({ createdAt, finalAt }) => (finalAt ?? Math.max(givenUpAt, createdAt)) - createdAt);
