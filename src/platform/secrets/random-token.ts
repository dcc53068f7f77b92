import { randomBytes } from "node:crypto";

/** Returns a token with 256 random bits, in URL-safe base64. */
export const randomToken = (): string => randomBytes(32).toString("base64url");
