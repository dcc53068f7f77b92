import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, chownSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { POSTGRES_FLAGS, type PostgresServer } from "./postgres-server";
import { freePort } from "./process";

export interface Standby {
  /** URL without a database name. */
  url: string;
  start(): Promise<void>;
  /** Ends the server at once, as a crash does. */
  kill(): Promise<void>;
  /** Runs one statement on the standby. */
  run(sql: string): Promise<void>;
  remove(): Promise<void>;
}

/** Copies a running server and starts the copy as its streaming standby. */
export async function startStandby(primary: PostgresServer): Promise<Standby> {
  const directory = `${primary.directory}-standby`;
  const port = await freePort();
  const url = `postgres://recado:recado@127.0.0.1:${port}`;
  await copyCluster(primary, directory);
  const { hostname, port: primaryPort } = new URL(primary.url);
  const source = `host=${hostname} port=${primaryPort} user=recado password=recado`;
  appendFileSync(join(directory, "postgresql.auto.conf"), `primary_conninfo = '${source}'\n`);
  appendFileSync(join(directory, "standby.signal"), "");
  // If root runs the tests, the server runs as another user.
  const { uid, gid } = statSync(directory);
  for (const file of ["backup_label", "standby.signal"]) chownSync(join(directory, file), uid, gid);
  // The file's first word is the path of the program.
  const [program = ""] = readFileSync(join(primary.directory, "postmaster.opts"), "utf8").split(" ");
  // A read in conflict with replay is canceled early.
  const flags = [...POSTGRES_FLAGS, "-c", "max_standby_streaming_delay=100ms"];
  let server: ChildProcess | null = null;
  const standby: Standby = {
    url,
    async start() {
      const started = spawn(program, ["-D", directory, "-p", `${port}`, ...flags], { uid, gid });
      server = started;
      let output = "";
      await new Promise<void>((resolve, reject) => {
        started.stderr.on("data", (lines: Buffer) => {
          output += lines.toString();
          if (output.includes("ready to accept read-only connections")) resolve();
        });
        started.once("exit", () => reject(new Error(`the standby did not start: ${output}`)));
      });
    },
    async kill() {
      if (server === null) return;
      const ended = once(server, "exit");
      // The processes of the server's clients end with it, unlike after SIGKILL.
      server.kill("SIGQUIT");
      await ended;
      server = null;
    },
    async run(sql) {
      const client = new Client({ connectionString: `${url}/postgres` });
      await client.connect();
      await client.query(sql);
      await client.end();
    },
    async remove() {
      await standby.kill();
      rmSync(directory, { recursive: true, force: true });
    },
  };
  await standby.start();
  return standby;
}

/** Copies the files of a running server between the start and the end of a base backup. */
async function copyCluster({ url, directory }: PostgresServer, target: string): Promise<void> {
  const client = new Client({ connectionString: `${url}/postgres` });
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  execFileSync("cp", ["-a", directory, target]);
  const { rows } = await client.query<{ label: string }>(
    "select labelfile as label from pg_backup_stop(false)",
  );
  await client.end();
  appendFileSync(join(target, "backup_label"), rows[0]?.label ?? "");
  for (const file of ["postmaster.pid", "postmaster.opts"]) rmSync(join(target, file));
}
