import {
  type Cell,
  type CellState,
  figuresOf,
  missedByReason,
  untriedIn,
  type OperationCoverage,
} from "../coverage";
import type { Exchange } from "../exchange";
import { invariantsHtml } from "../invariants/report/html";
import { parseJson } from "../invariants/values";
import type { CheckResult } from "../run";
import { escaped } from "../../tools/markup";
import { STYLE } from "../../tools/report-style";
import { type Cause, causesOf } from "./causes";
import {
  columnsOf,
  counted,
  MODES,
  percent,
  placeText,
  quoted,
  secondsOf,
  titleOf,
  violationsText,
} from "./summary";
import { ms, slowestFirst, type Spread, TIMES_NOTE } from "./times";

/** SVG paths, because few fonts have these symbols. */
const PATHS: Readonly<Record<CellState, string>> = {
  hit: "M3 8.5l3.5 3.5L13 4.5",
  violated: "M4 4l8 8M12 4l-8 8",
  missed: "M4 8h8",
};
const SYMBOL_SHEET = `<svg width="0" height="0" aria-hidden="true" class="words">${Object.entries(PATHS)
  .map(([state, path]) => `<symbol id="${state}" viewBox="0 0 16 16"><path d="${path}"/></symbol>`)
  .join("")}</svg>`;
const symbol = (state: CellState) => `<svg class="symbol" aria-hidden="true"><use href="#${state}"/></svg>`;
const WORDS: Readonly<Record<CellState, string>> = {
  hit: "hit",
  violated: "violated",
  missed: "not provoked",
};

function cellOf(cell: Cell | undefined): string {
  if (!cell) return "<td></td>";
  const { state, status, responses, how, reason } = cell;
  const more = state === "missed" ? reason : `${counted(responses, "response")}, first: ${how}`;
  const label = `${status} ${WORDS[state]}: ${more}`;
  return `<td class="${state}" title="${escaped(label)}">${symbol(state)}<span class="words">${escaped(WORDS[state])}</span></td>`;
}

function matrix({ coverage }: CheckResult): string {
  const columns = columnsOf(coverage);
  const head = (tag: string) =>
    `<tr><th scope="colgroup" class="tag">${escaped(tag)}</th>${columns.map((one) => `<th scope="col">${one}</th>`).join("")}</tr>`;
  const row = ({ operation, cells }: OperationCoverage) =>
    `<tr><th scope="row"><code>${escaped(operation.id)}</code> <small>${operation.method} ${escaped(operation.path)}</small></th>${columns
      .map((status) => cellOf(cells.find((cell) => cell.status === status)))
      .join("")}</tr>`;
  const tags = [...new Set(coverage.operations.map(({ operation }) => operation.tag))];
  return tags
    .map((tag) => {
      const rows = coverage.operations.filter(({ operation }) => operation.tag === tag).map(row);
      return `<tbody>${head(tag)}${rows.join("")}</tbody>`;
    })
    .join("\n");
}

function pretty(text: string): string {
  const json = parseJson(text);
  return json === undefined ? text : JSON.stringify(json, null, 2);
}

function requestAndResponse({ request, response }: Exchange): string {
  const headers = (all: Readonly<Record<string, string>>) =>
    Object.entries(all)
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n");
  const sent =
    `${request.method} ${request.url}\n${headers(request.headers)}\n\n${pretty(request.body)}`.trimEnd();
  const received =
    response === null
      ? "none"
      : `${response.status}\n${headers(response.headers)}\n\n${pretty(response.body)}`.trimEnd();
  return `<details><summary>Request and response</summary>
<div class="pair"><div><h4>Request</h4><pre tabindex="0">${escaped(sent)}</pre></div><div><h4>Response</h4><pre tabindex="0">${escaped(received)}</pre></div></div>
</details>`;
}

const details = (summary: string, lines: readonly string[]) =>
  `<details><summary>${escaped(summary)}</summary><ul>${lines.map((one) => `<li>${escaped(one)}</li>`).join("")}</ul></details>`;

function violation(cause: Cause): string {
  const [first, ...others] = cause.exchanges;
  if (first === undefined) return "";
  const { about, more } = titleOf(cause);
  const name = cause.where.length > 1 ? escaped(about) : `<code>${escaped(about)}</code>`;
  const purposes = others.map(({ operation, purpose }) => `${operation.id}: ${purpose}`);
  return `<article>
<h3>${name}: ${escaped(more)}</h3>
<ul>${quoted(cause.faults)
    .map(({ by, message }) => `<li><b>${by}</b> ${escaped(message)}</li>`)
    .join("")}</ul>
${cause.where.length > 1 ? details(`At ${cause.where.length} operations`, cause.where.map(placeText)) : ""}
${requestAndResponse(first)}
${others.length > 0 ? details(`${others.length} more like it`, purposes) : ""}
</article>`;
}

function times({ coverage }: CheckResult): string {
  const rows = slowestFirst(coverage);
  if (rows.length === 0) return "";
  const figures = (spread: Spread | null) =>
    spread === null
      ? "<td></td>".repeat(4)
      : [String(spread.n), ms(spread.p50), ms(spread.p95), ms(spread.max)]
          .map((value) => `<td>${value}</td>`)
          .join("");
  const heads = ["n", "p50", "p95", "max"].map((name) => `<th scope="col">${name}</th>`).join("");
  return `<section><h2>Response times</h2>
<p>In milliseconds, ${escaped(TIMES_NOTE)}.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Response times">
<table class="times"><caption class="words">Response times of each operation, the slowest first</caption>
<thead><tr><td></td><th scope="colgroup" colspan="4">all responses</th><th scope="colgroup" colspan="4">2xx responses</th></tr>
<tr><th scope="col" class="tag">Operation</th>${heads}${heads}</tr></thead>
<tbody>${rows
    .map(
      ({ id, all, succeeded }) =>
        `<tr><th scope="row"><code>${escaped(id)}</code></th>${figures(all)}${figures(succeeded)}</tr>`,
    )
    .join("")}</tbody></table></div></section>`;
}

function missed(result: CheckResult): string {
  const reasons = [...missedByReason(result.coverage)];
  if (reasons.length === 0) return "<p>Everything that the contract documents was provoked.</p>";
  const items = reasons.map(
    ([why, cells]) =>
      `<dt>${escaped(why)} <small>${cells.length}</small></dt><dd>${cells.map((cell) => `<code>${escaped(cell)}</code>`).join(" ")}</dd>`,
  );
  return `<dl>${items.join("")}</dl>`;
}

function leftovers({ cleanUp }: CheckResult): string {
  const { removed, stays, failed } = cleanUp;
  const lines = [
    ...(removed > 0 ? [`${removed} resources that the run created were deleted.`] : []),
    ...(stays.length > 0 ? [`Left behind, because no operation deletes them: ${stays.join(", ")}.`] : []),
    ...failed.map((failure) => `Could not be deleted: ${failure}.`),
  ];
  if (lines.length === 0) return "";
  return `<section><h2>What the run left behind</h2><ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join("")}</ul></section>`;
}

/** Returns a self-contained HTML page. */
export function toHtml(result: CheckResult): string {
  const { coverage, url, mode, startedAt, interrupted, endedEarly } = result;
  const figures = figuresOf(coverage);
  const causes = causesOf(coverage);
  const isBad = causes.length > 0 || (result.invariants?.violations.length ?? 0) > 0;
  const isWhole = untriedIn(coverage).length === 0;
  const verdict = isBad
    ? "The service violates its contract"
    : isWhole
      ? "The service keeps its contract"
      : "Some operations could not be tried";
  const state = isBad ? "violated" : isWhole ? "hit" : "missed";
  const figure = (value: string | number, name: string, cssClass = "") =>
    `<div class="figure ${cssClass}"><b>${value}</b><span>${escaped(name)}</span></div>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Contract check: ${escaped(verdict)}</title>
<style>${STYLE}</style>
</head>
<body>
${SYMBOL_SHEET}
<main>
<header>
<h1><span class="verdict ${state}">${symbol(state)}</span> ${escaped(verdict)}${interrupted ? " (interrupted)" : ""}</h1>
<p><code>${escaped(url)}</code>, ${escaped(MODES[mode])}, ${startedAt.toISOString().slice(0, 19).replace("T", " ")} UTC, ${coverage.requests} requests in ${secondsOf(result)}</p>
${endedEarly === null ? "" : `<p><strong>Ended early, the table is incomplete: ${escaped(endedEarly)}</strong></p>`}
<div class="figures">
${figure(percent(figures.share), "of operation × documented status hit")}
${figure(percent(figures.shareFromOutside), "of it without 500 and 503")}
${figure(`${figures.hit} of ${figures.documented}`, "hit", "hit")}
${figure(figures.violated, "violated", figures.violated > 0 ? "violated" : "")}
${figure(figures.missed, "not provoked", figures.missed > 0 ? "missed" : "")}
</div>
</header>
<section>
<h2>Violations</h2>
${causes.length === 0 ? "<p>None.</p>" : `<p>${violationsText(coverage)}</p>\n${causes.map(violation).join("\n")}`}
</section>
<section>
<h2>Operation × status</h2>
<p class="legend"><span class="hit">${symbol("hit")} hit</span> <span class="violated">${symbol("violated")} violated</span> <span class="missed">${symbol("missed")} not provoked</span> <span>empty: not documented</span></p>
<div class="scroll" tabindex="0" role="region" aria-label="Operation × status">
<table>
<caption class="words">Result of each documented status of each operation</caption>
${matrix(result)}
</table>
</div>
</section>
<section>
<h2>Not provoked, and why</h2>
${missed(result)}
</section>
${invariantsHtml(result.invariants, symbol)}
${times(result)}
${leftovers(result)}
</main>
</body>
</html>
`;
}
