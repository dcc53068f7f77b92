import type { components } from "../../../generated/schema";
import type { Db } from "../../platform/db/dialect";
import type { Instant } from "../../platform/time";
import type { Wake } from "../../queue/job";

export interface RecordedConsents {
  accountId: string;
  at: Instant;
  consents: readonly components["schemas"]["Consent"][];
}

/** Writes the consequences of consents in their transaction. Returns the jobs to wake after the commit. */
export type ConsentEffect = (trx: Db, recorded: RecordedConsents) => Promise<readonly Wake[]>;

export interface ConsentEffects {
  consentEffects: readonly ConsentEffect[];
}
