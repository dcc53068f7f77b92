import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { build, type BuildOptions, type Plugin } from "esbuild";

const ROOT = resolve(__dirname, "../..");

/** Packages that stay outside the bundle, because they load files from their own folders. */
const UNBUNDLED = ["better-sqlite3", "better-sqlite3-12", "swagger-ui-dist"];

/** Packages that knex, pg and ws load only if they are installed. Recado does not install them. */
const OPTIONAL = [
  "mariadb",
  "mysql",
  "mysql2",
  "oracledb",
  "pg-native",
  "pg-query-stream",
  "sqlite3",
  "tedious",
  "bufferutil",
  "utf-8-validate",
];

/** Modules that worker threads run. The modules stay separate files, at the same path as in the build. */
const THREADS = [
  "src/http/admin-port.thread.mjs",
  "src/platform/db/checkpoint.thread.mjs",
  "src/platform/db/reads/reader.thread.mjs",
];

/** Replaces `npm run recado --`, the command in a checkout, with `recado`, the command of the archive. */
export const archiveCommands = (text: string): string => text.replaceAll("npm run recado -- ", "recado ");

/** Replaces the commands of a checkout in a guide, including `npm start`. */
export const archiveGuide = (text: string): string =>
  archiveCommands(text).replaceAll(/(?:npm ci && )?npm start\b/g, "recado serve");

/**
 * Returns a plugin that replaces `__dirname` in the service's modules with the module's path below the
 * bundle's folder. A module then finds its files at the same path as in the build. The plugin also replaces
 * commands of a checkout.
 */
const foldersOf = (serviceBuild: string): Plugin => ({
  name: "folders",
  setup({ onLoad }) {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (!path.startsWith(join(serviceBuild, "src") + sep)) return null;
      const folder = relative(serviceBuild, dirname(path)).split(sep).join("/");
      const inBundle = `require("node:path").join(__dirname, ${JSON.stringify(folder)})`;
      const source = archiveCommands(readFileSync(path, "utf8"));
      return { contents: source.replaceAll(/\b__dirname\b/g, () => inBundle), loader: "js" };
    });
  },
});

/** Bundles the command line and the threads of a build into a folder. */
export async function bundleService(serviceBuild: string, outdir: string): Promise<void> {
  const common: BuildOptions = {
    absWorkingDir: ROOT,
    bundle: true,
    platform: "node",
    target: "node20",
    outdir,
    external: [...UNBUNDLED, ...OPTIONAL],
    keepNames: true,
    legalComments: "none",
    logLevel: "warning",
    // Symbolic links are not resolved, so that the bundle names no folder of this machine.
    preserveSymlinks: true,
  };
  await Promise.all([
    build({
      ...common,
      entryPoints: { recado: join(serviceBuild, "src/cli/main.js") },
      format: "cjs",
      plugins: [foldersOf(serviceBuild)],
    }),
    build({
      ...common,
      entryPoints: THREADS.map((file) => join(serviceBuild, file)),
      outbase: serviceBuild,
      format: "esm",
      outExtension: { ".js": ".mjs" },
    }),
  ]);
}
