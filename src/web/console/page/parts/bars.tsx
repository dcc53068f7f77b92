import type { BarsProps } from "./bar-chart";
import { later, preload, WithPart } from "./later";

const chart = later(() => import("./bar-chart"));

/** Starts loading the chart library, so that it loads while the page requests the chart's numbers. */
export const preloadBars = (): void => preload(chart);

/** Draws a chart of stacked bars. Shows a placeholder until the chart library has loaded. */
export function Bars(props: BarsProps) {
  return (
    <WithPart of={chart} placeholder={<div class="chart skeleton" />}>
      {({ BarChart }) => <BarChart {...props} />}
    </WithPart>
  );
}
