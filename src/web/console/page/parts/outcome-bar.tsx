import { useTexts } from "../texts/language";
import { type Counts, present } from "./outcomes";

interface Props {
  name: string;
  counts: Counts;
  /** Count that fills the whole bar. */
  of: number;
}

export function OutcomeBar({ name, counts, of }: Props) {
  const { t, format } = useTexts();
  const shown = present([counts]);
  const words = shown.map((outcome) => `${t.status[outcome]} ${format.number(counts[outcome])}`);
  let start = 0;
  return (
    <svg
      class="outcome-bar"
      viewBox={`0 0 ${Math.max(1, of)} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${name}: ${words.join(", ")}`}
    >
      {shown.map((outcome) => {
        const x = start;
        start += counts[outcome];
        return (
          <rect key={outcome} class={`status-${outcome}`} x={x} y={0} width={counts[outcome]} height={1} />
        );
      })}
    </svg>
  );
}
