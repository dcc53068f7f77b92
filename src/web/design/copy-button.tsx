import { Check, Copy } from "lucide";
import { useState } from "preact/hooks";
import { Icon } from "./icon";

/** How long the button shows that it has copied, in milliseconds. */
const SHOWN_MS = 2_000;

interface Props {
  value: string;
  label: string;
  copiedLabel: string;
}

/** Button that copies a short text, such as an id. Hidden where the page may not use the clipboard. */
export function CopyButton({ value, label, copiedLabel }: Props) {
  const [isCopied, setCopied] = useState(false);
  if (!isSecureContext) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <button
      type="button"
      class="btn btn-ghost btn-xs btn-square align-middle"
      aria-label={isCopied ? copiedLabel : label}
      onClick={() => void copy()}
    >
      <Icon of={isCopied ? Check : Copy} size={13} />
    </button>
  );
}
