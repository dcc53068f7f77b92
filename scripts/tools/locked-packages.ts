/** An entry of the lock file: a package, or the project itself at the path `""`. */
interface LockEntry {
  version: string;
  license?: string;
  integrity?: string;
  dependencies?: Readonly<Record<string, string>>;
  optionalDependencies?: Readonly<Record<string, string>>;
  peerDependencies?: Readonly<Record<string, string>>;
  peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>;
}

export interface Lock {
  packages: Readonly<Record<string, LockEntry>>;
}

export interface LockedPackage {
  name: string;
  version: string;
  /** Folder below the project's folder, such as `node_modules/pg`. */
  path: string;
  /** SPDX expression; null if the lock file has none. */
  license: string | null;
  /** Digest of the package in the registry, as in `sha512-…`; null for a package of this project. */
  integrity: string | null;
}

const requiredNames = ({ dependencies, peerDependencies, ...entry }: Partial<LockEntry>) => [
  ...Object.keys(dependencies ?? {}).filter((name) => !(name in (entry.optionalDependencies ?? {}))),
  ...Object.keys(peerDependencies ?? {}).filter(
    (name) => entry.peerDependenciesMeta?.[name]?.optional !== true,
  ),
];

/** Returns the path at which Node finds the package `name` from `from`; undefined without such an entry. */
function find({ packages }: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (path in packages) return path;
    if (folder === "") return undefined;
  }
}

/**
 * Returns the sorted paths of the packages that an entry of a lock file needs, directly or indirectly. Omits
 * the packages in `without` and the packages that only they need. Throws if the lock file lacks a package
 * that is not optional.
 */
export function neededPaths(
  lock: Lock,
  entry: Partial<LockEntry>,
  without: readonly string[] = [],
): string[] {
  const found = new Set<string>();
  const open: [path: string, entry: Partial<LockEntry>][] = [["", entry]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [from, one] = next;
    const required = requiredNames(one);
    const names = [...required, ...Object.keys(one.optionalDependencies ?? {})];
    for (const name of names.filter((other) => !without.includes(other))) {
      const path = find(lock, from, name);
      if (path === undefined && required.includes(name)) {
        throw new Error(`package-lock.json lacks ${name}, which ${from || "the project"} needs`);
      }
      const dependency = path === undefined ? undefined : lock.packages[path];
      if (path === undefined || dependency === undefined || found.has(path)) continue;
      found.add(path);
      open.push([path, dependency]);
    }
  }
  return [...found].sort();
}

/**
 * Returns the production packages of a lock file, sorted by path. Omits the packages in `without` and the
 * packages that only they need. `npm sbom --omit dev` and `npm ls --omit dev` are no substitute: they omit
 * production packages that a development package also needs, such as `pg`.
 */
export function productionPackages(lock: Lock, without: readonly string[] = []): readonly LockedPackage[] {
  const root = lock.packages[""];
  if (root === undefined) throw new Error("the lock file has no entry for the project");
  return neededPaths(lock, root, without).map((path) => {
    const { version = "", license = null, integrity = null } = lock.packages[path] ?? {};
    return { name: path.slice(path.lastIndexOf("node_modules/") + 13), version, path, license, integrity };
  });
}
