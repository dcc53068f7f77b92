/** Operators of PromQL that look like a metric name. */
const OPERATORS: ReadonlySet<string> = new Set(["and", "or", "unless", "bool", "offset"]);

interface Selector {
  metric: string;
  labels: { name: string; values: string[] }[];
}

interface Expression {
  selectors: Selector[];
  /** Labels of `by`, `on` and similar clauses. */
  grouping: string[];
}

/** Reads the metrics and labels of a PromQL expression. Covers the syntax that rules and dashboard use. */
export function readExpression(text: string): Expression {
  const grouping: string[] = [];
  const rest = text.replace(
    /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g,
    (_, names: string) => {
      grouping.push(...names.split(",").flatMap((name) => name.trim() || []));
      return " ";
    },
  );
  const selectors = [...rest.replace(/\[[^\]]*\]/g, " ").matchAll(/([a-z_]\w*)\s*(\(|\{[^}]*\})?/gi)].flatMap(
    ([, metric = "", after = ""]) =>
      after === "(" || OPERATORS.has(metric) ? [] : [{ metric, labels: labelsOf(after) }],
  );
  return { selectors, grouping };
}

const labelsOf = (matchers: string) =>
  [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"([^"]*)"/g)].map(([, name = "", values = ""]) => ({
    name,
    values: values.split("|"),
  }));
