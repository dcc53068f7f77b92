import { countingHttp } from "../carriers/support/counting-http";
import type { CountingPeer } from "../carriers/support/counting-peer";
import { countingSmsc } from "../carriers/support/counting-smsc";
import { MAX_UNWRITTEN } from "../../src/features/dispatch/window";
import { databases, openTestDatabase, type OpenTestDatabase, settingsOf } from "../support/databases";
import { fetchServed, freePort, ServiceProcess } from "../support/process";
import { runCommand } from "../support/command";
import { until } from "../support/until";

/** RECADO_TEST_KILLS=20 runs longer, with 10,000 messages. */
const KILLS = Number(process.env.RECADO_TEST_KILLS ?? 6);
const MESSAGES = 500 * KILLS;
const MESSAGES_PER_SEND = 500;
const WINDOW = 16;
const KEY = `st_${"cd".repeat(32)}`;

const numbers = Array.from({ length: MESSAGES }, (_, index) => `+55119${80_000_000 + index}`);

const cases = databases.flatMap((database) => [
  { database, kind: "http", open: countingHttp },
  { database, kind: "smpp", open: countingSmsc },
]);

describe.each(cases)(
  "a service on $database that is killed repeatedly while it submits to a carrier of kind $kind",
  ({ database: databaseKind, kind, open }) => {
    let database: OpenTestDatabase;
    let service: ServiceProcess;
    let peer: CountingPeer;

    beforeAll(async () => {
      database = await openTestDatabase(databaseKind);
      // Only the service may use the database while it runs.
      if (databaseKind === "SQLite") await database.db.destroy();
      const env = {
        PORT: String(await freePort()),
        ...settingsOf(database),
        RECADO_API_KEY: KEY,
        RECADO_RATE_LIMIT: "1000000",
        RECADO_LOG_LEVEL: "warn",
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
      const response = await fetchServed(`${service.baseUrl}/v3${path}`, init);
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    };
    const total = async (query: string) =>
      (await call<{ pagination: { total: number } }>(`/messages?limit=1&${query}`)).pagination.total;

    it("loses no message or report, and resubmits only messages in flight", async () => {
      for (let start = 0; start < MESSAGES; start += MESSAGES_PER_SEND) {
        const recipients = numbers.slice(start, start + MESSAGES_PER_SEND).map((to) => ({ to }));
        await call("/messages", { channel: "sms", content: { type: "text", text: "Oi" }, recipients });
      }
      for (let kill = 1; kill <= KILLS; kill += 1) {
        const next = (MESSAGES * kill) / (KILLS + 1);
        // Waits until the restarted service submits: a process killed at each start would submit nothing.
        const goal = Math.min(MESSAGES, Math.max(next, peer.received.size + WINDOW));
        await until(`${goal} messages are submitted`, 120, async () => peer.received.size >= goal, 10);
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
      const times = [...peer.received.values()];
      const doubled = times.filter((count) => count > 1).length;
      const figures = `${doubled} of ${MESSAGES} messages came twice in ${KILLS} kills, ${failed.data.length} are unknown`;
      process.stdout.write(`${kind} on ${databaseKind}: ${figures}\n`);

      // A message in flight at a kill may be submitted twice, and never a third time.
      expect(Math.max(...times)).toBeLessThanOrEqual(2);
      // A slot is held until its outcomes are written. Some slots beyond the window hold unwritten outcomes.
      const slots = WINDOW + Math.ceil(WINDOW / peer.perSlot);
      const maxInFlight = KILLS * (slots * peer.perSlot + MAX_UNWRITTEN);
      expect(doubled).toBeLessThanOrEqual(maxInFlight);
      // A message recorded in flight at two kills fails as unknown, and is not submitted a third time.
      for (const { error } of failed.data) expect(error.code).toBe("carrier_unreachable");
      expect(2 * failed.data.length).toBeLessThanOrEqual(maxInFlight);
      const unknown = new Set(failed.data.map(({ to }) => to));
      const missing = numbers.filter((to) => !peer.received.has(to) && !unknown.has(to));
      expect(missing).toEqual([]);
      expect(await total("status=delivered")).toBe(MESSAGES - failed.data.length);
    }, 600_000);
  },
);
