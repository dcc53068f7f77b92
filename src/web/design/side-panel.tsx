import { X } from "lucide";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { IconButton } from "./icon";

interface Props {
  /** Accessible name of the panel. */
  label: string;
  closeLabel: string;
  onClose(): void;
  children: ComponentChildren;
}

/**
 * Shows a panel at the right edge, beside the list that opened it, which stays usable. `Esc` closes the
 * panel. Closing moves the focus to the title of the list's open row, else to the element that had the focus
 * before.
 */
export function SidePanel({ label, closeLabel, onClose, children }: Props) {
  const panel = useRef<HTMLDialogElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const close = () => {
    const title = document.querySelector<HTMLElement>("tr[aria-selected] .title :is(a, button)");
    (title ?? opener.current)?.focus();
    onClose();
  };
  const latestClose = useRef(close);
  latestClose.current = close;
  // A layout effect adds the listener before the next key press.
  useLayoutEffect(() => {
    opener.current = document.activeElement as HTMLElement | null;
    panel.current?.focus();
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === "Escape" && document.querySelector("dialog:modal") === null) latestClose.current();
    };
    addEventListener("keydown", closeOnEscape);
    return () => removeEventListener("keydown", closeOnEscape);
  }, []);
  return (
    <dialog ref={panel} open class="side-panel" aria-label={label} tabIndex={-1}>
      <IconButton icon={X} label={closeLabel} size="sm" class="float-right" onClick={close} />
      {children}
    </dialog>
  );
}
