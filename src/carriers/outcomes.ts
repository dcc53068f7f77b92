import type { CarrierError, SubmitOutcome } from "./carrier";

export const refused = (message: string, carrierCode: string | null = null): SubmitOutcome => ({
  type: "refused",
  error: { code: "carrier_rejected", message, carrierCode },
});

/** Returns the error of a submission that may succeed later. */
export const unreachable = (message: string, carrierCode: string | null = null): CarrierError => ({
  code: "carrier_unreachable",
  message,
  carrierCode,
});
