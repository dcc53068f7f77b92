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

/** What the differ knows of a kind of change. */
export interface Kind {
  id: string;
  /** `request` or `response` where one of them is concerned. */
  direction?: string;
  /** What it does to the values that are allowed. */
  effect?: string;
}

const BY_ID: readonly (readonly [RegExp, string])[] = [
  [/sunset|stability/, REASONS.notice],
  [/^(api-(path-)?removed|endpoint-removed|webhook-removed)/, REASONS.gone],
  [/operation-id/, REASONS.name],
  [/security|scope/, REASONS.key],
  [/discriminator/, REASONS.forms],
  [/^request-.*default-value/, REASONS.otherwise],
  [/^response-.*(removed|became-optional)$/, REASONS.missing],
];

/** A pattern, a format or a limit that goes leaves clients with more values, not with less to find. */
const LIMIT_GOES =
  /-(pattern|const|format|enum|all-of|contains|property-names|if|then|else|content-schema|unevaluated-\w+|dependent-\w+|pattern-property)-removed$/;

/** Why a change of this kind breaks clients, given that it does. */
export function reasonOf({ id, direction }: Kind): string {
  const known = LIMIT_GOES.test(id) ? undefined : BY_ID.find(([pattern]) => pattern.test(id))?.[1];
  if (known !== undefined) return known;
  return direction === "response" ? REASONS.unexpected : REASONS.refused;
}
