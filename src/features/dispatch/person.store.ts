import { digitsOf, namesNumber, withoutNumber } from "../../messaging/erased-number";
import { type Db, positionFunction } from "../../platform/db/dialect";

const REPORTS_AT_ONCE = 500;

/**
 * Erases a number (E.164) from the error texts of delivery reports without a known message, of all accounts.
 * Reads every such report.
 */
export async function eraseNumberFromReports(db: Db, phone: string): Promise<void> {
  const rows = (await db("unmatched_reports")
    .whereRaw(`${positionFunction(db)}(report, ?) > 0`, [digitsOf(phone)])
    .limit(REPORTS_AT_ONCE)
    .select("carrier", "reference", "id", "report")) as Record<
    "carrier" | "reference" | "id" | "report",
    string
  >[];
  for (const { report, ...key } of rows.filter((row) => namesNumber(row.report, phone))) {
    const changed = JSON.stringify(withoutNumber(JSON.parse(report) as unknown, phone));
    await db("unmatched_reports").where(key).update({ report: changed });
  }
}
