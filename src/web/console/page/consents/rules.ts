import type { Consent } from "../../../../client";

type Recorded = Pick<Consent, "id" | "phone" | "occurred_at" | "status" | "channels" | "purposes">;

/** Returns whether a granted consent has ended, because the deletion of its contact removed the number. */
const isEnded = ({ status, phone }: Recorded): boolean => status === "granted" && phone === null;

/**
 * Returns whether consent `a` replaces `b`: it occurred later, or at the same instant and was recorded later.
 * If the earlier recorded one has ended, the later recorded one replaces it, whenever it occurred.
 */
const isNewer = (a: Recorded, b: Recorded): boolean => {
  const isRecordedLater = a.id > b.id;
  if (isEnded(isRecordedLater ? b : a)) return isRecordedLater;
  const difference = Date.parse(a.occurred_at) - Date.parse(b.occurred_at);
  return difference === 0 ? isRecordedLater : difference > 0;
};

/**
 * Returns the newest revocation and the newest grant, if the grant is the newest consent of all; null
 * otherwise. The grant may cover fewer purposes and channels than the revocation.
 */
export function grantAfterRevocation<C extends Recorded>(
  consents: readonly C[],
): { revoked: C; granted: C } | null {
  const newest = (some: readonly C[]) => some.reduce<C | null>((a, b) => (a && isNewer(a, b) ? a : b), null);
  const granted = newest(consents);
  const revoked = newest(consents.filter(({ status }) => status === "revoked"));
  if (granted?.status !== "granted" || isEnded(granted) || revoked === null) return null;
  return { revoked, granted };
}

/** Returns whether the newest of the consents for some channel and purpose is a revocation. */
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
