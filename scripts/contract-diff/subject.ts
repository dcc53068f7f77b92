import type { Change } from "./change";
import { type Contract, isNode, keyOf, listOf, type Node, nodeOf, operationsOf, resolve } from "./contract";

/** The contract element that a change concerns, by its names. */
export interface Subject {
  /** Preferred name: `Contact.list_ids`, `listContacts.search`, `deleteFile`. */
  name: string;
  /** Names by which the change log may declare the change. */
  names: readonly string[];
  /**
   * Names by which prose mentions the change. Contains an operation or schema only if it changed as a whole.
   */
  words: readonly string[];
  /** Short text of the change, equal for all operations that show the change. */
  what: string;
}

/** Patterns for the field, parameter or response in a text of oasdiff; the first match decides. */
const PLACES = [
  /parameter `([^`/]+)/,
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
  if (operation === "")
    return { name: element, names: [element], words: [element, ...valueIn(text)], what: text };
  const isWhole =
    /endpoint added|removed with(out)? deprecation|operation id|name of the operation/.test(text) ||
    place === "";
  const own = isWhole ? operation : `${operation}.${element}`;
  const names = [operation, own, `${method} ${path}`];
  const isField = /propert/.test(text) && !/parameter/.test(text);
  const owner = isField ? (ownerOf(before, change, element) ?? ownerOf(after, change, element)) : undefined;
  const name = owner === undefined ? own : [owner.schema, ...owner.rest].join(".");
  const last = (dotted: string) => dotted.split(/[./ ]/).at(-1) ?? dotted;
  return {
    name,
    names: owner === undefined ? names : [...names, owner.schema, name],
    words: isWhole ? [...names, path] : [name, own, last(name), element, last(element), ...valueIn(text)],
    what: owner
      ? text.replace(STATUS, "").replace(`\`${place}\``, `\`${owner.rest.join("/") || owner.schema}\``)
      : text,
  };
}

/** Returns the value that a list gained; an empty array for any other change. */
const valueIn = (text: string): string[] =>
  /new `([^`]+)` enum value| got `([^`]+)`$/.exec(text)?.slice(1).filter(Boolean) ?? [];

/** A named schema, and the path from the schema to a field. */
interface Owner {
  schema: string;
  rest: readonly string[];
}

/** Matches changes that concern the object with the property, such as an added or a required property. */
const OF_HOLDER = /^(?:added|removed) the (?:[\w-]+ )*property\b|became (?:required|optional)/;

/**
 * Returns the innermost named schema on the path to a field of a request or response body. The named schema
 * of a field counts only if its values have changed.
 */
function ownerOf(contract: Contract, change: Change, place: string): Owner | undefined {
  function walk(schema: unknown, segments: readonly string[], within?: Owner): Owner | undefined {
    const name = schemaName(schema);
    const owner = name === undefined ? within : { schema: name, rest: segments };
    const [first, ...rest] = segments;
    if (first === undefined) return OF_HOLDER.test(change.text) ? within : owner;
    const node = resolve(contract, schema);
    const forms = ["allOf", "oneOf", "anyOf"].flatMap((part) => {
      const isNamed = first.startsWith(`${part}[`);
      const meant = listOf(node[part]).filter((form) => !isNamed || first.endsWith(`/${schemaName(form)}]`));
      return meant.map((form) => walk(form, isNamed ? rest : segments, owner));
    });
    const other = /^(items|additionalProperties)$/.test(first) ? node[first] : undefined;
    const field = nodeOf(node.properties)[first] ?? other;
    return forms.find((form) => form !== undefined) ?? (isNode(field) ? walk(field, rest, owner) : undefined);
  }
  const operation = operationsOf(contract).find((one) => keyOf(one) === keyOf(change));
  const bodies: Node[] = operation ? [operation.requestBody, ...Object.values(operation.responses)] : [];
  const media = bodies.flatMap(({ content }) => Object.values(nodeOf(content)));
  // oasdiff writes a branch of a union as `oneOf[#/components/schemas/Cat]`.
  const segments = place.match(/\w+\[[^\]]*\]|[^/]+/g) ?? [];
  return media.map((one) => walk(nodeOf(one).schema, segments)).find((owner) => owner !== undefined);
}

const schemaName = (schema: unknown) => (nodeOf(schema).$ref as string | undefined)?.split("/").at(-1);
