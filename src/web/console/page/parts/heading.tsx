import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useTexts } from "../texts/language";

interface Props {
  /** The page's name, in the browser's tab as well. */
  name: string;
  /** What the heading shows, if that is more than the name. */
  children?: ComponentChildren;
  /** Whether the heading takes the focus when it appears, where it answers what a person has just done. */
  takesFocus?: boolean;
}

/** The heading of a page. */
export function Heading({ name, children = name, takesFocus = false }: Props) {
  const { t } = useTexts();
  // The shell has named the tab after the area in a layout effect, which runs before.
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
