import Ajv2020, { type ErrorObject, type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { isId } from "../../src/platform/ids";
import { document, type Operation } from "./contract";

/** An answer as it left the service, before anything between here and there touched it. */
export interface Answer {
  status: number;
  /** Names in lower case; a header that came twice is joined by a comma. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** JSON Schema 2020-12, which is what OpenAPI 3.1 means, with every fault told. */
function compiler(): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  addFormats(ajv);
  ajv.addFormat("uuid", isId);
  ajv.addFormat("int64", true);
  ajv.addSchema({ ...document, $id: "contract" });
  return ajv;
}

const ajv = compiler();
const compiled = new Map<string, ValidateFunction>();

function validatorOf(pointer: string): ValidateFunction {
  const known = compiled.get(pointer);
  if (known) return known;
  const validate = ajv.compile({ $ref: `contract${pointer}` });
  compiled.set(pointer, validate);
  return validate;
}

/** Whether a body fits the schema that the pointer names. */
export const fits = (pointer: string, body: unknown): boolean => validatorOf(pointer)(body);

/** A body that is wrong all over is told often enough by so many. */
const MOST_FAULTS = 50;

function inWords({ instancePath, message = "is not valid", params, keyword }: ErrorObject): string {
  const where = instancePath === "" ? "the body" : instancePath.slice(1).replace(/\//g, ".");
  const given = params as { additionalProperty?: string; allowedValues?: readonly unknown[] };
  if (keyword === "additionalProperties") {
    return `${where} has the field ${given.additionalProperty}, which the contract does not know`;
  }
  const allowed = keyword === "enum" ? `: ${given.allowedValues?.join(", ")}` : "";
  return `${where} ${message}${allowed}`;
}

function bodyFaults(pointer: string, body: unknown): string[] {
  const validate = validatorOf(pointer);
  if (validate(body)) return [];
  const faults = [...new Set((validate.errors ?? []).map(inWords))];
  const rest = faults.length - MOST_FAULTS;
  return rest > 0 ? [...faults.slice(0, MOST_FAULTS), `and ${rest} more faults of the body`] : faults;
}

/** What a header says, as its schema means it: headers are text, numbers in them are written in digits. */
function headerValue(text: string, type: unknown): unknown {
  if (type === "integer" && /^-?\d+$/.test(text)) return Number(text);
  if (type === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  return text;
}

function headerFaults(operation: Operation, { status, headers }: Answer): string[] {
  const documented = operation.responses.get(status)?.headers ?? [];
  return documented.flatMap(({ name, required, schema }) => {
    const text = headers[name.toLowerCase()];
    if (text === undefined) return required ? [`the header ${name} is missing`] : [];
    const validate = ajv.compile(schema);
    if (validate(headerValue(text, schema.type))) return [];
    return [`the header ${name} ${validate.errors?.[0]?.message ?? "is not valid"}: ${text}`];
  });
}

const mediaType = (header: string | undefined) => (header ?? "").split(";")[0]?.trim().toLowerCase() ?? "";

function parse(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

function contentFaults(operation: Operation, answer: Answer): string[] {
  const response = operation.responses.get(answer.status);
  if (!response) return [];
  const { contentType, schemaPointer } = response;
  if (contentType === null || schemaPointer === null) {
    return answer.body === "" ? [] : ["the answer has a body, the contract says it has none"];
  }
  const given = mediaType(answer.headers["content-type"]);
  if (given !== contentType) {
    return [`the content type is ${given === "" ? "absent" : given}, the contract says ${contentType}`];
  }
  const body = parse(answer.body);
  return body === null ? ["the body is not JSON"] : bodyFaults(schemaPointer, body.value);
}

/**
 * Everything in which an answer departs from the contract, in words; empty where it keeps to it. This is the judge
 * beside Prism: it sees the answer as it was sent, and reads schemas as 3.1 means them.
 */
export function judge(operation: Operation, answer: Answer): string[] {
  const { status } = answer;
  // A verdict on the deployment under test, not a gap of this check: whoever generates a server from the contract has
  // 501 until a handler is written. Every operation of ours has one, which the compiler sees to.
  if (status === 501) return ["501: the operation is not implemented"];
  if (!operation.responses.has(status)) {
    const documented = [...operation.responses.keys()].join(", ");
    return [`the status ${status} is not documented for this operation, only ${documented}`];
  }
  return [...headerFaults(operation, answer), ...contentFaults(operation, answer)];
}
