import type { Contract } from "./contract";

type Node = Record<string, unknown>;

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Where the events are put for the comparison; no path of a contract has such a form. */
const EVENTS = "/~events/";

/** The status under which the differ sees what an event carries. */
const EVENT_STATUS = "200";

/** The name of the event that a path of a comparable contract stands for; undefined for other paths. */
export const eventName = (path: string): string | undefined =>
  path.startsWith(EVENTS) ? path.slice(EVENTS.length) : undefined;

/** What is said of the answer that an event is taken for, said of the event. */
export const ofEvent = (text: string): string =>
  text
    .replace(new RegExp(` (from|to|of|for|in) the response with the \`${EVENT_STATUS}\` status`), "")
    .replaceAll("the response's body", "the event")
    .replaceAll("response", "event");

/** The lists that a contract marks `x-may-grow`, by the names of their schemas. */
export const growingLists = (contract: Contract): Set<string> =>
  new Set(
    Object.entries(contract.components?.schemas ?? {})
      .filter(([, schema]) => isNode(schema) && schema["x-may-grow"] === true)
      .map(([name]) => name),
  );

/**
 * The contract as the differ judges it rightly, in two things:
 * - What an event carries is given by the service, like an answer, but has the form of a request.
 * - `lists` and the codes of failures may get new values: clients were told so. The differ knows such lists by
 *   `x-extensible-enum`.
 */
export function comparable(contract: Contract, lists: ReadonlySet<string>): Contract {
  const { webhooks = {}, components = {}, ...rest } = contract;
  const events: Contract["paths"] = {};
  for (const [name, item] of Object.entries(webhooks)) {
    const operations = Object.entries(item).map(
      ([method, operation]) => [method, asAnswer(operation as EventOperation)] as const,
    );
    events[EVENTS + name] = Object.fromEntries(operations);
  }
  const schemas = Object.entries(components.schemas ?? {}).map(
    ([name, schema]) => [name, lists.has(name) ? extensible(schema as Node) : schema] as const,
  );
  return withoutCodes({
    ...rest,
    components: { ...components, schemas: Object.fromEntries(schemas) },
    paths: { ...rest.paths, ...events },
  }) as Contract;
}

interface EventOperation {
  operationId?: string;
  parameters?: { in: string; name: string; required?: boolean; schema: unknown }[];
  requestBody?: { content?: unknown };
}

function asAnswer({ operationId, parameters = [], requestBody }: EventOperation): Node {
  const headers = parameters
    .filter((parameter) => parameter.in === "header")
    .map(({ name, required, schema }) => [name, { required, schema }] as const);
  const answer = { description: "", headers: Object.fromEntries(headers), content: requestBody?.content };
  return { operationId, responses: { [EVENT_STATUS]: answer } };
}

/** Narrows `error.code`, as each failure does beside the envelope. */
export function codesIn(schema: unknown): string[] {
  const error = isNode(schema) && isNode(schema.properties) ? schema.properties.error : undefined;
  const code = isNode(error) && isNode(error.properties) ? error.properties.code : undefined;
  return isNode(code) && Array.isArray(code.enum) ? (code.enum as string[]) : [];
}

/** The envelope lists every code, as a list that may grow: without what a failure lists beside it, nothing narrows it. */
function withoutCodes(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutCodes);
  if (!isNode(node)) return node;
  if (codesIn(node).length > 0) return {};
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, withoutCodes(value)]));
}

const extensible = ({ enum: values, ...rest }: Node): Node => ({ ...rest, "x-extensible-enum": values });
