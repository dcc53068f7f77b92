import type { BarsProps } from "./bar-chart";
import { later, WithPart } from "./later";

const chart = later(() => import("./bar-chart"));

/** Chart of stacked bars. The library that draws it is a part that loads later. */
export function Bars(props: BarsProps) {
  return (
    <WithPart of={chart} placeholder={<div class="chart skeleton" />}>
      {({ BarChart }) => <BarChart {...props} />}
    </WithPart>
  );
}
