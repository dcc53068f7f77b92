import { type Contract, isNode, type Node, resolve, responsesOf } from "./contract";

/** Where the events are put for the comparison; no path of a contract has such a form. */
const EVENTS = "/~events/";

/** The status under which the differ sees what an event carries. */
const EVENT_STATUS = "200";

/** The media type under which the differ sees the headers of an answer. */
const HEADERS = "application/x-headers";

/** What a schema's name ends with where an answer refers to it. */
export const ANSWER = ".answer";

/** The name of the event that a path of a comparable contract stands for; undefined for other paths. */
export const eventName = (path: string): string | undefined =>
  path.startsWith(EVENTS) ? path.slice(EVENTS.length) : undefined;

const IN_STATUS = new RegExp(
  ` (?:from|to|of|for|in) (?:the response (?:with the |status )|(?:the )?status )\`${EVENT_STATUS}\`(?: status)?`,
);

/** What the differ says of a comparable contract, said of the contract itself. */
export function inOriginalTerms(text: string, isEvent: boolean): string {
  const named = text
    .replaceAll(ANSWER, "")
    .replace("added 'unevaluatedProperties' constraint to", "unknown fields are no longer taken in")
    .replace("removed 'unevaluatedProperties' constraint from", "unknown fields are taken in");
  if (!isEvent) return named;
  return named
    .replace(IN_STATUS, "")
    .replaceAll("the response's body", "the event")
    .replaceAll("response", "event");
}

/** The lists that a contract marks `x-may-grow`, by the names of their schemas. */
export const growingLists = (contract: Contract): Set<string> =>
  new Set(
    Object.entries(contract.components?.schemas ?? {})
      .filter(([, schema]) => isNode(schema) && schema["x-may-grow"] === true)
      .map(([name]) => name),
  );

/**
 * The contract as the differ judges it rightly:
 * - What an event carries is given by the service, like an answer, but has the form of a request.
 * - `lists` and the codes of failures may get new values in answers: clients were told so. The differ knows such lists
 *   by `x-extensible-enum`. Requests and answers therefore refer to schemas of their own.
 * - Headers of answers are judged like fields; of headers the differ sees little but their presence.
 * - Objects in requests are open or closed by a keyword that the differ compares; clients pass over fields of answers
 *   that they do not know.
 */
export function comparable(contract: Contract, lists: ReadonlySet<string>): Contract {
  const { webhooks = {}, components = {}, ...rest } = contract;
  const paths = mapOperations(contract.paths ?? {}, (operation) => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(responsesOf(operation)).map(([status, raw]) => [status, asAnswer(contract, raw)]),
    ),
  }));
  const events = mapOperations(webhooks, (operation) => asEvent(contract, operation));
  const schemas = Object.entries(components.schemas ?? {}).flatMap(([name, schema]) => [
    [name, forRequests(schema)] as const,
    [name + ANSWER, forAnswers(lists.has(name) ? extensible(schema as Node) : schema)] as const,
  ]);
  const { responses: _, headers: __, ...others } = components;
  return {
    ...rest,
    components: { ...(forRequests(others) as Node), schemas: Object.fromEntries(schemas) },
    paths: {
      ...(forRequests(paths) as Contract["paths"]),
      ...Object.fromEntries(Object.entries(events).map(([name, item]) => [EVENTS + name, item])),
    },
  } as Contract;
}

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

const mapOperations = (items: Record<string, Node>, map: (operation: Node) => Node): Record<string, Node> =>
  Object.fromEntries(
    Object.entries(items).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([key, value]) => [key, METHODS.includes(key) ? map(value as Node) : value]),
      ),
    ]),
  );

function asAnswer(contract: Contract, raw: unknown): Node {
  const {
    headers = {},
    content = {},
    ...rest
  } = resolve(contract, raw) as { headers?: Node; content?: Node };
  const resolved = Object.entries(headers).map(
    ([name, header]) => [name, resolve(contract, header)] as const,
  );
  return { ...rest, content: { ...(forAnswers(content) as Node), ...headersAsFields(resolved) } };
}

function asEvent(contract: Contract, operation: Node): Node {
  const parameters = (operation.parameters ?? []) as unknown[];
  const headers = parameters.map((raw) => resolve(contract, raw)).filter((one) => one.in === "header");
  const body = (operation.requestBody === undefined ? {} : resolve(contract, operation.requestBody)) as Node;
  const content = {
    ...(forAnswers(body.content ?? {}) as Node),
    ...headersAsFields(headers.map((header) => [String(header.name), header] as const)),
  };
  const { operationId, deprecated } = operation;
  return { operationId, deprecated, responses: { [EVENT_STATUS]: { description: "", content } } };
}

function headersAsFields(headers: readonly (readonly [string, Node])[]): Node {
  const nameOf = (name: string) => `header ${name}`;
  const properties = headers.map(([name, { schema }]) => [nameOf(name), forAnswers(schema ?? {})] as const);
  const required = headers.filter(([, header]) => header.required === true).map(([name]) => nameOf(name));
  return { [HEADERS]: { schema: { type: "object", properties: Object.fromEntries(properties), required } } };
}

const SCHEMAS = "#/components/schemas/";

const isReference = (value: unknown): value is string =>
  typeof value === "string" && value.startsWith(SCHEMAS);

/** A part of an answer, which refers to the answers' own schemas. Examples are of no matter. */
function forAnswers(node: unknown): unknown {
  if (isReference(node)) return node + ANSWER;
  if (Array.isArray(node)) return node.map(forAnswers);
  if (!isNode(node)) return node;
  // The envelope lists every code, as a list that may grow: without what a failure lists beside it, nothing narrows it.
  if (codesIn(node).length > 0) return {};
  return Object.fromEntries(
    Object.entries(node)
      .filter(
        ([key, value]) => !isExample(key, value) && !(key === "additionalProperties" && value === false),
      )
      .map(([key, value]) => [key, forAnswers(value)]),
  );
}

function forRequests(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(forRequests);
  if (!isNode(node)) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key, value]) => !isExample(key, value))
      .map(([key, value]) =>
        key === "additionalProperties" && value === false
          ? ["unevaluatedProperties", { not: {} }]
          : [key, key === "responses" ? value : forRequests(value)],
      ),
  );
}

/** `examples` of a body is a map; a field by that name has a schema. */
const isExample = (key: string, value: unknown) =>
  key === "examples" && (Array.isArray(value) || (isNode(value) && !("type" in value || "$ref" in value)));

/** The codes to which a failure narrows `error.code` beside the envelope. */
export function codesIn(schema: unknown): string[] {
  const error = isNode(schema) && isNode(schema.properties) ? schema.properties.error : undefined;
  const code = isNode(error) && isNode(error.properties) ? error.properties.code : undefined;
  return isNode(code) && Array.isArray(code.enum) ? (code.enum as string[]) : [];
}

const extensible = ({ enum: values, ...rest }: Node): Node => ({ ...rest, "x-extensible-enum": values });
