import { Router } from "express";
import { sendTable } from "../../platform/csv";
import type { Platform } from "../../platform/platform";
import { Problem, validationFailed } from "../../platform/problem";
import { toTimestamp } from "../../platform/time";
import { messagesCsv } from "./export-csv";
import { exportOf } from "./export-url";
import { everyMessage } from "./list.store";

/** Exports of one account that a process reads at a time: one alone may take as long as its reader likes. */
const AT_ONCE = 2;
const RETRY_SECONDS = "5";

/** Of each slice of an export, which is small: only a database that hardly answers takes this long. */
const TOO_LONG = { field: "of", message: "takes too long here: narrow it with from and to" };

/** `GET /messages/<account id>/export`: the messages that a URL is of, allowed by its signature and no API key. */
export function messageExportRouter({
  db,
  reads,
  secrets,
  clock,
}: Pick<Platform, "db" | "reads" | "secrets" | "clock">): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const path = "/messages/:accountId/export";
  const underWay = new Map<string, number>();

  router.get(path, async (req, res) => {
    const of = await exportOf({ db, secrets, clock }, req.params.accountId, req.query);
    const { accountId, filter, createdBy } = of;
    const others = underWay.get(accountId) ?? 0;
    if (others >= AT_ONCE) throw tooMany();
    underWay.set(accountId, others + 1);
    const left = new AbortController();
    res.once("close", () => {
      left.abort(validationFailed("The request was given up"));
      const more = (underWay.get(accountId) ?? 1) - 1;
      if (more > 0) underWay.set(accountId, more);
      else underWay.delete(accountId);
    });
    const reading = reads.of({ accountId, signal: left.signal }, TOO_LONG);
    const filename = `messages-${toTimestamp(createdBy).replaceAll(":", "-")}.csv`;
    await sendTable(req, res, filename, () =>
      messagesCsv(everyMessage(db, reading, accountId, filter, createdBy)),
    );
  });

  router.all(path, (req) => {
    throw new Problem(405, "method_not_allowed", `${req.method} is not offered here`, undefined, {
      Allow: "GET, HEAD",
    });
  });
  return router;
}

const tooMany = () =>
  new Problem(429, "rate_limited", `${AT_ONCE} exports are being read already`, undefined, {
    "Retry-After": RETRY_SECONDS,
  });
