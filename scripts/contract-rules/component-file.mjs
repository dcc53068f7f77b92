import { fileName, reportFault } from "./support.mjs";

const PASCAL = /^[A-Z][A-Za-z0-9]*$/;
const FOLDERS = {
  Schema: { folder: "schemas", name: PASCAL, example: "Contact.yaml" },
  Parameter: { folder: "parameters", name: PASCAL, example: "ContactId.yaml" },
  Response: { folder: "responses", name: PASCAL, example: "NotFound.yaml" },
  Example: { folder: "examples", name: PASCAL, example: "OneContact.yaml" },
  Header: { folder: "headers", name: /^[A-Z][A-Za-z]*(-[A-Z][A-Za-z]*)*$/, example: "Retry-After.yaml" },
};

/** Requires one component per file, in the folder of its kind. The file's name is the component's name. */
export default function componentFile() {
  const reported = new Set();
  return {
    ref(reference, ctx, { node, location }) {
      const expected = FOLDERS[ctx.type.name];
      if (expected === undefined || node === undefined || reference.$ref.startsWith("#/components/")) return;
      const report = (fault) => {
        const place = `${ctx.location.source.absoluteRef}${ctx.location.pointer}`;
        if (reported.has(place)) return;
        reported.add(place);
        reportFault(ctx, ctx.location, fault);
      };
      if (reference.$ref.includes("#")) {
        report({
          wrong: "This refers to a part of a file",
          why: "bundling names a component by its file, and a part has no name",
          write: `a whole file, for example \`$ref: ../${expected.folder}/${expected.example}\``,
        });
        return;
      }
      const path = location.source.absoluteRef.split(/[\\/]/);
      const name = fileName(path.at(-1));
      const wrongFolder = path.at(-2) !== expected.folder;
      if (wrongFolder || !path.at(-1).endsWith(".yaml") || !expected.name.test(name)) {
        report({
          wrong: "This file is in the wrong folder, or its name cannot be a component's",
          why: "the file's name becomes the component's name, and with it the name of a type",
          write: `the component in a separate file, such as \`${expected.folder}/${expected.example}\``,
        });
      }
    },
  };
}
