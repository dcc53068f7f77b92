import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface Props {
  /** Accessible name of the region around the table. */
  label: string;
  /** The `table` element. */
  children: ComponentChildren;
}

/**
 * Shows a table that scrolls horizontally if it is wider than its box. If it fits, its head sticks to the top
 * of the window; in a scrolling box, the head would stick to the box.
 */
export function TableBox({ label, children }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [fits, setFits] = useState(false);
  useLayoutEffect(() => {
    const { current } = box;
    const table = current?.firstElementChild;
    if (!current || !table) return;
    // Both widths are rounded, so equal widths may differ by a pixel.
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
