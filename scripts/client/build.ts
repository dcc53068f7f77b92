// Builds the npm package `recado` with the entry `recado/client` into dist/client or the given folder. The
// same sources give the same bytes.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build, type BuildOptions } from "esbuild";
import { writeDeclarations } from "./declarations";

const root = resolve(__dirname, "../..");

/**
 * Maximum size of the minified, gzipped module, as the READMEs state. A larger module probably contains a
 * package by mistake.
 */
const MAX_GZIPPED_BYTES = 10_000;

const bundle: BuildOptions = {
  entryPoints: [join(root, "src/client/index.ts")],
  absWorkingDir: root,
  bundle: true,
  // The client must run on every runtime: an import of a Node module fails the build.
  platform: "neutral",
  mainFields: ["module", "main"],
  target: "es2022",
  legalComments: "none",
  logLevel: "warning",
  banner: {
    js: "/*! Contains openapi-fetch, Copyright (c) 2023 Drew Powers, MIT: see LICENSE-openapi-fetch. */",
  },
};

interface Manifest {
  version: string;
  license: string;
}

function manifest(): string {
  const { version, license } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as Manifest;
  const entry = (name: string) => {
    const files = (ending: string) => ({
      types: `./${name}.d.${ending}ts`,
      default: `./${name}.${ending}js`,
    });
    return { import: files("m"), require: files("") };
  };
  const fields = {
    name: "recado",
    version,
    description: "Client of the messaging service Recado: SMS, RCS and voice",
    license,
    engines: { node: ">=20" },
    sideEffects: false,
    exports: {
      ".": entry("root"),
      "./client": entry("client"),
      "./package.json": "./package.json",
    },
  };
  return `${JSON.stringify(fields, null, 2)}\n`;
}

/** Message of the compiler and of the thrown error for an import from "recado" instead of "recado/client". */
const ROOT_SENTENCE = 'The client is in "recado/client": import { createRecado } from "recado/client"';

function writeRoot(out: string, names: readonly string[]): void {
  const sentence = JSON.stringify(ROOT_SENTENCE);
  const thrown = `throw new Error(${sentence});\n`;
  // The module exports all names. Otherwise the loader reports a missing name before the module throws its
  // message.
  const exported = `export { ${[...names, "default"].map((name) => `hint as ${name}`).join(", ")} };\n`;
  const declared = `/** @deprecated Import from "recado/client". */\ndeclare const hint: { ${sentence}: never };\n${exported}`;
  writeFileSync(join(out, "root.js"), thrown);
  writeFileSync(join(out, "root.mjs"), `${thrown}var hint;\n${exported}`);
  for (const ending of ["", "m"]) writeFileSync(join(out, `root.d.${ending}ts`), declared);
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} kB`;

async function measureSize(): Promise<string> {
  const { outputFiles } = await build({ ...bundle, format: "esm", minify: true, write: false });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  const gzipped = gzipSync(code, { level: 9 }).length;
  const sizes = `${kilobytes(code.length)} minified, ${kilobytes(gzipped)} with gzip, ${kilobytes(brotliCompressSync(code).length)} with brotli`;
  if (gzipped > MAX_GZIPPED_BYTES) throw new Error(`the client is too large: ${sizes}`);
  return sizes;
}

async function main(): Promise<void> {
  const out = resolve(process.argv[2] ?? join(root, "dist/client"));
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });
  const esm = { ...bundle, format: "esm", outfile: join(out, "client.mjs"), metafile: true } as const;
  const { outputs } = (await build(esm)).metafile;
  await build({ ...bundle, format: "cjs", outfile: join(out, "client.js") });
  writeDeclarations(root, join(out, "types"));
  // Both entries share one tree of declarations, because an ES module can re-export all names of a CommonJS
  // module.
  writeFileSync(join(out, "client.d.ts"), `export * from "./types/src/client/index";\n`);
  writeFileSync(join(out, "client.d.mts"), `export * from "./types/src/client/index.js";\n`);
  writeRoot(
    out,
    Object.values(outputs).flatMap((output) => output.exports),
  );
  writeFileSync(join(out, "package.json"), manifest());
  cpSync(join(__dirname, "README.md"), join(out, "README.md"));
  cpSync(join(root, "node_modules/openapi-fetch/LICENSE"), join(out, "LICENSE-openapi-fetch"));
  console.log(`recado/client: ${await measureSize()}, no dependencies`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
