import type { OperationRequest } from "../../generated/server/binding";
import { scopes as everyScope } from "../../generated/server/routes";
import { nameFor } from "./bodies";
import { inAnHour } from "./fixtures";
import type { ScopeKeys } from "./generic";
import { type Stage, StoryStopped } from "./stage";

type Body = OperationRequest<"createApiKey">["body"];

/** A key that ends by itself in an hour, should it not be revoked. */
export const keyRequest = (prefix: string, scopes: readonly string[]): { body: Body } => ({
  body: { name: nameFor(prefix, "key"), scopes: scopes as Body["scopes"], expires_at: inAnHour() },
});

async function makeKey(stage: Stage, scopes: readonly string[]): Promise<string> {
  const request = keyRequest(stage.prefix, scopes);
  const made = await stage.provoke("createApiKey", 201, request, "makes a key for the check");
  // The answer of a server that breaks the contract may have any form.
  const key: unknown = (made as Partial<typeof made> | undefined)?.key;
  if (typeof key !== "string") throw new StoryStopped("createApiKey answered without a key");
  return key;
}

/** Makes, for each scope, a key that has it alone and one that has all others. */
export async function makeScopeKeys(
  stage: Stage,
  scopes: readonly string[],
): Promise<Map<string, ScopeKeys>> {
  const keys = new Map<string, ScopeKeys>();
  for (const scope of scopes) {
    const others = everyScope.filter((other) => other !== scope);
    keys.set(scope, { only: await makeKey(stage, [scope]), lacking: await makeKey(stage, others) });
  }
  return keys;
}
