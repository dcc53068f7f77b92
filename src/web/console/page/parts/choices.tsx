interface Props<Value extends string> {
  legend: string;
  /** Texts of all values, in order. */
  words: Readonly<Record<Value, string>>;
  chosen: readonly Value[];
  hint?: string | undefined;
  /** Error text. */
  fault?: string | null;
  onChange(chosen: Value[]): void;
}

/** Choice of any number of values. */
export function Choices<Value extends string>(props: Props<Value>) {
  const { legend, words, chosen, hint, fault = null, onChange } = props;
  const values = Object.keys(words) as Value[];
  return (
    <fieldset class="options">
      <legend>{legend}</legend>
      {values.map((value) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={(event) => {
              const { checked } = event.currentTarget;
              onChange(values.filter((one) => (one === value ? checked : chosen.includes(one))));
            }}
          />{" "}
          {words[value]}
        </label>
      ))}
      {hint !== undefined && <span class="hint">{hint}</span>}
      {fault !== null && (
        <span class="refusal" role="alert">
          {fault}
        </span>
      )}
    </fieldset>
  );
}
