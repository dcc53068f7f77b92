import type { components } from "../../generated/schema";
import { filePeriodicJobs } from "../../src/features/retention/files.jobs";
import { MAX_IMPORT_PAUSE_MS } from "../../src/features/imports/import";
import { DAY, MINUTE } from "../../src/platform/time";
import { findFile } from "../../src/features/files/files.store";
import { databases } from "../support/databases";
import { importBench } from "../support/imports";
import { type FaultyStore, useFaultyStore } from "../support/s3-proxy";
import type { S3Server } from "../support/s3-server";
import { useCredentials } from "../support/s3-storage";
import { testService } from "../support/service";
import { put, send } from "./conformance";

type FileUsage = components["schemas"]["FileUsage"];

let server: S3Server;
let store: FaultyStore;
let bucket: string;
const env: Record<string, string> = {};

useFaultyStore(async (...up) => {
  [server, store] = up;
  bucket = await server.bucket();
  useCredentials(server);
  Object.assign(env, {
    RECADO_STORAGE: "s3",
    RECADO_S3_BUCKET: bucket,
    RECADO_S3_ENDPOINT: store.endpoint,
    RECADO_S3_PREFIX: "recado",
    RECADO_S3_FORCE_PATH_STYLE: "1",
  });
});

describe.each(databases)("files in a bucket of a service on %s", (database) => {
  const service = testService(database, { env });
  const imports = importBench(service);
  // The store uses the real time.
  beforeEach(() => service.clock.set(Date.now()));

  async function announce(text: string, contentType: string): Promise<{ id: string; url: string }> {
    const usage: FileUsage = contentType === "text/csv" ? "contact_import" : "template_media";
    const announced = { usage, content_type: contentType, size_bytes: Buffer.byteLength(text) };
    const { body } = await service.request.post("/v3/files/upload-url").send(announced).expect(200);
    return { id: body.file_id as string, url: body.url as string };
  }

  const confirm = (id: string) => service.request.post(`/v3/files/${id}/confirm`);
  const downloadUrl = async (id: string) => {
    const { body } = await service.request.get(`/v3/files/${id}/download-url`).expect(200);
    return body.url as string;
  };
  const mediaPath = async (id: string) => (await downloadUrl(id)).slice(service.app.config.publicUrl.length);
  const keysOf = async (id: string) => (await server.keys(bucket)).filter((key) => key.endsWith(id));
  const runPeriodicJobs = async () => {
    for (const job of filePeriodicJobs(service.app)) while (await job.run()) continue;
  };

  async function upload(text: string, contentType: string): Promise<{ id: string; url: string }> {
    const file = await announce(text, contentType);
    expect((await put(file.url, text, { "Content-Type": contentType })).status).toBe(200);
    await confirm(file.id).expect(200);
    return file;
  }

  it("uploads to a URL of the store, and confirms once the declared bytes are there", async () => {
    const { id, url } = await announce("0123456789", "image/png");
    expect(url.startsWith(`${store.endpoint}/${bucket}/recado/incoming/${service.accountId}/${id}?`)).toBe(
      true,
    );
    await confirm(id).expect(409);
    expect((await put(url, "012345678")).status).toBe(403);
    expect((await put(url, "0123456789", { "Content-Type": "image/gif" })).status).toBe(403);
    await confirm(id).expect(409);
    expect((await put(url, "0123456789")).status).toBe(200);
    expect(await keysOf(id)).toEqual([`recado/incoming/${service.accountId}/${id}`]);
    const responses = await Promise.all([1, 2, 3].map(() => confirm(id).expect(200)));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await keysOf(id)).toEqual([`recado/${service.accountId}/${id}`]);
  });

  it("serves media under a stable URL, whole and in part, until deletion", async () => {
    const { id } = await upload("0123456789", "audio/ogg");
    const path = await mediaPath(id);
    const whole = await service.anonymous.get(path).buffer(true).expect(200);
    expect(String(whole.body)).toBe("0123456789");
    expect(whole.headers).toMatchObject({
      "content-type": "audio/ogg",
      "content-length": "10",
      "x-content-type-options": "nosniff",
      "cache-control": "public, max-age=31536000, immutable",
    });
    const part = await service.anonymous.get(path).set("Range", "bytes=4-6").buffer(true).expect(206);
    expect(String(part.body)).toBe("456");
    expect(part.headers["content-range"]).toBe("bytes 4-6/10");
    await service.anonymous.head(path).expect(200);
    await service.anonymous
      .get(path)
      .set("If-None-Match", whole.headers.etag as string)
      .expect(304);
    await service.request.delete(`/v3/files/${id}`).expect(204);
    await service.anonymous.get(path).expect(404);
    expect(await keysOf(id)).toEqual([]);
  });

  it("imports contact files, and downloads them from the store", async () => {
    const table = "telefone;nome\n(11) 91234-5678;Ana\n123;Eva\n21 99876-1111;João\n";
    const { id, url } = await upload(table, "text/csv");
    const download = await send("GET", await downloadUrl(id));
    expect(download.body.toString()).toBe(table);
    expect(download.headers).toMatchObject({
      "content-type": "text/csv",
      "content-disposition": expect.stringMatching(
        new RegExp(`^attachment; filename="?${id}.csv"?$`),
      ) as string,
    });
    // The upload URL is still valid, but stores a different object now.
    await put(url, table.replace("Ana", "Bia"), { "Content-Type": "text/csv" });
    await confirm(id).expect(200);
    expect((await send("GET", await downloadUrl(id))).body.toString()).toBe(table);

    const listId = await imports.list();
    const { id: importId } = await imports.start(listId, id);
    await imports.work();
    expect(await imports.read(listId, importId)).toMatchObject({ status: "completed" });
    expect((await imports.members(listId)).map(({ name }) => name)).toEqual(["Ana", "João"]);
    expect(await imports.errors(listId, importId)).toContain("123");

    await service.request.delete(`/v3/files/${id}`).expect(204);
    expect(await keysOf(id)).toEqual([]);
  });

  it("imports a large file over interrupted connections", async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `+55119${String(10_000_000 + n)};Pessoa ${n}\n`);
    const { id } = await upload(`telefone;nome\n${rows.join("")}`, "text/csv");
    const listId = await imports.list();
    const { id: importId } = await imports.start(listId, id);
    store.requests.length = 0;
    store.fault = ({ method, path }) =>
      method === "GET" && path.includes(id) ? { cutAfterBytes: 150_000 } : null;
    await imports.work();
    expect(await imports.read(listId, importId)).toMatchObject({
      status: "completed",
      created: 20_000,
    });
    expect(store.requests.filter(({ method }) => method === "GET").length).toBeGreaterThan(6);
  });

  it("imports a file once the store is available again", async () => {
    const { id } = await upload("telefone\n(11) 91234-5678\n", "text/csv");
    const listId = await imports.list();
    const { id: importId } = await imports.start(listId, id);
    store.fault = () => "cut";
    await imports.work();
    expect(["pending", "running"]).toContain((await imports.read(listId, importId)).status);
    store.fault = () => null;
    service.clock.advance(2 * MAX_IMPORT_PAUSE_MS);
    await imports.work();
    expect(await imports.read(listId, importId)).toMatchObject({ status: "completed" });
  });

  it("returns 503 while the store is unavailable, and removes a deleted file later", async () => {
    const { id } = await upload("0123456789", "image/png");
    const path = await mediaPath(id);
    const waiting = await announce("0123456789", "image/png");
    store.fault = () => ({ status: 503, code: "SlowDown" });
    for (const request of [service.anonymous.get(path), confirm(waiting.id)]) {
      const { body, headers } = await request.expect(503);
      expect(headers["retry-after"]).toBe("5");
      expect(body.error).toMatchObject({
        code: "service_unavailable",
        message: "The file storage cannot be used at the moment",
      });
    }
    await announce("0123456789", "image/png");
    await service.request.delete(`/v3/files/${id}`).expect(204);
    store.fault = () => null;
    await service.anonymous.get(path).expect(404);
    expect(await keysOf(id)).toHaveLength(1);
    service.clock.advance(2 * MINUTE);
    await runPeriodicJobs();
    expect(await keysOf(id)).toEqual([]);
  });

  it("purges unconfirmed files, and bytes that arrived after confirmation or deletion", async () => {
    const confirmed = await upload("0123456789", "image/png");
    const [pending, deleted] = [
      await announce("0123456789", "image/png"),
      await announce("0123456789", "image/png"),
    ];
    await put(pending.url, "0123456789");
    await service.request.delete(`/v3/files/${deleted.id}`).expect(204);
    await put(deleted.url, "0123456789");
    await put(confirmed.url, "9876543210");
    await runPeriodicJobs();
    expect(
      await Promise.all([pending, deleted, confirmed].map(async ({ id }) => (await keysOf(id)).length)),
    ).toEqual([1, 1, 2]);
    service.clock.advance(DAY + 2 * MINUTE);
    await runPeriodicJobs();
    expect(await findFile(service.db, service.accountId, pending.id)).toBeNull();
    expect(await Promise.all([pending, deleted].map(({ id }) => keysOf(id)))).toEqual([[], []]);
    expect(await keysOf(confirmed.id)).toEqual([`recado/${service.accountId}/${confirmed.id}`]);
  });

  it("leaves no bytes of a file that is deleted during its confirmation", async () => {
    const { id, url } = await announce("0123456789", "image/png");
    await put(url, "0123456789");
    const { storage } = service.app;
    const { seal } = storage;
    storage.seal = async (object) => {
      await service.request.delete(`/v3/files/${id}`).expect(204);
      // Simulates a copy that was already in flight.
      await put(url, "0123456789");
      return seal(object);
    };
    try {
      await confirm(id).expect(404);
    } finally {
      storage.seal = seal;
    }
    expect(await keysOf(id)).toEqual([]);
  });
});
