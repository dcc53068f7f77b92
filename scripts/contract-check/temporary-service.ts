import { rmSync } from "node:fs";
import { openDatabase } from "../../src/platform/db/connection";
import { buildAll } from "../bench/build";
import {
  type DatabaseAddress,
  type DatabaseKind,
  Databases,
  serviceEnv,
  sqlitePath,
} from "../bench/databases";
import { runCommand, Service } from "../bench/processes";
import { newKey } from "./bodies";
import { prefix } from "./contract";
import type { OtherDeployment } from "./deployment";

/** Deployments that the check starts and may break to provoke 429, 500 and 503. */
export interface TemporaryService {
  url: string;
  key: string;
  /** Creates a key of another account of the service at `url`. */
  otherKey(): Promise<string>;
  /** Starts a deployment with a rate limit of one request a minute. */
  limited(): Promise<OtherDeployment>;
  /** Starts a deployment without tables, except the tables for looking up keys. */
  withoutTables(): Promise<OtherDeployment & { dropKeys(): Promise<void> }>;
  /** Starts a deployment whose database server is stopped. */
  withoutDatabase(): Promise<OtherDeployment>;
  close(): Promise<void>;
}

const QUIET = { RECADO_LOG_LEVEL: "error" };
const KEY_TABLES = ["accounts", "api_keys"];

interface Started {
  service: Service;
  address: DatabaseAddress;
  key: string;
}

async function dropTables(address: DatabaseAddress, isAbandoned: (table: string) => boolean): Promise<void> {
  const db = openDatabase({ url: null, sqliteFile: sqlitePath(address), poolSize: 1 });
  try {
    await db.raw("pragma legacy_alter_table = on");
    // The filter excludes virtual tables, such as a search index, and their shadow tables.
    const tables = (await db.raw(
      "select name from pragma_table_list where type = 'table' and schema = 'main'",
    )) as {
      name: string;
    }[];
    for (const { name } of tables.filter(
      (table) => !table.name.startsWith("sqlite_") && isAbandoned(table.name),
    )) {
      await db.raw("alter table ?? rename to ??", [name, `lost_${name}`]);
    }
  } finally {
    await db.destroy();
  }
}

/** Creates another account with a key through the command line of the operator. */
async function keyOfAnother(address: DatabaseAddress): Promise<string> {
  const operate = (...words: string[]) => runCommand(serviceEnv(address), ...words, "--json");
  await operate("accounts", "create", "another");
  const made = await operate("keys", "create", "--account", "another", "--scopes", "all");
  const { key } = JSON.parse(made) as { key?: string };
  if (key === undefined) throw new Error("no key of another account was made");
  return key;
}

export async function startTemporaryService(): Promise<TemporaryService> {
  const databases = new Databases();
  const doomed = new Databases();
  const services: Service[] = [];
  // Removes the databases even if the process exits without `close`.
  process.once("exit", () => {
    for (const { scratch } of [databases, doomed]) rmSync(scratch, { recursive: true, force: true });
  });
  let closed = false;

  async function start(
    env: Readonly<Record<string, string>>,
    from = databases,
    kind: DatabaseKind = "sqlite",
  ): Promise<Started> {
    const address = await from.create(kind, { migrated: false });
    const key = newKey();
    const service = await Service.start(databases.scratch, {
      env: { ...QUIET, RECADO_API_KEY: key, ...serviceEnv(address), ...env },
    });
    services.push(service);
    return { service, address, key };
  }
  const deploymentOf = (target: string, { service, key }: Started): OtherDeployment => ({
    target,
    key,
    base: service.origin + prefix,
  });

  async function close(): Promise<void> {
    if (closed) return;
    closed = true;
    await Promise.all(services.map((service) => service.stop()));
    for (const one of [databases, doomed]) await one.close().catch(() => {});
  }

  try {
    await buildAll();
    // The webhook receiver listens on a private address.
    const main = await start({ RECADO_RATE_LIMIT: "1000000", RECADO_WEBHOOK_ALLOW_PRIVATE: "1" });
    return {
      url: main.service.origin + prefix,
      key: main.key,
      otherKey: () => keyOfAnother(main.address),
      limited: async () =>
        deploymentOf("limited", await start({ RECADO_RATE_LIMIT: "1", RECADO_ROLES: "api" })),
      async withoutTables() {
        const started = await start({ RECADO_ROLES: "api", RECADO_LOG_LEVEL: "silent" });
        await dropTables(started.address, (table) => !KEY_TABLES.includes(table));
        const dropKeys = () => dropTables(started.address, (table) => table === "api_keys");
        return { ...deploymentOf("without tables", started), dropKeys };
      },
      async withoutDatabase() {
        const started = await start({ RECADO_ROLES: "api", RECADO_LOG_LEVEL: "silent" }, doomed, "postgres");
        await doomed.close();
        return deploymentOf("without database", started);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
