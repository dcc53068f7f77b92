// Rules of the project for `redocly lint`, one per file. A rule has the name of its file.
import { readdirSync } from "node:fs";

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".mjs") && !["plugin.mjs", "support.mjs"].includes(file))
  .map((file) => file.replace(".mjs", ""));
const rules = await Promise.all(names.map(async (name) => [name, (await import(`./${name}.mjs`)).default]));

export default function plugin() {
  return { id: "recado", rules: { oas3: Object.fromEntries(rules) } };
}
