/** One name in a line `- breaking: <what>, <what>: why` of the change log: it declares one break. */
export interface BreakingNote {
  /** An operation id, `METHOD /path` or the name of a schema, with a part of it behind a full stop. */
  subject: string;
  why: string;
  /** From 1. */
  line: number;
}

const HEADING = /^## (\S+)/;
/** Where the reason has to be written. */
export const WHY = "<why>";
const NOTE = /^[-*] breaking:(.*)$/i;

/** The lines under the heading `## <version>`, each with its number from 1; undefined where there is no such heading. */
export function sectionOf(changeLog: string, version: string): [text: string, line: number][] | undefined {
  const lines = changeLog.split(/\r?\n/).map((text, index): [string, number] => [text, index + 1]);
  const start = lines.findIndex(([text]) => HEADING.exec(text)?.[1] === version);
  if (start < 0) return undefined;
  const length = lines.slice(start + 1).findIndex(([text]) => HEADING.test(text));
  return lines.slice(start + 1, length < 0 ? undefined : start + 1 + length);
}

/**
 * The breaking changes that a change log declares for a version, in lines that begin with `- breaking:`. Throws with the
 * line's number where one lacks what it is about, or why.
 */
export function breakingNotes(changeLog: string, version: string): BreakingNote[] {
  return (sectionOf(changeLog, version) ?? []).flatMap(([text, line]) => {
    const said = NOTE.exec(text)?.[1];
    if (said === undefined) return [];
    const [, subjects = "", why = ""] = /^(.*?):\s(.*)$/.exec(said) ?? [];
    const names = subjects.split(",").map((name) => name.trim().replaceAll("`", ""));
    if (names.some((name) => name === "") || why.trim() === "" || why.trim() === WHY) {
      throw new Error(
        `openapi/CHANGELOG.md:${line}: write \`- breaking: <operation or schema>: <why>\`, not \`${text}\``,
      );
    }
    return names.map((subject) => ({ subject, why: why.trim(), line }));
  });
}

export const hasSection = (changeLog: string, version: string): boolean =>
  sectionOf(changeLog, version) !== undefined;
