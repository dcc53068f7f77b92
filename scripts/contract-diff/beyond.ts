// What clients rely on and oasdiff does not compare: addresses, how a key is sent, which keys are enough, names in paths,
// how lists are written into URLs, what receivers of events may answer, media types, failures, and the contract's own
// keywords.
import { type Contract, isNode, type Node, resolve, responsesOf } from "./contract";
import { failures } from "./failures";
import { promises } from "./promises";
import { REASONS } from "./reasons";
import type { Change } from "./subject";

export const beyond = (before: Contract, after: Contract): Change[] => [
  ...servers(before, after),
  ...securitySchemes(before, after),
  ...operations(before, after),
  ...events(before, after),
  ...failures(before, after),
  ...promises(before, after),
];

const change = (text: string, why: string | null, at: Partial<Change> = {}): Change => ({
  text,
  why,
  method: "",
  path: "",
  operationId: "",
  ...at,
});

const idOf = ({ operationId = "" }: Node) => operationId as string;

const urlsOf = (part: { servers?: unknown }) =>
  ((part.servers ?? []) as { url: string }[]).map(({ url }) => url);

function serversOf(before: readonly string[], after: readonly string[], at: Partial<Change> = {}): Change[] {
  const removed = before.filter((url) => !after.includes(url));
  const added = after.filter((url) => !before.includes(url));
  return [
    ...removed.map((url) => change(`removed the server \`${url}\``, REASONS.address, at)),
    ...added.map((url) => change(`added the server \`${url}\``, null, at)),
  ];
}

function servers(before: Contract, after: Contract): Change[] {
  const first = urlsOf(before)[0];
  const now = urlsOf(after);
  const changes = serversOf(urlsOf(before), now);
  if (first === undefined || now[0] === first || !now.includes(first)) return changes;
  return [
    ...changes,
    change(`the first server is \`${now[0]}\` and no longer \`${first}\``, REASONS.address),
  ];
}

/** How a client has to send its key; the rest of a scheme is prose. */
const HOW = ["type", "in", "name", "scheme", "openIdConnectUrl", "flows"];

function securitySchemes(before: Contract, after: Contract): Change[] {
  const old = before.components?.securitySchemes ?? {};
  const now = after.components?.securitySchemes ?? {};
  return Object.keys(old).flatMap((name) => {
    if (now[name] === undefined) return [change(`removed the security scheme \`${name}\``, REASONS.keyPlace)];
    const [was, is] = [resolve(before, old[name]), resolve(after, now[name])];
    return HOW.filter((field) => !isSame(was[field], is[field], field)).map((field) =>
      change(
        `the security scheme \`${name}\` has ${shown(is[field])} for its ${field}, no longer ${shown(was[field])}`,
        REASONS.keyPlace,
      ),
    );
  });
}

/** Names of headers and of schemes are the same in any case. */
const isSame = (a: unknown, b: unknown, field: string) => {
  const plain = (value: unknown) =>
    typeof value === "string" && ["name", "scheme"].includes(field) ? value.toLowerCase() : value;
  return JSON.stringify(plain(a)) === JSON.stringify(plain(b));
};

const shown = (value: unknown) =>
  value === undefined ? "nothing" : `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;

const withoutNames = (path: string) => path.replace(/\{[^}]*\}/g, "{}");
const namesIn = (path: string) => [...path.matchAll(/\{([^}]*)\}/g)].map(([, name = ""]) => name);

function operations(before: Contract, after: Contract): Change[] {
  const paths = new Map(Object.keys(after.paths ?? {}).map((path) => [withoutNames(path), path]));
  return Object.entries(before.paths ?? {}).flatMap(([oldPath, oldItem]) => {
    const path = paths.get(withoutNames(oldPath));
    if (path === undefined) return [];
    const item = after.paths?.[path] ?? {};
    return Object.entries(oldItem).flatMap(([method, old]) => {
      const now = item[method];
      if (!isNode(old) || !isNode(now)) return [];
      const at = { method: method.toUpperCase(), path, operationId: idOf(now) };
      const own = (operation: Node, folder: Node) => operation.servers ?? folder.servers;
      const oldServers = own(old, oldItem) ?? (own(now, item) && before.servers);
      const newServers = own(now, item) ?? (own(old, oldItem) && after.servers);
      return [
        ...namesIn(oldPath).flatMap((name, index) => {
          const other = namesIn(path)[index];
          if (other === name) return [];
          return [change(`the \`path\` parameter \`${name}\` is now called \`${other}\``, REASONS.name, at)];
        }),
        ...serversOf(urlsOf({ servers: oldServers }), urlsOf({ servers: newServers }), at),
        ...keys(old.security ?? before.security, now.security ?? after.security, at),
        ...serialization(parametersOf(before, oldItem, old), parametersOf(after, item, now), at),
      ];
    });
  });
}

/** Which schemes one way to be let in asks for, and with which scopes. */
type Way = Record<string, string[]>;

const asksNoMore = (way: Way, than: Way) =>
  Object.entries(way).every(
    ([scheme, scopes]) => scopes.every((scope) => than[scheme]?.includes(scope)) && than[scheme],
  );

const inWords = (way: Way) =>
  Object.entries(way)
    .map(([scheme, scopes]) => [`\`${scheme}\``, ...scopes.map((scope) => `\`${scope}\``)].join(" "))
    .join(" and ") || "no key";

/** What was enough has to stay enough for one of the ways. */
function keys(before: unknown, after: unknown, at: Partial<Change>): Change[] {
  const waysOf = (security: unknown) =>
    Array.isArray(security) && security.length > 0 ? (security as Way[]) : [{}];
  const [old, now] = [waysOf(before), waysOf(after)];
  const asked = now.map(inWords).join(", or ");
  return [
    ...old
      .filter((way) => !now.some((one) => asksNoMore(one, way)))
      .map((way) => change(`${inWords(way)} is no longer enough; asked for is ${asked}`, REASONS.key, at)),
    ...now
      .filter((way) => !old.some((one) => asksNoMore(one, way)))
      .map((way) => change(`${inWords(way)} is enough now`, null, at)),
  ];
}

const parametersOf = (contract: Contract, item: Node, operation: Node): Node[] =>
  [item.parameters, operation.parameters].flatMap((list) =>
    Array.isArray(list) ? list.map((raw) => resolve(contract, raw)) : [],
  );

/** How a parameter's value is written; what is left out has the value that OpenAPI gives it. */
function written({ in: place, style, explode }: Node): string {
  const form = (style ?? (place === "query" || place === "cookie" ? "form" : "simple")) as string;
  return `style: ${form}, explode: ${(explode ?? form === "form") as boolean}`;
}

function serialization(before: readonly Node[], after: readonly Node[], at: Partial<Change>): Change[] {
  return before.flatMap((old) => {
    const now = after.find(({ name, in: place }) => name === old.name && place === old.in);
    if (now === undefined) return [];
    const name = `the \`${String(old.in)}\` parameter \`${String(old.name)}\``;
    const changes: Change[] = [];
    if (written(old) !== written(now)) {
      changes.push(
        change(
          `${name} is written as \`${written(now)}\`, no longer as \`${written(old)}\``,
          REASONS.refused,
          at,
        ),
      );
    }
    if (old.allowReserved === true && now.allowReserved !== true) {
      changes.push(change(`${name} no longer takes reserved characters`, REASONS.refused, at));
    }
    return changes;
  });
}

const covers = (statuses: readonly string[], status: string) =>
  statuses.some((one) => one === status || one === "default" || one === `${status[0]}XX`);

function events(before: Contract, after: Contract): Change[] {
  return Object.entries(before.webhooks ?? {}).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, old]) => {
      const now = after.webhooks?.[path]?.[method];
      if (!isNode(old) || !isNode(now)) return [];
      const at = { method: method.toUpperCase(), path, operationId: idOf(now) };
      const [were, are] = [Object.keys(responsesOf(old)), Object.keys(responsesOf(now))];
      const gone = were.filter((status) => !covers(are, status));
      const come = are.filter((status) => !covers(were, status));
      return [
        ...gone.map((status) =>
          change(`the answer \`${status}\` is no longer taken`, REASONS.acknowledgement, at),
        ),
        ...come.map((status) => change(`the answer \`${status}\` is taken too`, null, at)),
      ];
    }),
  );
}
