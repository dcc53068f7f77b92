import { openDatabase } from "../../src/platform/db/connection";
import { openTestDatabase, type OpenTestDatabase } from "../support/databases";
import { freePort, ServiceProcess } from "../support/process";

const KEY = `st_${"ad".repeat(32)}`;
/**
 * Less than the five seconds of a waiting statement, for which SQLite's busy timeout would block the process.
 */
const AT_ONCE_MS = 3_000;

describe("a service on SQLite while another process holds the write lock", () => {
  let database: OpenTestDatabase;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await openTestDatabase("SQLite");
    service = new ServiceProcess({
      PORT: String(await freePort()),
      RECADO_DATA_DIR: database.dataDir,
      RECADO_API_KEY: KEY,
      RECADO_RATE_LIMIT: "1000000",
      RECADO_LOG_LEVEL: "silent",
    });
    await service.start();
  });

  afterAll(async () => {
    await service.stop("SIGKILL");
    await database.close();
  });

  const call = async (path: string, body?: object) => {
    const begun = performance.now();
    const response = await fetch(`${service.baseUrl}${path}`, {
      method: body ? "POST" : "GET",
      headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
      body: body && JSON.stringify(body),
    });
    const { error } = (await response.json()) as { error?: { code: string } };
    const { status, headers } = response;
    return {
      status,
      code: error?.code,
      retryAfter: headers.get("retry-after"),
      ms: performance.now() - begun,
    };
  };

  it("handles health and reads at once, and writes when the lock is released or with 503", async () => {
    const file = `${database.dataDir}/recado.sqlite`;
    const other = openDatabase({ url: null, sqliteFile: file, poolSize: 1 });
    const lock = await other.transaction();
    try {
      const writing = call("/v3/contacts", { phone: "+5511987650001" });
      const concurrent = [];
      let written = false;
      void writing.finally(() => (written = true));
      while (!written) concurrent.push(await call("/healthz"), await call("/v3/contacts"));
      expect(await writing).toMatchObject({ status: 503, code: "service_unavailable", retryAfter: "5" });
      expect(concurrent.filter(({ status }) => status !== 200)).toEqual([]);
      // The machine itself may pause during one round. A blocked process handles far fewer requests.
      expect(concurrent.length).toBeGreaterThan(10);
      expect(concurrent.filter(({ ms }) => ms > AT_ONCE_MS).length).toBeLessThanOrEqual(2);

      const waiting = call("/v3/contacts", { phone: "+5511987650002" });
      await call("/healthz");
      await lock.rollback();
      expect(await waiting).toMatchObject({ status: 201 });
    } finally {
      await lock.rollback();
      await other.destroy();
    }
  });
});
