import { X } from "lucide";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { IconButton } from "./icon";

interface Props {
  title: string;
  /** Whether the dialog is wide enough for a form of several columns. */
  isWide?: boolean;
  closeLabel: string;
  onClose(): void;
  children: ComponentChildren;
}

/**
 * Shows a modal dialog with a heading while it is rendered. Initially, the first field has the focus, or the
 * close button if there is no field. `Esc` and the close button close the dialog.
 */
export function Dialog({ title, closeLabel, isWide = false, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const { current } = dialog;
    current?.showModal();
    current?.querySelector<HTMLElement>("input, select, textarea")?.focus();
    // Closing a dialog returns the focus to the element that had it; removing an open dialog does not. A
    // layout effect's cleanup runs before the removal.
    return () => current?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={isWide ? "wide" : undefined}
      aria-label={title}
      // A dialog that is removed while open gets its `close` event afterwards, when the ref is null.
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
