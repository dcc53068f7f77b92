import type { OperationId } from "../../../generated/server/binding";
import type { RequestParts } from "../exchange";
import type { Actor } from "./actor";
import { type Compared, judgeOldTag, judgeTagged, judgeUnknownTag } from "./judges/conditional";
import type { Heard } from "./judges/passive";
import { bodyFields, lawsOf, tagIn } from "./vocabulary";

/** A tag that no version of anything has. */
const UNKNOWN_TAG = '"no-version"';

function trialOf(actor: Actor, operation: OperationId, request: RequestParts) {
  const law = lawsOf(operation).conditional;
  if (law === undefined) return null;
  return {
    law,
    async read(): Promise<Compared> {
      const { headers, body } = await actor.ask(law.reader as OperationId, { params: request.params });
      return { tag: tagIn(headers), body };
    },
    send: (tag: string) => actor.ask(operation, { ...request, headers: { [law.header]: tag } }),
    find: (faults: readonly string[]) => actor.find("conditional", operation, faults),
  };
}

/** Sends a request with the tag of the last read, after the same request with a tag that no version has. */
export async function askWithTag(
  actor: Actor,
  operation: OperationId,
  request: RequestParts,
): Promise<Heard> {
  const trial = trialOf(actor, operation, request);
  if (trial === null) return actor.ask(operation, request);
  const { law, read, send, find } = trial;
  const before = await read();
  const unknown = await send(UNKNOWN_TAG);
  const current = await read();
  find(judgeUnknownTag(law, unknown.status, before, current));
  if (current.tag === undefined) return actor.ask(operation, request);
  const heard = await send(current.tag);
  if (heard.status === law.otherwise) find(judgeTagged(law, current, await read()));
  return heard;
}

/** Repeats a change that was made: with an unknown tag, with the tag of before the change, and with the present one. */
export async function repeatWithTags(
  actor: Actor,
  operation: OperationId,
  request: RequestParts,
  before: Compared,
): Promise<void> {
  const trial = trialOf(actor, operation, request);
  if (trial === null) return;
  const { law, read, send, find } = trial;
  await askWithTag(actor, operation, request);
  if (before.tag === undefined) return;
  const after = await read();
  const old = after.tag === before.tag ? null : (await send(before.tag)).status;
  find(judgeOldTag(law, bodyFields(operation), { old, before, after, last: await read() }));
}
