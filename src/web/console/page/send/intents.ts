import type { SendMessagesRequest } from "../../../../client";

/** A send that a person wants: what is asked for, and the key by which the service knows it again. */
export interface Intent {
  request: SendMessagesRequest;
  key: string;
}

/**
 * Sends whose outcome is not known. Pressing again sends the same request under the same key, so that it goes out once
 * however often it arrives; even where the service would tell another who is suppressed by now.
 */
export function intents(newKey: () => string) {
  const open = new Map<string, Intent>();
  return {
    /** The intent of a draft, which `wanted` stands for: the one without an outcome, or else a new one. */
    of(wanted: string, request: () => SendMessagesRequest): Intent {
      const intent = open.get(wanted) ?? { request: request(), key: newKey() };
      open.set(wanted, intent);
      return intent;
    },
    /** It is known what became of it. */
    settle: (wanted: string) => void open.delete(wanted),
    isOpen: (wanted: string) => open.has(wanted),
    /** Whether any besides this one has no outcome. */
    hasOthers: (wanted: string) => [...open.keys()].some((key) => key !== wanted),
  };
}

/** 32 hexadecimal digits; unlike `crypto.randomUUID` also where the page came by plain HTTP. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
