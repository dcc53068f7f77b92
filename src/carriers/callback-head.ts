import { unsupportedMediaType } from "../platform/problem";
import type { CallbackHead } from "./kind";

/** Refuses a body of another media type. A missing `Content-Type` passes: the body has to prove its form itself. */
export function requireMediaType({ headers }: Pick<CallbackHead, "headers">, expected: string): void {
  const given = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  if (given !== undefined && given !== expected) {
    throw unsupportedMediaType(`The body must be sent as ${expected}`);
  }
}
