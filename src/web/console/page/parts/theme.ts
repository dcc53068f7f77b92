/** Themes to choose from; `system` follows the operating system. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const CHOSEN = "recado.theme";

export const chosenTheme = (): Theme =>
  THEMES.find((theme) => theme === localStorage.getItem(CHOSEN)) ?? "system";

export function rememberTheme(theme: Theme): void {
  localStorage.setItem(CHOSEN, theme);
  showTheme(theme);
}

/** Sets the attribute `data-theme`, which `tokens.css` reads, or removes it for `system`. */
export function showTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
