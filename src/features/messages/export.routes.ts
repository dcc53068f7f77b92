import { Router } from "express";
import { sendTable } from "../../platform/csv";
import type { Platform } from "../../platform/platform";
import { methodNotAllowed, rateLimited, validationFailed } from "../../platform/problem";
import { type Instant, toTimestamp } from "../../platform/time";
import { messagesCsv } from "./export-csv";
import { exportOf } from "./export-url";
import { everyMessage } from "./list.store";

/** Maximum concurrent exports per account and process. A slow client keeps its export open. */
const AT_ONCE = 2;
const TOO_MANY = `At most ${AT_ONCE} exports of an account can run at once; try again later`;
const RETRY_SECONDS = 5;

/** Error for a read beyond the time limit. Reads are small, so the cause is an overloaded database. */
const TOO_LONG = { field: "of", message: "takes too long here: narrow it with from and to" };

type ExportDeps = Pick<Platform, "db" | "secrets" | "clock"> & {
  /** Returns a database that has every message created up to an instant. */
  readsOf(createdBy: Instant): Promise<Pick<Platform, "db" | "reads">>;
};

/** Serves `GET /messages/<account id>/export`. The URL's signature replaces the API key. */
export function messageExportRouter({ db, secrets, clock, readsOf }: ExportDeps): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const path = "/messages/:accountId/export";
  const running = new Map<string, number>();

  router.get(path, async (req, res) => {
    const of = await exportOf({ db, secrets, clock }, req.params.accountId, req.query);
    // If the client disconnected during the await, the response has emitted "close" already, and the listener
    // below would never run.
    if (res.closed) return;
    const { accountId, filter, createdBy, dialect } = of;
    const others = running.get(accountId) ?? 0;
    if (others >= AT_ONCE) throw rateLimited(TOO_MANY, RETRY_SECONDS);
    running.set(accountId, others + 1);
    const left = new AbortController();
    res.once("close", () => {
      left.abort(validationFailed("The request was aborted"));
      const more = (running.get(accountId) ?? 1) - 1;
      if (more > 0) running.set(accountId, more);
      else running.delete(accountId);
    });
    const on = await readsOf(createdBy);
    const reading = on.reads.of({ accountId, signal: left.signal }, TOO_LONG);
    const filename = `messages-${toTimestamp(createdBy).replaceAll(":", "-")}.csv`;
    await sendTable(req, res, filename, () =>
      messagesCsv(everyMessage(on.db, reading, accountId, filter, createdBy), dialect),
    );
  });

  router.all(path, (req) => {
    throw methodNotAllowed(req.method, "GET, HEAD");
  });
  return router;
}
