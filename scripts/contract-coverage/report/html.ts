import { escaped } from "../../tools/markup";
import { STYLE } from "../../tools/report-style";
import {
  type ContractCoverage,
  type Figure,
  KINDS,
  type OperationFigures,
  percentOf,
  sum,
} from "../coverage";

/** The kinds that are an operation's own; the others are shared by many. */
const columns = Object.entries(KINDS).filter(([kind]) => kind !== "security") as [Figure["kind"], string][];

function cell({ touched, declared }: Pick<Figure, "touched" | "declared">): string {
  if (declared === 0) return "<td></td>";
  return `<td class="${touched === declared ? "hit" : "violated"}">${touched}/${declared}</td>`;
}

function matrix({ operations }: ContractCoverage): string {
  const row = ({ id, method, path, figures }: OperationFigures) =>
    `<tr><th scope="row"><code>${escaped(id)}</code> <small>${method} ${escaped(path)}</small></th>${columns
      .map(([kind]) => cell(figures.find((figure) => figure.kind === kind) ?? { touched: 0, declared: 0 }))
      .join("")}</tr>`;
  const head = (tag: string) =>
    `<tr><th scope="colgroup" class="tag">${escaped(tag)}</th>${columns.map(([, name]) => `<th scope="col">${name}</th>`).join("")}</tr>`;
  return [...new Set(operations.map(({ tag }) => tag))]
    .map((tag) => {
      const rows = operations.filter((one) => one.tag === tag).map(row);
      return `<tbody>${head(tag)}${rows.join("")}</tbody>`;
    })
    .join("\n");
}

function list({ untouched }: ContractCoverage): string {
  if (untouched.length === 0) return "<p>Nothing.</p>";
  const rows = untouched.map(
    ({ kind, operation, name, declared, handler }) =>
      `<tr>${[kind, operation, name, declared, handler ?? ""].map((text, index) => (index === 0 ? `<th scope="row">${escaped(text)}</th>` : `<td><code>${escaped(text)}</code></td>`)).join("")}</tr>`,
  );
  const heads = ["Kind", "Operation", "Element", "Declared in", "Handler"];
  return `<div class="scroll" tabindex="0" role="region" aria-label="Untouched elements">
<table class="list">
<caption class="words">What is declared and was touched by no code</caption>
<thead><tr>${heads.map((name) => `<th scope="col">${name}</th>`).join("")}</tr></thead>
<tbody>${rows.join("")}</tbody>
</table>
</div>`;
}

/** One page without anything outside of it. */
export function toHtml(coverage: ContractCoverage): string {
  const { figures, untouched } = coverage;
  const all = sum(figures);
  const isWhole = untouched.length === 0;
  const verdict = isWhole
    ? "All that the contract declares is used"
    : `${untouched.length} elements of the contract are touched by no code`;
  const figure = (one: Pick<Figure, "touched" | "declared">, name: string) =>
    `<div class="figure"><b>${percentOf(one)}</b><span>${escaped(name)}: ${one.touched} of ${one.declared}</span></div>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Contract coverage: ${escaped(verdict)}</title>
<style>${STYLE}
.list td, .list th { text-align: left; font-weight: normal; }
</style>
</head>
<body>
<main>
<header>
<h1>${escaped(verdict)}</h1>
<p>What handlers read of requests, and what was answered and posted, while the tests ran.</p>
<div class="figures">
${figure(all, "Elements touched")}
${figures.map((one) => figure(one, KINDS[one.kind])).join("\n")}
</div>
</header>
<section>
<h2>Touched by no code</h2>
${list(coverage)}
</section>
<section>
<h2>By operation</h2>
<p>What operations share, such as the fields of a schema that many answer with, is counted at the first of them.</p>
<div class="scroll" tabindex="0" role="region" aria-label="By operation">
<table>
<caption class="words">How much of each operation was touched</caption>
${matrix(coverage)}
</table>
</div>
</section>
</main>
</body>
</html>
`;
}
