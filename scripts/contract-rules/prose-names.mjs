import { reportFault } from "./support.mjs";

const TEXTS = ["description", "summary"];

const FIELD = "field, parameter or value";

/** Kinds of names in backticks, by their form. Names of other forms are not checked. */
const FORMS = [
  ["operation", /^(?:GET|POST|PUT|PATCH|DELETE) \/\S*$/],
  ["scope", /^[a-z]+:[a-z]+$/],
  ["operation id", /^[a-z]+(?:[A-Z][a-z]+)+$/],
  ["header", /^(?:[A-Z][A-Za-z]*-)+[A-Z][A-Za-z]*$/],
  [FIELD, /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/],
];

/** Requires that names in prose are declared. The option `words` lists other allowed names. */
export default function proseNames({ words = [] }) {
  const known = new Map(FORMS.map(([what]) => [what, new Set(words)]));
  const know = (what, names) => names.forEach((name) => known.get(what).add(name));
  const texts = new Map();
  return {
    any(node, ctx) {
      for (const field of TEXTS) {
        if (typeof node?.[field] !== "string") continue;
        const location = ctx.location.child(field);
        texts.set(`${location.source.absoluteRef}#${location.pointer}`, { text: node[field], location });
      }
    },
    Schema({ properties = {}, enum: values = [], const: value }) {
      const spelt = [...values, value].filter((one) => typeof one === "string");
      know(FIELD, [...Object.keys(properties), ...spelt]);
    },
    Parameter: ({ name, in: place }) => know(place === "header" ? "header" : FIELD, [name]),
    Response: ({ headers = {} }) => know("header", Object.keys(headers)),
    SecurityScheme: ({ in: place, name }) => know("header", place === "header" ? [name] : []),
    Operation({ operationId, security = [] }) {
      know("operation id", operationId === undefined ? [] : [operationId]);
      know(
        "scope",
        security.flatMap((form) => Object.values(form).flat()),
      );
    },
    Paths(paths, ctx) {
      for (const [path, raw] of Object.entries(paths)) {
        const item = raw.$ref === undefined ? raw : ctx.resolve(raw).node;
        know(
          "operation",
          Object.keys(item ?? {}).map((method) => `${method.toUpperCase()} ${path}`),
        );
      }
    },
    Root: {
      leave(_root, ctx) {
        for (const { text, location } of texts.values()) {
          for (const [, name] of text.matchAll(/`([^`\n]+)`/g)) {
            const form = FORMS.find(([, pattern]) => pattern.test(name));
            if (form === undefined || known.get(form[0]).has(name)) continue;
            reportFault(ctx, location, {
              wrong: `The text names the ${form[0]} \`${name}\`, which the contract does not declare`,
              why: "readers search for it, and an outdated text misleads them",
              write:
                "a name that the contract declares, or add the word to `words` of this rule in redocly.yaml",
            });
          }
        }
      },
    },
  };
}
