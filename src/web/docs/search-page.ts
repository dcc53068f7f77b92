import { html } from "./html";
import type { Page } from "./layout";
import type { Found } from "./search";

export const SEARCH = "/docs/search";

export function searchPage(query: string, found: readonly Found[]): Page {
  const title = query === "" ? "Search" : `Search: ${query}`;
  const nothing = html`<p class="lead">
    ${query === "" ? "Enter a search above." : html`No results for “${query}”.`}
  </p>`;
  const body = html`<h1>Search</h1>
    ${
      found.length === 0
        ? nothing
        : html`<p class="lead">${found.length} results for “${query}”</p>
            <ol class="found">
              ${found.map(
                ({ path, title: name, place, excerpt }) =>
                  html`<li>
                    <h2><a href="${path}">${name}</a></h2>
                    <p class="place">${place}</p>
                    <p>${excerpt}</p>
                  </li>`,
              )}
            </ol>`
    }`;
  return { path: SEARCH, title: `${title} · Recado`, query, content: () => ({ body, headings: [] }) };
}
