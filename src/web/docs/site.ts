import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ClientPackage, CLIENTS, clientsPage } from "./clients";
import type { ContractDocument } from "./contract";
import { GUIDE_NAMES, type Guide, readGuide } from "./guides";
import { html } from "./html";
import { type Content, layout, type Link, type Page, type Site } from "./layout";
import { renderMarkdown } from "./markdown";
import { chaptersOf, REFERENCE, referencePages } from "./reference";

export interface Asset {
  content: Buffer;
  /** Hash of the content, used as ETag and in cacheable URLs. */
  version: string;
}

export const ASSETS = "/docs/assets";
export const ASSET_NAMES = ["docs.css", "docs.mjs", "icon.svg"] as const;

export const versionOf = (content: string | Buffer) =>
  createHash("sha256").update(content).digest("base64url").slice(0, 16);

/** Colours and type, which the documentation shares with the console. */
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

const linkTo = ({ heading, page }: Guide): Link => ({ path: page.path, text: heading });

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

function index(document: ContractDocument, guides: readonly Guide[]): Content {
  return {
    headings: [],
    body: html`<h1>Recado</h1>
      <p class="lead">${document.info.summary ?? ""}</p>
      <h2>Guides</h2>
      ${cards(guides.filter(({ isForOperator }) => !isForOperator))}
      <h2>Operate</h2>
      ${cards(guides.filter(({ isForOperator }) => isForOperator))}
      <h2>Reference</h2>
      <p>
        <a href="${REFERENCE}">Every operation</a>, with examples for curl and the
        <a href="${CLIENTS}">client</a>. The contract itself, for tools, is
        <a href="/openapi.json">openapi.json</a>, and for generators of
        <a href="/docs/guides/other-languages">clients in other languages</a>
        <a href="/openapi.sdk.json">openapi.sdk.json</a>; the <a href="/docs/explorer">explorer</a> sends
        requests from the browser with your key.
      </p>
      <ul class="cards">
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

/** Path of the page that is served for unknown paths below `/docs`. */
export const MISSING = "/docs/missing";

const missing = (): Content => ({
  headings: [],
  body: html`<h1>Page not found</h1>
    <p class="lead">The address may be mistyped, or the page may have been renamed.</p>
    <p>
      The navigation of this page has all guides and the reference; <a href="/docs">the first page</a> says
      what each one covers.
    </p>`,
});

/** Returns a function that renders a page at the first call and caches it. */
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

/** Data about the running service that pages show. */
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

export interface Pages {
  byPath: ReadonlyMap<string, () => Asset>;
  /** Renders a page without caching it. */
  render(page: Page): Buffer;
}

/** Returns all pages of the documentation. Throws if a guide cannot be read. */
export function sitePages(
  document: ContractDocument,
  assets: ReadonlyMap<string, Asset>,
  { address, elsewhere }: SiteContext,
  clientPackage: ClientPackage | null,
): Pages {
  const guides = GUIDE_NAMES.map((name) => readGuide(name, address));
  const asset = (name: string) => `${ASSETS}/${name}?v=${assets.get(name)?.version ?? ""}`;
  const site: Site = {
    elsewhere,
    guides: guides.filter(({ isForOperator }) => !isForOperator).map(linkTo),
    operatorGuides: guides.filter(({ isForOperator }) => isForOperator).map(linkTo),
    reference: [
      { path: REFERENCE, text: "Overview" },
      ...chaptersOf(document).map(({ tag, path }) => ({ path, text: tag })),
      { path: "/docs/explorer", text: "Explorer" },
      { path: CLIENTS, text: "Clients" },
    ],
    stylesheet: asset("docs.css"),
    script: asset("docs.mjs"),
  };
  const pages: Page[] = [
    { path: "/docs", title: "Recado documentation", content: () => index(document, guides) },
    ...guides.map(({ page }) => page),
    ...referencePages(document, address),
    clientsPage(clientPackage, address),
    { path: MISSING, title: "Page not found", content: missing },
  ];
  return {
    byPath: new Map(pages.map((page) => [page.path, rendered(page, site)])),
    render: (page) => Buffer.from(layout(page, site)),
  };
}
