import type { NextFunction, Request, RequestHandler, Response } from "express";
import * as OpenApiValidator from "express-openapi-validator";
import { OpenAPIFramework } from "express-openapi-validator/dist/framework";
import type { OpenAPIV3 } from "express-openapi-validator/dist/framework/types";
import { ResponseValidator } from "express-openapi-validator/dist/middlewares/openapi.response.validator";
import { SchemaPreprocessor } from "express-openapi-validator/dist/middlewares/parsers/schema.preprocessor";
import traverse from "json-schema-traverse";

/**
 * Single stages of express-openapi-validator. The package's public API runs all stages for each request. Its
 * first stage compiles every path pattern of the contract each time, which costs four times as much as the
 * validation. The stages are identified by their function names; a test checks the installed version.
 */
export interface ValidatorStages {
  /** Stage that records the operation of a request under `req.openapi`. */
  metadata: Stage;
  request: Stage;
  response: Stage | undefined;
}

export type Stage = (req: Request, res: Response, next: NextFunction) => unknown;

export type ValidatorOptions = Parameters<typeof OpenApiValidator.middleware>[0];

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

export type AnnotatedRequest = Request & { openapi?: OperationMetadata & { pathParams?: object } };

// The validator adds the whole contract to each schema that it compiles. Ajv then searches the contract for
// `$id` and `$anchor`, which takes longer than the compilation. The contract has neither, so Ajv skips
// `paths` and `components`. This setting applies to every Ajv in the process.
const { skipKeywords } = traverse as typeof traverse & { skipKeywords: Record<string, boolean> };
Object.assign(skipKeywords, { paths: true, components: true });

interface Framework {
  args: { apiDoc: OpenAPIV3.DocumentV3 };
  getBasePathsFromServers(servers: OpenAPIV3.ServerObject[] | undefined): { all(): string[] }[];
}

// At startup, the validator joins the files of the contract, and compiles OpenAPI's own schema to check it.
// This replacement does neither: the contract is one file, which was checked when it was generated.
OpenAPIFramework.prototype.initialize = async function ({ visitApi }) {
  const framework = this as unknown as Framework;
  const { apiDoc } = framework.args;
  const basePaths = framework.getBasePathsFromServers(apiDoc.servers).flatMap((path) => path.all());
  visitApi?.({ basePaths, getApiDoc: () => apiDoc });
  return { apiDoc, basePaths };
};

// At startup, the validator looks up each `$ref` with Ajv's `getSchema`, which also compiles the schema. If
// the lookup finds nothing, the validator reads the schema from the document, which is many times faster.
// Therefore `getSchema` returns nothing for local references during the startup.
const { preProcess } = SchemaPreprocessor.prototype;
SchemaPreprocessor.prototype.preProcess = function () {
  const { ajv } = this as unknown as { ajv: { getSchema(reference: string): unknown } };
  const getSchema = ajv.getSchema.bind(ajv);
  ajv.getSchema = (reference) => (reference.startsWith("#/") ? undefined : getSchema(reference));
  return preProcess.call(this);
};

interface SchemaStore {
  addSchema(schema: { properties: { response: object } }, key: string): unknown;
  getSchema(key: string): unknown;
}

/** Ajvs that compile equal response schemas once. */
const sharing = new WeakSet<SchemaStore>();

// At the first response of a route, the validator compiles the schemas of all its responses, although most
// of them are the same few errors in every route. This replacement compiles equal schemas once.
const { _getOrBuildValidator: checksOf } = ResponseValidator.prototype;
ResponseValidator.prototype._getOrBuildValidator = function (request, responses) {
  const { ajvBody } = this as unknown as { ajvBody: SchemaStore };
  if (!sharing.has(ajvBody)) shareEqualSchemas(ajvBody);
  return checksOf.call(this, request, responses);
};

function shareEqualSchemas(ajv: SchemaStore): void {
  const [addSchema, getSchema] = [ajv.addSchema.bind(ajv), ajv.getSchema.bind(ajv)];
  const firstKeys = new Map<string, string>();
  const sharedKeys = new Map<string, string>();
  ajv.addSchema = (schema, key) => {
    const text = textOf(schema.properties.response);
    const first = text === null ? key : (firstKeys.get(text) ?? key);
    sharedKeys.set(key, first);
    if (text !== null) firstKeys.set(text, first);
    if (first === key) addSchema(schema, key);
  };
  ajv.getSchema = (key) => getSchema(sharedKeys.get(key) ?? key);
  sharing.add(ajv);
}

/** Returns a schema as JSON; null if it contains functions, which JSON leaves out. */
function textOf(schema: object): string | null {
  let hasFunctions = false;
  const text = JSON.stringify(schema, (_, value: unknown) => {
    hasFunctions ||= typeof value === "function";
    return value;
  });
  return hasFunctions ? null : text;
}

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
