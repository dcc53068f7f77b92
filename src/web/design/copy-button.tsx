import { Check, Copy } from "lucide";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "./icon";

/** Time for which the button confirms the copy, in milliseconds. */
const CONFIRM_MS = 2_000;

interface Props {
  value: string;
  /** Accessible name, which says what is copied. */
  label: string;
  /** Text that confirms the copy. */
  copiedLabel: string;
}

/** Small button that copies a value, such as an id. Hidden where the browser has no clipboard (plain HTTP). */
export function CopyButton({ value, label, copiedLabel }: Props) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRM_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  if (!("clipboard" in navigator)) return null;
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <>
      <button
        type="button"
        class="btn btn-ghost btn-xs btn-square align-middle"
        aria-label={label}
        title={isCopied ? copiedLabel : label}
        onClick={() => void copy()}
      >
        <Icon of={isCopied ? Check : Copy} size={13} />
      </button>
      <span role="status" class="unseen">
        {isCopied ? copiedLabel : ""}
      </span>
    </>
  );
}
