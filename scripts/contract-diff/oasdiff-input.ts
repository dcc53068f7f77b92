// Rewrites a contract so that oasdiff applies this contract's compatibility rules:
// - Events become responses, because the service sends both.
// - Responses have separate schemas with open objects and extensible enumerations, because clients ignore
//   unknown fields and values. `operation-rules.ts` compares error codes.
// - Response headers become fields, because oasdiff compares little of a header.
// - Closed request objects get a keyword that oasdiff compares.
import { codesIn, type Contract, isNode, mapNode, type Node, nodeOf, operationsOf } from "./contract";

const EVENTS = "/~events/";
const EVENT_STATUS = "200";

/** Suffix of the copies of schemas that responses refer to. The contract itself has no such names. */
export const RESPONSE = ".response";

/** Returns the name of the event that a rewritten path stands for. */
export const eventName = (path: string): string | undefined =>
  path.startsWith(EVENTS) ? path.slice(EVENTS.length) : undefined;

const IN_STATUS = new RegExp(
  ` (?:from|to|of|for|in) (?:the response (?:with the |status )|(?:the )?status )\`${EVENT_STATUS}\`(?: status)?`,
);

/** Translates oasdiff's text about a rewritten contract to the original terms. */
export function inContractTerms(text: string, isEvent: boolean): string {
  const plain = text
    .replaceAll(RESPONSE, "")
    .replace("added 'unevaluatedProperties' constraint to", "unknown fields are no longer accepted in")
    .replace("removed 'unevaluatedProperties' constraint from", "unknown fields are accepted in")
    .replace(
      /media type (`.*`) was changed to .*media type (`.*`) for the response status (`.*`)/,
      "the response $3 has the media type $2, no longer $1",
    );
  if (!isEvent) return plain;
  return plain
    .replace(IN_STATUS, "")
    .replaceAll("the response's body", "the event")
    .replaceAll("response", "event");
}

export function oasdiffInput(contract: Contract, growing: readonly string[]): Contract {
  const paths: Record<string, Node> = {};
  for (const operation of operationsOf(contract)) {
    const { method, path, isEvent, parameters, requestBody, responses, ...others } = operation;
    const { servers: _, security: __, ...rest } = others;
    const sent = parameters
      .filter((one) => one.in === "header")
      .map((one) => [one.name as string, one] as const);
    const body = requestBody.content === undefined ? {} : { requestBody };
    const sides = isEvent
      ? { responses: { [EVENT_STATUS]: responseOf({ ...requestBody, headers: Object.fromEntries(sent) }) } }
      : { ...nodeOf(rewritten({ parameters, ...body }, false)), responses: mapNode(responses, responseOf) };
    const key = isEvent ? EVENTS + path : path;
    paths[key] = { ...paths[key], [method.toLowerCase()]: { ...rest, ...sides } };
  }
  const schemas = Object.entries(nodeOf(contract.components?.schemas)).flatMap(([name, schema]) => [
    [name, rewritten(schema, false)],
    [name + RESPONSE, rewritten(growing.includes(name) ? extensible(nodeOf(schema)) : schema, true)],
  ]);
  const components = { ...contract.components, schemas: Object.fromEntries(schemas) as Node };
  return { ...contract, paths, webhooks: {}, components };
}

function responseOf({ content, headers }: Node): Node {
  const named = Object.entries(headers as Record<string, Node>).map(
    ([name, one]) => [`header ${name}`, one] as const,
  );
  const properties = named.map(([name, { schema }]) => [name, rewritten(schema ?? {}, true)]);
  const required = named.filter(([, one]) => one.required === true).map(([name]) => name);
  const fields = { type: "object", properties: Object.fromEntries(properties) as Node, required };
  const media = { ...nodeOf(rewritten(content, true)), "application/x-headers": { schema: fields } };
  return { description: "", content: media };
}

const extensible = ({ enum: values, ...rest }: Node): Node => ({ ...rest, "x-extensible-enum": values });

function rewritten(node: unknown, isResponse: boolean): unknown {
  if (Array.isArray(node)) return node.map((each) => rewritten(each, isResponse));
  if (typeof node === "string" && isResponse && node.startsWith("#/components/schemas/"))
    return node + RESPONSE;
  if (!isNode(node)) return node;
  if (isResponse && codesIn(node).length > 0) return {};
  const { additionalProperties: others, ...rest } = mapNode(node, (value) => rewritten(value, isResponse));
  if (others !== false) return others === undefined ? rest : { ...rest, additionalProperties: others };
  return isResponse ? rest : { ...rest, unevaluatedProperties: { not: {} } };
}
