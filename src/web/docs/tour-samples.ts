import type { Code } from "./code";

/** Example program of the API tour in one programming language, and how that language writes calls. */
interface TourProgram {
  language: string;
  file: string;
  /** Returns the code that calls an operation, from its name to the opening parenthesis. */
  call(id: string): string;
  /** Whether statements end with a semicolon. Otherwise, a line break outside brackets ends them. */
  hasSemicolons: boolean;
}

const pascal = (id: string) => id.charAt(0).toUpperCase() + id.slice(1);
const snake = (id: string) => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export const TOUR_PROGRAMS: readonly TourProgram[] = [
  { language: "python", file: "tour.py", call: (id) => `.${snake(id)}(`, hasSemicolons: false },
  { language: "go", file: "tour.go", call: (id) => `API.${pascal(id)}(`, hasSemicolons: false },
  { language: "java", file: "Tour.java", call: (id) => `.${id}(`, hasSemicolons: true },
  { language: "csharp", file: "Tour.cs", call: (id) => `.${pascal(id)}(`, hasSemicolons: true },
];

const depthOf = (text: string) => (text.match(/[([{]/g)?.length ?? 0) - (text.match(/[)\]}]/g)?.length ?? 0);

const isComment = (line: string) => /^\s*(\/\/|#)/.test(line);

/** Returns whether a new statement may begin after the line at index `at`. */
function endsStatement(lines: readonly string[], at: number, { hasSemicolons }: TourProgram): boolean {
  const line = lines[at] ?? "";
  if (line.trim() === "" || isComment(line)) return true;
  if (hasSemicolons) return /([;{}]|=>)$/.test(line);
  const before = lines
    .slice(0, at + 1)
    .join("\n")
    .replace(/[{}]/g, "");
  return depthOf(before) === 0 && !line.endsWith(".");
}

/** Returns the indices of the first and last line of the statement that contains the line at index `at`. */
function statementAround(lines: readonly string[], at: number, program: TourProgram): [number, number] {
  let first = at;
  while (first > 0 && !endsStatement(lines, first - 1, program)) first -= 1;
  const indentOf = (index: number) => /^\s*/.exec(lines[index] ?? "")?.[0].length ?? 0;
  let last = first;
  const isOpen = () => {
    const text = lines.slice(first, last + 1).join("\n");
    if (depthOf(text) > 0 || text.endsWith(".")) return true;
    if (program.hasSemicolons) return !text.endsWith(";");
    // In Python, an indented loop body belongs to the statement.
    return /:$/m.test(lines[first] ?? "") && indentOf(last + 1) > indentOf(first);
  };
  while (last + 1 < lines.length && isOpen()) last += 1;
  return [first, last];
}

function dedented(lines: readonly string[]): string {
  const indents = lines
    .filter((line) => line.trim() !== "")
    .map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  return lines.map((line) => line.slice(Math.min(...indents))).join("\n");
}

/**
 * Returns the statement of a tour program that calls an operation, preceded by the statement that creates its
 * `request`. Returns null if the program does not call the operation.
 */
export function statementCalling(id: string, source: string, program: TourProgram): string | null {
  const lines = source.split("\n");
  const at = lines.findIndex((line) => !isComment(line) && line.includes(program.call(id)));
  if (at === -1) return null;
  const [first, last] = statementAround(lines, at, program);
  const call = lines.slice(first, last + 1);
  if (!/\brequest\b/.test(call.join("\n"))) return dedented(call);
  const made = lines.slice(0, first).findLastIndex((line) => /\brequest\b( :?=|$)/.test(line));
  const [from, to] = made === -1 ? [first, first - 1] : statementAround(lines, made, program);
  return dedented([...lines.slice(from, to + 1), ...call]);
}

/** Returns samples of an operation from the tour programs that call it. `sources` has them by file name. */
export const tourSamples = (id: string, sources: ReadonlyMap<string, string>): Code[] =>
  TOUR_PROGRAMS.flatMap((program) => {
    const text = statementCalling(id, sources.get(program.file) ?? "", program);
    return text === null ? [] : [{ language: program.language, text }];
  });
