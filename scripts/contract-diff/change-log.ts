/** One line `- breaking: <what>, <what>: why` of the change log. */
export interface BreakingNote {
  /** Operation ids, `METHOD /path`, or names of schemas. */
  subjects: readonly string[];
  why: string;
  /** From 1. */
  line: number;
}

const HEADING = /^## (\S+)/;
const NOTE = /^[-*] breaking:(.*)$/i;

/**
 * The breaking changes that a change log declares for a version: the lines under the heading `## <version>` that begin
 * with `- breaking:`. Throws with the line's number where one lacks what it is about, or why.
 */
export function breakingNotes(changeLog: string, version: string): BreakingNote[] {
  const notes: BreakingNote[] = [];
  let current: string | undefined;
  changeLog.split(/\r?\n/).forEach((text, index) => {
    current = HEADING.exec(text)?.[1] ?? current;
    const said = NOTE.exec(text)?.[1];
    if (said === undefined || current !== version) return;
    const [, subjects = "", why = ""] = /^(.*?):\s(.*)$/.exec(said) ?? [];
    const names = subjects.split(",").map((name) => name.trim().replaceAll("`", ""));
    if (names.some((name) => name === "") || why.trim() === "") {
      throw new Error(
        `openapi/CHANGELOG.md:${index + 1}: write \`- breaking: <operation or schema>: <why>\`, not \`${text}\``,
      );
    }
    notes.push({ subjects: names, why: why.trim(), line: index + 1 });
  });
  return notes;
}
