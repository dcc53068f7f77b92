import { isRecadoError, type SendMessagesRequest } from "../../../../client";

/** A send that the user has started: the request and its idempotency key. */
export interface Intent {
  request: SendMessagesRequest;
  key: string;
}

/**
 * Returns a store of sends with unknown outcome, by draft. A retry repeats the same request with the same
 * key, so the service sends the messages once.
 */
export function intents(newKey: () => string) {
  const open = new Map<string, Intent>();
  return {
    /**
     * Repeats the unsettled send of a draft, or starts a new send. Settles the send once the outcome is
     * known.
     */
    async perform<Result>(
      draftKey: string,
      request: () => SendMessagesRequest,
      send: (intent: Intent) => Promise<Result>,
    ): Promise<Result> {
      const unsettled = open.get(draftKey);
      const intent = unsettled ?? { request: request(), key: newKey() };
      open.set(draftKey, intent);
      try {
        const result = await send(intent);
        open.delete(draftKey);
        return result;
      } catch (failure) {
        if (isSettledBy(failure, { isRetry: unsettled !== undefined })) open.delete(draftKey);
        throw failure;
      }
    },
    isOpen: (draftKey: string) => open.has(draftKey),
    /** Returns whether another draft has an unsettled send. */
    hasOthers: (draftKey: string) => [...open.keys()].some((key) => key !== draftKey),
  };
}

/**
 * Returns whether a failed request settles its send. The outcome stays unknown after a connection error or a
 * 5xx response. It also stays unknown after a 4xx response with `Retry-After`. A 409 means that the first
 * request with the key is running, and a 429 may follow a request without a response. A 401 or 403 does not
 * settle a retry, because the service checks the session and its scopes before the idempotency key.
 */
export function isSettledBy(failure: unknown, { isRetry }: { isRetry: boolean }): boolean {
  if (!isRecadoError(failure) || failure.status >= 500 || failure.retryAfterSeconds !== null) return false;
  return !isRetry || (failure.status !== 401 && failure.status !== 403);
}
