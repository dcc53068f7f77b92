import { createHash } from "node:crypto";
import { escapedStep, valueAt } from "../../src/platform/json-pointer";

/** A schema of the contract with its references resolved. */
export interface Node {
  readonly pointer: string;
  readonly fields: ReadonlyMap<string, Field>;
  readonly items: Node | null;
  /** Branches of a union and parts of an `allOf`, except null. */
  readonly branches: readonly Node[];
  /** Pointers to the enumerated values, by value, without null. */
  readonly values: ReadonlyMap<unknown, string>;
  /** Name of the field whose value selects the branch. */
  readonly discriminator: string | null;
  /** Whether the schema allows only null. */
  readonly isNull: boolean;
}

/** A property of an object. `pointer` is its own place; `node.pointer` is the schema behind any `$ref`. */
interface Field {
  readonly name: string;
  readonly pointer: string;
  readonly node: Node;
}

type Place = "path" | "query" | "header";

export type Model = ReturnType<typeof modelOf>;

/** An operation or a webhook of the contract. */
export type Operation = Model["operations"][number];

type Json = Readonly<Record<string, unknown>>;

const METHODS = ["get", "post", "put", "patch", "delete"];

/** Returns the operations and webhooks of a bundled contract, with resolved schemas. */
export function modelOf(document: object) {
  const lookUp = (pointer: string) => valueAt(document, pointer);

  function resolved(pointer: string): string {
    const target = (lookUp(pointer) as Json | undefined)?.$ref;
    return typeof target === "string" ? resolved(target) : pointer;
  }

  /** Returns the children of an object or array, each with its pointer. */
  const partsOf = (pointer: string) =>
    Object.keys((lookUp(pointer) ?? {}) as Json).map((name) => ({
      name,
      pointer: `${pointer}/${escapedStep(name)}`,
    }));

  const nodes = new Map<string, Node>();
  function nodeAt(declared: string): Node {
    const pointer = resolved(declared);
    const known = nodes.get(pointer);
    if (known) return known;
    const schema = (lookUp(pointer) ?? {}) as Json;
    const fields = new Map<string, Field>();
    const branches: Node[] = [];
    const node = {
      pointer,
      fields,
      branches,
      items: null as Node | null,
      values: valuesAt(pointer, schema),
      isNull: schema.type === "null",
      discriminator: ((schema.discriminator as Json | undefined)?.propertyName as string | undefined) ?? null,
    };
    // Register the node before its parts, because a schema may contain itself.
    nodes.set(pointer, node);
    for (const part of partsOf(`${pointer}/properties`)) {
      fields.set(part.name, { ...part, node: nodeAt(part.pointer) });
    }
    if (schema.items) node.items = nodeAt(`${pointer}/items`);
    for (const union of ["oneOf", "anyOf", "allOf"]) {
      const parts = partsOf(`${pointer}/${union}`).map((part) => nodeAt(part.pointer));
      branches.push(...parts.filter(({ isNull }) => !isNull));
    }
    return node;
  }

  function bodyAt(pointer: string): Node | null {
    const at = `${resolved(pointer)}/content/application~1json/schema`;
    return lookUp(at) === undefined ? null : nodeAt(at);
  }

  function operationAt(pointer: string, method: string, path: string) {
    return {
      id: (lookUp(pointer) as { operationId: string }).operationId,
      method: method.toUpperCase(),
      path,
      parameters: partsOf(`${pointer}/parameters`).map((part) => {
        const at = resolved(part.pointer);
        const { in: place, name } = lookUp(at) as { in: Place; name: string };
        return { place, name, pointer: part.pointer, node: nodeAt(`${at}/schema`) };
      }),
      body: bodyAt(`${pointer}/requestBody`),
      replies: partsOf(`${pointer}/responses`).map((part) => ({
        status: part.name,
        pointer: part.pointer,
        body: bodyAt(part.pointer),
        headers: partsOf(`${resolved(part.pointer)}/headers`),
      })),
    };
  }

  const operationsIn = (kind: "paths" | "webhooks") =>
    partsOf(`#/${kind}`).flatMap((path) =>
      partsOf(path.pointer)
        .filter(({ name }) => METHODS.includes(name))
        .map(({ name, pointer }) => operationAt(pointer, name, path.name)),
    );

  return {
    fingerprint: createHash("sha256").update(JSON.stringify(document)).digest("hex").slice(0, 16),
    operations: operationsIn("paths"),
    events: operationsIn("webhooks"),
    securitySchemes: partsOf("#/components/securitySchemes"),
    nodeAt,
  };
}

function valuesAt(pointer: string, schema: Json): ReadonlyMap<unknown, string> {
  if ("const" in schema) return new Map([[schema.const, `${pointer}/const`]]);
  const values = ((schema.enum ?? []) as unknown[]).map(
    (value, i) => [value, `${pointer}/enum/${i}`] as const,
  );
  return new Map(values.filter(([value]) => value !== null));
}

/** Returns the branches of a union that the value may match. */
function branchesFor({ branches, discriminator }: Node, value: object): readonly Node[] {
  if (discriminator === null) return branches;
  const selected: unknown = Reflect.get(value, discriminator);
  const fitting = branches.filter(({ fields }) => fields.get(discriminator)?.node.values.has(selected));
  return fitting.length > 0 ? fitting : branches;
}

/** Returns the declarations of a field of this value. Combined schemas may declare a field several times. */
export function fieldsOf(node: Node, value: object, name: string): readonly Field[] {
  const own = node.fields.get(name);
  const inBranches = branchesFor(node, value).flatMap((branch) => fieldsOf(branch, value, name));
  return own ? [own, ...inBranches] : inBranches;
}

export const itemsOf = (node: Node): Node | null =>
  node.items ?? node.branches.map(itemsOf).find((items) => items !== null) ?? null;
