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

type ReplyWith<Status, Response> = Response extends { content: { "application/json": infer Body } }
  ? { status: Status; body: Streamable<Body>; headers?: Readonly<Record<string, string>> }
  : { status: Status; body?: undefined; headers?: Readonly<Record<string, string>> };

/** What a handler answers: one of the operation's success statuses with the body declared for it. */
export type OperationReply<Id extends OperationId> = {
  [Status in keyof operations[Id]["responses"] & SuccessStatus]: ReplyWith<
    Status,
    operations[Id]["responses"][Status]
  >;
}[keyof operations[Id]["responses"] & SuccessStatus];
