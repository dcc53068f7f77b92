import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Recado } from "../../../../client";
import type { SignedIn } from "./session";

interface Account extends SignedIn {
  recado: Recado;
  /** Called when a request was rejected because the session may have ended. */
  onEnded(): void;
}

export const AccountContext = createContext<Account | null>(null);

/** Returns the signed-in account. Throws without a session. */
export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (account === null) throw new Error("no account is signed in");
  return account;
}

/** Returns whether the API key has a scope. Pages hide actions that the key may not perform. */
export const useScope = (scope: string): boolean => useAccount().key.scopes.includes(scope);

/** Whether the service offers the sandbox phone. */
export const HAS_PHONE = document.getElementById("console")?.dataset.handset !== undefined;
