import Papa from "papaparse";
import { readRowFault } from "../../../../engine/imports/read-faults";
import type { Texts } from "../texts/en";

/**
 * The service's table of rejected rows, with its first two columns, line and reason, in the person's words. What it says
 * otherwise stays as it is; formulas have lost their power already.
 */
export function inWords(csv: string, t: Texts["imports"]): string {
  const [heading = [], ...rows] = Papa.parse<string[]>(csv, { skipEmptyLines: true, delimiter: "," }).data;
  const table = [
    [t.rejectedHeading.line, t.rejectedHeading.reason, ...heading.slice(2)],
    ...rows.map(([line = "", reason = "", ...cells]) => [line, reasonOf(reason, t), ...cells]),
  ];
  return `\ufeff${Papa.unparse(table, { newline: "\r\n" })}\r\n`;
}

function reasonOf(reason: string, t: Texts["imports"]): string {
  const fault = readRowFault(reason);
  if (fault !== null) return t.rowFault(fault);
  const [, left] = /^(\d+) more rows were rejected, which are not kept\.$/.exec(reason) ?? [];
  return left === undefined ? reason : t.moreRejected(left);
}
