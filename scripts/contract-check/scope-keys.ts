import type { OperationRequest } from "../../generated/server/binding";
import { scopes as everyScope } from "../../generated/server/routes";
import { nameFor } from "./bodies";
import type { ScopeKeys } from "./generic";
import { inAnHour } from "./fixtures";
import type { Stage } from "./stage";

type Scopes = OperationRequest<"createApiKey">["body"]["scopes"];

/** Makes, for each scope, a key that has it alone and one that has all others. Both end by themselves in an hour. */
export async function makeScopeKeys(
  stage: Stage,
  scopes: readonly string[],
): Promise<Map<string, ScopeKeys>> {
  const make = async (granted: readonly string[]) => {
    const body = {
      name: nameFor(stage.prefix, "key"),
      scopes: granted as Scopes,
      expires_at: inAnHour(),
    };
    const { key } = await stage.provoke("createApiKey", 201, { body }, "makes a key for the check");
    return key;
  };
  const keys = new Map<string, ScopeKeys>();
  for (const scope of scopes) {
    const others = everyScope.filter((other) => other !== scope);
    keys.set(scope, { only: await make([scope]), lacking: await make(others) });
  }
  return keys;
}
