export type Node = Record<string, unknown>;

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const mapNode = <T>(node: Node, map: (value: unknown, key: string) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, map(value, key)]));

/** The parts of a bundled contract that the comparison reads. */
export interface Contract {
  info: { version: string };
  servers?: unknown;
  security?: unknown;
  paths?: Record<string, Node>;
  webhooks?: Record<string, Node>;
  components?: Record<string, Node>;
  "x-laws"?: unknown;
}

/** Follows references within the contract; returns an empty node where there is nothing. */
export function resolve(contract: Contract, part: unknown): Node {
  let node = part;
  for (let steps = 0; isNode(node) && typeof node.$ref === "string" && steps < 100; steps++) {
    const [, , kind = "", name = ""] = node.$ref.split("/");
    node = contract.components?.[kind]?.[name];
  }
  return nodeOf(node);
}

/** An operation or an event. References to parameters, bodies and responses are resolved, defaults are filled in. */
export interface Operation extends Node {
  method: string;
  path: string;
  operationId: string;
  isEvent: boolean;
  parameters: Node[];
  requestBody: Node;
  responses: Record<string, Node>;
  servers: string[];
  security: unknown[];
}

export const urlsOf = (servers: unknown) => (listOf(servers) as { url: string }[]).map(({ url }) => url);

export const operationsOf = (contract: Contract): Operation[] =>
  Object.entries({ ...contract.paths, ...contract.webhooks }).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      if (!isNode(operation)) return [];
      const parameters = [item.parameters, operation.parameters].flatMap(listOf);
      return {
        ...operation,
        ...{ method: method.toUpperCase(), path, isEvent: path in (contract.webhooks ?? {}) },
        operationId: (operation.operationId ?? "") as string,
        parameters: parameters.map((parameter) => resolve(contract, parameter)),
        requestBody: resolve(contract, operation.requestBody),
        responses: mapNode(nodeOf(operation.responses), (response) => resolve(contract, response)),
        servers: urlsOf(operation.servers ?? item.servers ?? contract.servers),
        security: listOf(operation.security ?? contract.security),
      };
    }),
  );

/** Identifies an operation by its method and path; the names of path parameters may differ. */
export const keyOf = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.replace(/\{[^}]*\}/g, "{}")}`;

/** Returns the names of lists that may get new values in responses. */
export const growingLists = (contract: Contract): string[] =>
  Object.entries(nodeOf(contract.components?.schemas)).flatMap(([name, schema]) =>
    nodeOf(schema)["x-may-grow"] === true ? name : [],
  );

/** Returns the error codes to which a failure's schema narrows the error envelope. */
export function codesIn(schema: unknown): string[] {
  const propertyOf = (one: unknown, name: string) => nodeOf(nodeOf(one).properties)[name];
  return listOf(nodeOf(propertyOf(propertyOf(schema, "error"), "code")).enum) as string[];
}
