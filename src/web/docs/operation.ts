import { codeBlock, codePair } from "./code";
import {
  type ContractDocument,
  type Operation,
  type Parameter,
  resolve,
  type Response,
  type Schema,
} from "./contract";
import { html, type Html, type Part } from "./html";
import { readExamples } from "./guides";
import { invariantSentences, sentencesHere } from "./invariants";
import { clientSample, curlSample } from "./samples";
import { tourSamples } from "./tour-samples";
import { errorCodesOf, field, fieldsOf, prose, type View } from "./schema";

const PLACES = { path: "In the path", query: "In the query", header: "In the header", cookie: "In a cookie" };

function parametersOf(view: View, { parameters }: Operation): Part {
  return (["path", "query", "header", "cookie"] as const).map((place) => {
    const here = parameters.filter((one) => one.in === place);
    if (here.length === 0) return null;
    return html`<h3>${PLACES[place]}</h3>
      <ul class="fields">
        ${here.map(({ name, schema = {}, description, required = false }) =>
          field(view, { name, schema, required, description }),
        )}
      </ul>`;
  });
}

/** Returns the examples of a request's or response's body. All examples except the first are collapsed. */
const examplesOf = (examples: Operation["responses"][number]["examples"], label: string): Part =>
  examples.map(({ name, summary, value }, index) => {
    const words = summary ?? name.replaceAll("_", " ");
    const block = codeBlock({
      language: "json",
      label: `${label}: ${words}`,
      text: JSON.stringify(value, null, 2),
    });
    return index === 0
      ? block
      : html`<details class="example">
          <summary>${label}: ${words}</summary>
          ${block}
        </details>`;
  });

const isGood = (status: string) => status.startsWith("2");

/** Address and summary of each operation's section, by operation id, for links. */
export type Places = ReadonlyMap<string, { href: string; summary: string }>;

/** Returns links to the operations to call after a response, with the parameters that it provides. */
function linksOf(places: Places, { links }: Response): Part {
  if (links.length === 0) return null;
  const items = links.map(({ operationId, parameters }) => {
    const place = places.get(operationId);
    return (
      place &&
      html`<li>
        <a href="${place.href}">${place.summary}</a>, with
        ${parameters.map((name, index) => [index ? ", " : "", html`<code>${name}</code>`])} from here
      </li>`
    );
  });
  return html`<p>What comes next:</p>
    <ul>
      ${items}
    </ul>`;
}

function responsesOf(whole: View, places: Places, { responses }: Operation): Part {
  const view: View = { ...whole, marks: "optional" };
  const failures = responses.filter(({ status }) => !isGood(status));
  return [
    responses
      .filter(({ status }) => isGood(status))
      .map(
        (response) =>
          html`<h3>Response ${response.status}</h3>
            ${prose(response.description)}${response.schema && fieldsOf(view, response.schema)}
            ${linksOf(places, response)}`,
      ),
    failures.length > 0 &&
      html`<details class="failures">
        <summary>Failures</summary>
        <ul>
          ${failures.map(
            ({ status, description, schema }) =>
              html`<li>
                <p>
                  <strong>${status}</strong>
                  ${errorCodesOf(view.document, schema).map((code) => html`<code>${code}</code> `)}
                </p>
                ${prose(description)}
              </li>`,
          )}
        </ul>
      </details>`,
  ];
}

/** Example programs by file name. They are read at startup, so that a missing file aborts startup. */
const TOURS = readExamples();

/** Returns whether the contract lists the possible values of a parameter, which is then not an id. */
const isEnumerated = (document: ContractDocument, { schema = {} }: Parameter): boolean =>
  resolve<Schema>(document, schema).enum !== undefined;

function invariantsOf({ document }: View, { invariants, parameters }: Operation): Part {
  const sentences = [
    ...sentencesHere(document["x-invariants"] ?? {}, {
      hasIds: parameters.some((one) => one.in === "path" && !isEnumerated(document, one)),
      isPaged: (invariants.newest_first ?? invariants.ordered) !== undefined,
    }),
    ...invariantSentences(invariants).map(({ sentence }) => sentence),
  ];
  if (sentences.length === 0) return null;
  return html`<h3>What always holds</h3>
    ${prose(sentences.map((sentence) => `- ${sentence}`).join("\n"))}`;
}

const scopeText = (scope: string | null): Part =>
  html`<p class="scope">${scope === null ? "Any API key" : html`Scope <code>${scope}</code>`}</p>`;

export function operationSection(view: View, places: Places, operation: Operation): Html {
  const { id, method, path, summary, description, scope, deprecated, body, responses, isEvent } = operation;
  const shown = responses.find(({ status, examples }) => isGood(status) && examples.length > 0);
  const label = isEvent ? "Body" : "Request";
  const samples = isEvent
    ? null
    : codePair([
        { language: "sh", label: "curl", text: curlSample(operation) },
        { language: "ts", label: "Client", text: clientSample(operation) },
        ...tourSamples(id, TOURS),
      ]);
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
    <div class="texts">
      <h2 id="${id}-title">
        ${summary} <a class="anchor" href="#${id}" aria-label="Link to “${summary}”">#</a>
      </h2>
      <p class="route">
        <span class="method ${method.toLowerCase()}">${method}</span>
        <code>${isEvent ? "your endpoint" : path}</code>
      </p>
      ${deprecated && html`<p class="deprecated">Deprecated</p>`} ${prose(description)}
      ${isEvent ? null : scopeText(scope)} ${parametersOf(view, operation)}
      ${
        body?.schema &&
        html`<h3>Body</h3>
          ${fieldsOf(view, body.schema)}`
      }
      ${invariantsOf(view, operation)} ${responsesOf(view, places, operation)}
    </div>
    <div class="samples">
      ${samples} ${examplesOf(body?.examples.slice(isEvent ? 0 : 1) ?? [], label)}
      ${shown && examplesOf(shown.examples, `Response ${shown.status}`)}
    </div>
  </section> `;
}
