import { createHash, timingSafeEqual } from "node:crypto";

const digest = (text: string) => createHash("sha256").update(text).digest();

/** Returns whether two secrets are equal, in a time that does not reveal where they differ. */
export const constantTimeEqual = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));
