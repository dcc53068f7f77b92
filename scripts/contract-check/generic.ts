import { randomBytes } from "node:crypto";
import { harmlessRequest, unknownId } from "./bodies";
import type { Client } from "./client";
import { hasIdInPath, type Operation, resolved } from "./contract";
import type { CoverageTally } from "./coverage";
import type { Probe, RequestParts } from "./exchange";
import { invalidRequests } from "./invalid";

/** Account or deployment in which the run provokes a status that the checked account cannot return. */
export interface OtherAccount {
  target: string;
  key: string;
}

/** Account of another deployment. `base` is its URL with the version prefix. */
export type OtherDeployment = OtherAccount & { base: string };

export interface ScopeKeys {
  only: string;
  /** Key with every other scope; null if the operation requires none. */
  lacking: string | null;
}

export interface GenericParts {
  client: Client;
  coverage: CoverageTally;
  prefix: string;
  key: string;
  /** Returns the keys for a scope, or for no scope; null if the run could not create them. */
  keysOf(scope: string | null): ScopeKeys | null;
}

/** Body size above the limit of 2 MiB. */
const TOO_LARGE = 2 * 1024 * 1024 + 1_024;

const unknownKey = () => `st_${randomBytes(32).toString("hex")}`;

/** Returns a request with an unknown id in its path, its body or, otherwise, its query. */
function absentRequest(operation: Operation, prefix: string): RequestParts {
  const request = harmlessRequest(operation, prefix);
  if (hasIdInPath(operation) || operation.body) return request;
  const isId = ({ schema }: Operation["parameters"][number]) => resolved(schema).format === "uuid";
  const id = operation.parameters.find((one) => one.in === "query" && isId(one));
  return id === undefined ? request : { ...request, query: { [id.name]: unknownId() } };
}

type Send = (probe: Partial<Probe> & Pick<Probe, "purpose" | "expected">) => ReturnType<Client["send"]>;

/** Returns a function that sends the operation's harmless request with the given changes. */
const senderOf =
  ({ client, prefix }: GenericParts, operation: Operation, key: string): Send =>
  (probe) =>
    client.send({ operation: operation.id, request: harmlessRequest(operation, prefix), key, ...probe });

/** Probes 404 and 400. The operation's schemas alone determine these requests. */
async function probeAbsentAndInvalid(send: Send, operation: Operation, prefix: string): Promise<void> {
  if (operation.responses.has(404)) {
    const request = absentRequest(operation, prefix);
    await send({ purpose: "a resource that does not exist", expected: 404, request });
  }
  for (const { why, request } of invalidRequests(operation, harmlessRequest(operation, prefix))) {
    await send({ purpose: why, expected: 400, request, invalid: true });
  }
}

export async function probeOperation(parts: GenericParts, operation: Operation): Promise<void> {
  const { prefix, key, keysOf } = parts;
  const { responses, body, scope } = operation;
  const base = () => harmlessRequest(operation, prefix);
  const keys = keysOf(scope);
  // The key has only the required scope: a success shows that this scope suffices.
  const send = senderOf(parts, operation, keys?.only ?? key);

  await send({ purpose: "without a key", expected: 401, key: null, invalid: true });
  await send({ purpose: "with an unknown key", expected: 401, key: unknownKey() });
  await send({ purpose: "with a malformed key", expected: 401, key: "open-sesame" });
  if (keys && keys.lacking !== null) {
    await send({ purpose: `with every scope but ${scope}`, expected: 403, key: keys.lacking });
  }
  if (operation.method === "GET" && !hasIdInPath(operation)) {
    const purpose = scope === null ? "with a key of any scope" : `with the scope ${scope} alone`;
    await send({ purpose, expected: 200 });
  }
  if (body && responses.has(415)) {
    const rawBody = { contentType: "text/plain", text: "texto" };
    await send({ purpose: "a body of text", expected: 415, request: { ...base(), rawBody }, invalid: true });
  }
  if (body && responses.has(413)) {
    const request = { ...base(), body: { padding: "x".repeat(TOO_LARGE) } };
    await send({ purpose: "a body of more than 2 MiB", expected: 413, request, invalid: true });
  }
  await probeAbsentAndInvalid(send, operation, prefix);
}

/** Probes 400, 401 and 404 with reads only, for a deployment that must not be changed. */
export async function probeReading(parts: GenericParts, operation: Operation): Promise<void> {
  const send = senderOf(parts, operation, parts.key);
  await send({ purpose: "without a key", expected: 401, key: null, invalid: true });
  await send({ purpose: "with an unknown key", expected: 401, key: unknownKey() });
  const { response } = await send({ purpose: "with the given key", expected: null });
  if (response?.status === 403) {
    return parts.coverage.unableAll(operation.id, "read-only: the given key lacks the scope");
  }
  await probeAbsentAndInvalid(send, operation, parts.prefix);
}

/** Sends the harmless request to a broken deployment. `status` is the expected status; null accepts any. */
export const probeFailure = (
  client: Client,
  operation: Operation,
  prefix: string,
  { target, key, status, purpose }: OtherAccount & { status: number | null; purpose: string },
) =>
  client.send({
    operation: operation.id,
    request: harmlessRequest(operation, prefix),
    expected: status,
    purpose,
    key,
    target,
  });
