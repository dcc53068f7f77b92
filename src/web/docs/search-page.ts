import { html } from "./html";
import { type Language, otherLanguage, WORDS } from "./language";
import type { Page } from "./layout";
import type { Found } from "./search";

export const searchPath = (language: Language, query = "") =>
  `${WORDS[language].root}/search${query === "" ? "" : `?q=${encodeURIComponent(query)}`}`;

export function searchPage(query: string, found: readonly Found[], language: Language = "en"): Page {
  const words = WORDS[language].found;
  const title = query === "" ? words.title : words.titleOf(query);
  const nothing = html`<p class="lead">${query === "" ? words.enter : words.nothing(query)}</p>`;
  const body = html`<h1>${words.title}</h1>
    ${
      found.length === 0
        ? nothing
        : html`<p class="lead">${words.count(found.length, query)}</p>
            <ol class="found">
              ${found.map(
                ({ path, title: name, place, excerpt, language: written = "en" }) =>
                  html`<li ${written !== language && html` lang="${WORDS[written].tag}"`}>
                    <h2><a href="${path}">${name}</a></h2>
                    <p class="place">${place}</p>
                    <p>${excerpt}</p>
                  </li>`,
              )}
            </ol>`
    }`;
  return {
    path: searchPath(language),
    title: `${title} · Recado`,
    language,
    query,
    translation: searchPath(otherLanguage(language), query),
    content: () => ({ body, headings: [] }),
  };
}
