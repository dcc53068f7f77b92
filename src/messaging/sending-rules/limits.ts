/** Maxima of `max_per_recipient` in the contract. The generated limits lack fields that may be null. */
export const MAX_PER_RECIPIENT = { messages: 1_000, days: 90 } as const;
