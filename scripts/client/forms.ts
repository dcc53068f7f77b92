import { nameOf, type Schema, type Schemas } from "./contract";

/**
 * Expands `x-forms`, the valid combinations of a schema's fields. Each form becomes a narrower schema; the
 * type is the union of the forms. The service rejects other combinations with 422.
 */
export function withForms(schema: Schema, schemas: Schemas): Schema {
  const { "x-forms": forms, ...whole } = schema;
  if (forms === undefined) return schema;
  const { description, ...rest } = whole;
  const shapes = forms.map((form) => narrowed(rest, form, schemas));
  const [only] = shapes;
  return shapes.length === 1 && only ? { description, ...only } : { description, oneOf: shapes };
}

const isAbsent = (part: Schema | false | undefined): part is false => part === false;

function narrowed(whole: Schema, form: Schema, schemas: Schemas): Schema {
  const properties = { ...whole.properties };
  const ownFields = (form.required ?? []).filter((name) => !whole.required?.includes(name));
  for (const [name, part] of Object.entries(form.properties ?? {})) {
    const given = properties[name];
    if (!given) throw new Error(`a form of x-forms names ${name}, which its schema does not have`);
    properties[name] = isAbsent(part)
      ? absentProperty(given, ownFields, schemas)
      : withDescription(narrowedProperty(given, part, schemas), given, schemas);
  }
  const required = [...new Set([...(whole.required ?? []), ...(form.required ?? [])])];
  const unknown = required.filter((name) => !(name in properties));
  if (unknown.length > 0)
    throw new Error(`a form of x-forms requires ${unknown.join(", ")}, which is not a field`);
  return { ...whole, required, properties };
}

/**
 * Returns the schema of a property that a form excludes. The only allowed value is a text such as "cannot be
 * combined with `template_id`". A caller who passes the property sees this text in the compiler's error. An
 * object's or a list's schema is combined with the text; otherwise the compiler would report its fields.
 */
function absentProperty(given: Schema, ownFields: readonly string[], schemas: Schemas): Schema | false {
  if (ownFields.length === 0) return false;
  const names = ownFields.map((name) => `\`${name}\``).join(" and ");
  const sentence: Schema = { type: "string", enum: [`cannot be combined with ${names}`] };
  const types = [resolved(given, schemas).type ?? "object"].flat();
  const hasFields = types.includes("object") || types.includes("array");
  return hasFields ? { allOf: [sentence, given] } : sentence;
}

/** Returns `schema`. Adds a missing description from `given` or from the schema that `given` refers to. */
function withDescription(schema: Schema, given: Schema, schemas: Schemas): Schema {
  const description = schema.description ?? given.description ?? resolved(given, schemas).description;
  return description === undefined ? schema : { ...schema, description };
}

/**
 * Copies the description of a referenced schema to each property without a description. Editors show only
 * the description of the property itself.
 */
export function withReferredDescriptions(schema: Schema, schemas: Schemas): Schema {
  if (schema.properties === undefined) return schema;
  const properties: Record<string, Schema | false> = {};
  for (const [name, one] of Object.entries(schema.properties)) {
    const isReference = !isAbsent(one) && nameOf(one) !== undefined;
    properties[name] = isReference ? withDescription(one, one, schemas) : one;
  }
  return { ...schema, properties };
}

const resolved = (schema: Schema, schemas: Schemas): Schema => {
  const name = nameOf(schema);
  return name === undefined ? schema : resolved(schemas[name] ?? {}, schemas);
};

/** Returns a property narrowed by a form. Keeps a reference to the property's named schema if possible. */
function narrowedProperty(given: Schema, form: Schema, schemas: Schemas): Schema {
  const target = resolved(given, schemas);
  if (form.enum !== undefined) {
    const unknown = form.enum.filter((value) => !target.enum?.includes(value));
    if (unknown.length > 0)
      throw new Error(`a form of x-forms has ${unknown.join(", ")}, which is not an enum value`);
    return { ...(given === target ? target : { type: target.type }), enum: form.enum };
  }
  if (target.oneOf !== undefined) return narrowedUnion(given, target, form, schemas);
  if (target.items !== undefined && form.items !== undefined) {
    return { ...target, items: narrowedProperty(target.items, form.items, schemas) };
  }
  if (target.type === "array") return { ...target, ...form };
  return Object.keys(form.properties ?? {}).length === 0
    ? given
    : { allOf: [given, partOf(target, form, schemas)] };
}

/** Returns the members of a union that the form allows, narrowed by the form's other properties. */
function narrowedUnion(given: Schema, { oneOf = [] }: Schema, form: Schema, schemas: Schemas): Schema {
  const admitted = oneOf.filter((member) => admits(resolved(member, schemas), form));
  if (admitted.length === 0) throw new Error("a form of x-forms admits no member of a union");
  const rest = Object.entries(form.properties ?? {}).filter(([, part]) => isAbsent(part) || !part.enum);
  const members = admitted.map((member): Schema =>
    rest.length === 0 ? member : narrowedProperty(member, { properties: Object.fromEntries(rest) }, schemas),
  );
  if (rest.length === 0 && admitted.length === oneOf.length) return given;
  return members.length === 1 && members[0] ? members[0] : { oneOf: members };
}

function admits(member: Schema, form: Schema): boolean {
  return Object.entries(form.properties ?? {}).every(([name, part]) => {
    const values = (member.properties?.[name] || {}).enum;
    return isAbsent(part) || !part.enum || !values || values.some((value) => part.enum?.includes(value));
  });
}

/** Returns the object schema with only the fields that the form mentions, narrowed by the form. */
function partOf(target: Schema, form: Schema, schemas: Schemas): Schema {
  const names = Object.keys(form.properties ?? {});
  const properties = Object.fromEntries(names.map((name) => [name, target.properties?.[name] ?? false]));
  const required = names.filter((name) => target.required?.includes(name));
  return narrowed({ type: "object", required, properties }, form, schemas);
}
