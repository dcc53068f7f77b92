import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Client } from "pg";
import { built } from "./build";

export interface FreezablePostgres {
  /** URL of an empty database. */
  url: string;
  /** Suspends every process of the server, like a machine that hangs. */
  freeze(): Promise<void>;
  thaw(): void;
  stop(): Promise<void>;
}

/** Starts a separate PostgreSQL server that a test can suspend. */
export async function freezablePostgres(): Promise<FreezablePostgres> {
  const child = spawn(process.execPath, [built("test/support/postgres-process.ts")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), "line"),
    ended.then(() => Promise.reject(new Error("the server did not start"))),
  ])) as [string];
  const { url, directory } = JSON.parse(line) as { url: string; directory: string };
  let frozen: number[] = [];
  const thaw = () => {
    for (const pid of frozen) process.kill(pid, "SIGCONT");
    frozen = [];
  };
  return {
    url,
    async freeze() {
      frozen = await processesOf(url, directory);
      for (const pid of frozen) process.kill(pid, "SIGSTOP");
    },
    thaw,
    async stop() {
      thaw();
      child.stdin.end();
      await ended;
    },
  };
}

/** Returns the ids of the postmaster and of its server processes. */
async function processesOf(url: string, directory: string): Promise<number[]> {
  const first = Number(readFileSync(join(directory, "postmaster.pid"), "utf8").split("\n")[0]);
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where pid <> pg_backend_pid()",
  );
  await client.end();
  return [first, ...rows.map(({ pid }) => pid)];
}
