/** Why a change breaks clients. */
export const REASONS = {
  gone: "clients that use it get nothing any more",
  missing: "clients miss what they rely on",
  unexpected: "clients get what they were told would never come",
  refused: "requests that were accepted are refused",
  otherwise: "requests that leave it out come to mean something else",
  forms: "clients tell the forms apart by it, and no longer can",
  key: "keys that were enough are refused",
  keyPlace: "clients send their key in a way that is no longer read",
  address: "clients call an address that the contract no longer names",
  name: "programs that use it by its name no longer compile with a client made anew",
  acknowledgement: "receivers that answer so have their deliveries counted as failed",
  promise: "clients rely on what the invariant says",
  notice: "clients are promised notice before anything goes",
} as const;

/** Reasons by the id of an oasdiff check; the first match decides. */
const BY_CHECK: readonly (readonly [RegExp, string])[] = [
  [/sunset|stability/, REASONS.notice],
  [/^(api-(path-)?removed|endpoint-removed|webhook-removed)/, REASONS.gone],
  [/operation-id/, REASONS.name],
  [/discriminator/, REASONS.forms],
  [/^request-.*default-value/, REASONS.otherwise],
  [/^response-.*((optional|required)-property|status|media-type.*|prefix-items)-removed$/, REASONS.missing],
  [/^response-.*became-optional$/, REASONS.missing],
  [/response/, REASONS.unexpected],
];

/** Returns why a change that an oasdiff check reports breaks clients. */
export const reasonOf = (check: string): string =>
  BY_CHECK.find(([pattern]) => pattern.test(check))?.[1] ?? REASONS.refused;
