interface Props<Value extends string | number> {
  label: string;
  value: Value;
  options: readonly (readonly [Value, string])[];
  onChange(value: Value): void;
}

/** Segmented control: radio buttons that look like joined buttons. */
export function Segments<Value extends string | number>({ label, value, options, onChange }: Props<Value>) {
  return (
    <fieldset class="join" aria-label={label}>
      {options.map(([one, words]) => (
        <input
          key={one}
          type="radio"
          name={label}
          class="join-item btn btn-sm"
          aria-label={words}
          checked={one === value}
          onChange={() => onChange(one)}
        />
      ))}
    </fieldset>
  );
}
