import { firstLanguage } from "./texts/chosen-language";
import { opening } from "./texts/opening";

/** Interval between attempts to reach an unavailable service, in milliseconds. */
const RETRY_EVERY = 3_000;
/** Minimum milliseconds between automatic reloads, so that a missing file causes no reload loop. */
const RELOAD_EVERY = 60_000;
const RELOADED = "recado.reloaded";

/** Returns whether to reload automatically. `last` is the previous automatic reload in milliseconds. */
export const mayReload = (last: number | null, now: number): boolean =>
  last === null || now < last || now - last >= RELOAD_EVERY;

/**
 * Loads the console's script and starts it. If loading fails, reloads the page when the service is available.
 * An upgrade may have renamed the files, and browsers may not fetch a failed script twice.
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
    reloadWhenUp(now);
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

/**
 * Reloads the page when the service responds, at most once a minute. Returns a function that stops this.
 */
export function reloadWhenUp(now: () => number): () => void {
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout>;
  const attempt = async () => {
    const last = Number(sessionStorage.getItem(RELOADED) ?? NaN);
    const isDue = mayReload(Number.isNaN(last) ? null : last, now()) && (await isUp());
    if (isStopped) return;
    if (isDue) {
      sessionStorage.setItem(RELOADED, String(now()));
      location.reload();
    } else {
      wait();
    }
  };
  const wait = () => (timer = setTimeout(() => void attempt(), RETRY_EVERY));
  wait();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}

const isUp = (): Promise<boolean> =>
  fetch("/console/session", { headers: { "X-Recado-Console": "1" } }).then(
    ({ status }) => status < 500,
    () => false,
  );
