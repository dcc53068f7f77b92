import { useLocation } from "preact-iso";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Dialog } from "../../../design/dialog";
import { useAccount } from "../service/hooks";
import { useTexts } from "../texts/language";
import { type Place, visible } from "./actions";

/** Maximum time between pressing `g` and a page's letter, in milliseconds. */
const LETTER_MS = 1_500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;

interface Options {
  places: readonly Place[];
  onPalette(): void;
  onHelp(): void;
}

/** Handles the keyboard shortcuts of all pages. Only Ctrl+K works while the user types in a field. */
export function useShortcuts(options: Options): void {
  const { route } = useLocation();
  const { key } = useAccount();
  const latest = useRef({ ...options, route, key });
  latest.current = { ...options, route, key };
  // A layout effect adds the listener before the next key press.
  useLayoutEffect(() => {
    let goSince = -Infinity;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector("dialog:modal")) return;
      const { places, onPalette, onHelp, route, key } = latest.current;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        onPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isGoing = performance.now() - goSince < LETTER_MS;
      goSince = -Infinity;
      if (isGoing) {
        const place = visible(places, key.scopes).find(({ letter }) => letter === event.key);
        if (place !== undefined) route(place.href);
      } else if (event.key === "g") {
        goSince = performance.now();
      } else if (event.key === "?") {
        event.preventDefault();
        onHelp();
      } else if (event.key === "/") {
        const field = document.querySelector<HTMLInputElement>("main input[type=search]");
        if (field === null) return;
        event.preventDefault();
        field.focus();
        field.select();
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}

/** Returns the label of the modifier key in shortcuts: `⌘` on Apple devices, otherwise `Ctrl`. */
export const modifier = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl");

export function ShortcutHelp({ places, onClose }: { places: readonly Place[]; onClose(): void }) {
  const { t } = useTexts();
  const { key } = useAccount();
  const general = [
    [[modifier(), "K"], t.palette.title],
    [["/"], t.palette.focusSearch],
    [["?"], t.palette.shortcuts],
  ] as const;
  return (
    <Dialog title={t.palette.shortcuts} closeLabel={t.menu.close} onClose={onClose}>
      <dl>
        {[
          ...general,
          ...visible(places, key.scopes).map(({ letter, name }) => [["g", letter], name(t)] as const),
        ].map(([keys, words]) => (
          <div
            key={words}
            class="flex justify-between gap-4 border-t border-base-300 py-[0.3125rem] first:border-t-0"
          >
            <dt class="text-base-content">{words}</dt>
            <dd class="flex gap-1">
              {keys.map((one) => (
                <kbd key={one} class="kbd kbd-sm">
                  {one}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
