import { randomBytes } from "node:crypto";
import { harmlessRequest, unknownId } from "./bodies";
import type { Client } from "./client";
import { type Operation, resolved } from "./contract";
import type { CoverageTally } from "./coverage";
import type { Probe, RequestParts } from "./exchange";
import { invalidRequests } from "./invalid";

/** A key of another account or deployment, in which a status can be provoked. */
export interface OtherAccount {
  target: string;
  key: string;
}

/** Keys for one scope. */
export interface ScopeKeys {
  /** Has this scope alone. */
  only: string;
  /** Has every scope but this one. */
  lacking: string;
}

export interface GenericParts {
  client: Client;
  coverage: CoverageTally;
  prefix: string;
  key: string;
  /** Returns the keys for a scope; null if the run could not create them. */
  keysOf(scope: string): ScopeKeys | null;
}

/** More than the 2 MiB that a body may have. */
const TOO_LARGE = 2 * 1024 * 1024 + 1_024;

const unknownKey = () => `st_${randomBytes(32).toString("hex")}`;

const hasIdInPath = ({ parameters }: Operation) => parameters.some((one) => one.in === "path");

/**
 * Returns a request for a resource that does not exist: by the ids in its path or body, else by an id in its
 * query.
 */
function absentRequest(operation: Operation, prefix: string): RequestParts {
  const request = harmlessRequest(operation, prefix);
  if (hasIdInPath(operation) || operation.body) return request;
  const isId = ({ schema }: Operation["parameters"][number]) => resolved(schema).format === "uuid";
  const id = operation.parameters.find((one) => one.in === "query" && isId(one));
  return id === undefined ? request : { ...request, query: { [id.name]: unknownId() } };
}

/** Probes the statuses that every operation has in common. */
export async function probeOperation(parts: GenericParts, operation: Operation): Promise<void> {
  const { client, prefix, key, keysOf } = parts;
  const { id, responses, body, scope } = operation;
  const documents = (status: number) => responses.has(status);
  const base = () => harmlessRequest(operation, prefix);
  const keys = keysOf(scope);
  // A key with no scope but the required one: the success shows that the scope suffices.
  const allowed = keys?.only ?? key;
  const send = (probe: Partial<Probe> & Pick<Probe, "purpose" | "expected">) =>
    client.send({ operation: id, request: base(), key: allowed, ...probe });

  await send({ purpose: "without a key", expected: 401, key: null, invalid: true });
  await send({ purpose: "with an unknown key", expected: 401, key: unknownKey() });
  await send({ purpose: "with a malformed key", expected: 401, key: "open-sesame" });
  if (keys) await send({ purpose: `with every scope but ${scope}`, expected: 403, key: keys.lacking });
  if (documents(404)) {
    const request = absentRequest(operation, prefix);
    await send({ purpose: "a resource that does not exist", expected: 404, request });
  }
  if (operation.method === "GET" && !hasIdInPath(operation)) {
    await send({ purpose: `with the scope ${scope} alone`, expected: 200 });
  }
  if (body && documents(415)) {
    const rawBody = { contentType: "text/plain", text: "texto" };
    await send({ purpose: "a body of text", expected: 415, request: { ...base(), rawBody }, invalid: true });
  }
  if (body && documents(413)) {
    const padding = { padding: "x".repeat(TOO_LARGE) };
    const request = { ...base(), body: padding };
    await send({ purpose: "a body of more than 2 MiB", expected: 413, request, invalid: true });
  }
  for (const { why, request } of invalidRequests(operation, base())) {
    await send({ purpose: why, expected: 400, request, invalid: true });
  }
}

/** Probes 400, 401 and 404 with reads only, for deployments that may not be changed. */
export async function probeReading(parts: GenericParts, operation: Operation): Promise<void> {
  const { client, prefix, key } = parts;
  const { id, responses } = operation;
  const base = () => harmlessRequest(operation, prefix);
  const send = (probe: Partial<Probe> & Pick<Probe, "purpose" | "expected">) =>
    client.send({ operation: id, request: base(), key, ...probe });
  await send({ purpose: "without a key", expected: 401, key: null, invalid: true });
  await send({ purpose: "with an unknown key", expected: 401, key: unknownKey() });
  const { answer } = await send({ purpose: "with the given key", expected: null });
  if (answer?.status === 403) {
    const reason = "read-only: the given key lacks the scope";
    for (const status of responses.keys()) parts.coverage.unable(id, status, reason);
    return;
  }
  if (responses.has(404)) {
    const request = absentRequest(operation, prefix);
    await send({ purpose: "a resource that does not exist", expected: 404, request });
  }
  for (const { why, request } of invalidRequests(operation, base())) {
    await send({ purpose: why, expected: 400, request, invalid: true });
  }
}

/** Probes a failure in a deployment that was broken for it. */
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
