import { useLocation } from "preact-iso";
import { useEffect, useRef } from "preact/hooks";
import { Dialog } from "../../../design/dialog";
import { AREAS } from "../areas";
import { useAccount } from "../service/signed-in";
import { useTexts } from "../texts/language";

/** Time for the letter after `g`, in milliseconds. */
const LETTER_MS = 1_500;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;

interface Handlers {
  onPalette(): void;
  onHelp(): void;
}

/** Listens for the shortcuts of all pages. Only Ctrl+K works while the user types in a field. */
export function useShortcuts(handlers: Handlers): void {
  const { route } = useLocation();
  const { key } = useAccount();
  const latest = useRef({ ...handlers, route, key });
  latest.current = { ...handlers, route, key };
  useEffect(() => {
    let goSince = -Infinity;
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector("dialog:modal")) return;
      const { onPalette, onHelp, route, key } = latest.current;
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k") {
        event.preventDefault();
        onPalette();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const isGoing = performance.now() - goSince < LETTER_MS;
      goSince = -Infinity;
      if (isGoing) {
        const area = AREAS.find(({ letter }) => letter === event.key);
        if (area !== undefined && (area.scope === null || key.scopes.includes(area.scope))) route(area.href);
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

/** Names the modifier key of this system. */
export const modifier = (): string => (/Mac|iPhone|iPad/.test(navigator.userAgent) ? "⌘" : "Ctrl");

export function ShortcutHelp({ onClose }: { onClose(): void }) {
  const { t } = useTexts();
  const { key } = useAccount();
  const areas = AREAS.filter(({ scope }) => scope === null || key.scopes.includes(scope));
  const general = [
    [[modifier(), "K"], t.palette.title],
    [["/"], t.palette.focusSearch],
    [["?"], t.palette.shortcuts],
  ] as const;
  return (
    <Dialog title={t.palette.shortcuts} closeLabel={t.menu.close} onClose={onClose}>
      <dl class="shortcuts">
        {[...general, ...areas.map(({ letter, name }) => [["g", letter], name(t)] as const)].map(
          ([keys, words]) => (
            <div key={words}>
              <dt>{words}</dt>
              <dd>
                {keys.map((one) => (
                  <kbd key={one} class="kbd kbd-sm">
                    {one}
                  </kbd>
                ))}
              </dd>
            </div>
          ),
        )}
      </dl>
    </Dialog>
  );
}
