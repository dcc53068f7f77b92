import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { databases, openTestDatabase, type OpenTestDatabase, settingsOf } from "../support/databases";
import { freePort, ServiceProcess } from "../support/process";
import { temporaryFolder } from "../support/temporary-folder";
import { takeTour, tourSteps } from "../support/tour";

const README_REQUEST =
  /^```sh\n(curl [\s\S]*?)^```/m.exec(readFileSync(join(__dirname, "..", "..", "README.md"), "utf8"))?.[1] ??
  "";

describe.each(databases)("the tour of the guides on %s", (kind) => {
  const folder = temporaryFolder("tour");
  const dataDir = join(folder, "data");
  let service: ServiceProcess;
  let database: OpenTestDatabase;
  let port = 0;

  beforeAll(async () => {
    database = await openTestDatabase(kind, { migrated: false });
    port = await freePort();
    service = new ServiceProcess({
      PORT: String(port),
      ...settingsOf({ url: database.url, dataDir }),
      RECADO_WEBHOOK_ALLOW_PRIVATE: "1",
      RECADO_VALIDATE_RESPONSES: "1",
      RECADO_HANDSET: "1",
    });
    await service.start();
  });

  afterAll(async () => {
    await service.stop("SIGKILL");
    await database.close();
  });

  it.each([
    ["as it is pasted", ""],
    ["a second time on the same data, with a padding `wc`", `wc() { printf "%8d\\n" "$(command wc "$@")"; }`],
  ])("completes %s", async (_, prelude) => {
    const tour = { port, receiverPort: await freePort(), dataDir, folder };
    const { stdout, stderr, events } = await takeTour(tour, { prelude });
    expect(stderr).toBe("");
    expect(stdout).not.toContain('{"error":{');
    expect(stdout).toContain("4,");
    expect(stdout).toContain('"status":"granted"');
    expect(stdout).toContain('{"canceled":1,"not_canceled":0}');
    expect(stdout).toContain(
      '"status":"completed","error":null,"progress":{"total":2,"pending":0,"blocked":0,"error":1',
    );
    expect(events).toEqual(tourSteps);
  });

  it("accepts the README's request as it is pasted", async () => {
    const command = README_REQUEST.replace("127.0.0.1:3000", `127.0.0.1:${port}`).replace(
      "data/api-key",
      join(dataDir, "api-key"),
    );
    const { stdout } = await promisify(execFile)("bash", ["--norc", "-c", command]);
    expect(JSON.parse(stdout)).toMatchObject({
      data: [{ to: "+5511987654321", status: "pending", error: null }],
    });
  });

  it("keeps all data when the service is killed and restarted", async () => {
    const key = readFileSync(join(dataDir, "api-key"), "utf8").trim();
    await service.stop("SIGKILL");
    await service.start();
    const response = await fetch(`${service.baseUrl}/v3/messages`, { headers: { "X-API-Key": key } });
    expect(((await response.json()) as { pagination: { total: number } }).pagination.total).toBe(2 * 10 + 1);
  });

  it("finishes requests in flight and exits with code 0 on SIGTERM", async () => {
    const key = readFileSync(join(dataDir, "api-key"), "utf8").trim();
    const send = (index: number) =>
      fetch(`${service.baseUrl}/v3/messages`, {
        method: "POST",
        headers: { "X-API-Key": key, "Content-Type": "application/json", Connection: "close" },
        body: JSON.stringify({
          channel: "sms",
          content: { type: "text", text: `${index}` },
          recipients: [{ to: "11987654321" }],
        }),
      }).then((response) => response.status);
    const first = await send(0);
    const requests = Promise.all(
      Array.from({ length: 20 }, (_, index) => send(index).catch(() => "refused")),
    );
    const code = await service.stop("SIGTERM");
    expect([first, code]).toEqual([202, 0]);
    for (const status of await requests) expect([202, "refused"]).toContain(status);
    expect(service.log()).not.toMatch(/"level":(50|60)/);
  });
});
