import { Problem } from "../platform/problem";
import { sameSecret } from "../platform/same-secret";

/** Returns the 401 `Problem` for a request with a wrong token or signature. */
export const forged = (): Problem =>
  new Problem(401, "unauthorized", "This does not come from the carrier: its token or signature is wrong");

/** Throws a 401 `Problem` unless the request has the given bearer token (RFC 6750, 2.1). */
export function requireBearer(headers: Readonly<Record<string, string | undefined>>, token: string): void {
  const given = /^Bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
  if (given === undefined || !sameSecret(given, token)) throw forged();
}
