// Comparison rules for operations and webhooks. The rules supplement or replace checks of oasdiff.
import { clientName } from "../../src/web/docs/client-names";
import { each, type Finding, missing, quoted, when } from "./change";
import { codesIn, type Key, listOf, type Node, nodeOf, type Operation } from "./contract";
import { REASONS } from "./reasons";

type Rule = (old: Operation, now: Operation) => Finding[];

export const serverChanges = (old: readonly string[], now: readonly string[]): Finding[] => [
  ...each(missing(old, now), (url) => `removed the server \`${url}\``, REASONS.address),
  ...each(missing(now, old), (url) => `added the server \`${url}\``, null),
  // Clients use the first server by default.
  ...when(
    now[0] !== old[0] && now.includes(old[0] ?? ""),
    `the first server is \`${now[0]}\` and no longer \`${old[0]}\``,
    REASONS.address,
  ),
];

/** Reports added and removed values. `exchanged` is the reason why a replacement breaks clients. */
export function listChanges(
  list: string,
  old: readonly unknown[],
  now: readonly unknown[],
  exchanged: string | null,
): Finding[] {
  const [added, removed] = [missing(now, old), missing(old, now)];
  const why = added.length > 0 ? exchanged : null;
  return [
    ...when(added.length > 0, `${list} got ${quoted(added)}`, null),
    ...when(removed.length > 0, `${list} no longer has ${quoted(removed)}`, why),
  ];
}

const meets = (key: Key, required: Key) =>
  Object.entries(required).every(([scheme, scopes]) => key[scheme] && !missing(scopes, key[scheme]).length);

const keyText = (key: Key) =>
  Object.entries(key)
    .map(([scheme, scopes]) => [scheme, ...scopes].map((name) => `\`${name}\``).join(" "))
    .join(" and ") || "no key";

/** Reports alternatives of `security` that no longer suffice or that newly suffice. */
const keyChanges: Rule = ({ security: old }, { security: now }) => {
  const unmet = (keys: Key[], by: Key[]) =>
    keys.filter((key) => !by.some((required) => meets(key, required)));
  const required = now.map(keyText).join(", or ");
  return [
    ...each(
      unmet(old, now),
      (key) => `${keyText(key)} is no longer enough; the operation requires ${required}`,
      REASONS.key,
    ),
    ...each(unmet(now, old), (key) => `${keyText(key)} is enough now`, null),
  ];
};

/** Reports renamed path parameters: generated clients use their names. */
const pathNameChanges: Rule = (before, after) => {
  const [old = [], now = []] = [before, after].map(({ path }) => path.match(/(?<=\{)[^}]*/g) ?? []);
  return old.flatMap((name, index) => {
    const text = `the \`path\` parameter \`${name}\` is now called \`${now[index]}\``;
    return when(name !== now[index], text, REASONS.name);
  });
};

/** Reports operations that get another name in the client from their tag. oasdiff compares operation ids. */
const clientNameChanges: Rule = ({ operationId, tags: were }, { tags: are }) => {
  const nameWith = (tags: unknown) => {
    const { resource, method } = clientName(operationId, (listOf(tags)[0] ?? "") as string);
    return `${resource}.${method}`;
  };
  const [old, now] = [nameWith(were), nameWith(are)];
  return when(
    old !== now,
    `the client's name of the operation is \`${now}\`, no longer \`${old}\``,
    REASONS.name,
  );
};

/** Reports replaced error statuses. Only adding or only removing statuses is compatible. */
const failureChanges: Rule = (before, after) => {
  const statusesOf = ({ responses }: Operation) => Object.keys(responses).filter((one) => /^[45]/.test(one));
  const [old, now] = [statusesOf(before), statusesOf(after)];
  const added = missing(now, old);
  return missing(old, now).flatMap((one) =>
    when(added.length > 0, `the failure \`${one}\` is exchanged for ${quoted(added)}`, REASONS.missing),
  );
};

/** Reports error codes that a status gained and lost. Replacing codes breaks clients. */
const codeChanges: Rule = (before, after) => {
  const codesOf = (response: Node | undefined) =>
    Object.values(nodeOf(response?.content)).flatMap((media) =>
      listOf(nodeOf(nodeOf(media).schema).allOf).flatMap(codesIn),
    );
  return Object.entries(before.responses).flatMap(([status, response]) => {
    const [old, now] = [codesOf(response), codesOf(after.responses[status])];
    const isCompared = old.length > 0 && status in after.responses;
    return isCompared ? listChanges(`the codes of ${status}`, old, now, REASONS.missing) : [];
  });
};

/** Compares the statuses with which receivers acknowledge an event. */
const acknowledgementChanges: Rule = (before, after) => {
  const [old, now] = [Object.keys(before.responses), Object.keys(after.responses)];
  const uncovered = (statuses: string[], by: string[]) =>
    statuses.filter((status) => !by.some((one) => [status, "default", `${status[0]}XX`].includes(one)));
  return [
    ...each(
      uncovered(old, now),
      (one) => `the acknowledgement \`${one}\` is no longer accepted`,
      REASONS.acknowledgement,
    ),
    ...each(uncovered(now, old), (one) => `the acknowledgement \`${one}\` is accepted as well`, null),
  ];
};

export const EVENT_RULES = [acknowledgementChanges];
export const OPERATION_RULES = [
  (old, now) => serverChanges(old.servers, now.servers),
  pathNameChanges,
  clientNameChanges,
  keyChanges,
  failureChanges,
  codeChanges,
] satisfies Rule[];
