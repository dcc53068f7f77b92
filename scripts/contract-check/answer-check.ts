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
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true, verbose: true });
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

/** What is wrong with an answer, and a name for it that is the same wherever the same is wrong. */
export interface Finding {
  message: string;
  cause: string;
}

function inWords({ instancePath, message = "is not valid", params, keyword }: ErrorObject): string {
  const where = instancePath === "" ? "the body" : instancePath.slice(1).replace(/\//g, ".");
  const given = params as { additionalProperty?: string; allowedValues?: readonly unknown[] };
  if (keyword === "additionalProperties") {
    return `${where} has the field ${given.additionalProperty}, which the contract does not know`;
  }
  const allowed = keyword === "enum" ? `: ${given.allowedValues?.join(", ")}` : "";
  return `${where} ${message}${allowed}`;
}

let schemaNames: Map<unknown, string> | null = null;

/** Where the document has each schema, so that one that several operations use is known for the same. */
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

/** These are of an object's own fields: by which name others have it says nothing. */
const OF_FIELDS = ["required", "additionalProperties"];

function bodyFinding(error: ErrorObject): Finding {
  const names = error.instancePath.split("/").filter((step) => !/^\d*$/.test(step));
  const field = OF_FIELDS.includes(error.keyword) ? "" : names.at(-1);
  const rule = `${error.keyword} ${JSON.stringify(error.params)}`;
  return {
    message: inWords(error),
    cause: `${nameOfSchema(error.parentSchema)} ${field ?? ""} ${rule}`,
  };
}

/** Each fault of a body, told once; `pointer` names the schema in the document. */
export function bodyFindings(pointer: string, body: unknown): Finding[] {
  const validate = validatorOf(pointer);
  if (validate(body)) return [];
  const byMessage = new Map((validate.errors ?? []).map(bodyFinding).map((one) => [one.message, one]));
  const all = [...byMessage.values()];
  const rest = all.length - MOST_FAULTS;
  if (rest <= 0) return all;
  return [
    ...all.slice(0, MOST_FAULTS),
    { message: `and ${rest} more faults of the body`, cause: "more faults of the body" },
  ];
}

/** What a header says, as its schema means it: headers are text, numbers in them are written in digits. */
function headerValue(text: string, type: unknown): unknown {
  if (type === "integer" && /^-?\d+$/.test(text)) return Number(text);
  if (type === "boolean" && /^(true|false)$/.test(text)) return text === "true";
  return text;
}

function headerFindings(operation: Operation, { status, headers }: Answer): Finding[] {
  const documented = operation.responses.get(status)?.headers ?? [];
  return documented.flatMap(({ name, required, schema }) => {
    const text = headers[name.toLowerCase()];
    const named = `the header ${name}`;
    if (text === undefined) return required ? [finding(`${named} is missing`)] : [];
    const validate = ajv.compile(schema);
    if (validate(headerValue(text, schema.type))) return [];
    const problem = `${named} ${validate.errors?.[0]?.message ?? "is not valid"}`;
    return [{ message: `${problem}: ${text}`, cause: problem }];
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

function contentFindings(operation: Operation, answer: Answer): Finding[] {
  const response = operation.responses.get(answer.status);
  if (!response) return [];
  const { contentType, schemaPointer } = response;
  if (contentType === null || schemaPointer === null) {
    return answer.body === "" ? [] : [finding("the answer has a body, the contract says it has none")];
  }
  const given = mediaType(answer.headers["content-type"]);
  if (given !== contentType) {
    return [
      finding(`the content type is ${given === "" ? "absent" : given}, the contract says ${contentType}`),
    ];
  }
  const body = parse(answer.body);
  return body === null ? [finding("the body is not JSON")] : bodyFindings(schemaPointer, body.value);
}

/** One whose words are the same wherever it is found. */
const finding = (message: string): Finding => ({ message, cause: message });

/**
 * Everything in which an answer departs from the contract; empty where it keeps to it. This is the check beside
 * Prism: it sees the answer as it was sent, and reads schemas as 3.1 means them.
 */
export function findings(operation: Operation, answer: Answer): Finding[] {
  const { status } = answer;
  // A verdict on the deployment under test, not a gap of this check: whoever generates a server from the contract has
  // 501 until a handler is written. Every operation of ours has one, which the compiler sees to.
  if (status === 501) return [finding("501: the operation is not implemented")];
  if (!operation.responses.has(status)) {
    const documented = [...operation.responses.keys()].join(", ");
    const problem = `the status ${status} is not documented for this operation`;
    return [{ message: `${problem}, only ${documented}`, cause: problem }];
  }
  return [...headerFindings(operation, answer), ...contentFindings(operation, answer)];
}

/** The same in words alone. */
export const answerFaults = (operation: Operation, answer: Answer): string[] =>
  findings(operation, answer).map(({ message }) => message);
