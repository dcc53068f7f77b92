import { useId } from "preact/hooks";

interface Props<Value extends string> {
  /** Accessible name of the group. */
  label: string;
  /** Texts of the options by value. */
  options: Readonly<Record<Value, string>>;
  value: Value;
  onChange(value: Value): void;
}

/** Choice between a few options that exclude each other, all in sight. The arrow keys change the choice. */
export function Segmented<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  const name = useId();
  return (
    <div class="join" role="radiogroup" aria-label={label}>
      {(Object.entries(options) as [Value, string][]).map(([one, text]) => (
        <label key={one} class="segment btn join-item">
          <input
            type="radio"
            class="sr-only"
            {...{ name, checked: one === value }}
            onChange={() => onChange(one)}
          />
          {text}
        </label>
      ))}
    </div>
  );
}
