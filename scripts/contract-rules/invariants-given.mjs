import { eachOperation, parametersOf, reportFault, resolved, successSchemas } from "./support.mjs";

const PAGING = ["limit", "offset"];
const GENERAL = ["request_id", "own_account", "pages"];
const WHY = "clients could only guess it from examples, and no check would find a violation";

/** Requires the `x-invariants` that follow from an operation's method, parameters and statuses. */
export default function invariantsGiven() {
  return {
    Root(root, ctx) {
      for (const invariant of GENERAL) {
        if (root["x-invariants"]?.[invariant] !== undefined) continue;
        reportFault(ctx, ctx.location.child("x-invariants").key(), {
          wrong: `The contract does not have the general invariant \`${invariant}\``,
          why: WHY,
          write: `\`${invariant}:\` under \`x-invariants\` in openapi.yaml`,
        });
      }
    },
    ...eachOperation((operation, ctx) => {
      const invariants = operation["x-invariants"] ?? {};
      const place =
        operation["x-invariants"] === undefined ? ctx.location : ctx.location.child("x-invariants");
      const report = (wrong, write) =>
        reportFault(ctx, place.key(), { wrong, why: WHY, write: `${write} under \`x-invariants\`` });
      const parameters = parametersOf(operation, ctx.location, ctx);
      const query = parameters.filter((one) => one.in === "query").map(({ name }) => name);
      const method = /\/(\w+)$/.exec(ctx.location.pointer)?.[1];
      if (PAGING.every((name) => query.includes(name))) {
        if (invariants.newest_first === undefined && invariants.ordered === undefined) {
          report(
            "The list does not state its order",
            "`newest_first: { field: created_at }` or `ordered: { field: name }`",
          );
        }
        for (const name of query) {
          if (PAGING.includes(name) || invariants.sorted?.parameter === name) continue;
          if (invariants.filters?.[name] !== undefined) continue;
          report(
            `The list does not state the field of the filter \`${name}\``,
            `\`filters: { ${name}: { field: ${name} } }\``,
          );
        }
      }
      const statuses = Object.keys(operation.responses ?? {});
      if (
        parameters.some((one) => one.in === "header" && one.name === "If-Match") &&
        !invariants.conditional
      ) {
        report(
          "The operation does not state the tag for `If-Match`",
          "`conditional: { reader: getThing, tag: ETag, header: If-Match, otherwise: 412 }`",
        );
      }
      if (method === "post" && statuses.includes("201") && invariants.creates === undefined) {
        report(
          "The operation does not state where to find what it creates",
          "`creates: { reader: getThing, list: listThings, id: id }`",
        );
      }
      if (method === "patch" && invariants.updates === undefined) {
        report("The operation does not state where its change shows", "`updates: { reader: getThing }`");
      }
      if (method === "delete" && invariants.deletes === undefined && invariants.becomes === undefined) {
        report(
          "The operation does not state what it changes",
          "`deletes: { reader: getThing, list: listThings }` or `becomes:`",
        );
      }
      const ids = parameters.filter((one) => one.in === "path").map(({ name }) => name);
      const id = ids.at(-1);
      if (method === "get" && id !== undefined && !query.includes("limit") && returnsId(operation, ctx)) {
        if (invariants.same_id?.[id] === undefined) {
          report(`The operation does not state which field returns \`${id}\``, `\`same_id: { ${id}: id }\``);
        }
      }
    }),
  };
}

const returnsId = (operation, ctx) =>
  successSchemas(operation, ctx.location, ctx).some(
    ({ schema, location }) => resolved(schema, location, ctx).node?.properties?.id !== undefined,
  );
