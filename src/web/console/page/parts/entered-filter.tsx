import { ChevronDown, X } from "lucide";
import type { ComponentChildren } from "preact";
import { Dropdown } from "../../../design/dropdown";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";

interface Props {
  label: string;
  /** Chosen value, as shown; empty for none. */
  shown: string;
  onRemove(): void;
  /** Form for the value. */
  children: ComponentChildren;
}

/** Filter whose value the user enters in a form. */
export function EnteredFilter({ label, shown, onRemove, children }: Props) {
  const { t } = useTexts();
  if (shown !== "") {
    return (
      <span class="filter on">
        <span>{label}:</span>
        <strong>{shown}</strong>
        <button
          type="button"
          class="btn btn-ghost btn-xs btn-square"
          aria-label={t.filters.remove(label)}
          onClick={onRemove}
        >
          <Icon of={X} size={14} />
        </button>
      </span>
    );
  }
  const opener = (
    <>
      {label}
      <Icon of={ChevronDown} size={14} />
    </>
  );
  return (
    <Dropdown label={opener} class="filter cursor-pointer">
      <li>{children}</li>
    </Dropdown>
  );
}
