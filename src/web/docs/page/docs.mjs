// Optional script of the documentation: language tabs, copy buttons, and the key `/` for the search.

const LANGUAGE = "recado-docs-language";

const WORDS = document.documentElement.lang.startsWith("pt")
  ? { languages: "Linguagem", copy: "Copiar", copied: "Copiado", failed: "Não foi copiado" }
  : { languages: "Language", copy: "Copy", copied: "Copied", failed: "Not copied" };

/** Key in `localStorage` of the theme that the reader has chosen in the console. */
const THEME = "recado.theme";

/**
 * Returns a stored choice, or null. Access to `localStorage` may throw.
 * @param {string} choice
 */
function remembered(choice) {
  try {
    return localStorage.getItem(choice);
  } catch {
    return null;
  }
}

/** @param {string} language */
function remember(language) {
  try {
    localStorage.setItem(LANGUAGE, language);
  } catch {
    // Without storage the choice applies to this page only.
  }
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} properties
 */
const make = (tag, properties) => Object.assign(document.createElement(tag), properties);

const theme = remembered(THEME);
if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;

/** @type {((language: string) => void)[]} */
const pairs = [];

/** @param {string} language */
function chooseEverywhere(language) {
  remember(language);
  for (const choose of pairs) choose(language);
}

/**
 * @param {Element} pair
 * @param {number} index
 */
function makeTabs(pair, index) {
  const list = make("div", { className: "tabs", role: "tablist", ariaLabel: WORDS.languages });
  const panels = [...pair.querySelectorAll(".code")].filter((one) => one instanceof HTMLElement);
  const tabs = panels.map((panel, at) => {
    const name = panel.querySelector(".caption")?.textContent ?? "";
    const tab = make("button", { type: "button", role: "tab", textContent: name, id: `tab-${index}-${at}` });
    panel.id = `panel-${index}-${at}`;
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", tab.id);
    tab.setAttribute("aria-controls", panel.id);
    tab.addEventListener("click", () => {
      // Tabs of earlier examples may change their height, so the clicked tab is scrolled back to its place.
      const before = tab.getBoundingClientRect().top;
      chooseEverywhere(name);
      scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: "instant" });
    });
    list.append(tab);
    return { name, tab, panel };
  });
  const first = tabs[0];
  if (!first) return;
  list.addEventListener("keydown", ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const at = tabs.findIndex(({ tab }) => tab.ariaSelected === "true");
    const next = tabs[(at + step + tabs.length) % tabs.length];
    next?.tab.click();
    next?.tab.focus();
  });
  pair.prepend(list);
  pair.classList.add("tabbed");
  /** @param {string | null} language */
  const choose = (language) => {
    const chosen = tabs.find(({ name }) => name === language) ?? first;
    for (const one of tabs) {
      const isChosen = one === chosen;
      one.tab.ariaSelected = String(isChosen);
      one.tab.tabIndex = isChosen ? 0 : -1;
      one.panel.hidden = !isChosen;
    }
  };
  choose(remembered(LANGUAGE));
  pairs.push(choose);
}

/** @param {Element} block */
function makeCopyButton(block) {
  const code = block.querySelector("code");
  // Browsers offer the clipboard only on pages served over HTTPS or from localhost.
  if (!code || !navigator.clipboard) return;
  const button = make("button", { type: "button", className: "copy", textContent: WORDS.copy });
  const say = make("span", { className: "unseen", role: "status" });
  let timer = 0;
  button.addEventListener("click", async () => {
    const copied = await navigator.clipboard.writeText(code.textContent ?? "").then(
      () => true,
      () => false,
    );
    button.textContent = copied ? WORDS.copied : WORDS.failed;
    say.textContent = button.textContent;
    clearTimeout(timer);
    timer = setTimeout(() => {
      button.textContent = WORDS.copy;
      say.textContent = "";
    }, 2000);
  });
  block.append(button, say);
}

// The key `/` moves the focus to the search box, except while the reader types in a field.
addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const isWriting = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  if (key !== "/" || ctrlKey || metaKey || altKey || isWriting) return;
  event.preventDefault();
  document.getElementById("search")?.focus();
});

document.querySelectorAll(".pair").forEach(makeTabs);
document.querySelectorAll(".code").forEach(makeCopyButton);

// A navigation that scrolls separately from the text scrolls to the link of the current page.
const navigation = document.getElementById("navigation");
const current = navigation?.querySelector("[aria-current]");
if (navigation && current && getComputedStyle(navigation).overflowY === "auto") {
  const { top, bottom } = current.getBoundingClientRect();
  const box = navigation.getBoundingClientRect();
  if (bottom > box.bottom) navigation.scrollTop += (top + bottom) / 2 - (box.top + box.bottom) / 2;
}

/** Opens the collapsed sections around the element that the URL's hash names. */
function unfold() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let fold = target?.closest("details"); fold; fold = fold.parentElement?.closest("details"))
    fold.open = true;
  if (target instanceof HTMLDetailsElement) target.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();
