import type { OperationId } from "../../../generated/server/binding";
import type { RequestParts } from "../exchange";
import type { InvariantClient } from "./invariant-client";
import { type Compared, checkOldTag, checkTagged, checkUnknownTag } from "./checks/conditional";
import type { ParsedResponse } from "./checks/passive";
import { bodyFields, invariantsOf } from "./vocabulary";

const UNKNOWN_TAG = '"no-version"';

function trialOf(client: InvariantClient, operation: OperationId, request: RequestParts) {
  const invariant = invariantsOf(operation).conditional;
  if (invariant === undefined) return null;
  return {
    invariant,
    async read(): Promise<Compared> {
      const { headers, body } = await client.send(invariant.reader, {
        params: request.params,
      });
      return { tag: headers[invariant.tag.toLowerCase()], body };
    },
    send: (tag: string) => client.send(operation, { ...request, headers: { [invariant.header]: tag } }),
    find: (faults: readonly string[]) => client.find("conditional", faults),
  };
}

/** A response. `version`: the resource and its tag before a request with `If-Match`; else null. */
type VersionedResponse = ParsedResponse & { version: Compared | null };

/** Sends the request with an unknown tag, which must be refused, then with the current tag. */
export async function sendWithTag(
  client: InvariantClient,
  operation: OperationId,
  request: RequestParts,
): Promise<VersionedResponse> {
  const trial = trialOf(client, operation, request);
  if (trial === null) return { ...(await client.send(operation, request)), version: null };
  const { invariant, read, send, find } = trial;
  const before = await read();
  const unknown = await send(UNKNOWN_TAG);
  const current = await read();
  find(checkUnknownTag(invariant, unknown.status, before, current));
  if (current.tag === undefined) return { ...(await client.send(operation, request)), version: null };
  const response = await send(current.tag);
  if (response.status === invariant.otherwise) find(checkTagged(invariant, current, await read()));
  return { ...response, version: current };
}

/** Repeats a change with the tag of the previous version. The service must refuse the repetition. */
export async function repeatWithOldTag(
  client: InvariantClient,
  operation: OperationId,
  request: RequestParts,
  before: Compared,
): Promise<void> {
  const trial = trialOf(client, operation, request);
  if (trial === null || before.tag === undefined) return;
  const { invariant, read, send, find } = trial;
  const after = await read();
  const old = after.tag === before.tag ? null : (await send(before.tag)).status;
  find(checkOldTag(invariant, bodyFields(operation), { old, before, after, last: await read() }));
}
