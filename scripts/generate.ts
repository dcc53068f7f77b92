// Generates generated/ from openapi/. The same contract gives the same bytes. Slow parts are reused if their
// inputs have not changed; --whole generates all parts.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Contract as ClientContract } from "./client/contract";
import { resourcesSource } from "./client/resources";
import { clientSchemas } from "./client/schemas";
import { typesSource } from "./client/types";
import { carrierDocuments, redocly, redoclyLint } from "./contract/redocly";
import { type ContractParts, contractValues } from "./contract-values";
import { digestOfCarriers, generateCarriers, isCarrierFile } from "./generation/carriers";
import { HEADER, writeFormatted } from "./generation/formatted";
import { digestOfOperations, generateOperations, isMadeOfOperations } from "./generation/operations";
import type { Contract } from "./generation/outline";
import { isRecordDamaged, type Part, recordParts, reuse } from "./generation/reuse";
import { handEditProblem, recordGenerated } from "./hand-edits";
import { sdkBundle } from "./sdk-bundle/bundle";
import type { Run } from "./tools/run-tool";
import { openapiTypes } from "./tools/openapi-types";

const root = resolve(__dirname, "..");
const GENERATED = join(root, "generated");

const hasOption = (option: string) => process.argv.includes(option);

async function succeed(step: string, running: Promise<Run>): Promise<void> {
  console.log(`· ${step}`);
  const { code, stdout, stderr } = await running;
  if (code === 0) return;
  console.error(`${stdout}${stderr}`);
  throw new Error(`${step} failed`);
}

const lint = (step: string, config: string, ...documents: string[]) =>
  succeed(step, redoclyLint(documents, config, root));

/** Waits until every promise has settled. Throws the first rejection in the list's order. */
async function all(work: readonly Promise<void>[]): Promise<void> {
  for (const one of await Promise.allSettled(work)) if (one.status === "rejected") throw one.reason;
}

/** Copies a part of the last generation to `out` if the part is unchanged; otherwise calls `make`. */
async function part(made: Part, out: string, make: () => Promise<void>): Promise<void> {
  if (!hasOption("--whole") && reuse(made, GENERATED, out))
    console.log(`· ${made.name}: nothing has changed`);
  else await make();
}

async function carriers(out: string): Promise<Part> {
  const made: Part = { name: "carriers", has: isCarrierFile, digest: digestOfCarriers() };
  await part(made, out, async () => {
    const config = "scripts/contract-rules/carriers.yaml";
    await lint("carriers: lint and types", config, ...carrierDocuments(root));
    await generateCarriers(out);
  });
  return made;
}

async function operations(bundle: string, work: string, out: string): Promise<Part> {
  const contract = JSON.parse(bundle) as Contract;
  const made: Part = { name: "operations", has: isMadeOfOperations, digest: digestOfOperations(contract) };
  await part(made, out, async () => {
    console.log("· operations: server binding and client");
    await generateOperations(contract, work, out);
  });
  return made;
}

async function types(bundle: string, out: string): Promise<void> {
  console.log("· types, values and resources of the client");
  writeFileSync(join(out, "schema.d.ts"), HEADER + (await openapiTypes(bundle)));
  const contract = JSON.parse(bundle) as ClientContract & ContractParts;
  const seen = clientSchemas(contract);
  for (const folder of ["server", "client"]) mkdirSync(join(out, folder), { recursive: true });
  await writeFormatted(join(out, "server", "values.ts"), contractValues(contract));
  await writeFormatted(join(out, "client", "types.ts"), await typesSource(seen.schemas));
  await writeFormatted(join(out, "client", "resources.ts"), resourcesSource(contract, seen));
}

async function bundleForSdks(bundle: string, out: string): Promise<void> {
  const file = join(out, "openapi.sdk.json");
  writeFileSync(file, `${JSON.stringify(sdkBundle(JSON.parse(bundle)), null, 2)}\n`);
  await lint("bundle for generators of clients", "scripts/contract-rules/sdk.yaml", file);
}

function replace(target: string, made: string): void {
  rmSync(target, { recursive: true, force: true });
  cpSync(made, target, { recursive: true });
}

/** Throws if generated/ has hand edits. Their author may have meant to edit openapi/ or a template. */
async function rejectHandEdits(): Promise<void> {
  const problem = await handEditProblem(root);
  if (problem !== null) throw new Error(problem);
}

async function generateAll(work: string, out: string): Promise<void> {
  const file = join(out, "openapi.json");
  const parts: Part[] = [];
  await all([
    lint("lint", "redocly.yaml", "openapi/openapi.yaml"),
    succeed("bundle", redocly(["bundle", "openapi/openapi.yaml", "-o", file, "--ext", "json"], root)),
    carriers(out).then((made) => void parts.push(made)),
  ]);
  const bundle = readFileSync(file, "utf8");
  await all([
    operations(bundle, work, out).then((made) => void parts.push(made)),
    types(bundle, out),
    bundleForSdks(bundle, out),
  ]);
  parts.sort((a, b) => a.name.localeCompare(b.name));
  recordParts(parts, GENERATED, out);
  // Replaces generated/ only after every part has succeeded.
  replace(GENERATED, out);
}

async function generateCarriersOnly(out: string): Promise<void> {
  const made = await carriers(out);
  recordParts([made], GENERATED, out);
  for (const name of ["carriers", "made-of.json"]) replace(join(GENERATED, name), join(out, name));
}

async function main(): Promise<void> {
  if (!hasOption("--overwrite")) await rejectHandEdits();
  if (isRecordDamaged(GENERATED)) console.log("· generated/made-of.json is damaged: everything is generated");
  const work = mkdtempSync(join(tmpdir(), "recado-generate-"));
  const out = join(work, "generated");
  mkdirSync(out);
  try {
    await (hasOption("--carriers") ? generateCarriersOnly(out) : generateAll(work, out));
    recordGenerated(root);
    console.log("generated/ is up to date");
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
