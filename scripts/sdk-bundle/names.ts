import { nameOf, refTo } from "../client/contract";
import { withPlainTags } from "../contract/plain-tags";
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

/** Returns a document with names that generators keep: tags of plain words, and no keywords. */
export function withNamesToGenerate(document: Document): Document {
  const clash = Object.values(RENAMED).find((name) => name in document.components.schemas);
  if (clash !== undefined) throw new Error(`the contract has a schema called ${clash} already`);
  const events = new Set(Object.values(document.webhooks).flatMap((item) => Object.values(item)));
  const tagged = mapOperations({ ...document, tags: [...document.tags, EVENTS_TAG] }, (operation) =>
    events.has(operation) ? { ...operation, tags: [EVENTS_TAG.name] } : operation,
  );
  const renamed = mapSchemas(tagged, (schema) => {
    const name = RENAMED[nameOf(schema) ?? ""];
    return name === undefined ? schema : { ...schema, ...refTo(name) };
  });
  const schemas = Object.entries(renamed.components.schemas);
  const named = schemas.map(([name, schema]) => [RENAMED[name] ?? name, schema] as const);
  return withPlainTags(withSchemas(renamed, Object.fromEntries(named)));
}
