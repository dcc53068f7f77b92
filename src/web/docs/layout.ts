import { html, Html } from "./html";
import { type Language, otherLanguage, type Words, WORDS } from "./language";
import type { Heading } from "./markdown";

export const MAX_QUERY = 120;

export interface Content {
  body: Html;
  headings: readonly Heading[];
}

export interface Page {
  path: string;
  title: string;
  /** Language of the page. Default: English. */
  language?: Language;
  /** Path of the same page in the other language, if there is one. */
  translation?: string;
  /** Renders the page's content, which may be slow. */
  content(): Content;
  query?: string;
  /** Whether a wide screen shows code samples beside the text. */
  isWide?: boolean;
}

export interface Link {
  path: string;
  text: string;
  /** Language of the linked page; absent if it is the reader's language, or if the link leads to a file. */
  language?: Language;
}

/** Links around the content of all pages in one language. */
export interface Site {
  /** Links to other pages of the service, such as the console. */
  elsewhere: readonly Link[];
  guides: readonly Link[];
  operatorGuides: readonly Link[];
  reference: readonly Link[];
  /** URLs of the stylesheet and of the script, each with a hash of the file. */
  stylesheet: string;
  script: string;
}

const inLanguage = (language: Language | undefined): Html | false =>
  language !== undefined && html` lang="${WORDS[language].tag}" hreflang="${WORDS[language].tag}"`;

const links = (entries: readonly Link[], here: string): Html =>
  html`<ul>
    ${entries.map(
      ({ path, text, language }) =>
        html`<li>
          <a href="${path}" ${inLanguage(language)} ${path === here && html` aria-current="page"`}>${text}</a>
        </li>`,
    )}
  </ul>`;

/** Returns links to the sections of a page; null for fewer than two sections. */
function sectionLinks(headings: readonly Heading[]): Html | null {
  const shown = headings.filter(({ level }) => level === 2);
  if (shown.length < 2) return null;
  return html`<ul>
    ${shown.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
  </ul>`;
}

/** Returns the table of contents that a wide screen shows beside the text. */
const contentsBeside = (links: Html, { onThisPage }: Words): Html =>
  html`<nav class="contents beside" aria-label="${onThisPage}">
    <h2>${onThisPage}</h2>
    ${links}
  </nav>`;

/** Inserts a collapsed table of contents below the title, for screens without room beside the text. */
function withFoldedContents({ markup }: Html, links: Html, { onThisPage }: Words): Html {
  const folded = html`<details class="contents folded">
    <summary>${onThisPage}</summary>
    <nav aria-label="${onThisPage}">${links}</nav>
  </details>`;
  return new Html(markup.replace("</h1>", () => `</h1>${folded.markup}`));
}

/** Returns a link to the page in the other language; without a translation, to that language's first page. */
function languageLink({ language = "en", translation }: Page): Html {
  const other = otherLanguage(language);
  const { name, root } = WORDS[other];
  return html`<a class="language" href="${translation ?? root}" ${inLanguage(other)}
    ><span class="short">${other.toUpperCase()}</span> <span class="long">${name}</span></a
  >`;
}

const head = ({ elsewhere }: Site, page: Page, words: Words): Html =>
  html`<header>
    <a class="brand" href="${words.root}">Recado</a>
    <form class="search" role="search" action="${words.root}/search">
      <label for="search">${words.search}</label>
      <input
        id="search"
        name="q"
        type="search"
        maxlength="${MAX_QUERY}"
        value="${page.query ?? ""}"
        placeholder="${words.searchHint}"
        required
      />
    </form>
    <span class="elsewhere">${elsewhere.map(({ path, text }) => html`<a href="${path}">${text}</a>`)}</span>
    ${languageLink(page)}
    <a class="menu" href="#navigation">${words.menu}</a>
  </header>`;

/** Returns `link` elements that name both languages' pages to search engines; false without a translation. */
function alternates({ path, language = "en", translation }: Page): Html | false {
  if (translation === undefined) return false;
  const paths = { [language]: path, [otherLanguage(language)]: translation };
  return html`${Object.entries(paths).map(
    ([one, href]) => html`<link rel="alternate" hreflang="${WORDS[one as Language].tag}" href="${href}" /> `,
  )}`;
}

/** Returns a page as HTML. It works without JavaScript. On small screens the navigation follows the text. */
export function layout(page: Page, site: Site): string {
  const { path, title, language = "en", isWide = false } = page;
  const words = WORDS[language];
  const { body, headings } = page.content();
  const sections = sectionLinks(headings);
  return html`<!doctype html>
    <html lang="${words.tag}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${alternates(page)}
        <link rel="stylesheet" href="${site.stylesheet}" />
        <link rel="icon" href="/docs/assets/icon.svg" type="image/svg+xml" />
        <script src="${site.script}" type="module"></script>
      </head>
      <body>
        <a class="skip" href="#main">${words.skip}</a>
        ${head(site, page, words)}
        <div class="columns">
          <main id="main" tabindex="-1" ${isWide && html` class="wide"`}>
            ${sections && !isWide && contentsBeside(sections, words)}
            <article>${sections ? withFoldedContents(body, sections, words) : body}</article>
          </main>
          <nav id="navigation" aria-label="${words.navigation}" tabindex="-1">
            <h2>${words.guides}</h2>
            ${links(site.guides, path)}
            <h2>${words.operate}</h2>
            ${links(site.operatorGuides, path)}
            <h2>${words.inEnglish(words.reference)}</h2>
            ${links(site.reference, path)}
            ${
              site.elsewhere.length > 0 &&
              html`<h2>${words.thisService}</h2>
                ${links(site.elsewhere, path)}`
            }
          </nav>
        </div>
      </body>
    </html> `.markup;
}
