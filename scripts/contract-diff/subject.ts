import { type Contract, isNode, type Node, operationAt, resolve, responsesOf } from "./contract";

/** A change as the differ reports it. */
export interface Change {
  text: string;
  /** Why it breaks clients; null where it does not. */
  why: string | null;
  /** Empty where the change is not about one operation. */
  method: string;
  path: string;
  operationId: string;
}

/** What a change is about, by the names that people use for it. */
export interface Subject {
  /** The best name: `Contact.list_ids`, `listContacts.search`, `deleteFile`. */
  name: string;
  /** Every name by which the change log may mean it. */
  names: readonly string[];
  /** The names by which prose mentions it: never an operation or a schema where only a part of it changed. */
  words: readonly string[];
  /** The change in few words, the same in every operation that has it. */
  what: string;
}

/** Where the differ names a field, a parameter or an answer. */
const PLACES = [
  /parameter `([^`]+)`/,
  /propert(?:y|ies) (?!of )[^`]*`([^`]+)`(?! status)/,
  /`([^`]+)` (?:request |response |event )?propert/,
  /`([^`]+)` (?:request |response |event )'s propert/,
  /`([^`]+)` (?:request|response|event)'s property/,
  /status (?:code )?`([^`]+)`/,
  /`([^`]+)`/,
];

const STATUS =
  / (?:from|to|of|for|in) (?:the |its )?(?:response )?(?:with the |status |the status |with the status )?`\d{3}`(?: status)?/g;

export function subjectOf(change: Change, before: Contract, after: Contract): Subject {
  const { text, method, path, operationId } = change;
  const place = PLACES.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined) ?? "";
  const operation = operationId || `${method} ${path}`.trim();
  const isField = /propert/.test(text) && !/parameter/.test(text);
  const owner = isField
    ? (ownerOf(before, operationAt(before, method, path), place) ??
      ownerOf(after, operationAt(after, method, path), place))
    : undefined;
  const isWhole = /endpoint added|removed with(out)? deprecation|operation id/.test(text) || place === "";
  const element = place.replace(/\/$/, "");
  if (operation === "") return { name: element, names: [element], words: [element], what: text };
  const own = isWhole ? operation : `${operation}.${element}`;
  const names = [
    operation,
    own,
    `${method} ${path}`,
    ...(owner === undefined ? [] : [owner.schema, named(owner)]),
  ];
  const what =
    owner === undefined
      ? text
      : text.replace(STATUS, "").replace(`\`${place}\``, `\`${owner.rest || owner.schema}\``);
  const name = owner === undefined ? own : named(owner);
  const last = (path: string) => path.split(/[./ ]/).at(-1) ?? path;
  const words = isWhole ? [...names, path] : [name, own, last(name), last(element)];
  return { name, names: [...new Set(names)], words: [...new Set(words)], what };
}

interface Owner {
  schema: string;
  /** The way on from the schema; empty where it is the schema itself. */
  rest: string;
}

const named = ({ schema, rest }: Owner) => (rest === "" ? schema : `${schema}.${rest.replaceAll("/", ".")}`);

/** The innermost schema with a name that a field is in. */
function ownerOf(contract: Contract, operation: unknown, place: string): Owner | undefined {
  if (!isNode(operation)) return undefined;
  const bodies = [operation.requestBody, ...Object.values(responsesOf(operation))];
  const roots = bodies.flatMap((body) =>
    Object.values((resolve(contract, body).content ?? {}) as Record<string, Node>).map(
      ({ schema }) => schema,
    ),
  );
  const segments = place.replace(/\/$/, "").split("/");
  return roots.map((root) => walk(contract, root, segments, undefined)).find((owner) => owner !== undefined);
}

const nameOf = (schema: unknown) =>
  isNode(schema) && typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;

function walk(
  contract: Contract,
  schema: unknown,
  segments: readonly string[],
  within: Owner | undefined,
): Owner | undefined {
  const name = nameOf(schema);
  const owner = name === undefined ? within : { schema: name, rest: segments.join("/") };
  const node = resolve(contract, schema);
  const [first, ...others] = segments;
  if (first === undefined) return owner;
  for (const part of ["allOf", "oneOf", "anyOf"]) {
    const forms = Array.isArray(node[part]) ? (node[part] as unknown[]) : [];
    // A form is written as `oneOf[#/components/schemas/Cat]`, and its name may hold the slashes that part segments.
    const isNamed = first.startsWith(`${part}[`);
    const end = segments.findIndex((segment) => segment.endsWith("]"));
    const form = segments.slice(0, end + 1).join("/");
    for (const each of forms) {
      if (isNamed && !form.includes(`/${nameOf(each) ?? ""}]`)) continue;
      const found = walk(contract, each, isNamed ? segments.slice(end + 1) : segments, owner);
      if (found !== undefined) return found;
    }
  }
  const properties = isNode(node.properties) ? node.properties : {};
  if (first in properties) return walk(contract, properties[first], others, owner);
  if (first === "items" || first === "additionalProperties") {
    return isNode(node[first]) ? walk(contract, node[first], others, owner) : undefined;
  }
  return undefined;
}
