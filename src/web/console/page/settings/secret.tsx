import { useEffect, useRef, useState } from "preact/hooks";
import { useTexts } from "../texts/language";

interface Props {
  /** What there is now, in a sentence. */
  title: string;
  /** What kind of secret it is. */
  label: string;
  value: string;
  onClose(): void;
}

/** A secret that is shown this once, and a button that copies it. */
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
      // Pages that did not come by https have no clipboard; what is selected can still be copied by hand.
      setCopied(false);
    }
  };
  return (
    <section class="card secret" aria-label={label}>
      <h2>{title}</h2>
      <p>{t.settings.once}</p>
      <div class="choices">
        <input ref={input} readOnly value={value} aria-label={label} size={value.length} />
        <button type="button" class="first" onClick={() => void copy()}>
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
