import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { createRecadoClient } from "../../generated/client";
import { databases, openTestDatabase, type OpenTestDatabase, settingsOf } from "../support/databases";
import { freePort, ServiceProcess } from "../support/process";
import { temporaryFolder } from "../support/temporary-folder";
import { takeTour, tourSteps } from "../support/tour";
import { until } from "../support/until";

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

  it("serves the generated client from upload to final status", async () => {
    const apiKey = readFileSync(join(dataDir, "api-key"), "utf8").trim();
    const recado = createRecadoClient({ baseUrl: `${service.baseUrl}/v3`, apiKey });
    const bytes = Buffer.from("GIF89a");
    const upload = await recado.createUploadUrl({
      body: { usage: "template_media", content_type: "image/gif", size_bytes: bytes.length },
    });
    if (!upload.data) throw new Error(JSON.stringify(upload.error));
    const { file_id, url } = upload.data;
    const put = await fetch(url, { method: "PUT", body: bytes, headers: { "Content-Type": "image/gif" } });
    expect(put.status).toBe(200);
    const confirmed = await recado.confirmFile({ params: { path: { file_id } } });
    expect(confirmed.data?.status).toBe("uploaded");
    const template = await recado.createTemplate({
      body: {
        name: "Cartão",
        channel: "rcs",
        content: {
          type: "card",
          orientation: "vertical",
          card: { title: "Olá {{name}}", media: { file_id, height: "short" } },
        },
      },
    });
    expect(template.data?.variables).toEqual(["name"]);
    const sent = await recado.sendMessages({
      body: {
        template_id: template.data?.id,
        recipients: [{ to: "11 98765-4321", variables: { name: "Ana" } }, { to: "11 98765-4322" }],
      },
    });
    expect(sent.data?.data.map(({ status, error }) => [status, error?.code])).toEqual([
      ["pending", undefined],
      ["error", "missing_variable"],
    ]);
    const message_id = sent.data?.data[0]?.message_id ?? "";
    const isDelivered = async () => {
      const { data } = await recado.getMessage({ params: { path: { message_id } } });
      return data?.status === "delivered";
    };
    await until("the message is delivered", 20, isDelivered, 50);
    const refused = await recado.sendMessages({ body: { recipients: [{ to: "190" }] } });
    expect([refused.response.status, refused.error?.error.code]).toEqual([422, "unprocessable_entity"]);
    const media = await recado.getFileDownloadUrl({ params: { path: { file_id } } });
    const download = await fetch(media.data?.url ?? "", { headers: { Range: "bytes=0-2" } });
    expect([download.status, await download.text()]).toEqual([206, "GIF"]);
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
