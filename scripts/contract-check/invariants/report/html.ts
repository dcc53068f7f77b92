import { escaped } from "../../../tools/markup";
import type { InvariantsResult, InvariantViolation } from "../verdicts";
import { columnsOf, figuresOf, notesOf, rowsOf, requestsText } from "./summary";

const CLASSES = { held: "hit", violated: "violated", untried: "missed" } as const;

type Symbol = (name: "hit" | "violated" | "missed") => string;

function table(invariants: InvariantsResult, symbol: Symbol): string {
  const columns = columnsOf(invariants);
  const heads = columns
    .map((invariant) => `<th scope="col"><span>${escaped(invariant)}</span></th>`)
    .join("");
  const rows = rowsOf(invariants).map(({ operation, cells }) => {
    const marks = columns.map((invariant) => {
      const cell = cells.find((one) => one.invariant === invariant);
      if (!cell) return "<td></td>";
      const cssClass = CLASSES[cell.state];
      const title = cell.note ?? (cell.state === "untried" ? "" : `tried ${cell.tries} times`);
      return `<td class="${cssClass}" title="${escaped(title)}">${symbol(cssClass)}<span class="words">${cell.state === "untried" ? "not tried" : cell.state}</span></td>`;
    });
    return `<tr><th scope="row"><code>${escaped(operation)}</code></th>${marks.join("")}</tr>`;
  });
  return `<thead><tr><td></td>${heads}</tr></thead><tbody>${rows.join("\n")}</tbody>`;
}

function violation(violated: InvariantViolation): string {
  const { invariant, operation, faults, more, curl } = violated;
  const commands =
    curl === null
      ? ""
      : `<details><summary>Commands that reproduce it (${escaped(requestsText(violated))})</summary><pre tabindex="0">${escaped(curl)}</pre></details>`;
  return `<article>
<h3><code>${escaped(operation)}</code> breaks the invariant ${escaped(invariant)}${more > 0 ? ` (${more} more times)` : ""}</h3>
<ul>${faults.map((fault) => `<li>${escaped(fault)}</li>`).join("")}</ul>
${commands}
</article>`;
}

/** Returns the HTML section about invariants; empty if the run skipped them or the contract has none. */
export function invariantsHtml(invariants: InvariantsResult | null, symbol: Symbol): string {
  if (invariants === null || invariants.cells.length === 0) return "";
  const { all, held, violated, untried } = figuresOf(invariants);
  const notes = [...notesOf(invariants, ["untried", "held", "violated"])].map(
    ([why, names]) =>
      `<dt>${escaped(why)} <small>${names.length}</small></dt><dd>${names.map((name) => `<code>${escaped(name)}</code>`).join(" ")}</dd>`,
  );
  return `<section>
<h2>Invariants</h2>
<p>${held} of ${all} held, ${violated} violated, ${untried} not tried. Repeat with <code>--invariants-only --seed ${invariants.seed}</code></p>
${invariants.violations.map(violation).join("\n")}
<div class="scroll" tabindex="0" role="region" aria-label="Operation × invariant">
<table>
<caption class="words">Result of each invariant of each operation</caption>
${table(invariants, symbol)}
</table>
</div>
${notes.length > 0 ? `<dl>${notes.join("")}</dl>` : ""}
</section>`;
}
