import { built } from "../support/build";
import { freePort, ServiceProcess } from "../support/process";
import { temporaryFolder } from "../support/temporary-folder";
import { until } from "../support/until";

describe("a service with an admin port", () => {
  const dataDir = temporaryFolder("admin");
  let service: ServiceProcess;
  let adminUrl: string;

  beforeAll(async () => {
    const [port, adminPort] = [await freePort(), await freePort()];
    adminUrl = `http://127.0.0.1:${adminPort}`;
    service = new ServiceProcess(
      { PORT: String(port), RECADO_ADMIN_PORT: String(adminPort), RECADO_DATA_DIR: dataDir },
      { command: [built("src/main.ts")], says: "recado is ready" },
    );
    await service.start();
    // The thread of the admin port returns the last known state while the main thread is busy.
    await until("the admin port reports readiness", 10, async () => {
      return (await fetch(`${adminUrl}/readyz`)).status === 200;
    });
  });
  afterAll(async () => {
    await service.stop("SIGKILL");
  });

  const statusesAt = (base: string, paths: readonly string[]) =>
    Promise.all(paths.map(async (path) => (await fetch(base + path)).status));
  const OPERATIONS = ["/healthz", "/readyz", "/metrics"];
  const OTHERS = ["/openapi.json", "/v3/messages", "/carriers/x", "/"];

  it("serves health and metrics on the admin port, and nothing else", async () => {
    expect(await statusesAt(adminUrl, OPERATIONS)).toEqual([200, 200, 200]);
    expect(await statusesAt(adminUrl, OTHERS)).toEqual([404, 404, 404, 404]);
  });

  it("serves everything else on the API port, and neither health nor metrics", async () => {
    expect(await statusesAt(service.baseUrl, OPERATIONS)).toEqual([404, 404, 404]);
    expect(await statusesAt(service.baseUrl, OTHERS)).toEqual([200, 401, 404, 200]);
  });

  it("closes both ports when it stops", async () => {
    expect(await service.stop()).toBe(0);
    await expect(fetch(`${adminUrl}/healthz`)).rejects.toThrow();
  });
});
