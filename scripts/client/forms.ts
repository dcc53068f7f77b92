import { nameOf, type Schema, type Schemas } from "./contract";

/**
 * `x-forms` of a schema says in JSON Schema which combinations of its fields have a meaning: a value fits one of the
 * forms, or is answered with 422. For types each form becomes a schema of its own, narrower than the one that has it.
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
  for (const [name, part] of Object.entries(form.properties ?? {})) {
    const given = properties[name];
    if (!given) throw new Error(`a form of x-forms names ${name}, which its schema does not have`);
    properties[name] = isAbsent(part) ? false : narrowedProperty(given, part, schemas);
  }
  const required = [...new Set([...(whole.required ?? []), ...(form.required ?? [])])];
  const unknown = required.filter((name) => !(name in properties));
  if (unknown.length > 0)
    throw new Error(`a form of x-forms requires ${unknown.join(", ")}, which is no field`);
  return { ...whole, required, properties };
}

const resolved = (schema: Schema, schemas: Schemas): Schema => {
  const name = nameOf(schema);
  return name === undefined ? schema : resolved(schemas[name] ?? {}, schemas);
};

/** A property as a form has it, as close to its own schema's name as can be. */
function narrowedProperty(given: Schema, form: Schema, schemas: Schemas): Schema {
  const target = resolved(given, schemas);
  if (form.enum !== undefined) {
    const strange = form.enum.filter((value) => !target.enum?.includes(value));
    if (strange.length > 0) throw new Error(`a form of x-forms has ${strange.join(", ")}, which is no value`);
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

/** The members of a union that a form admits, by the value that tells them apart. */
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

/** What a form says of an object, as an object of these fields alone. */
function partOf(target: Schema, form: Schema, schemas: Schemas): Schema {
  const names = Object.keys(form.properties ?? {});
  const properties = Object.fromEntries(names.map((name) => [name, target.properties?.[name] ?? false]));
  const required = names.filter((name) => target.required?.includes(name));
  return narrowed({ type: "object", required, properties }, form, schemas);
}
