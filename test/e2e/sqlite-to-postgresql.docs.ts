import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { built } from "../support/build";
import { openTestDatabase } from "../support/databases";
import { blocksOf } from "../support/guides";
import { freePort, ServiceProcess } from "../support/process";
import { temporaryFolder } from "../support/temporary-folder";
import { until } from "../support/until";

/** Placeholder of the guide for the operator's database. */
const GUIDE_URL = "postgres://recado@db/recado";

describe("the guide from SQLite to PostgreSQL", () => {
  it("moves a service with its pending messages by the commands of the guide", async () => {
    const folder = temporaryFolder("move");
    const target = await openTestDatabase("PostgreSQL", { migrated: false });
    const url = target.url ?? "";
    const env = {
      PORT: String(await freePort()),
      RECADO_DATA_DIR: join(folder, "data"),
      RECADO_VALIDATE_RESPONSES: "1",
    };
    // Without the role `worker`, the message stays pending.
    const onSqlite = new ServiceProcess({ ...env, RECADO_ROLES: "api" });
    const onPostgres = new ServiceProcess({ ...env, DATABASE_URL: url });
    const api = async (path: string, body?: object) => {
      const key = readFileSync(join(folder, "data", "api-key"), "utf8").trim();
      const response = await fetch(`${onSqlite.baseUrl}/v3/${path}`, {
        method: body ? "POST" : "GET",
        body: body && JSON.stringify(body),
        headers: { "X-API-Key": key, "Content-Type": "application/json" },
      });
      return (await response.json()) as { data: { id: string; message_id: string; status: string }[] };
    };
    const shell = async (script: string, settings: Record<string, string> = {}) => {
      const program = `npm() { shift 3; "${process.execPath}" "${built("src/cli/main.ts")}" "$@"; }`;
      const options = { cwd: folder, env: { PATH: process.env.PATH, ...env, ...settings } };
      return (await promisify(execFile)("bash", ["--norc", "-euc", `${program}\n${script}`], options)).stdout;
    };
    try {
      await onSqlite.start();
      const sent = await api("messages", {
        channel: "sms",
        content: { type: "text", text: "Oi" },
        recipients: [{ to: "11987654321" }],
      });
      await onSqlite.stop();

      const [copy = "", rename = "", verify = "", ...rest] = blocksOf("sqlite-to-postgresql")
        .filter(({ kind }) => kind === "elsewhere")
        .map(({ text }) => text);
      expect(rest).toEqual([]);
      expect(copy).toContain(GUIDE_URL);
      expect(await shell(copy.replace(GUIDE_URL, url))).toMatch(/^messages +1 +1 +yes$/m);
      await shell(rename);
      await onPostgres.start();
      const statuses = async () => (await api("messages")).data.map(({ id, status }) => [id, status]);
      const delivered = JSON.stringify([[sent.data[0]?.message_id, "delivered"]]);
      await until("the message is delivered", 20, async () => JSON.stringify(await statuses()) === delivered);
      expect(await shell(verify, { DATABASE_URL: url })).toBe("The counts of 1 accounts are correct\n");
    } finally {
      await onSqlite.stop("SIGKILL");
      await onPostgres.stop("SIGKILL");
      await target.close();
    }
  });
});
