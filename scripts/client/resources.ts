import { clientName } from "../../src/web/docs/client-names";
import { type Contract, type Endpoint, endpointsOf, nameOf, pascal, successSchemas } from "./contract";
import type { ClientSchemas } from "./schemas";

interface Method extends Endpoint {
  name: string;
}

interface Resource {
  name: string;
  type: string;
  description: string;
  methods: Method[];
}

/** Returns the source of a module: an interface per tag, with a method per operation, and operation ids. */
export function resourcesSource(contract: Contract, { schemas, params }: ClientSchemas): string {
  const resources = resourcesOf(contract);
  const used = new Set<string>();
  const typeNamed = (name: string) => {
    used.add(name);
    return name;
  };
  const signature = ({ operation, parameters }: Endpoint): string => {
    const given = params.get(operation.operationId);
    const options = optionsOf(parameters.map(({ name }) => name));
    const first = given ? typeNamed(given.name) : "Record<never, never>";
    const bodies = successSchemas(operation).map((schema) => {
      const name = nameOf(schema);
      if (name === undefined) throw new Error(`a response of ${operation.operationId} has no name`);
      return typeNamed(name);
    });
    const isList = parameters.some(({ name, in: place }) => place === "query" && name === "offset");
    const responseType = bodies.length === 0 ? "void" : bodies.join(" | ");
    const call = `(params${given?.required ? "" : "?"}: ${first}, options?: ${options})`;
    return `${call}: ${isList ? "PagedList" : "Promise"}<${responseType}>`;
  };

  const interfaces = resources.map(({ type, description, methods }) => {
    if (type in schemas) throw new Error(`the client would have two types called ${type}`);
    return `
/** ${description} */
export interface ${type} {
${methods.map((one) => `${comment(one)}\n${one.name}${signature(one)};`).join("\n\n")}
}`;
  });
  return `
import type { CallOptions, ConditionalCallOptions, KeyedCallOptions, OperationId, PagedList } from "./operations";
import type { ${[...used].sort().join(", ")} } from "./types";
${interfaces.join("\n")}

/** The service's operations by resource. Failures are thrown. */
export interface Resources {
${resources.map(({ name, type, description }) => `/** ${description} */\n${name}: ${type};`).join("\n")}
}

/** The operation behind each method of each resource. */
export const resources = {
${resources
  .map(({ name, methods }) => {
    const ids = methods.map((one) => `${one.name}: "${one.operation.operationId}"`);
    return `${name}: { ${ids.join(", ")} },`;
  })
  .join("\n")}
} as const satisfies { readonly [Name in keyof Resources]: Readonly<Record<keyof Resources[Name], OperationId>> };
`;
}

function optionsOf(parameters: readonly string[]): string {
  if (parameters.includes("Idempotency-Key")) return "KeyedCallOptions";
  return parameters.includes("If-Match") ? "ConditionalCallOptions" : "CallOptions";
}

function resourcesOf(contract: Contract): Resource[] {
  const resources = new Map<string, Resource>();
  const tagged = endpointsOf(contract);
  for (const { name: tag, description } of contract.tags) {
    const methods = tagged
      .filter(({ operation }) => operation.tags[0] === tag)
      .map((endpoint) => ({ ...endpoint, name: clientName(endpoint.operation.operationId, tag).method }));
    if (methods.length === 0) continue;
    const { resource: name } = clientName("", tag);
    const twice = methods.find((one, index) => methods.findIndex((other) => other.name === one.name) < index);
    if (twice) throw new Error(`two operations of ${tag} would be ${name}.${twice.name}`);
    resources.set(tag, { name, type: `${pascal(name)}Resource`, description: description.trim(), methods });
  }
  const strays = tagged.filter(({ operation }) => !resources.has(operation.tags[0] ?? ""));
  if (strays.length > 0) throw new Error(`${strays[0]?.operation.operationId} has a tag that is not listed`);
  return [...resources.values()];
}

function comment({ method, path, operation: { summary, description, security } }: Endpoint): string {
  const scope = security?.flatMap((one) => Object.values(one).flat())[0];
  return `/**
 * ${summary}
 *
 * \`${method} ${path}\`${scope === undefined ? "" : `, scope \`${scope}\``}
 *
 * ${description.trim().replace(/\n/g, "\n * ").replaceAll("*/", "*\\/")}
 */`;
}
