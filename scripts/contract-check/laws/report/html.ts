import { escaped } from "../../../tools/markup";
import type { LawsResult, LawViolation } from "../verdicts";
import { columnsOf, figuresOf, notesOf, rowsOf, shortness } from "./words";

/** How the page shows the states that its table of statuses has too. */
const LOOKS = { held: "hit", violated: "violated", untried: "missed" } as const;

type Symbol = (look: "hit" | "violated" | "missed") => string;

function table(laws: LawsResult, symbol: Symbol): string {
  const columns = columnsOf(laws);
  const heads = columns.map((law) => `<th scope="col"><span>${escaped(law)}</span></th>`).join("");
  const rows = rowsOf(laws).map(({ operation, cells }) => {
    const marks = columns.map((law) => {
      const cell = cells.find((one) => one.law === law);
      if (!cell) return "<td></td>";
      const look = LOOKS[cell.state];
      const title = cell.note ?? (cell.state === "untried" ? "" : `tried ${cell.tries} times`);
      return `<td class="${look}" title="${escaped(title)}">${symbol(look)}<span class="words">${cell.state === "untried" ? "not tried" : cell.state}</span></td>`;
    });
    return `<tr><th scope="row"><code>${escaped(operation)}</code></th>${marks.join("")}</tr>`;
  });
  return `<thead><tr><td></td>${heads}</tr></thead><tbody>${rows.join("\n")}</tbody>`;
}

function violation(violated: LawViolation): string {
  const { law, operation, faults, more, curl } = violated;
  const commands =
    curl === null
      ? ""
      : `<details><summary>Commands that show it (${escaped(shortness(violated))})</summary><pre tabindex="0">${escaped(curl)}</pre></details>`;
  return `<article>
<h3><code>${escaped(operation)}</code> breaks the law ${escaped(law)}${more > 0 ? ` (${more} more times)` : ""}</h3>
<ul>${faults.map((fault) => `<li>${escaped(fault)}</li>`).join("")}</ul>
${commands}
</article>`;
}

/** The sections of the page about laws; empty where none were tried. */
export function lawsHtml(laws: LawsResult | null, symbol: Symbol): string {
  if (laws === null || laws.cells.length === 0) return "";
  const { all, held, violated, untried } = figuresOf(laws);
  const notes = [...notesOf(laws, ["untried", "held", "violated"])].map(
    ([why, names]) =>
      `<dt>${escaped(why)} <small>${names.length}</small></dt><dd>${names.map((name) => `<code>${escaped(name)}</code>`).join(" ")}</dd>`,
  );
  return `<section>
<h2>Laws</h2>
<p>${held} of ${all} held, ${violated} violated, ${untried} not tried. The same again: <code>--laws-only --seed ${laws.seed}</code></p>
${laws.violations.map(violation).join("\n")}
<div class="scroll" tabindex="0" role="region" aria-label="Operation × law">
<table>
<caption class="words">What came of each law of each operation</caption>
${table(laws, symbol)}
</table>
</div>
${notes.length > 0 ? `<dl>${notes.join("")}</dl>` : ""}
</section>`;
}
