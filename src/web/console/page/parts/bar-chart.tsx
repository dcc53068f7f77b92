import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from "chart.js";
import { useEffect, useRef } from "preact/hooks";

/** Font size of the chart's texts, in CSS pixels. */
const FONT_SIZE = 12;

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip);

interface Series {
  name: string;
  values: number[];
  /** CSS custom property with the colour, without `--`, such as `color-base-100`. */
  colour: string;
}

export interface BarsProps {
  /** Accessible name of the chart. Pages must also show the numbers as text. */
  label: string;
  bars: readonly string[];
  /** Series with one value per bar. Each bar stacks the values of all series. */
  series: readonly Series[];
  /**
   * Highest value of the scale. Default: the highest bar. The chart cuts higher bars there and writes their
   * totals, formatted by `numberOf`.
   */
  end?: number;
  numberOf?(value: number): string;
}

export function BarChart({ label, bars, series, end, numberOf = String }: BarsProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart<"bar"> | null>(null);
  // The chart keeps the plugins of its first rendering, so the plugin reads the current formatter from a ref.
  const numberText = useRef(numberOf);
  numberText.current = numberOf;
  const data = {
    labels: [...bars],
    datasets: series.map(({ name, values, colour }) => ({
      label: name,
      data: values,
      maxBarThickness: 48,
      backgroundColor: computed(colour),
    })),
  };
  const shown = JSON.stringify([data, end]);
  useEffect(() => {
    if (!canvas.current) return;
    if (chart.current === null) {
      chart.current = new Chart(canvas.current, {
        type: "bar",
        data,
        options: optionsOf(end),
        plugins: [
          { id: "cut-totals", afterDatasetsDraw: (drawn) => writeCutTotals(drawn, numberText.current) },
        ],
      });
    } else {
      chart.current.data = data;
      chart.current.options = optionsOf(end);
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

/** Writes the total of each bar that exceeds the scale at the top of the bar. */
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
    ctx.fillStyle = computed("color-base-100");
    ctx.fillRect(x - half, chartArea.top, half * 2, FONT_SIZE + 6);
    ctx.fillStyle = computed("color-base-content");
    ctx.fillText(text, x, chartArea.top + FONT_SIZE);
  });
  ctx.restore();
}

function optionsOf(end?: number) {
  const text = computed("color-base-content");
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
    ...(end !== undefined && { max: end }),
    grid: { color: computed("color-base-300") },
  };
  return {
    animation: false as const,
    responsive: true,
    maintainAspectRatio: false,
    color: text,
    interaction: { mode: "index" as const, intersect: false, axis: "x" as const },
    scales: { x: names, y: counts },
    plugins: {
      legend: {
        position: "bottom" as const,
        labels: { color: text, boxWidth: 12, font: { size: FONT_SIZE } },
      },
    },
  };
}

/**
 * Returns a CSS custom property's colour in the current theme. The property's own value may contain the
 * colours of both themes.
 */
function computed(name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
