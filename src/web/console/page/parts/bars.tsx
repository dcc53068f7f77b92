import type { BarsProps } from "./bar-chart";
import { later, preload, WithPart } from "./later";

const chart = later(() => import("./bar-chart"));

/** Starts to load the chart library before the numbers arrive. */
export const preloadBars = (): void => preload(chart);

/** Draws a chart of stacked bars. The chart library loads later. */
export function Bars(props: BarsProps) {
  return (
    <WithPart of={chart} placeholder={<div class="chart skeleton" />}>
      {({ BarChart }) => <BarChart {...props} />}
    </WithPart>
  );
}
