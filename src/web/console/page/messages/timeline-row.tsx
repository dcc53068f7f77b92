import type { ComponentChildren } from "preact";
import { useTexts } from "../texts/language";

interface RowProps {
  /** Classes that colour the dot. */
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
