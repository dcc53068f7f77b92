import type { SendMessagesRequest } from "../../../../client";

/** A send that the user has started: the request and its idempotency key. */
export interface Intent {
  request: SendMessagesRequest;
  key: string;
}

/**
 * Keeps the sends whose outcome is unknown. A retry sends the same request under the same key, so the service
 * sends the messages once. The request stays the same even if a recipient has been suppressed since.
 */
export function intents(newKey: () => string) {
  const open = new Map<string, Intent>();
  return {
    /** Returns the open intent of a draft, or a new one. */
    of(draftKey: string, request: () => SendMessagesRequest): Intent {
      const intent = open.get(draftKey) ?? { request: request(), key: newKey() };
      open.set(draftKey, intent);
      return intent;
    },
    /** Closes an intent whose outcome is known. */
    settle: (draftKey: string) => void open.delete(draftKey),
    isOpen: (draftKey: string) => open.has(draftKey),
    /** Returns whether another draft has an open intent. */
    hasOthers: (draftKey: string) => [...open.keys()].some((key) => key !== draftKey),
  };
}

/** Returns 32 hexadecimal digits. `crypto.randomUUID` does not exist on pages served by HTTP. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
