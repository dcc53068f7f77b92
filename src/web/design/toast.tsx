import { CircleCheck, TriangleAlert, X } from "lucide";
import { createContext, type ComponentChildren } from "preact";
import { useContext, useMemo, useRef, useState } from "preact/hooks";
import { Icon, IconButton } from "./icon";

/** Lifetime of a toast in milliseconds. It restarts when the pointer or the focus leaves the toast. */
const LIFETIME_MS = 6_000;

interface Toast {
  text: string;
  isError?: boolean;
  /** Action that the toast offers, such as undoing what it reports. */
  action?: { label: string; run(): void };
  /** Links to the resources that the reported action created. */
  links?: readonly { label: string; href: string }[];
}

interface Shown extends Toast {
  id: number;
}

const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

export const useToast = (): ((toast: Toast) => void) => useContext(ToastContext);

/** Returns whether a toast replaces an equal earlier one. Toasts with an action are all kept. */
const isRepeated = (earlier: Toast, toast: Toast): boolean =>
  [earlier, toast].every(({ action }) => action === undefined) &&
  earlier.text === toast.text &&
  earlier.isError === toast.isError &&
  JSON.stringify(earlier.links) === JSON.stringify(toast.links);

/**
 * Shows toasts at the bottom of the page, and announces them to screen readers. `closeLabel` is the
 * accessible name of a toast's closing button.
 */
export function Toasts({ closeLabel, children }: { closeLabel: string; children: ComponentChildren }) {
  const [toasts, setToasts] = useState<readonly Shown[]>([]);
  const timers = useRef(new Map<number, ReturnType<typeof setTimeout>>());
  const last = useRef(0);
  const close = (id: number) => setToasts((all) => all.filter((one) => one.id !== id));
  const stop = (id: number) => clearTimeout(timers.current.get(id));
  const start = (id: number) => {
    stop(id);
    timers.current.set(
      id,
      setTimeout(() => close(id), LIFETIME_MS),
    );
  };
  const show = useMemo(
    () => (toast: Toast) => {
      const id = ++last.current;
      setToasts((all) => [...all.filter((one) => !isRepeated(one, toast)), { ...toast, id }]);
      start(id);
    },
    [],
  );
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div class="toast toast-center toast-bottom z-40" role="status" aria-live="polite">
        {toasts.map(({ id, text, isError, action, links = [] }) => (
          <div
            key={id}
            class={`alert ${isError ? "alert-error" : "bg-neutral text-neutral-content"} text-sm shadow-lg`}
            onPointerEnter={() => stop(id)}
            onPointerLeave={({ currentTarget }) => {
              if (!currentTarget.matches(":focus-within")) start(id);
            }}
            onFocusIn={() => stop(id)}
            onFocusOut={({ currentTarget }) => {
              if (!currentTarget.matches(":hover")) start(id);
            }}
          >
            <Icon of={isError ? TriangleAlert : CircleCheck} />
            <span>{text}</span>
            {action && (
              <button
                type="button"
                class="btn btn-sm"
                onClick={() => {
                  close(id);
                  action.run();
                }}
              >
                {action.label}
              </button>
            )}
            {links.map(({ label, href }) => (
              <a key={href} class="btn btn-sm" href={href} onClick={() => close(id)}>
                {label}
              </a>
            ))}
            <IconButton
              icon={X}
              label={closeLabel}
              size="sm"
              class="text-inherit"
              onClick={() => close(id)}
            />
          </div>
        ))}
      </div>
    </ToastContext.Provider>
  );
}
