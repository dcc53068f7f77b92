import type { ButtonHTMLAttributes } from "preact";

interface Props extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Whether the button's action is running. */
  isBusy: boolean;
}

/**
 * Shows a button that ignores activations while its action is running. A busy button is not disabled, because
 * a disabled element loses the focus.
 */
export function ActionButton({ isBusy, onClick, ...props }: Props) {
  return (
    <button
      {...props}
      aria-disabled={isBusy || undefined}
      onClick={isBusy ? (event) => event.preventDefault() : onClick}
    />
  );
}
