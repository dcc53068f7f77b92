import type { UsageRow } from "../../../../client";
import { useTexts } from "../language";
import { Table } from "../parts/table";
import { Bars } from "./bars";

const DAY = 86_400_000;

/** Outcomes from the best to the worst, and what has none yet. */
export const OUTCOMES = [
  ...(["read", "delivered", "sent", "pending"] as const),
  ...(["undelivered", "failed", "expired", "blocked", "error"] as const),
];
type Outcome = (typeof OUTCOMES)[number];
export type DayCounts = { day: string } & Record<Outcome, number>;

const NONE = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>;

/** Each day of the time, those without messages too. */
export function everyDay(rows: readonly UsageRow[], from: string, days: number): DayCounts[] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const first = Date.parse(`${from}T00:00:00Z`);
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(first + index * DAY).toISOString().slice(0, 10);
    const row = byDay.get(day);
    return {
      day,
      ...NONE,
      ...(row && Object.fromEntries(OUTCOMES.map((outcome) => [outcome, row[outcome]]))),
    };
  });
}

export function Days({ rows, from, days }: { rows: readonly UsageRow[]; from: string; days: number }) {
  const { t, format } = useTexts();
  const counts = everyDay(rows, from, days);
  const shown = OUTCOMES.filter((outcome) => counts.some((day) => day[outcome] > 0));
  return (
    <section class="card">
      <h2>{t.overview.byDay}</h2>
      <Bars counts={counts} outcomes={shown} />
      <details>
        <summary>{t.overview.table}</summary>
        <Table
          label={t.overview.byDay}
          columns={[
            t.overview.day,
            ...shown.map((outcome) => ({ name: t.status[outcome], isNumber: true }) as const),
          ]}
        >
          {counts.map((row) => (
            <tr key={row.day}>
              <th scope="row">{format.day(row.day)}</th>
              {shown.map((outcome) => (
                <td key={outcome} class="number">
                  {format.number(row[outcome])}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </details>
    </section>
  );
}
