/** Returns the message of a rule: the fault, the reason, and what to write instead. */
export const explain = (wrong, why, write) => `${wrong}.\n  Why: ${why}.\n  Write: ${write}`;

/** Visits the operations under `paths`, without webhooks. */
export const eachOperation = (visit) => ({ Paths: { PathItem: { Operation: visit } } });

/** Follows references; `node` may be a reference or a value. */
export function resolved(node, location, ctx) {
  let at = { node, location };
  while (at.node?.$ref !== undefined) {
    const next = ctx.resolve(at.node, at.location.source.absoluteRef);
    if (next.node === undefined) break; // the rule no-unresolved-refs reports the reference
    at = { node: next.node, location: next.location };
  }
  return at;
}

/** Returns the media types of a request or response body, with locations. */
export function mediaTypes(body, location) {
  return Object.entries(body?.content ?? {}).map(([name, node]) => ({
    name,
    node,
    location: location.child(["content", name]),
  }));
}

/** Returns the resolved parameters of an operation. */
export const parametersOf = (operation, location, ctx) =>
  (operation.parameters ?? [])
    .map((raw, index) => resolved(raw, location.child(["parameters", index]), ctx).node)
    .filter((parameter) => parameter !== undefined);

/** Returns the schemas of the success responses of an operation, with locations. */
export const successSchemas = (operation, location, ctx) =>
  Object.entries(operation.responses ?? {})
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([status, raw]) => {
      const response = resolved(raw, location.child(["responses", status]), ctx);
      return mediaTypes(response.node, response.location).map((media) => ({
        schema: media.node.schema ?? {},
        location: media.location.child("schema"),
      }));
    });

/** Visits a schema and each nested schema once; `visit` returns false to stop the descent. */
export function walkSchema(start, startLocation, ctx, visit) {
  const seen = new Set();
  const walk = (raw, rawLocation, key) => {
    const { node, location } = resolved(raw, rawLocation, ctx);
    if (node === null || typeof node !== "object" || seen.has(node)) return;
    seen.add(node);
    if (visit(node, location, raw.$ref === undefined ? key : undefined) === false) return;
    for (const [name, child] of Object.entries(node.properties ?? {})) {
      walk(child, location.child(["properties", name]), "properties");
    }
    for (const list of ["allOf", "anyOf", "oneOf"]) {
      (node[list] ?? []).forEach((child, index) => walk(child, location.child([list, index]), list));
    }
    for (const part of ["items", "additionalProperties"]) {
      if (typeof node[part] === "object") walk(node[part], location.child(part), part);
    }
  };
  walk(start, startLocation);
}

/** Returns the types that a schema allows, without "null". */
export const typesOf = (schema) => [schema.type ?? []].flat().filter((type) => type !== "null");

/** Returns the name of a component at its location or whole file; undefined for any other location. */
export function componentName(location) {
  const component = /^#\/components\/[^/]+\/([^/]+)$/.exec(location.pointer);
  if (component) return component[1];
  const whole = location.pointer === "#/" || location.pointer === "#" || location.pointer === "";
  return whole ? fileName(location.source.absoluteRef) : undefined;
}

export const fileName = (path) =>
  path
    .split(/[\\/]/)
    .at(-1)
    .replace(/\.(ya?ml|json)$/, "");

export const FOLDERS = ["paths", "schemas", "parameters", "responses", "headers", "webhooks", "examples"];

/** Returns the name of the component that contains a location. */
export const schemaAround = (location) =>
  /^#\/components\/[^/]+\/([^/]+)/.exec(location.pointer)?.[1] ?? fileName(location.source.absoluteRef);
