import type { components } from "../../../generated/schema";
import type { Instant } from "../../platform/time";
import type { Effect } from "../../queue/effects";

interface RecordedConsents {
  accountId: string;
  at: Instant;
  consents: readonly components["schemas"]["Consent"][];
}

export type ConsentEffect = Effect<RecordedConsents>;

export interface ConsentEffects {
  consentEffects: readonly ConsentEffect[];
}
