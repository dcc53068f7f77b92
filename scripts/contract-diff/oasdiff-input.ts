// Rewrites a contract so that oasdiff applies this contract's compatibility rules:
// - Events become responses, because the service sends both.
// - Responses have separate schemas with open objects and extensible enumerations, because clients ignore
//   unknown fields and values. `operation-rules.ts` compares error codes.
// - Response headers become fields, because oasdiff compares little of a header.
// - Request parameters outside paths become fields of a body, because oasdiff ignores most of their `items`,
//   `anyOf` and `const`.
// - Closed request objects get a keyword that oasdiff compares.
// - Descriptions and examples are omitted, because oasdiff compares them in `anyOf` and `oneOf`.
import { missing } from "./change";
import { codesIn, type Contract, isNode, mapNode, type Node, nodeOf, operationsOf } from "./contract";

const EVENTS = "/~events/";
const EVENT_STATUS = "200";

/** Suffix of the copies of schemas that responses refer to. The contract itself has no such names. */
export const RESPONSE = ".response";

/** Returns the name of the event that a rewritten path stands for. */
export const eventName = (path: string): string | undefined =>
  path.startsWith(EVENTS) ? path.slice(EVENTS.length) : undefined;

/** Form of a request schema without `anyOf` or `oneOf`. oasdiff's texts name the form by its title. */
export const ANY_FORM = { title: "any" };

const IN_STATUS = new RegExp(
  ` (?:from|to|of|for|in) (?:the response (?:with the |status )|(?:the )?status )\`${EVENT_STATUS}\`(?: status)?`,
);

/** Media types that stand for parameters and headers. oasdiff takes a type in JSON literally. */
const PARAMETERS = "application/x-parameters+json";
const HEADERS = "application/x-headers";

/** oasdiff's names of the fields that stand for parameters. */
const PARAMETER_FIELD =
  /request propert(?:y|ies) `(?:query|header|cookie) [^`]*`|`(?:query|header|cookie) [^`]*` request property/g;

const parameterOf = (field: string): string =>
  field.replace(/.*`(\w+) ([^`]*)`.*/, "`$1` request parameter `$2`");

/** Translates oasdiff's text about a rewritten contract to the original terms. */
export function inContractTerms(text: string, isEvent: boolean): string {
  const plain = text
    .replaceAll(RESPONSE, "")
    .replaceAll("`undefined`", "`null`")
    .replaceAll(` (media type: ${PARAMETERS})`, "")
    .replaceAll(` (media type: ${HEADERS})`, "")
    .replace(
      new RegExp(`removed \`subschema #1: ${ANY_FORM.title}\` from the (.*) \`(anyOf|oneOf)\` list`),
      "the $1 must match one of the forms of its new `$2` list",
    )
    .replace(PARAMETER_FIELD, parameterOf)
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
    const sides = isEvent
      ? { responses: { [EVENT_STATUS]: responseOf({ ...requestBody, headers: Object.fromEntries(sent) }) } }
      : { ...requestOf(parameters, requestBody), responses: mapNode(responses, responseOf) };
    const key = isEvent ? EVENTS + path : path;
    paths[key] = { ...paths[key], [method.toLowerCase()]: { ...rest, ...sides } };
  }
  const schemas = Object.entries(nodeOf(contract.components?.schemas)).flatMap(([name, schema]) => [
    [name, rewritten(schema, false)],
    [name + RESPONSE, rewritten({ ...nodeOf(schema), "x-may-grow": growing.includes(name) }, true)],
  ]);
  const components = { ...contract.components, schemas: Object.fromEntries(schemas) as Node };
  return { ...contract, paths, webhooks: {}, components };
}

function requestOf(parameters: readonly Node[], body: Node): Node {
  const inPath = parameters.filter((one) => one.in === "path");
  const named = missing(parameters, inPath).map((one): [string, Node] => {
    const name = one.name as string;
    return [`${one.in as string} ${one.in === "header" ? name.toLowerCase() : name}`, one];
  });
  const content = { ...nodeOf(body.content), [PARAMETERS]: { schema: fieldsOf(named) } };
  return nodeOf(rewritten({ parameters: inPath, requestBody: { ...body, content } }, false));
}

function responseOf({ content, headers }: Node): Node {
  const named = Object.entries(headers as Record<string, Node>).map(([name, one]): [string, Node] => [
    `header ${name}`,
    one,
  ]);
  const media = { ...nodeOf(content), [HEADERS]: { schema: fieldsOf(named) } };
  return { description: "", content: rewritten(media, true) };
}

/** Returns the schema of an object that has parameters or headers as fields. */
function fieldsOf(named: readonly [string, Node][]): Node {
  const properties = named.map(([name, { schema, deprecated }]) => [name, { ...nodeOf(schema), deprecated }]);
  const required = named.filter(([, one]) => one.required === true).map(([name]) => name);
  return { type: "object", properties: Object.fromEntries(properties) as Node, required };
}

/** Returns whether a schema is an enumeration that may grow. */
const isGrowingList = (node: Node) => node["x-may-grow"] === true && Array.isArray(node.enum);

const extensible = ({ enum: values, ...rest }: Node): Node => ({ ...rest, "x-extensible-enum": values });

/** Returns whether a keyword only explains. A property of that name has an object as its value. */
const isText = (key: string, value: unknown) =>
  (key === "description" && typeof value === "string") || (key === "examples" && Array.isArray(value));

function rewritten(node: unknown, isResponse: boolean): unknown {
  if (Array.isArray(node)) return node.map((each) => rewritten(each, isResponse));
  if (typeof node === "string" && isResponse && node.startsWith("#/components/schemas/"))
    return node + RESPONSE;
  if (!isNode(node)) return node;
  if (isResponse && codesIn(node).length > 0) return {};
  if (isResponse && isGrowingList(node)) return extensible(node);
  const { additionalProperties: others, ...rest } = mapNode(node, (value, key) =>
    isText(key, value) ? undefined : rewritten(value, isResponse),
  );
  if (others !== false) return others === undefined ? rest : { ...rest, additionalProperties: others };
  return isResponse ? rest : { ...rest, unevaluatedProperties: { not: {} } };
}
