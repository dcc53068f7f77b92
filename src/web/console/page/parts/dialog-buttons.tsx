import type { IconNode } from "lucide";
import { type ComponentChildren, createRef } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Dialog } from "../../../design/dialog";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import type { Mutation } from "../service/hooks";
import { ActionButton, Failure } from "./state";

interface Props {
  /** Text of the button, and of the dialog's confirming button by default. */
  label: string;
  confirm?: string;
  /** Called before the dialog opens. Returning false keeps the dialog closed. */
  canOpen?(): boolean;
  /** Called when the dialog opens or closes. */
  onOpen?(isOpen: boolean): void;
  /** Text of the dialog: the consequences of the action, and whether it can be undone. */
  children: ComponentChildren;
  action: Mutation<[]>;
  disabled?: boolean;
  /** Whether the dialog hides the confirming button, because the action would fail or its use is unknown. */
  isBlocked?: boolean;
  isFirst?: boolean;
  icon?: ComponentChildren;
  /** Whether the button shows only its icon. The label is then the button's accessible name. */
  isIconOnly?: boolean;
  /** CSS classes of the button. Default: the classes of a primary, a dangerous or a normal button. */
  class?: string;
  /** Whether the action deletes or stops something. The buttons are then red, the first by default. */
  isDangerous?: boolean;
}

/** Shows a button that asks for confirmation in a dialog, which stays open until the action succeeds. */
export function ConfirmButton(props: Props) {
  const { label, confirm = label, canOpen, children, action, disabled = false, isDangerous = false } = props;
  const rank = props.isFirst ? "btn btn-primary" : isDangerous && !disabled ? "btn text-error" : "btn";
  const { icon, isIconOnly = false, isBlocked = false, class: own = rank, onOpen } = props;
  const { t } = useTexts();
  const dialog = useMemo(() => createRef<HTMLDialogElement>(), []);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => onOpen?.(isOpen), [isOpen]);
  const open = () => {
    if (canOpen?.() === false) return;
    action.forget();
    setOpen(true);
    dialog.current?.showModal();
  };
  return (
    <>
      <button
        type="button"
        class={own}
        aria-label={isIconOnly ? label : undefined}
        title={isIconOnly ? label : undefined}
        disabled={disabled}
        onClick={open}
      >
        {icon}
        {!isIconOnly && label}
      </button>
      <dialog ref={dialog} aria-label={label} onClose={() => setOpen(false)}>
        {isOpen && (
          <>
            {children}
            <Failure of={action.failure} />
            <div class="choices">
              <button type="button" onClick={() => dialog.current?.close()}>
                {t.state.cancel}
              </button>
              {!isBlocked && (
                <ActionButton
                  type="button"
                  class={isDangerous ? "btn btn-error" : "btn btn-primary"}
                  isBusy={action.busy}
                  onClick={() => void action.run().then((worked) => worked && dialog.current?.close())}
                >
                  {confirm}
                </ActionButton>
              )}
            </div>
          </>
        )}
      </dialog>
    </>
  );
}

interface DialogButtonProps {
  label: string;
  icon?: IconNode;
  iconSize?: number;
  /** Heading of the dialog. Default: the label. */
  title?: string;
  class?: string;
  isWide?: boolean;
  disabled?: boolean | undefined;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
  children: ComponentChildren;
}

export function DialogButton(props: DialogButtonProps) {
  const { label, icon, iconSize, title = label, isWide, isOpen, onOpen, children } = props;
  const { t } = useTexts();
  return (
    <>
      <button
        type="button"
        class={props.class ?? "btn"}
        disabled={props.disabled}
        onClick={() => onOpen(true)}
      >
        {icon && <Icon of={icon} size={iconSize} />}
        {label}
      </button>
      {isOpen && (
        <Dialog title={title} closeLabel={t.menu.close} isWide={isWide} onClose={() => onOpen(false)}>
          {children}
        </Dialog>
      )}
    </>
  );
}
