import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useTexts } from "../texts/language";

interface Props {
  /** Name of the page, also shown in the browser's tab. */
  name: string;
  /** Content of the heading; by default the name. */
  children?: ComponentChildren;
  /** Whether the heading takes the focus when it appears, as the result of a user's action. */
  takesFocus?: boolean;
}

export function Heading({ name, children = name, takesFocus = false }: Props) {
  const { t } = useTexts();
  // Runs after the layout effect in which the shell names the tab after the area.
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
