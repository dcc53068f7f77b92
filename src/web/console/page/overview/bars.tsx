import { BarController, BarElement, CategoryScale, Chart, Legend, LinearScale, Tooltip } from "chart.js";
import { useEffect, useRef } from "preact/hooks";

Chart.register(BarController, BarElement, CategoryScale, Legend, LinearScale, Tooltip);

interface Props {
  label: string;
  slots: readonly string[];
  /** Each has the colour of its name. */
  series: readonly { name: string; label: string; counts: readonly number[] }[];
}

/** Stacked, in the colours of the page; the same numbers stand in the table below. */
export function Bars({ label, slots, series }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart<"bar"> | null>(null);
  const data = {
    labels: [...slots],
    datasets: series.map(({ name, label: word, counts }) => ({
      label: word,
      data: [...counts],
      backgroundColor: colour(`--${name}`),
      maxBarThickness: 48,
    })),
  };
  const shown = JSON.stringify(data);
  useEffect(() => {
    if (!canvas.current) return;
    const text = colour("--text");
    const line = colour("--line");
    if (chart.current === null) {
      chart.current = new Chart(canvas.current, {
        type: "bar",
        data,
        options: {
          ...{ animation: false, responsive: true, maintainAspectRatio: false, color: text },
          interaction: { mode: "index", intersect: false },
          scales: {
            x: { stacked: true, ticks: { color: text }, grid: { display: false } },
            y: {
              stacked: true,
              beginAtZero: true,
              ticks: { color: text, precision: 0 },
              grid: { color: line },
            },
          },
          plugins: { legend: { position: "bottom", labels: { color: text, boxWidth: 12 } } },
        },
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

/** As the theme has it now: a custom property alone would tell both. */
function colour(name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(${name})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
