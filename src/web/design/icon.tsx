import { type ButtonHTMLAttributes, h } from "preact";
import type { IconNode } from "lucide";

interface Props {
  /** Icon of the package `lucide`, such as `Inbox`. */
  of: IconNode;
  /** Accessible name. Without it, screen readers skip the icon as decoration. */
  label?: string;
  /** Width and height in pixels. Default: 16. */
  size?: number;
}

export function Icon({ of, label, size = 16 }: Props) {
  return (
    <svg
      aria-hidden={label === undefined}
      aria-label={label}
      role={label === undefined ? undefined : "img"}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width={2}
      stroke-linecap="round"
      stroke-linejoin="round"
      class="shrink-0"
    >
      {of.map(([tag, attributes], index) => h(tag, { key: index, ...attributes }))}
    </svg>
  );
}

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "label" | "icon" | "size"> {
  icon: IconNode;
  label: string;
  /** Width and height of the icon in pixels. */
  iconSize?: number;
  /** Size of the button. By default, the button is as high as other controls. */
  size?: "xs" | "sm";
  class?: string;
}

const SIZES = { xs: "btn-xs", sm: "btn-sm" };

export function IconButton({ icon, label, iconSize, size, class: own, ...button }: ButtonProps) {
  const classes = ["btn btn-ghost btn-square", size && SIZES[size], own];
  return (
    <button type="button" class={classes.filter(Boolean).join(" ")} aria-label={label} {...button}>
      <Icon of={icon} size={iconSize} />
    </button>
  );
}
