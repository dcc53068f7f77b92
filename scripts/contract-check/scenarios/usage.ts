import type { components } from "../../../generated/schema";
import { yesterday } from "../bodies";
import { countsOf, differs } from "../expectations";
import { type Call, type Context, scenario } from "../context";
import { blockedNumber, sent, textTo } from "../fixtures";
import { countAndPrice } from "./messages";

type Row = components["schemas"]["UsageRow"];

const GROUPINGS = ["day", "channel", "campaign", "template", "purpose"] as const;
const TRIES = 5;

/** Returns the sums of all rows, which must not depend on the grouping. */
const totalsOf = (rows: readonly Row[]) => {
  const names = Object.keys(countsOf([])).concat("price") as (keyof Row)[];
  return Object.fromEntries(
    names.map((name) => [name, rows.reduce((sum, row) => sum + Number(row[name]), 0)]),
  );
};

/** Compares the sums of all groupings. Tries again if other clients of the account changed the usage. */
async function compareGroupings(_context: Context, call: Call): Promise<void> {
  const read = async (
    group_by: (typeof GROUPINGS)[number],
    holds?: (usage: { data: readonly Row[] }) => string[],
  ) => {
    const request = { query: { group_by, from: yesterday() } };
    return totalsOf((await call("getUsage", 200, request, `sums up by ${group_by}`, holds)).data);
  };
  for (let tries = 0; tries < TRIES; tries++) {
    const first = await read("day");
    const sums = [];
    for (const group_by of GROUPINGS) sums.push([group_by, await read(group_by)] as const);
    const other = sums.find(([, sum]) => differs("", sum, first).length > 0);
    if (other === undefined) return;
    if (differs("", await read("day"), first).length > 0) continue;
    const [group_by] = other;
    await read(group_by, ({ data }) => differs(`the sum of all rows by ${group_by}`, totalsOf(data), first));
  }
}

/** Checks that a message counts on the day and in the hour of its creation. */
async function countByTime(context: Context, call: Call): Promise<void> {
  const by = (group_by: "day" | "hour") => ({ query: { group_by, from: yesterday() } });
  type Holds = (usage: { data: readonly Row[] }) => readonly string[];
  const read = (group_by: "day" | "hour", holds?: Holds) =>
    call("getUsage", 200, by(group_by), `reads the usage by ${group_by}`, holds);
  const sumOf = ({ data }: { data: readonly Row[] }) => data.reduce((sum, { total }) => sum + total, 0);
  const before = { day: await read("day"), hour: await read("hour") };
  const to = await blockedNumber(context);
  const { params } = await sent(context, textTo([to]), "sends a message that the usage counts");
  const { created_at } = await call("getMessage", 200, { params }, "reads its time");
  await context.until("getUsage", by("day"), "waits until the usage counts the message", (now) =>
    sumOf(now) > sumOf(before.day) ? [] : ["the usage does not count the message"],
  );
  const keys = { day: created_at.slice(0, 10), hour: `${created_at.slice(0, 13)}:00:00Z` };
  for (const group_by of ["day", "hour"] as const) {
    const key = keys[group_by];
    const countIn = ({ data }: { data: readonly Row[] }) =>
      data.find((row) => row[group_by] === key)?.total ?? 0;
    await read(group_by, (now) =>
      countIn(now) > countIn(before[group_by]) ? [] : [`${key} does not count a message of ${created_at}`],
    );
  }
}

export const usage = [
  scenario("the day and the hour of a message", countByTime),
  scenario("the usage against messages", (context) =>
    context.shared("counted messages", () => countAndPrice(context)),
  ),
  scenario("equal sums of each grouping", compareGroupings),
  scenario("the usage by each grouping", async (_context, call) => {
    for (const group_by of [...GROUPINGS, "hour", "tag"] as const) {
      await call(
        "getUsage",
        200,
        { query: { group_by, from: yesterday() } },
        `reads the usage by ${group_by}`,
      );
    }
  }),
];
