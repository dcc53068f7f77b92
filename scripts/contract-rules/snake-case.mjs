import { reportFault } from "./support.mjs";

const SNAKE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const toSnake = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toLowerCase();

const WHY = "with one spelling for all names, clients need not guess";

/** Requires lower_snake_case for fields and parameters, except headers. */
export default function snakeCase() {
  return {
    Schema(schema, ctx) {
      for (const name of Object.keys(schema.properties ?? {})) {
        if (SNAKE.test(name)) continue;
        reportFault(ctx, ctx.location.child(["properties", name]).key(), {
          wrong: `\`${name}\` is not in lower_snake_case`,
          why: WHY,
          write: `\`${toSnake(name)}\``,
        });
      }
    },
    Parameter(parameter, ctx) {
      if (parameter.in === "header" || SNAKE.test(parameter.name)) return;
      reportFault(ctx, ctx.location.child("name"), {
        wrong: `\`${parameter.name}\` is not in lower_snake_case`,
        why: WHY,
        write: `\`${toSnake(parameter.name)}\``,
      });
    },
  };
}
