import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { runCommand } from "../support/command";
import { freePort, ServiceProcess } from "../support/process";
import { temporaryFolder } from "../support/temporary-folder";
import { until } from "../support/until";
import { type ValidatingProxy, validatingProxy } from "./support/validating-proxy";

const DOCUMENT = "openapi/carriers/http.yaml";
const PROGRAM = resolve(__dirname, "../../src/web/docs/guides/examples/carrier-program.mts");

/** The steps of the guide, with a validating proxy on both sides of the program. */
describe("the example of a carrier's program", () => {
  const folder = temporaryFolder("program");
  const printed: string[] = [];
  let service: ServiceProcess;
  let program: ChildProcess;
  let toProgram: ValidatingProxy;
  let toService: ValidatingProxy;
  let env: Record<string, string>;
  let key = "";

  beforeAll(async () => {
    const [port, programPort] = [await freePort(), await freePort()];
    env = { PORT: String(port), RECADO_DATA_DIR: join(folder, "data") };
    service = new ServiceProcess(env);
    await service.start();
    key = readFileSync(join(folder, "data", "api-key"), "utf8").trim();
    toService = await validatingProxy(DOCUMENT, `${service.baseUrl}/carriers/mine`);
    toProgram = await validatingProxy(DOCUMENT, `http://127.0.0.1:${programPort}`);
    program = spawn(process.execPath, ["--import", "tsx", PROGRAM], {
      cwd: resolve(__dirname, "../.."),
      env: {
        PATH: process.env.PATH,
        TOKEN: "outwards",
        CALLBACK_TOKEN: "inwards",
        CALLBACK_URL: toService.url,
        PORT: String(programPort),
      },
      stdio: ["pipe", "pipe", "inherit"],
    });
    program.stdout?.on("data", (bytes: Buffer) => printed.push(bytes.toString()));
    await until("the program listens", 30, async () => printed.join("").includes("listening"), 50);
    const add = ["carriers", "add", "mine", "--kind", "http", "--set", `url=${toProgram.url}`];
    const secrets = ["--secret", "token=outwards", "--secret", "callback_token=wrong"];
    const sender = ["senders", "add", "--account", "default", "--channel", "sms", "--address", "28000"];
    for (const args of [
      [...add, ...secrets],
      [...sender, "--carrier", "mine", "--default"],
    ]) {
      const { exitCode, err } = await runCommand(env, ...args);
      expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    }
  });

  afterAll(async () => {
    program.kill("SIGKILL");
    await service.stop("SIGKILL");
    await toProgram.stop();
    await toService.stop();
  });

  const call = async <T>(path: string, body?: object): Promise<T> => {
    const response = await fetch(`${service.baseUrl}/v3${path}`, {
      headers: { "X-API-Key": key, "Content-Type": "application/json" },
      ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    });
    expect(response.ok).toBe(true);
    return (await response.json()) as T;
  };
  const send = async (to: string) => {
    const body = { channel: "sms", content: { type: "text", text: "Olá" }, recipients: [{ to }] };
    return (await call<{ data: [{ message_id: string }] }>("/messages", body)).data[0].message_id;
  };
  const statusOf = async (id: string) => (await call<{ status: string }>(`/messages/${id}`)).status;

  it("passes the connection test", async () => {
    const { out, err } = await runCommand(env, "carriers", "test", "mine");
    expect([out, err]).toEqual([`${toProgram.url} is ready: carrier-program\n`, ""]);
  });

  it("posts a report again until its token is accepted", async () => {
    const id = await send("11987654322");
    const isRejected = async () => toService.exchanges.includes("POST /reports 401");
    await until("a report is rejected", 20, isRejected);
    await runCommand(env, "carriers", "set", "mine", "--secret", "callback_token=inwards");
    await until("the message is delivered", 60, async () => (await statusOf(id)) === "delivered");
  });

  it("accepts and reports a message, refuses one, and delivers a reply", async () => {
    const [delivered, failed] = [await send("11987654321"), await send("11900000000")];
    await until("the message is delivered", 20, async () => (await statusOf(delivered)) === "delivered");
    await until("the other is refused", 20, async () => (await statusOf(failed)) === "failed");
    expect(printed.join("")).toContain("sms 28000 -> +5511987654321: Olá");
    program.stdin?.write("+5511987654321 28000 Oi, recebi\n");
    const replies = () => call<{ data: { text: string; paired_message_id: string }[] }>("/inbound-messages");
    await until("the reply is there", 20, async () => (await replies()).data.length > 0);
    expect((await replies()).data).toMatchObject([{ text: "Oi, recebi", paired_message_id: delivered }]);
  });

  it("exchanges only what the carrier contract allows", () => {
    const kinds = [...new Set([...toProgram.exchanges, ...toService.exchanges])].sort();
    expect(kinds).toEqual([
      "GET /health 200",
      "POST /replies 204",
      "POST /reports 204",
      "POST /reports 401",
      "POST /submissions 200",
    ]);
    expect([...toProgram.violations, ...toService.violations]).toEqual([]);
  });
});
