import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { FOLDERS, reportFault } from "./support.mjs";

/**
 * Requires that every file is referenced: an edit of an unreferenced file has no effect. Reports nothing
 * while a reference does not resolve, because its target may refer to the files.
 */
export default function orphanFiles() {
  const used = new Set();
  let isComplete = true;
  return {
    ref(_reference, _ctx, { node, location }) {
      if (node === undefined) isComplete = false;
      if (location !== undefined) used.add(location.source.absoluteRef);
    },
    Root: {
      leave(_root, ctx) {
        if (!isComplete) return;
        const folder = dirname(ctx.location.source.absoluteRef);
        for (const name of FOLDERS) {
          if (!existsSync(join(folder, name))) continue;
          for (const entry of readdirSync(join(folder, name), { recursive: true })) {
            if (!entry.endsWith(".yaml") || used.has(join(folder, name, entry))) continue;
            reportFault(ctx, ctx.location.child("paths").key(), {
              wrong: `Nothing refers to ${name}/${entry}`,
              why: "it is in no bundle, so an edit of it changes nothing",
              write: "a `$ref` to it where it belongs, or delete the file",
            });
          }
        }
      },
    },
  };
}
