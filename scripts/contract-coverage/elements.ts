import { type Direction, fact, type Recording, STORED } from "./facts";
import { type Field, type Model, type Node, type Operation, PLACES } from "./model";

export type Kind =
  "parameter" | "body field" | "value" | "status" | "header" | "reply field" | "event" | "security";

export interface Element {
  kind: Kind;
  /** The operation whose handler should touch it, or the first of those that share it. */
  operation: string;
  /** How a person would call it: `query.limit`, `body.recipients[].to`, `402`. */
  name: string;
  /** Where it is declared. */
  pointer: string;
  touched: boolean;
}

/**
 * What each operation has to itself: parameters, statuses, and the fields right in its body. What is declared once for
 * many, such as the parts of a content or the fields of answers, is one element.
 */
const isOwn = ({ kind, name }: Element) =>
  kind === "parameter" || kind === "status" || (kind === "body field" && /^body\.\w+$/.test(name));

type Add = (element: Element) => void;

/** Everything that the contract declares, and whether any code has touched it. */
export function elementsOf(model: Model, recording: Recording): Element[] {
  const elements = new Map<string, Element>();
  const add: Add = (element) => {
    const { kind, operation, name, pointer } = element;
    const place = kind === "value" ? `${pointer} ${directionOf(name)}` : pointer;
    const key = isOwn(element) ? `${kind} ${operation} ${place}` : `${kind} ${place}`;
    const known = elements.get(key);
    if (!known) elements.set(key, element);
    else known.touched ||= element.touched;
  };
  for (const operation of model.operations) {
    addParameters(recording, operation, add);
    if (operation.body)
      new BodyWalk(recording, operation, add).walk(operation.body, "body", [operation.body.pointer]);
    for (const reply of operation.replies) {
      const touched = recording.has(fact.status(operation.id, reply.status));
      const of = { operation: operation.id };
      add({ ...of, kind: "status", name: reply.status, pointer: reply.pointer, touched });
      for (const { name, pointer } of reply.headers) {
        const sent = recording.has(fact.header(operation.id, reply.status, name));
        add({ ...of, kind: "header", name: `${reply.status} ${name}`, pointer, touched: sent });
      }
      if (reply.body) {
        const where = { operation: operation.id, direction: "reply" as const, kind: "reply field" as const };
        walkFilled(recording, where, reply.body, reply.status, new Set(), add);
      }
    }
  }
  for (const event of model.events) addEvent(recording, event, add);
  for (const { name, pointer } of model.securitySchemes) {
    const touched = recording.has(fact.security(name));
    add({ kind: "security", operation: "", name, pointer, touched });
  }
  return [...elements.values()];
}

/** Values of one enumeration are told apart by where they were seen. */
const directionOf = (name: string) => /\((\w+)\)$/.exec(name)?.[1] ?? "";

function addValues(
  recording: Recording,
  direction: Direction,
  operation: string,
  node: Node,
  name: string,
  add: Add,
): void {
  for (const [value, pointer] of node.values) {
    const touched = recording.has(fact.value(direction, pointer));
    add({ kind: "value", operation, name: `${name} = ${String(value)} (${direction})`, pointer, touched });
  }
}

function addParameters(recording: Recording, { id, parameters }: Operation, add: Add): void {
  for (const place of PLACES) {
    for (const { name: own, pointer, node } of parameters[place].values()) {
      const name = `${place}.${own}`;
      const touched = recording.has(fact.read(id, pointer));
      add({ kind: "parameter", operation: id, name, pointer, touched });
      for (const one of [node, ...(node.items ? [node.items] : [])]) {
        addValues(recording, "request", id, one, name, add);
      }
    }
  }
}

/** The fields of a request's body, each an element of its operation's. */
class BodyWalk {
  constructor(
    private readonly recording: Recording,
    private readonly operation: Operation,
    private readonly add: Add,
  ) {}

  /** `within` are the schemas that the value is in: what was carried with one of them may be read from there. */
  walk(node: Node, name: string, within: readonly string[]): void {
    const { id } = this.operation;
    addValues(this.recording, "request", id, node, name, this.add);
    for (const branch of node.branches) {
      if (!within.includes(branch.pointer)) this.walk(branch, name, [...within, branch.pointer]);
    }
    if (node.items) this.walk(node.items, `${name}[]`, [...within, node.items.pointer]);
    for (const field of node.fields.values()) this.field(field, name, within);
  }

  private field({ name: own, pointer, node }: Field, parent: string, within: readonly string[]): void {
    const { id } = this.operation;
    const name = `${parent}.${own}`;
    const carried = within.some((at) => this.recording.has(fact.carried(id, at)));
    const touched =
      this.recording.has(fact.read(id, pointer)) ||
      (carried && this.recording.has(fact.read(STORED, pointer)));
    this.add({ kind: "body field", operation: id, name, pointer, touched });
    if (!within.includes(node.pointer)) this.walk(node, name, [...within, node.pointer]);
  }
}

interface Where {
  operation: string;
  direction: Direction;
  kind: Kind;
}

function walkFilled(
  recording: Recording,
  where: Where,
  node: Node,
  name: string,
  done: Set<string>,
  add: Add,
): void {
  if (done.has(node.pointer)) return;
  done.add(node.pointer);
  const { operation, direction, kind } = where;
  addValues(recording, direction, operation, node, name, add);
  for (const branch of node.branches) walkFilled(recording, where, branch, name, done, add);
  if (node.items) walkFilled(recording, where, node.items, `${name}[]`, done, add);
  for (const field of node.fields.values()) {
    const called = `${name}.${field.name}`;
    const touched = recording.has(fact.filled(direction, field.pointer));
    add({ kind, operation, name: called, pointer: field.pointer, touched });
    walkFilled(recording, where, field.node, called, done, add);
  }
}

function addEvent(recording: Recording, { id, parameters, body, replies }: Operation, add: Add): void {
  for (const { name, pointer } of parameters.header.values()) {
    const touched = recording.has(fact.filled("event", pointer));
    add({ kind: "event", operation: id, name: `header.${name}`, pointer, touched });
  }
  if (body) {
    walkFilled(recording, { operation: id, direction: "event", kind: "event" }, body, "body", new Set(), add);
  }
  for (const { status, pointer } of replies) {
    const touched = recording.has(fact.status(id, status));
    add({ kind: "status", operation: id, name: status, pointer, touched });
  }
}
