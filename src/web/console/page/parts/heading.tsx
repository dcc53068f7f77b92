import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useTexts } from "../texts/language";

interface Props {
  /** Name of the page, shown in the browser tab. */
  name: string;
  /** Content of the heading. Default: the name. */
  children?: ComponentChildren;
  /** Whether the heading takes the focus when it appears, for a page that shows a result. */
  takesFocus?: boolean;
}

export function Heading({ name, children = name, takesFocus = false }: Props) {
  const { t } = useTexts();
  // The shell's layout effect first sets the title to the area's name; this effect then overrides the title.
  useEffect(() => {
    document.title = `${name} · ${t.product}`;
  }, [name, t]);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
