import { sameSecret } from "../platform/same-secret";
import { forged } from "./bearer";
import type { CallbackHead, Connection } from "./kind";

/** Returns the path prefixed with the connection's token, for carriers that do not sign callbacks. */
export const withCallbackToken = ({ token }: Pick<Connection, "token">, path: string): string =>
  `/${token}${path}`;

/** Throws a 401 `Problem` unless the callback's URL contains the connection's token. */
export function requireCallbackToken(
  { token }: Pick<CallbackHead, "token">,
  connection: Pick<Connection, "token">,
): void {
  if (token === null || !sameSecret(token, connection.token)) throw forged();
}
