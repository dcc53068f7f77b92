import { type ContractDocument, type Operation, operationsOf } from "./contract";
import { html, type Html } from "./html";
import type { Page } from "./layout";
import { renderMarkdown } from "./markdown";
import { operationSection } from "./operation";
import { prose, type View } from "./schema";

export interface Chapter {
  tag: string;
  path: string;
  description: string;
  operations: readonly Operation[];
}

export const REFERENCE = "/docs/reference";

/** A page for each tag, in the order of the contract; tags that no operation has are left out. */
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

/** The reference of a contract: what holds for all operations with a list of them, then a page for each tag. */
export function referencePages(document: ContractDocument): Page[] {
  const chapters = chaptersOf(document);
  const general = renderMarkdown(document.info.description ?? "");
  const overview: Page = {
    path: REFERENCE,
    title: `${document.info.title} reference`,
    body: html`<h1>Reference</h1>
      <p class="lead">
        ${document.info.summary ?? ""} Version ${document.info.version}; paths are below <code>/v3</code>.
      </p>
      <h2 id="operations">Operations</h2>
      ${chapters.map(
        (chapter) =>
          html`<h3><a href="${chapter.path}">${chapter.tag}</a></h3>
            ${prose(chapter.description)}${operationLinks(chapter)}`,
      )}
      ${general.body}`,
    headings: [{ level: 2, id: "operations", text: "Operations" }, ...general.headings],
  };
  const pages = chapters.map((chapter): Page => {
    const { tag, path, description, operations } = chapter;
    const view: View = { document, shown: new Set(), marks: "required" };
    return {
      path,
      title: `${tag} · ${document.info.title} reference`,
      body: html`<h1>${tag}</h1>
        <div class="lead">${prose(description)}</div>
        ${operations.map((operation) => operationSection(view, operation))}`,
      headings: operations.map(({ id, summary }) => ({ level: 2, id, text: summary })),
      isWide: true,
    };
  });
  return [overview, ...pages];
}
