// Types of what we use of carriers' interfaces, and of the one that others implement.
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { devDependencies } from "../../package.json";
import { carrierDocuments } from "../contract/redocly";
import { openapiTypes } from "../tools/openapi-types";
import { HEADER } from "./formatted";
import { digestOf } from "./reuse";

const root = resolve(__dirname, "../..");

/** What is made here, from the folder of generated files. */
export const isMadeOfCarriers = (file: string): boolean => file.startsWith("carriers/");

/** Changes with all that the files are made of, and with what the documents are held to. */
export const digestOfCarriers = (): string =>
  digestOf(
    root,
    ["openapi/carriers", "scripts/contract-rules/carriers.yaml", "scripts/generation", "scripts/tools"],
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
