import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from "chart.js";
import { useEffect, useRef } from "preact/hooks";

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip);

export interface Series {
  name: string;
  values: number[];
  /** Names of CSS custom properties without `--`: one for all values, or one per value. */
  colours: string | readonly string[];
}

export interface BarsProps {
  /** Accessible name of the chart. Pages must also show the numbers as text. */
  label: string;
  bars: readonly string[];
  /** Stacked series. The legend shows series with a single colour. */
  series: readonly Series[];
  isHorizontal?: boolean;
}

export function BarChart({ label, bars, series, isHorizontal = false }: BarsProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart<"bar"> | null>(null);
  const data = {
    labels: [...bars],
    datasets: series.map(({ name, values, colours }) => ({
      ...{ label: name, data: values, maxBarThickness: 48 },
      backgroundColor: typeof colours === "string" ? colour(colours) : colours.map(colour),
    })),
  };
  // With one colour per value, the axis names the bars and the legend is hidden.
  const isNamed = series.some(({ colours }) => typeof colours === "string");
  const shown = JSON.stringify(data);
  useEffect(() => {
    if (!canvas.current) return;
    if (chart.current === null) {
      chart.current = new Chart(canvas.current, {
        type: "bar",
        data,
        options: optionsOf(isHorizontal, isNamed),
      });
    } else {
      chart.current.data = data;
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

function optionsOf(isHorizontal: boolean, isNamed: boolean) {
  const text = colour("color-base-content");
  const names = { stacked: true, ticks: { color: text }, grid: { display: false } };
  const counts = {
    stacked: true,
    beginAtZero: true,
    ticks: { color: text, precision: 0 },
    grid: { color: colour("color-base-300") },
  };
  return {
    ...{ animation: false as const, responsive: true, maintainAspectRatio: false, color: text },
    indexAxis: isHorizontal ? ("y" as const) : ("x" as const),
    interaction: {
      mode: "index" as const,
      intersect: false,
      axis: isHorizontal ? ("y" as const) : ("x" as const),
    },
    scales: isHorizontal ? { x: counts, y: names } : { x: names, y: counts },
    plugins: {
      legend: { display: isNamed, position: "bottom" as const, labels: { color: text, boxWidth: 12 } },
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
