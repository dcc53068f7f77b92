import { nextErasureAt } from "../contacts/erasures.store";
import { dueHandler } from "../../queue/due";
import type { JobHandler } from "../../queue/run";
import { type ErasureParts, eraseDue } from "./erase";

export const erasureHandler = (app: ErasureParts): JobHandler =>
  dueHandler(app, {
    kind: "erasure",
    concurrency: 2,
    run: (accountId) => eraseDue(app, accountId),
    nextAt: (accountId) => nextErasureAt(app.db, accountId),
  });
