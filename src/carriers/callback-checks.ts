import { Problem, unsupportedMediaType, validationFailed } from "../platform/problem";
import { constantTimeEqual } from "../platform/constant-time-equal";
import type { CallbackHead, Connection } from "./kind";

export const forged = (): Problem =>
  new Problem(401, "unauthorized", "This does not come from the carrier: its token or signature is wrong");

/** Throws a 401 `Problem` unless the request has the given bearer token (RFC 6750, 2.1). */
export function requireBearer({ headers }: Pick<CallbackHead, "headers">, token: string): void {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (given === undefined || !constantTimeEqual(given, token)) throw forged();
}

/** Returns the path prefixed with the connection's token, for carriers that do not sign callbacks. */
export const withCallbackToken = ({ token }: Pick<Connection, "token">, path: string): string =>
  `/${token}${path}`;

/** Throws a 401 `Problem` unless the callback's URL contains the connection's token. */
export function requireCallbackToken(
  { token }: Pick<CallbackHead, "token">,
  connection: Pick<Connection, "token">,
): void {
  if (token === null || !constantTimeEqual(token, connection.token)) throw forged();
}

/** Returns whether the media type is `expected`. A missing `Content-Type` is accepted. */
export function hasMediaType({ headers }: Pick<CallbackHead, "headers">, expected: string): boolean {
  const given = headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
  return given === undefined || given === expected;
}

/** Throws a 415 `Problem` unless the media type is `expected` or missing. */
export function requireMediaType(head: Pick<CallbackHead, "headers">, expected: string): void {
  if (!hasMediaType(head, expected)) throw unsupportedMediaType(`The body must be sent as ${expected}`);
}

/** Parses JSON; `what` names the text in the error. Throws a 400 `Problem` if the text is not JSON. */
export function parseJson(bytes: Buffer, what = "The body"): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw validationFailed(`${what} is not valid JSON`);
  }
}
