import type { Application, NextFunction, Request, RequestHandler, Response } from "express";
import * as OpenApiValidator from "express-openapi-validator";
import type { Route } from "../../generated/server/routes";
import { isTimestamp } from "../time";

/** The bundled OpenAPI document. */
export type ContractDocument = Parameters<typeof OpenApiValidator.middleware>[0]["apiSpec"];

/** Checks a request of a known route against the contract; throws what the envelope turns into 400. */
export type ContractCheck = (req: Request, res: Response) => Promise<void>;

export interface ContractOptions {
  /** Path prefix of every route, as in the contract's servers. */
  prefix: string;
  validateResponses: boolean;
}

/** Bodies up to this many bytes are searched for all their faults; larger ones for the first (see `checksFor`). */
const THOROUGH_BODY_BYTES = 64 * 1024;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
// Ajv's own formats let through `23:59:60Z`, year 0000 and `urn:uuid:…`, on which the databases fail.
const formats = {
  uuid: { type: "string" as const, validate: (value: string) => UUID.test(value) },
  "date-time": { type: "string" as const, validate: isTimestamp },
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

/** What the validator keeps of a route; its own look-up compiles every path pattern for each request. */
interface RouteMetadata {
  expressRoute: string;
  openApiRoute: string;
  schema: unknown;
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

const run = (middleware: Middleware, req: Request, res: Response) =>
  new Promise<void>((resolve, reject) => {
    middleware(req, res, ((error?: Error) =>
      error === undefined ? resolve() : reject(error)) as NextFunction);
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
    checks.set(route, async (req, res) => {
      const { params } = req;
      const target = req as Request & { openapi?: object };
      target.openapi = { ...metadata, pathParams: params };
      if (quick.response) await run(quick.response, req, res);
      try {
        await run(quick.request, req, res);
      } catch (fault) {
        if (Number(req.headers["content-length"] ?? 0) > THOROUGH_BODY_BYTES) throw fault;
        target.openapi = { ...thoroughMetadata, pathParams: params };
        await run(thorough.request, req, res);
        throw fault;
      }
    });
  }
  return checks;
}
