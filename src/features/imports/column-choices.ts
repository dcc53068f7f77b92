import { limits } from "../../../generated/server/values";
import { type FieldProblem, unprocessable } from "../../platform/problem";
import type { ColumnChoice } from "./import";

const MAX_ATTRIBUTES = limits.ContactAttributes.maxProperties;

/** Throws 422 for column choices that contradict each other, whatever the file contains. */
export function refuseClashes(choices: readonly ColumnChoice[]): void {
  const problems = clashesIn(choices);
  if (problems.length > 0) throw unprocessable("The columns contradict each other", problems);
}

function clashesIn(choices: readonly ColumnChoice[]): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const seen = new Map<string, number>();
  const once = (what: string, index: number, field: "use" | "attribute") => {
    const first = seen.get(what);
    if (first === undefined) seen.set(what, index);
    else
      problems.push({ field: `columns[${index}].${field}`, message: `is the same as in columns[${first}]` });
  };
  choices.forEach(({ use, attribute }, index) => {
    if (use === "phone" || use === "name") once(use, index, "use");
    if (attribute === undefined) return;
    if (use === "attribute") once(`attribute ${attribute}`, index, "attribute");
    else problems.push({ field: `columns[${index}].attribute`, message: "is only for the use attribute" });
  });
  const attributes = choices.filter(({ use }) => use === "attribute").length;
  if (attributes > MAX_ATTRIBUTES) {
    problems.push({
      field: "columns",
      message: `has ${attributes} columns with the use attribute, at most ${MAX_ATTRIBUTES} are allowed`,
    });
  }
  return problems;
}
