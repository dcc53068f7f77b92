import type { ApiKey, ApiKeyScopeInput } from "../../../../client";
import { enums } from "../../../../../generated/server/values";
import { wordFor } from "../texts/language";

type ScopeArea = ApiKeyScopeInput extends `${infer Area}:${string}` ? Area : never;

/** Areas of the scopes in display order. */
const SCOPE_AREAS = Object.keys({
  messages: true,
  campaigns: true,
  contacts: true,
  templates: true,
  files: true,
  webhooks: true,
  keys: true,
  senders: true,
  privacy: true,
  rules: true,
  consents: true,
} satisfies Record<ScopeArea, true>);

const scopeAreaOf = (scope: string): string => scope.slice(0, scope.indexOf(":"));

/** Scopes in display order. */
export const SCOPES: ApiKeyScopeInput[] = [...enums.ApiKeyScope].sort(
  (a, b) => SCOPE_AREAS.indexOf(scopeAreaOf(a)) - SCOPE_AREAS.indexOf(scopeAreaOf(b)),
);

/** Groups scopes by area, such as `messages` for `messages:read` and `messages:send`. */
export function byArea<Scope extends string>(scopes: readonly Scope[]): { area: string; scopes: Scope[] }[] {
  const areas = new Map<string, Scope[]>();
  for (const scope of scopes) {
    const area = scopeAreaOf(scope);
    areas.set(area, [...(areas.get(area) ?? []), scope]);
  }
  return [...areas].map(([area, its]) => ({ area, scopes: its }));
}

export const verbOf = (scope: string): string => scope.slice(scope.indexOf(":") + 1);

/** Returns the word for a scope's verb, such as `read`. Returns the whole scope if `words` lacks the verb. */
export const verbName = (scope: string, words: object): string =>
  Object.hasOwn(words, verbOf(scope)) ? wordFor(words, verbOf(scope)) : scope;

export const isRead = (scope: string): boolean => verbOf(scope) === "read";

type Preset = "send" | "read" | "all";

const PRESETS: readonly { name: Preset; holds(scope: ApiKeyScopeInput): boolean }[] = [
  { name: "send", holds: (scope) => scope === "messages:send" },
  { name: "read", holds: isRead },
  { name: "all", holds: () => true },
];

/** Returns the presets of scopes, each limited to the scopes that the user may grant. Omits empty presets. */
export const presetsFor = (
  grantable: readonly ApiKeyScopeInput[],
): { name: Preset; scopes: ApiKeyScopeInput[] }[] =>
  PRESETS.map(({ name, holds }) => ({ name, scopes: grantable.filter(holds) })).filter(
    ({ scopes }) => scopes.length > 0,
  );

export const isSameChoice = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((scope) => b.includes(scope));

type KeyState = "active" | "expired" | "revoked";

/** Returns the state of an API key. `now` is in milliseconds since 1970. */
export function stateOf(
  { revoked_at, expires_at }: Pick<ApiKey, "revoked_at" | "expires_at">,
  now: number,
): KeyState {
  if (revoked_at !== null) return "revoked";
  return expires_at !== null && Date.parse(expires_at) <= now ? "expired" : "active";
}

/** Returns whether key `mine` may revoke `key`: both are the same, or `mine` has all scopes of `key`. */
export const mayRevoke = (
  mine: { id: string; scopes: readonly string[] },
  key: Pick<ApiKey, "id" | "scopes">,
): boolean => key.id === mine.id || key.scopes.every((scope) => mine.scopes.includes(scope));
