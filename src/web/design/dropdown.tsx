import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface Props {
  label: ComponentChildren;
  /** Accessible name of the button if its label is an icon. */
  name?: string;
  /** CSS classes of the button. Default: `btn`. */
  class?: string;
  /** Place of the menu at the button, as classes of daisyUI such as `dropdown-top` and `dropdown-end`. */
  place?: string;
  disabled?: boolean;
  /** Items of the menu: `li` elements. Pressing a link or a button closes it, except a submit button. */
  children: ComponentChildren;
}

const closesMenu = (pressed: EventTarget | null): boolean =>
  (pressed as Element).closest("button:not([type=submit]), a") !== null;

/** Shows a button that opens a menu. Arrow keys move between the items, and `Esc` closes the menu. */
export function Dropdown(props: Props) {
  const { label, name, class: own = "btn", place = "", disabled = false, children } = props;
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const focusable = () => [
    ...(root.current?.querySelectorAll<HTMLElement>(":is(button, a, input, select):not(:disabled)") ?? []),
  ];
  // A layout effect adds the listeners before the next key press.
  useLayoutEffect(() => {
    if (!isOpen) return;
    focusable()[1]?.focus();
    const leave = ({ target }: Event) => {
      if (!root.current?.contains(target as Node)) setOpen(false);
    };
    const press = (event: KeyboardEvent) => {
      if (event.key === "Escape") {
        event.stopPropagation();
        setOpen(false);
        focusable()[0]?.focus();
      } else if (
        ["ArrowDown", "ArrowUp"].includes(event.key) &&
        !(event.target instanceof HTMLSelectElement)
      ) {
        event.preventDefault();
        const all = focusable();
        const at = all.indexOf(document.activeElement as HTMLElement);
        all.at((at + (event.key === "ArrowDown" ? 1 : -1)) % all.length)?.focus();
      }
    };
    addEventListener("pointerdown", leave);
    addEventListener("focusin", leave);
    addEventListener("keydown", press, true);
    return () => {
      removeEventListener("pointerdown", leave);
      removeEventListener("focusin", leave);
      removeEventListener("keydown", press, true);
    };
  }, [isOpen]);
  return (
    <div ref={root} class={`dropdown ${place} ${isOpen ? "dropdown-open" : "dropdown-close"}`}>
      <button
        type="button"
        class={own}
        aria-label={name}
        aria-expanded={isOpen}
        disabled={disabled}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </button>
      {isOpen && (
        <ul
          class="menu dropdown-content my-1 max-h-80 w-64 max-w-[85vw] flex-nowrap overflow-y-auto rounded-box border border-base-300 bg-base-100 p-1 shadow-lg"
          // Pressing an item closes the menu, so the focus first moves to the menu's button. A dialog that
          // the item opens then returns the focus there when it closes.
          onClickCapture={({ target }) => {
            if (closesMenu(target)) focusable()[0]?.focus();
          }}
          onClick={({ target }) => {
            if (closesMenu(target)) setOpen(false);
          }}
        >
          {children}
        </ul>
      )}
    </div>
  );
}
