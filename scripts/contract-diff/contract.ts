/** A bundled contract, as far as its comparison looks into it. */
export interface Contract {
  info: { version: string };
  paths?: Record<string, Record<string, unknown>>;
  webhooks?: Record<string, Record<string, unknown>>;
  components?: Record<string, Record<string, unknown>>;
}

/** The names of the schemas that a part of a contract refers to, directly or by way of others. */
export function schemasUsedBy(contract: Contract, part: unknown): Set<string> {
  const seen = new Set<string>();
  const walk = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === "$ref" && typeof value === "string") follow(value);
      else walk(value);
    }
  };
  const follow = (reference: string) => {
    if (seen.has(reference)) return;
    seen.add(reference);
    const [, , kind = "", name = ""] = reference.split("/");
    walk(contract.components?.[kind]?.[name]);
  };
  walk(part);
  const prefix = "#/components/schemas/";
  return new Set([...seen].filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length)));
}

/** An operation or a webhook by its method and path, or undefined when the contract lacks it. */
export const operationAt = (contract: Contract, method: string, path: string): unknown =>
  (contract.paths?.[path] ?? contract.webhooks?.[path])?.[method.toLowerCase()];
