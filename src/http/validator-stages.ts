import type { NextFunction, Request, RequestHandler, Response } from "express";
import * as OpenApiValidator from "express-openapi-validator";

/**
 * The one place that knows how express-openapi-validator is made inside. Its public way is to run all its stages for
 * each request, and the first compiles every path pattern of the contract each time, which costs four times as much as
 * the check itself. The stages are handlers in a list that it returns, told apart only by their names, so those are
 * taken from there; a test holds this against the version that is installed.
 */
export interface ValidatorStages {
  /** Notes on the request which operation it is. */
  metadata: Stage;
  request: Stage;
  /** Only where answers are checked. */
  response: Stage | undefined;
}

export type Stage = (req: Request, res: Response, next: NextFunction) => unknown;

export type ValidatorOptions = Parameters<typeof OpenApiValidator.middleware>[0];

/** What the stage `metadata` notes of an operation, under `openapi`. */
export interface OperationMetadata {
  expressRoute: string;
  openApiRoute: string;
  schema: { parameters?: readonly (Parameter | Reference)[]; requestBody?: { required?: boolean } };
  serial: number;
  _responseSchema?: unknown;
}

export interface Reference {
  $ref: string;
}

export interface Parameter {
  in: string;
  name: string;
  schema?: { type?: unknown };
}

/** A request as the stages see it. */
export type NotedRequest = Request & { openapi?: OperationMetadata & { pathParams?: object } };

export function validatorStages(options: ValidatorOptions): ValidatorStages {
  const stages = OpenApiValidator.middleware(options) as unknown as (RequestHandler & Stage)[];
  const named = (name: string) => stages.find((stage) => stage.name === name);
  const metadata = named("metadataMiddleware");
  const request = named("requestMiddleware");
  const response = named("responseMiddleware");
  const isWhole = metadata && request && (response || !options.validateResponses);
  if (!isWhole) {
    throw new Error("express-openapi-validator no longer has the stages that this service runs one by one");
  }
  return { metadata, request, response };
}
