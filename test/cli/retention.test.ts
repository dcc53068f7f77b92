import { mkdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { DAY } from "../../src/platform/time";
import { databases } from "../support/databases";
import { Exchange } from "../support/exchange";
import { runInProcess } from "../support/in-process-command";
import { testService } from "../support/service";
import { enqueue, newEndpoint } from "../support/webhooks";

const NUMBER = "+5511987651234";

describe.each(databases)("recado retention run on %s", (kind) => {
  const service = testService(kind);
  const run = (options: readonly string[] = [], env: Record<string, string> = {}) => {
    const { databaseUrl: url, dataDir } = service.app.config;
    return runInProcess(["retention", "run", ...options], {
      database: { url, dataDir },
      clock: service.clock,
      env: { RECADO_RETAIN_MESSAGES_DAYS: "20", RECADO_RETAIN_INBOUND_DAYS: "20", ...env },
    });
  };
  const totalOf = async (path: string) =>
    ((await service.request.get(path).expect(200)).body as { pagination: { total: number } }).pagination
      .total;

  it("prints what a run would delete, deletes the same, and repeats without a change", async () => {
    const exchange = new Exchange(service);
    const endpoint = await newEndpoint(service.app, service.accountId);
    await exchange.send({ text: "Oi" }, [NUMBER, "+5511987651235"]);
    await service.dispatcher.workOff();
    await exchange.reply(NUMBER, "Sim");
    await enqueue(service.app, service.accountId, 100);
    await service.db("jobs").where({ kind: "delivery" }).delete();
    await service.db("webhook_deliveries").where({ webhook_id: endpoint.id }).update({ status: "delivered" });
    const [{ count: deliveries }] = (await service.db("webhook_deliveries").count({ count: "*" })) as [
      { count: number },
    ];
    service.clock.advance(15 * DAY);
    await exchange.send({ text: "Oi" }, NUMBER);
    service.clock.advance(16 * DAY);
    const before = await totalOf("/v3/messages");
    const rows = {
      messages: 2,
      message_contents: 1,
      inbound_messages: 1,
      inbound_rcs_events: 0,
      inbound_contents: 0,
      webhook_deliveries: Number(deliveries),
    };
    await service.db("messages").where({ status: "pending" }).update({ status: "delivered" });
    const env = { RECADO_RETAIN_CONTENT_DAYS: "10" };
    const dry = await run(["--dry-run", "--json"], env);
    expect({ ...dry, out: JSON.parse(dry.out) as unknown }).toEqual({
      exitCode: 0,
      err: "",
      out: { dry_run: true, rows, changed: false },
    });
    expect(await totalOf("/v3/messages")).toBe(before);
    const done = await run(["--json"], env);
    expect({ ...done, out: JSON.parse(done.out) as unknown }).toEqual({
      exitCode: 0,
      err: "",
      out: { dry_run: false, rows, changed: true },
    });
    expect(await totalOf("/v3/messages")).toBe(before - 2);
    expect(await totalOf("/v3/inbound-messages")).toBe(0);
    expect(await service.db("webhook_deliveries").where({ status: "delivered" })).toEqual([]);
    expect(await run([], env)).toEqual({
      exitCode: 0,
      err: "",
      out: "Nothing changed: no row is older than its retention\n",
    });
  });

  it("prints a table of the rows by kind", async () => {
    const { exitCode, out } = await run(["--dry-run"]);
    expect(exitCode).toBe(0);
    expect(out).toBe(
      [
        "KIND                ROWS",
        "messages            0",
        "message_contents    0",
        "inbound_messages    0",
        "inbound_rcs_events  0",
        "inbound_contents    0",
        "webhook_deliveries  0",
        "",
      ].join("\n"),
    );
  });

  it("counts old rows while another process writes", async () => {
    const write = await service.db.transaction();
    try {
      expect(await run(["--dry-run"])).toMatchObject({ exitCode: 0, err: "" });
    } finally {
      await write.rollback();
    }
  });

  it("keeps everything for 0 days", async () => {
    service.clock.advance(10_000 * DAY);
    const before = await totalOf("/v3/messages");
    const forEver = { RECADO_RETAIN_MESSAGES_DAYS: "0", RECADO_RETAIN_INBOUND_DAYS: "0" };
    const { out } = await run([], { ...forEver, RECADO_RETAIN_EVENTS_DAYS: "0" });
    expect(out).toBe("Nothing changed: no row is older than its retention\n");
    expect(await totalOf("/v3/messages")).toBe(before);
  });

  it("rejects an invalid setting, and an unknown option", async () => {
    expect(await run([], { RECADO_RETAIN_EVENTS_DAYS: "a" })).toEqual({
      exitCode: 1,
      out: "",
      err: 'error: RECADO_RETAIN_EVENTS_DAYS must be a whole number from 0 to 36500, not "a"\n',
    });
    expect(await run(["--dry"])).toMatchObject({ exitCode: 2 });
  });

  it("ends with 1 and names the file when a file cannot be removed, and removes it the next time", async () => {
    await new Exchange(service).reply(NUMBER, {
      type: "file",
      contentType: "image/png",
      filename: "rg.png",
      bytes: Buffer.from("png"),
    });
    const [{ file_id: fileId = "" } = {}] = (await service
      .db("inbound_messages")
      .whereNotNull("file_id")) as { file_id?: string }[];
    service.clock.advance(21 * DAY);
    const file = join(service.app.config.dataDir, "files", service.accountId, fileId);
    await rm(file);
    await mkdir(file);
    const result = await run();
    expect(result.exitCode).toBe(1);
    expect(result.err).toContain(`failed for the file ${fileId}: `);
    expect(result.err).toContain("error: 1 accounts or files failed: run the command again");
    await rmdir(file);
    expect(await run()).toMatchObject({ exitCode: 0 });
    expect(await service.db("inbound_messages").whereNotNull("file_id")).toEqual([]);
  });
});
