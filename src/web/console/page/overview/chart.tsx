import { useTexts } from "../texts/language";
import { Bars } from "../parts/bars";
import { Table } from "../parts/table";
import type { Series, Span, Stack } from "./slots";

interface Props {
  span: Span;
  series: readonly Series[];
  stack: Stack;
}

export function Chart({ span: { by, slots }, series, stack }: Props) {
  const { t, format } = useTexts();
  const title = t.overview.chart[by][stack];
  const nameOf = (slot: string) => (by === "hour" ? format.hour(slot) : format.day(slot));
  const words: Readonly<Record<string, string>> = { ...t.status, ...t.channel };
  const wordFor = (name: string) => words[name] ?? name;
  return (
    <section class="card">
      <h2>{title}</h2>
      <Bars
        label={title}
        bars={slots.map(nameOf)}
        series={series.map(({ name, counts }) => ({
          ...{ name: wordFor(name), colours: `${stack}-${name}` },
          values: [...counts],
        }))}
      />
      <details>
        <summary>{t.overview.table}</summary>
        <Table
          label={title}
          columns={[
            by === "hour" ? t.overview.hour : t.overview.day,
            ...series.map(({ name }) => ({ name: wordFor(name), isNumber: true }) as const),
          ]}
        >
          {slots.map((slot, index) => (
            <tr key={slot}>
              <th scope="row">{nameOf(slot)}</th>
              {series.map(({ name, counts }) => (
                <td key={name} class="number">
                  {format.number(counts[index] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </Table>
      </details>
    </section>
  );
}
