import type { Consent } from "../../../../client";

type Recorded = Pick<Consent, "id" | "occurred_at" | "status" | "channels" | "purposes">;

/** Returns whether `a` holds rather than `b`. Ids increase with the time of creation. */
const isNewer = (a: Recorded, b: Recorded): boolean => {
  const difference = Date.parse(a.occurred_at) - Date.parse(b.occurred_at);
  return difference === 0 ? a.id > b.id : difference > 0;
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
