import { sectionOf, WHY } from "./change-log";
import type { ChangedOperation, JudgedChange, Verdict } from "./verdict";

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`;

function lines({ text, why, declaredBy }: JudgedChange): string[] {
  const first = `  ${why === null ? "compatible" : "BREAKING  "}  ${text}`;
  return [
    first,
    ...(why === null ? [] : [`              because ${why}`]),
    ...(declaredBy === null ? [] : [`              declared in line ${declaredBy.line}: ${declaredBy.why}`]),
  ];
}

const paragraph = ({ name, changes }: ChangedOperation) => [name, ...changes.flatMap(lines), ""];

function conclusion({ breaking, undeclared, isMajor, from, to, ambiguous }: Verdict): string[] {
  if (breaking === 0) return ["Nothing breaks clients."];
  if (isMajor) return [`Version ${to} after ${from} says that clients have to change.`];
  if (undeclared === 0) return ["What breaks clients is declared in openapi/CHANGELOG.md."];
  return [
    ...ambiguous.flatMap(({ subject, line, breaks }) => [
      `openapi/CHANGELOG.md:${line}: \`${subject}\` could mean ${breaks.length} breaks, and one line declares one:`,
      ...breaks.map((each) => `  ${each}`),
    ]),
    `${undeclared} of ${count(breaking, "breaking change")} ${undeclared === 1 ? "is" : "are"} not declared. Undo, or raise \`info.version\` to ${Number(from.split(".")[0]) + 1}.0.0, or say`,
    `under \`## ${to}\` in openapi/CHANGELOG.md what breaks and why: \`- breaking: <operation or schema>: <why>\`.`,
  ];
}

/** The verdict for the terminal; `base` says what was compared with. */
export function inWords(verdict: Verdict, base: string): string {
  const { breaking, compatible, operations } = verdict;
  if (operations.length === 0) return `Nothing has changed for clients since ${base}.\n`;
  return [
    `Since ${base}: ${count(breaking, "breaking change")}, ${count(compatible, "compatible one")}.`,
    "",
    ...operations.flatMap(paragraph),
    ...conclusion(verdict),
    "",
  ].join("\n");
}

/** What the change log lacks under the new version, as it could stand there; empty where it mentions everything. */
export function proposal(verdict: Verdict, changeLog: string): string[] {
  const section = sectionOf(changeLog, verdict.to);
  const prose = section?.map(([text]) => text).join("\n") ?? "";
  const lines = verdict.operations
    .flatMap(({ changes }) => changes)
    .flatMap(({ why, declaredBy, subject: { name, words, what } }) => {
      if (why !== null) return declaredBy === null ? [`- breaking: ${name}: ${WHY}`] : [];
      const isMentioned = words.some((word) => prose.includes(`\`${word}\``));
      return isMentioned ? [] : [`- \`${name}\`: ${what}`];
    });
  const missing = [...new Set(lines)];
  return section === undefined && verdict.operations.length > 0
    ? [`## ${verdict.to}`, "", ...missing]
    : missing;
}
