// openapi/ → generated/: lint, bundle, types, server binding and client. The same contract gives the same bytes.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import * as prettier from "prettier";
import type { Contract as ClientContract } from "./client/contract";
import { resourcesSource } from "./client/resources";
import { clientSchemas } from "./client/schemas";
import { typesSource } from "./client/types";
import { type TaggedContract, withPlainTags } from "./contract/plain-tags";
import { carrierDocuments, redocly } from "./contract/redocly";
import { type ContractParts, contractValues } from "./contract-values";
import { handEdits, noteGenerated } from "./hand-edits";
import { sdkBundle } from "./sdk-bundle/bundle";
import { type Run, runTool } from "./tools/run-tool";

const root = resolve(__dirname, "..");

/** Ten times what it takes on a busy machine. */
const DEADLINE_MS = 10 * 60_000;

const JAVA_IS_MISSING =
  "generate needs Java 11 or newer, for openapi-generator; generated/ is committed, so all but check:generated works without: lint, preview, mock, contract:diff, tests and the service.";

async function succeed(step: string, running: Promise<Run>): Promise<void> {
  console.log(`· ${step}`);
  const { code, stdout, stderr } = await running;
  if (code === 0) return;
  console.error(`${stdout}${stderr}`);
  throw new Error(`${step} failed`);
}

const lint = (step: string, ...args: string[]) => succeed(step, redocly(["lint", ...args], root));

/** The generator says in many lines that there is no Java. */
async function needJava(): Promise<void> {
  const options = { step: "java -version", cwd: root, deadlineMs: 60_000, missing: JAVA_IS_MISSING };
  const { code } = await runTool("java", ["-version"], options);
  if (code !== 0) throw new Error(JAVA_IS_MISSING);
}

const kebab = (text: string) => text.replace(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();

const COMMENT_WIDTH = 107;

/** Prose broken at spaces; list items and code keep their line. */
function wrapped(line: string, width: number): string[] {
  if (line.length <= width || /^([-*|]|\d+\.|`{3})/.test(line)) return [line];
  const lines = [""];
  for (const word of line.split(" ")) {
    const last = lines[lines.length - 1] ?? "";
    if (last !== "" && last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines;
}

/** Templates cannot indent what they insert: gives each line of a doc comment its star. */
function starredComments(source: string): string {
  return source.replace(/^([ \t]*)\/\*\*\n([\s\S]*?)\*\//gm, (_, indent: string, inner: string) => {
    const lines = inner.split("\n").map((line) => line.trim().replace(/^\*( |$)/, ""));
    while (lines.length > 0 && lines.at(-1) === "") lines.pop();
    const single = lines.filter((line, index) => line !== "" || lines[index - 1] !== "");
    const starred = single
      .flatMap((line) => wrapped(line, COMMENT_WIDTH - indent.length))
      .map((line) => `${indent} * ${line}`.trimEnd())
      .join("\n");
    return `${indent}/**\n${starred}\n${indent} */`;
  });
}

async function writeFormatted(file: string, source: string): Promise<void> {
  const options = await prettier.resolveConfig(join(root, "generated", "any.ts"));
  writeFileSync(file, await prettier.format(starredComments(source), { ...options, filepath: file }));
}

const HEADER = "// Generated from openapi/ by `npm run generate`. Edits are lost.\n\n";

async function generateTypes(bundle: string, target: string): Promise<void> {
  console.log("· types");
  const nodes = await openapiTS(readFileSync(bundle, "utf8"), { alphabetize: false });
  writeFileSync(target, `${HEADER}${astToString(nodes)}`);
}

/** Made for a program that ends within seconds: three of eight are saved. */
const SHORT_RUN = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

async function generateCode(bundle: string, work: string, out: string): Promise<void> {
  const plain = join(work, "plain.json");
  writeFileSync(
    plain,
    JSON.stringify(withPlainTags(JSON.parse(readFileSync(bundle, "utf8")) as TaggedContract)),
  );
  const config = join(work, "config.json");
  const supporting = ["server-binding", "server-routes", "client", "client-operations"];
  writeFileSync(
    config,
    JSON.stringify({
      files: {
        "server-api.mustache": { templateType: "API", destinationFilename: ".server.ts" },
        ...Object.fromEntries(
          supporting.map((name) => [
            `${name}.mustache`,
            { templateType: "SupportingFiles", destinationFilename: `${name}.ts` },
          ]),
        ),
      },
      globalProperties: {
        apis: "",
        supportingFiles: supporting.map((name) => `${name}.ts`).join(","),
        models: "false",
        modelDocs: "false",
        apiDocs: "false",
        apiTests: "false",
      },
    }),
  );
  const generator = [
    join(root, "node_modules", ".bin", "openapi-generator-cli"),
    ...["generate", "-g", "typescript-fetch", "-i", plain, "-o", work],
    ...["-t", join(root, "scripts", "templates"), "-c", config],
  ];
  await succeed(
    "server binding and client",
    runTool(process.execPath, generator, {
      step: "openapi-generator",
      cwd: root,
      env: { JAVA_OPTS: SHORT_RUN, ...process.env },
      deadlineMs: DEADLINE_MS,
    }),
  );
  const fileOf = (className: string) => `${kebab(className.replace(/Api$/, ""))}.api`;
  const apis = readdirSync(join(work, "apis")).filter((name) => name.endsWith(".server.ts"));
  mkdirSync(join(out, "server"), { recursive: true });
  mkdirSync(join(out, "client"), { recursive: true });
  for (const name of apis) {
    const className = name.replace(".server.ts", "");
    const source = readFileSync(join(work, "apis", name), "utf8");
    await writeFormatted(join(out, "server", `${fileOf(className)}.ts`), HEADER + source);
  }
  const routes = readFileSync(join(work, "server-routes.ts"), "utf8").replace(
    /from "\.\/(\w+Api)"/g,
    (_, className: string) => `from "./${fileOf(className)}"`,
  );
  await writeFormatted(join(out, "server", "routes.ts"), HEADER + routes);
  await writeFormatted(
    join(out, "server", "binding.ts"),
    HEADER + readFileSync(join(work, "server-binding.ts"), "utf8"),
  );
  const contract = JSON.parse(readFileSync(bundle, "utf8")) as ContractParts;
  await writeFormatted(join(out, "server", "values.ts"), HEADER + contractValues(contract));
  for (const [file, made] of [
    ["index.ts", "client.ts"],
    ["operations.ts", "client-operations.ts"],
  ] as const) {
    await writeFormatted(join(out, "client", file), HEADER + readFileSync(join(work, made), "utf8"));
  }
}

/** What the client's users see: a type for each schema, and the methods by resource. */
async function generateResources(bundle: string, out: string): Promise<void> {
  console.log("· types and resources of the client");
  const contract = JSON.parse(readFileSync(bundle, "utf8")) as ClientContract;
  const seen = clientSchemas(contract);
  await writeFormatted(join(out, "client", "types.ts"), HEADER + (await typesSource(seen.schemas)));
  await writeFormatted(join(out, "client", "resources.ts"), HEADER + resourcesSource(contract, seen));
}

/** The document for generators of clients, which has to be a valid one itself. */
async function generateSdkBundle(bundle: string, target: string): Promise<void> {
  const contract: unknown = JSON.parse(readFileSync(bundle, "utf8"));
  writeFileSync(target, `${JSON.stringify(sdkBundle(contract), null, 2)}\n`);
  await lint("bundle for generators", "--config", "scripts/contract-rules/sdk.yaml", target);
}

/** What we use of carriers' interfaces, and the one that others implement: types alone. */
async function generateCarriers(out: string): Promise<void> {
  const documents = carrierDocuments(root);
  await lint("lint of carriers' documents", "--config", "scripts/contract-rules/carriers.yaml", ...documents);
  mkdirSync(join(out, "carriers"));
  for (const document of documents) {
    const name = basename(document);
    const nodes = await openapiTS(pathToFileURL(join(root, document)), { alphabetize: false });
    const header = HEADER.replace("openapi/", `openapi/carriers/${name}`);
    writeFileSync(join(out, "carriers", name.replace(".yaml", ".d.ts")), `${header}${astToString(nodes)}`);
  }
}

function replace(target: string, made: string): void {
  rmSync(target, { recursive: true, force: true });
  cpSync(made, target, { recursive: true });
}

/** What somebody wrote into generated/ would be lost: they may have meant it for openapi/ or for a template. */
async function refuseHandEdits(): Promise<void> {
  const edited = await handEdits(root);
  if (edited.length === 0) return;
  const advice = "Take the edits back, or overwrite them: npm run generate -- --overwrite";
  throw new Error(
    ["Edited by hand, and generation would overwrite it:", ...edited.map((file) => `  ${file}`), advice].join(
      "\n",
    ),
  );
}

async function main(): Promise<void> {
  if (!process.argv.includes("--overwrite")) await refuseHandEdits();
  if (!process.argv.includes("--carriers")) await needJava();
  const work = mkdtempSync(join(tmpdir(), "recado-generate-"));
  const out = join(work, "generated");
  mkdirSync(out);
  try {
    await generateCarriers(out);
    if (process.argv.includes("--carriers")) {
      replace(join(root, "generated", "carriers"), join(out, "carriers"));
      noteGenerated(root);
      return;
    }
    const bundle = join(out, "openapi.json");
    await lint("lint", "openapi/openapi.yaml");
    await succeed("bundle", redocly(["bundle", "openapi/openapi.yaml", "-o", bundle, "--ext", "json"], root));
    await generateTypes(bundle, join(out, "schema.d.ts"));
    await generateCode(bundle, work, out);
    await generateResources(bundle, out);
    await generateSdkBundle(bundle, join(out, "openapi.sdk.json"));
    // Only a whole generation replaces the last one.
    replace(join(root, "generated"), out);
    noteGenerated(root);
    console.log("generated/ is up to date");
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
