import { posix } from "node:path";

/** Used fields of a `package-lock.json` or `npm-shrinkwrap.json`, version 3. */
export interface Lock {
  packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  version?: string;
  dependencies?: Readonly<Record<string, string>>;
  optionalDependencies?: Readonly<Record<string, string>>;
  peerDependencies?: Readonly<Record<string, string>>;
  peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  peer?: boolean;
}

/** Returns where Node finds `name` from a folder: in its `node_modules` or an enclosing one. */
function placeOf(packages: Lock["packages"], from: string, name: string): string | null {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const base = folder === "." ? "" : folder;
    if (posix.basename(base) !== "node_modules") {
      const place = posix.join(base, "node_modules", name);
      if (packages[place]) return place;
    }
    if (base === "") return null;
  }
}

function needsOf({
  dependencies,
  optionalDependencies,
  peerDependencies,
  peerDependenciesMeta,
}: LockedPackage) {
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return [
    ...[...Object.keys(dependencies ?? {}), ...peers].map((name) => ({ name, required: true })),
    ...Object.keys(optionalDependencies ?? {}).map((name) => ({ name, required: false })),
  ];
}

/** Returns the entries of a lock that the named packages need. Throws if an entry is missing. */
export function shrinkwrapOf(lock: Lock, names: readonly string[]): Lock["packages"] {
  const found = new Map<string, LockedPackage>();
  const queue = names.map((name) => ({ from: "", name, required: true }));
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { from, name, required } = next;
    const place = placeOf(lock.packages, from, name);
    if (place === null) {
      if (required) throw new Error(`package-lock.json lacks ${name}, which ${from || "the package"} needs`);
      continue;
    }
    if (found.has(place)) continue;
    const {
      dev: _dev,
      devOptional: _devOptional,
      peer: _peer,
      ...stored
    } = lock.packages[place] as LockedPackage;
    found.set(place, stored);
    queue.push(...needsOf(stored).map((need) => ({ from: place, ...need })));
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
