// Generated from openapi/ by `npm run generate`. Edits are lost.

import type { operations } from "../schema";

/** Every operation of the contract. */
export type OperationId = keyof operations;

/** Who calls: what the key of a request stands for. */
export interface Caller {
  accountId: string;
  keyId: string;
  scopes: readonly string[];
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

/** A request that has passed the contract: what a handler is given. */
export interface OperationRequest<Id extends OperationId> {
  params: Given<ParametersOf<Id>["path"]>;
  query: Given<ParametersOf<Id>["query"]>;
  headers: Given<ParametersOf<Id>["header"]>;
  body: BodyOf<Id>;
  caller: Caller;
  requestId: string;
  /** Aborted when nobody waits for the answer any more. */
  signal: AbortSignal;
}

type SuccessStatus = 200 | 201 | 202 | 204;

/** A body whose list may be read while it is written, so that it need not be in memory as a whole. */
type Streamable<Body> = Body extends { data: (infer Item)[] }
  ? Omit<Body, "data"> & { data: Item[] | AsyncIterable<Item> }
  : Body;

/** Headers that the HTTP layer writes on every answer. */
type LayerHeader = "X-Request-Id" | "RateLimit-Limit" | "RateLimit-Remaining" | "RateLimit-Reset";

type Declared<Headers> = {
  [
    Name in keyof Headers as string extends Name ? never : Name extends LayerHeader ? never : Name
  ]: Headers[Name];
};

/** The headers that the handler adds: those declared for the status, none where it declares none. */
type HeadersOf<Response> = Response extends { headers: infer Headers } ? Declared<Headers> : Empty;

/** To be left out where the status declares none, and may be where it requires none. */
type WithHeaders<Headers> = [keyof Headers] extends [never]
  ? { headers?: undefined }
  : Empty extends Headers
    ? { headers?: Headers }
    : { headers: Headers };

type ReplyWith<Status, Response> = (Response extends { content: { "application/json": infer Body } }
  ? { status: Status; body: Streamable<Body> }
  : { status: Status; body?: undefined }) &
  WithHeaders<HeadersOf<Response>>;

/** What a handler answers: one of the operation's success statuses with the body declared for it. */
export type OperationReply<Id extends OperationId> = {
  [Status in keyof operations[Id]["responses"] & SuccessStatus]: ReplyWith<
    Status,
    operations[Id]["responses"][Status]
  >;
}[keyof operations[Id]["responses"] & SuccessStatus];
