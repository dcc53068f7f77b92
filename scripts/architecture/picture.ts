/** A file and what it imports, as dependency-cruiser tells them. */
export interface Module {
  source: string;
  dependencies: { resolved: string }[];
}

/** Pictures by their names, each a Mermaid diagram. */
export type Pictures = Readonly<Record<string, string>>;

/** `src/http/task-scheduler.ts` → `http`; what lies in `src/` itself is left out. */
const layerOf = (file: string) => /^src\/([^/]+)\//.exec(file)?.[1] ?? null;
const within = (layer: string) => (file: string) =>
  new RegExp(`^src/${layer}/([^/]+)/`).exec(file)?.[1] ?? null;

/** The arrows between rooms, in a stable order. */
function arrows(modules: readonly Module[], roomOf: (file: string) => string | null): [string, string][] {
  const found = new Set<string>();
  for (const { source, dependencies } of modules) {
    const from = roomOf(source);
    for (const { resolved } of dependencies) {
      const to = roomOf(resolved);
      if (from !== null && to !== null && from !== to) found.add(`${from} ${to}`);
    }
  }
  return [...found].sort().map((arrow) => arrow.split(" ") as [string, string]);
}

/** Without arrows that a longer way stands for as well: what is left shows the order at a glance. */
function reduced(all: readonly [string, string][]): [string, string][] {
  const next = (from: string) => all.filter(([start]) => start === from).map(([, end]) => end);
  const reaches = (from: string, to: string, passed: ReadonlySet<string>): boolean =>
    next(from).some(
      (room) => room === to || (!passed.has(room) && reaches(room, to, new Set([...passed, room]))),
    );
  return all.filter(
    ([from, to]) => !next(from).some((room) => room !== to && reaches(room, to, new Set([from, room]))),
  );
}

const diagram = (all: readonly [string, string][]) =>
  ["flowchart TD", ...reduced(all).map(([from, to]) => `  ${from} --> ${to}`)].join("\n");

/** The layers, and the rooms of those layers that have some. */
export function drawn(modules: readonly Module[]): Pictures {
  return {
    layers: diagram(arrows(modules, layerOf).filter(([from]) => from !== "client")),
    features: diagram(arrows(modules, within("features"))),
  };
}

/** The page with its pictures, each between `<!-- picture: NAME -->` and `<!-- end -->`. */
export function withPictures(page: string, pictures: Pictures): string {
  return Object.entries(pictures).reduce((text, [name, picture]) => {
    const place = new RegExp(`(<!-- picture: ${name} -->\n)[^]*?(<!-- end -->)`);
    if (!place.test(text)) throw new Error(`the page has no place for the picture "${name}"`);
    return text.replace(
      place,
      (_, begin: string, end: string) => `${begin}\`\`\`mermaid\n${picture}\n\`\`\`\n${end}`,
    );
  }, page);
}
