interface Props<Value extends string | number> {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange(value: Value): void;
}

/** Shows a segmented control: joined buttons, of which the chosen one is pressed. */
export function Segments<Value extends string | number>({ label, value, options, onChange }: Props<Value>) {
  return (
    <div class="join" role="group" aria-label={label}>
      {options.map(([one, words]) => (
        <button
          key={one}
          type="button"
          class="btn btn-sm join-item"
          aria-pressed={one === value}
          onClick={() => onChange(one)}
        >
          {words}
        </button>
      ))}
    </div>
  );
}
