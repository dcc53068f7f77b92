export interface Module {
  source: string;
  dependencies: { resolved: string }[];
}

type Diagrams = Readonly<Record<string, string>>;

/** Returns the layer of a file: `src/http/task-scheduler.ts` → `http`. Null for files directly in `src/`. */
const layerOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1] ?? null;
const within = (layer: string) => (file: string) =>
  new RegExp(`^src/${layer}/([^/]+)/`).exec(file)?.[1] ?? null;

/** Returns the imports between folders as sorted pairs [importing folder, imported folder]. */
function arrows(modules: readonly Module[], folderOf: (file: string) => string | null): [string, string][] {
  const found = new Set<string>();
  for (const { source, dependencies } of modules) {
    const from = folderOf(source);
    for (const { resolved } of dependencies) {
      const to = folderOf(resolved);
      if (from !== null && to !== null && from !== to) found.add(`${from} ${to}`);
    }
  }
  return [...found].sort().map((arrow) => arrow.split(" ") as [string, string]);
}

/** Returns the arrows, except each arrow between two folders that a longer path also connects. */
function reduced(all: readonly [string, string][]): [string, string][] {
  const next = (from: string) => all.filter(([start]) => start === from).map(([, end]) => end);
  const reaches = (from: string, to: string, passed: ReadonlySet<string>): boolean =>
    next(from).some(
      (folder) => folder === to || (!passed.has(folder) && reaches(folder, to, new Set([...passed, folder]))),
    );
  return all.filter(
    ([from, to]) =>
      !next(from).some((folder) => folder !== to && reaches(folder, to, new Set([from, folder]))),
  );
}

const diagram = (all: readonly [string, string][]) =>
  ["flowchart TD", ...reduced(all).map(([from, to]) => `  ${from} --> ${to}`)].join("\n");

export function diagramsOf(modules: readonly Module[]): Diagrams {
  return {
    layers: diagram(arrows(modules, layerOf).filter(([from]) => from !== "client")),
    features: diagram(arrows(modules, within("features"))),
  };
}

/** Replaces the text between `<!-- diagram: NAME -->` and `<!-- end -->`. Throws if a marker is missing. */
export function withDiagrams(page: string, diagrams: Diagrams): string {
  return Object.entries(diagrams).reduce((text, [name, diagram]) => {
    const place = new RegExp(`(<!-- diagram: ${name} -->\n)[^]*?(<!-- end -->)`);
    if (!place.test(text)) throw new Error(`the page has no markers for the diagram "${name}"`);
    return text.replace(
      place,
      (_, begin: string, end: string) => `${begin}\`\`\`mermaid\n${diagram}\n\`\`\`\n${end}`,
    );
  }, page);
}
