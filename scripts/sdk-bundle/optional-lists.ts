import { nameOf, namesReachedFrom, pascal, refTo, type Schemas } from "../client/contract";
import { type Document, mapValues, type Schema, withSchemas } from "./document";

const isContainer = ({ type, properties, additionalProperties }: Schema): boolean =>
  type === "array" ||
  (type === "object" && properties === undefined && typeof additionalProperties === "object");

/**
 * Turns every optional list or map of a request into a reference to a named schema. Otherwise Java clients
 * send an empty list or map for an omitted field: renaming a contact would clear its attributes.
 */
export function withOptionalLists(document: Document): Document {
  const { schemas } = document.components;
  const bodies = [...Object.values(document.paths)].flatMap((item) =>
    Object.values(item).map(({ requestBody }) => requestBody),
  );
  const usedByRequests = namesReachedFrom(bodies, schemas as Schemas);
  const made: Record<string, Schema> = {};

  const named = (parent: string, name: string, field: Schema): Schema => {
    const target = schemas[nameOf(field) ?? ""] ?? field;
    if (!isContainer(target)) return field;
    const description = field.description ?? target.description ?? `The ${name.replaceAll("_", " ")}.`;
    if (field.$ref !== undefined) return { ...field, description };
    const own = `${parent}${name.split("_").map(pascal).join("")}`;
    if (own in schemas) throw new Error(`the contract has a schema called ${own} already`);
    made[own] = field;
    return { ...refTo(own), description };
  };

  const changed = mapValues(schemas, (schema, parent) => {
    if (!usedByRequests.has(parent) || schema.properties === undefined) return schema;
    const properties = mapValues(schema.properties, (field, name) =>
      schema.required?.includes(name) ? field : named(parent, name, field),
    );
    return { ...schema, properties };
  });
  return withSchemas(document, { ...changed, ...made });
}
