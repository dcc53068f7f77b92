import type { ComponentChildren } from "preact";
import { useTexts } from "../texts/language";

interface RowProps {
  /** CSS classes that colour the row's dot. */
  class: string;
  title: ComponentChildren;
  at: string;
  children?: ComponentChildren;
}

export function TimelineRow({ class: dot, title, at, children }: RowProps) {
  const { format } = useTexts();
  return (
    <li class={dot}>
      <div class="flex flex-wrap items-baseline justify-between gap-x-3">
        {title}
        <time dateTime={at}>{format.instant(at)}</time>
      </div>
      {children}
    </li>
  );
}
