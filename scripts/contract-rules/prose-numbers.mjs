import { reportFault, resolved } from "./support.mjs";

const WORDS = [
  ...["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"],
];
const NUMBER = String.raw`(\d[\d,]*|${WORDS.join("|")}|(?:a|one) hundred)`;
const LENGTHS = { most: "maxLength", least: "minLength" };
const COUNTS = {
  array: { most: "maxItems", least: "minItems" },
  object: { most: "maxProperties", least: "minProperties" },
};

/**
 * Returns the keywords that limit the number of `noun` in the schema: lengths for "characters", else those of
 * the items or properties of the schema's type. Returns undefined if that type has neither.
 */
const limitsBy = (noun, { type }) =>
  noun.toLowerCase() === "characters" ? LENGTHS : COUNTS[[type].flat().find((one) => one in COUNTS)];

/**
 * Pattern of a noun that a limit of the schema may count, such as "entries". Excludes words such as
 * "seconds", "bytes" and "or".
 */
const NOUN = String.raw`(?!(?:seconds?|minutes?|hours?|days?|weeks?|times?|bytes|digits|letters|segments|is|if|and|or|to|of)\b)([a-z]+)`;

/** Phrases that state limits, and what each number bounds: a schema keyword, or the count of the noun. */
const PHRASES = [
  [`(?:at most|up to|no more than) ${NUMBER} ${NOUN}`, "most"],
  [`(?<!to )${NUMBER} ${NOUN} at most`, "most"],
  [`at least ${NUMBER} ${NOUN}`, "least"],
  [`${NUMBER} to ${NUMBER} ${NOUN}`, "least", "most"],
  [`^(?:from )?${NUMBER} to ${NUMBER}(?=[.;,]|$)`, "minimum", "maximum"],
  [`(?:at most|up to|no more than) ${NUMBER}(?=[.;,)]|$)`, "maximum"],
  [`at least ${NUMBER}(?=[.;,)]|$)`, "minimum"],
  [`${NUMBER} if left out`, "default"],
  [`defaults? (?:to|is) ${NUMBER}`, "default"],
].map(([pattern, ...bounds]) => ({ pattern: new RegExp(pattern, "gi"), bounds }));

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
    for (const { pattern, bounds } of PHRASES) {
      for (const [, ...groups] of (text ?? "").matchAll(pattern)) {
        const noun = groups[bounds.length];
        bounds.forEach((bound, index) => {
          const keyword = noun === undefined ? bound : limitsBy(noun, schema)?.[bound];
          const [is, digits] = [schema[keyword], groups[index]];
          if (typeof is === "number" && is !== valueOf(digits)) report(ctx, location, keyword, digits, is);
        });
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
