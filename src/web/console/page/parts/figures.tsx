import type { ComponentChildren } from "preact";

/** Name, value, hint below the value, and the class that colours the value. */
export type FigureText = readonly [
  name: string,
  value: ComponentChildren,
  hint?: ComponentChildren,
  tone?: string | false | undefined,
];

interface Props {
  of: readonly FigureText[];
  /** Classes that set the number of columns. */
  class?: string;
}

export function Figures({ of, class: own = "" }: Props) {
  return (
    <dl class={`figures in-card ${own}`}>
      {of.map(([name, value, hint, tone]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class={tone || undefined}>{value}</dd>
          {hint && <dd class="hint">{hint}</dd>}
        </div>
      ))}
    </dl>
  );
}
