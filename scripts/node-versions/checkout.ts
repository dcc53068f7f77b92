import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { startTool } from "../tools/run-tool";
import { installTools, NODE_PACKAGE } from "./install";
import type { NodeVersion } from "./versions";

const root = resolve(__dirname, "../..");

interface Finished {
  code: number | null;
  output: string;
}

/** A folder with a Node version, its npm, and a copy of this project. */
export interface NodeCheckout {
  project: string;
  env: NodeJS.ProcessEnv;
  run(command: string, args: readonly string[], options?: RunOptions): Promise<Finished>;
  close(): void;
}

interface RunOptions {
  /** Time limit in seconds, 60 by default. The exit code of a command that exceeds the limit is null. */
  seconds?: number;
  isShown?: boolean;
}

/** Pattern of variables that commands in the checkout do not inherit: for npm, Node, Jest and Recado. */
const OF_THIS_PROJECT =
  /^(npm_(package|lifecycle|command|execpath|node_execpath|config_(local_prefix|prefix|global_prefix|node_gyp|user_agent|npm_version))|INIT_CWD|NODE_OPTIONS|NODE_ENV|JEST_|RECADO_|DATABASE_URL|PORT|HOST$)/i;

export async function openCheckout({ node, npm }: NodeVersion): Promise<NodeCheckout> {
  const folder = mkdtempSync(join(tmpdir(), `recado-node-${node}-`));
  const tools = join(folder, "tools");
  const project = join(folder, "project");
  const running = new Set<() => void>();
  const outside = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !OF_THIS_PROJECT.test(name)),
  );
  const env = {
    ...outside,
    PATH: `${join(tools, "node_modules/.bin")}:${process.env.PATH}`,
    // Header files of the tested Node, so that the compilation of a driver downloads none.
    npm_config_nodedir: join(tools, "node_modules", NODE_PACKAGE),
  };

  const run = commandsIn({ cwd: project, env, running });

  // If root runs the tests, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755);
  installTools(tools, [`${NODE_PACKAGE}@${node}`, `npm@${npm}`], outside);
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
      for (const kill of running) kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

interface Commands {
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Functions that end the running commands. */
  running: Set<() => void>;
}

/**
 * Returns a function that runs a command in the folder. At its time limit, it ends the command and all
 * processes that the command started.
 */
export function commandsIn({ cwd, env, running }: Commands): NodeCheckout["run"] {
  return function run(
    command: string,
    args: readonly string[],
    { seconds = 60, isShown = false }: RunOptions = {},
  ) {
    return new Promise<Finished>((done, fail) => {
      const { child, kill } = startTool(command, args, { cwd, env });
      running.add(kill);
      let output = "";
      const appendOutput = (bytes: Buffer) => {
        output = (output + bytes.toString()).slice(-20_000);
        if (isShown) process.stdout.write(bytes);
      };
      child.stdout.on("data", appendOutput);
      child.stderr.on("data", appendOutput);
      const end = (code: number | null) => {
        clearTimeout(timer);
        running.delete(kill);
        done({ code, output });
      };
      const timer = setTimeout(() => {
        output += `\nended after ${seconds} s`;
        // Waits for `exit` instead of `close`: a process that left the group may keep the output open.
        child.once("exit", () => end(null));
        kill();
      }, seconds * 1_000);
      child.once("error", fail);
      child.once("close", end);
    });
  };
}
