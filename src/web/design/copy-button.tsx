import { Check, Copy } from "lucide";
import { useState } from "preact/hooks";
import { IconButton } from "./icon";

const SHOWN_MS = 2_000;

interface Props {
  value: string;
  label: string;
  copiedLabel: string;
}

/**
 * Shows a button that copies a short text, such as an id. Shows nothing on an insecure page, which may not
 * use the clipboard.
 */
export function CopyButton({ value, label, copiedLabel }: Props) {
  const [isCopied, setCopied] = useState(false);
  if (!isSecureContext) return null;
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <IconButton
      icon={isCopied ? Check : Copy}
      label={isCopied ? copiedLabel : label}
      size="xs"
      iconSize={13}
      class="align-middle"
      onClick={() => void copy()}
    />
  );
}
