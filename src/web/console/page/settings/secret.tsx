import { useEffect, useRef, useState } from "preact/hooks";
import { useTexts } from "../texts/language";

interface Props {
  /** Heading, which says what was created. */
  title: string;
  /** Kind of the secret, such as "API key", and accessible name of the card. */
  label: string;
  value: string;
  onClose(): void;
}

/** Shows a new secret, which the service returns only once, with a button that copies it. */
export function Secret({ title, label, value, onClose }: Props) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState<boolean | null>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, [value]);
  const copy = async () => {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      // A page served over HTTP cannot use the clipboard. The user can copy the selected secret manually.
      setCopied(false);
    }
  };
  return (
    <section class="card secret" aria-label={label}>
      <h2>{title}</h2>
      <p>{t.settings.once}</p>
      <div class="choices">
        <input ref={input} class="font-mono" readOnly value={value} aria-label={label} size={value.length} />
        <button type="button" class="btn btn-primary" onClick={() => void copy()}>
          {t.settings.copy}
        </button>
        <button type="button" onClick={onClose}>
          {t.settings.close}
        </button>
        <span role="status">{copied !== null && (copied ? t.settings.copied : t.settings.notCopied)}</span>
      </div>
    </section>
  );
}
