import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program } from "../../../scripts/debian/programs";
import { treeEnvironment } from "../../../scripts/debian/tree";
import { type ControlledPostgres, SERVER_USER } from "../../support/controlled-postgres";
import { freePort } from "../../support/process";
import { until } from "../../support/until";

/** Debian's PgBouncer in transaction mode before a server. */
export class PgBouncerProcess {
  private child: ChildProcess | null = null;
  private log = "";

  private constructor(
    private readonly folder: string,
    readonly port: number,
  ) {}

  static async start(server: ControlledPostgres): Promise<PgBouncerProcess> {
    const folder = mkdtempSync(join(tmpdir(), "recado-test-pgbouncer-"));
    chmodSync(folder, 0o755);
    const port = await freePort();
    const settings = {
      listen_addr: "127.0.0.1",
      listen_port: port,
      unix_socket_dir: "",
      auth_type: "any",
      pool_mode: "transaction",
      default_pool_size: 10,
      max_client_conn: 200,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
    const database = `* = host=127.0.0.1 port=${server.port} user=recado`;
    writeFileSync(join(folder, "ini"), ["[databases]", database, "[pgbouncer]", ...lines, ""].join("\n"));
    const bouncer = new PgBouncerProcess(folder, port);
    await bouncer.start();
    return bouncer;
  }

  get warnings(): string[] {
    return this.log.split("\n").filter((line) => line.includes("WARNING"));
  }

  async start(): Promise<void> {
    const user = process.getuid?.() === 0 ? ["-u", SERVER_USER] : [];
    const child = spawn(program("pgbouncer"), [...user, join(this.folder, "ini")], {
      env: treeEnvironment("pgbouncer"),
      stdio: ["ignore", "ignore", "pipe"],
    });
    this.child = child;
    child.stderr.on("data", (bytes: Buffer) => (this.log += bytes.toString()));
    const processes = this.log.split("process up").length;
    await until(
      `PgBouncer is up: ${this.log}`,
      10,
      async () => this.log.split("process up").length > processes,
      10,
    );
  }

  async kill(): Promise<void> {
    if (this.child === null) return;
    const ended = once(this.child, "exit");
    this.child.kill("SIGKILL");
    this.child = null;
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true });
  }
}
