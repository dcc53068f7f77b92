import { X } from "lucide";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { IconButton } from "./icon";

interface Props {
  title: string;
  /** Whether the dialog has room for a form of several columns. */
  isWide?: boolean;
  closeLabel: string;
  onClose(): void;
  children: ComponentChildren;
}

/**
 * Shows a dialog with a heading, open while it is rendered. At first the focus is on the first field of the
 * dialog, or on the close button if there is none. `Esc` and the close button close the dialog.
 */
export function Dialog({ title, closeLabel, isWide = false, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
    // Closing returns the focus to the element that had it; removing an open dialog does not. The cleanup of
    // a layout effect runs before the removal.
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={isWide ? "wide" : undefined}
      aria-label={title}
      // A dialog that is removed while open gets its `close` event after the removal, without a ref.
      onClose={() => dialog.current && onClose()}
    >
      <div class="mb-4 flex items-start justify-between gap-4">
        <h2>{title}</h2>
        <IconButton icon={X} label={closeLabel} size="sm" onClick={() => dialog.current?.close()} />
      </div>
      {children}
    </dialog>
  );
}
