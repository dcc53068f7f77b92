import type { OperationRequest } from "../../generated/server/binding";
import { scopes as everyScope } from "../../generated/server/routes";
import { inAnHour, nameFor } from "./bodies";
import type { ScopeKeys } from "./generic";
import { type Context, ScenarioStopped } from "./context";

type Body = OperationRequest<"createApiKey">["body"];

/** Returns a request for a key that expires in an hour, in case the run does not revoke it. */
export const keyRequest = (prefix: string, scopes: readonly string[]): { body: Body } => ({
  body: { name: nameFor(prefix, "key"), scopes: scopes as Body["scopes"], expires_at: inAnHour() },
});

export async function makeKey(
  context: Context,
  scopes: readonly string[],
): Promise<{ id: string; key: string }> {
  const request = keyRequest(context.prefix, scopes);
  const made = await context.provoke("createApiKey", 201, request, "creates a key for the check");
  // A server that violates the contract may omit the key.
  const key: unknown = (made as Partial<typeof made> | undefined)?.key;
  if (typeof key !== "string") throw new ScenarioStopped("createApiKey returned no key");
  return { id: made.id, key };
}

/** Scope of the key for operations that require no scope. */
const ANY_SCOPE = "files:read";

/**
 * Creates two keys for each scope: one with only this scope, and one with all other scopes. Creates one key
 * for operations without a scope (null).
 */
export async function makeScopeKeys(
  context: Context,
  scopes: readonly (string | null)[],
): Promise<Map<string | null, ScopeKeys>> {
  const keys = new Map<string | null, ScopeKeys>();
  for (const scope of scopes) {
    const others = everyScope.filter((other) => other !== scope);
    const { key: only } = await makeKey(context, [scope ?? ANY_SCOPE]);
    const lacking = scope === null ? null : (await makeKey(context, others)).key;
    keys.set(scope, { only, lacking });
  }
  return keys;
}
