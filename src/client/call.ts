import { createRecadoClient } from "../../generated/client";
import {
  type ConditionalCallOptions,
  type KeyedCallOptions,
  type OperationId,
  type OperationShape,
  type Reply,
  shapes,
} from "../../generated/client/operations";
import { keepEtag } from "./etag";
import type { Environment } from "./environment";
import { failureOf } from "./failure";
import { attemptsOf, fetchOf, type RecadoOptions } from "./options";
import { attempt } from "./retry";
import { userAgent } from "./version";

/** Does one operation: resolves to the body of its success, throws what else came of it. */
export type Call = <Id extends OperationId>(
  id: Id,
  params: Readonly<Record<string, unknown>>,
  options?: KeyedCallOptions & ConditionalCallOptions,
) => Promise<Reply<Id>>;

/** How the generated client is called when the operation is known at run time only. */
type Send = (init: {
  params: { path: Record<string, string>; query: Record<string, unknown> };
  body: unknown;
  headers: Record<string, string>;
  parseAs: "text";
  fetch: (request: Request) => Promise<Response>;
}) => Promise<{ data?: string; error?: unknown; response: Response }>;

export function callsOf(client: RecadoOptions, environment: Environment): Call {
  const { baseUrl, apiKey } = client;
  const headers = { "User-Agent": userAgent(), ...client.headers };
  const fetch = fetchOf(client);
  // A redirect would hand the key to whoever it leads to: there are none here, so that it is a failure.
  const operations = createRecadoClient({ baseUrl, apiKey, headers, redirect: "manual" });

  return async (id, params, options = {}) => {
    const shape: OperationShape = shapes[id];
    const isKeyed = shape.headers?.includes(KEY_HEADER) ?? false;
    const { ifMatch } = options;
    // A repetition would fail by the change that its first attempt made.
    const repeatable = isKeyed || (isIdempotent(shape) && ifMatch === undefined);
    const attempts = attemptsOf(id, repeatable, options, client);
    const { data, error, response } = await (operations[id] as unknown as Send)({
      ...split(id, shape, params),
      headers: {
        ...(isKeyed ? { [KEY_HEADER]: options.idempotencyKey ?? environment.newKey() } : {}),
        ...(ifMatch === undefined ? {} : { "If-Match": ifMatch }),
        ...options.headers,
      },
      parseAs: "text",
      fetch: (request) =>
        attempt((signal) => fetch(request.clone() as Request, { signal }), attempts, environment),
    });
    options.onResponse?.(response);
    if (!response.ok) throw failureOf(id, response, error, environment.now(), baseUrl);
    try {
      return keepEtag((data ? JSON.parse(data) : undefined) as Reply<typeof id>, response);
    } catch {
      throw failureOf(id, response, undefined, environment.now(), baseUrl);
    }
  };
}

const KEY_HEADER = "Idempotency-Key";

const isIdempotent = ({ method }: OperationShape) =>
  method === "GET" || method === "PUT" || method === "DELETE";

/** Tells parameters of the path and the query from fields of the body, by their names. */
function split(id: OperationId, shape: OperationShape, params: Readonly<Record<string, unknown>>) {
  const path: Record<string, string> = {};
  const query: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  for (const [, name = ""] of shape.path.matchAll(/\{(\w+)\}/g)) path[name] = segment(id, name, params[name]);
  for (const [name, value] of Object.entries(params)) {
    if (Object.hasOwn(path, name) || value === undefined) continue;
    // What the contract does not know goes along too, and is refused by the service with its name.
    const part = shape.hasBody && !shape.query?.includes(name) ? body : query;
    part[name] = value;
  }
  return { params: { path, query }, body: shape.hasBody ? body : undefined };
}

/** An empty segment, or one of dots, would name another operation's URL. */
function segment(id: OperationId, name: string, value: unknown): string {
  if (typeof value === "string" && !/^\.{0,2}$/.test(value)) return value;
  throw new TypeError(`${id} needs ${name}, and was given ${JSON.stringify(value)}`);
}
