import { pascalCase } from "../tools/pascal-case";

interface Tagged {
  tags?: readonly string[];
}

interface TaggedContract {
  tags?: readonly { name: string }[];
  paths: Readonly<Record<string, object>>;
  webhooks?: Readonly<Record<string, object>>;
}

/**
 * Returns the contract with tags in Pascal case, such as "ApiKeys". From the tag "API keys",
 * openapi-generator would derive the class name "APIKeysApi".
 */
export function withPlainTags<T extends TaggedContract>(contract: T): T {
  const copy = structuredClone(contract) as T & { tags?: { name: string }[] };
  for (const tag of copy.tags ?? []) tag.name = pascalCase(tag.name);
  for (const item of [...Object.values(copy.paths), ...Object.values(copy.webhooks ?? {})]) {
    for (const operation of Object.values(item) as Tagged[]) {
      if (Array.isArray(operation.tags)) operation.tags = operation.tags.map(pascalCase);
    }
  }
  return copy;
}
