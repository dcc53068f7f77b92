import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Router } from "express";
import type { Platform } from "../../platform/parts";
import { isId } from "../../platform/ids";
import { notFound, Problem } from "../../platform/problem";
import { errorsCsv } from "./errors-csv";
import { checkErrorsUrl } from "./errors-url";
import { findImportById } from "./imports.store";

/** `GET /imports/<account id>/<import id>/errors`: the rejected rows, allowed by the URL's signature and no API key. */
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
    res.attachment(`import-${found.id}-errors.csv`);
    res.setHeader("Content-Type", "text/csv; charset=utf-8");
    res.setHeader("X-Content-Type-Options", "nosniff");
    res.setHeader("Cache-Control", "private, no-store");
    if (req.method === "HEAD") {
      res.end();
      return;
    }
    try {
      await pipeline(Readable.from(errorsCsv(db, found), { objectMode: true, highWaterMark: 1 }), res);
    } catch (error) {
      // Once headers are out, a failure can only be told by cutting the connection, which the pipeline does.
      if ((error as NodeJS.ErrnoException).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
    }
  });

  router.all(path, (req) => {
    throw new Problem(405, "method_not_allowed", `${req.method} is not offered here`, undefined, {
      Allow: "GET, HEAD",
    });
  });
  return router;
}
