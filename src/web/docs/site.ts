import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ClientPackage, clientsPage } from "./clients";
import type { ContractDocument } from "./contract";
import { type Guide, guidesFor } from "./guides";
import { html } from "./html";
import { type Language, LANGUAGES, otherLanguage, WORDS } from "./language";
import { type Content, layout, type Link, type Page, type Site } from "./layout";
import { renderMarkdown } from "./markdown";
import { chaptersOf, REFERENCE, referencePages } from "./reference";

export interface Asset {
  content: Buffer;
  /** Hash of the content, for the ETag and for URLs that browsers may cache. */
  version: string;
}

export const ASSETS = "/docs/assets";
const ASSET_NAMES = ["docs.css", "docs.mjs", "icon.svg"] as const;

export const versionOf = (content: string | Buffer) =>
  createHash("sha256").update(content).digest("base64url").slice(0, 16);

/** Stylesheet with the colours and fonts of both the documentation and the console. */
const TOKENS = join(__dirname, "..", "design", "tokens.css");

/** Reads the files that pages load. Called at startup, so that a missing file aborts startup. */
export function readAssets(): ReadonlyMap<string, Asset> {
  return new Map(
    ASSET_NAMES.map((name) => {
      const own = readFileSync(join(__dirname, "page", name));
      const content = name === "docs.css" ? Buffer.concat([readFileSync(TOKENS), own]) : own;
      return [name, { content, version: versionOf(content) }];
    }),
  );
}

/** Marks a link to an English page as English, for readers of Portuguese pages. */
const markEnglish = (link: Link, reader: Language): Link =>
  reader === "en" ? link : { ...link, language: "en" };

const cards = (guides: readonly Guide[]) =>
  html`<ul class="cards">
    ${guides.map(
      ({ heading, summary, page }) =>
        html`<li>
          <h3><a href="${page.path}">${heading}</a></h3>
          ${renderMarkdown(summary).body}
        </li>`,
    )}
  </ul>`;

function index(document: ContractDocument, guides: readonly Guide[], language: Language): Content {
  const words = WORDS[language];
  return {
    headings: [],
    body: html`<h1>Recado</h1>
      <p class="lead">${words.lead(document.info.summary ?? "")}</p>
      <h2>${words.guides}</h2>
      ${cards(guides.filter(({ isForOperator }) => !isForOperator))}
      <h2>${words.operate}</h2>
      ${cards(guides.filter(({ isForOperator }) => isForOperator))}
      <h2>${words.inEnglish(words.reference)}</h2>
      <p>${words.aboutReference}</p>
      <ul class="cards" ${language !== "en" && html` lang="en"`}>
        ${chaptersOf(document).map(
          ({ tag, path, description }) =>
            html`<li>
              <h3><a href="${path}">${tag}</a></h3>
              ${renderMarkdown(description).body}
            </li>`,
        )}
      </ul>`,
  };
}

/** Returns the path of the page that the service sends for unknown paths, in the path's language. */
export const missingPath = (language: Language) => `${WORDS[language].root}/missing`;

/** Returns a function that renders a page at its first call and returns the same result later. */
function rendered(page: Page, site: Site): () => Asset {
  let made: Asset | undefined;
  return () => {
    if (!made) {
      const content = Buffer.from(layout(page, site));
      made = { content, version: versionOf(content) };
    }
    return made;
  };
}

export interface SiteContext {
  /** Base URL at which readers reach the service; null if unknown. */
  address: string | null;
  /** Links to other pages of the service, such as the console. */
  elsewhere: readonly Link[];
}

/** Returns the address for readers; null if the URL only names all interfaces or a random port. */
export function addressOf(publicUrl: string): string | null {
  const { hostname, port } = new URL(publicUrl);
  return ["0.0.0.0", "[::]"].includes(hostname) || port === "0" ? null : publicUrl;
}

interface Pages {
  byPath: ReadonlyMap<string, () => Asset>;
  /** Renders a page without caching it. */
  render(page: Page): Buffer;
}

/** Returns all pages of the documentation by path, in all languages. Throws if a guide cannot be read. */
export function sitePages(
  document: ContractDocument,
  assets: ReadonlyMap<string, Asset>,
  { address, elsewhere }: SiteContext,
  clientPackage: ClientPackage | null,
): Pages {
  const asset = (name: string) => `${ASSETS}/${name}?v=${assets.get(name)?.version ?? ""}`;
  const guides: Record<Language, readonly Guide[]> = {
    en: guidesFor("en", address),
    pt: guidesFor("pt", address),
  };
  const siteOf = (language: Language): Site => {
    const words = WORDS[language];
    const reference: Link[] = [
      { path: REFERENCE, text: words.overview },
      ...chaptersOf(document).map(({ tag, path }) => markEnglish({ path, text: tag }, language)),
      { path: "/docs/explorer", text: words.explorer },
      { path: `${words.root}/clients`, text: words.clients },
    ];
    const linksTo = (forOperators: boolean) =>
      guides[language]
        .filter(({ isForOperator }) => isForOperator === forOperators)
        .map(({ heading, page }): Link => ({ path: page.path, text: heading }));
    return {
      elsewhere: elsewhere.map(({ path, text }) => ({ path, text: words.elsewhere[text] ?? text })),
      guides: linksTo(false),
      operatorGuides: linksTo(true),
      reference,
      stylesheet: asset("docs.css"),
      script: asset("docs.mjs"),
    };
  };
  const sites: Record<Language, Site> = { en: siteOf("en"), pt: siteOf("pt") };
  const frontPages = LANGUAGES.flatMap((language): Page[] => {
    const { root, title, missing } = WORDS[language];
    const other = otherLanguage(language);
    return [
      {
        path: root,
        title,
        language,
        translation: WORDS[other].root,
        content: () => index(document, guides[language], language),
      },
      {
        path: missingPath(language),
        title: WORDS[language].missingTitle,
        language,
        content: () => ({ body: missing, headings: [] }),
      },
    ];
  });
  const pages: Page[] = [
    ...frontPages,
    ...guides.en.map(({ page }) => page),
    ...guides.pt.map(({ page }) => page),
    ...referencePages(document, address),
    ...LANGUAGES.map((language) => clientsPage(clientPackage, address, language)),
  ];
  const siteFor = ({ language = "en" }: Page) => sites[language];
  return {
    byPath: new Map(pages.map((page) => [page.path, rendered(page, siteFor(page))])),
    render: (page) => Buffer.from(layout(page, siteFor(page))),
  };
}
