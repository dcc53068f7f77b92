// Tabs for narrow screens, which show one part of the page at a time.

import { byId } from "./dom.mjs";

const NAMES = /** @type {const} */ (["numbers", "phone", "details"]);
/** @typedef {(typeof NAMES)[number]} PartName */

/** Width below which tabs appear; must match the style sheet. */
const NARROW = "(max-width: 719px)";

export function tabs() {
  const parts = NAMES.map((name) => ({
    name,
    tab: byId(`tab-${name}`, HTMLButtonElement),
    panel: byId(name, HTMLElement),
    label: byId(name, HTMLElement).getAttribute("aria-labelledby") ?? "",
  }));
  const narrow = matchMedia(NARROW);
  /** @type {PartName} */
  let current = "numbers";

  function draw() {
    for (const { name, tab, panel, label } of parts) {
      const chosen = name === current;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      panel.classList.toggle("chosen", chosen);
      if (narrow.matches) panel.setAttribute("role", "tabpanel");
      else panel.removeAttribute("role");
      panel.setAttribute("aria-labelledby", narrow.matches ? tab.id : label);
    }
  }

  /** @param {PartName} name */
  function show(name) {
    current = name;
    draw();
  }

  parts.forEach(({ name, tab }, index) => {
    tab.addEventListener("click", () => show(name));
    tab.addEventListener("keydown", (event) => {
      const last = parts.length - 1;
      const steps = /** @type {Record<string, number>} */ ({
        ArrowRight: index === last ? 0 : index + 1,
        ArrowLeft: index === 0 ? last : index - 1,
        Home: 0,
        End: last,
      });
      const next = parts[steps[event.key] ?? -1];
      if (!next) return;
      event.preventDefault();
      show(next.name);
      next.tab.focus();
    });
  });
  narrow.addEventListener("change", draw);
  draw();
  return {
    show,
    get isNarrow() {
      return narrow.matches;
    },
  };
}
