import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { isMap, isSeq, LineCounter, type Node, type Pair, parseDocument, type Scalar } from "yaml";
import { stepsOf } from "../../src/platform/json-pointer";

/** Maps pointers into the bundle to files and lines in the folder of the contract. */
export class Declarations {
  private readonly sources = new Map<string, { root: Node | null; lines: LineCounter }>();

  constructor(private readonly folder: string) {}

  /** Returns a place such as `openapi/schemas/Contact.yaml:12`. */
  placeOf(pointer: string): string {
    let steps = stepsOf(pointer);
    let file = join(this.folder, "openapi.yaml");
    // The contract's bundler names a component after its file: components/schemas/Contact is
    // schemas/Contact.yaml.
    const component = join(this.folder, steps[1] ?? "", `${steps[2]}.yaml`);
    if (steps[0] === "components" && existsSync(component)) {
      file = component;
      steps = steps.slice(3);
    }
    let node = this.read(file).root;
    let offset = node?.range?.[0] ?? 0;
    for (const step of steps) {
      const reference = isMap(node) ? node.get("$ref") : undefined;
      if (typeof reference === "string") {
        file = resolve(dirname(file), reference);
        node = this.read(file).root;
      }
      if (isSeq(node)) {
        node = node.items[Number(step)] as Node;
        offset = node.range?.[0] ?? offset;
      } else if (isMap(node)) {
        const pairs = node.items as Pair<Scalar, Node | null>[];
        const pair = pairs.find(({ key }) => String(key.value) === step);
        offset = pair?.key.range?.[0] ?? offset;
        node = pair?.value ?? null;
      }
    }
    return `${relative(dirname(this.folder), file)}:${this.read(file).lines.linePos(offset).line}`;
  }

  private read(file: string) {
    const lines = new LineCounter();
    const read = () => ({
      lines,
      root: parseDocument(readFileSync(file, "utf8"), { lineCounter: lines }).contents,
    });
    const source = this.sources.get(file) ?? read();
    this.sources.set(file, source);
    return source;
  }
}

/** Returns each operation's handler by operation id, such as `src/features/contacts/contacts.api.ts:42`. */
export function handlersIn(root: string): ReadonlyMap<string, string> {
  const names = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name.endsWith(".api.ts")).map((name) => join(root, "src", name));
  const handlers = files.flatMap((file) =>
    [...readFileSync(file, "utf8").split("\n").entries()].flatMap(([index, line]) => {
      const id = /^ {4}async (\w+)\(/.exec(line)?.[1];
      return id === undefined ? [] : [[id, `${relative(root, file)}:${index + 1}`] as const];
    }),
  );
  return new Map(handlers);
}
