// Generates types from the documents in openapi/carriers: the carriers' APIs, and the API of programs that
// connect Recado to other carriers (kind `http`).
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { devDependencies } from "../../package.json";
import { carrierDocuments } from "../contract/redocly";
import { openapiTypes } from "../tools/openapi-types";
import { HEADER } from "./formatted";
import { digestOf } from "./reuse";

const root = resolve(__dirname, "../..");

/** Returns whether this module generates a file. `file` is relative to generated/. */
export const isCarrierFile = (file: string): boolean => file.startsWith("carriers/");

export const digestOfCarriers = (): string =>
  digestOf(
    root,
    [
      "openapi/carriers",
      "scripts/contract-rules/carriers.yaml",
      "scripts/generation",
      "scripts/tools/openapi-types.ts",
    ],
    JSON.stringify([devDependencies["openapi-typescript"], devDependencies["@redocly/cli"]]),
  );

export async function generateCarriers(out: string): Promise<void> {
  mkdirSync(join(out, "carriers"));
  for (const document of carrierDocuments(root)) {
    const name = basename(document);
    const header = HEADER.replace("openapi/", `openapi/carriers/${name}`);
    const types = await openapiTypes(pathToFileURL(join(root, document)));
    writeFileSync(join(out, "carriers", name.replace(".yaml", ".d.ts")), header + types);
  }
}
