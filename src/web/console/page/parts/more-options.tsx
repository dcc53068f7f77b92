import { ChevronRight } from "lucide";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";

interface Props {
  /** Whether any option is set. Opens the options at first and on each change to true; they can be closed. */
  isSet: boolean;
  children: ComponentChildren;
}

/** Shows rarely used fields of a form behind a heading that opens them. */
export function MoreOptions({ isSet, children }: Props) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(isSet);
  useEffect(() => {
    if (isSet) setOpen(true);
  }, [isSet]);
  return (
    <details class="more-options" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <Icon of={ChevronRight} size={14} />
        {t.options.more}
      </summary>
      {children}
    </details>
  );
}
