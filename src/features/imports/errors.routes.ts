import { Router } from "express";
import { sendTable } from "../../platform/csv";
import type { Platform } from "../../platform/platform";
import { isId } from "../../platform/ids";
import { methodNotAllowed, notFound } from "../../platform/problem";
import { errorsCsv } from "./errors-csv";
import { checkErrorsUrl } from "./errors-url";
import { findImportById } from "./imports.store";

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
