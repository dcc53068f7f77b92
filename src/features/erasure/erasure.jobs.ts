import { nextErasureAt } from "../contacts/erasures.store";
import { dueHandler } from "../../queue/due";
import type { JobHandler } from "../../queue/run";
import { type ErasureDeps, eraseDue } from "./erase";

export const erasureHandler = (deps: ErasureDeps): JobHandler =>
  dueHandler(deps, {
    kind: "erasure",
    concurrency: 2,
    run: (accountId) => eraseDue(deps, accountId),
    nextAt: (accountId) => nextErasureAt(deps.db, accountId),
  });
