import type { Application, NextFunction, Request, Response } from "express";
import { BadRequest } from "express-openapi-validator/dist/framework/types";
import type { Route } from "../../generated/server/routes";
import { patterns } from "../../generated/server/values";
import { isId } from "../platform/ids";
import { escapedStep, valueAt } from "../platform/json-pointer";
import { validationFailed } from "../platform/problem";
import { isTimestamp } from "../platform/time";
import {
  type AnnotatedRequest,
  type OperationMetadata,
  type Parameter,
  type Reference,
  type Stage,
  validatorStages,
  type ValidatorOptions,
  type ValidatorStages,
} from "./validator-stages";

export type ContractDocument = ValidatorOptions["apiSpec"];

/** Check of a request against the contract. `bodyBytes` is the size of the decoded body. */
export type ContractCheck = (req: Request, res: Response, bodyBytes: number) => Promise<void>;

interface ContractOptions {
  /** Path prefix of every route, as in the contract's servers. */
  prefix: string;
  validateResponses: boolean;
}

/**
 * Maximum size of a body whose errors are all collected, in bytes. For larger bodies only the first error is
 * reported. Collecting takes quadratic time: about 10 ms for 8 KiB, but 2 s for 64 KiB.
 */
const THOROUGH_BODY_BYTES = 8 * 1024;

/**
 * Error codes of a list or map with too many entries, for which the errors of single entries are not
 * collected.
 */
const TOO_MANY = /^max(Items|Properties)\./;

/** Names of variables and attributes, the only maps of the contract with a rule for their keys. */
const VARIABLE_NAME = new RegExp(patterns.VariableName, "u");

/** Error codes of the rules for a map's keys, which the validator reports for the map as a whole. */
const OF_KEYS = /^(propertyNames|pattern|maxLength)\./;

/** Form of integer parameters. The validator alone would also accept `1e2`, `0x10`, ` 10` and `1.0`. */
const INTEGER = /^-?\d+$/;

/** Largest `int64`, as JSON.parse reads it: 2^63 - 1 rounded to a double. */
const MAX_INT64 = 2 ** 63;

// Ajv's built-in formats accept `23:59:60Z`, year 0000, `urn:uuid:…` and 1e30 as `int64`, which the databases
// reject.
export const formats = {
  uuid: { type: "string" as const, validate: isId },
  "date-time": { type: "string" as const, validate: isTimestamp },
  date: { type: "string" as const, validate: (value: string) => isTimestamp(`${value}T00:00:00Z`) },
  int64: {
    type: "number" as const,
    validate: (value: number) => Number.isInteger(value) && Math.abs(value) <= MAX_INT64,
  },
};

interface Union {
  discriminator: { propertyName: string; mapping?: Record<string, string> };
}

const isUnion = (value: unknown): value is Union =>
  typeof (value as Partial<Union> | null)?.discriminator?.propertyName === "string";

/**
 * Rewrites a union for precise errors. Without the discriminator's `mapping`, Ajv selects the branch by its
 * `const` and reports only the errors of that branch. If no branch matches, the added `enum` makes Ajv report
 * the allowed values.
 */
function withDiscriminatorEnum({ discriminator: { propertyName, mapping = {} }, ...schema }: Union): object {
  const constraint = {
    required: [propertyName],
    properties: { [propertyName]: { enum: Object.keys(mapping) } },
  };
  return { ...schema, ...constraint, discriminator: { propertyName } };
}

/** Returns a copy of the document with rewritten unions. The validator modifies the copy. */
function forAjv(document: ContractDocument): Exclude<ContractDocument, string> {
  const text = JSON.stringify(document, (_, value: unknown) =>
    isUnion(value) ? withDiscriminatorEnum(value) : value,
  );
  return JSON.parse(text) as Exclude<ContractDocument, string>;
}

const stagesOf = (document: ContractDocument, validateResponses: boolean, allErrors: boolean) =>
  validatorStages({
    apiSpec: forAjv(document),
    validateApiSpec: false,
    validateRequests: { allErrors, discriminator: true },
    validateResponses: validateResponses ? { allErrors: true } : false,
    validateSecurity: false,
    fileUploader: false,
    formats,
  });

/**
 * Runs a stage and resolves when the stage accepts the request. For an invalid response, the response stage
 * calls `next` a second time. The promise has already settled, so that error is thrown into the code that
 * sends the response.
 */
const run = (stage: Stage, req: Request, res: Response) =>
  new Promise<void>((resolve, reject) => {
    let passed = false;
    stage(req, res, ((error?: Error) => {
      if (error === undefined) {
        passed = true;
        resolve();
      } else if (passed) throw error;
      else reject(error);
    }) as NextFunction);
  });

/** Returns the validator's metadata of a route. Runs the metadata stage once with an artificial request. */
async function metadataOf(stages: ValidatorStages, route: Route, prefix: string): Promise<OperationMetadata> {
  const originalUrl = prefix + route.path.replace(/\{[^}]+\}/g, "00000000-0000-7000-8000-000000000000");
  const probe = {
    method: route.method,
    originalUrl,
    url: originalUrl,
    path: originalUrl,
    baseUrl: "",
    app: { enabled: () => false } as unknown as Application,
  } as unknown as AnnotatedRequest;
  await run(stages.metadata, probe, {} as Response);
  if (!probe.openapi) throw new Error(`${route.method} ${route.path} is not in the contract`);
  return probe.openapi;
}

/** Resolves a reference such as `#/components/parameters/Limit`. */
const resolved = (document: ContractDocument, parameter: Parameter | Reference): Parameter =>
  "$ref" in parameter ? (valueAt(document, parameter.$ref) as Parameter) : parameter;

function integersOf(document: ContractDocument, { schema }: OperationMetadata): Parameter[] {
  return (schema.parameters ?? [])
    .map((parameter) => resolved(document, parameter))
    .filter(
      (parameter) => ["query", "header"].includes(parameter.in) && parameter.schema?.type === "integer",
    );
}

function refuseOddIntegers({ query, headers }: Request, integers: readonly Parameter[]): void {
  const odd = integers.filter(({ in: place, name }) => {
    const value = place === "query" ? query[name] : headers[name.toLowerCase()];
    return typeof value === "string" && !INTEGER.test(value);
  });
  if (odd.length === 0) return;
  throw validationFailed(
    "The request does not fit the contract",
    odd.map(({ name }) => ({ field: name, message: "must be integer" })),
  );
}

const withoutBody = () =>
  validationFailed("The request does not fit the contract", [{ field: "body", message: "is required" }]);

const isTooMany = (fault: unknown) =>
  fault instanceof BadRequest && fault.errors.some(({ errorCode }) => TOO_MANY.test(errorCode ?? ""));

/** Replaces the errors about a map's keys, which do not name the keys, by one error for each invalid key. */
function nameInvalidKeys(fault: unknown, req: Request): void {
  if (!(fault instanceof BadRequest)) return;
  const maps = new Set(
    fault.errors.filter(({ errorCode }) => errorCode?.startsWith("propertyNames.")).map(({ path }) => path),
  );
  const others = fault.errors.filter(
    ({ path, errorCode }) => !(maps.has(path) && OF_KEYS.test(errorCode ?? "")),
  );
  const ofKeys = [...maps].flatMap((path) =>
    Object.keys(valueAt(req, path) as object)
      .filter((key) => !VARIABLE_NAME.test(key))
      .map((key) => ({
        path: `${path}/${escapedStep(key)}`,
        message: "must have a name of 1 to 64 letters without accents, digits, `_`, `.` and `-`",
      })),
  );
  fault.errors = [...ofKeys, ...others];
}

/**
 * Returns one check per route. A check reports all errors of a small body, but only the first error of a
 * large body.
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
      // The validator would treat a missing body as `{}`.
      if (needsBody && req.body === undefined) throw withoutBody();
      refuseOddIntegers(req, integers);
      const { params } = req;
      const target: AnnotatedRequest = req;
      target.openapi = { ...metadata, pathParams: params };
      if (quick.response) await run(quick.response, req, res);
      try {
        await run(quick.request, req, res);
      } catch (fault) {
        let reported = fault;
        if (bodyBytes <= THOROUGH_BODY_BYTES && !isTooMany(fault)) {
          target.openapi = { ...thoroughMetadata, pathParams: params };
          await run(thorough.request, req, res).catch((all: unknown) => (reported = all));
        }
        nameInvalidKeys(reported, req);
        throw reported;
      }
    });
  }
  return checks;
}
