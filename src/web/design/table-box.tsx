import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface Props {
  /** Accessible name of the region. */
  label: string;
  /** A `table`. */
  children: ComponentChildren;
}

/**
 * Shows a table that scrolls horizontally if it is wider than its box. The head of a table that fits sticks
 * to the top of the window. In a box that scrolls it would stick to the box.
 */
export function TableBox({ label, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [fits, setFits] = useState(false);
  useLayoutEffect(() => {
    const { current } = box;
    const table = current?.firstElementChild;
    if (!current || !table) return;
    // Both widths are rounded, so that equal ones may differ by a pixel.
    const observer = new ResizeObserver(() => setFits(table.clientWidth <= current.clientWidth + 1));
    observer.observe(current);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      ref={box}
      class={fits ? "table-box fits" : "table-box"}
      tabIndex={fits ? undefined : 0}
      role="region"
      aria-label={label}
    >
      {children}
    </div>
  );
}
