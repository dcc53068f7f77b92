import { HOUR } from "../../../../platform/time";
import { isRecadoError, type SendMessagesRequest } from "../../../../client";

/** Send that the user has started: the request and its idempotency key. */
export interface UnconfirmedSend {
  request: SendMessagesRequest;
  key: string;
  /** Time of the first attempt to send, in milliseconds since 1970. */
  startedAt: number;
  /** Whether the user has closed the warning of an unknown outcome since the last attempt. */
  isDismissed: boolean;
}

/** Time in which a retry uses the same key, in milliseconds. The service forgets a key after 24 hours. */
const REPEATABLE_FOR = 23 * HOUR;

/** Storage of sends with unknown outcome, by the draft's key. */
interface UnconfirmedSendStore {
  keys(): Iterable<string>;
  get(draftKey: string): UnconfirmedSend | undefined;
  set(draftKey: string, started: UnconfirmedSend): void;
  delete(draftKey: string): void;
}

/**
 * Returns functions for sends with unknown outcome, by the draft's key. A retry repeats the same request with
 * the same idempotency key, so the service sends the messages only once.
 */
export function unconfirmedSends(
  newKey: () => string,
  now: () => number,
  store: UnconfirmedSendStore = new Map<string, UnconfirmedSend>(),
) {
  const find = (draftKey: string): UnconfirmedSend | undefined => {
    const started = store.get(draftKey);
    return started && now() - started.startedAt < REPEATABLE_FOR ? started : undefined;
  };
  return {
    /**
     * Repeats the draft's send with unknown outcome, or starts a new send with the request from `request`.
     * Forgets the send once its outcome is known.
     */
    async perform<Result>(
      draftKey: string,
      request: () => SendMessagesRequest,
      send: (started: UnconfirmedSend) => Promise<Result>,
    ): Promise<Result> {
      const stored = store.get(draftKey);
      const earlier = find(draftKey);
      const begun = earlier ?? { request: request(), key: newKey(), startedAt: now() };
      const started = { ...begun, isDismissed: false };
      store.set(draftKey, started);
      try {
        const result = await send(started);
        store.delete(draftKey);
        return result;
      } catch (failure) {
        if (isSettledBy(failure, { isRetry: earlier !== undefined })) {
          if (stored === undefined || earlier !== undefined) store.delete(draftKey);
          else store.set(draftKey, stored);
        }
        throw failure;
      }
    },
    /** Returns the send with unknown outcome that a send of the draft repeats; undefined if none. */
    find,
    /**
     * Returns the keys of drafts with an unknown outcome that sending this draft does not repeat, except
     * dismissed ones. This draft is among them once its idempotency key is too old.
     */
    unrepeatedKeys: (draftKey: string) =>
      [...store.keys()].filter((key) =>
        key === draftKey ? find(key) === undefined : !store.get(key)?.isDismissed,
      ),
    /**
     * Closes the warning that it is unknown whether these drafts were sent. Keeps each send for a retry,
     * unless its idempotency key is too old.
     */
    dismiss(draftKeys: readonly string[]): void {
      for (const key of draftKeys) {
        const started = find(key);
        if (started === undefined) store.delete(key);
        else store.set(key, { ...started, isDismissed: true });
      }
    },
  };
}

/**
 * Returns whether a failed request makes the outcome of its send known. It stays unknown after a connection
 * error, a 5xx response, a response with `Retry-After`, and one below 400, which a proxy may send. A response
 * that precedes the check of the idempotency key does not settle a retry.
 */
export function isSettledBy(failure: unknown, { isRetry }: { isRetry: boolean }): boolean {
  if (!isRecadoError(failure) || failure.status < 400 || failure.status >= 500) return false;
  if (failure.retryAfterSeconds !== null) return false;
  return !isRetry || !(BEFORE_KEY.includes(failure.status) || failure.code === "unexpected_response");
}

/** Statuses with which the service responds before it checks the idempotency key. */
const BEFORE_KEY = [401, 403, 408, 431];

/** Returns a 64-bit hash in hexadecimal. A page served over HTTP has no `crypto.subtle`. */
export const shortHash = (text: string): string =>
  [0x9e3779b1, 0x5f356495].map((factor) => hash32(text, factor).toString(16).padStart(8, "0")).join("");

function hash32(text: string, factor: number): number {
  let hash = factor;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), factor);
  return hash >>> 0;
}
