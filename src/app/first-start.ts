import { chmodSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ALL_SCOPES, fingerprint, makeKey } from "../features/api-keys/api-key";
import { insertApiKey } from "../features/api-keys/api-keys.store";
import type { App } from "./app";
import type { Config } from "./config";
import type { Carrier } from "../carriers/carrier";
import { ConfigError } from "../platform/config-error";
import type { Channel } from "../messaging/channel";
import { makePrivateDirectory } from "../platform/private-files";
import { insertSender } from "../features/senders/senders.store";
import { hasAccounts, insertAccount } from "../features/accounts/accounts.store";

const FIRST_ACCOUNT_NAME = "default";

/** Addresses of the sandbox senders. The sandbox delivers nothing to real phones. */
const SANDBOX_ADDRESSES: Readonly<Record<Channel, string>> = {
  sms: "27000",
  rcs: "recado-sandbox",
  voice: "+551130000000",
};

export const firstKeyFile = (dataDir: string) => join(dataDir, "api-key");

interface FirstStart {
  created: boolean;
  /** API key of the new account, to be shown once; null if this call created no account. */
  key: string | null;
}

/**
 * Sets up a database without accounts: account `default`, one sandbox sender per channel, and an API key of
 * all scopes. Everything is created in one transaction, by only one of concurrent processes. The key is also
 * stored in the data directory. If an account exists, nothing changes, even if RECADO_API_KEY differs.
 */
export async function firstStart(
  { config, db, clock, ids }: Pick<App, "config" | "db" | "clock" | "ids">,
  carrier: Pick<Carrier, "name" | "channels" | "defaultMaxPerSecond">,
): Promise<FirstStart> {
  if (await hasAccounts(db)) return { created: false, key: null };
  const key = config.firstApiKey ?? makeKey();
  const created = await db.transaction(async (trx) => {
    const account = await insertAccount(trx, { name: FIRST_ACCOUNT_NAME }, { clock, ids });
    if (account === null) return false;
    const common = { accountId: account.id, createdAt: account.createdAt };
    for (const channel of carrier.channels) {
      await insertSender(trx, {
        ...common,
        id: ids.next(),
        channel,
        address: SANDBOX_ADDRESSES[channel],
        carrier: carrier.name,
        maxPerSecond: carrier.defaultMaxPerSecond,
      });
    }
    await insertApiKey(trx, {
      ...common,
      ...fingerprint(key),
      id: ids.next(),
      name: "First key",
      scopes: [ALL_SCOPES],
      expiresAt: null,
    });
    // The key file is written before the commit. A crash after a commit without the file would lose the key.
    // After a crash before the commit, the next start writes a new key.
    storeKey(config.dataDir, key);
    return true;
  });
  return created ? { created, key } : { created, key: null };
}

/** Returns what the first start prints. Only a terminal gets the key, because logs are kept and shared. */
export function firstStartText(
  { dataDir, publicUrl, console, roles }: Pick<Config, "dataDir" | "publicUrl" | "console" | "roles">,
  key: string,
  isTerminal: boolean,
): string {
  const file = firstKeyFile(dataDir);
  const made = 'First start: the account "default" is ready.';
  const lines = isTerminal
    ? [`${made} Its API key, shown this once and kept in ${file}:`, `  ${key}`]
    : [`${made} Its API key is in ${file}`];
  const signIn = `Sign in to the console with this key: ${publicUrl}/console`;
  return `\n${[...lines, ...(console && roles.includes("api") ? [signIn] : [])].join("\n\n")}\n\n`;
}

function storeKey(dataDir: string, key: string): void {
  const file = firstKeyFile(dataDir);
  const draft = `${file}.${process.pid}`;
  try {
    makePrivateDirectory(dataDir);
    writeFileSync(draft, `${key}\n`, { mode: 0o600 });
    chmodSync(draft, 0o600); // `mode` applies only if writeFileSync creates the file
    renameSync(draft, file);
  } catch (error) {
    throw new ConfigError(`RECADO_DATA_DIR must be a directory that can be written to: ${String(error)}`);
  }
}
