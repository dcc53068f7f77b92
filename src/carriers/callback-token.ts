import { sameSecret } from "../platform/same-secret";
import { forged } from "./bearer";
import type { CallbackHead, Connection } from "./kind";

/** For carriers that sign nothing: below the connection's URL, with the token that only the carrier was told. */
export const withCallbackToken = ({ token }: Pick<Connection, "token">, path: string): string =>
  `/${token}${path}`;

/** Refuses a callback whose URL does not hold the connection's token. */
export function requireCallbackToken(
  { token }: Pick<CallbackHead, "token">,
  connection: Pick<Connection, "token">,
): void {
  if (token === null || !sameSecret(token, connection.token)) throw forged();
}
