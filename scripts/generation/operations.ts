// Generates the server binding and the client with openapi-generator and the project's templates.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { devDependencies } from "../../package.json";
import { type Run, runTool } from "../tools/run-tool";
import { writeFormatted } from "./formatted";
import { type Contract, outlineOf } from "./outline";
import { digestOf } from "./reuse";

const root = resolve(__dirname, "../..");
const TEMPLATES = "scripts/templates";

/** Time limit: ten times the duration on a busy machine. */
const DEADLINE_MS = 10 * 60_000;

const JAVA_IS_MISSING =
  "generate needs Java 11 or newer for openapi-generator, because operations or templates have changed. generated/ is committed, so everything except this and check:generated works without Java: lint, preview, mock, contract:diff, tests and the service.";

/** JVM options for a short run. They save three of eight seconds. */
const SHORT_RUN = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

const SUPPORTING = ["server-binding", "server-routes", "client", "client-operations"];

const kebab = (text: string) => text.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();

const CONFIG = {
  files: {
    "server-api.mustache": { templateType: "API", destinationFilename: ".server.ts" },
    ...Object.fromEntries(
      SUPPORTING.map((name) => [
        `${name}.mustache`,
        { templateType: "SupportingFiles", destinationFilename: `${name}.ts` },
      ]),
    ),
  },
  globalProperties: {
    apis: "",
    supportingFiles: SUPPORTING.map((name) => `${name}.ts`).join(","),
    models: "false",
    modelDocs: "false",
    apiDocs: "false",
    apiTests: "false",
  },
};

/** Returns whether this module generates a file. `file` is relative to generated/. */
export const isMadeOfOperations = (file: string): boolean =>
  /^server\/(routes|binding|.+\.api)\.ts$|^client\/(index|operations)\.ts$/.test(file);

export const digestOfOperations = (contract: Contract): string =>
  digestOf(
    root,
    [TEMPLATES, "scripts/generation", "openapitools.json"],
    JSON.stringify([outlineOf(contract), devDependencies.prettier]),
  );

/** Throws a one-line message if Java is missing. The generator would print many lines. */
async function requireJava(): Promise<void> {
  const options = { step: "java -version", cwd: root, deadlineMs: 120_000, missing: JAVA_IS_MISSING };
  const { code } = await runTool("java", ["-version"], options);
  if (code !== 0) throw new Error(JAVA_IS_MISSING);
}

async function generate(contract: Contract, work: string): Promise<Run> {
  await requireJava();
  const [outline, config] = [join(work, "outline.json"), join(work, "config.json")];
  writeFileSync(outline, JSON.stringify(outlineOf(contract)));
  writeFileSync(config, JSON.stringify(CONFIG));
  const generator = [
    join(root, "node_modules", ".bin", "openapi-generator-cli"),
    ...["generate", "-g", "typescript-fetch", "-i", outline, "-o", work],
    ...["-t", join(root, TEMPLATES), "-c", config],
  ];
  return runTool(process.execPath, generator, {
    step: "openapi-generator",
    cwd: root,
    env: { JAVA_OPTS: SHORT_RUN, ...process.env },
    deadlineMs: DEADLINE_MS,
  });
}

/** Writes the server binding and the client to `out`. The generator writes to `work`. */
export async function generateOperations(contract: Contract, work: string, out: string): Promise<void> {
  const { code, stdout, stderr } = await generate(contract, work);
  if (code !== 0) throw new Error(`${stdout}${stderr}\nserver binding and client failed`);
  const fileOf = (className: string) => `${kebab(className.replace(/Api$/, ""))}.api`;
  const made = (name: string) => readFileSync(join(work, name), "utf8");
  for (const folder of ["server", "client"]) mkdirSync(join(out, folder), { recursive: true });
  for (const name of readdirSync(join(work, "apis")).filter((file) => file.endsWith(".server.ts"))) {
    const className = name.replace(".server.ts", "");
    await writeFormatted(join(out, "server", `${fileOf(className)}.ts`), made(join("apis", name)));
  }
  const routes = made("server-routes.ts").replace(
    /from "\.\/(\w+Api)"/g,
    (_, className: string) => `from "./${fileOf(className)}"`,
  );
  await writeFormatted(join(out, "server", "routes.ts"), routes);
  await writeFormatted(join(out, "server", "binding.ts"), made("server-binding.ts"));
  await writeFormatted(join(out, "client", "index.ts"), made("client.ts"));
  await writeFormatted(join(out, "client", "operations.ts"), made("client-operations.ts"));
}
