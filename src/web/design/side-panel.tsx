import { X } from "lucide";
import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./icon";

interface Props {
  /** Accessible name of the panel. */
  label: string;
  closeLabel: string;
  onClose(): void;
  children: ComponentChildren;
}

/** Panel at the right edge, beside the list that opened it. `Esc` closes it; the list stays usable. */
export function SidePanel({ label, closeLabel, onClose, children }: Props) {
  const panel = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    panel.current?.focus();
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === "Escape" && document.querySelector("dialog:modal") === null) close.current();
    };
    addEventListener("keydown", closeOnEscape);
    return () => removeEventListener("keydown", closeOnEscape);
  }, []);
  return (
    <dialog ref={panel} open class="side-panel" aria-label={label} tabIndex={-1}>
      <button
        type="button"
        class="btn btn-ghost btn-sm btn-square float-right"
        aria-label={closeLabel}
        onClick={onClose}
      >
        <Icon of={X} />
      </button>
      {children}
    </dialog>
  );
}
