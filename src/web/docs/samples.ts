import { clientName } from "./client-names";
import type { Operation, Parameter } from "./contract";

/** How many filters a sample shows besides the page's size: enough to see how they are written. */
const SHOWN_FILTERS = 2;

/** A value as one word of a shell. */
export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The values that a sample gives a parameter: each its own `name=value` in a query. */
const valuesOf = ({ example }: Parameter): string[] =>
  (Array.isArray(example) ? example : [example]).map((value) => String(value));

/** The path with the examples of its parameters filled in. */
export const pathOf = ({ path, parameters }: Operation): string =>
  path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    return encodeURIComponent(parameter ? String(parameter.example) : name);
  });

/** The query parameters that a sample shows: those that must be there, the first filters, and the page's size. */
export function shownQuery({ parameters }: Operation): Parameter[] {
  const query = parameters.filter((one) => one.in === "query" && one.example !== undefined);
  const filters = query.filter(({ name, required }) => !required && name !== "limit" && name !== "offset");
  const shown = filters.slice(0, SHOWN_FILTERS);
  return query.filter((one) => one.required || one.name === "limit" || shown.includes(one));
}

/** The headers besides the key that a sample shows. `If-Match` is not one: no resource has the tag of the example. */
export const shownHeaders = ({ parameters }: Operation): Parameter[] =>
  parameters.filter((one) => one.in === "header" && one.name !== "If-Match" && one.example !== undefined);

/**
 * An operation as a command for a POSIX shell, which takes the base address from `$API` (with the version, without a
 * slash at the end) and the key from `$KEY`.
 */
export function curlSample(operation: Operation): string {
  const { method, body } = operation;
  const query = shownQuery(operation)
    .flatMap((one) => valuesOf(one).map((value) => `${one.name}=${encodeURIComponent(value)}`))
    .join("&");
  const example = body?.examples[0]?.value;
  // curl makes a POST of what has a body.
  const isImplied = method === "GET" || (method === "POST" && example !== undefined);
  return [
    `curl ${isImplied ? "" : `-X ${method} `}"$API${pathOf(operation)}${query && `?${query}`}"`,
    `-H "X-API-Key: $KEY"`,
    ...shownHeaders(operation).map((one) => `-H ${quoted(`${one.name}: ${String(one.example)}`)}`),
    ...(example === undefined
      ? []
      : [`-H "Content-Type: application/json"`, `-d ${quoted(JSON.stringify(example, null, 2))}`]),
  ].join(" \\\n  ");
}

/** Characters up to which an object or list of a literal stays on its line. */
const LINE = 64;

/** A JSON value as people write it in TypeScript. */
export function literal(value: unknown, indent = ""): string {
  const deeper = `${indent}  `;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((one) => literal(one, deeper))
    : Object.entries(value).map(([name, one]) => {
        return `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${literal(one, deeper)}`;
      });
  const [open, close] = isList ? ["[", "]"] : ["{ ", " }"];
  const line = parts.length === 0 ? `${open}${close}`.replaceAll(" ", "") : open + parts.join(", ") + close;
  if (!line.includes("\n") && line.length + indent.length <= LINE) return line;
  return `${open.trim()}\n${parts.map((part) => `${deeper}${part},\n`).join("")}${indent}${close.trim()}`;
}

/**
 * An operation as a call of the client, which is `recado` there. Parameters of path and query and the fields of the
 * body are given by their names in one object; a list is iterated.
 */
export function clientSample(operation: Operation): string {
  const { id, tag, parameters, body, responses } = operation;
  const { resource, method } = clientName(id, tag);
  const inPath = parameters.filter((one) => one.in === "path");
  const isList = parameters.some(({ name, in: place }) => place === "query" && name === "offset");
  const named = [...inPath, ...shownQuery(operation).filter(({ name }) => !isList || name !== "limit")];
  const example = (body?.examples[0]?.value ?? {}) as Record<string, unknown>;
  const params = { ...Object.fromEntries(named.map((one) => [one.name, one.example])), ...example };
  const key = shownHeaders(operation).find(({ name }) => name === "Idempotency-Key");
  const options = key ? `, ${literal({ idempotencyKey: key.example })}` : "";
  const call = `recado.${resource}.${method}(${Object.keys(params).length > 0 || key ? literal(params) : ""}${options})`;
  if (isList) return `for await (const entry of ${call}) {\n  console.log(entry);\n}`;
  const hasAnswer = responses.some(({ status, schema }) => status.startsWith("2") && schema !== null);
  return `${hasAnswer ? "const answer = " : ""}await ${call};`;
}
