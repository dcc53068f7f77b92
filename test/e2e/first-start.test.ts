import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { built } from "../support/build";
import { freePort, ServiceProcess } from "../support/process";
import { temporaryFolder } from "../support/temporary-folder";
import { until } from "../support/until";

describe("the first start", () => {
  const services: ServiceProcess[] = [];

  afterEach(async () => {
    for (const service of services.splice(0)) await service.stop("SIGKILL");
  });

  const folder = () => temporaryFolder("first-start");

  it("continues while the disk of its log is full", async () => {
    const port = String(await freePort());
    const service = new ServiceProcess(
      { PORT: port, RECADO_DATA_DIR: folder() },
      { program: "sh", command: ["-c", `exec "${process.execPath}" "${built("src/main.ts")}" > /dev/full`] },
    );
    services.push(service);
    await service.start();
    for (let request = 0; request < 20; request++) {
      const { status } = await fetch(`${service.baseUrl}/v3/senders`);
      expect(status).toBe(401);
      await sleep(20);
    }
    expect(service.log()).toMatch(/^the log cannot be written: ENOSPC.*\n$/);
  });

  async function started(dataDir: string, env: Record<string, string> = {}): Promise<ServiceProcess> {
    const service = new ServiceProcess({
      PORT: String(await freePort()),
      RECADO_DATA_DIR: dataDir,
      RECADO_LOG_LEVEL: "warn",
      ...env,
    });
    services.push(service);
    await service.start();
    return service;
  }

  const linesOf = (service: ServiceProcess) =>
    service
      .log()
      .split("\n")
      .filter((line) => line !== "");

  /** Returns the printed lines once there are `count`. A service may be ready before it has printed them. */
  const lines = async (service: ServiceProcess, count: number) => {
    await until(`the service has printed ${count} lines`, 10, async () => linesOf(service).length >= count);
    return linesOf(service);
  };

  it("prints the file of the key and the sign-in address as plain lines, and no key into a log", async () => {
    const dataDir = folder();
    const service = await started(dataDir);
    const [made = "", signIn = "", ...rest] = await lines(service, 2);
    expect(rest).toEqual([]);
    const file = join(dataDir, "api-key");
    expect(made).toBe(`First start: the account "default" is ready. Its API key is in ${file}`);
    const key = readFileSync(file, "utf8").trim();
    expect(key).toMatch(/^st_[0-9a-f]{64}$/);
    expect(service.log()).not.toContain(key);

    const [, address = ""] = /^Sign in to the console with this key: (\S+)$/.exec(signIn) ?? [];
    expect(address).toMatch(/^http:\/\/\S+\/console$/);
    const page = await fetch(address);
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toMatch(/^text\/html/);
    const session = await fetch(`${address}/session`, {
      method: "POST",
      headers: { "X-Recado-Console": "1", "X-API-Key": key },
    });
    expect(await session.json()).toMatchObject({ account: { name: "default" } });

    await service.stop();
    const again = await started(dataDir);
    expect(linesOf(again)).toEqual([]);
  });

  it("prints the public address of the console", async () => {
    const service = await started(folder(), { RECADO_PUBLIC_URL: "https://messages.example.com" });
    expect(await lines(service, 2)).toContain(
      "Sign in to the console with this key: https://messages.example.com/console",
    );
  });

  it("prints no sign-in address when the console is off", async () => {
    const service = await started(folder(), { RECADO_CONSOLE: "off" });
    expect((await lines(service, 1)).join("\n")).toMatch(/^First start: /);
    expect(service.log()).not.toContain("Sign in");
  });
});
