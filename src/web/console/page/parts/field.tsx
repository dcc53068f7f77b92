import { cloneElement, type VNode } from "preact";
import { useId } from "preact/hooks";

interface Props {
  label: string;
  hint?: string | undefined;
  /** Error text. */
  fault?: string | null;
  /** An `input`, `select` or `textarea`. */
  children: VNode<Record<string, unknown>>;
}

export function Field({ label, hint, fault = null, children }: Props) {
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
