import { spellsNumberAlone, withoutSpellings } from "../../messaging/erased-number";
import type { Foreground } from "../../platform/concurrency/foreground";
import { type Db, positionFunction } from "../../platform/db/dialect";
import { UNMATCHED_KEY } from "./unmatched-reports.store";

/** Maximum number of delivery reports read between two yields to requests. */
const REPORTS_AT_ONCE = 50;
/** JSON at which a stored report with an error is recognized. Only the error has texts of the carrier. */
const ERROR = '"error":{';

/**
 * Erases a number (E.164), in any usual spelling, from the error texts of unmatched delivery reports, of all
 * accounts. Keeps texts in which the digits may be part of another person's number. Reads every unmatched
 * report.
 */
export async function eraseNumberFromReports(
  { db, foreground }: { db: Db; foreground: Foreground },
  phone: string,
  reportsAtOnce = REPORTS_AT_ONCE,
): Promise<void> {
  const spells = (text: string) => spellsNumberAlone(text, phone);
  for (let after: string[] | null = null; ;) {
    await foreground.yieldToRequests();
    const query = db("unmatched_reports")
      .orderBy([...UNMATCHED_KEY])
      .limit(reportsAtOnce);
    if (after !== null) void query.whereRaw(`(${UNMATCHED_KEY.join(", ")}) > (?, ?, ?)`, after);
    const hasError = `${positionFunction(db)}(report, ?) > 0`;
    const rows = (await query.select(
      ...UNMATCHED_KEY,
      db.raw(`case when ${hasError} then report end as report`, [ERROR]),
    )) as ReportRow[];
    for (const { report, ...key } of rows) {
      if (report === null) continue;
      const changed = JSON.stringify(withoutSpellings(JSON.parse(report) as unknown, phone, spells));
      if (changed !== report) await db("unmatched_reports").where(key).update({ report: changed });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < reportsAtOnce) return;
    after = UNMATCHED_KEY.map((column) => last[column]);
  }
}

type ReportRow = Record<(typeof UNMATCHED_KEY)[number], string> & {
  /** JSON of the report; null if the report has no error. */
  report: string | null;
};
