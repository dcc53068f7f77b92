import type { Change } from "./change";
import { type Contract, isNode, keyOf, listOf, type Node, nodeOf, operationsOf, resolve } from "./contract";

/** What a change is about, by the names that people use for it. */
export interface Subject {
  /** The best name: `Contact.list_ids`, `listContacts.search`, `deleteFile`. */
  name: string;
  /** All names by which the change log may declare the change. */
  names: readonly string[];
  /** The names by which prose mentions the change; an operation or a schema only if it changed as a whole. */
  words: readonly string[];
  /** The change in few words, the same in each operation that shows it. */
  what: string;
}

/** Where oasdiff names a field, a parameter or a response; the first match decides. */
const PLACES = [
  /parameter `([^`]+)`/,
  /propert(?:y|ies) (?!of )[^`]*`([^`]+)`(?! status)/,
  /`([^`]+)` (?:(?:request|response|event)(?:'s)? )?propert/,
  /status (?:code )?`([^`]+)`/,
  /`([^`]+)`/,
];

const STATUS =
  / (?:from|to|of|for|in) (?:the |its )?(?:response )?(?:with the |status |the status |with the status )?`\d{3}`(?: status)?/g;

export function subjectOf(change: Change, before: Contract, after: Contract): Subject {
  const { text, method, path, operationId } = change;
  const place = PLACES.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined) ?? "";
  const element = place.replace(/\/$/, "");
  const operation = operationId || `${method} ${path}`.trim();
  if (operation === "") return { name: element, names: [element], words: [element], what: text };
  const isWhole = /endpoint added|removed with(out)? deprecation|operation id/.test(text) || place === "";
  const own = isWhole ? operation : `${operation}.${element}`;
  const names = [operation, own, `${method} ${path}`];
  const isField = /propert/.test(text) && !/parameter/.test(text);
  const owner = isField ? (ownerOf(before, change, element) ?? ownerOf(after, change, element)) : undefined;
  const name = owner === undefined ? own : [owner.schema, ...owner.rest].join(".");
  const last = (way: string) => way.split(/[./ ]/).at(-1) ?? way;
  return {
    name,
    names: owner === undefined ? names : [...names, owner.schema, name],
    words: isWhole ? [...names, path] : [name, own, last(name), last(element)],
    what: owner
      ? text.replace(STATUS, "").replace(`\`${place}\``, `\`${owner.rest.join("/") || owner.schema}\``)
      : text,
  };
}

/** A named schema, and the way from there to a field. */
interface Owner {
  schema: string;
  rest: readonly string[];
}

/** Returns the innermost named schema on the way to a field of an operation's bodies. */
function ownerOf(contract: Contract, change: Change, place: string): Owner | undefined {
  function walk(schema: unknown, way: readonly string[], within?: Owner): Owner | undefined {
    const name = schemaName(schema);
    const owner = name === undefined ? within : { schema: name, rest: way };
    const [first, ...rest] = way;
    if (first === undefined) return owner;
    const node = resolve(contract, schema);
    const forms = ["allOf", "oneOf", "anyOf"].flatMap((part) => {
      const isNamed = first.startsWith(`${part}[`);
      const meant = listOf(node[part]).filter((form) => !isNamed || first.endsWith(`/${schemaName(form)}]`));
      return meant.map((form) => walk(form, isNamed ? rest : way, owner));
    });
    const other = /^(items|additionalProperties)$/.test(first) ? node[first] : undefined;
    const field = nodeOf(node.properties)[first] ?? other;
    return forms.find((form) => form !== undefined) ?? (isNode(field) ? walk(field, rest, owner) : undefined);
  }
  const operation = operationsOf(contract).find((one) => keyOf(one) === keyOf(change));
  const bodies: Node[] = operation ? [operation.requestBody, ...Object.values(operation.responses)] : [];
  const media = bodies.flatMap(({ content }) => Object.values(nodeOf(content)));
  // oasdiff writes a form of a union as `oneOf[#/components/schemas/Cat]`.
  const way = place.match(/\w+\[[^\]]*\]|[^/]+/g) ?? [];
  return media.map((one) => walk(nodeOf(one).schema, way)).find((owner) => owner !== undefined);
}

const schemaName = (schema: unknown) => (nodeOf(schema).$ref as string | undefined)?.split("/").at(-1);
