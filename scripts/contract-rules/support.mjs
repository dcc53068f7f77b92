/** Reports a fault: what is wrong, why it matters, and what to write instead. */
export const reportFault = (ctx, location, { wrong, why, write }) =>
  ctx.report({ message: `${wrong}.\n  Why: ${why}.\n  Write: ${write}`, location });

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

/** Returns the resolved responses of an operation, with locations. */
export const responsesOf = (operation, location, ctx) =>
  Object.entries(operation.responses ?? {}).map(([status, raw]) => ({
    status,
    ...resolved(raw, location.child(["responses", status]), ctx),
  }));

/** Returns the schemas of the success responses of an operation, with locations. */
export const successSchemas = (operation, location, ctx) =>
  responsesOf(operation, location, ctx)
    .filter(({ status }) => status.startsWith("2"))
    .flatMap((response) => mediaTypes(response.node, response.location))
    .map((media) => ({ schema: media.node.schema ?? {}, location: media.location.child("schema") }));

/**
 * Visits the resolved error responses of operations. Calls `visit` once for a response that operations share.
 */
export function eachFailure(visit) {
  const done = new Set();
  return eachOperation((operation, ctx) => {
    for (const { status, node, location } of responsesOf(operation, ctx.location, ctx)) {
      if (!/^[45]/.test(status) || node === undefined || done.has(node)) continue;
      done.add(node);
      visit({ status, node, location }, ctx);
    }
  });
}

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

/** Visits the schemas of a body, as `walkSchema` does for one schema. */
export function walkBody(body, location, ctx, visit) {
  for (const media of mediaTypes(body, location)) {
    if (media.node.schema !== undefined)
      walkSchema(media.node.schema, media.location.child("schema"), ctx, visit);
  }
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
