import { nameOf } from "../client/contract";
import { type Document, mapSchemas, type Schema } from "./document";

const withoutTexts = (schema: Schema) =>
  JSON.stringify(schema, (key, value: unknown) => (key === "description" ? undefined : value));

function memberOf(given: Schema, schemas: Record<string, Schema>): Schema {
  const member = schemas[nameOf(given) ?? ""] ?? given;
  if (member.properties === undefined)
    throw new Error(`a union has a member without fields: ${nameOf(given)}`);
  return member;
}

/** Returns the discriminator values of the members that have a field. Null if all members have the field. */
function kindsWith(name: string, members: readonly Schema[], kind: string): unknown[] | null {
  const having = members.filter((member) => member.properties?.[name] !== undefined);
  return having.length === members.length
    ? null
    : having.flatMap((member) => member.properties?.[kind]?.enum ?? []);
}

/**
 * Merges a union into one object with the fields of all members. Generated clients try one member after the
 * other, and several members match once unknown fields are allowed.
 */
export function flatUnion(union: Schema, schemas: Record<string, Schema>): Schema {
  const { oneOf = [], discriminator, ...rest } = union;
  const kind = discriminator?.propertyName;
  if (kind === undefined) throw new Error("a union without a discriminator cannot become one object");
  const members = oneOf.map((one) => memberOf(one, schemas));
  const properties: Record<string, Schema> = {
    [kind]: { type: "string", enum: members.flatMap((member) => member.properties?.[kind]?.enum ?? []) },
  };
  for (const member of members) {
    for (const [name, field] of Object.entries(member.properties ?? {})) {
      if (name === kind) continue;
      const known = properties[name];
      if (known !== undefined && withoutTexts(known) !== withoutTexts(field)) {
        throw new Error(`two members of a union mean different things by ${name}`);
      }
      properties[name] ??= field;
    }
  }
  for (const [name, field] of Object.entries(properties)) {
    const kinds = kindsWith(name, members, kind);
    if (kinds === null) continue;
    const only = `Only where \`${kind}\` is ${kinds.map((one) => `\`${String(one)}\``).join(" or ")}.`;
    properties[name] = { ...field, description: [field.description, only].filter(Boolean).join(" ") };
  }
  const required = Object.keys(properties).filter((name) =>
    members.every((one) => one.required?.includes(name)),
  );
  const isClosed = members.every((one) => one.additionalProperties === false);
  return { ...rest, type: "object", ...(isClosed && { additionalProperties: false }), required, properties };
}

export const withFlatUnions = (document: Document): Document =>
  mapSchemas(document, (schema) =>
    schema.oneOf === undefined ? schema : flatUnion(schema, document.components.schemas),
  );
