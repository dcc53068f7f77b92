// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { operations } from "../schema";

/** Id of an operation of the contract. */
export type OperationId = keyof operations;

/** The caller, identified by the request's key. */
export interface Caller {
  accountId: string;
  keyId: string;
  scopes: readonly string[];
  /** Whether the caller is signed in to the console. */
  isConsole: boolean;
}

type Empty = Record<never, never>;
type ParametersOf<Id extends OperationId> = operations[Id]["parameters"];
type Given<T> = [NonNullable<T>] extends [never] ? Empty : NonNullable<T>;

type BodyOf<Id extends OperationId> = operations[Id] extends {
  requestBody: { content: { "application/json": infer Body } };
}
  ? Body
  : operations[Id] extends { requestBody?: { content: { "application/json": infer Body } } }
    ? Body | undefined
    : undefined;

/** A request that has been validated against the contract, as a handler receives it. */
export interface OperationRequest<Id extends OperationId> {
  params: Given<ParametersOf<Id>["path"]>;
  query: Given<ParametersOf<Id>["query"]>;
  headers: Given<ParametersOf<Id>["header"]>;
  body: BodyOf<Id>;
  caller: Caller;
  requestId: string;
  /** Aborted when the client no longer waits for the response. */
  signal: AbortSignal;
}

type SuccessStatus = 200 | 201 | 202 | 204;

/** A body whose list may be streamed, so that it need not be in memory as a whole. */
type Streamable<Body> = Body extends { data: (infer Item)[] }
  ? Omit<Body, "data"> & { data: Item[] | AsyncIterable<Item> }
  : Body;

/** Headers that the HTTP layer sets on every response. */
type LayerHeader = "X-Request-Id" | "RateLimit-Limit" | "RateLimit-Remaining" | "RateLimit-Reset";

type Declared<Headers> = {
  [
    Name in keyof Headers as string extends Name ? never : Name extends LayerHeader ? never : Name
  ]: Headers[Name];
};

/** Headers that the handler sets: those declared for the status. */
type HeadersOf<Response> = Response extends { headers: infer Headers } ? Declared<Headers> : Empty;

/** Omitted if the status declares no headers; optional if it requires none. */
type WithHeaders<Headers> = [keyof Headers] extends [never]
  ? { headers?: undefined }
  : Empty extends Headers
    ? { headers?: Headers }
    : { headers: Headers };

type ReplyWith<Status, Response> = (Response extends { content: { "application/json": infer Body } }
  ? { status: Status; body: Streamable<Body> }
  : { status: Status; body?: undefined }) &
  WithHeaders<HeadersOf<Response>>;

/** Response of a handler: one of the operation's success statuses with the body declared for it. */
export type OperationReply<Id extends OperationId> = {
  [Status in keyof operations[Id]["responses"] & SuccessStatus]: ReplyWith<
    Status,
    operations[Id]["responses"][Status]
  >;
}[keyof operations[Id]["responses"] & SuccessStatus];
