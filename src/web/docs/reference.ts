import { type ContractDocument, type Operation, operationsOf } from "./contract";
import { html, type Html } from "./html";
import { generalSentences } from "./invariants";
import type { Content, Page } from "./layout";
import { renderMarkdown } from "./markdown";
import { operationSection, type Places } from "./operation";
import { prose, type View } from "./schema";

interface Chapter {
  tag: string;
  path: string;
  description: string;
  operations: readonly Operation[];
}

export const REFERENCE = "/docs/reference";

/** Returns the reference's chapters: one per tag, in the contract's order. Omits tags without operations. */
export function chaptersOf(document: ContractDocument): Chapter[] {
  const operations = operationsOf(document);
  return (document.tags ?? [])
    .map(({ name, description = "" }) => ({
      tag: name,
      path: `${REFERENCE}/${name.toLowerCase().replaceAll(" ", "-")}`,
      description,
      operations: operations.filter(({ tag }) => tag === name),
    }))
    .filter((chapter) => chapter.operations.length > 0);
}

const operationLinks = ({ path, operations }: Chapter): Html =>
  html`<ul class="operations">
    ${operations.map(
      ({ id, method, path: route, summary, isEvent }) =>
        html`<li>
          <a href="${path}#${id}">${summary}</a>
          <span class="route"
            ><span class="method ${method.toLowerCase()}">${method}</span>
            <code>${isEvent ? "your endpoint" : route}</code></span
          >
        </li>`,
    )}
  </ul>`;

const samplesNote = (address: string | null) =>
  html`<p>
    The curl examples use <code>$API</code>${address !== null && html`, here <code>${address}/v3</code>,`} and
    <code>$KEY</code>; the client examples use <code>recado</code>.
    <a href="/docs/guides/first-message">Your first message</a> shows how to set them.
  </p>`;

function overview(document: ContractDocument, chapters: readonly Chapter[], address: string | null): Content {
  const { summary = "", version, description = "" } = document.info;
  const general = renderMarkdown(description);
  const invariants = generalSentences(document["x-invariants"] ?? {});
  return {
    body: html`<h1>Reference</h1>
      <p class="lead">${summary} Version ${version}; paths are below <code>/v3</code>.</p>
      ${samplesNote(address)}
      <h2 id="operations">Operations</h2>
      ${chapters.map(
        (chapter) =>
          html`<h3><a href="${chapter.path}">${chapter.tag}</a></h3>
            ${prose(chapter.description)}${operationLinks(chapter)}`,
      )}
      ${
        invariants.length > 0 &&
        html`<h2 id="invariants">What always holds</h2>
          ${prose(invariants.map((sentence) => `- ${sentence}`).join("\n"))}`
      }
      ${general.body}`,
    headings: [
      { level: 2, id: "operations", text: "Operations" },
      ...(invariants.length > 0 ? [{ level: 2, id: "invariants", text: "What always holds" }] : []),
      ...general.headings,
    ],
  };
}

const placesOf = (chapters: readonly Chapter[]): Places =>
  new Map(
    chapters.flatMap(({ path, operations }) =>
      operations.map(({ id, summary }) => [id, { href: `${path}#${id}`, summary }] as const),
    ),
  );

function chapterContent(
  document: ContractDocument,
  places: Places,
  { tag, description, operations }: Chapter,
  address: string | null,
): Content {
  const view: View = { document, shown: new Set(), marks: "required" };
  return {
    body: html`<h1>${tag}</h1>
      <div class="lead">${prose(description)}</div>
      ${samplesNote(address)} ${operations.map((operation) => operationSection(view, places, operation))}`,
    headings: operations.map(({ id, summary }) => ({ level: 2, id, text: summary })),
  };
}

/** Returns the pages of the reference: an overview, and a page for each chapter. */
export function referencePages(document: ContractDocument, address: string | null = null): Page[] {
  const { title } = document.info;
  const chapters = chaptersOf(document);
  const places = placesOf(chapters);
  return [
    { path: REFERENCE, title: `${title} reference`, content: () => overview(document, chapters, address) },
    ...chapters.map((chapter) => ({
      path: chapter.path,
      title: `${chapter.tag} · ${title} reference`,
      content: () => chapterContent(document, places, chapter, address),
      isWide: true,
    })),
  ];
}
