/** Returns an idempotency key of 32 hexadecimal digits. Pages served over HTTP have no `randomUUID`. */
export const randomKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
