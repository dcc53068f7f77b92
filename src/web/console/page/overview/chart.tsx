import { useState } from "preact/hooks";
import { Segments } from "../../../design/segments";
import { useTexts, wordFor } from "../texts/language";
import { Bars } from "../parts/bars";
import { Table } from "../parts/table";
import { scaleEnd, type Series, type Span, type Stack, STACKS } from "./slots";

interface Props {
  span: Span;
  series: readonly Series[];
  stack: Stack;
  onStack(stack: Stack): void;
}

export function Chart({ span: { by, slots }, series, stack, onStack }: Props) {
  const { t, format } = useTexts();
  const [isWhole, setWhole] = useState(false);
  const title = t.overview.chart[by][stack];
  const nameOf = (slot: string) => (by === "hour" ? format.hour(slot) : format.day(slot));
  const nameOfSeries = ({ name }: Series) => wordFor({ ...t.status, ...t.channel }, name);
  const totals = slots.map((_, index) => series.reduce((sum, { counts }) => sum + (counts[index] ?? 0), 0));
  const end = scaleEnd(totals);
  return (
    <section class="card">
      <div class="card-head">
        <h2>{title}</h2>
        <Segments
          label={t.overview.stack}
          value={stack}
          options={STACKS.map((one) => [one, t.overview.stacks[one]] as const)}
          onChange={onStack}
        />
      </div>
      <Bars
        label={title}
        bars={slots.map(nameOf)}
        series={series.map((one) => ({
          name: nameOfSeries(one),
          colour: `${stack}-${one.name}`,
          values: [...one.counts],
        }))}
        {...(end !== null && !isWhole && { end, numberOf: format.number })}
      />
      {end !== null && (
        <p class="hint mt-2 flex flex-wrap items-center gap-2">
          {isWhole ? t.overview.wholeScale : t.overview.cutScale(format.number(end))}
          <button type="button" class="btn btn-sm" onClick={() => setWhole(!isWhole)}>
            {isWhole ? t.overview.showUsual : t.overview.showWhole}
          </button>
        </p>
      )}
      <details class="mt-2">
        <summary>{t.overview.table}</summary>
        <Table
          label={title}
          columns={[
            by === "hour" ? t.overview.hour : t.overview.day,
            ...series.map((one) => ({ name: nameOfSeries(one), isNumber: true }) as const),
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
