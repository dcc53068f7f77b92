import { type ContractDocument, nameOfRef, type Ref, resolve, type Schema } from "./contract";
import { html, type Html, type Part } from "./html";
import { renderMarkdown } from "./markdown";

/** Page that shows schemas. `shown` has the names of the large components that the page already shows. */
export interface View {
  document: ContractDocument;
  shown: Set<string>;
  /** Fields that the page marks: required fields in requests, or optional fields in responses. */
  marks: "required" | "optional";
}

/** Length of a component's markup, in characters, above which a page shows the component only once. */
const LARGE = 3_000;

/** Maximum nesting of shown fields. Only recursive schemas exceed it. */
const MAX_DEPTH = 8;

/**
 * Variant of a union of schemas. `name` is the discriminator with its value, else the component's name, else
 * the word `or`.
 */
interface Form {
  name: string;
  schema: Schema;
}

export const prose = (text: string | undefined): Html | null => (text ? renderMarkdown(text).body : null);

/** Returns the schema behind a reference or a union with null, and whether null is allowed. */
function core(document: ContractDocument, given: Schema): { schema: Schema; isNullable: boolean } {
  const schema = resolve<Schema>(document, given as Schema | Ref);
  const choices = schema.oneOf ?? schema.anyOf;
  const others = choices?.filter(({ type }) => type !== "null");
  if (choices && others?.length === 1 && others[0] && choices.length === 2) {
    const inner = core(document, others[0]).schema;
    return {
      schema: { ...inner, ...(schema.description ? { description: schema.description } : {}) },
      isNullable: true,
    };
  }
  const isNullable = typeof schema.type === "object" && schema.type.includes("null");
  return { schema, isNullable };
}

function formsOf(document: ContractDocument, { oneOf, anyOf, discriminator }: Schema): Form[] {
  return (oneOf ?? anyOf ?? []).map((one) => {
    const mapped = Object.entries(discriminator?.mapping ?? {}).find(([, ref]) => ref === one.$ref)?.[0];
    const name = mapped ? `${discriminator?.propertyName}: ${mapped}` : one.$ref ? nameOfRef(one.$ref) : "or";
    return { name, schema: core(document, one).schema };
  });
}

/** Returns a schema's type in words, such as `string, uuid`, `array of object` or `object or null`. */
function typeOf(document: ContractDocument, given: Schema): string {
  const { schema, isNullable } = core(document, given);
  const types = (typeof schema.type === "string" ? [schema.type] : (schema.type ?? [])).filter(
    (one) => one !== "null",
  );
  const plain = types.length > 0 ? types.join(" or ") : schema.oneOf || schema.properties ? "object" : "any";
  const whole =
    plain === "array" && schema.items
      ? `array of ${typeOf(document, schema.items)}`
      : plain + (schema.format ? `, ${schema.format}` : "");
  return isNullable ? `${whole} or null` : whole;
}

const number = (value: unknown) =>
  typeof value === "number" ? value.toLocaleString("en-US") : String(value);

function range(min: number | undefined, max: number | undefined, unit: string): string | null {
  if (min === undefined && max === undefined) return null;
  if (max === undefined) return `at least ${number(min)}${unit}`;
  if (min === undefined || min === 0) return `at most ${number(max)}${unit}`;
  return min === max ? `${number(max)}${unit}` : `${number(min)} to ${number(max)}${unit}`;
}

function limitsOf(schema: Schema): string[] {
  return [
    schema.format === "uuid" ? null : range(schema.minLength, schema.maxLength, " characters"),
    range(schema.minimum, schema.maximum, ""),
    range(schema.minItems, schema.maxItems, " entries"),
    range(undefined, schema.maxProperties, " entries"),
    schema.uniqueItems ? "no duplicates" : null,
    schema.default === undefined ? null : `${JSON.stringify(schema.default)} by default`,
  ].filter((one) => one !== null);
}

const codes = (values: readonly unknown[]): Part =>
  values.map((value, index) => [index ? ", " : "", html`<code>${String(value)}</code>`]);

function allowed(document: ContractDocument, given: Schema): Part {
  const schema = given.items && !given.enum ? core(document, given.items).schema : given;
  if (schema.const !== undefined) return html`<p class="limits">Always ${codes([schema.const])}</p>`;
  if (!schema.enum) return null;
  const values = codes(schema.enum.filter((value) => value !== null));
  return html`<p class="limits">One of ${values}${schema["x-may-grow"] && "; more may be added"}</p>`;
}

function exampleOf(document: ContractDocument, given: Schema): Part {
  const schema = given.items && !given.examples ? core(document, given.items).schema : given;
  const example = schema.examples?.find((one) => one !== null);
  return example === undefined ? null : html`<p class="limits">For example ${codes([example])}</p>`;
}

interface NamedSchema {
  name: string;
  schema: Schema;
  required: boolean;
  description?: string | undefined;
}

const markOf = ({ marks }: View, { required }: NamedSchema): Html | null =>
  (marks === "required") === required ? html` <span class="mark">${marks}</span>` : null;

export function field(view: View, named: NamedSchema, depth = 0): Html {
  const { document } = view;
  const { schema } = core(document, named.schema);
  const limits = limitsOf(schema);
  return html`<li>
    <p class="field">
      <code>${named.name}</code>
      <span class="type">${typeOf(document, named.schema)}</span
      >${markOf(view, named)}${schema.deprecated && html` <span class="deprecated">deprecated</span>`}
    </p>
    ${prose(named.description ?? named.schema.description ?? schema.description)}
    ${limits.length > 0 && html`<p class="limits">${limits.join(" · ")}</p>`}${allowed(document, schema)}
    ${exampleOf(document, schema)} ${inside(view, named.schema, depth + 1)}
  </li>`;
}

/** Returns the name of the component of a schema, its items or its non-null variant; null for none. */
function componentOf(given: Schema): string | null {
  if (given.$ref) return nameOfRef(given.$ref);
  const one = given.items ?? given.anyOf?.find(({ $ref }) => $ref);
  return one?.$ref ? nameOfRef(one.$ref) : null;
}

/**
 * Returns the fields within a schema, collapsed; null for none. If the page already shows the schema's large
 * component, returns a link to it.
 */
function inside(view: View, given: Schema, depth: number): Html | null {
  const component = componentOf(given);
  if (component && view.shown.has(component)) {
    return html`<p class="limits">
      <a href="#schema-${component}">Fields of <code>${component}</code></a>
    </p>`;
  }
  const fields = fieldsOf(view, given, depth);
  if (fields === null) return null;
  const isShared = component !== null && fields.markup.length > LARGE;
  if (isShared) view.shown.add(component);
  const name = core(view.document, given).schema.oneOf ? "Forms" : "Fields";
  return html`<details${isShared && html` id="schema-${component}"`}>
    <summary>${name}</summary>
    ${fields}
  </details>`;
}

/**
 * Returns the fields of an object, of a map's or array's entries, or of each variant of a union. Returns null
 * if there are none or the nesting is too deep.
 */
export function fieldsOf(view: View, given: Schema, depth = 0): Html | null {
  const { document } = view;
  const { schema } = core(document, given);
  if (depth > MAX_DEPTH) return null;
  if (schema.items) return fieldsOf(view, schema.items, depth);
  const forms = formsOf(document, schema).filter((form) => form.schema.properties);
  if (forms.length > 0) {
    return html`${forms.map(
      ({ name, schema: form }) =>
        html`<details class="form">
          <summary><code>${name}</code></summary>
          ${prose(form.description)}${fieldsOf(view, form, depth + 1)}
        </details>`,
    )}`;
  }
  const properties = Object.entries(schema.properties ?? {});
  if (properties.length > 0) {
    return html`<ul class="fields">
      ${properties.map(([name, property]) =>
        field(view, { name, schema: property, required: schema.required?.includes(name) ?? false }, depth),
      )}
    </ul>`;
  }
  if (typeof schema.additionalProperties === "object") {
    const required = view.marks === "optional"; // a free name gets no mark
    const value = { name: "any name", schema: schema.additionalProperties, required };
    return html`<ul class="fields">
      ${field(view, value, depth)}
    </ul>`;
  }
  return null;
}

export function errorCodesOf(document: ContractDocument, given: Schema | null): string[] {
  if (!given) return [];
  const schema = resolve<Schema>(document, given as Schema | Ref);
  const own = schema.properties?.error?.properties?.code?.enum ?? [];
  return [
    ...own.map(String),
    ...(schema.allOf ?? []).filter((one) => !one.$ref).flatMap((one) => errorCodesOf(document, one)),
  ];
}
