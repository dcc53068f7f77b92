// Builds the package `recado-contract` in dist/contract-check or the given folder. The code is bundled into
// one file. Dependencies have the versions of package.json. A shrinkwrap pins the lock file's versions.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import { type Lock, neededPaths } from "../../tools/locked-packages";

const root = resolve(__dirname, "../../..");
const NAME = "recado-contract";
const CONTRACT = "contract.json";

const json = <T>(file: string) => JSON.parse(readFileSync(join(root, file), "utf8")) as T;

/** Keeps the contract as a separate file, which Prism reads too. Imports of unused packages are dropped. */
const externals: Plugin = {
  name: "externals",
  setup({ onResolve }) {
    onResolve({ filter: /\/generated\/openapi\.json$/ }, () => ({ path: `./${CONTRACT}`, external: true }));
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === "entry-point" ? null : { path, external: true, sideEffects: false },
    );
  },
};

async function bundle(out: string): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: [join(root, "scripts/contract-check/package/main.ts")],
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    format: "cjs",
    target: "node20",
    outfile: join(out, `${NAME}.js`),
    banner: { js: "#!/usr/bin/env node" },
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
    plugins: [externals],
  });
  return metafile;
}

/** Returns the package of an import path, such as `ajv` for `ajv/dist/2020`. */
const packageOf = (path: string) => /^(@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path;

function packagesIn({ outputs }: Metafile): readonly string[] {
  const paths = Object.values(outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  const packages = paths.filter((path) => !path.startsWith("node:") && !path.startsWith("."));
  return [...new Set(packages.map(packageOf))].sort();
}

interface Manifest {
  license: string;
  engines: { node: string };
  dependencies: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
}

function lockedEntries(dependencies: Readonly<Record<string, string>>): Lock["packages"] {
  const lock = json<Lock>("package-lock.json");
  const entries = neededPaths(lock, { dependencies }).map((path) => {
    const flags = { dev: undefined, devOptional: undefined, peer: undefined };
    return [path, { ...(lock.packages[path] as Lock["packages"][string]), ...flags }] as const;
  });
  return Object.fromEntries(entries);
}

async function main(): Promise<void> {
  const out = resolve(process.argv[2] ?? join(root, "dist/contract-check"));
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const packages = packagesIn(await bundle(out));
  const { license, engines, dependencies, devDependencies } = json<Manifest>("package.json");
  const versions = Object.fromEntries(
    packages.map((name) => {
      const version = dependencies[name] ?? devDependencies[name];
      if (version === undefined)
        throw new Error(`the command loads ${name}, which package.json does not declare`);
      return [name, version];
    }),
  );
  const manifest = {
    name: NAME,
    version: json<{ info: { version: string } }>("generated/openapi.json").info.version,
    description: "Checks any deployment of the messaging service Recado against its contract",
    license,
    engines,
    bin: { [NAME]: `${NAME}.js` },
    dependencies: versions,
  };
  const { name, version, ...needs } = manifest;
  const shrinkwrap = {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      "": { name, version, ...needs, bin: manifest.bin },
      ...lockedEntries(versions),
    },
  };
  const write = (file: string, content: object) =>
    writeFileSync(join(out, file), `${JSON.stringify(content, null, 2)}\n`);
  write("package.json", manifest);
  write("npm-shrinkwrap.json", shrinkwrap);
  cpSync(join(root, "generated/openapi.json"), join(out, CONTRACT));
  cpSync(join(__dirname, "README.md"), join(out, "README.md"));
  console.log(
    `${NAME} ${version}: ${packages.join(", ")}; ${Object.keys(shrinkwrap.packages).length - 1} packages in all`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
