import { type Direction, fact, type Recording } from "./facts";
import { fieldsOf, itemsOf, type Node } from "./model";

/** Notes the values of enumerations; of a list, those of all its entries. */
export function seeValues(recording: Recording, direction: Direction, node: Node, value: unknown): void {
  if (Array.isArray(value)) {
    const items = itemsOf(node);
    if (items) for (const one of value) seeValues(recording, direction, items, one);
    return;
  }
  const pointer = node.values.get(value);
  if (pointer !== undefined) recording.add(fact.value(direction, pointer));
  if (typeof value !== "object") {
    for (const branch of node.branches) seeValues(recording, direction, branch, value);
  }
}

/** Notes all that a body holds: its fields, to the depth, and values of enumerations. Null fills only what is always null. */
export function seeBody(recording: Recording, direction: Direction, node: Node, value: unknown): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    const items = itemsOf(node);
    if (items) for (const one of value) seeBody(recording, direction, items, one);
    return;
  }
  if (typeof value !== "object") {
    seeValues(recording, direction, node, value);
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    for (const field of fieldsOf(node, value, name)) {
      if (inner === null && !field.node.isNull) continue;
      recording.add(fact.filled(direction, field.pointer));
      seeBody(recording, direction, field.node, inner);
    }
  }
}
