export type Node = Record<string, unknown>;

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A bundled contract, as far as its comparison looks into it. */
export interface Contract {
  info: { version: string };
  servers?: { url: string }[];
  security?: unknown;
  paths?: Record<string, Node>;
  webhooks?: Record<string, Node>;
  components?: Record<string, Node>;
  "x-invariants"?: unknown;
}

/** What a part of a bundled contract is, or refers to. */
export function resolve(contract: Contract, part: unknown): Node {
  let node = part;
  for (let steps = 0; isNode(node) && typeof node.$ref === "string" && steps < 100; steps++) {
    const [, , kind = "", name = ""] = node.$ref.split("/");
    node = contract.components?.[kind]?.[name];
  }
  return isNode(node) ? node : {};
}

export const responsesOf = (operation: unknown): Node =>
  isNode(operation) && isNode(operation.responses) ? operation.responses : {};

/** An operation or a webhook by its method and path, or undefined when the contract lacks it. */
export const operationAt = (contract: Contract, method: string, path: string): unknown =>
  (contract.paths?.[path] ?? contract.webhooks?.[path])?.[method.toLowerCase()];
