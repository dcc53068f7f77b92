import type { Application, NextFunction, Request, RequestHandler, Response } from "express";
import * as OpenApiValidator from "express-openapi-validator";
import type { Route } from "../../generated/server/routes";
import { validationFailed } from "../problem";
import { isTimestamp } from "../time";

/** The bundled OpenAPI document. */
export type ContractDocument = Parameters<typeof OpenApiValidator.middleware>[0]["apiSpec"];

/**
 * Checks a request of a known route against the contract; throws what the envelope turns into 400. `bodyBytes` is the
 * size of the body as it was parsed, whatever it was on the way.
 */
export type ContractCheck = (req: Request, res: Response, bodyBytes: number) => Promise<void>;

export interface ContractOptions {
  /** Path prefix of every route, as in the contract's servers. */
  prefix: string;
  validateResponses: boolean;
}

/**
 * Bodies up to this many bytes are searched for all their faults; larger ones for the first (see `checksFor`). The
 * time for all of them grows with their square: about 10 ms for 8 KiB, but 2 s for 64 KiB.
 */
const THOROUGH_BODY_BYTES = 8 * 1024;

/** Of a list or map that is too long, each entry may be wrong too: that it is too long says enough. */
const TOO_MANY = /^max(Items|Properties)\./;

/** The validator would take `1e2`, `0x10`, ` 10` and `1.0` for integers as well. */
const INTEGER = /^-?\d+$/;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
// Ajv's own formats let through `23:59:60Z`, year 0000 and `urn:uuid:…`, on which the databases fail.
const formats = {
  uuid: { type: "string" as const, validate: (value: string) => UUID.test(value) },
  "date-time": { type: "string" as const, validate: isTimestamp },
  date: { type: "string" as const, validate: (value: string) => isTimestamp(`${value}T00:00:00Z`) },
};

/**
 * A copy, since the validator writes into its document, without the mappings of discriminators: Ajv tells the one
 * fault of the branch meant only where there are none, and reads the value from the branch's `const` instead.
 */
function withoutMappings(document: ContractDocument): Exclude<ContractDocument, string> {
  const text = JSON.stringify(document, (key, value: unknown) =>
    key === "discriminator" && typeof value === "object" && value !== null
      ? { ...value, mapping: undefined }
      : value,
  );
  return JSON.parse(text) as Exclude<ContractDocument, string>;
}

type Middleware = (req: Request, res: Response, next: NextFunction) => unknown;

interface Reference {
  $ref: string;
}

interface Parameter {
  in: string;
  name: string;
  schema?: { type?: unknown };
}

/** What the validator keeps of a route; its own look-up compiles every path pattern for each request. */
interface RouteMetadata {
  expressRoute: string;
  openApiRoute: string;
  schema: { parameters?: readonly (Parameter | Reference)[]; requestBody?: { required?: boolean } };
  serial: number;
  _responseSchema?: unknown;
}

interface Stages {
  metadata: Middleware;
  request: Middleware;
  response: Middleware | undefined;
}

function stagesOf(document: ContractDocument, validateResponses: boolean, allErrors: boolean): Stages {
  const middlewares = OpenApiValidator.middleware({
    apiSpec: withoutMappings(document),
    validateApiSpec: false,
    validateRequests: { allErrors, discriminator: true },
    validateResponses: validateResponses ? { allErrors: true } : false,
    validateSecurity: false,
    fileUploader: false,
    formats,
  }) as unknown as (RequestHandler & Middleware)[];
  const named = (name: string) => middlewares.find((middleware) => middleware.name === name);
  const metadata = named("metadataMiddleware");
  const request = named("requestMiddleware");
  const response = named("responseMiddleware");
  if (!metadata || !request || (validateResponses && !response)) {
    throw new Error("express-openapi-validator no longer has the stages that this service drives one by one");
  }
  return { metadata, request, response };
}

/**
 * Resolves once the stage lets the request pass. The stage for answers calls a second time for one that does not fit:
 * that is thrown to whoever sends the answer, since nobody waits here any more.
 */
const run = (middleware: Middleware, req: Request, res: Response) =>
  new Promise<void>((resolve, reject) => {
    let passed = false;
    middleware(req, res, ((error?: Error) => {
      if (error === undefined) {
        passed = true;
        resolve();
      } else if (passed) throw error;
      else reject(error);
    }) as NextFunction);
  });

/** Asks the validator once for what it knows of a route. */
async function metadataOf(stages: Stages, route: Route, prefix: string): Promise<RouteMetadata> {
  const originalUrl = prefix + route.path.replace(/\{[^}]+\}/g, "00000000-0000-7000-8000-000000000000");
  const probe = {
    method: route.method,
    originalUrl,
    url: originalUrl,
    path: originalUrl,
    baseUrl: "",
    app: { enabled: () => false } as unknown as Application,
  } as unknown as Request & { openapi?: RouteMetadata };
  await run(stages.metadata, probe, {} as Response);
  if (!probe.openapi) throw new Error(`${route.method} ${route.path} is not in the contract`);
  return probe.openapi;
}

/** Follows a reference of the form `#/components/parameters/Limit`. */
function resolved(document: ContractDocument, parameter: Parameter | Reference): Parameter {
  if (!("$ref" in parameter)) return parameter;
  const steps = parameter.$ref.split("/").slice(1);
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as Parameter;
}

/** The names of a route's query parameters that are integers. */
function integersOf(document: ContractDocument, { schema }: RouteMetadata): string[] {
  return (schema.parameters ?? [])
    .map((parameter) => resolved(document, parameter))
    .filter((parameter) => parameter.in === "query" && parameter.schema?.type === "integer")
    .map(({ name }) => name);
}

function refuseOddIntegers(query: Request["query"], integers: readonly string[]): void {
  const odd = integers.filter((name) => {
    const value = query[name];
    return typeof value === "string" && !INTEGER.test(value);
  });
  if (odd.length === 0) return;
  throw validationFailed(
    "The request does not fit the contract",
    odd.map((field) => ({ field, message: "must be integer" })),
  );
}

const withoutBody = () =>
  validationFailed("The request does not fit the contract", [{ field: "body", message: "is required" }]);

const isTooMany = (fault: unknown) =>
  fault instanceof OpenApiValidator.error.BadRequest &&
  fault.errors.some(({ errorCode }) => TOO_MANY.test(errorCode ?? ""));

/**
 * One check a route. The first fault decides quickly whether a request is good; only a small bad one is searched
 * for all its faults, since those of a large one could outgrow any answer worth sending.
 */
export async function checksFor(
  document: ContractDocument,
  routes: readonly Route[],
  { prefix, validateResponses }: ContractOptions,
): Promise<Map<Route, ContractCheck>> {
  const quick = stagesOf(document, validateResponses, false);
  const thorough = stagesOf(document, false, true);
  const checks = new Map<Route, ContractCheck>();
  for (const route of routes) {
    const metadata = await metadataOf(quick, route, prefix);
    const thoroughMetadata = await metadataOf(thorough, route, prefix);
    const integers = integersOf(document, metadata);
    const needsBody = metadata.schema.requestBody?.required === true;
    checks.set(route, async (req, res, bodyBytes) => {
      // The validator would take none for `{}`.
      if (needsBody && req.body === undefined) throw withoutBody();
      refuseOddIntegers(req.query, integers);
      const { params } = req;
      const target = req as Request & { openapi?: object };
      target.openapi = { ...metadata, pathParams: params };
      if (quick.response) await run(quick.response, req, res);
      try {
        await run(quick.request, req, res);
      } catch (fault) {
        if (bodyBytes > THOROUGH_BODY_BYTES || isTooMany(fault)) throw fault;
        target.openapi = { ...thoroughMetadata, pathParams: params };
        await run(thorough.request, req, res);
        throw fault;
      }
    });
  }
  return checks;
}
