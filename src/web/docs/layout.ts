import { html, type Html } from "./html";
import type { Heading } from "./markdown";

/** Maximum length of a search query in characters. */
export const MAX_QUERY = 120;

export interface Content {
  body: Html;
  headings: readonly Heading[];
}

export interface Page {
  path: string;
  title: string;
  /** Renders the content; may be slow. */
  content(): Content;
  /** Query to show in the search box. */
  query?: string;
  /** Whether wide screens show samples beside the text. */
  isWide?: boolean;
}

export interface Link {
  path: string;
  text: string;
}

export interface Site {
  /** Links to other pages of the service, such as the console. */
  elsewhere: readonly Link[];
  guides: readonly Link[];
  operatorGuides: readonly Link[];
  reference: readonly Link[];
  /** URLs of the stylesheet and the script, which contain a hash of the file. */
  stylesheet: string;
  script: string;
}

const links = (entries: readonly Link[], here: string): Html =>
  html`<ul>
    ${entries.map(
      ({ path, text }) =>
        html`<li><a href="${path}" ${path === here && html` aria-current="page"`}>${text}</a></li>`,
    )}
  </ul>`;

/** Returns the table of contents, or null if the page has fewer than two sections. */
function contents(headings: readonly Heading[]): Html | null {
  const shown = headings.filter(({ level }) => level === 2);
  if (shown.length < 2) return null;
  return html`<nav class="contents" aria-label="On this page">
    <h2>On this page</h2>
    <ul>
      ${shown.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
    </ul>
  </nav>`;
}

const head = ({ elsewhere }: Site, query: string): Html =>
  html`<header>
    <a class="brand" href="/docs">Recado</a>
    <form class="search" role="search" action="/docs/search">
      <label for="search">Search</label>
      <input
        id="search"
        name="q"
        type="search"
        maxlength="${MAX_QUERY}"
        value="${query}"
        placeholder="Search (/)"
        required
      />
    </form>
    <span class="elsewhere">${elsewhere.map(({ path, text }) => html`<a href="${path}">${text}</a>`)}</span>
    <a class="menu" href="#navigation">Menu</a>
  </header>`;

/** Returns a page as HTML. It works without JavaScript. On small screens the navigation follows the text. */
export function layout(page: Page, site: Site): string {
  const { path, title, query = "", isWide = false } = page;
  const { body, headings } = page.content();
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="${site.stylesheet}" />
        <link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml" />
        <script src="${site.script}" type="module"></script>
      </head>
      <body>
        <a class="skip" href="#main">Skip to the text</a>
        ${head(site, query)}
        <div class="columns">
          <main id="main" tabindex="-1" ${isWide && html` class="wide"`}>
            ${contents(headings)}
            <article>${body}</article>
          </main>
          <nav id="navigation" aria-label="Documentation" tabindex="-1">
            <h2>Guides</h2>
            ${links(site.guides, path)}
            <h2>Operate</h2>
            ${links(site.operatorGuides, path)}
            <h2>Reference</h2>
            ${links(site.reference, path)}
            ${
              site.elsewhere.length > 0 &&
              html`<h2>This service</h2>
                ${links(site.elsewhere, path)}`
            }
          </nav>
        </div>
      </body>
    </html> `.markup;
}
