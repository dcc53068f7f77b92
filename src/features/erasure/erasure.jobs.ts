import { nextErasureAt } from "../contacts/erasures.store";
import { dueHandler } from "../../queue/due";
import type { JobHandler } from "../../queue/run";
import { type ErasureParts, eraseDue } from "./erase";

/** Returns the handler of an account's due erasures. It runs again when the next erasure is due. */
export const erasureHandler = (app: ErasureParts): JobHandler =>
  dueHandler(app, {
    kind: "erasure",
    concurrency: 2,
    run: (accountId) => eraseDue(app, accountId),
    nextAt: (accountId) => nextErasureAt(app.db, accountId),
  });
