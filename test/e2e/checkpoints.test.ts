import { copyFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import { openForTest, openTestDatabase, type OpenTestDatabase } from "../support/databases";
import { freePort, ServiceProcess } from "../support/process";
import { until } from "../support/until";

const KEY = `st_${"ef".repeat(32)}`;

describe("the write-ahead log of a service on SQLite", () => {
  let database: OpenTestDatabase;
  let service: ServiceProcess;
  const file = (name: string) => join(database.dataDir, name);

  beforeAll(async () => {
    database = await openTestDatabase("SQLite");
    await database.db.destroy();
    service = new ServiceProcess({
      PORT: String(await freePort()),
      RECADO_DATA_DIR: database.dataDir,
      RECADO_API_KEY: KEY,
      RECADO_LOG_LEVEL: "warn",
    });
    await service.start();
  });

  afterAll(async () => {
    await service.stop("SIGKILL");
    await database.close();
  });

  /** Returns the number of contacts in the database file alone, without its log. */
  const contactsInFile = async (): Promise<number> => {
    copyFileSync(file("recado.sqlite"), file("copy.sqlite"));
    const copy = openForTest({ url: null, sqliteFile: file("copy.sqlite"), poolSize: 1 });
    try {
      const [row] = (await copy("contacts").count({ n: "*" })) as { n: number }[];
      return row?.n ?? 0;
    } finally {
      await copy.destroy();
    }
  };

  it("is checkpointed into the database file while the service runs", async () => {
    const response = await fetch(`${service.baseUrl}/v3/contacts`, {
      method: "POST",
      headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
      body: JSON.stringify({ phone: "+5511987654321" }),
    });
    expect(response.status).toBe(201);
    await until("the contact is in the file", 20, async () => (await contactsInFile().catch(() => 0)) === 1);
  });

  it("is removed by an orderly stop", async () => {
    expect(existsSync(file("recado.sqlite-wal"))).toBe(true);
    expect(await service.stop()).toBe(0);
    expect(existsSync(file("recado.sqlite-wal"))).toBe(false);
    expect(await contactsInFile()).toBe(1);
  });
});
