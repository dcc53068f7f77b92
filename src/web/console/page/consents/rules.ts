import type { Consent } from "../../../../client";

type Recorded = Pick<Consent, "id" | "phone" | "occurred_at" | "status" | "channels" | "purposes">;

/** Returns whether the consent ended with the deletion of its contact, which removes the number. */
const isEnded = ({ status, phone }: Recorded): boolean => status === "granted" && phone === null;

/**
 * Returns whether `a` replaces `b`: it occurred later, or at the same instant and was recorded later. If a
 * contact's deletion ended a consent, each record that was stored after the consent replaces it, even a
 * record that occurred earlier.
 */
const isNewer = (a: Recorded, b: Recorded): boolean => {
  const isRecordedLater = a.id > b.id;
  if (isEnded(isRecordedLater ? b : a)) return isRecordedLater;
  const difference = Date.parse(a.occurred_at) - Date.parse(b.occurred_at);
  return difference === 0 ? isRecordedLater : difference > 0;
};

/** Returns whether a revocation is the newest record of at least one channel and purpose. */
export function holdsRevocation(consents: readonly Recorded[]): boolean {
  const newest = new Map<string, Recorded>();
  for (const consent of consents) {
    for (const channel of consent.channels) {
      for (const purpose of consent.purposes) {
        const pair = `${channel} ${purpose}`;
        const known = newest.get(pair);
        if (known === undefined || isNewer(consent, known)) newest.set(pair, consent);
      }
    }
  }
  return [...newest.values()].some(({ status }) => status === "revoked");
}
