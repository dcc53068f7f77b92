import type { UsageRow } from "../../../../client";
import { useTexts } from "../language";
import { Bars } from "../parts/bars";
import { type Counts, OUTCOMES, present } from "../parts/outcomes";
import { Table } from "../parts/table";

const DAY = 86_400_000;

type DayCounts = { day: string } & Counts;

const NONE = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Counts;

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
  const shown = present(counts);
  return (
    <section class="card">
      <h2>{t.overview.byDay}</h2>
      <Bars
        label={t.overview.byDay}
        bars={counts.map(({ day }) => format.day(day))}
        series={shown.map((outcome) => ({
          ...{ name: t.status[outcome], colours: outcome },
          values: counts.map((day) => day[outcome]),
        }))}
      />
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
