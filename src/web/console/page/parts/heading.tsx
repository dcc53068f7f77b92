import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useTexts } from "../texts/language";
import { setTitle } from "./title";

interface Props {
  /** Name of the page, shown in the browser tab. */
  name: string;
  /** Content of the heading. Default: the name. */
  children?: ComponentChildren;
  /** Whether the heading takes the focus when it appears, for pages that show the result of an action. */
  takesFocus?: boolean;
}

export function Heading({ name, children = name, takesFocus = false }: Props) {
  const { t } = useTexts();
  // Overrides the title that the shell sets in a layout effect, which runs before this effect.
  useEffect(() => {
    setTitle(`${name} · ${t.product}`);
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
