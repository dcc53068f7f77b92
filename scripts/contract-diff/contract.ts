export type Node = Record<string, unknown>;

export const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const nodeOf = (value: unknown): Node => (isNode(value) ? value : {});
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const mapNode = <T, R>(
  node: Record<string, T>,
  map: (value: T, key: string) => R,
): Record<string, R> =>
  Object.fromEntries(Object.entries(node).map(([key, value]) => [key, map(value, key)]));

/** The parts of a bundled contract that the comparison reads. */
export interface Contract {
  info: { version: string };
  servers?: unknown;
  security?: unknown;
  paths?: Record<string, Node>;
  webhooks?: Record<string, Node>;
  components?: Record<string, Node>;
  "x-invariants"?: unknown;
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

export const urlsOf = (servers: unknown) => (listOf(servers) as { url: string }[]).map(({ url }) => url);

export type Operation = ReturnType<typeof operationsOf>[number];

/**
 * Returns operations and events with resolved references and with the defaults of their path and contract.
 */
export const operationsOf = (contract: Contract) =>
  Object.entries({ ...contract.paths, ...contract.webhooks }).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      if (!isNode(operation)) return [];
      const responses = mapNode(nodeOf(operation.responses), (response) => resolve(contract, response));
      const parameters = [item.parameters, operation.parameters].flatMap(listOf);
      return {
        ...operation,
        method: method.toUpperCase(),
        path,
        isEvent: path in (contract.webhooks ?? {}),
        operationId: (operation.operationId ?? "") as string,
        parameters: parameters.map((parameter) => resolve(contract, parameter)),
        requestBody: resolve(contract, operation.requestBody),
        responses: mapNode(responses, ({ headers, ...response }) => ({
          ...response,
          headers: mapNode(nodeOf(headers), (header) => resolve(contract, header)),
        })),
        servers: urlsOf(operation.servers ?? item.servers ?? contract.servers),
        security: listOf(operation.security ?? contract.security),
        invariants: operation["x-invariants"],
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
