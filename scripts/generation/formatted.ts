import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import * as prettier from "prettier";

const root = resolve(__dirname, "../..");

export const HEADER = "// Generated from openapi/ by `npm run generate`. Edits are lost.\n\n";

const COMMENT_WIDTH = 107;

/** Wraps prose at spaces. Does not wrap list items, tables and code fences. */
export function wrapped(line: string, width: number): string[] {
  if (line.length <= width || /^([-*|]|\d+\.|`{3})/.test(line)) return [line];
  const lines = [""];
  for (const word of line.split(" ")) {
    const last = lines[lines.length - 1] ?? "";
    if (last !== "" && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}

/** Adds a star to each line of doc comments, which templates cannot do for inserted texts. */
function starredComments(source: string): string {
  return source.replace(/^([ \t]*)\/\*\*\n([\s\S]*?)\*\//gm, (_, indent: string, inner: string) => {
    const lines = inner.split("\n").map((line) => line.trim().replace(/^\*( |$)/, ""));
    while (lines.length > 0 && lines.at(-1) === "") lines.pop();
    const single = lines.filter((line, index) => line !== "" || lines[index - 1] !== "");
    const starred = single
      .flatMap((line) => wrapped(line, COMMENT_WIDTH - indent.length))
      .map((line) => `${indent} * ${line}`.trimEnd())
      .join("\n");
    return `${indent}/**\n${starred}\n${indent} */`;
  });
}

export async function writeFormatted(file: string, source: string): Promise<void> {
  const options = await prettier.resolveConfig(join(root, "generated", "any.ts"));
  writeFileSync(
    file,
    await prettier.format(starredComments(HEADER + source), { ...options, filepath: file }),
  );
}
