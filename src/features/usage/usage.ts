import type { components } from "../../../generated/schema";
import { noneOfEach } from "../../messaging/status";
import { DAY, HOUR, toTimestamp } from "../../platform/time";
import type { UsageGrouping, UsageSum } from "./usage.store";

type UsageRow = components["schemas"]["UsageRow"];

const toDate = (day: number) => toTimestamp(day * DAY).slice(0, 10);

const keyOf: Record<UsageGrouping, (key: UsageSum["key"]) => Partial<UsageRow>> = {
  day: (key) => ({ day: toDate(Number(key)) }),
  hour: (key) => ({ hour: toTimestamp(Number(key) * HOUR) }),
  channel: (key) => ({ channel: key as UsageRow["channel"] }),
  purpose: (key) => ({ purpose: key as UsageRow["purpose"] }),
  campaign: (key) => ({ campaign_id: key as string | null }),
  template: (key) => ({ template_id: key as string | null }),
  tag: (key) => ({ tag: String(key) }),
};

const emptyRow = (key: Partial<UsageRow>): UsageRow => ({
  ...key,
  total: 0,
  ...noneOfEach(),
  price: 0,
});

const inOrder = ([a]: [UsageSum["key"], unknown], [b]: [UsageSum["key"], unknown]) => {
  if (a === null || b === null) return Number(b === null) - Number(a === null);
  return a < b ? -1 : Number(a > b);
};

/** Returns one row for each group that has messages, sorted by the group's key, null first. */
export function usageRows(groupBy: UsageGrouping, sums: readonly UsageSum[]): UsageRow[] {
  const rows = new Map<UsageSum["key"], UsageRow>();
  for (const { key, status, messages, price } of sums) {
    const row = rows.get(key) ?? emptyRow(keyOf[groupBy](key));
    row[status] += messages;
    row.total += messages;
    row.price += price;
    rows.set(key, row);
  }
  return [...rows.entries()]
    .sort(inOrder)
    .map(([, row]) => row)
    .filter((row) => row.total > 0);
}
