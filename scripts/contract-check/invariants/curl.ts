import { fullLengthOf, type ParsedExchange } from "../exchange";
import { at } from "./values";

/** A sent request, as the source of a shell command. */
export interface Sent {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  /** Whether the request had the API key. */
  keyed: boolean;
  status: number;
  responseBody: unknown;
  /** Paths of ids in the response, with names of shell variables for them. */
  saves: readonly { path: string; name: string }[];
}

/** Headers that curl sends by default or that the shell command sets itself. */
const IMPLIED = ["accept", "content-type", "x-api-key"];

/** Returns the source of a command. `base` is the URL with the version prefix. */
export function sentOf(base: string, { request, response, body }: ParsedExchange): Sent {
  const headers = Object.entries(request.headers).filter(([name]) => !IMPLIED.includes(name));
  return {
    method: request.method,
    url: base + request.url,
    body: request.body,
    headers: Object.fromEntries(headers),
    keyed: "x-api-key" in request.headers,
    status: response?.status ?? 0,
    responseBody: body,
    saves: [],
  };
}

/** Quotes a text for the shell. Replaces saved ids with variables. */
function quoted(text: string, saved: ReadonlyMap<string, string>): string {
  const plain = `'${text.replaceAll("'", `'\\''`)}'`;
  return [...saved].reduce((sofar, [id, name]) => sofar.replaceAll(id, () => `'"$${name}"'`), plain);
}

const SAVE = `id() { node -p 'process.argv[1].split(".").reduce((node, step) => node[step], JSON.parse(require("fs").readFileSync(0, "utf8")))' "$1"; }`;

function command(sent: Sent, saved: ReadonlyMap<string, string>): string {
  const { method, url, headers, body, keyed } = sent;
  const parts = [
    "curl -sS -g",
    ...(method === "GET" ? [] : [`-X ${method}`]),
    quoted(url, saved),
    ...(keyed ? [`-H "X-API-Key: $RECADO_API_KEY"`] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`, saved)}`),
    ...(body === "" ? [] : [`-H 'Content-Type: application/json' --data-raw ${quoted(body, saved)}`]),
  ];
  return parts.join(" ");
}

/** Returns shell commands that repeat the requests. The API key comes from `$RECADO_API_KEY`. */
export function curlOf(sequence: readonly Sent[], faults: readonly string[]): string {
  const saved = new Map<string, string>();
  const later = (index: number, id: string) =>
    sequence.slice(index + 1).some(({ url, body }) => url.includes(id) || body.includes(id));
  const lines = sequence.flatMap((sent, index) => {
    const text = command(sent, saved);
    const ids = sent.saves
      .map(({ path, name }) => ({ path, name, id: String(at(sent.responseBody, path)) }))
      .filter(({ id }) => later(index, id));
    const length = fullLengthOf(sent.body);
    const shortened = length === null ? "" : `; the body of ${length} characters is shortened`;
    const comment = `# ${sent.status}${shortened}`;
    const [one] = ids;
    if (one === undefined) return [`${text}; echo  ${comment}`];
    for (const { id, name } of ids) saved.set(id, name);
    if (ids.length === 1) return [`${one.name}=$(${text} | id ${one.path})  ${comment}`];
    return [
      `answer=$(${text})  ${comment}`,
      ...ids.map(({ name, path }) => `${name}=$(printf '%s' "$answer" | id ${path})`),
    ];
  });
  return [
    ...faults.map((fault) => `# ${fault.replaceAll("\n", " ")}`),
    ...(saved.size > 0 ? [SAVE] : []),
    ...lines,
  ].join("\n");
}
