import { withPlainTags } from "../contract/plain-tags";
import { type Document, mapOperations, mapSchemas, nameOf, refTo } from "./document";

/** Events are requests that the service makes: among the operations of a tag, generators would overwrite these. */
export const EVENTS_TAG = {
  name: "Webhook events",
  description: "What the service posts to webhook endpoints.",
};

/** Words that languages keep for themselves, of which generators would make `ModelImport` and the like. */
const RENAMED: Readonly<Record<string, string>> = { Import: "ContactImport" };

/** A document with names that generators keep: tags of plain words, a tag for events, no schema called as a keyword is. */
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
  const { components } = renamed;
  const schemas = Object.entries(components.schemas).map(([name, schema]) => [RENAMED[name] ?? name, schema]);
  return withPlainTags({
    ...renamed,
    components: { ...components, schemas: Object.fromEntries(schemas) as typeof components.schemas },
  });
}
