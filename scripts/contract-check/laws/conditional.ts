import type { OperationId } from "../../../generated/server/binding";
import type { RequestParts } from "../exchange";
import type { Actor } from "./actor";
import { type Compared, judgeOldTag, judgeTagged, judgeUnknownTag } from "./judges/conditional";
import type { Heard } from "./judges/passive";
import { bodyFields, lawsOf } from "./vocabulary";

/** A tag that no version of anything has. */
const UNKNOWN_TAG = '"no-version"';

function trialOf(actor: Actor, operation: OperationId, request: RequestParts) {
  const law = lawsOf(operation).conditional;
  if (law === undefined) return null;
  return {
    law,
    async read(): Promise<Compared> {
      const { headers, body } = await actor.ask(law.reader as OperationId, { params: request.params });
      return { tag: headers[law.tag.toLowerCase()], body };
    },
    send: (tag: string) => actor.ask(operation, { ...request, headers: { [law.header]: tag } }),
    find: (faults: readonly string[]) => actor.find("conditional", operation, faults),
  };
}

/** What a request was answered, and the version of the resource that it was for; null where its tag is not known. */
type Answered = Heard & { version: Compared | null };

/** Sends a request with the tag of the last read, after the same request with a tag that no version has. */
export async function askWithTag(
  actor: Actor,
  operation: OperationId,
  request: RequestParts,
): Promise<Answered> {
  const trial = trialOf(actor, operation, request);
  if (trial === null) return { ...(await actor.ask(operation, request)), version: null };
  const { law, read, send, find } = trial;
  const before = await read();
  const unknown = await send(UNKNOWN_TAG);
  const current = await read();
  find(judgeUnknownTag(law, unknown.status, before, current));
  if (current.tag === undefined) return { ...(await actor.ask(operation, request)), version: null };
  const heard = await send(current.tag);
  if (heard.status === law.otherwise) find(judgeTagged(law, current, await read()));
  return { ...heard, version: current };
}

/** Repeats a change with the tag of the version before it. */
export async function repeatWithOldTag(
  actor: Actor,
  operation: OperationId,
  request: RequestParts,
  before: Compared,
): Promise<void> {
  const trial = trialOf(actor, operation, request);
  if (trial === null || before.tag === undefined) return;
  const { law, read, send, find } = trial;
  const after = await read();
  const old = after.tag === before.tag ? null : (await send(before.tag)).status;
  find(judgeOldTag(law, bodyFields(operation), { old, before, after, last: await read() }));
}
