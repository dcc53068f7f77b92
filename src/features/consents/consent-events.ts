import type { components } from "../../../generated/schema";
import type { IdMaker } from "../../platform/ids";
import { type Instant, toTimestamp } from "../../platform/time";

export type ConsentUpdateEvent = components["schemas"]["ConsentUpdateEvent"];

export const consentUpdateEvent = (
  data: components["schemas"]["Consent"],
  ids: IdMaker,
  now: Instant,
): ConsentUpdateEvent => ({ id: ids.next(), type: "consent_update", created_at: toTimestamp(now), data });

export const withoutNumberAndEvidence = (event: ConsentUpdateEvent): ConsentUpdateEvent => ({
  ...event,
  data: { ...event.data, phone: null, evidence: null },
});
