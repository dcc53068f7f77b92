import { componentName, reportFault } from "./support.mjs";

const RESERVED = ["Array", "Blob", "Boolean", "Date", "Error", "Event", "File", "Function", "Map", "Number"];
RESERVED.push("Object", "Promise", "Record", "Request", "Response", "Set", "String", "Symbol");

/** Forbids schemas with the name of a built-in type, which generated code would shadow. */
export default function reservedName() {
  return {
    Schema(_schema, ctx) {
      const name = componentName(ctx.location);
      if (!RESERVED.includes(name)) return;
      reportFault(ctx, ctx.location, {
        wrong: `TypeScript already has a type called ${name}`,
        why: "in generated code the schema would shadow it, or be renamed",
        write: `a longer name, for example \`Stored${name}\` or \`${name}Details\``,
      });
    },
  };
}
