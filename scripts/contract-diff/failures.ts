// How failures and media types of responses change, where oasdiff is silent or calls a break compatible.
import { codesIn } from "./comparable";
import { type Contract, isNode, type Node, resolve, responsesOf } from "./contract";
import { differences } from "./growth";
import { REASONS } from "./reasons";
import type { Change } from "./subject";

/** Compares media types, error codes and failure statuses of the operations that both contracts have. */
export function failures(before: Contract, after: Contract): Change[] {
  return Object.entries(after.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, now]) => {
      const old = before.paths?.[path]?.[method];
      if (!isNode(old) || !isNode(now)) return [];
      const at = { method: method.toUpperCase(), path, operationId: (now.operationId ?? "") as string };
      const [were, are] = [statusesOf(before, old), statusesOf(after, now)];
      const both = [...were.keys()].filter((status) => are.has(status));
      return [
        ...exchangedStatuses(were, are),
        ...both.flatMap((status) => {
          const [was, is] = [were.get(status) ?? {}, are.get(status) ?? {}];
          return [...changedMediaTypes(status, was, is), ...changedCodes(status, was, is)];
        }),
      ].map((change) => ({ ...change, ...at }));
    }),
  );
}

type Found = Pick<Change, "text" | "why">;

const statusesOf = (contract: Contract, operation: Node): Map<string, Node> =>
  new Map(
    Object.entries(responsesOf(operation)).map(([status, response]) => [status, resolve(contract, response)]),
  );

const isFailure = (status: string) => /^[45]/.test(status);

/** A failure that clients handle by its status now comes under another one. */
function exchangedStatuses(were: ReadonlyMap<string, Node>, are: ReadonlyMap<string, Node>): Found[] {
  const gone = [...were.keys()].filter((status) => isFailure(status) && !are.has(status));
  const come = [...are.keys()].filter((status) => isFailure(status) && !were.has(status));
  if (come.length === 0) return [];
  const now = come.map((status) => `\`${status}\``).join(", ");
  return gone.map((status) => ({
    text: `the failure \`${status}\` is exchanged for ${now}`,
    why: REASONS.missing,
  }));
}

const contentOf = ({ content }: Node): Record<string, Node> =>
  isNode(content) ? (content as Record<string, Node>) : {};

/** The name of a media type without parameters, and the format that it is written in: `json` of `application/hal+json`. */
const essence = (type: string) => type.split(";")[0]?.trim().toLowerCase() ?? "";
const formatOf = (type: string) => /[/+]([^/+]+)$/.exec(essence(type))?.[1];

/** oasdiff takes `application/hal+json` for a kind of `application/json`; clients compare the whole name. */
function changedMediaTypes(status: string, was: Node, is: Node): Found[] {
  const types = Object.keys(contentOf(is)).map(essence);
  return Object.keys(contentOf(was)).flatMap((type) => {
    if (types.includes(essence(type))) return [];
    const other = types.find((one) => formatOf(one) === formatOf(type));
    if (other === undefined) return [];
    const text = `the response \`${status}\` has the media type \`${other}\`, no longer \`${essence(type)}\``;
    return [{ text, why: REASONS.unexpected }];
  });
}

/** A failure may get more codes. One code in the place of another is a break: clients branch on the first. */
function changedCodes(status: string, was: Node, is: Node): Found[] {
  const [old, now] = [codesOf(was), codesOf(is)];
  if (old.length === 0) return [];
  const isExchange = old.some((code) => !now.includes(code)) && now.some((code) => !old.includes(code));
  return differences(`the codes of ${status}`, old, now).map(({ text, kind }) => ({
    text,
    why: isExchange && kind === "removed" ? REASONS.missing : null,
  }));
}

const codesOf = (response: Node): string[] =>
  Object.values(contentOf(response)).flatMap(({ schema }) =>
    isNode(schema) && Array.isArray(schema.allOf) ? schema.allOf.flatMap(codesIn) : [],
  );
