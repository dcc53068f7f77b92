import { useEffect, useRef } from "preact/hooks";

/** Returns the last heading of the page, such as a conversation's beside the list; null without a heading. */
const headingOfPage = (): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>("main h1")].at(-1) ?? null;

/**
 * Focuses the page's heading after a change of the path, and when the focused element is removed, such as the
 * button of a finished action. A page that focuses another element keeps that focus.
 */
export function usePageFocus(path: string): void {
  const shown = useRef(path);
  /** Heading of the previous page, until an element of the new page gets the focus; undefined afterwards. */
  const replaced = useRef<HTMLElement | null | undefined>(undefined);
  if (shown.current !== path) {
    shown.current = path;
    replaced.current = headingOfPage();
  }
  useEffect(() => {
    let focused: Element | null = null;
    const inMain = (element: Element | null) => Boolean(element?.closest("main"));
    const onFocus = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : null;
      if (inMain(focused)) replaced.current = undefined;
    };
    // A click outside the focused element ends its focus. A click on another control then focuses it.
    const onPointer = ({ target }: PointerEvent) => {
      if (!(target instanceof Node && focused?.contains(target))) focused = null;
      replaced.current = undefined;
    };
    const onChange = () => {
      const { activeElement: active } = document;
      const isLost = active === document.body && focused !== null && !focused.isConnected;
      const isReplaced = replaced.current !== undefined && !inMain(active);
      if (!isLost && !isReplaced) return;
      const heading = headingOfPage();
      if (heading === null || (isReplaced && heading === replaced.current)) return;
      if (document.querySelector("dialog:modal") === null) heading.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(onChange);
    observer.observe(document.body, { childList: true, subtree: true });
    addEventListener("focusin", onFocus);
    addEventListener("pointerdown", onPointer);
    return () => {
      observer.disconnect();
      removeEventListener("focusin", onFocus);
      removeEventListener("pointerdown", onPointer);
    };
  }, []);
}
