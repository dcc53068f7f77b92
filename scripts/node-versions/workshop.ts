import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { NodeVersion } from "./versions";

const root = resolve(__dirname, "../..");

export interface Finished {
  code: number | null;
  output: string;
}

/** A folder with one Node, the npm that it brings, and a clone of this project. */
export interface Workshop {
  project: string;
  /** What a shell of a user of this Node has. */
  env: NodeJS.ProcessEnv;
  run(command: string, args: readonly string[], options?: RunOptions): Promise<Finished>;
  /** Ends what still runs. */
  close(): void;
}

export interface RunOptions {
  /** After so long it is ended, and has no code. */
  seconds?: number;
  /** Whether what it prints is shown as it comes. */
  isShown?: boolean;
}

/** What the npm that runs this tells its children about this project, and what the service would take for settings. */
const OF_THIS_PROJECT =
  /^(npm_(package|lifecycle|command|execpath|node_execpath|config_(local_prefix|prefix|global_prefix|node_gyp|user_agent|npm_version))|INIT_CWD|NODE_OPTIONS|NODE_ENV|JEST_|RECADO_|DATABASE_URL|PORT|HOST$)/i;

export async function openWorkshop({ node, npm }: NodeVersion): Promise<Workshop> {
  const folder = mkdtempSync(join(tmpdir(), `recado-node-${node}-`));
  const tools = join(folder, "tools");
  const project = join(folder, "project");
  const nodePackage = `node-${process.platform}-${process.arch}`;
  const running = new Set<ChildProcess>();
  const outside = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !OF_THIS_PROJECT.test(name)),
  );
  const env = {
    ...outside,
    PATH: `${join(tools, "node_modules/.bin")}:${process.env.PATH}`,
    // The headers that the package brings: what is compiled asks nobody for them.
    npm_config_nodedir: join(tools, "node_modules", nodePackage),
  };

  function run(command: string, args: readonly string[], { seconds = 60, isShown = false }: RunOptions = {}) {
    return new Promise<Finished>((done, fail) => {
      const child = spawn(command, args, { cwd: project, env, stdio: ["ignore", "pipe", "pipe"] });
      running.add(child);
      let output = "";
      const keep = (bytes: Buffer) => {
        output = (output + bytes.toString()).slice(-20_000);
        if (isShown) process.stdout.write(bytes);
      };
      child.stdout.on("data", keep);
      child.stderr.on("data", keep);
      const end = (code: number | null) => {
        clearTimeout(timer);
        running.delete(child);
        done({ code, output });
      };
      const timer = setTimeout(() => {
        output += `\nended after ${seconds} s`;
        // What it started, a compiler for one, may hold its output open for longer.
        child.once("exit", () => end(null));
        child.kill();
      }, seconds * 1_000);
      child.once("error", fail);
      child.once("close", end);
    });
  }

  // The tests run by root have their PostgreSQL run by another user, who must get here.
  chmodSync(folder, 0o755);
  mkdirSync(tools);
  writeFileSync(join(tools, "package.json"), "{}");
  const wanted = [`${nodePackage}@${node}`, `npm@${npm}`];
  execFileSync("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", ...wanted], {
    cwd: tools,
    env: outside,
    stdio: ["ignore", "ignore", "inherit"],
    timeout: 180_000,
  });
  const tracked = execFileSync("git", ["ls-files", "-z"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 10_000_000,
  });
  for (const file of tracked.split("\0").filter(Boolean)) cpSync(join(root, file), join(project, file));

  return {
    project,
    env,
    run,
    close() {
      for (const child of running) child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
