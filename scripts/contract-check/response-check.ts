import Ajv2020, { type ErrorObject, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { isId } from "../../src/platform/ids";
import { document, type Operation } from "./contract";
import { type Fault, fault as faultBy, type ServiceResponse } from "./exchange";
import { parseJson } from "./invariants/values";

/** Returns a validator for JSON Schema 2020-12, the dialect of OpenAPI 3.1, that reports all faults. */
function compiler(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, verbose: true });
  addFormats(ajv);
  ajv.addFormat("uuid", isId);
  ajv.addFormat("int64", true);
  ajv.addSchema({ ...document, $id: "contract" });
  return ajv;
}

const ajv = compiler();

/** Ajv compiles each schema once. */
const validatorOf = (pointer: string) => ajv.getSchema(`contract${pointer}`) as ValidateFunction;

export const fits = (pointer: string, body: unknown): boolean => validatorOf(pointer)(body);

/** Maximum number of faults reported per body. */
const MAX_FAULTS = 50;

const fault = (message: string, cause = message) => faultBy("contract", message, cause);

function messageOf({ instancePath, message = "is not valid", params, keyword }: ErrorObject): string {
  const where = instancePath === "" ? "the body" : instancePath.slice(1).replace(/\//g, ".");
  const given = params as { additionalProperty?: string; allowedValues?: readonly unknown[] };
  if (keyword === "additionalProperties") {
    return `${where} has the field ${given.additionalProperty}, which the contract does not declare`;
  }
  const allowed = keyword === "enum" ? `: ${given.allowedValues?.join(", ")}` : "";
  return `${where} ${message}${allowed}`;
}

let schemaNames: Map<unknown, string> | null = null;

/** Returns the pointer of a schema, which identifies the cause of a fault across operations. */
function nameOfSchema(schema: unknown): string {
  if (schemaNames === null) {
    const names = new Map<unknown, string>();
    const walk = (node: unknown, pointer: string) => {
      if (typeof node !== "object" || node === null || names.has(node)) return;
      names.set(node, pointer);
      for (const [name, child] of Object.entries(node)) walk(child, `${pointer}/${name}`);
    };
    walk(document, "#");
    schemaNames = names;
  }
  return schemaNames.get(schema) ?? "";
}

/**
 * Keywords about an object itself. Their faults have the same cause in every field that holds such an object.
 */
const OF_FIELDS = ["required", "additionalProperties"];

function bodyFault(error: ErrorObject): Fault {
  const names = error.instancePath.split("/").filter((step) => !/^\d*$/.test(step));
  const field = OF_FIELDS.includes(error.keyword) ? "" : names.at(-1);
  const rule = `${error.keyword} ${JSON.stringify(error.params)}`;
  return fault(messageOf(error), `${nameOfSchema(error.parentSchema)} ${field ?? ""} ${rule}`);
}

/** Returns the distinct faults of a body; `pointer` names its schema in the document. */
export function bodyFaults(pointer: string, body: unknown): Fault[] {
  const validate = validatorOf(pointer);
  if (validate(body)) return [];
  const byMessage = new Map((validate.errors ?? []).map(bodyFault).map((one) => [one.message, one]));
  const all = [...byMessage.values()];
  const rest = all.length - MAX_FAULTS;
  if (rest <= 0) return all;
  return [
    ...all.slice(0, MAX_FAULTS),
    fault(`and ${rest} more faults of the body`, "more faults of the body"),
  ];
}

function headerValue(text: string, type: unknown): unknown {
  if (type === "integer" && /^-?\d+$/.test(text)) return Number(text);
  if (type === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  return text;
}

function headerFaults(operation: Operation, { status, headers }: ServiceResponse): Fault[] {
  const documented = operation.responses.get(status)?.headers ?? [];
  return documented.flatMap(({ name, required, schema }) => {
    const text = headers[name.toLowerCase()];
    const named = `the header ${name}`;
    if (text === undefined) return required ? [fault(`${named} is missing`)] : [];
    const validate = ajv.compile(schema);
    if (validate(headerValue(text, schema.type))) return [];
    const problem = `${named} ${validate.errors?.[0]?.message ?? "is not valid"}`;
    return [fault(`${problem}: ${text}`, problem)];
  });
}

/** Returns a fault unless the response forbids caches to store it, which the contract promises for all. */
function cachingFaults({ headers }: ServiceResponse): Fault[] {
  const given = headers["cache-control"] ?? "absent";
  const directives = given.split(",").map((directive) => directive.trim().toLowerCase());
  if (directives.includes("no-store")) return [];
  return [fault(`the header Cache-Control is ${given}, the contract says no-store`)];
}

/** Returns the media type of a `Content-Type` header, without parameters; `absent` without one. */
export const mediaType = (header: string | undefined): string =>
  (header ?? "").split(";")[0]?.trim().toLowerCase() || "absent";

/** Message for JSON in another encoding (RFC 8259, 8.1). */
export const NOT_UTF8 = "the body is not UTF-8";

function contentFaults(operation: Operation, response: ServiceResponse): Fault[] {
  const documented = operation.responses.get(response.status);
  if (!documented) return [];
  const { contentType, schemaPointer } = documented;
  if (contentType === null || schemaPointer === null) {
    return response.body === "" ? [] : [fault("the response has a body, but the contract declares none")];
  }
  const given = mediaType(response.headers["content-type"]);
  if (given !== contentType) {
    return [fault(`the content type is ${given}, the contract says ${contentType}`)];
  }
  if (response.isUtf8 === false) return [fault(NOT_UTF8)];
  const body = parseJson(response.body);
  return body === undefined ? [fault("the body is not JSON")] : bodyFaults(schemaPointer, body);
}

/**
 * Returns every fault of a response. Unlike Prism, this check reads the unchanged response and applies
 * schemas as OpenAPI 3.1 defines them.
 */
export function responseFaults(operation: Operation, response: ServiceResponse): Fault[] {
  const { status } = response;
  // The checked deployment may be a generated server, which returns 501 for an operation without a handler.
  // A general message about an undocumented status would hide the cause.
  if (status === 501) return [fault("501: the operation is not implemented")];
  if (!operation.responses.has(status)) {
    const documented = [...operation.responses.keys()].join(", ");
    const problem = `the status ${status} is not documented for this operation`;
    return [fault(`${problem}, only ${documented}`, problem)];
  }
  return [
    ...headerFaults(operation, response),
    ...cachingFaults(response),
    ...contentFaults(operation, response),
  ];
}
