import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { components } from "../../generated/schema";
import { lockSharedUploadedFiles } from "../../src/features/files/files.store";
import { filePeriodicJobs, removeHiddenFiles } from "../../src/features/retention/files.jobs";
import { uploadGate } from "../../src/features/files/upload-gate";
import { purgeTables } from "../../src/features/imports/retention";
import { DAY, MINUTE } from "../../src/platform/time";
import { databases } from "../support/databases";
import { importBench } from "../support/imports";
import { type TestAccount, testService } from "../support/service";

type Content = components["schemas"]["Content"];

const ROUNDS = 12;

describe.each(databases)("file deletion on %s", (database) => {
  const service = testService(database);
  let account: TestAccount;
  let made = 0;
  const bench = importBench(service, () => account);
  beforeEach(async () => {
    account = await service.account(`deletion ${made++}`);
  });

  const pathOf = (url: string) => url.slice(service.app.config.publicUrl.length);
  const remove = (id: string) => account.request.delete(`/v3/files/${id}`);
  const bytesOf = (id: string) => join(service.app.config.dataDir, "files", account.accountId, id);
  const isStored = (id: string) =>
    access(bytesOf(id)).then(
      () => true,
      () => false,
    );

  async function announce() {
    const announced = { usage: "template_media", content_type: "audio/wav", size_bytes: 5 };
    const { body } = await account.request.post("/v3/files/upload-url").send(announced).expect(200);
    const put = () =>
      service.anonymous.put(pathOf(body.url)).set("Content-Type", "audio/wav").send(Buffer.from("RIFF!"));
    return { id: body.file_id as string, put };
  }
  async function audio(): Promise<string> {
    const { id, put } = await announce();
    await put().expect(200);
    await account.request.post(`/v3/files/${id}/confirm`).expect(200);
    return id;
  }
  const template = (content: Content) =>
    account.request.post("/v3/templates").send({ name: `T ${made++}`, channel: "voice", content });
  const playing = (file_id: string) => template({ type: "audio", file_id });

  it("removes the file, its bytes and its URLs", async () => {
    const id = await audio();
    const { body } = await account.request.get(`/v3/files/${id}/download-url`).expect(200);
    await service.anonymous.get(pathOf(body.url)).expect(200);
    await remove(id).expect(204);
    expect(await isStored(id)).toBe(false);
    await service.anonymous.get(pathOf(body.url)).expect(404);
    for (const path of [`/v3/files/${id}`, `/v3/files/${id}/download-url`])
      await account.request.get(path).expect(404);
    await account.request.post(`/v3/files/${id}/confirm`).expect(404);
    expect((await account.request.get("/v3/files").expect(200)).body.pagination.total).toBe(0);
    expect(await service.db("files").where({ id })).toEqual([]);
    await remove(id).expect(404);
  });

  it("removes a contact file, and invalidates its download URL", async () => {
    const id = await bench.upload("telefone;nome\n11987654321;Ana Souza\n");
    const { body } = await account.request.get(`/v3/files/${id}/download-url`).expect(200);
    await service.anonymous.get(pathOf(body.url)).expect(200);
    await remove(id).expect(204);
    await service.anonymous.get(pathOf(body.url)).expect(404);
    expect(await isStored(id)).toBe(false);
  });

  it("closes a pending file to uploads, including uploads in flight", async () => {
    const { id, put } = await announce();
    await put().expect(200);
    await remove(id).expect(204);
    expect((await put().expect(409)).body.error.code).toBe("conflict");
    expect(await isStored(id)).toBe(false);

    const late = await announce();
    const gate = uploadGate(service.db);
    const key = `${account.accountId}/${late.id}`;
    expect(await gate.isOpen(key)).toBe(true);
    await remove(late.id).expect(204);
    const place = jest.fn(async () => {});
    expect(await gate.whileOpen(key, place)).toBe(false);
    expect(place).not.toHaveBeenCalled();
    const incoming = join(service.app.config.dataDir, "files", "incoming");
    expect((await readdir(incoming)).filter((name) => name.startsWith(late.id))).toEqual([]);
  });

  it("requires files:write, and returns 404 for another account's file", async () => {
    const id = await audio();
    const reader = service.agent(await service.keyWith(account.accountId, ["files:read", "templates:write"]));
    await reader.delete(`/v3/files/${id}`).expect(403);
    await service.anonymous.delete(`/v3/files/${id}`).expect(401);
    await service.request.delete(`/v3/files/${id}`).expect(404);
    await account.request.delete("/v3/files/x").expect(400);
    await account.request.get(`/v3/files/${id}`).expect(200);
  });

  it("is rejected while a template uses the file, but not when a text contains its id", async () => {
    const id = await audio();
    const { body } = await playing(id).expect(201);
    const naming = { name: `N ${made++}`, channel: "sms", content: { type: "text", text: `${id} {{name}}` } };
    await account.request.post("/v3/templates").send(naming).expect(201);
    expect((await remove(id).expect(409)).body.error).toMatchObject({
      code: "conflict",
      message: "A template uses this file",
    });
    await service.anonymous
      .get(pathOf((await account.request.get(`/v3/files/${id}/download-url`)).body.url))
      .expect(200);
    await account.request.delete(`/v3/templates/${body.id}`).expect(204);
    await remove(id).expect(204);
  });

  it("is rejected while a carousel of a template uses the file", async () => {
    const announced = { usage: "template_media", content_type: "image/gif", size_bytes: 3 };
    const { body } = await account.request.post("/v3/files/upload-url").send(announced).expect(200);
    await service.anonymous.put(pathOf(body.url)).set("Content-Type", "image/gif").send(Buffer.from("GIF"));
    await account.request.post(`/v3/files/${body.file_id}/confirm`).expect(200);
    const cards = [{ title: "Um" }, { title: "Dois", media: { file_id: body.file_id, height: "short" } }];
    const content = { type: "carousel", card_width: "small", cards };
    await account.request
      .post("/v3/templates")
      .send({ name: `C ${made++}`, channel: "rcs", content })
      .expect(201);
    await remove(body.file_id as string).expect(409);
  });

  it("is rejected while a running campaign sends the file that its template no longer uses", async () => {
    const [first, second] = [await audio(), await audio()];
    const { body: voice } = await playing(first).expect(201);
    const list_id = await bench.list();
    // This number gets no delivery report, so the campaign stays running.
    await account.request
      .post(`/v3/contact-lists/${list_id}/contacts`)
      .send({ phone: "+551133330003" })
      .expect(201);
    const campaign = { name: `C ${made++}`, template_id: voice.id, list_id };
    const { body } = await account.request.post("/v3/campaigns").send(campaign).expect(201);
    await account.request.post(`/v3/campaigns/${body.id}/launch`).expect(202);
    await account.request
      .patch(`/v3/templates/${voice.id}`)
      .send({ content: { type: "audio", file_id: second } })
      .expect(200);
    expect((await remove(first).expect(409)).body.error.message).toBe(
      "A campaign that is not completed sends this file",
    );
    await service.drain();
    await service.drainAfter(4 * DAY);
    expect((await account.request.get(`/v3/campaigns/${body.id}`)).body.status).toBe("completed");
    await remove(first).expect(204);
    await remove(second).expect(409);
  });

  it("is rejected while an import needs the file, and allowed afterwards", async () => {
    const [file, list] = [await bench.upload("phone\n+5511987654321\n"), await bench.list()];
    const { id } = await bench.start(list, file);
    expect((await remove(file).expect(409)).body.error.code).toBe("conflict");
    await bench.work();
    expect((await bench.read(list, id)).status).toBe("completed");
    await remove(file).expect(204);
    expect(await bench.read(list, id)).toMatchObject({ file_id: file, status: "completed" });
    await account.request.post(`/v3/contact-lists/${list}/imports`).send({ file_id: file }).expect(404);
  });

  it("succeeds only if a concurrent template with the file fails", async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const id = await audio();
      const [deleted, created] = await Promise.all([remove(id), playing(id)]);
      outcomes.add(`${deleted.status} ${created.status}`);
    }
    for (const outcome of outcomes) expect(["204 422", "409 201"]).toContain(outcome);
  });

  it("excludes a concurrent import of the file", async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const [file, list] = [await bench.upload("phone\n"), await bench.list()];
      const started = account.request.post(`/v3/contact-lists/${list}/imports`).send({ file_id: file });
      const [deleted, created] = await Promise.all([remove(file), started]);
      outcomes.add(`${deleted.status} ${created.status}`);
    }
    for (const outcome of outcomes) expect(["204 404", "409 202"]).toContain(outcome);
  });

  it("waits for a transaction that has locked the file", async () => {
    const id = await audio();
    const order: string[] = [];
    let deleting: Promise<unknown> = Promise.resolve();
    await service.db.transaction(async (trx) => {
      const held = await lockSharedUploadedFiles(trx, account.accountId, [id]);
      expect([...held.keys()]).toEqual([id]);
      deleting = remove(id).then(({ status }) => order.push(`deleted ${status}`));
      // Gives the deletion time to overtake this transaction.
      await lockSharedUploadedFiles(trx, account.accountId, [id]);
      order.push("used");
    });
    await deleting;
    expect(order).toEqual(["used", "deleted 204"]);
  });

  it("retries the removal of bytes after a failure", async () => {
    const id = await audio();
    const path = join(service.app.config.dataDir, "files", account.accountId);
    const { storage } = service.app;
    const original = storage.remove;
    storage.remove = async () => Promise.reject(new Error("the disk says no"));
    try {
      await remove(id).expect(204);
      service.clock.advance(2 * MINUTE);
      expect(await removeHiddenFiles(service.app)).toBe(false);
    } finally {
      storage.remove = original;
    }
    await account.request.get(`/v3/files/${id}`).expect(404);
    expect(await readdir(path)).toContain(id);
    const job = filePeriodicJobs(service.app).find(({ name }) => name === "removal of deleted files");
    await job?.run();
    expect(await readdir(path)).not.toContain(id);
    expect(await service.db("files").where({ id })).toEqual([]);
  });

  describe("retention of contact files", () => {
    const exists = async (id: string) => (await account.request.get(`/v3/files/${id}`)).status === 200;
    const purge = () => purgeTables(service.app);

    it("removes a file 30 days after its upload or the end of its last import", async () => {
      const never = await bench.upload("phone\n");
      const file = await bench.upload("phone,name\n+5511987654321,Ana Souza\n");
      const media = await audio();
      service.clock.advance(10 * DAY);
      const list = await bench.list();
      await bench.start(list, file);
      await bench.work();
      service.clock.advance(20 * DAY);
      await purge();
      expect([await exists(never), await exists(file)]).toEqual([true, true]);
      service.clock.advance(1);
      await purge();
      expect([await exists(never), await exists(file)]).toEqual([false, true]);
      service.clock.advance(10 * DAY);
      await purge();
      expect([await exists(file), await exists(media)]).toEqual([false, true]);
      expect([await isStored(file), await isStored(never), await isStored(media)]).toEqual([
        false,
        false,
        true,
      ]);
    });

    it("keeps a file while an import waits, and restarts the period when it ends", async () => {
      const file = await bench.upload("phone\n+5511987654321\n");
      const list = await bench.list();
      service.clock.advance(31 * DAY);
      await bench.start(list, file);
      await purge();
      expect(await exists(file)).toBe(true);
      await bench.work();
      service.clock.advance(29 * DAY);
      await purge();
      expect(await exists(file)).toBe(true);
      service.clock.advance(2 * DAY);
      await purge();
      expect(await exists(file)).toBe(false);
    });
  });
});

describe("RECADO_IMPORT_RETENTION_DAYS", () => {
  const service = testService("SQLite", { env: { RECADO_IMPORT_RETENTION_DAYS: "3" } });
  const bench = importBench(service);

  it("limits how long contact files and rejected rows are kept", async () => {
    const { listId, done } = await bench.run("phone\nx\n");
    const errors = () =>
      service.request
        .get(`/v3/contact-lists/${listId}/imports/${done.id}/errors`)
        .then(({ status }) => status);
    service.clock.advance(3 * DAY);
    await purgeTables(service.app);
    expect(await errors()).toBe(200);
    service.clock.advance(1);
    await purgeTables(service.app);
    expect(await errors()).toBe(404);
    await service.request.get(`/v3/files/${done.file_id}`).expect(404);
  });
});
