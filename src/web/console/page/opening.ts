import { firstLanguage } from "./texts/chosen-language";
import { reloadWhenUp } from "./service/reload";
import { opening } from "./texts/opening";

/**
 * Loads the console's script and starts it. If loading fails, reloads the page when the service responds. An
 * upgrade may have renamed the files, and some browsers do not request a failed script again.
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
  title.className = "sign-in-brand";
  again.className = "btn";
  title.textContent = "Recado";
  words.setAttribute("role", "alert");
  words.textContent = opening[language].failed;
  again.textContent = opening[language].again;
  again.addEventListener("click", () => location.reload());
  main.append(title, words, again);
  root.replaceChildren(main);
}
