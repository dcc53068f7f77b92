import type { ChangedOperation, JudgedChange, Verdict } from "./verdict";

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`;

function lines({ text, isBreaking, why, declaredBy }: JudgedChange): string[] {
  const first = `  ${isBreaking ? "BREAKING  " : "compatible"}  ${text}`;
  return [
    first,
    ...(why === null ? [] : [`              because ${why}`]),
    ...(declaredBy === null ? [] : [`              declared in line ${declaredBy.line}: ${declaredBy.why}`]),
  ];
}

const paragraph = ({ name, changes }: ChangedOperation) => [name, ...changes.flatMap(lines), ""];

function conclusion({ breaking, undeclared, isMajor, from, to }: Verdict): string[] {
  if (breaking === 0) return ["Nothing breaks clients."];
  if (isMajor) return [`Version ${to} after ${from} says that clients have to change.`];
  if (undeclared === 0) return ["What breaks clients is declared in openapi/CHANGELOG.md."];
  return [
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
