import { harmlessRequest, newKey, unknownId } from "./bodies";
import type { Client } from "./client";
import { hasIdInPath, type Operation, resolved } from "./contract";
import type { Probe, RequestParts } from "./exchange";
import { fieldFaults, invalidRequests } from "./invalid";
import type { Run } from "./run-parts";

export interface ScopeKeys {
  only: string;
  /** Key with all scopes except the required scope; null if the operation requires no scope. */
  lacking: string | null;
}

/** Body size above the limit of 2 MiB. */
const TOO_LARGE = 2 * 1024 * 1024 + 1_024;

/** Returns a request with an unknown id in the path or the body. Without both, the query has the id. */
function absentRequest(operation: Operation, prefix: string): RequestParts {
  const request = harmlessRequest(operation, prefix);
  if (hasIdInPath(operation) || operation.body) return request;
  const isId = ({ schema }: Operation["parameters"][number]) => resolved(schema).format === "uuid";
  const id = operation.parameters.find((one) => one.in === "query" && isId(one));
  return id === undefined ? request : { ...request, query: { [id.name]: unknownId() } };
}

type Send = (purpose: string, expected: number | null, change?: Partial<Probe>) => ReturnType<Client["send"]>;

/** Returns a function that sends the operation's harmless request with the given changes. */
export const senderOf =
  ({ client, prefix }: Run, operation: Operation, key: string, target?: string): Send =>
  (purpose, expected, change) => {
    const request = harmlessRequest(operation, prefix);
    return client.send({
      operation: operation.id,
      request,
      key,
      purpose,
      expected,
      ...(target === undefined ? {} : { target }),
      ...change,
    });
  };

/** Probes 404 and 400. The operation's schemas alone determine these requests. */
async function probeAbsentAndInvalid(send: Send, operation: Operation, prefix: string): Promise<void> {
  if (operation.responses.has(404))
    await send("a resource that does not exist", 404, { request: absentRequest(operation, prefix) });
  for (const { why, request } of invalidRequests(operation, harmlessRequest(operation, prefix)))
    await send(why, 400, { request, invalid: true, holds: (body) => fieldFaults(why, body) });
}

/**
 * Probes the statuses that need no existing resource: 200 of some reads, 400, 401, 403, 404, 413 and 415.
 * `keys` is null if the run could not create keys.
 */
export async function probeOperation(run: Run, operation: Operation, keys: ScopeKeys | null): Promise<void> {
  const { responses, body, scope } = operation;
  const base = harmlessRequest(operation, run.prefix);
  // `keys.only` has only the required scope: a success shows that this scope suffices.
  const send = senderOf(run, operation, keys?.only ?? run.options.key);
  await send("without a key", 401, { key: null, invalid: true });
  await send("with an unknown key", 401, { key: newKey() });
  await send("with a malformed key", 401, { key: "open-sesame" });
  if (keys && keys.lacking !== null) await send(`with every scope but ${scope}`, 403, { key: keys.lacking });
  if (operation.method === "GET" && !hasIdInPath(operation))
    await send(scope === null ? "with a key of any scope" : `with the scope ${scope} alone`, 200);
  if (body && responses.has(415)) {
    const rawBody = { contentType: "text/plain", text: "texto" };
    await send("a body of text", 415, { request: { ...base, rawBody }, invalid: true });
  }
  if (body && responses.has(413)) {
    const request = { ...base, body: { padding: "x".repeat(TOO_LARGE) } };
    await send("a body of more than 2 MiB", 413, { request, invalid: true });
  }
  await probeAbsentAndInvalid(send, operation, run.prefix);
}

/** Probes 400, 401 and 404 with reads only, for a deployment that must not be changed. */
export async function probeReading(run: Run, operation: Operation): Promise<void> {
  const send = senderOf(run, operation, run.options.key);
  await send("without a key", 401, { key: null, invalid: true });
  await send("with an unknown key", 401, { key: newKey() });
  const { response } = await send("with the given key", null);
  if (response?.status === 403)
    return run.coverage.unableAll(operation.id, "read-only: the given key lacks the scope");
  await probeAbsentAndInvalid(send, operation, run.prefix);
}
