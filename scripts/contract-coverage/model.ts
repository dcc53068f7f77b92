import { createHash } from "node:crypto";

/** A schema of the contract, made ready to be followed along values. */
export interface Node {
  readonly pointer: string;
  readonly fields: ReadonlyMap<string, Field>;
  readonly items: Node | null;
  /** Of a union; none of them stands for null. */
  readonly branches: readonly Node[];
  /** Pointers to the values of an enumeration, by value. */
  readonly values: ReadonlyMap<unknown, string>;
  /** The field whose value tells the branches apart. */
  readonly discriminator: string | null;
  /** Has no other value than null. */
  readonly isNull: boolean;
}

/** A named part of an object, or a parameter. The pointer is that of its declaration. */
export interface Field {
  readonly name: string;
  readonly pointer: string;
  readonly node: Node;
}

export interface Reply {
  readonly status: string;
  readonly pointer: string;
  readonly headers: readonly { name: string; pointer: string }[];
  /** Null where the answer has no body. */
  readonly body: Node | null;
}

export interface Operation {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  /** Those of the path, query and headers, by place and name. */
  readonly parameters: Readonly<Record<Place, ReadonlyMap<string, Field>>>;
  readonly body: Node | null;
  readonly replies: readonly Reply[];
}

export type Place = "path" | "query" | "header";
export const PLACES: readonly Place[] = ["path", "query", "header"];

export interface Model {
  /** Tells contracts apart. */
  readonly fingerprint: string;
  readonly operations: readonly Operation[];
  /** What is posted to endpoints, in the same form. */
  readonly events: readonly Operation[];
  readonly securitySchemes: readonly { name: string; pointer: string }[];
  readonly nodeAt: (pointer: string) => Node;
}

type Json = Readonly<Record<string, unknown>>;

const METHODS = ["get", "post", "put", "patch", "delete"];

export const escapedStep = (name: string | number) => String(name).replace(/~/g, "~0").replace(/\//g, "~1");

export const stepsOf = (pointer: string) =>
  pointer
    .split("/")
    .slice(1)
    .map((step) => step.replace(/~1/g, "/").replace(/~0/g, "~"));

/** The bundled contract as operations, and schemas that are looked at once they are needed. */
export function modelOf(document: object): Model {
  const lookUp = (pointer: string) =>
    stepsOf(pointer).reduce<unknown>((at, step) => (at as Json | undefined)?.[step], document);

  /** Where a declaration stands once references are followed. */
  function resolved(pointer: string): string {
    const target = (lookUp(pointer) as Json | undefined)?.$ref;
    return typeof target === "string" ? resolved(target) : pointer;
  }

  const names = (pointer: string) => Object.keys((lookUp(pointer) ?? {}) as Json);

  const nodes = new Map<string, Node>();
  function nodeAt(declared: string): Node {
    const pointer = resolved(declared);
    const known = nodes.get(pointer);
    if (known) return known;
    const schema = (lookUp(pointer) ?? {}) as Json;
    const unions = ["oneOf", "anyOf", "allOf"].flatMap((word) =>
      names(`${pointer}/${word}`).map((index) => `${pointer}/${word}/${index}`),
    );
    const node = {
      pointer,
      fields: new Map<string, Field>(),
      items: null as Node | null,
      branches: [] as Node[],
      values: valuesAt(pointer, schema),
      isNull: schema.type === "null",
      discriminator: ((schema.discriminator as Json | undefined)?.propertyName as string | undefined) ?? null,
    };
    // Before what is in it: a schema may hold itself.
    nodes.set(pointer, node);
    for (const name of names(`${pointer}/properties`)) {
      const at = `${pointer}/properties/${escapedStep(name)}`;
      node.fields.set(name, { name, pointer: at, node: nodeAt(at) });
    }
    if (schema.items) node.items = nodeAt(`${pointer}/items`);
    const isNull = (at: string) => (lookUp(resolved(at)) as Json).type === "null";
    node.branches.push(...unions.filter((at) => !isNull(at)).map(nodeAt));
    return node;
  }

  function operationAt(pointer: string, method: string, path: string): Operation {
    const raw = lookUp(pointer) as Json;
    const parameters = { path: new Map(), query: new Map(), header: new Map() } as Record<
      Place,
      Map<string, Field>
    >;
    for (const index of names(`${pointer}/parameters`)) {
      const at = `${pointer}/parameters/${index}`;
      const { in: place, name } = lookUp(resolved(at)) as { in: Place; name: string };
      parameters[place].set(name, { name, pointer: at, node: nodeAt(`${resolved(at)}/schema`) });
    }
    return {
      ...{ id: raw.operationId as string, tag: (raw.tags as string[])[0] ?? "", path, parameters },
      method: method.toUpperCase(),
      body: bodyAt(`${pointer}/requestBody`),
      replies: names(`${pointer}/responses`).map((status) =>
        replyAt(`${pointer}/responses/${status}`, status),
      ),
    };
  }

  function bodyAt(pointer: string): Node | null {
    const at = `${resolved(pointer)}/content/application~1json/schema`;
    return lookUp(at) === undefined ? null : nodeAt(at);
  }

  function replyAt(pointer: string, status: string): Reply {
    const at = resolved(pointer);
    const headers = names(`${at}/headers`).map((name) => ({
      name,
      pointer: `${at}/headers/${escapedStep(name)}`,
    }));
    return { status, pointer, headers, body: bodyAt(pointer) };
  }

  const operationsIn = (kind: "paths" | "webhooks") =>
    names(`#/${kind}`).flatMap((path) =>
      METHODS.flatMap((method) => {
        const pointer = `#/${kind}/${escapedStep(path)}/${method}`;
        return lookUp(pointer) === undefined ? [] : [operationAt(pointer, method, path)];
      }),
    );

  return {
    fingerprint: createHash("sha256").update(JSON.stringify(document)).digest("hex").slice(0, 16),
    operations: operationsIn("paths"),
    events: operationsIn("webhooks"),
    securitySchemes: names("#/components/securitySchemes").map((name) => ({
      name,
      pointer: `#/components/securitySchemes/${escapedStep(name)}`,
    })),
    nodeAt,
  };
}

function valuesAt(pointer: string, schema: Json): ReadonlyMap<unknown, string> {
  if ("const" in schema) return new Map([[schema.const, `${pointer}/const`]]);
  const values = (schema.enum ?? []) as unknown[];
  return new Map(
    // That there is no value is none.
    values.flatMap((value, index) => (value === null ? [] : [[value, `${pointer}/enum/${index}`] as const])),
  );
}

/** The branches of a union that a value can be of. */
export function branchesFor({ branches, discriminator }: Node, value: object): readonly Node[] {
  if (discriminator === null) return branches;
  const told: unknown = Reflect.get(value, discriminator);
  const fitting = branches.filter(({ fields }) => fields.get(discriminator)?.node.values.has(told));
  return fitting.length > 0 ? fitting : branches;
}

/** What the schema knows of a field of this value: several where schemas are put together. */
export function fieldsOf(node: Node, value: object, name: string): readonly Field[] {
  const own = node.fields.get(name);
  const inBranches = branchesFor(node, value).flatMap((branch) => fieldsOf(branch, value, name));
  return own ? [own, ...inBranches] : inBranches;
}

/** The schema of a list's entries. */
export const itemsOf = (node: Node): Node | null =>
  node.items ?? node.branches.map(itemsOf).find((items) => items !== null) ?? null;

/** Whether values of the schema have declared fields, at whatever depth. Maps and lists of plain values have none. */
export function isStructured(node: Node): boolean {
  if (node.fields.size > 0) return true;
  const items = itemsOf(node);
  return (items !== null && isStructured(items)) || node.branches.some(isStructured);
}
