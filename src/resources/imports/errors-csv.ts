import Papa from "papaparse";
import type { Platform } from "../../platform/parts";
import type { Import } from "./import";
import { rejectionsAfter } from "./rejections.store";

/** What is read, and written out, in one piece: nobody waits for it long, however many download at once. */
const PAGE = { rows: 500, bytes: 256 * 1024 };

/**
 * What a spreadsheet would run as a formula gets an apostrophe in front, as OWASP advises against CSV injection. Not
 * so what begins with a sign and is a number otherwise: it cannot do anything, and numbers of phones, which begin with
 * a plus, stay as they are, to be put right and imported again.
 */
const FORMULA = /^(?:[=@\t\r]|[+-](?![\d\s().\-/]*$))/;

/** Tells a spreadsheet that the text is UTF-8. */
const MARK = "\ufeff";
const NEWLINE = "\r\n";

const toLines = (rows: readonly (readonly (string | number)[])[]) =>
  Papa.unparse(rows as (string | number)[][], { newline: NEWLINE, escapeFormulae: FORMULA }) + NEWLINE;

/** The rejected rows as a CSV, in pieces: those that are there while it is read. */
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
