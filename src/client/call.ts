import { createRecadoClient } from "../../generated/client";
import {
  type ConditionalCallOptions,
  type KeyedCallOptions,
  type OperationId,
  type OperationShape,
  type Reply,
  shapes,
} from "../../generated/client/operations";
import { attachEtag } from "./etag";
import type { Environment } from "./environment";
import { failureOf } from "./failure";
import { attemptsOf, fetchOf, type RecadoOptions } from "./options";
import { attempt } from "./retry";
import { userAgent } from "./version";

/** Performs one operation: resolves with the body of a success and throws for any other result. */
export type Call = <Id extends OperationId>(
  id: Id,
  params: Readonly<Record<string, unknown>>,
  options?: KeyedCallOptions & ConditionalCallOptions,
) => Promise<Reply<Id>>;

/** Method of the generated client. Untyped, because the operation is known only at run time. */
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
  // No operation of the API redirects. Following a redirect could send the API key to another server.
  const operations = createRecadoClient({ baseUrl, apiKey, headers, redirect: "manual" });

  return async (id, params, options = {}) => {
    const shape: OperationShape = shapes[id];
    const isKeyed = shape.headers?.includes(KEY_HEADER) ?? false;
    const { ifMatch } = options;
    // With `If-Match` a retry would fail with 412 if the first attempt has already changed the ETag.
    const repeatable = isKeyed || (isIdempotent(shape) && ifMatch === undefined);
    const attempts = attemptsOf(id, repeatable, options, client);
    const { data, error, response } = await (operations[id] as unknown as Send)({
      ...split(id, shape, params),
      headers: {
        ...(isKeyed ? { [KEY_HEADER]: sendableKey(id, options.idempotencyKey ?? environment.newKey()) } : {}),
        ...(ifMatch === undefined ? {} : { "If-Match": ifMatch }),
        ...options.headers,
      },
      parseAs: "text",
      fetch: (request) =>
        attempt((signal) => fetch(request.clone() as Request, { signal }), attempts, environment),
    });
    options.onResponse?.(response);
    // A proxy may return a success without the operation's body, or with another one.
    const isReply = shape.isVoid ? !data && response.status !== 200 : data?.trimStart().startsWith("{");
    try {
      if (response.ok && isReply)
        return attachEtag((data ? JSON.parse(data) : undefined) as Reply<typeof id>, response);
    } catch {
      // The body is not JSON.
    }
    throw failureOf(id, response, error, environment.now(), baseUrl);
  };
}

const KEY_HEADER = "Idempotency-Key";

/**
 * Returns the idempotency key. Throws for a character that `fetch` would reject without naming the option.
 */
function sendableKey(id: OperationId, key: string): string {
  const [character] = /[^\t -~\x80-\xff]/u.exec(key.trim()) ?? [];
  if (character === undefined) return key;
  throw new TypeError(
    `${id} needs an idempotencyKey of printable ISO 8859-1 (Latin-1) characters, and was given ${JSON.stringify(character)}`,
  );
}

const isIdempotent = ({ method }: OperationShape) =>
  method === "GET" || method === "PUT" || method === "DELETE";

/** Sorts the parameters into path, query and body by their names. */
function split(id: OperationId, shape: OperationShape, params: Readonly<Record<string, unknown>>) {
  const path: Record<string, string> = {};
  const query: Record<string, unknown> = {};
  const body: Record<string, unknown> = {};
  for (const [, name = ""] of shape.path.matchAll(/\{(\w+)\}/g)) path[name] = segment(id, name, params[name]);
  for (const [name, value] of Object.entries(params)) {
    if (Object.hasOwn(path, name) || value === undefined) continue;
    // Parameters with unknown names are also sent, so that the service's error can name them.
    const inBody = shape.hasBody && !shape.query?.includes(name);
    // A filter without values would be absent from the URL, so the service would not filter at all.
    if (!inBody && Array.isArray(value) && value.length === 0) {
      throw new TypeError(`${id} needs at least one value of ${name}, or no ${name} at all`);
    }
    (inBody ? body : query)[name] = value;
  }
  return { params: { path, query }, body: shape.hasBody ? body : undefined };
}

/** Checks a path segment. An empty segment or dots would make the URL match another operation. */
function segment(id: OperationId, name: string, value: unknown): string {
  if (typeof value === "string" && !/^\.{0,2}$/.test(value)) return value;
  throw new TypeError(`${id} needs ${name}, and was given ${JSON.stringify(value)}`);
}
