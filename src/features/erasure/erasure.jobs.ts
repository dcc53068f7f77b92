import { nextErasureAt } from "../contacts/erasures.store";
import { dueHandler } from "../../queue/due";
import type { JobHandler } from "../../queue/run";
import { type ErasureParts, eraseDue } from "./erase";

/** Erases what is due of an account, a part at a time, and comes back when the next part is due. */
export const erasureHandler = (app: ErasureParts): JobHandler =>
  dueHandler(app, {
    kind: "erasure",
    concurrency: 2,
    run: (accountId) => eraseDue(app, accountId),
    nextAt: (accountId) => nextErasureAt(app.db, accountId),
  });
