import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Recado } from "../../../../client";
import type { SignedIn } from "./session";

interface Account extends SignedIn {
  recado: Recado;
  /** The session is over: the sign-in page comes. */
  onEnded(): void;
}

export const AccountContext = createContext<Account | null>(null);

/** Of whoever has signed in; pages are shown to nobody else. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (account === null) throw new Error("nobody has signed in");
  return account;
}

/** What the key may do; what it may not is not offered. */
export const useScope = (scope: string): boolean => useAccount().key.scopes.includes(scope);
