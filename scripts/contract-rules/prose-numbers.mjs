import { explain, resolved } from "./support.mjs";

const NUMBER = String.raw`(\d[\d,]*)`;
const UNITS = {
  characters: ["maxLength", "minLength"],
  entries: ["maxItems", "minItems"],
  items: ["maxItems", "minItems"],
  values: ["maxItems", "minItems"],
};
const UNIT = `(${Object.keys(UNITS).join("|")})`;

/** What prose says of a limit, with the keyword that says it to machines. */
const SAYINGS = [
  [
    new RegExp(`(?:at most|up to|no more than) ${NUMBER} ${UNIT}`, "gi"),
    ([, number, unit]) => [[UNITS[unit][0], number]],
  ],
  [new RegExp(`${NUMBER} ${UNIT} at most`, "gi"), ([, number, unit]) => [[UNITS[unit][0], number]]],
  [new RegExp(`at least ${NUMBER} ${UNIT}`, "gi"), ([, number, unit]) => [[UNITS[unit][1], number]]],
  [
    new RegExp(`${NUMBER} to ${NUMBER} ${UNIT}`, "gi"),
    ([, from, to, unit]) => [
      [UNITS[unit][1], from],
      [UNITS[unit][0], to],
    ],
  ],
  [new RegExp(`${NUMBER} if left out`, "gi"), ([, number]) => [["default", number]]],
  [new RegExp(`defaults? (?:to|is) ${NUMBER}`, "gi"), ([, number]) => [["default", number]]],
];

/** Of a number with a name: "`limit` (25 if left out, at most 1000)". */
const BOUNDS = [
  [new RegExp(`${NUMBER} if left out`), "default"],
  [new RegExp(`at most ${NUMBER}`), "maximum"],
  [new RegExp(`at least ${NUMBER}`), "minimum"],
];

const valueOf = (digits) => Number(digits.replaceAll(",", ""));

/** Numbers in prose are those of the schema: people believe the one, machines the other. */
export default function proseNumbers() {
  const parameters = new Map();
  let description;
  const report = (ctx, location, keyword, said, is) =>
    ctx.report({
      message: explain(
        `The description says ${said}, and \`${keyword}\` is ${is}`,
        "people go by the one and validators by the other",
        `the same number in both, or no number in the description`,
      ),
      location,
    });
  const check = (text, schema, location, ctx) => {
    for (const [pattern, limitsOf] of SAYINGS) {
      for (const match of (text ?? "").matchAll(pattern)) {
        for (const [keyword, digits] of limitsOf(match)) {
          const is = schema[keyword];
          if (typeof is === "number" && is !== valueOf(digits)) report(ctx, location, keyword, digits, is);
        }
      }
    }
  };
  return {
    Schema(schema, ctx) {
      check(schema.description, schema, ctx.location.child("description"), ctx);
    },
    Parameter(parameter, ctx) {
      const { node: schema } = resolved(parameter.schema ?? {}, ctx.location.child("schema"), ctx);
      check(parameter.description, schema ?? {}, ctx.location.child("description"), ctx);
      parameters.set(parameter.name, schema ?? {});
    },
    Info(info, ctx) {
      description = { text: info.description ?? "", location: ctx.location.child("description") };
    },
    Root: {
      leave(_root, ctx) {
        for (const [, name, said] of (description?.text ?? "").matchAll(/`(\w+)` \(([^)]*)\)/g)) {
          for (const [pattern, keyword] of BOUNDS) {
            const digits = pattern.exec(said)?.[1];
            const is = parameters.get(name)?.[keyword];
            if (digits !== undefined && is !== undefined && is !== valueOf(digits))
              report(ctx, description.location, keyword, digits, is);
          }
        }
      },
    },
  };
}
