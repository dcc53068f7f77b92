import { reportFault, resolved } from "./support.mjs";

const WORDS = [
  ...["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
];
const NUMBER = String.raw`(\d[\d,]*|${WORDS.join("|")}|(?:a|one) hundred)`;
const LENGTHS = ["maxLength", "minLength"];
const COUNTS = { array: ["maxItems", "minItems"], object: ["maxProperties", "minProperties"] };

/** Returns the maximum and minimum keywords for a noun: lengths for "characters", else counts. */
const limitsBy = (noun, { type }) =>
  noun.toLowerCase() === "characters" ? LENGTHS : COUNTS[[type].flat().find((one) => one in COUNTS)];

/** Nouns that may count entries, which excludes units of time and size. */
const NOUN = String.raw`(?!(?:seconds?|minutes?|hours?|days?|weeks?|times?|bytes|digits|letters|segments|is|if|and|or|to|of)\b)([a-z]+)`;

/** Phrases that state a limit, with the schema keyword of each number. */
const PHRASES = [
  [
    new RegExp(`(?:at most|up to|no more than) ${NUMBER} ${NOUN}`, "gi"),
    ([, number, noun], schema) => [[limitsBy(noun, schema)?.[0], number]],
  ],
  [
    new RegExp(`(?<!to )${NUMBER} ${NOUN} at most`, "gi"),
    ([, number, noun], schema) => [[limitsBy(noun, schema)?.[0], number]],
  ],
  [
    new RegExp(`at least ${NUMBER} ${NOUN}`, "gi"),
    ([, number, noun], schema) => [[limitsBy(noun, schema)?.[1], number]],
  ],
  [
    new RegExp(`${NUMBER} to ${NUMBER} ${NOUN}`, "gi"),
    ([, from, to, noun], schema) => [
      [limitsBy(noun, schema)?.[1], from],
      [limitsBy(noun, schema)?.[0], to],
    ],
  ],
  [
    new RegExp(`^(?:from )?${NUMBER} to ${NUMBER}(?=[.;,]|$)`, "gi"),
    ([, from, to]) => [
      ["minimum", from],
      ["maximum", to],
    ],
  ],
  [
    new RegExp(`(?:at most|up to|no more than) ${NUMBER}(?=[.;,)]|$)`, "gi"),
    ([, number]) => [["maximum", number]],
  ],
  [new RegExp(`(?:at least ${NUMBER}(?=[.;,)]|$))`, "gi"), ([, number]) => [["minimum", number]]],
  [new RegExp(`${NUMBER} if left out`, "gi"), ([, number]) => [["default", number]]],
  [new RegExp(`defaults? (?:to|is) ${NUMBER}`, "gi"), ([, number]) => [["default", number]]],
];

/** Limits in parentheses after a parameter: "`limit` (25 if left out, at most 1000)". */
const BOUNDS = [
  [new RegExp(`${NUMBER} if left out`), "default"],
  [new RegExp(`at most ${NUMBER}`), "maximum"],
  [new RegExp(`at least ${NUMBER}`), "minimum"],
];

function valueOf(phrase) {
  const text = phrase.toLowerCase();
  if (text.endsWith("hundred")) return 100;
  return WORDS.includes(text) ? WORDS.indexOf(text) + 1 : Number(text.replaceAll(",", ""));
}

/** Requires that numbers in descriptions equal the limits of the schema. */
export default function proseNumbers() {
  const parameters = new Map();
  let description;
  const report = (ctx, location, keyword, number, is) =>
    reportFault(ctx, location, {
      wrong: `The description says ${number}, but \`${keyword}\` is ${is}`,
      why: "people rely on the description and validators on the schema",
      write: `the same number in both, or no number in the description`,
    });
  const check = (text, schema, location, ctx) => {
    for (const [pattern, limitsOf] of PHRASES) {
      for (const match of (text ?? "").matchAll(pattern)) {
        for (const [keyword, digits] of limitsOf(match, schema)) {
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
        for (const [, name, bounds] of (description?.text ?? "").matchAll(/`(\w+)` \(([^)]*)\)/g)) {
          for (const [pattern, keyword] of BOUNDS) {
            const digits = pattern.exec(bounds)?.[1];
            const is = parameters.get(name)?.[keyword];
            if (digits !== undefined && is !== undefined && is !== valueOf(digits))
              report(ctx, description.location, keyword, digits, is);
          }
        }
      },
    },
  };
}
