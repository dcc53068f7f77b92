import type { components } from "../../../generated/schema";
import { yesterday } from "../bodies";
import { countsOf, differs } from "../expectations";
import { type Context, scenario } from "../context";
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
async function compareGroupings(context: Context): Promise<void> {
  const read = async (
    group_by: (typeof GROUPINGS)[number],
    holds?: (usage: { data: readonly Row[] }) => string[],
  ) => {
    const request = { query: { group_by, from: yesterday() } };
    return totalsOf((await context.provoke("getUsage", 200, request, `sums up by ${group_by}`, holds)).data);
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

export const usage = [
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
