/** One name of a change log entry `- breaking: <name>, <name>: <why>`. Each name declares one break. */
export interface BreakingNote {
  /** An operation id, `METHOD /path` or schema name, optionally with a part of it: `Contact.list_ids`. */
  subject: string;
  why: string;
  line: number;
}

/** Placeholder for the reason in a proposed line. */
export const WHY = "<why>";

/** Returns the numbered lines under the heading `## <version>`; undefined without the heading. */
export function sectionOf(changeLog: string, version: string): [text: string, line: number][] | undefined {
  const lines = changeLog.split(/\r?\n/).map((text, index): [string, number] => [text, index + 1]);
  const headings = lines.filter(([text]) => /^## \S/.test(text));
  const index = headings.findIndex(([text]) => text.split(/\s+/)[1] === version);
  return index < 0
    ? undefined
    : lines.slice(headings[index]?.[1], (headings[index + 1]?.[1] ?? Infinity) - 1);
}

/** Returns the entries of a version. An entry is one text, without line breaks, and its first line number. */
function entriesOf(changeLog: string, version: string): [text: string, line: number][] {
  const entries: [text: string, line: number][] = [];
  for (const [text, line] of sectionOf(changeLog, version) ?? []) {
    const last = entries.at(-1);
    if (last !== undefined && /^\s+\S/.test(text)) last[0] += ` ${text.trim()}`;
    else entries.push([text, line]);
  }
  return entries;
}

/** Returns the breaking changes that a version declares. Throws if an entry lacks a subject or reason. */
export function breakingNotes(changeLog: string, version: string): BreakingNote[] {
  return entriesOf(changeLog, version).flatMap(([text, line]) => {
    const note = /^[-*] breaking:(.*)$/i.exec(text)?.[1];
    if (note === undefined) return [];
    const [, subjects = "", reason = ""] = /^(.*?):\s(.*)$/.exec(note) ?? [];
    const names = subjects.split(",").map((name) => name.trim().replaceAll("`", ""));
    const why = reason.trim();
    if (names.includes("") || why === "" || why === WHY) {
      const form = `- breaking: <operation or schema>: ${WHY}`;
      throw new Error(`openapi/CHANGELOG.md:${line}: write \`${form}\`, not \`${text}\``);
    }
    return names.map((subject) => ({ subject, why, line }));
  });
}

/** Returns the notes that an earlier change log does not have. */
export function newNotes(notes: readonly BreakingNote[], earlier: readonly BreakingNote[]): BreakingNote[] {
  const known = earlier.map(({ subject, why }) => `${subject}: ${why}`);
  return notes.filter(({ subject, why }) => {
    const index = known.indexOf(`${subject}: ${why}`);
    if (index >= 0) known.splice(index, 1);
    return index < 0;
  });
}
