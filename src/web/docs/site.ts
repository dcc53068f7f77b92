import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ContractDocument } from "./contract";
import { GUIDE_NAMES, type Guide, readGuide } from "./guides";
import { html } from "./html";
import { type Content, layout, type Page, type Site } from "./layout";
import { renderMarkdown } from "./markdown";
import { chaptersOf, REFERENCE, referencePages } from "./reference";

export interface Asset {
  content: Buffer;
  /** Of the content: an address that has it never changes its meaning. */
  version: string;
}

export const ASSETS = "/docs/assets";
export const ASSET_NAMES = ["docs.css", "docs.mjs", "icon.svg"] as const;

export const versionOf = (content: string | Buffer) =>
  createHash("sha256").update(content).digest("base64url").slice(0, 16);

/** Reads the files that pages load; one that is missing fails here, not on the first visit. */
export function readAssets(): ReadonlyMap<string, Asset> {
  return new Map(
    ASSET_NAMES.map((name) => {
      const content = readFileSync(join(__dirname, "page", name));
      return [name, { content, version: versionOf(content) }];
    }),
  );
}

function index(document: ContractDocument, guides: readonly Guide[]): Content {
  return {
    headings: [],
    body: html`<h1>Recado</h1>
      <p class="lead">${document.info.summary ?? ""}</p>
      <h2>Guides</h2>
      <ul class="cards">
        ${guides.map(
          ({ heading, summary, page }) =>
            html`<li>
              <h3><a href="${page.path}">${heading}</a></h3>
              ${renderMarkdown(summary).body}
            </li>`,
        )}
      </ul>
      <h2>Reference</h2>
      <p>
        <a href="${REFERENCE}">Every operation</a>, with examples for curl and the client. The contract
        itself, for tools, is <a href="/openapi.json">openapi.json</a>, and for generators of
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

/** Answered below `/docs` where there is no page. */
export const MISSING = "/docs/missing";

const missing = (): Content => ({
  headings: [],
  body: html`<h1>There is no such page</h1>
    <p class="lead">The address may be mistyped, or the page may have another name now.</p>
    <p>
      All guides and the reference are in the navigation of this page; <a href="/docs">the first page</a> says
      what each is about.
    </p>`,
});

/** Makes it when it is asked for, once. */
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

/** Every page of the documentation by its path. A guide that cannot be read fails here, not on the first visit. */
export function sitePages(
  document: ContractDocument,
  assets: ReadonlyMap<string, Asset>,
): ReadonlyMap<string, () => Asset> {
  const guides = GUIDE_NAMES.map(readGuide);
  const address = (name: string) => `${ASSETS}/${name}?v=${assets.get(name)?.version ?? ""}`;
  const site: Site = {
    guides: guides.map(({ heading, page }) => ({ path: page.path, text: heading })),
    reference: [
      { path: REFERENCE, text: "Overview" },
      ...chaptersOf(document).map(({ tag, path }) => ({ path, text: tag })),
      { path: "/docs/explorer", text: "Explorer" },
    ],
    stylesheet: address("docs.css"),
    script: address("docs.mjs"),
  };
  const pages: Page[] = [
    { path: "/docs", title: "Recado documentation", content: () => index(document, guides) },
    ...guides.map(({ page }) => page),
    ...referencePages(document),
    { path: MISSING, title: "There is no such page", content: missing },
  ];
  return new Map(pages.map((page) => [page.path, rendered(page, site)]));
}
