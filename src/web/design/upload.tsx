import { Upload as UploadIcon } from "lucide";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "./icon";

interface Props {
  /** Text of the zone on which files can be dropped, and accessible name of the file input. */
  label: string;
  hint?: ComponentChildren;
  /** Accepted file types, in the format of an input's attribute `accept`. */
  accept?: string;
  disabled?: boolean;
  onFile(file: File): void;
}

export function Upload({ label, hint, accept, disabled = false, onFile }: Props) {
  const [isOver, setOver] = useState(false);
  return (
    <label
      class={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const file = event.dataTransfer?.files[0];
        if (file !== undefined && !disabled) onFile(file);
      }}
    >
      <Icon of={UploadIcon} size={20} />
      <span>{label}</span>
      {hint !== undefined && <span class="hint">{hint}</span>}
      <input
        type="file"
        accept={accept}
        disabled={disabled}
        aria-label={label}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) onFile(file);
          currentTarget.value = "";
        }}
      />
    </label>
  );
}
