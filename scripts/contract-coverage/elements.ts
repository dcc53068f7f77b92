import type { Model, Node } from "./model";

/** Kinds of elements with their titles, in the order of the report. */
export const KINDS = {
  parameter: "Parameters read",
  "body field": "Body fields read",
  value: "Values seen",
  status: "Statuses returned",
  header: "Headers sent",
  "reply field": "Response fields filled",
  event: "Event fields sent",
  security: "Security schemes used",
} as const;

export type Kind = keyof typeof KINDS;

export type Direction = "request" | "reply" | "event";

export const FIELD_KINDS = { request: "body field", reply: "reply field", event: "event" } as const;

/** Returns the text that records that a test has used the contract element at a JSON pointer. */
export const factOf = (kind: Exclude<Kind, "value"> | `value ${Direction}`, pointer: string) =>
  `${kind} ${pointer}`;

/** An element that the contract declares. A shared element belongs to the first operation that uses it. */
export interface Element {
  kind: Kind;
  operation: string;
  /** Name such as `query.limit`, `body.recipients[].to` or `402`. */
  name: string;
  pointer: string;
  fact: string;
}

export function elementsOf(model: Model): Element[] {
  const elements = new Map<string, Element>();
  const add = (element: Element) => {
    if (!elements.has(element.fact)) elements.set(element.fact, element);
  };
  const addOne = (kind: Exclude<Kind, "value">, operation: string, name: string, pointer: string) =>
    add({ kind, operation, name, pointer, fact: factOf(kind, pointer) });

  function addParts(direction: Direction, operation: string, root: Node, rootName: string): void {
    const done = new Set<Node>();
    const walk = (node: Node, name: string) => {
      if (done.has(node)) return;
      done.add(node);
      for (const [value, pointer] of node.values) {
        const shown = `${name} = ${String(value)} (${direction})`;
        add({ kind: "value", operation, name: shown, pointer, fact: factOf(`value ${direction}`, pointer) });
      }
      for (const branch of node.branches) walk(branch, name);
      if (node.items) walk(node.items, `${name}[]`);
      for (const field of node.fields.values()) {
        addOne(FIELD_KINDS[direction], operation, `${name}.${field.name}`, field.pointer);
        walk(field.node, `${name}.${field.name}`);
      }
    };
    walk(root, rootName);
  }

  for (const { id, parameters, body, replies } of model.operations) {
    for (const { place, name, pointer, node } of parameters) {
      addOne("parameter", id, `${place}.${name}`, pointer);
      addParts("request", id, node, `${place}.${name}`);
    }
    if (body) addParts("request", id, body, "body");
    for (const reply of replies) {
      addOne("status", id, reply.status, reply.pointer);
      for (const { name, pointer } of reply.headers) addOne("header", id, `${reply.status} ${name}`, pointer);
      if (reply.body) addParts("reply", id, reply.body, reply.status);
    }
  }
  for (const { id, parameters, body, replies } of model.events) {
    for (const { place, name, pointer } of parameters) addOne("event", id, `${place}.${name}`, pointer);
    if (body) addParts("event", id, body, "body");
    for (const { status, pointer } of replies) addOne("status", id, status, pointer);
  }
  for (const { name, pointer } of model.securitySchemes) addOne("security", "", name, pointer);
  return [...elements.values()];
}
