import { firstLanguage } from "./texts/chosen-language";
import { opening } from "./texts/opening";

/** Milliseconds between two requests to a service that does not respond. */
const RETRY_EVERY = 3_000;
/**
 * Minimum milliseconds between two automatic reloads, so that a missing file does not reload the page in a
 * loop.
 */
const RELOAD_EVERY = 60_000;
const RELOADED = "recado.reloaded";

/**
 * Returns whether the page may reload automatically. `last` is the previous automatic reload, in
 * milliseconds.
 */
export const mayReload = (last: number | null, now: number): boolean =>
  last === null || now < last || now - last >= RELOAD_EVERY;

/**
 * Loads the console's script and starts it. If the script fails to load, shows a message and reloads the page
 * once the service responds. The reload is needed because an upgrade renames the files, and because browsers
 * may not fetch a failed script twice. The user has not entered anything at this point.
 */
export async function open(
  root: HTMLElement,
  load: () => Promise<{ start(root: HTMLElement): void }>,
  now: () => number,
): Promise<void> {
  try {
    const { start } = await load();
    root.replaceChildren();
    start(root);
  } catch (error) {
    console.error(error);
    showFailure(root);
    setTimeout(() => void reloadWhenUp(now), RETRY_EVERY);
  }
}

function showFailure(root: HTMLElement): void {
  const language = firstLanguage();
  const [main, title, words, again] = (["main", "h1", "p", "button"] as const).map((name) =>
    document.createElement(name),
  ) as [HTMLElement, HTMLElement, HTMLElement, HTMLButtonElement];
  document.documentElement.lang = language;
  main.className = "sign-in";
  title.textContent = "Recado";
  words.setAttribute("role", "alert");
  words.textContent = opening[language].failed;
  again.textContent = opening[language].again;
  again.addEventListener("click", () => location.reload());
  main.append(title, words, again);
  root.replaceChildren(main);
}

async function reloadWhenUp(now: () => number): Promise<void> {
  const last = Number(sessionStorage.getItem(RELOADED) ?? NaN);
  if (mayReload(Number.isNaN(last) ? null : last, now()) && (await isUp())) {
    sessionStorage.setItem(RELOADED, String(now()));
    location.reload();
  } else {
    setTimeout(() => void reloadWhenUp(now), RETRY_EVERY);
  }
}

const isUp = (): Promise<boolean> =>
  fetch("/console/session", { headers: { "X-Recado-Console": "1" } }).then(
    ({ status }) => status < 500,
    () => false,
  );
