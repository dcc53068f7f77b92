import { cloneElement, type ComponentChildren, type VNode } from "preact";
import { useId } from "preact/hooks";

interface Props {
  label: string;
  hint?: string | undefined;
  /** Error text. */
  fault?: string | null;
  /** An `input`, `select` or `textarea`. */
  children: VNode<Record<string, unknown>>;
  /** What belongs to the input, such as the size of its text. */
  below?: ComponentChildren;
}

export function Field({ label, hint, fault = null, children, below }: Props) {
  const id = useId();
  const described = [hint && `${id}-hint`, fault !== null && `${id}-fault`].filter(Boolean).join(" ");
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {cloneElement(children, {
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": fault === null ? undefined : true,
      })}
      {below}
      {hint && (
        <span id={`${id}-hint`} class="hint">
          {hint}
        </span>
      )}
      {fault !== null && (
        <span id={`${id}-fault`} class="refusal" role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}
