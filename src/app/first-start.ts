import { chmodSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ALL_SCOPES, fingerprint, makeKey } from "../features/api-keys/api-key";
import { insertApiKey } from "../features/api-keys/api-keys.store";
import type { App } from "./app";
import type { Carrier } from "../carriers/carrier";
import { ConfigError } from "../platform/config-error";
import type { Channel } from "../messaging/channel";
import { makePrivateDirectory } from "../platform/private-files";
import { insertSender } from "../features/senders/senders.store";
import { hasAccounts, insertAccount } from "../features/accounts/accounts.store";

export const FIRST_ACCOUNT_NAME = "default";

/** Sandbox sender addresses by channel. No message leaves the service from them. */
const SANDBOX_ADDRESSES: Readonly<Record<Channel, string>> = {
  sms: "27000",
  rcs: "recado-sandbox",
  voice: "+551130000000",
};

/** Returns the file of the first API key. */
export const firstKeyFile = (dataDir: string) => join(dataDir, "api-key");

export interface FirstStart {
  /** Whether this call created the account. */
  created: boolean;
  /** API key of the account if this call created it, to be shown once. */
  key: string | null;
}

/**
 * Creates on a database without accounts: the account `default`, a sender for every channel of `carrier` (the
 * sandbox), and a key of all scopes. The key is also stored in the data directory. Everything is created in
 * one transaction; of concurrent processes only one creates it. Later starts change nothing, whatever
 * RECADO_API_KEY is.
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
    // Before the commit: a committed key that was not stored would be lost, but an uncommitted one is
    // replaced.
    keepKey(config.dataDir, key);
    return true;
  });
  return created ? { created, key } : { created, key: null };
}

function keepKey(dataDir: string, key: string): void {
  const file = firstKeyFile(dataDir);
  const draft = `${file}.${process.pid}`;
  try {
    makePrivateDirectory(dataDir);
    writeFileSync(draft, `${key}\n`, { mode: 0o600 });
    chmodSync(draft, 0o600); // the mode above applies to new files only
    renameSync(draft, file);
  } catch (error) {
    throw new ConfigError(`RECADO_DATA_DIR must be a directory that can be written to: ${String(error)}`);
  }
}
