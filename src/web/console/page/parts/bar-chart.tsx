import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from "chart.js";
import { useEffect, useRef } from "preact/hooks";

/** Size of the chart's texts in pixels. */
const FONT_SIZE = 12;

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip);

interface Series {
  name: string;
  values: number[];
  /** Names of CSS custom properties without `--`: one for all values, or one per value. */
  colours: string | readonly string[];
}

export interface BarsProps {
  /** Accessible name of the chart. Pages must also show the numbers as text. */
  label: string;
  bars: readonly string[];
  /** Series, stacked in each bar. There is no legend if every series has a colour for each value. */
  series: readonly Series[];
  isHorizontal?: boolean;
  /** End of the scale. Higher bars are cut there, and show their total as `numberOf` formats it. */
  end?: number;
  numberOf?(value: number): string;
}

export function BarChart({ label, bars, series, isHorizontal = false, end, numberOf = String }: BarsProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart<"bar"> | null>(null);
  // The chart keeps the plugins of its first drawing.
  const numberText = useRef(numberOf);
  numberText.current = numberOf;
  const data = {
    labels: [...bars],
    datasets: series.map(({ name, values, colours }) => ({
      label: name,
      data: values,
      maxBarThickness: 48,
      backgroundColor: typeof colours === "string" ? colour(colours) : colours.map(colour),
    })),
  };
  // With one colour per value, the axis names the bars and the legend is hidden.
  const isNamed = series.some(({ colours }) => typeof colours === "string");
  const shown = JSON.stringify([data, end]);
  useEffect(() => {
    if (!canvas.current) return;
    if (chart.current === null) {
      chart.current = new Chart(canvas.current, {
        type: "bar",
        data,
        options: optionsOf(isHorizontal, isNamed, end),
        plugins: [
          { id: "cut-totals", afterDatasetsDraw: (drawn) => writeCutTotals(drawn, numberText.current) },
        ],
      });
    } else {
      chart.current.data = data;
      chart.current.options = optionsOf(isHorizontal, isNamed, end);
      chart.current.update();
    }
  }, [shown]);
  useEffect(
    () => () => {
      chart.current?.destroy();
      chart.current = null;
    },
    [],
  );
  return (
    <div class="chart">
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}

/** Writes the totals of bars that the scale cuts. */
function writeCutTotals(chart: Chart<"bar">, numberOf: (value: number) => string) {
  const { ctx, scales, data, chartArea } = chart;
  const end = scales.y?.max ?? Infinity;
  ctx.save();
  ctx.font = `600 ${FONT_SIZE}px system-ui, sans-serif`;
  ctx.textAlign = "center";
  (data.labels ?? []).forEach((_, index) => {
    const total = data.datasets.reduce((sum, { data: values }) => sum + Number(values[index] ?? 0), 0);
    if (total <= end) return;
    const text = numberOf(total);
    const half = ctx.measureText(text).width / 2 + 4;
    const at = chart.getDatasetMeta(0).data[index]?.x ?? 0;
    const x = Math.min(Math.max(at, chartArea.left + half), chartArea.right - half);
    ctx.fillStyle = colour("color-base-100");
    ctx.fillRect(x - half, chartArea.top, half * 2, FONT_SIZE + 6);
    ctx.fillStyle = colour("color-base-content");
    ctx.fillText(text, x, chartArea.top + FONT_SIZE);
  });
  ctx.restore();
}

function optionsOf(isHorizontal: boolean, isNamed: boolean, end?: number) {
  const text = colour("color-base-content");
  const ticks = { color: text, font: { size: FONT_SIZE } };
  const names = {
    stacked: true,
    grid: { display: false },
    ticks: { ...ticks, maxRotation: 0, autoSkipPadding: 16 },
  };
  const counts = {
    stacked: true,
    beginAtZero: true,
    ticks: { ...ticks, precision: 0 },
    ...(!isHorizontal && end !== undefined && { max: end }),
    grid: { color: colour("color-base-300") },
  };
  return {
    animation: false as const,
    responsive: true,
    maintainAspectRatio: false,
    color: text,
    indexAxis: isHorizontal ? ("y" as const) : ("x" as const),
    interaction: {
      mode: "index" as const,
      intersect: false,
      axis: isHorizontal ? ("y" as const) : ("x" as const),
    },
    scales: isHorizontal ? { x: counts, y: names } : { x: names, y: counts },
    plugins: {
      legend: {
        display: isNamed,
        position: "bottom" as const,
        labels: { color: text, boxWidth: 12, font: { size: FONT_SIZE } },
      },
    },
  };
}

/** Returns the computed colour of a custom property, which may itself contain the colours of both themes. */
function colour(name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
