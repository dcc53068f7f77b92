import type { NextFunction, Request, RequestHandler, Response } from "express";
import * as OpenApiValidator from "express-openapi-validator";

/**
 * Stages of express-openapi-validator. Only this file depends on its internals. Its public API runs all
 * stages for each request. The first stage compiles every path pattern of the contract each time, which costs
 * four times as much as the check itself. The stages are handlers in a list, identified only by their names;
 * a test checks this against the installed version.
 */
export interface ValidatorStages {
  /** Records on the request which operation it is. */
  metadata: Stage;
  request: Stage;
  /** Present only if responses are validated. */
  response: Stage | undefined;
}

export type Stage = (req: Request, res: Response, next: NextFunction) => unknown;

export type ValidatorOptions = Parameters<typeof OpenApiValidator.middleware>[0];

/** Metadata of an operation, which the `metadata` stage records under `openapi`. */
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

/** A request with the metadata of its operation. */
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
