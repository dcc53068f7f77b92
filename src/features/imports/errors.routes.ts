import { Router } from "express";
import { sendTable } from "../../platform/csv";
import type { Platform } from "../../platform/platform";
import { isId } from "../../platform/ids";
import { methodNotAllowed, notFound } from "../../platform/problem";
import { checkErrorsUrl } from "./errors-url";
import { findImportById } from "./imports.store";
import { MARK, toLines } from "../../platform/csv-lines";
import type { Import } from "./import";
import { rejectionsAfter } from "./rejections.store";

/** Serves the rejected rows of an import. The URL's signature replaces the API key. */
export function importErrorsRouter({
  db,
  secrets,
  clock,
}: Pick<Platform, "db" | "secrets" | "clock">): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const path = "/imports/:accountId/:importId/errors";

  router.get(path, async (req, res) => {
    const key = { accountId: req.params.accountId, id: req.params.importId };
    await checkErrorsUrl({ db, secrets, clock }, key, req.query);
    const found = isId(key.accountId) && isId(key.id) ? await findImportById(db, key) : null;
    if (found === null) throw notFound("The import");
    await sendTable(req, res, `import-${found.id}-errors.csv`, () => errorsCsv(db, found));
  });

  router.all(path, (req) => {
    throw methodNotAllowed(req.method, "GET, HEAD");
  });
  return router;
}

/** Maximum rows and bytes of one piece of the download, so that no piece blocks other work for long. */
const PAGE = { rows: 500, bytes: 256 * 1024 };

/** Yields the rejected rows as CSV, in pieces. Rows that are purged during the download are missing. */
async function* errorsCsv(db: Platform["db"], of: Import): AsyncGenerator<string, void> {
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
  if (left > 0) yield toLines([["", `Other rejected rows that are not stored: ${left}.`]]);
}
