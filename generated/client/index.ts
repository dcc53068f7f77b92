// Generated from openapi/ by `npm run generate`. Edits are lost.

import createClient, { type ClientOptions, type FetchResponse, type MaybeOptionalInit } from "openapi-fetch";
import type { operations, paths } from "../schema";
import { type OperationId, shapes } from "./operations";

export type { components, operations, paths } from "../schema";

export interface RecadoClientOptions extends Omit<ClientOptions, "baseUrl"> {
  /** Base URL of the service, with the version prefix: `https://messages.example.com/v3`. */
  baseUrl: string;
  /**
   * `st_` and 64 hexadecimal characters. A secret, for servers only. Omitted if a session authenticates
   * instead.
   */
  apiKey?: string;
}

type Shapes = typeof shapes;

type Options<Id extends OperationId> = MaybeOptionalInit<
  paths[Shapes[Id]["path"]],
  Lowercase<Shapes[Id]["method"]> & keyof paths[Shapes[Id]["path"]]
> &
  Record<string, unknown>;

/** Parameters, body and options of a request; optional if nothing is required. */
type Init<Id extends OperationId> =
  Record<never, never> extends Options<Id> ? [init?: Options<Id>] : [init: Options<Id>];

export type RecadoClient = {
  [Id in OperationId]: (
    ...init: Init<Id>
  ) => Promise<FetchResponse<operations[Id], Options<Id>, "application/json">>;
};

type Request = (method: string, path: string, init?: unknown) => Promise<unknown>;

/**
 * Returns a client with one typed method per operation. Each resolves to `{ data, error, response }`: `data`
 * on success, otherwise `error`, the contract's envelope. It rejects only if no response arrived.
 */
export function createRecadoClient({ apiKey, headers, ...options }: RecadoClientOptions): RecadoClient {
  const http = createClient<paths>({
    ...options,
    headers: { ...(apiKey === undefined ? {} : { "X-API-Key": apiKey }), ...headers },
  });
  const request = http.request as Request;
  const methods = Object.entries(shapes).map(([id, { method, path }]) => [
    id,
    (init?: unknown) => request(method.toLowerCase(), path, init),
  ]);
  return Object.fromEntries(methods) as RecadoClient;
}
