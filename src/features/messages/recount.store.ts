import { addToTotals } from "../../platform/db/rollup";
import { type Db, rawRows } from "../../platform/db/dialect";
import { runStatements } from "../../platform/db/statement-batch";
import { NIL_ID } from "../../platform/ids";
import { DAY, HOUR } from "../../platform/time";
import type { Channel } from "../../messaging/channel";
import type { Purpose } from "../../messaging/purpose";
import { BY_PURPOSE, countsStatement, HOURS, tagCountsStatement } from "./counts.store";
import type { MessageStatus } from "./message";

interface Sums {
  messages: number;
  /** Total price in micro-units. */
  price: number;
}

/** A stored sum, without deleted messages (`kept`), that differs from the messages (`actual`). */
interface Difference {
  channel: Channel;
  status: MessageStatus;
  kept: Sums;
  actual: Sums;
}

/** Differences of an account. Days and hours are counted from 1970-01-01 in UTC. */
export interface MessageDifferences {
  messages: (Difference & { day: number; template_id: string | null; campaign_id: string | null })[];
  hours: (Difference & { hour: number })[];
  /** Sums of `otp` and `marketing` messages. */
  purposes: (Difference & { day: number; purpose: Purpose })[];
  tags: (Difference & { day: number; tag: string })[];
}

/** Sums in a table of changes and a table of totals, by period, channel, status and further columns. */
interface StoredSums {
  changes: string;
  totals: string;
  period: "day" | "hour";
  /** Further columns. Totals hold `NIL_ID` instead of null, so null counts as `NIL_ID`. */
  columns: readonly string[];
  /** Column whose null value excludes a row from the sums. */
  needs?: "hour" | "purpose";
  /** SQL of the rows to sum; absent to sum the rows of `messages`. */
  messages?: string;
}

const TAGGED = `(select t.account_id, t.tag, m.channel, m.status, m.price, m.created_at from message_tags t
  join messages m on m.account_id = t.account_id and m.id = t.message_id) as tagged`;

const STORED: Readonly<Record<keyof MessageDifferences, StoredSums>> = {
  messages: {
    changes: "message_counts",
    totals: "message_totals",
    period: "day",
    columns: ["template_id", "campaign_id"],
  },
  hours: { changes: "message_counts", totals: "message_hours", period: "hour", columns: [], needs: "hour" },
  purposes: {
    changes: "message_counts",
    totals: "message_purposes",
    period: "day",
    columns: ["purpose"],
    needs: "purpose",
  },
  tags: {
    changes: "message_tag_counts",
    totals: "message_tag_totals",
    period: "day",
    columns: ["tag"],
    messages: TAGGED,
  },
};

/** Compares the stored sums with the messages, in one statement for each kind. Returns the differences. */
export const messageDifferences = async (db: Db, accountId: string): Promise<MessageDifferences> => ({
  messages: await differencesOf(db, accountId, "messages"),
  hours: await differencesOf(db, accountId, "hours"),
  purposes: await differencesOf(db, accountId, "purposes"),
  tags: await differencesOf(db, accountId, "tags"),
});

async function differencesOf<K extends keyof MessageDifferences>(
  db: Db,
  accountId: string,
  kind: K,
): Promise<MessageDifferences[K]> {
  const { changes, totals, period, columns, needs, messages = "messages" } = STORED[kind];
  const key = `channel, status${columns.map((name) => `, coalesce(${name}, '${NIL_ID}') as ${name}`).join("")}`;
  const places = [1, 2, 3, ...columns.map((_, index) => index + 4)].join(", ");
  const sumsOf = (column?: string) => (column === undefined ? "" : `and ${column} is not null`);
  const rows = await rawRows<Record<string, string | number>>(
    db,
    `select ${[period, "channel", "status", ...columns].join(", ")}, sum(kept) as kept,
            sum(kept_price) as kept_price, sum(actual) as actual, sum(actual_price) as actual_price
       from (select ${period}, ${key}, messages as kept, price as kept_price, 0 as actual, 0 as actual_price
               from ${changes} where account_id = ? ${sumsOf(needs)}
             union all select ${period}, ${key}, messages - purged, price - purged_price, 0, 0
               from ${totals} where account_id = ?
             union all select created_at / ${period === "day" ? DAY : HOUR}, ${key}, 0, 0, count(*), sum(price)
               from ${messages} where account_id = ? ${sumsOf(needs === period ? undefined : needs)}
               group by ${places}) as sides
      group by ${places}
     having sum(kept) <> sum(actual) or sum(kept_price) <> sum(actual_price)
      order by ${places}`,
    [accountId, accountId, accountId],
  );
  return rows.map(({ kept, kept_price, actual, actual_price, ...values }) => ({
    ...Object.fromEntries(
      // `NIL_ID` stands for null, except in the column `tag`, where it can be a real tag.
      Object.entries(values).map(([name, value]) => [
        name,
        name !== "tag" && value === NIL_ID ? null : value,
      ]),
    ),
    kept: { messages: kept, price: kept_price },
    actual: { messages: actual, price: actual_price },
  })) as unknown as MessageDifferences[K];
}

const correctionOf = ({ kept, actual }: Pick<Difference, "kept" | "actual">): Sums => ({
  messages: actual.messages - kept.messages,
  price: actual.price - kept.price,
});

/**
 * Corrects the stored sums by adding the differences. A concurrent send adds the same number to the stored
 * sums and to the messages, so the differences stay valid. Two concurrent repairs would add them twice.
 */
export async function repairMessageSums(
  trx: Db,
  accountId: string,
  { messages, hours, purposes, tags }: MessageDifferences,
): Promise<void> {
  const days = messages.map(({ day, channel, status, template_id, campaign_id, ...sums }) => ({
    day,
    channel,
    status,
    templateId: template_id,
    campaignId: campaign_id,
    ...correctionOf(sums),
    // The sums by hour and by purpose are corrected separately.
    hour: null,
    purpose: "transactional" as const,
  }));
  await runStatements(trx, [countsStatement(trx, [{ accountId, counts: { rows: () => days } }])]);
  // Corrects these totals directly, because inserted changes would also alter the daily sums.
  for (const [totals, differences] of [
    [HOURS, hours],
    [BY_PURPOSE, purposes],
  ] as const) {
    const rows = differences.map(({ kept, actual, ...key }) => ({
      account_id: accountId,
      ...key,
      ...correctionOf({ kept, actual }),
    }));
    await addToTotals(trx, totals, ["messages", "price"], rows);
  }
  if (tags.length > 0) await repairTagSums(trx, accountId, tags);
}

/**
 * Inserts the differences as changes. Also deletes rows of `message_tags` whose message is gone: a process of
 * an earlier build deletes messages without these rows.
 */
const repairTagSums = (trx: Db, accountId: string, tags: MessageDifferences["tags"]): Promise<unknown> => {
  const deltas = tags.map(({ kept, actual, ...key }) => ({ ...key, ...correctionOf({ kept, actual }) }));
  return runStatements(trx, [
    tagCountsStatement(trx, [{ accountId, counts: { tagRows: () => deltas } }]),
    {
      sql: `delete from message_tags where account_id = ? and not exists
        (select 1 from messages m where m.account_id = message_tags.account_id and m.id = message_tags.message_id)`,
      bindings: [accountId],
    },
  ]);
};
