import { reportFault } from "./support.mjs";

const WORD = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const ID = /^\{[a-z][a-z0-9]*(_[a-z0-9]+)*\}$/;

const toKebab = (text) =>
  text
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();

const corrected = (part) =>
  part.startsWith("{") ? `{${toKebab(part).replaceAll("-", "_")}}` : toKebab(part);

/** Requires words-with-hyphens and {ids_with_underscores} in paths. */
export default function pathName() {
  return {
    Paths(paths, ctx) {
      for (const path of Object.keys(paths)) {
        const parts = path.split("/").slice(1);
        if (parts.every((part) => WORD.test(part) || ID.test(part))) continue;
        reportFault(ctx, ctx.location.child(path).key(), {
          wrong: `\`${path}\` is not spelled like a path`,
          why: "people type and guess addresses, and forget case and underscores in them",
          write: `\`/${parts.filter(Boolean).map(corrected).join("/")}\`: words with hyphens, ids as \`{list_id}\``,
        });
      }
    },
  };
}
