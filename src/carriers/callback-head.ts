import { unsupportedMediaType } from "../platform/problem";
import type { CallbackHead } from "./kind";

/**
 * Throws a 415 `Problem` unless `Content-Type` is the expected media type. A request without the header
 * passes, and its body is parsed as the expected type.
 */
export function requireMediaType({ headers }: Pick<CallbackHead, "headers">, expected: string): void {
  const given = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (given !== undefined && given !== expected) {
    throw unsupportedMediaType(`The body must be sent as ${expected}`);
  }
}
