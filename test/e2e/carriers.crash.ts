import { countingHttp } from "../carriers/support/counting-http";
import type { CountingPeer } from "../carriers/support/counting-peer";
import { countingSmsc } from "../carriers/support/counting-smsc";
import { MOST_UNWRITTEN } from "../../src/features/dispatch/window";
import { databases, openTestDatabase, type OpenTestDatabase } from "../support/databases";
import { freePort, ServiceProcess } from "../support/process";
import { runCommand } from "../support/command";
import { until } from "../support/until";

/** RECADO_TEST_KILLS=20 is the long run, of 10,000 messages. */
const KILLS = Number(process.env.RECADO_TEST_KILLS ?? 6);
const MESSAGES = 500 * KILLS;
const A_SEND = 500;
const WINDOW = 16;
const KEY = `st_${"cd".repeat(32)}`;

const numbers = Array.from({ length: MESSAGES }, (_, index) => `+55119${80_000_000 + index}`);

const cases = databases.flatMap((database) => [
  { database, kind: "http", open: countingHttp },
  { database, kind: "smpp", open: countingSmsc },
]);

describe.each(cases)(
  "a service on $database that is killed again and again while a carrier of kind $kind takes its messages",
  ({ database: databaseKind, kind, open }) => {
    let database: OpenTestDatabase;
    let service: ServiceProcess;
    let peer: CountingPeer;

    beforeAll(async () => {
      database = await openTestDatabase(databaseKind);
      // The service alone uses the database from here on.
      if (databaseKind === "SQLite") await database.db.destroy();
      const env = {
        PORT: String(await freePort()),
        RECADO_DATA_DIR: database.dataDir,
        RECADO_API_KEY: KEY,
        RECADO_RATE_LIMIT: "1000000",
        RECADO_LOG_LEVEL: "warn",
        ...(database.url === null ? {} : { DATABASE_URL: database.url }),
      };
      service = new ServiceProcess(env);
      await service.start();
      peer = await open(`${service.baseUrl}/carriers/counting`);
      const set = [...peer.settings, `window=${WINDOW}`].flatMap((setting) => ["--set", setting]);
      const secrets = peer.secrets.flatMap((secret) => ["--secret", secret]);
      const sender = ["senders", "add", "--account", "default", "--channel", "sms", "--address", "28000"];
      for (const args of [
        ["carriers", "add", "counting", "--kind", kind, ...set, ...secrets],
        [...sender, "--carrier", "counting", "--default"],
      ]) {
        const { exitCode, err } = await runCommand(env, ...args);
        expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
      }
    });

    afterAll(async () => {
      await service.stop("SIGKILL");
      await peer.close();
      await database.close();
    });

    const call = async <T>(path: string, body?: object): Promise<T> => {
      const headers = { "X-API-Key": KEY, "Content-Type": "application/json" };
      const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
      const answer = await fetch(`${service.baseUrl}/v3${path}`, init);
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    };
    const total = async (query: string) =>
      (await call<{ pagination: { total: number } }>(`/messages?limit=1&${query}`)).pagination.total;

    it("forgets no message, doubles no more than was under way, and has every report in its message", async () => {
      for (let start = 0; start < MESSAGES; start += A_SEND) {
        const recipients = numbers.slice(start, start + A_SEND).map((to) => ({ to }));
        await call("/messages", { channel: "sms", content: { type: "text", text: "Oi" }, recipients });
      }
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const next = (MESSAGES * kill) / (KILLS + 1);
        // Never before the service is at work again: one that dies at each start hands nothing over.
        const goal = Math.min(MESSAGES, Math.max(next, peer.handed.size + WINDOW));
        await until(`${goal} messages are handed over`, 120, async () => peer.handed.size >= goal, 10);
        await service.stop("SIGKILL");
        await service.start();
      }
      await until("every report is stored", 240, async () => {
        const open = await total("status=pending&status=sent");
        return open === 0 && peer.unreported === 0;
      });

      const failed = await call<{ data: { to: string; error: { code: string } }[] }>(
        "/messages?limit=1000&status=failed",
      );
      const times = [...peer.handed.values()];
      const doubled = times.filter((count) => count > 1).length;
      const figures = `${doubled} of ${MESSAGES} messages came twice in ${KILLS} kills, ${failed.data.length} are unknown`;
      process.stdout.write(`${kind} on ${databaseKind}: ${figures}\n`);

      // Whoever was under way at a kill may come a second time; a third time never.
      expect(Math.max(...times)).toBeLessThanOrEqual(2);
      // Most places are held until what was taken by them is written down; beside those of the window there are some for it.
      const places = WINDOW + Math.ceil(WINDOW / peer.perPlace);
      expect(doubled).toBeLessThanOrEqual(KILLS * (places * peer.perPlace + MOST_UNWRITTEN));
      // Who was noted as under way at two kills ends as unknown, and is not given to the carrier a third time.
      for (const { error } of failed.data) expect(error.code).toBe("carrier_unreachable");
      const unknown = new Set(failed.data.map(({ to }) => to));
      const missing = numbers.filter((to) => !peer.handed.has(to) && !unknown.has(to));
      expect(missing).toEqual([]);
      expect(failed.data.length).toBeLessThan(MESSAGES / 10);
      expect(await total("status=delivered")).toBe(MESSAGES - failed.data.length);
    }, 600_000);
  },
);
