import Papa from "papaparse";
import { readRowFault } from "../../../../messaging/contact-file/read-faults";
import { MARK, toLines } from "../../../../platform/csv-lines";
import type { Texts } from "../texts/en";

/** Translates the headings `line` and `reason` and each reason in the service's CSV of rejected rows. */
export function translateRejected(csv: string, t: Texts["imports"], delimiter: "," | ";"): string {
  const [heading = [], ...rows] = Papa.parse<string[]>(csv, { skipEmptyLines: true, delimiter: "," }).data;
  return (
    MARK +
    toLines(
      [
        [t.rejectedHeading.line, t.rejectedHeading.reason, ...heading.slice(2)],
        ...rows.map(([line = "", reason = "", ...cells]) => [line, reasonOf(reason, t), ...cells]),
      ],
      delimiter,
    )
  );
}

function reasonOf(reason: string, t: Texts["imports"]): string {
  const fault = readRowFault(reason);
  if (fault !== null) return t.rowFault(fault);
  const [, left] = /^Other rejected rows that are not stored: (\d+)\.$/.exec(reason) ?? [];
  return left === undefined ? reason : t.moreRejected(left);
}
