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

/** Parts of a bundled contract that are compared. */
export interface Contract {
  info: { version: string };
  servers?: unknown;
  security?: unknown;
  paths?: Record<string, Node>;
  webhooks?: Record<string, Node>;
  components?: Record<string, Node>;
  "x-invariants"?: unknown;
}

/** Follows references within the contract; returns an empty node if the target is missing. */
export function resolve(contract: Contract, part: unknown): Node {
  let node = part;
  for (let steps = 0; isNode(node) && typeof node.$ref === "string" && steps < 100; steps++) {
    const [, , kind = "", name = ""] = node.$ref.split("/");
    node = contract.components?.[kind]?.[name];
  }
  return nodeOf(node);
}

export const urlsOf = (servers: unknown) => (listOf(servers) as { url: string }[]).map(({ url }) => url);

/** One alternative of `security`: scopes by security scheme. Without a scheme, no key is needed. */
export type Key = Record<string, string[]>;

export type Operation = ReturnType<typeof operationsOf>[number];

/** Returns operations and webhooks with resolved references and inherited defaults. */
export const operationsOf = (contract: Contract) =>
  Object.entries({ ...contract.paths, ...contract.webhooks }).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      if (!isNode(operation)) return [];
      const responses = mapNode(nodeOf(operation.responses), (response) => resolve(contract, response));
      const parameters = [item.parameters, operation.parameters].flatMap(listOf);
      const security = listOf(operation.security ?? contract.security) as Key[];
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
        security: security.length > 0 ? security : [{}],
        tags: operation.tags,
        invariants: operation["x-invariants"],
      };
    }),
  );

/** Returns the identity of an operation: its method and path. Names of path parameters are ignored. */
export const keyOf = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.replace(/\{[^}]*\}/g, "{}")}`;

/** Returns the names of schemas that are enumerations to which responses may add values (`x-may-grow`). */
export const growingLists = (contract: Contract): string[] =>
  Object.entries(nodeOf(contract.components?.schemas)).flatMap(([name, schema]) =>
    nodeOf(schema)["x-may-grow"] === true ? name : [],
  );

/** Returns the error codes that an error response allows. */
export function codesIn(schema: unknown): string[] {
  const propertyOf = (one: unknown, name: string) => nodeOf(nodeOf(one).properties)[name];
  return listOf(nodeOf(propertyOf(propertyOf(schema, "error"), "code")).enum) as string[];
}
