import { unsupportedMediaType } from "../platform/problem";
import type { CallbackHead } from "./kind";

/** Throws a 415 `Problem` for another media type. A missing `Content-Type` is accepted. */
export function requireMediaType({ headers }: Pick<CallbackHead, "headers">, expected: string): void {
  const given = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (given !== undefined && given !== expected) {
    throw unsupportedMediaType(`The body must be sent as ${expected}`);
  }
}
