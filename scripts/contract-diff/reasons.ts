export const REASONS = {
  removed: "clients that use it no longer work",
  missing: "clients no longer get what they rely on",
  unexpected: "clients get what the contract ruled out",
  refused: "requests that were accepted are refused",
  otherwise: "requests that leave it out change their meaning",
  forms: "clients can no longer distinguish the forms by it",
  key: "keys that were sufficient are refused",
  keyPlace: "clients send their key where it is no longer read",
  address: "clients call an address that the contract no longer lists",
  name: "programs that use its name no longer compile with a regenerated client",
  acknowledgement: "deliveries that receivers acknowledge with it count as failed",
  promise: "clients rely on the invariant",
  notice: "clients are promised notice before a removal",
} as const;

/** Reasons by the id of an oasdiff check; the first match decides. */
const BY_CHECK: readonly (readonly [RegExp, string])[] = [
  [/sunset|stability/, REASONS.notice],
  [/^(api-(path-)?removed|endpoint-removed|webhook-removed)/, REASONS.removed],
  [/operation-id/, REASONS.name],
  [/discriminator/, REASONS.forms],
  [/^request-.*default-value/, REASONS.otherwise],
  [/^response-.*((optional|required)-property|status|media-type.*|prefix-items)-removed$/, REASONS.missing],
  [/^response-.*became-optional$/, REASONS.missing],
  [/response/, REASONS.unexpected],
];

/** Returns why a change breaks clients, by the id of the oasdiff check that reports it. */
export const reasonOf = (check: string): string =>
  BY_CHECK.find(([pattern]) => pattern.test(check))?.[1] ?? REASONS.refused;
