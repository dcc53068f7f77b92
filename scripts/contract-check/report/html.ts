import { escaped } from "../../tools/markup";
import { STYLE } from "../../tools/report-style";
import { type CellState, figuresOf, untriedIn } from "../coverage";
import type { CheckResult } from "../run";
import type { ReportedFault, Row, Section } from "./section";
import { sectionsOf } from "./sections";
import { factsOf, gapsOf, type Minimums, percent, untriedInvariants } from "./summary";
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

/** Returns the markup of all items, joined by line breaks. */
const each = <T>(items: Iterable<T>, markup: (item: T) => string): string =>
  [...items].map(markup).join("\n");

const listOf = (texts: readonly string[]) => `<ul>${each(texts, (text) => `<li>${escaped(text)}</li>`)}</ul>`;

function tableOf(title: string, cssClass: string, content: string): string {
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(title)}">
<table class="${cssClass}"><caption class="words">${escaped(title)}</caption>${content}</table>
</div>`;
}

function gridOf({ title, columns, rows, words, empty }: Section): string {
  const heads = each(columns, (column) => `<th scope="col">${escaped(column)}</th>`);
  const cell = ({ marks }: Row, column: string) => {
    const mark = marks.get(column);
    if (!mark) return "<td></td>";
    const { state } = mark;
    return `<td class="${state}" title="${escaped(mark.title)}">${symbol(state)}<span class="words">${words[state]}</span></td>`;
  };
  const rowOf = (row: Row) =>
    `<tr><th scope="row"><code>${row.operation}</code> <small>${escaped(row.route)}</small></th>${each(columns, (column) => cell(row, column))}</tr>`;
  const legend = each(
    ["hit", "violated", "missed"] as const,
    (state) => `<span class="${state}">${symbol(state)} ${words[state]}</span>`,
  );
  const bodies = each(
    new Set(rows.map(({ tag }) => tag)),
    (tag) =>
      `<tbody><tr><th scope="colgroup" class="tag">${escaped(tag)}</th>${heads}</tr>${each(
        rows.filter((row) => row.tag === tag),
        rowOf,
      )}</tbody>`,
  );
  return `<p class="legend">${legend} <span>empty: ${empty}</span></p>
${tableOf(`${title} of each operation`, "", bodies)}`;
}

const faultOf = ({ title, more, faults, evidence }: ReportedFault) => `<article>
<h3>${escaped(title)}${more > 0 ? ` (and ${more} more like it)` : ""}</h3>
${listOf(faults)}
${each(evidence, ({ name, text }) => `<details><summary>${escaped(name)}</summary><pre tabindex="0">${escaped(text)}</pre></details>`)}
</article>`;

function sectionOf(section: Section): string {
  const { title, text, faults, notes } = section;
  const note = ([why, names]: readonly [string, readonly string[]]) =>
    `<dt>${escaped(why)} <small>${names.length}</small></dt><dd>${each(names, (name) => `<code>${escaped(name)}</code>`)}</dd>`;
  return `<section>
<h2>${title}</h2>
<p>${escaped(text)}</p>
${each(faults, faultOf)}
${gridOf(section)}
${each(
  notes.filter(({ names }) => names.size > 0),
  (one) => `<h3>${one.title}</h3><dl>${each(one.names, note)}</dl>`,
)}
</section>`;
}

function timesOf({ coverage }: CheckResult): string {
  const rows = slowestFirst(coverage);
  if (rows.length === 0) return "";
  const figures = (spread: Spread | null) =>
    each(
      spread === null ? ["", "", "", ""] : [String(spread.n), ms(spread.p50), ms(spread.p95), ms(spread.max)],
      (value) => `<td>${value}</td>`,
    );
  const heads = each(["n", "p50", "p95", "max"], (name) => `<th scope="col">${name}</th>`);
  return `<section><h2>Response times</h2>
<p>In milliseconds, ${TIMES_NOTE}.</p>
${tableOf(
  "Response times of each operation, the slowest first",
  "times",
  `<thead><tr><td></td><th scope="colgroup" colspan="4">all responses</th><th scope="colgroup" colspan="4">2xx responses</th></tr>
<tr><th scope="col" class="tag">Operation</th>${heads}${heads}</tr></thead>
<tbody>${each(rows, ({ id, all, succeeded }) => `<tr><th scope="row"><code>${id}</code></th>${figures(all)}${figures(succeeded)}</tr>`)}</tbody>`,
)}
</section>`;
}

/** Returns the verdict. It is a success only if the check exits with 0. */
function verdictOf(result: CheckResult, minimums?: Minimums): [CellState, string] {
  const { coverage, invariants } = result;
  const [gap] = gapsOf(result, minimums);
  if (coverage.violations.length + (invariants?.violations.length ?? 0) > 0)
    return ["violated", "The service violates its contract"];
  if (gap !== undefined) return ["missed", `The check is incomplete: ${gap}`];
  if (untriedIn(coverage).length > 0) return ["missed", "Some operations could not be tried"];
  const late = untriedInvariants(result);
  return ["hit", `The service keeps its contract${late === null ? "" : `; ${late}`}`];
}

/** Returns a self-contained HTML page. */
export function toHtml(result: CheckResult, minimums?: Minimums): string {
  const { share, shareFromOutside, hit, documented, violated, missed } = figuresOf(result.coverage);
  const [state, verdict] = verdictOf(result, minimums);
  const title = escaped(result.interrupted && state === "violated" ? `${verdict} (interrupted)` : verdict);
  const figure = (value: string | number, name: string, cssClass = "") =>
    `<div class="figure ${cssClass}"><b>${value}</b><span>${name}</span></div>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Contract check: ${title}</title>
<style>${STYLE}</style>
</head>
<body>
${SYMBOL_SHEET}
<main>
<header>
<h1><span class="verdict ${state}">${symbol(state)}</span> ${title}</h1>
${listOf(factsOf(result))}
<div class="figures">
${figure(percent(share), "of operation × documented status hit")}
${figure(percent(shareFromOutside), "of it without 500 and 503")}
${figure(`${hit} of ${documented}`, "hit", "hit")}
${figure(violated, "violated", violated > 0 ? "violated" : "")}
${figure(missed, "not provoked", missed > 0 ? "missed" : "")}
</div>
</header>
${each(sectionsOf(result), sectionOf)}
${timesOf(result)}
</main>
</body>
</html>
`;
}
