import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { folderPrefix, memoryPlace } from "../../scripts/mock/memory-folder";
import { freePort, ServiceProcess } from "../support/process";
import { until } from "../support/until";

/** Starts the command as `npm run contract:mock` does. */
async function startMock(env: Record<string, string> = {}, ...options: string[]) {
  const port = await freePort();
  const command = ["--import", "tsx", "scripts/mock/main.ts", "--port", String(port), ...options];
  const mock = new ServiceProcess(env, { command, says: "Examples for operations of openapi/" });
  await mock.start();
  const origin = `http://127.0.0.1:${port}`;
  const key = /st_[0-9a-f]{64}/.exec(mock.log())?.[0] ?? "";
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${origin}/v3${path}`, {
      method,
      headers: { "X-API-Key": key, "Content-Type": "application/json", ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as never };
  };
  return { mock, origin, key, call };
}

const TEMPLATE = { name: "Aviso", channel: "sms", content: { type: "text", text: "Oi" } };

/** Returns the folders in memory that a mock left behind. */
const leftOf = (pid: number) =>
  readdirSync(memoryPlace()).filter((name) => name.startsWith(folderPrefix(pid)));

describe("the mock of the contract", () => {
  let mock: ServiceProcess;
  let origin: string;
  let key: string;
  let call: Awaited<ReturnType<typeof startMock>>["call"];

  const RECADO_API_KEY = `st_${"5".repeat(64)}`;
  /** Settings of the service that the mock ignores. Each of them would prevent its start. */
  const elsewhere = { DATABASE_URL: "postgres://127.0.0.1:1/none", RECADO_DATA_DIR: "/dev/null/none" };

  beforeAll(async () => {
    ({ mock, origin, key, call } = await startMock({ RECADO_API_KEY, ...elsewhere }));
  });

  afterAll(async () => {
    await mock.stop();
  });

  it("prints a line that sends a message when it is pasted", async () => {
    const line = /^curl .*$/m.exec(mock.log())?.[0] ?? "";
    const { data } = JSON.parse(execFileSync("bash", ["--norc", "-c", line], { encoding: "utf8" })) as {
      data: { message_id: string }[];
    };
    await until("the sandbox delivers the message", 30, async () => {
      const { body } = await call("GET", `/messages/${data[0]?.message_id}`);
      return (body as { status: string }).status === "delivered";
    });
    const { body } = await call("GET", `/messages/${data[0]?.message_id}`);
    expect(body).toMatchObject({ to: "+5511987654321", content: { text: "Oi, Ana!" } });
  });

  it("accepts the given key, and ignores the service's other settings", async () => {
    expect(key).toBe(RECADO_API_KEY);
    expect((await call("GET", "/templates")).status).toBe(200);
  });

  it("reports in one line that its address is in use", async () => {
    const command = ["--import", "tsx", "scripts/mock/main.ts", "--port", new URL(origin).port];
    const second = new ServiceProcess({}, { command, says: "Mock at" });
    await expect(second.start()).rejects.toThrow(/cannot be used \(EADDRINUSE\): choose another with --port/);
  });

  it("stores what requests create, and refuses what the service refuses", async () => {
    const { status, body } = await call("POST", "/templates", TEMPLATE);
    expect(status).toBe(201);
    expect((await call("GET", `/templates/${(body as { id: string }).id}`)).body).toEqual(body);
    expect((await call("POST", "/templates", TEMPLATE)).status).toBe(409);
    const wrong = { ...TEMPLATE, channel: "rcs", content: { type: "card", orientation: "vertical" } };
    expect((await call("POST", "/templates", wrong)).body).toMatchObject({
      error: { fields: [{ field: "content.card", message: "is required" }] },
    });
  });

  it("sends one request with an idempotency key once", async () => {
    const message = {
      channel: "sms",
      content: { type: "text", text: "Seu pedido chegou" },
      recipients: [{ to: "+5511987654322" }],
    };
    const send = () => call("POST", "/messages", message, { "Idempotency-Key": "order-7" });
    expect((await send()).body).toEqual((await send()).body);
  });

  it("serves the sandbox phone and the documentation", async () => {
    for (const page of ["/console/phone", "/docs"]) expect((await fetch(origin + page)).status).toBe(200);
  });

  it("accepts files at the upload URLs that it returns", async () => {
    const bytes = "telefone\n+5511987654321\n";
    const uploadRequest = { usage: "contact_import", content_type: "text/csv", size_bytes: bytes.length };
    const { body } = await call("POST", "/files/upload-url", uploadRequest);
    const { url } = body as { url: string };
    expect(url.startsWith(origin)).toBe(true);
    expect(
      (await fetch(url, { method: "PUT", headers: { "Content-Type": "text/csv" }, body: bytes })).ok,
    ).toBe(true);
  });

  it("lets pages of any origin send the contract's headers and read those of responses", async () => {
    const preflight = await fetch(`${origin}/v3/messages`, {
      method: "OPTIONS",
      headers: {
        Origin: "http://localhost:5173",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,content-type,idempotency-key,x-api-key",
      },
    });
    expect(preflight.status).toBe(204);
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": "authorization,content-type,idempotency-key,x-api-key",
    });
    for (const { status, headers } of [
      await call("GET", "/templates"),
      await call("GET", "/templates", undefined, { "X-API-Key": "st_wrong" }),
    ]) {
      expect([200, 401]).toContain(status);
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-expose-headers")?.split(", ").sort()).toEqual([
        "ETag",
        "Idempotent-Replayed",
        "RateLimit-Limit",
        "RateLimit-Remaining",
        "RateLimit-Reset",
        "Retry-After",
        "WWW-Authenticate",
        "X-Request-Id",
      ]);
    }
  });

  it("handles OPTIONS without a preflight like the service", async () => {
    expect((await fetch(`${origin}/v3/messages`, { method: "OPTIONS" })).status).toBe(401);
  });
});

describe("the end of a mock", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const)(
    "leaves nothing behind after %s",
    async (signal) => {
      const { mock, origin, call } = await startMock();
      const pid = mock.pid ?? 0;
      expect((await call("POST", "/templates", TEMPLATE)).status).toBe(201);
      expect(leftOf(pid)).toHaveLength(1);
      expect(await mock.stop(signal)).toBe(signal === "SIGKILL" ? null : 0);
      // After SIGKILL another process deletes the folder.
      await until("its folder is deleted", 30, () => Promise.resolve(leftOf(pid).length === 0));
      await expect(fetch(origin)).rejects.toThrow();
    },
  );
});
