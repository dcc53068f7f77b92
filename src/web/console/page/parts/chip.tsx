import { X } from "lucide";
import type { ComponentChildren } from "preact";
import { IconButton } from "../../../design/icon";

export const CHIP = "badge badge-sm border-base-300 bg-base-200";

interface Props {
  /** Accessible name of the button that removes the value. */
  removeLabel: string;
  onRemove(): void;
  children: ComponentChildren;
}

/** Shows one of several chosen values, with a button that removes the value. */
export function RemovableChip({ removeLabel, onRemove, children }: Props) {
  return (
    <span class={CHIP}>
      {children}
      <IconButton icon={X} label={removeLabel} size="xs" iconSize={12} onClick={onRemove} />
    </span>
  );
}
