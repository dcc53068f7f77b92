import { type ChildProcess, execFile, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { blocksOf } from "../support/guides";
import { freePort, ServiceProcess } from "../support/process";
import { temporaryFolder } from "../support/temporary-folder";
import { until } from "../support/until";

const root = join(__dirname, "..", "..");

/** The guide's commands, from an empty folder to a message at an SMSC. */
const commands = blocksOf("carrier-smpp").flatMap(({ kind, text }) => (kind === "elsewhere" ? [text] : []));

describe("the SMPP guide", () => {
  const folder = temporaryFolder("smsc");
  const dataDir = join(folder, "data");
  let service: ServiceProcess;
  let smsc: ChildProcess | null = null;
  let adapted: (command: string) => string;

  beforeAll(async () => {
    const [port, smscPort] = [await freePort(), await freePort()];
    adapted = (command) =>
      command
        .replaceAll("/tmp/", `${folder}/`)
        .replaceAll("127.0.0.1:3000", `127.0.0.1:${port}`)
        .replaceAll("port=8056", `port=${smscPort}`)
        .replaceAll("data/api-key", join(dataDir, "api-key"));

    service = new ServiceProcess({ PORT: String(port), RECADO_DATA_DIR: dataDir });
    await service.start();
  });
  afterAll(async () => {
    // The shell leads a process group that contains Maven and Java.
    if (smsc?.pid && smsc.exitCode === null) process.kill(-smsc.pid, "SIGKILL");
    await service.stop("SIGKILL");
  });

  it("has five commands, of which the first starts the service", () => {
    expect(commands).toHaveLength(5);
    expect(commands[0]).toBe("npm ci && npm start");
  });

  it("sends a message that the SMSC receives and reports as delivered", async () => {
    const [, startSmsc = "", ...typed] = commands.map((command) => adapted(command));
    const env = { ...process.env, RECADO_DATA_DIR: dataDir };
    smsc = spawn("bash", ["--norc", "-c", startSmsc], {
      cwd: root,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let printed = "";
    smsc.stdout?.on("data", (some: Buffer) => (printed += some.toString("latin1")));
    smsc.stderr?.on("data", (some: Buffer) => (printed += some.toString("latin1")));
    await until("the SMSC listens", 180, async () => printed.includes("Listening on port"));
    let response = "";
    for (const command of typed) {
      const { stdout } = await promisify(execFile)("bash", ["--norc", "-ec", command], { cwd: root, env });
      response = stdout;
    }
    expect(JSON.parse(response)).toMatchObject({ data: [{ status: "pending", error: null }] });
    const list = async () => {
      const key = readFileSync(join(dataDir, "api-key"), "utf8").trim();
      const response = await fetch(`${service.baseUrl}/v3/messages`, { headers: { "X-API-Key": key } });
      return ((await response.json()) as { data: { status: string; carrier: string }[] }).data;
    };
    await until("the message is delivered", 60, async () => (await list())[0]?.status === "delivered");
    expect(await list()).toMatchObject([{ status: "delivered", carrier: "smsc" }]);
    await until("the SMSC's log", 20, async () => printed.includes("Receiving submit_sm 'Oi, SMSC!'"));
  }, 300_000);
});
