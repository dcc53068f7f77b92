import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readlinkSync } from "node:fs";
import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { components } from "../../generated/schema";
import { importHandler } from "../../src/features/imports/imports.jobs";
import type { NumbersToErase } from "../../src/features/imports/load";
import { ZipTooLarge } from "../../src/platform/zip";
import { privacyHandler } from "../../src/features/privacy/privacy-job";
import { downloadOf } from "../../src/features/privacy/export-file";
import { findRequest } from "../../src/features/privacy/privacy.store";
import { removeExpiredExports } from "../../src/features/privacy/privacy.jobs";
import { DAY, MINUTE, SECOND, toTimestamp } from "../../src/platform/time";
import { leaseJobs } from "../../src/queue/leases.store";
import { runJobs } from "../../src/queue/run";
import { workOff } from "../../src/queue/worker";
import type { Storage } from "../../src/storage/storage";
import { type Account, testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { type Exchange } from "../support/exchange";
import { importBench } from "../support/imports";
import { retain } from "../support/retention";
import { testService } from "../support/service";
import { temporaryFolder } from "../support/temporary-folder";
import { until } from "../support/until";
import { newEndpoint } from "../support/webhooks";

type PrivacyRequest = components["schemas"]["PrivacyRequest"];

const NUMBER = "+5511987651234";
const OTHER = "+5511987651235";
const NAME = "Anastácia Quintanilha";
const NOTHING = {
  contacts: 0,
  messages: 0,
  inbound_messages: 0,
  inbound_rcs_events: 0,
  consents: 0,
  webhook_deliveries: 0,
  imports: 0,
  idempotency_keys: 0,
  files: 0,
};

/**
 * Reads a ZIP file with Python, which has its own implementation. Checks every checksum. The options `-I` and
 * `-S` halve Python's start.
 */
const READ_ZIP = `
import base64, json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps({name: base64.b64encode(archive.read(name)).decode() for name in archive.namelist()}))
`;

async function filesIn(zip: Buffer): Promise<Map<string, Buffer>> {
  const folder = temporaryFolder("privacy");
  const file = join(folder, "export.zip");
  await writeFile(file, zip);
  const read = execFileSync("python3", ["-I", "-S", "-c", READ_ZIP, file], { maxBuffer: 64 * 1024 * 1024 });
  const files = JSON.parse(read.toString()) as Record<string, string>;
  return new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text, "base64")]));
}

describe.each(databases)("privacy requests on %s", (database) => {
  const logged: string[] = [];
  /** Error that the storage's next `put` throws, after it has stored the bytes. */
  let failure: Error | null = null;
  /** Work that the storage's next `put` does before it stores the bytes. */
  let whileWriting: (() => unknown) | null = null;
  const informed: string[] = [];
  const service = testService(database, {
    override: ({ storage, log }) => ({
      storage: {
        ...storage,
        async put(...args: Parameters<Storage["put"]>) {
          const first = whileWriting;
          whileWriting = null;
          await first?.();
          await storage.put(...args);
          const error = failure;
          failure = null;
          if (error) throw error;
        },
      },
      log: Object.assign(Object.create(log) as typeof log, {
        error: (...args: unknown[]) => void logged.push(JSON.stringify(args)),
        info: (...args: unknown[]) => void informed.push(JSON.stringify(args)),
      }),
    }),
  });
  let account: Account;
  let exchange: Exchange;
  beforeEach(async () => {
    account = await testAccount(service);
    ({ exchange } = account);
  });

  const request = (kind: "export" | "erasure", phone = NUMBER) =>
    exchange.posted<PrivacyRequest>("/v3/privacy-requests", { phone, kind }, 202);
  const shown = (id: string) => exchange.got<PrivacyRequest>(`/v3/privacy-requests/${id}`);
  const work = () => workOff(service.app, privacyHandler(service.app));
  /** Runs a request to its end. An erasure first waits for sends that began before it. */
  const finished = async (kind: "export" | "erasure", phone = NUMBER) => {
    const { id } = await request(kind, phone);
    await work();
    if (kind === "erasure") {
      service.clock.advance(2 * MINUTE);
      await work();
    }
    return shown(id);
  };
  const pathOf = (url: string | null) => (url ?? "").slice(service.app.config.publicUrl.length);
  const download = async ({ download_url }: PrivacyRequest) => {
    const response = await service.anonymous
      .get(pathOf(download_url))
      .buffer(true)
      .parse((res, done) => {
        const chunks: Buffer[] = [];
        res.on("data", (chunk: Buffer) => chunks.push(chunk));
        res.on("end", () => done(null, Buffer.concat(chunks)));
      });
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({ "content-type": "application/zip" });
    return filesIn(response.body as Buffer);
  };
  const jsonIn = (files: Map<string, Buffer>, name: string) =>
    JSON.parse(files.get(name)?.toString() ?? "") as Record<string, unknown>[];
  const rowOf = async (id: string) =>
    (await service.db("privacy_requests").where({ account_id: account.accountId, id }).first()) as Record<
      string,
      unknown
    >;
  const bytesOf = (id: string) => join(service.app.config.dataDir, "files", account.accountId, id);

  describe("an export", () => {
    it("contains everything that is stored under the number, and nothing of another number", async () => {
      const endpoint = await newEndpoint(service.app, account.accountId);
      await service.contact({ phone: NUMBER, name: NAME, suppressedOn: [], accountId: account.accountId });
      const ids = await exchange.send({ text: "Oi, Ana" }, [NUMBER, OTHER, NUMBER]);
      await service.dispatcher.workOff();
      await exchange.reply(NUMBER, "Obrigada");
      await exchange.reply(OTHER, "Quem fala?");
      await exchange.reply(NUMBER, {
        type: "file",
        contentType: "image/png",
        filename: "../../rg ana.png",
        bytes: Buffer.from("png"),
      });
      await exchange.rcsEvent(NUMBER, "action", { actionLabel: "Ver", postbackData: "see" });
      for (const phone of [NUMBER, OTHER]) {
        await exchange.posted("/v3/consents", { phone, status: "granted" }, 201);
      }
      const done = await finished("export");
      expect(done).toMatchObject({ kind: "export", status: "completed", completed_at: expect.any(String) });
      const files = await download(done);
      const [inboundFile = ""] = [...files.keys()].filter((name) => name.startsWith("files/"));
      expect([...files.keys()].sort()).toEqual(
        [
          ...[
            "consents.json",
            "contact.json",
            "conversation.json",
            inboundFile,
            "inbound_messages.json",
            "inbound_rcs_events.json",
          ],
          ...["messages.json", "idempotent_responses.json", "rejected_import_rows.json"],
          ...["uploaded_table_rows.json", "webhook_deliveries.json"],
        ].sort(),
      );
      expect(jsonIn(files, "contact.json")).toMatchObject({
        phone: NUMBER,
        name: NAME,
        former_phones: [],
        lists: [{ type: "blacklist" }],
      });
      const [first = "", , third = ""] = ids;
      expect(jsonIn(files, "messages.json")).toEqual([
        await exchange.message(first),
        await exchange.message(third),
      ]);
      const inbound = (await exchange.inbound({ sender: [NUMBER] })).data.reverse();
      expect(jsonIn(files, "inbound_messages.json")).toEqual(inbound);
      expect(inboundFile).toBe(`files/${inbound[1]?.id}/_.._rg_ana.png`);
      expect(files.get(inboundFile)?.toString()).toBe("png");
      expect(jsonIn(files, "inbound_rcs_events.json")).toEqual((await exchange.events()).data);
      const consents = await exchange.got<{ data: object[] }>("/v3/consents", { phone: NUMBER });
      expect(jsonIn(files, "consents.json")).toEqual(consents.data);
      const [conversation] = (await exchange.got<{ data: object[] }>("/v3/conversations", { phone: NUMBER }))
        .data;
      expect(jsonIn(files, "conversation.json")).toEqual(conversation);
      const deliveries = jsonIn(files, "webhook_deliveries.json");
      expect(deliveries).not.toHaveLength(0);
      expect(new Set(deliveries.map(({ webhook_id }) => webhook_id))).toEqual(new Set([endpoint.id]));
      const text = [...files.values()].map(String).join("\n");
      expect(text).toContain("Obrigada");
      expect(text).not.toContain(OTHER.slice(1));
      expect(text).not.toContain("Quem fala?");
      expect(done.counts).toEqual({
        ...NOTHING,
        contacts: 1,
        messages: 2,
        inbound_messages: 2,
        inbound_rcs_events: 1,
        files: 1,
        consents: 1,
        webhook_deliveries: deliveries.length,
      });
    });

    it("contains the rejected rows of imports in any spelling of the number", async () => {
      const listId = await exchange.posted<{ id: string }>(
        "/v3/contact-lists",
        { name: "Clientes", type: "default" },
        201,
      );
      const importId = service.app.ids.next();
      await service.db("imports").insert({
        account_id: account.accountId,
        id: importId,
        list_id: listId.id,
        file_id: importId,
        status: "completed",
        listed: 10,
        column_choices: "[]",
        created_at: 1,
        completed_at: 2,
      });
      for (const [line, cells] of [
        [2, ["x", "(11) 98765-1234"]],
        [3, ["x", "(11) 98765-1235"]],
        [4, ["x", "'011 98765-1234"]],
        [5, ["x", "11 98765-1234 (Ana)"]],
        [6, ["x", "pedido 111 98765-1234"]],
        [7, ["x", "11987651234.0"]],
        [8, ["x", "11 98765-1234/35"]],
        [9, ["11 98765", "1234"]],
        [10, ["x", "11 98765–1234"]],
        [11, ["x", "11 98765-1235 / 11 98765-1234"]],
      ] as const) {
        await service.db("import_rejections").insert({
          account_id: account.accountId,
          import_id: importId,
          line,
          reason: "no name",
          cells: JSON.stringify(cells),
        });
      }
      const done = await finished("export");
      expect(jsonIn(await download(done), "rejected_import_rows.json")).toEqual([
        { import_id: importId, line: 2, reason: "no name", cells: ["x", "(11) 98765-1234"] },
        { import_id: importId, line: 4, reason: "no name", cells: ["x", "'011 98765-1234"] },
        { import_id: importId, line: 5, reason: "no name", cells: ["x", "11 98765-1234 (Ana)"] },
        { import_id: importId, line: 7, reason: "no name", cells: ["x", "11987651234.0"] },
        { import_id: importId, line: 8, reason: "no name", cells: ["x", "11 98765-1234/35"] },
        { import_id: importId, line: 10, reason: "no name", cells: ["x", "11 98765–1234"] },
        { import_id: importId, line: 11, reason: "no name", cells: ["x", null] },
      ]);
      expect(done.counts).toEqual({ ...NOTHING, imports: 7 });
    });

    it("contains the person's rows of an imported table, also the rejected row, and no other row", async () => {
      const imports = importBench(service, () => account);
      const long = "Ana".repeat(100);
      const table = [
        "telefone;nome;nota",
        `${OTHER};Caio;A`,
        `(11) 98765-1234;${NAME};"Rua A\nCasa 2"`,
        `98765-1235;${"Caio".repeat(100)};B`,
        `11 98765-1234;${long};C`,
        ...Array.from({ length: 600 }, (_, at) => `2198765${1000 + at};Bia;D`),
        `+55 11 98765-1234;${NAME};E`,
      ];
      const { done: imported } = await imports.run(Buffer.from(`${table.join("\n")}\n`, "latin1"));
      expect(imported).toMatchObject({ rejected: 2, rows_total: 605 });
      const done = await finished("export");
      const files = await download(done);
      const row = (line: number, ...cells: string[]) => ({ file_id: imported.file_id, line, cells });
      expect(jsonIn(files, "uploaded_table_rows.json")).toEqual([
        row(3, "(11) 98765-1234", NAME, "Rua A\nCasa 2"),
        row(6, "11 98765-1234", long, "C"),
        row(607, "+55 11 98765-1234", NAME, "E"),
      ]);
      expect(jsonIn(files, "rejected_import_rows.json")).toMatchObject([{ line: 6 }]);
      expect(done.counts).toEqual({ ...NOTHING, contacts: 1, imports: 4 });
      const text = [...files.values()].map(String).join("\n");
      for (const other of ["Caio", "Bia", "98765-1235"]) expect(text).not.toContain(other);
    });

    it("contains rows of tables that no import accepts, if the table can be split into rows", async () => {
      const imports = importBench(service, () => account);
      const withoutHeader = await imports.upload(`${NUMBER};${NAME}\n${OTHER};Caio\n`);
      const utf16 = await imports.upload(Buffer.from(`telefone\n${NUMBER}\n${OTHER}\n`, "utf16le"));
      await imports.upload(`telefone;nome\n${OTHER};Caio\n`);
      const foreign = await testAccount(service);
      await importBench(service, () => foreign).upload(`telefone\n${NUMBER}\n`);
      const done = await finished("export");
      expect(jsonIn(await download(done), "uploaded_table_rows.json")).toEqual([
        { file_id: withoutHeader, line: 1, cells: [NUMBER, NAME] },
        { file_id: utf16, line: null, cells: null },
      ]);
      expect(done.counts).toEqual({ ...NOTHING, imports: 2 });
    });

    it("leaves out cells that may be of other persons", async () => {
      const imports = importBench(service, () => account);
      const header = await imports.upload(`${[NUMBER, OTHER, "11 98765-1236"].join(";")}\n`);
      const swallowing = await imports.upload(
        `nome;endereco;telefone\nAna;"Rua X;${OTHER}\nBia;"Rua Y";${NUMBER}\n`,
      );
      const swallowed = Array.from({ length: 300 }, (_, at) => `Bia;2198765${1000 + at}`).join("\n");
      const { done } = await imports.run(
        `nome;telefone;nota\n"Ana\n${swallowed}";${NUMBER};x\nAna;11 98765-1234;${OTHER}\n` +
          `Ana;98765;"11 98765-1234\nBia;${OTHER}"\n"Ana"\u00a0;11 98765-1234;x\nBia;"x"\n`,
      );
      const files = await download(await finished("export"));
      const rows = jsonIn(files, "uploaded_table_rows.json");
      expect(rows).toMatchObject([
        { file_id: header, line: 1, cells: [NUMBER, null, null] },
        { file_id: swallowing, line: 2, cells: [null, null, NUMBER] },
        { file_id: done.file_id, line: 2, cells: [null, NUMBER, null] },
        { file_id: done.file_id, line: 303, cells: ["Ana", "11 98765-1234", null] },
        { file_id: done.file_id, line: 304, cells: [null, null, null] },
        { file_id: done.file_id, line: 306, cells: [null] },
      ]);
      expect(jsonIn(files, "rejected_import_rows.json")).toMatchObject([
        { line: 2, cells: [null, NUMBER, null] },
        { line: 304, cells: [null, null, null] },
        { line: 306, cells: [null] },
      ]);
      const text = ["rejected_import_rows.json", "uploaded_table_rows.json"]
        .map((name) => files.get(name))
        .join();
      for (const other of ["Bia", OTHER.slice(1), "98765-1236"]) expect(text).not.toContain(other);
    });

    it("skips a table that is deleted during the export", async () => {
      const { storage } = service.app;
      const fileId = await importBench(service, () => account).upload(`telefone\n${NUMBER}\n`);
      const key = `${account.accountId}/${fileId}`;
      const read = jest.spyOn(storage, "read").mockImplementationOnce(async () => {
        await storage.remove(key);
        throw new Error("the file is missing");
      });
      expect(await finished("export")).toMatchObject({ status: "completed", counts: NOTHING });
      read.mockRestore();
    });

    it("contains the stored responses of sends, with the results and the key of the number only", async () => {
      const send = async (key: string, to: string[], of = account) => {
        const content = { type: "text", text: "Oi" };
        const body = { channel: "sms", content, recipients: to.map((phone) => ({ to: phone })) };
        const sent = await of.request.post("/v3/messages").set("Idempotency-Key", key).send(body).expect(202);
        return sent.body as components["schemas"]["SendMessagesResponse"];
      };
      const both = await send(`a ${OTHER}`, [OTHER, NUMBER]);
      const named = await send(`b ${NUMBER}`, [NUMBER]);
      await send("c", [OTHER]);
      const keyOnly = await send(`d ${NUMBER}`, [OTHER]);
      const twoNumbers = await send(`e ${NUMBER} 11 98765-1235`, [NUMBER]);
      await send("f", [NUMBER], await testAccount(service));
      await service.drain();
      const done = await finished("export");
      const files = await download(done);
      const created_at = toTimestamp(service.clock.now());
      expect(jsonIn(files, "idempotent_responses.json")).toEqual([
        { key: null, created_at, response: { ...both, data: [both.data[1]] } },
        { key: `b ${NUMBER}`, created_at, response: named },
        { key: `d ${NUMBER}`, created_at, response: { ...keyOnly, data: [] } },
        { key: null, created_at, response: twoNumbers },
      ]);
      expect(done.counts).toEqual({ ...NOTHING, messages: 3, idempotency_keys: 4 });
      expect([...files.values()].map(String).join("\n")).not.toContain(OTHER.slice(1));
    });

    it("contains the stored responses of more keys than one statement reads", async () => {
      const stored = (at: number) => ({
        account_id: account.accountId,
        key: `key ${at}`,
        fingerprint: "",
        created_at: service.clock.now(),
        answer: JSON.stringify({ batch_id: account.accountId, data: [{ to: at % 2 ? NUMBER : OTHER }] }),
      });
      await service.db("idempotency_keys").insert(Array.from({ length: 60 }, (_, at) => stored(at)));
      expect((await finished("export")).counts).toEqual({ ...NOTHING, idempotency_keys: 30 });
    });

    it("contains the values that messages keep for their follow-ups", async () => {
      const next = await exchange.template({ text: "{{nome}}, tudo certo?" });
      const rules = [{ on: ["delivered" as const], after_seconds: 60, template_id: next }];
      const template_id = await exchange.template({ text: "Olá {{nome}}", rules });
      const recipients = [{ to: NUMBER, variables: { nome: NAME } }];
      await exchange.posted("/v3/messages", { template_id, recipients }, 202);
      const files = await download(await finished("export"));
      expect(jsonIn(files, "messages.json")).toMatchObject([{ to: NUMBER, variables: { nome: NAME } }]);
    });

    it("contains events that an earlier build has cleaned of their content", async () => {
      await newEndpoint(service.app, account.accountId, undefined, {
        eventTypes: ["inbound_message"],
      });
      await exchange.reply(NUMBER, "Obrigada");
      await exchange.reply(OTHER, "Quem fala?");
      await service.db("webhook_payloads").where({ account_id: account.accountId }).update({ person: null });
      const done = await finished("export");
      const deliveries = jsonIn(await download(done), "webhook_deliveries.json");
      expect(deliveries).toMatchObject([{ events: [{ data: { sender: NUMBER } }] }]);
      expect(done.counts.webhook_deliveries).toBe(1);
    });

    it("contains events of messages that the retention has deleted", async () => {
      await newEndpoint(service.app, account.accountId);
      await exchange.send({ text: "Oi" }, [NUMBER, OTHER]);
      await service.drainAfter(MINUTE);
      service.clock.advance(5 * DAY);
      await retain(service.app, { retainMessagesDays: 1 });
      const done = await finished("export");
      const deliveries = jsonIn(await download(done), "webhook_deliveries.json");
      expect(JSON.stringify(deliveries)).toContain(`"to":"${NUMBER}"`);
      expect(JSON.stringify(deliveries)).not.toContain(OTHER);
      expect(done.counts).toEqual({ ...NOTHING, webhook_deliveries: deliveries.length });
    });

    it("pages through more rows than one query reads", async () => {
      await exchange.send({ text: "Oi" }, Array<string>(120).fill(NUMBER));
      const done = await finished("export");
      const messages = jsonIn(await download(done), "messages.json");
      expect(new Set(messages.map(({ id }) => id)).size).toBe(120);
      expect(done.counts.messages).toBe(120);
    });

    it("is empty for an unknown number", async () => {
      const done = await finished("export");
      expect(done).toMatchObject({ status: "completed", counts: NOTHING });
      const files = await download(done);
      expect(jsonIn(files, "contact.json")).toBeNull();
      expect(jsonIn(files, "messages.json")).toEqual([]);
    });

    it("serves the file for 24 hours, and then deletes it together with the number", async () => {
      const done = await finished("export");
      expect(done.expires_at).toBe(toTimestamp(service.clock.now() + DAY));
      await access(bytesOf(done.id));
      expect(await rowOf(done.id)).toMatchObject({ phone: NUMBER });
      service.clock.advance(DAY - SECOND);
      await removeExpiredExports(service.app);
      await service.anonymous.get(pathOf(done.download_url)).expect(200);
      service.clock.advance(SECOND);
      await service.anonymous.get(pathOf(done.download_url)).expect(403);
      const late = await shown(done.id);
      expect(late).toEqual({ ...done, download_url: null });
      await removeExpiredExports(service.app);
      await expect(access(bytesOf(done.id))).rejects.toThrow("ENOENT");
      expect(await rowOf(done.id)).toMatchObject({ phone: null, size_bytes: null });
      expect(await shown(done.id)).toEqual(late);
    });

    it("has a URL that may end before the file, with the credentials of the storage", async () => {
      const stored = await findRequest(service.db, account.accountId, (await finished("export")).id);
      const ending = { url: "https://bucket.example/", expiresAt: service.clock.now() + MINUTE };
      const storage = { presignDownload: () => Promise.resolve(ending) };
      expect(stored && (await downloadOf({ storage, clock: service.clock }, stored))).toEqual(ending);
    });

    it("starts again after a failure, and logs the failure without the number", async () => {
      await exchange.send({ text: "Oi" }, NUMBER);
      const { id } = await request("export");
      logged.length = 0;
      failure = new Error("the disk is full");
      await work();
      expect(await shown(id)).toMatchObject({ status: "running", download_url: null, completed_at: null });
      expect(logged).toHaveLength(1);
      expect(logged[0]).toContain(id);
      expect(logged[0]).not.toContain(NUMBER.slice(1));
      service.clock.advance(10 * MINUTE);
      await work();
      expect(await shown(id)).toMatchObject({ status: "completed", counts: { messages: 1 } });
    });

    it("contains the deliveries of a deleted endpoint", async () => {
      const endpoint = await newEndpoint(service.app, account.accountId);
      await exchange.send({ text: "Oi" }, NUMBER);
      await service.dispatcher.workOff();
      await account.request.delete(`/v3/webhooks/${endpoint.id}`).expect(204);
      const done = await finished("export");
      const deliveries = jsonIn(await download(done), "webhook_deliveries.json");
      expect(new Set(deliveries.map(({ webhook_id }) => webhook_id))).toEqual(new Set([endpoint.id]));
      expect(done.counts.webhook_deliveries).toBe(deliveries.length);
    });

    // Only Linux lists a process's open files in a directory.
    if (existsSync("/proc/self/fd"))
      it("is first written into the data directory", async () => {
        const spools: string[] = [];
        whileWriting = () => {
          for (const descriptor of readdirSync("/proc/self/fd")) {
            try {
              spools.push(readlinkSync(`/proc/self/fd/${descriptor}`));
            } catch {
              // The descriptor of the directory itself is closed.
            }
          }
        };
        await finished("export");
        const found = spools.filter((path) => path.includes("recado-export-"));
        expect(found).toEqual([expect.stringContaining(join(service.app.config.dataDir, "recado-export-"))]);
      });

    const leasedJob = () => {
      const { accountId } = account;
      const lease = { now: service.clock.now(), leaseMs: MINUTE };
      return leaseJobs(service.db, "privacy", [{ accountId, key: accountId, weight: 1 }], lease);
    };

    it("stops with the process, and starts again at once in another process", async () => {
      const { id } = await request("export");
      const stopping = new AbortController();
      whileWriting = () => stopping.abort();
      logged.length = 0;
      await runJobs(service.app, privacyHandler(service.app), await leasedJob(), stopping.signal);
      expect(logged).toEqual([]);
      expect(await shown(id)).toMatchObject({ status: "running", download_url: null });
      await expect(access(bytesOf(id))).rejects.toThrow("ENOENT");
      await work();
      expect(await shown(id)).toMatchObject({ status: "completed" });
    });

    it("fails without a file if a ZIP archive cannot hold everything", async () => {
      failure = new ZipTooLarge("it exceeds 4 GiB");
      logged.length = 0;
      const { id } = await finished("export");
      const page = await exchange.got<components["schemas"]["PrivacyRequestPage"]>("/v3/privacy-requests");
      expect(page.data).toMatchObject([{ id, status: "failed", download_url: null, expires_at: null }]);
      expect(await rowOf(id)).toMatchObject({ phone: null, due_at: null });
      await expect(access(bytesOf(id))).rejects.toThrow("ENOENT");
      expect(logged).toEqual([expect.stringContaining("it exceeds 4 GiB")]);
    });

    it("stops after the loss of its lease", async () => {
      const { id } = await request("export");
      const cut = new AbortController();
      whileWriting = () => cut.abort(new Error("the lease is lost"));
      const context = { signal: cut.signal, stopping: new AbortController().signal };
      const run = privacyHandler(service.app).run(await leasedJob(), context);
      await expect(run).rejects.toThrow("the lease is lost");
      expect(await rowOf(id)).toMatchObject({ status: "running", size_bytes: null });
      await expect(access(bytesOf(id))).rejects.toThrow("ENOENT");
    });

    it("removes its bytes if the request has ended without a file while it was written", async () => {
      const { id } = await request("export");
      whileWriting = () =>
        service
          .db("privacy_requests")
          .where({ id })
          .update({ status: "completed", phone: null, due_at: null, completed_at: service.clock.now() });
      informed.length = 0;
      await work();
      expect(await rowOf(id)).toMatchObject({ status: "completed", size_bytes: null });
      await expect(access(bytesOf(id))).rejects.toThrow("ENOENT");
      expect(informed.filter((line) => line.includes("privacy export completed"))).toEqual([]);
    });

    it.each(["57014", "ECONNREFUSED"])(
      "does not block the account's other requests when its step fails with %s",
      async (code) => {
        const { id } = await request("export");
        service.clock.advance(1);
        const other = await request("export", OTHER);
        failure = Object.assign(new Error("the statement failed"), { code });
        await work();
        service.clock.advance(5 * SECOND);
        await work();
        expect(await shown(id)).toMatchObject({ status: "running" });
        expect(await shown(other.id)).toMatchObject({ status: "completed" });
        service.clock.advance(10 * MINUTE);
        await work();
        expect(await shown(id)).toMatchObject({ status: "completed" });
      },
    );

    it("starts again at once if it is requested again during a step that fails", async () => {
      const { id } = await request("export");
      whileWriting = async () => {
        service.clock.advance(1);
        await request("export");
      };
      failure = new Error("the disk is full");
      await work();
      expect(await shown(id)).toMatchObject({ status: "completed" });
    });

    it("is continued by another process after a crash in the middle", async () => {
      await exchange.send({ text: "Oi" }, NUMBER);
      const { id } = await request("export");
      const { accountId } = account;
      // The crashed process had leased the job, begun the request and stored a part of the bytes.
      const key = { accountId, key: accountId, weight: 1 };
      const lease = { now: service.clock.now(), leaseMs: MINUTE };
      expect(await leaseJobs(service.db, "privacy", [key], lease)).toHaveLength(1);
      await service.db("privacy_requests").where({ id }).update({ status: "running" });
      await work();
      expect(await shown(id)).toMatchObject({ status: "running" });
      service.clock.advance(MINUTE);
      await work();
      const done = await shown(id);
      expect(done.status).toBe("completed");
      expect(jsonIn(await download(done), "messages.json")).toHaveLength(1);
    });
  });

  describe("an erasure", () => {
    it("completes with counts of zero for an unknown number, and keeps no number", async () => {
      const done = await finished("erasure");
      expect(done).toMatchObject({
        kind: "erasure",
        status: "completed",
        counts: NOTHING,
        download_url: null,
        expires_at: null,
        completed_at: expect.any(String),
      });
      expect(await rowOf(done.id)).toMatchObject({ phone: null, due_at: null });
    });

    describe("during an import", () => {
      const table = `telefone;nome\n${NUMBER};${NAME}\n${OTHER};Caio\n(11) 98765-1234;${NAME}\n`;
      const phones = async () =>
        (await exchange.got<{ data: { phone: string }[] }>("/v3/contacts")).data.map(({ phone }) => phone);

      it("rejects the rows of an earlier import that have the number, without their cells", async () => {
        const imports = importBench(service, () => account);
        const listId = await imports.list();
        const { id: importId } = await imports.start(listId, await imports.upload(table));
        service.clock.advance(MINUTE);
        const { id } = await request("erasure");
        await work();
        await imports.work();
        const outcome = { status: "completed", rows_processed: 3, created: 1, updated: 0, rejected: 2 };
        expect(await imports.read(listId, importId)).toMatchObject(outcome);
        const errors = await imports.errors(listId, importId);
        expect(errors).toContain("\r\n,Other rejected rows that are not stored: 2.\r\n");
        expect(errors).not.toContain("98765");
        service.clock.advance(20 * MINUTE);
        await work();
        expect(await shown(id)).toMatchObject({ status: "completed", counts: { files: 1 } });
        expect(await phones()).toEqual([OTHER]);
      });

      it("keeps what a later import stores", async () => {
        const imports = importBench(service, () => account);
        const fileId = await imports.upload(table);
        await request("erasure");
        service.clock.advance(MINUTE);
        const listId = await imports.list();
        const { id: importId } = await imports.start(listId, fileId);
        await imports.work();
        expect(await imports.read(listId, importId)).toMatchObject({ created: 2, updated: 1, rejected: 0 });
        service.clock.advance(20 * MINUTE);
        await work();
        expect((await phones()).sort()).toEqual([NUMBER, OTHER].sort());
      });

      const isLockAwaited = async () => {
        const database = service.db.raw("(select oid from pg_database where datname = current_database())");
        const waiting = { database, locktype: "advisory", granted: false };
        return (await service.db("pg_locks").where(waiting).first("pid")) !== undefined;
      };

      it("erases a contact that an import stores at the same moment", async () => {
        const imports = importBench(service, () => account);
        await imports.start(await imports.list(), await imports.upload(table));
        const requested: Promise<PrivacyRequest>[] = [];
        const numbersToErase: NumbersToErase = async (trx, ...rest) => {
          const found = await service.app.numbersToErase(trx, ...rest);
          requested.push(request("erasure"));
          if (database === "PostgreSQL") await until("the request waits", 10, isLockAwaited);
          return found;
        };
        await workOff(service.app, importHandler({ ...service.app, numbersToErase }));
        expect(await Promise.all(requested)).toHaveLength(1);
        service.clock.advance(20 * MINUTE);
        await work();
        expect(await phones()).toEqual([OTHER]);
      });
    });

    it("removes the number and the contents, and counts them", async () => {
      const contactId = await service.contact({ phone: NUMBER, name: NAME, accountId: account.accountId });
      const [mine = "", other = ""] = await exchange.send({ text: `Oi, ${NAME}` }, [NUMBER, OTHER]);
      await service.drain();
      await exchange.reply(NUMBER, "Obrigada");
      for (const [phone, purpose] of [
        [NUMBER, "otp"],
        [NUMBER, "marketing"],
        [OTHER, "otp"],
      ]) {
        await exchange.posted("/v3/consents", { phone, status: "granted", purposes: [purpose] }, 201);
      }
      const done = await finished("erasure");
      expect(done).toMatchObject({
        status: "completed",
        counts: {
          contacts: 1,
          messages: 1,
          inbound_messages: 1,
          inbound_rcs_events: 0,
          consents: 2,
          files: 0,
        },
      });
      await account.request.get(`/v3/contacts/${contactId}`).expect(404);
      expect(await exchange.message(mine)).toMatchObject({ to: null, content: null, status: "delivered" });
      expect(await exchange.message(other)).toMatchObject({ to: OTHER, content: { type: "text" } });
      expect((await exchange.inbound()).data).toMatchObject([{ sender: null, text: null }]);
      const after = await finished("export");
      // Records of consents stay under the hash of the number.
      expect(after.counts).toEqual({ ...NOTHING, consents: 2 });
    });

    it("counts the consents of a number without a contact", async () => {
      await exchange.posted("/v3/consents", { phone: NUMBER, status: "revoked" }, 201);
      expect((await finished("erasure")).counts).toEqual({ ...NOTHING, consents: 1 });
    });

    it("shows no consents for a request that an earlier build has counted", async () => {
      const { id } = await finished("erasure");
      const { consents: _, ...counts } = NOTHING;
      await service
        .db("privacy_requests")
        .where({ id })
        .update({ counts: JSON.stringify(counts) });
      expect((await shown(id)).counts).toEqual(NOTHING);
    });

    it("waits for a message in flight", async () => {
      const id = await exchange.sendOne({ text: "Oi" }, NUMBER);
      const jobs = service.db("jobs").where({ account_id: account.accountId, kind: "submission" });
      await jobs.update({ attempt: 1 });
      const waiting = await finished("erasure");
      expect(waiting).toMatchObject({ status: "running", completed_at: null });
      expect(await exchange.message(id)).toMatchObject({ to: NUMBER, status: "pending" });
      await service.drain();
      expect(await exchange.message(id)).toMatchObject({ to: NUMBER, status: "delivered" });
      service.clock.advance(10 * MINUTE);
      await work();
      expect(await shown(waiting.id)).toMatchObject({ status: "completed", counts: { messages: 1 } });
      expect(await exchange.message(id)).toMatchObject({ to: null });
    });

    it("deletes earlier exports of the number only", async () => {
      const [mine, other] = [await finished("export"), await finished("export", OTHER)];
      await finished("erasure");
      await service.anonymous.get(pathOf(mine.download_url)).expect(404);
      expect(await shown(mine.id)).toMatchObject({ status: "completed", download_url: null });
      expect(await rowOf(mine.id)).toMatchObject({ phone: null });
      await service.anonymous.get(pathOf(other.download_url)).expect(200);
    });

    it("fails an earlier export of the number that has not ended, and removes its bytes", async () => {
      const mine = await request("export");
      const other = await request("export", OTHER);
      failure = new Error("the disk is full");
      await work();
      await access(bytesOf(mine.id));
      await request("erasure");
      await work();
      expect(await shown(mine.id)).toMatchObject({
        status: "failed",
        download_url: null,
        expires_at: null,
        completed_at: toTimestamp(service.clock.now()),
      });
      expect(await rowOf(mine.id)).toMatchObject({ phone: null, due_at: null });
      await expect(access(bytesOf(mine.id))).rejects.toThrow("ENOENT");
      service.clock.advance(10 * MINUTE);
      await work();
      expect(await shown(mine.id)).toMatchObject({ status: "failed" });
      expect(await shown(other.id)).toMatchObject({ status: "completed" });
    });

    it("keeps a contact that is created again before the erasure begins", async () => {
      const contact = () => service.contact({ phone: NUMBER, name: NAME, accountId: account.accountId });
      await account.request.delete(`/v3/contacts/${await contact()}`).expect(204);
      service.clock.advance(2 * MINUTE);
      const { id } = await request("erasure");
      service.clock.advance(SECOND);
      const later = await contact();
      await work();
      service.clock.advance(2 * MINUTE);
      await work();
      expect(await shown(id)).toMatchObject({ status: "completed" });
      expect(await exchange.got(`/v3/contacts/${later}`)).toMatchObject({ phone: NUMBER, name: NAME });
    });

    // On SQLite, all requests wait for the only writer.
    if (database === "PostgreSQL") {
      const areLocksAwaited = async (count: number) => {
        const of = { datname: service.db.raw("current_database()"), wait_event_type: "Lock" };
        return (await service.db("pg_stat_activity").where(of)).length >= count;
      };

      it.each([
        ["is requested", 2 * MINUTE, () => request("erasure")],
        ["begins", 0, work],
      ])("creates the contact again while its erasure %s", async (_when, passed, erasing) => {
        const person = { phone: NUMBER, accountId: account.accountId };
        const old = await service.contact(person);
        if (passed === 0) await request("erasure");
        else await account.request.delete(`/v3/contacts/${old}`).expect(204);
        service.clock.advance(passed);
        const running = await service.db.transaction(async (trx) => {
          await trx("contacts").where({ id: old }).forUpdate().first();
          const erased = erasing();
          await until("the erasure waits", 10, () => areLocksAwaited(1));
          const created = service.contact(person);
          await until("the new contact waits", 10, () => areLocksAwaited(2));
          return [erased, created] as const;
        });
        await running[0];
        expect(await running[1]).not.toBe(old);
      });
    }

    it("keeps an export that was requested later", async () => {
      await request("erasure");
      await work();
      service.clock.advance(1_000);
      const later = await finished("export");
      service.clock.advance(2 * MINUTE);
      await work();
      await service.anonymous.get(pathOf(later.download_url)).expect(200);
    });
  });

  it("accepts every spelling of a number, and returns the equal request that has not ended", async () => {
    const first = await request("export", "(11) 98765-1234");
    expect(first).toMatchObject({ status: "pending", counts: NOTHING, download_url: null });
    expect(await request("export", "011 98765 1234")).toEqual(first);
    expect((await request("erasure")).id).not.toBe(first.id);
    expect((await request("export", OTHER)).id).not.toBe(first.id);
    await work();
    expect((await request("export")).id).not.toBe(first.id);
  });

  it("creates one request for equal requests at the same time", async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => request("erasure")));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  it("extends a pending erasure to data stored before a repeated request", async () => {
    const { id } = await request("erasure");
    const { up_to: before } = await rowOf(id);
    service.clock.advance(MINUTE);
    await request("erasure");
    const { up_to: pending } = await rowOf(id);
    expect(String(pending) > String(before)).toBe(true);
    // An erasure that has begun keeps its range, and runs a second time with the new one.
    await service.db("privacy_requests").where({ id }).update({ status: "running" });
    service.clock.advance(MINUTE);
    await request("erasure");
    const { up_to: running, again_up_to: again } = await rowOf(id);
    expect(running).toBe(pending);
    expect(String(again) > String(pending)).toBe(true);
    for (let minutes = 0; minutes < 5; minutes++) {
      await work();
      service.clock.advance(MINUTE);
    }
    expect(await rowOf(id)).toMatchObject({ status: "completed", up_to: again, again_up_to: null });
  });

  it("refuses an invalid number", async () => {
    expect(await exchange.refusal("post", "/v3/privacy-requests", { phone: "123", kind: "export" })).toEqual({
      status: 422,
      fields: ["phone"],
    });
  });

  it("lists the requests of the account only, newest first, without the number", async () => {
    const ids: string[] = [];
    for (const kind of ["export", "erasure"] as const) ids.unshift((await finished(kind)).id);
    const foreign = await testAccount(service);
    const page = await exchange.got<components["schemas"]["PrivacyRequestPage"]>("/v3/privacy-requests");
    expect(page.data.map(({ id }) => id)).toEqual(ids);
    expect(page.pagination.total).toBe(2);
    expect(JSON.stringify(page)).not.toContain(NUMBER.slice(1));
    const { body } = await foreign.request.get("/v3/privacy-requests").expect(200);
    expect(body).toMatchObject({ data: [], pagination: { total: 0 } });
  });
});
