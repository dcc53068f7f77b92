import { groupBy } from "../../src/platform/group-by";
import { sectionOf, WHY } from "./change-log";
import type { JudgedChange, Verdict } from "./verdict";

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? "" : "s"}`;

const linesOf = ({ text, why, declaredBy }: JudgedChange): string[] => [
  `  ${why === null ? "compatible" : "BREAKING  "}  ${text}`,
  ...(why === null ? [] : [`              because ${why}`]),
  ...(declaredBy === null
    ? []
    : [`              declared in openapi/CHANGELOG.md:${declaredBy.line}: ${declaredBy.why}`]),
];

function conclusion({ breaking, undeclared, isMajor, from, to, ambiguous }: Verdict): string[] {
  if (breaking === 0) return ["Nothing breaks clients."];
  if (isMajor) return [`Version ${to} after ${from} says that clients have to change.`];
  if (undeclared === 0) return ["What breaks clients is declared in openapi/CHANGELOG.md."];
  const major = Number.parseInt(from) + 1;
  return [
    ...ambiguous.flatMap(({ subject, notes, breaks }) => [
      `openapi/CHANGELOG.md names \`${subject}\` ${count(notes, "time")}, and it could mean ${breaks.length} breaks. ` +
        "Repeat the name once for each break:",
      ...breaks.map((each) => `  ${each}`),
    ]),
    `${undeclared} of ${count(breaking, "breaking change")} ${undeclared === 1 ? "is" : "are"} not declared. ` +
      `Undo, or raise \`info.version\` to ${major}.0.0, or say`,
    `under \`## ${to}\` in openapi/CHANGELOG.md what breaks and why: \`- breaking: <operation or schema>: ${WHY}\`.`,
  ];
}

/** Formats a verdict for the terminal. `base` names the older contract. */
export function formatVerdict(verdict: Verdict, base: string): string {
  const { breaking, compatible, operations } = verdict;
  if (operations.length === 0) return `Nothing has changed for clients since ${base}.\n`;
  return [
    `Since ${base}: ${count(breaking, "breaking change")}, ${count(compatible, "compatible one")}.`,
    "",
    ...operations.flatMap(({ name, changes }) => [name, ...changes.flatMap(linesOf), ""]),
    ...conclusion(verdict),
    "",
  ].join("\n");
}

/**
 * Returns the lines that the change log of the new version lacks. One line declares all breaking changes of
 * an operation or schema, and repeats its name once per breaking change.
 */
export function proposedEntry(verdict: Verdict, changeLog: string): string[] {
  const section = sectionOf(changeLog, verdict.to);
  const prose = section?.map(([text]) => text).join("\n") ?? "";
  const isMentioned = (word: string) => prose.toLowerCase().includes(`\`${word.toLowerCase()}\``);
  const missing = verdict.operations
    .flatMap(({ changes }) => changes)
    .filter(({ why, declaredBy, subject }) =>
      why === null ? !subject.words.some(isMentioned) : declaredBy === null,
    );
  const bySubject = groupBy(missing, ({ why, subject }) => `${why === null} ${subject.name}`);
  const lines = [...bySubject.values()].flatMap((changes) => {
    const name = changes[0]?.subject.name ?? "";
    const whats = [...new Set(changes.map(({ subject }) => subject.what))];
    return changes[0]?.why === null
      ? whats.map((what) => `- \`${name}\`: ${what}`)
      : `- breaking: ${whats.map(() => name).join(", ")}: ${WHY}`;
  });
  const heading = section === undefined && lines.length > 0 ? [`## ${verdict.to}`, ""] : [];
  return [...heading, ...lines];
}
