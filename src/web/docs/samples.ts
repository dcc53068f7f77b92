import { clientName } from "./client-names";
import type { Operation, Parameter } from "./contract";

const SHOWN_FILTERS = 2;

/** Quotes a text, so that a POSIX shell reads it as one word. */
export const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns the example values of a parameter. Each of them becomes one `name=value` of the query string. */
const valuesOf = ({ example }: Parameter): string[] =>
  (Array.isArray(example) ? example : [example]).map((value) => String(value));

const pathOf = ({ path, parameters }: Operation): string =>
  path.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const parameter = parameters.find((one) => one.in === "path" && one.name === name);
    return encodeURIComponent(parameter ? String(parameter.example) : name);
  });

/**
 * Returns the query parameters that a sample shows: required parameters, the first `SHOWN_FILTERS` optional
 * ones, and `limit`. Omits parameters without an example.
 */
function shownQuery({ parameters }: Operation): Parameter[] {
  const query = parameters.filter((one) => one.in === "query" && one.example !== undefined);
  const filters = query.filter(({ name, required }) => !required && name !== "limit" && name !== "offset");
  const shown = filters.slice(0, SHOWN_FILTERS);
  return query.filter((one) => one.required || one.name === "limit" || shown.includes(one));
}

/** Returns a sample's headers. Omits `If-Match`, because its example matches no resource's version. */
const shownHeaders = ({ parameters }: Operation): Parameter[] =>
  parameters.filter((one) => one.in === "header" && one.name !== "If-Match" && one.example !== undefined);

/** Returns a curl command for a POSIX shell. `$API` is the base URL with the version, `$KEY` the API key. */
export function curlSample(operation: Operation): string {
  const { method, body } = operation;
  const query = shownQuery(operation)
    .flatMap((one) => valuesOf(one).map((value) => `${one.name}=${encodeURIComponent(value)}`))
    .join("&");
  const example = body?.examples[0]?.value;
  // curl sends a POST by default if there is a body.
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

/** Maximum length of an object or list that a sample writes on one line, in characters. */
const LINE = 64;

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
 * Returns a call of an operation by the TypeScript client. One object holds parameters and body fields. For a
 * paged list, returns a loop over all entries.
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
  const hasBody = responses.some(({ status, schema }) => status.startsWith("2") && schema !== null);
  return `${hasBody ? "const result = " : ""}await ${call};`;
}
