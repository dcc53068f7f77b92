import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Recado } from "../../../../client";
import type { SignedIn } from "./session";

interface Account extends SignedIn {
  recado: Recado;
  /** Called when the service rejected a request because the session may have ended. */
  onEnded(): void;
}

export const AccountContext = createContext<Account | null>(null);

/** Returns the account and API key of the session. Throws without a session. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (account === null) throw new Error("no account is signed in");
  return account;
}

/** Returns a function that returns whether the session's API key has a scope. */
export function useScopes(): (scope: string) => boolean {
  const { scopes } = useAccount().key;
  return (scope) => scopes.includes(scope);
}

/** Returns whether the session's API key has a scope. Pages hide actions that the key may not perform. */
export const useScope = (scope: string): boolean => useScopes()(scope);
