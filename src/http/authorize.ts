import type { Route } from "../../generated/server/routes";
import type { AuthenticatedKey } from "../features/api-keys/api-keys.store";
import { forbidden } from "../platform/problem";

/** Throws 403 unless the key has the scope that the contract requires, such as `campaigns:launch`. */
export function requireScope({ scopes }: AuthenticatedKey, { scope }: Pick<Route, "scope">): void {
  if (scope === null || scopes.includes(scope)) return;
  throw forbidden(`This key lacks the scope ${scope}`);
}
