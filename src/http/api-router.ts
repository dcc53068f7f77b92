import express, {
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
  type Router,
} from "express";
import type { Knex } from "knex";
import type { Logger } from "pino";
import type { Caller } from "../../generated/server/binding";
import type { Api, Route } from "../../generated/server/routes";
import type { AuthenticatedKey } from "../features/api-keys/api-keys.store";
import { whenDurable } from "../platform/db/durability";
import { isOutcomeUnknown, retryOnce } from "../platform/db/errors";
import type { Foreground } from "../platform/concurrency/foreground";
import type { Metrics } from "../platform/metrics";
import {
  methodNotAllowed,
  notFound,
  outcomeUnknown,
  type Problem,
  validationFailed,
} from "../platform/problem";
import type { Clock } from "../platform/time";
import { type AccountConcurrency, accountConcurrency, acquireUntilClosed } from "./account-concurrency";
import { writeResponse, type ApiResponse } from "./response";
import { authenticate, requireScope } from "./authenticate";
import { readBody, refuseBody } from "./body";
import type { ContractCheck } from "./contract";
import { envelope, toProblem } from "./envelope";
import { countRequest, type RateCounter } from "./rate-limit";
import type { ResponseCheck } from "./response-checks";
import { recordedResponse, reportViolations } from "./response-samples";
import { refuseMalformedUrl } from "./url-check";

export interface ApiRouterDeps {
  db: Knex;
  clock: Clock;
  log: Logger;
  metrics: Metrics;
  foreground: Foreground;
  routes: readonly Route[];
  handlers: Api;
  checks: Map<Route, ContractCheck>;
  validateResponses?: boolean;
  /** Check of a share of the responses, which changes no response; null for no check. */
  samples?: ResponseSamples | null;
  counter: RateCounter;
  /** Rate limit in requests per minute, for accounts without their own limit. */
  defaultRateLimit: number;
  /**
   * Limits shared with other routers, so that an account's limits apply to all routers together. New limits
   * by default.
   */
  concurrency?: AccountConcurrency;
}

interface ResponseSamples {
  check: ResponseCheck;
  isSampled(): boolean;
}

/** Maximum listeners on a response. The middleware and streaming need more than Node's default of ten. */
const MAX_LISTENERS = 20;

type Handler = (request: object) => Promise<ApiResponse>;

const expressPath = (path: string) => path.replace(/\{([^}]+)\}/g, ":$1");
const isStatic = (path: string) => !path.includes("{");

/**
 * Throws unless every operation has a handler and a scope (null for any key), and every handler has an
 * operation.
 */
export function assertComplete(routes: readonly Route[], handlers: object): void {
  for (const { operationId, method, path, scope } of routes) {
    if (typeof (handlers as Record<string, unknown>)[operationId] !== "function") {
      throw new Error(`The operation ${operationId} (${method} ${path}) has no handler`);
    }
    if (scope === "") throw new Error(`The operation ${operationId} (${method} ${path}) has no scope`);
  }
  const promised = new Set<string>(routes.map((route) => route.operationId));
  const extra = Object.keys(handlers).find((name) => !promised.has(name));
  if (extra !== undefined) throw new Error(`The handler ${extra} has no operation in the contract`);
}

/** Creates the router. Refusals follow a fixed order: 401, 403, 429, then errors of the request itself. */
export function apiRouter(deps: ApiRouterDeps): Router {
  const { clock, metrics, routes, handlers, checks, counter, concurrency = accountConcurrency() } = deps;
  assertComplete(routes, handlers);
  const router = express.Router({ caseSensitive: true });

  const identify: RequestHandler = async (req, res, next) => {
    const key = await authenticate(deps, req);
    const { accountId } = key;
    res.locals.key = key;
    res.locals.accountId = accountId;
    const rateLimit = key.rateLimit ?? deps.defaultRateLimit;
    // Sets the rate limit headers of all later responses. The 429 is thrown later, because 403 precedes 429.
    res.locals.tooMany = await countRequest(res, counter, clock, { accountId, rateLimit });
    next();
  };

  const serve = (route: Route): RequestHandler => {
    const check = checks.get(route);
    const handler = (handlers as unknown as Record<string, Handler>)[route.operationId];
    if (!check || !handler) throw new Error(`${route.operationId} is not bound`);
    const respond = async (req: Request, res: Response, samples: ResponseSamples | null) => {
      res.locals.operation = route.operationId;
      res.locals.route = `${req.baseUrl}${route.path}`;
      const end = metrics.requests.startTimer({ operation: route.operationId });
      res.once("finish", () => end({ status: String(res.statusCode) }));
      const key = keyOf(res);
      requireScope(key, route);
      refuseTooMany(res);
      await acquireUntilClosed(concurrency.requests, key.accountId, 1, res);
      const body = route.hasBody ? await readBody(req, res, concurrency) : null;
      if (!route.hasBody && route.method !== "GET") await refuseBody(req, res);
      refuseMalformedUrl(req);
      await check(req, res, body?.bytes ?? 0);
      const request = requestOf(req, res, key, route);
      // Only GET is retried, because it never writes.
      const response = await (route.method === "GET"
        ? retryOnce(() => handler(request))
        : handler(request).catch((error) => revealUnknownOutcome(error, request.headers)));
      body?.release();
      // The response must not reveal another request's commit before that commit is durable.
      await whenDurable(deps.db);
      const whole = deps.validateResponses ?? false;
      if (samples === null) return writeResponse(res, response, { whole });
      const recorded = recordedResponse(response);
      await writeResponse(res, recorded.response, { whole });
      reportViolations(deps, samples.check, route, { status: response.status, body: recorded.written() });
    };
    return async (req, res) => {
      const samples = deps.samples?.isSampled() ? deps.samples : null;
      try {
        await respond(req, res, samples);
      } catch (error) {
        if (samples !== null && !res.headersSent) {
          const problem = toProblem(error);
          const body = envelope(problem, res.locals.requestId as string);
          reportViolations(deps, samples.check, route, { status: problem.status, body });
        }
        throw error;
      }
    };
  };

  router.use((_req, res, next) => {
    res.setMaxListeners(MAX_LISTENERS);
    res.once("close", deps.foreground.begin());
    next();
  });
  router.use(identify);
  // Register static paths first, with all methods: `/files/{file_id}` would also match `/files/constraints`.
  const paths = [...new Set(routes.map((route) => route.path))];
  for (const path of paths.sort((a, b) => Number(isStatic(b)) - Number(isStatic(a)))) {
    const offered = routes.filter((route) => route.path === path);
    for (const route of offered) {
      router[route.method.toLowerCase() as "get"](expressPath(path), serve(route));
    }
    router.all(expressPath(path), wrongMethod(offered));
  }
  router.use((_req, res) => {
    refuseTooMany(res);
    throw notFound("This route");
  });
  router.use(((error, _req, res, next) => {
    // A path that cannot be decoded matches no route, so the rate limit is enforced here.
    if (error instanceof URIError) refuseTooMany(res);
    next(error);
  }) as ErrorRequestHandler);
  return router;
}

function wrongMethod(offered: readonly Route[]): RequestHandler {
  const methods = offered.map((route) => route.method);
  const allow = (methods.includes("GET") ? [...methods, "HEAD"] : methods).join(", ");
  return (req, res) => {
    refuseTooMany(res);
    throw methodNotAllowed(req.method, allow);
  };
}

function refuseTooMany(res: Response): void {
  const tooMany = res.locals.tooMany as Problem | null;
  if (tooMany !== null) throw tooMany;
}

/**
 * Throws 500 instead of 503 if the request may have been carried out: clients repeat a request after 503.
 * A request with an Idempotency-Key can be repeated safely, so its error stays 503.
 */
function revealUnknownOutcome(error: unknown, headers: Readonly<Record<string, unknown>>): never {
  const canRepeat = "Idempotency-Key" in headers;
  throw isOutcomeUnknown(error) && !canRepeat ? outcomeUnknown(error) : error;
}

const keyOf = (res: Response) => res.locals.key as AuthenticatedKey;

/** Removes repeated values of a parameter, because some filters examine each row once per value. */
const withDistinctValues = (query: Request["query"]) =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      Array.isArray(value) ? [...new Set<unknown>(value)] : value,
    ]),
  );

function requestOf(req: Request, res: Response, key: AuthenticatedKey, route: Route) {
  const { accountId, keyId, scopes, isConsole } = key;
  const caller: Caller = { accountId, keyId, scopes, isConsole };
  return {
    params: req.params,
    query: withDistinctValues(req.query),
    headers: headersOf(req, route),
    body: req.body as unknown,
    caller,
    requestId: res.locals.requestId as string,
    /** Signal of the client's disconnection, created on demand because few operations use it. */
    get signal() {
      return signalOf(res);
    },
  };
}

/** Returns a signal that is aborted if the client disconnects before its response is written. */
function signalOf(res: Response): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!res.writableEnded) controller.abort(validationFailed("The client disconnected"));
  };
  if (res.closed) abort();
  else res.once("close", abort);
  return controller.signal;
}

/** Returns the operation's header parameters by the contract's names, with the values parsed by the check. */
function headersOf(req: Request, { headers }: Route): Record<string, unknown> {
  const sent = headers.map((name) => [name, req.headers[name.toLowerCase()]] as const);
  return Object.fromEntries(sent.filter(([, value]) => value !== undefined));
}
