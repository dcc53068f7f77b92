import { join } from "node:path";
import { built } from "../support/build";
import { databases, openTestDatabase, type OpenTestDatabase, settingsOf } from "../support/databases";
import { readJournal } from "../support/journal";
import { fetchServed, freePort, ServiceProcess } from "../support/process";
import { RawClient } from "../support/raw-client";
import { until } from "../support/until";

const KEY = `st_${"ef".repeat(32)}`;
const MESSAGES = 1_000;
/** Maximum durations of a stop, in milliseconds: well below its limit of 25 seconds. */
const AT_ONCE_MS = 5_000;
const SOON_MS = 15_000;

describe.each(databases)("the stop of a service on %s", (kind) => {
  let database: OpenTestDatabase;
  let service: ServiceProcess;
  let journal: string;
  let port: number;
  let clients: RawClient[];

  beforeEach(async () => {
    database = await openTestDatabase(kind);
    if (kind === "SQLite") await database.db.destroy();
    port = await freePort();
    journal = join(database.dataDir, "journal");
    clients = [];
    service = new ServiceProcess(
      {
        PORT: String(port),
        ...settingsOf(database),
        RECADO_API_KEY: KEY,
        RECADO_LOG_LEVEL: "warn",
        // Slow enough for the stop to begin while messages are submitted.
        RECADO_SANDBOX_DELAY_MS: "500",
        RECADO_TEST_JOURNAL: journal,
      },
      { command: [built("test/support/journaled-service.ts")], says: "up\n" },
    );
    await service.start();
  });
  afterEach(async () => {
    for (const client of clients) client.end();
    await service.stop("SIGKILL");
    await database.close();
  });

  const open = (bytes = "") => {
    const client = new RawClient(port);
    if (bytes !== "") client.send(bytes);
    clients.push(client);
  };
  const headers = `Host: x\r\nX-API-Key: ${KEY}\r\nContent-Type: application/json\r\n`;
  const send = async () => {
    const recipients = Array.from({ length: MESSAGES }, (_, index) => ({
      to: `+55119${80_000_000 + index}`,
    }));
    const body = JSON.stringify({ channel: "sms", content: { type: "text", text: "Oi" }, recipients });
    const response = await fetchServed(`${service.baseUrl}/v3/messages`, {
      method: "POST",
      headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
      body,
    });
    if (response.status !== 202) throw new Error(`${await response.text()}\n${service.log()}`);
  };
  /** Stops the service, expects exit code 0, and returns the duration in milliseconds. */
  const stop = async () => {
    const startedAt = performance.now();
    expect([await service.stop(), service.log()]).toEqual([0, expect.any(String)]);
    return performance.now() - startedAt;
  };
  const submitted = () => readJournal(journal).flatMap(({ messages }) => messages.map(([id]) => id));

  it("ends at once when connections are idle", async () => {
    const stopWithIdleConnections = async () => {
      for (let count = 0; count < 20; count += 1) open();
      await fetch(`${service.baseUrl}/healthz`);
      return stop();
    };
    let fastest = await stopWithIdleConnections();
    // A busy machine can suspend the process during one stop, but hardly during each.
    for (let tries = 1; tries < 3 && fastest >= AT_ONCE_MS; tries += 1) {
      await service.start();
      fastest = await stopWithIdleConnections();
    }
    expect(fastest).toBeLessThan(AT_ONCE_MS);
  });

  it("ends soon when clients neither send nor read, and submits no message twice", async () => {
    open();
    open("GET /healthz HTTP/1.1\r\nHo");
    open(`POST /v3/messages HTTP/1.1\r\n${headers}Content-Length: 100\r\n\r\nhalf`);
    open(`GET /docs/explorer/assets/swagger-ui-bundle.js HTTP/1.1\r\n${headers}\r\n`.repeat(20));
    await send();
    await until("the first submission", 20, async () => submitted().length > 0, 20);
    expect(await stop()).toBeLessThan(SOON_MS);
    await service.start();
    await until("every message's submission", 40, async () => new Set(submitted()).size === MESSAGES, 100);
    expect(submitted()).toHaveLength(MESSAGES);
  });
});
