import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { isMap, isScalar, isSeq, LineCounter, type Node as YamlNode, parseDocument } from "yaml";
import { stepsOf } from "./model";

interface Source {
  file: string;
  root: YamlNode | null;
  lines: LineCounter;
}

/** Tells in which file and line of the contract's folder something is declared, by its pointer into the bundle. */
export class Declarations {
  private readonly sources = new Map<string, Source>();

  constructor(private readonly folder: string) {}

  /** As in `openapi/schemas/Contact.yaml:12`. */
  placeOf(pointer: string): string {
    let source = this.read(join(this.folder, "openapi.yaml"));
    let steps = stepsOf(pointer);
    const [components, kind = "", name = ""] = steps;
    const own = join(this.folder, kind, `${name}.yaml`);
    if (components === "components" && existsSync(own)) {
      source = this.read(own);
      steps = steps.slice(3);
    }
    let node = source.root;
    let offset = node?.range?.[0] ?? 0;
    for (const step of steps) {
      const reference = isMap(node) ? node.get("$ref") : undefined;
      if (typeof reference === "string") {
        source = this.read(resolve(dirname(source.file), reference));
        node = source.root;
      }
      const next = childOf(node, step);
      if (!next) break;
      ({ node, offset } = next);
    }
    const file = relative(dirname(this.folder), source.file);
    return `${file}:${source.lines.linePos(offset).line}`;
  }

  private read(file: string): Source {
    const known = this.sources.get(file);
    if (known) return known;
    const lines = new LineCounter();
    const source = {
      file,
      lines,
      root: parseDocument(readFileSync(file, "utf8"), { lineCounter: lines }).contents,
    };
    this.sources.set(file, source);
    return source;
  }
}

/** What a step leads to, and where it begins: a key of a map, an entry of a list. */
function childOf(node: YamlNode | null, step: string): { node: YamlNode | null; offset: number } | null {
  if (isSeq(node)) {
    const item = node.items[Number(step)] as YamlNode | undefined;
    return item ? { node: item, offset: item.range?.[0] ?? 0 } : null;
  }
  if (!isMap(node)) return null;
  const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
  const key = pair?.key as YamlNode | undefined;
  return pair ? { node: pair.value as YamlNode | null, offset: key?.range?.[0] ?? 0 } : null;
}

/** Where each operation's handler stands: `src/features/contacts/contacts.api.ts:42`. */
export function handlersIn(root: string): ReadonlyMap<string, string> {
  const folder = join(root, "src", "features");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".api.ts"),
  );
  const found = files.flatMap((name) =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .flatMap((text, index) => {
        const id = /^ {4}async (\w+)\(/.exec(text)?.[1];
        return id === undefined ? [] : [[id, `${relative(root, join(folder, name))}:${index + 1}`] as const];
      }),
  );
  return new Map(found);
}
