import { MARK, toLines } from "../../platform/csv-lines";
import type { Platform } from "../../platform/platform";
import type { Import } from "./import";
import { rejectionsAfter } from "./rejections.store";

/** Maximum size of one piece of the download, so that no piece blocks other work for long. */
const PAGE = { rows: 500, bytes: 256 * 1024 };

/** Yields the rejected rows as CSV, in pieces. Rows that are purged during the download are missing. */
export async function* errorsCsv(db: Platform["db"], of: Import): AsyncGenerator<string, void> {
  yield MARK + toLines([["line", "reason", ...(of.columns ?? [])]]);
  let line = 0;
  for (;;) {
    const page = await rejectionsAfter(db, of, line, PAGE);
    const last = page.at(-1);
    if (!last) break;
    yield toLines(page.map((row) => [row.line, row.reason, ...row.cells]));
    line = last.line;
  }
  const left = of.rejected - of.listed;
  if (left > 0) yield toLines([["", `${left} more rows were rejected, which are not kept.`]]);
}
