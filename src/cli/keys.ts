import type { Command } from "commander";
import { scopes as knownScopes } from "../../generated/server/routes";
import { type Account, findAccount } from "../features/accounts/accounts.store";
import { expandScopes, fingerprint, makeKey } from "../features/api-keys/api-key";
import {
  accountOfKey,
  type ApiKey,
  everyApiKey,
  insertApiKey,
  revokeApiKey,
  rotateApiKey,
} from "../features/api-keys/api-keys.store";
import { toTimestamp, toTimestampOrNull } from "../platform/time";
import { isId } from "../platform/ids";
import { runs } from "./command";
import { CommandError, UsageError } from "./errors";
import {
  durationOption,
  instantOption,
  nameArgument,
  namedAccount,
  newestFirst,
  scopesOption,
} from "./options";
import { changed, fields, type Output, table, unchanged } from "./output";
import type { Session, CommandContext } from "./session";

const toJson = (account: Account, key: ApiKey) => ({
  id: key.id,
  account: account.name,
  name: key.name,
  prefix: key.prefix,
  scopes: expandScopes(key.scopes, knownScopes),
  created_at: toTimestamp(key.createdAt),
  last_used_at: toTimestampOrNull(key.lastUsedAt),
  expires_at: toTimestampOrNull(key.expiresAt),
  revoked_at: toTimestampOrNull(key.revokedAt),
  replaced_by: key.replacedBy,
});

const scopesText = ({ scopes }: ApiKey) => (scopes.includes("*") ? "all" : scopes.join(","));

interface CreateOptions {
  account: string;
  scopes: string[];
  name: string;
  expiresAt?: number;
}

async function keysCreate({ db, clock, ids }: Session, options: CreateOptions): Promise<Output> {
  const now = clock.now();
  const expiresAt = options.expiresAt ?? null;
  if (expiresAt !== null && expiresAt <= now) throw new UsageError("--expires-at must be in the future");
  const account = await namedAccount(db, options.account);
  const key = makeKey();
  const created = await insertApiKey(db, {
    ...fingerprint(key),
    id: ids.next(),
    accountId: account.id,
    name: options.name,
    scopes: options.scopes,
    createdAt: now,
    expiresAt,
  });
  return {
    json: { ...toJson(account, created), key },
    text: fields([
      ["id", created.id],
      ["account", account.name],
      ["name", created.name],
      ["scopes", scopesText(created)],
      ["expires at", toTimestampOrNull(expiresAt)],
      ["key (shown this once)", key],
    ]),
  };
}

async function keysList({ db }: Session, options: { account?: string }): Promise<Output> {
  const found = await newestFirst(db, options.account, everyApiKey);
  return {
    json: found.map(({ account, item }) => toJson(account, item)),
    text: table(
      ["id", "account", "name", "prefix", "scopes", "created at", "last used at", "expires at", "revoked at"],
      found.map(({ account, item: key }) => [
        key.id,
        account.name,
        key.name,
        key.prefix,
        scopesText(key),
        toTimestamp(key.createdAt),
        toTimestampOrNull(key.lastUsedAt),
        toTimestampOrNull(key.expiresAt),
        toTimestampOrNull(key.revokedAt),
      ]),
    ),
  };
}

/** Replaces a key. The old key ends at once, or expires after the grace period. */
async function keysRotate(
  { db, clock, ids }: Session,
  keyId: string,
  { grace }: { grace?: number },
): Promise<Output> {
  const accountId = isId(keyId) ? await accountOfKey(db, keyId) : null;
  const account = accountId === null ? null : await findAccount(db, accountId);
  if (account === null) throw new CommandError(`There is no API key with the id ${keyId}`);
  const key = makeKey();
  const successor = { ...fingerprint(key), id: ids.next() };
  const times = { now: clock.now(), graceMs: grace ?? null };
  const rotation = await rotateApiKey(db, { accountId: account.id, id: keyId }, successor, times);
  if (rotation === null) {
    throw new CommandError(
      `The API key ${keyId} is revoked or expired: create a key with "npm run recado -- keys create"`,
    );
  }
  const { old, successor: created, isNew, isShortened } = rotation;
  const json = { ...toJson(account, created), replaces: toJson(account, old) };
  if (isShortened) {
    const end = toTimestampOrNull(old.revokedAt ?? old.expiresAt);
    return changed(json, `Shortened: the replaced key ${old.id} ends at ${end}`);
  }
  if (!isNew) return unchanged(json, `the key was replaced by ${created.id}, whose secret is not stored`);
  return changed(
    { ...json, key },
    fields([
      ["id", created.id],
      ["account", account.name],
      ["name", created.name],
      ["scopes", scopesText(created)],
      ["expires at", toTimestampOrNull(created.expiresAt)],
      ["key (shown this once)", key],
      ["replaces", old.id],
      ["which ends at", toTimestampOrNull(old.revokedAt ?? old.expiresAt)],
    ]),
  );
}

async function keysRevoke({ db, clock }: Session, keyId: string): Promise<Output> {
  const accountId = isId(keyId) ? await accountOfKey(db, keyId) : null;
  if (accountId === null) throw new CommandError(`There is no API key with the id ${keyId}`);
  const json = { id: keyId, revoked: true };
  return (await revokeApiKey(db, accountId, keyId, clock.now()))
    ? changed(json, `Revoked: ${keyId}`)
    : unchanged(json, `the key ${keyId} was revoked before`);
}

export function keysCommands(program: Command, context: CommandContext): void {
  const keys = program.command("keys").description("API keys");
  const create = keys
    .command("create")
    .description("create a key; it is shown only once")
    .requiredOption("--account <name>", "account whose data the key can access")
    .requiredOption("--scopes <list>", 'scopes with commas between, or "all"', scopesOption(knownScopes))
    .option("--name <name>", "what the key is for", nameArgument, "Command line")
    .option("--expires-at <instant>", "when it expires, such as 2030-01-31T12:00:00Z", instantOption);
  runs<[], CreateOptions>(create, context, (session, _args, options) => keysCreate(session, options));
  const list = keys
    .command("list")
    .description("list keys, newest first, without their secrets")
    .option("--account <name>", "only for one account");
  runs<[], { account?: string }>(list, context, (session, _args, options) => keysList(session, options));
  const rotate = keys
    .command("rotate")
    .description("replace a key with one of the same name, scopes and expiry; the new key is shown only once")
    .argument("<id>", "id of the key, not the key")
    .option(
      "--grace <duration>",
      "how long the old key still works, such as 90s or 15m; without: it ends at once; a repeated call can shorten it",
      durationOption,
    );
  runs<[string], { grace?: number }>(rotate, context, (session, [id], options) =>
    keysRotate(session, id, options),
  );
  const revoke = keys
    .command("revoke")
    .description("revoke a key permanently")
    .argument("<id>", "id of the key, not the key");
  runs<[string], object>(revoke, context, (session, [id]) => keysRevoke(session, id));
}
