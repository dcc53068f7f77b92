import Ajv2020, { type ErrorObject, type ValidateFunction } from "ajv/dist/2020";
import type { Route } from "../../generated/server/routes";
import { escapedStep, valueAt } from "../platform/json-pointer";
import { type ContractDocument, formats } from "./contract";

/**
 * A violation of the contract by a response: the place in the body, and the violated rule, such as `type`.
 */
interface Violation {
  path: string;
  rule: string;
}

/**
 * Function that returns the violations of a response; none for a status from 500 on. `body` is the parsed
 * JSON, or undefined without a body.
 */
export type ResponseCheck = (route: Route, status: number, body: unknown) => Violation[];

/**
 * Returns the check of sampled responses. The check compiles the schema of a response at its first use. The
 * validator of requests would compile all responses of an operation at once, which takes several times as
 * long.
 */
export function responseCheck(contract: ContractDocument): ResponseCheck {
  const document = contract as object;
  const ajv = new Ajv2020({
    strict: false,
    logger: false,
    validateSchema: false,
    inlineRefs: false,
    formats,
  });
  ajv.addSchema({ ...document, $id: "contract" });
  const validators = new Map<string, ValidateFunction | null>();

  /** Returns the pointer to a response, or to the shared response that it refers to; null if undeclared. */
  function responseAt({ path, method }: Route, status: number): string | null {
    const pointer = `/paths/${escapedStep(path)}/${method.toLowerCase()}/responses/${status}`;
    const response = valueAt(document, pointer) as { $ref?: unknown } | undefined;
    if (response === undefined) return null;
    return typeof response.$ref === "string" ? response.$ref.slice(1) : pointer;
  }

  /** Returns the validator of a response; null if the response has no JSON body. */
  function validatorAt(response: string): ValidateFunction | null {
    const schema = `${response}/content/application~1json/schema`;
    const known = validators.get(response);
    if (known !== undefined) return known;
    const made = valueAt(document, schema) ? ajv.compile({ $ref: `contract#${encodeURI(schema)}` }) : null;
    validators.set(response, made);
    return made;
  }

  return (route, status, body) => {
    if (status >= 500) return [];
    const response = responseAt(route, status);
    if (response === null) return [{ path: "", rule: "status" }];
    const validator = validatorAt(response);
    if (validator === null) return body === undefined ? [] : [{ path: "", rule: "no body" }];
    if (body === undefined) return [{ path: "", rule: "body" }];
    return validator(body) ? [] : (validator.errors ?? []).map(toViolation);
  };
}

/** Keeps only the path and the rule of Ajv's error, so that the log has no values of the response. */
const toViolation = ({ instancePath: path, keyword: rule }: ErrorObject): Violation => ({ path, rule });
