import { setTimeout as pause } from "node:timers/promises";
import type { operations as Contract } from "../../generated/schema";
import type { OperationId, OperationRequest } from "../../generated/server/binding";
import { MAIN } from "./client";
import type { Exchange, ParsedExchange, Probe, RequestParts } from "./exchange";
import { allDiffer } from "./expectations";
import { type NumberMaker, randomNumber } from "./numbers";
import type { Receiver } from "./receiver";
import type { Run } from "./run-parts";

type Responses<Id extends OperationId> = Contract[Id]["responses"];
type StatusOf<Id extends OperationId> = Extract<keyof Responses<Id>, number>;
export type BodyAt<Id extends OperationId, Status extends StatusOf<Id>> = Responses<Id>[Status] extends {
  content: { "application/json": infer Body };
}
  ? Body
  : undefined;

/** A request of the operation's type. The service may still reject its values. */
export type TypedRequest<Id extends OperationId> = Partial<
  Pick<OperationRequest<Id>, "params" | "query" | "headers" | "body">
>;

export type Channel = "sms" | "rcs" | "voice";

/**
 * Contents that a response must have: values by dotted path, such as `{ "data.0.status": "blocked" }`, or a
 * function that returns faults.
 */
export type Expected<Body> = Readonly<Record<string, unknown>> | ((body: Body) => readonly string[]);

/** Keys of a request by the header that carries them: `X-API-Key`, and `Authorization` as a bearer token. */
interface Credentials {
  apiKey?: string;
  bearer?: string;
}

/** Error that ends a scenario after a failed step on which the next steps depend. */
export class ScenarioStopped extends Error {
  override readonly name = "ScenarioStopped";
}

export interface Context {
  /** Prefix of every name that the run creates; unique to the run. */
  readonly prefix: string;
  /** Channels whose default sender is the sandbox instead of a carrier. */
  readonly sandboxed: ReadonlySet<Channel>;
  /** The webhook receiver, or the reason why there is none. */
  readonly receiver: Receiver | string;
  readonly makeNumber: NumberMaker;
  /** Sends a request; a status other than `status` stops the scenario. */
  readonly provoke: <Id extends OperationId, Status extends StatusOf<Id>>(
    operation: Id,
    status: Status,
    request: TypedRequest<Id>,
    purpose: string,
    expected?: Expected<BodyAt<Id, Status>>,
  ) => Promise<BodyAt<Id, Status>>;
  /** Returns `provoke` with these credentials instead of the checked key. */
  as(credentials: Credentials): Call;
  /**
   * Repeats a read until the body is as expected. A status other than 200, or a wait of 30 seconds, ends the
   * scenario.
   */
  until<Id extends OperationId>(
    operation: Id,
    request: TypedRequest<Id>,
    purpose: string,
    expected: Expected<BodyAt<Id, 200 & StatusOf<Id>>>,
  ): Promise<BodyAt<Id, 200 & StatusOf<Id>>>;
  /** Sends a request without an expected status. */
  send(operation: OperationId, request: RequestParts, purpose: string): Promise<ParsedExchange>;
  record(exchange: Exchange): void;
  /** Records why the run cannot provoke the given statuses. */
  unable(reason: string, ...cells: readonly (readonly [OperationId, number])[]): void;
  /** Returns the value of `name`, made once per run and shared between scenarios. */
  shared<T>(name: string, make: () => Promise<T>): Promise<T>;
}

export type Call = Context["provoke"];

const unexpected = (expected: Expected<unknown>, body: unknown): readonly string[] =>
  typeof expected === "function" ? expected(body) : allDiffer(body, expected);

const UNTIL_MS = 30_000;

export function contextOf(run: Run, sandboxed: ReadonlySet<Channel>): Context {
  const { client, coverage, prefix, receiver, options } = run;
  const { key, makeNumber = randomNumber } = options;
  const sharedThings = new Map<string, Promise<unknown>>();

  const probe = (
    operation: OperationId,
    request: object,
    purpose: string,
    expected: number | null,
  ): Probe => ({ operation, purpose, expected, key, target: MAIN, request: request as RequestParts });

  /** Returns a function that sends requests after `authenticate` has set their credentials. */
  const provokeWith =
    (authenticate: (probe: Probe) => Probe): Call =>
    async (operation, status, request, purpose, expected = {}) => {
      const holds = (body: unknown) => unexpected(expected as Expected<unknown>, body);
      const sent = authenticate({ ...probe(operation, request, purpose, status), holds });
      const exchange = await client.send(sent);
      if (status < 300) coverage.attempt(operation, exchange.response?.status ?? 0);
      if (exchange.response?.status !== status) {
        throw new ScenarioStopped(
          `${operation} should have returned ${status}, but returned ${exchange.response?.status ?? "nothing"}`,
        );
      }
      return exchange.body as never;
    };

  const context: Context = {
    prefix,
    sandboxed,
    receiver,
    makeNumber,

    provoke: provokeWith((sent) => sent),

    as: ({ apiKey, bearer }) =>
      provokeWith(({ request, ...sent }) => {
        const authorization = bearer === undefined ? undefined : `Bearer ${bearer}`;
        return {
          ...sent,
          key: apiKey ?? null,
          request: { ...request, headers: { ...request.headers, authorization } },
        };
      }),

    async until(operation, request, purpose, expected) {
      const late = `${purpose}: not within ${UNTIL_MS / 1_000} s`;
      const unmet = (body: unknown) => unexpected(expected as Expected<unknown>, body);
      for (const deadline = Date.now() + UNTIL_MS; ;) {
        const isLast = Date.now() > deadline;
        const holds = (body: unknown) => (isLast && unmet(body).length > 0 ? [late, ...unmet(body)] : []);
        const body = await context.provoke(
          operation,
          200 as 200 & StatusOf<typeof operation>,
          request,
          purpose,
          holds,
        );
        if (unmet(body).length === 0) return body;
        if (isLast) throw new ScenarioStopped(late);
        await pause(100);
      }
    },

    send: (operation, request, purpose) => client.send(probe(operation, request, purpose, null)),

    record: (exchange) => coverage.record(exchange),

    unable(reason, ...cells) {
      for (const [operation, status] of cells) coverage.unable(operation, status, reason);
    },

    shared<T>(name: string, make: () => Promise<T>) {
      const made = (sharedThings.get(name) as Promise<T> | undefined) ?? make();
      sharedThings.set(name, made);
      return made;
    },
  };
  return context;
}

/** A sequence of dependent requests. An unexpected status ends only this scenario. */
export interface Scenario {
  title: string;
  run(context: Context): Promise<void>;
}

export const scenario = (title: string, run: (context: Context, call: Call) => Promise<void>): Scenario => ({
  title,
  run: (context) => run(context, context.provoke),
});
