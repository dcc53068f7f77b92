import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { commandsIn } from "../../scripts/node-versions/checkout";
import { runTool } from "../../scripts/tools/run-tool";
import { temporaryFolder } from "../support/temporary-folder";
import { until } from "../support/until";

const node = (program: string, deadlineMs = 30_000) =>
  runTool(process.execPath, ["-e", program], { step: "the program", cwd: __dirname, deadlineMs });

function isAlive(pid: number): boolean {
  try {
    // A process that has ended but was not waited for by its parent is a zombie, not alive.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** Program that starts another one, writes its process id to a file and never ends. */
const PARENT = `
  const other = require("child_process").spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  require("fs").writeFileSync(process.env.PID_FILE, String(other.pid));
  setInterval(() => {}, 1000);
`;

describe("a tool run by the scripts", () => {
  it("returns exit code, stdout and stderr", async () => {
    expect(await node("console.log('out'); console.error('err'); process.exitCode = 3")).toEqual({
      code: 3,
      stdout: "out\n",
      stderr: "err\n",
    });
  });

  it("is stopped at its deadline", async () => {
    await expect(node("setInterval(() => {}, 1000)", 300)).rejects.toThrow(
      "the program did not end within 0.3 s, and was stopped",
    );
  });

  it("is reported in one line when it is missing", async () => {
    const options = { step: "x", cwd: __dirname, deadlineMs: 1_000, missing: "x needs Java." };
    await expect(runTool("no-such-tool-anywhere", [], options)).rejects.toThrow(/^x needs Java\.$/);
  });

  it("ends with the process that ran it, and so do the processes it has started", async () => {
    const folder = temporaryFolder("run-tool");
    const file = join(folder, "pid");
    const tool = resolve(__dirname, "../../scripts/tools/run-tool.ts");
    const program = `
      const { runTool } = require(${JSON.stringify(tool)});
      const options = { step: "x", cwd: ".", deadlineMs: 60000 };
      runTool(process.execPath, ["-e", ${JSON.stringify(PARENT)}], options).catch(() => {});
    `;
    const runner = spawn(process.execPath, ["--import", "tsx", "-e", program], {
      cwd: resolve(__dirname, "../.."),
      env: { ...process.env, PID_FILE: file },
      stdio: "ignore",
    });
    const written = () => Promise.resolve(existsSync(file) && readFileSync(file, "utf8") !== "");
    await until("the tool has started another", 30, written, 20);
    const pid = Number(readFileSync(file, "utf8"));
    expect(isAlive(pid)).toBe(true);
    runner.kill("SIGINT");
    await once(runner, "exit");
    await until("what the tool started has ended", 10, () => Promise.resolve(!isAlive(pid)), 20);
  });
});

describe("a command in a checkout for a Node version", () => {
  it("is ended at its time limit together with the processes that it started", async () => {
    const folder = temporaryFolder("checkout");
    const file = join(folder, "pid");
    const running = new Set<() => void>();
    const run = commandsIn({ cwd: folder, env: { ...process.env, PID_FILE: file }, running });
    const { code } = await run(process.execPath, ["-e", PARENT], { seconds: 8 });
    expect(code).toBeNull();
    const pid = Number(readFileSync(file, "utf8"));
    await until("what the command started has ended", 10, () => Promise.resolve(!isAlive(pid)), 20);
    expect(running.size).toBe(0);
  });
});
