import { nameOf, refTo } from "../client/contract";
import { pascalCase } from "../tools/pascal-case";
import { type Document, mapOperations, mapSchemas, withSchemas } from "./document";

/**
 * Tag of webhook events only. Generators write one file per tag. If an event and operations had the same tag,
 * the file of the event would overwrite the file of the operations.
 */
export const EVENTS_TAG = {
  name: "Webhook events",
  description: "What the service posts to webhook endpoints.",
};

/** New names of schemas whose name is a keyword. Generators would choose names such as `ModelImport`. */
const RENAMED: Readonly<Record<string, string>> = { Import: "ContactImport" };

/**
 * Returns a document with names that generators keep. Tags are in Pascal case, such as "ApiKeys": from the
 * tag "API keys", openapi-generator would derive the class name "APIKeysApi". No schema's name is a keyword.
 */
export function withNamesToGenerate(document: Document): Document {
  const clash = Object.values(RENAMED).find((name) => name in document.components.schemas);
  if (clash !== undefined) throw new Error(`the contract has a schema called ${clash} already`);
  const events = new Set(Object.values(document.webhooks).flatMap((item) => Object.values(item)));
  const tags = [...document.tags, EVENTS_TAG].map((tag) => ({ ...tag, name: pascalCase(tag.name) }));
  const tagged = mapOperations({ ...document, tags }, (operation) => ({
    ...operation,
    tags: (events.has(operation) ? [EVENTS_TAG.name] : operation.tags).map(pascalCase),
  }));
  const renamed = mapSchemas(tagged, (schema) => {
    const name = RENAMED[nameOf(schema) ?? ""];
    return name === undefined ? schema : { ...schema, ...refTo(name) };
  });
  const schemas = Object.entries(renamed.components.schemas);
  const named = schemas.map(([name, schema]) => [RENAMED[name] ?? name, schema] as const);
  return withSchemas(renamed, Object.fromEntries(named));
}
