import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Recado } from "../../../../client";
import type { SignedIn } from "./session";

interface Account extends SignedIn {
  recado: Recado;
  /** Called when the session has ended, to show the sign-in page. */
  onEnded(): void;
}

export const AccountContext = createContext<Account | null>(null);

/** Returns the signed-in account. Pages are shown only during a session. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (account === null) throw new Error("no account is signed in");
  return account;
}

/** Returns whether the key has the scope. Pages hide what the key may not do. */
export const useScope = (scope: string): boolean => useAccount().key.scopes.includes(scope);
