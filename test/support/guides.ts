import { type GuideName, guideSource } from "../../src/web/docs/guides";
import { fenceOf } from "../../src/web/docs/markdown";

/**
 * Kinds of code blocks in a guide, by the words after the backticks:
 * - `sh`: commands that every reader types;
 * - `sh curl`: commands of readers who use curl;
 * - `ts client`: part of the guide's one program with the client;
 * - `js file=NAME`: a file that the reader saves;
 * - `json`, `text`: output of the block before; `json part` shows a part of the output;
 * - `sh setup`: the operator's commands, run up to the first that needs a carrier which tests do not have;
 * - `sh sdk`: commands that make clients in other languages, like scripts/sdks;
 * - `python tour` and similar: a literal part of that language's tour, which scripts/sdks compiles and runs;
 * - `sh elsewhere`: run by another test. That test reads the guides `tour`, `carrier-smpp` and
 *   `sqlite-to-postgresql`. Blocks of other guides appear literally in the README;
 * - `sh example`, `yaml example`, `ini example`: the operator's hosts and secrets, which no test has; the
 *   settings in the block must exist.
 */
type Kind =
  | "shell"
  | "curl"
  | "client"
  | "file"
  | "answer"
  | "output"
  | "elsewhere"
  | "example"
  | "setup"
  | "sdk"
  | "tour";

export interface Block {
  kind: Kind;
  /** Line in the guide, for error messages. */
  line: number;
  text: string;
  /** Name of the file that the reader saves. Null for other blocks. */
  file: string | null;
  /** True if the block shows only a part of the response. */
  isPart: boolean;
}

/** Returns the blocks of a guide in order. Throws for a fence of unknown kind. */
export function blocksOf(name: GuideName, source = guideSource(name)): Block[] {
  const blocks: Block[] = [];
  const lines = source.split("\n");
  for (let at = 0; at < lines.length; at += 1) {
    const info = /^\s*```(.*)$/.exec(lines[at] ?? "")?.[1];
    if (info === undefined) continue;
    const end = lines.findIndex((line, index) => index > at && line === "```");
    if (end === -1) throw new Error(`${name}:${at + 1}: the fence is not closed at the beginning of a line`);
    blocks.push({ ...readInfo(name, at + 1, info), text: lines.slice(at + 1, end).join("\n"), line: at + 1 });
    at = end;
  }
  return blocks;
}

function readInfo(name: GuideName, line: number, info: string): Pick<Block, "kind" | "file" | "isPart"> {
  const { language, words } = fenceOf(info);
  const file = words.find((word) => word.startsWith("file="))?.slice("file=".length) ?? null;
  const known: Record<string, Kind> = {
    sh: "shell",
    "sh curl": "curl",
    "sh elsewhere": "elsewhere",
    "sh example": "example",
    "yaml example": "example",
    "ini example": "example",
    "sh setup": "setup",
    "ts client": "client",
    json: "answer",
    "json part": "answer",
    text: "output",
    "sh sdk": "sdk",
    ...Object.fromEntries(["python", "go", "java", "csharp"].map((one) => [`${one} tour`, "tour" as const])),
  };
  const kind = file !== null && language === "js" && words.length === 1 ? "file" : known[info.trim()];
  if (!kind)
    throw new Error(`${name}:${line}: \`${info}\` says neither how to run the block nor what printed it`);
  return { kind, file, isPart: words.includes("part") };
}

interface Shown {
  block: Block;
  /** Indexes of the blocks that print this output. */
  by: number[];
}

/**
 * Returns the outputs with the blocks that print them. After a curl block and a client block, text is the
 * output of both, and JSON that of the curl block.
 */
export function shownIn(blocks: readonly Block[]): Shown[] {
  const shown: Shown[] = [];
  let last = -1;
  for (const [index, block] of blocks.entries()) {
    if (block.kind === "answer" || block.kind === "output") {
      const isPaired = blocks[last]?.kind === "client" && blocks[last - 1]?.kind === "curl";
      const both = block.kind === "output" ? [last - 1, last] : [last - 1];
      shown.push({ block, by: isPaired ? both : [last] });
    } else last = index;
  }
  return shown;
}

const MARK = "\u001e";
const markOf = (index: number) => `${MARK}${index}${MARK}`;

/** Returns a shell command that marks the end of a block's output. */
export const markCommand = (index: number) => `printf '\\n%s\\n' '${markOf(index)}'`;

/** Splits the output of a whole run at the marks. Returns the output of each block by index. */
export function printedBy(output: string): Map<number, string> {
  const printed = new Map<number, string>();
  let rest = output;
  for (const match of output.matchAll(/\u001e(\d+)\u001e\n/g)) {
    const [before = "", ...after] = rest.split(match[0]);
    printed.set(Number(match[1]), before.trim());
    rest = after.join(match[0]);
  }
  return printed;
}

/** Returns a script of the blocks of these kinds and of the files. It ends at the first failure. */
export function shellScript(blocks: readonly Block[], kinds: readonly Kind[], prelude: string): string {
  const parts = blocks.map((block, index) => {
    if (block.kind === "file") return `cat > ${block.file} <<'END_OF_FILE'\n${block.text}\nEND_OF_FILE`;
    if (!kinds.includes(block.kind)) return "";
    return `${block.text}\n${markCommand(index)}`;
  });
  return ["set -eu -o pipefail", "trap 'kill $(jobs -p) 2>/dev/null || true' EXIT", prelude, ...parts].join(
    "\n",
  );
}

export function clientProgram(blocks: readonly Block[], prelude: string): string {
  const parts = blocks.map((block, index) =>
    block.kind === "client" ? `${block.text}\nprocess.stdout.write("\\n${markOf(index)}\\n");` : "",
  );
  return [prelude, ...parts, "export {};"].join("\n");
}

const VOLATILE: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<id>"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, "<time>"],
  [/\d{4}-\d\d-\d\d/g, "<day>"],
  [/whsec_[A-Za-z0-9+/=]+/g, "<secret>"],
  [/st_[0-9a-f]{8,64}/g, "<key>"],
  [/[0-9a-f]{64}/g, "<digest>"],
];

/** Replaces parts that differ between runs, such as ids and times, by placeholders. */
export const steady = (text: string): string =>
  VOLATILE.reduce(
    (rest, [pattern, name]) => rest.replace(pattern, name),
    text.replaceAll("\r\n", "\n"),
  ).trim();

/** Parses JSON after `steady`. Throws an error with the text if it is not JSON. */
export function steadyJson(text: string): unknown {
  try {
    return JSON.parse(steady(text));
  } catch {
    throw new Error(`this is no JSON: ${text}`);
  }
}
