import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { components } from "../../generated/schema";
import { findFile, uploadedFiles } from "../../src/features/files/files.store";
import { queueHold, queueRelease } from "../../src/cli/queue";
import { filePeriodicJobs, purgePendingFiles } from "../../src/features/retention/files.jobs";
import { carrierMediaPath } from "../../src/features/files/carrier-media";
import { uploadGate } from "../../src/features/files/upload-gate";
import { DAY, MINUTE, SECOND, toTimestamp } from "../../src/platform/time";
import { testAccount } from "../support/accounts";
import { noon } from "../support/clock";
import { databases } from "../support/databases";
import { testService } from "../support/service";

type StoredFile = components["schemas"]["StoredFile"];
type FileUsage = components["schemas"]["FileUsage"];

const MIB = 1024 * 1024;
const ABSENT = "01a1f8d3-ea00-7b3f-8d21-5c7e9a0b4f16";

const media = { usage: "template_media", content_type: "image/png", size_bytes: 10, filename: "logo.png" };
const table = { usage: "contact_import", content_type: "text/csv", size_bytes: 10 };

describe.each(databases)("files on %s", (database) => {
  const service = testService(database);
  const newAccount = () => testAccount(service, { senders: false });

  const pathOf = (url: string) => {
    expect(url.startsWith(`${service.app.config.publicUrl}/`)).toBe(true);
    return url.slice(service.app.config.publicUrl.length);
  };

  async function announce(
    body: object = media,
    request = service.request,
  ): Promise<{ id: string; path: string }> {
    const response = await request.post("/v3/files/upload-url").send(body).expect(200);
    return { id: response.body.file_id as string, path: pathOf(response.body.url as string) };
  }

  const put = (path: string, text: string, contentType = "image/png") =>
    service.anonymous.put(path).set("Content-Type", contentType).send(Buffer.from(text));

  const confirm = (id: string, request = service.request) => request.post(`/v3/files/${id}/confirm`);

  async function upload(
    text = "0123456789",
    { contentType = "image/png", usage = "template_media" as FileUsage, request = service.request } = {},
  ): Promise<string> {
    const body = { usage, content_type: contentType, size_bytes: Buffer.byteLength(text) };
    const { id, path } = await announce(body, request);
    await put(path, text, contentType).expect(200);
    await confirm(id, request).expect(200);
    return id;
  }

  async function downloadUrl(id: string): Promise<{ path: string; expires_at: string | null }> {
    const { body } = await service.request.get(`/v3/files/${id}/download-url`).expect(200);
    return { path: pathOf(body.url as string), expires_at: body.expires_at as string | null };
  }

  async function storedNames(): Promise<string[]> {
    const folder = join(service.app.config.dataDir, "files");
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name);
  }

  describe("constraints", () => {
    it("lists the types and sizes of every kind, and the kinds of every usage", async () => {
      const { body } = await service.request.get("/v3/files/constraints").expect(200);
      expect(body).toEqual({
        kinds: [
          { kind: "audio", content_types: ["audio/mpeg", "audio/wav", "audio/ogg"], max_size_bytes: 5 * MIB },
          { kind: "image", content_types: ["image/jpeg", "image/png", "image/gif"], max_size_bytes: 2 * MIB },
          {
            kind: "video",
            content_types: ["video/mp4", "video/webm", "video/mpeg"],
            max_size_bytes: 10 * MIB,
          },
          { kind: "csv", content_types: ["text/csv"], max_size_bytes: 50 * MIB },
        ],
        usages: [
          { usage: "template_media", kinds: ["audio", "image", "video"] },
          { usage: "contact_import", kinds: ["csv"] },
        ],
      });
    });
  });

  describe("an upload URL", () => {
    it("comes with a pending file and expires after 15 minutes", async () => {
      const { body } = await service.request.post("/v3/files/upload-url").send(media).expect(200);
      expect(body).toEqual({
        file_id: expect.any(String),
        url: expect.any(String),
        expires_at: toTimestamp(service.clock.now() + 15 * MINUTE),
      });
      const file = await service.request.get(`/v3/files/${body.file_id}`).expect(200);
      expect(file.body).toEqual({
        id: body.file_id,
        usage: "template_media",
        kind: "image",
        content_type: "image/png",
        size_bytes: 10,
        filename: "logo.png",
        status: "pending",
        created_at: toTimestamp(service.clock.now()),
        uploaded_at: null,
      });
    });

    it("fits the contract's length limit with the longest file name", async () => {
      await announce({ ...table, filename: "📇".repeat(255) });
    });

    it.each([
      ["an unsupported type", { ...media, content_type: "image/tiff" }],
      ["a type of another usage", { ...media, content_type: "text/csv" }],
      ["media as a contact file", { ...table, content_type: "video/mp4" }],
    ])("is rejected for %s", async (_, body) => {
      const response = await service.request.post("/v3/files/upload-url").send(body).expect(415);
      expect(response.body.error).toMatchObject({
        code: "unsupported_media_type",
        fields: [{ field: "content_type" }],
      });
    });

    it.each([
      ["audio/ogg", "template_media", 5],
      ["image/gif", "template_media", 2],
      ["video/webm", "template_media", 10],
      ["text/csv", "contact_import", 50],
    ])("is rejected for %s one byte above the limit of its kind", async (content_type, usage, mebibytes) => {
      const body = { usage, content_type, size_bytes: mebibytes * MIB };
      await service.request.post("/v3/files/upload-url").send(body).expect(200);
      const larger = { ...body, size_bytes: body.size_bytes + 1 };
      const response = await service.request.post("/v3/files/upload-url").send(larger).expect(413);
      expect(response.body.error).toMatchObject({
        code: "payload_too_large",
        fields: [{ field: "size_bytes" }],
      });
    });

    it("is rejected with 413 for the largest int64", async () => {
      const body = JSON.stringify(media).replace('"size_bytes":10', '"size_bytes":9223372036854775807');
      const response = await service.request.post("/v3/files/upload-url").type("json").send(body).expect(413);
      expect(response.body.error.fields).toMatchObject([{ field: "size_bytes" }]);
    });

    it.each([
      ["content_type", { ...media, content_type: "Image/PNG" }],
      ["content_type", { ...media, content_type: "image/png; q=1" }],
      ["size_bytes", { ...media, size_bytes: 0 }],
      ["size_bytes", { ...media, size_bytes: 2 ** 63 + 2_048 }],
      ["size_bytes", { ...media, size_bytes: 1e30 }],
      ["filename", { ...media, filename: "x".repeat(256) }],
    ])("is rejected for an invalid %s", async (field, body) => {
      const response = await service.request.post("/v3/files/upload-url").send(body).expect(400);
      expect(response.body.error.code).toBe("validation_failed");
      expect(response.body.error.fields).toContainEqual({ field, message: expect.any(String) });
    });

    it("accepts the bytes without an API key, and returns an empty body", async () => {
      const { path } = await announce();
      const { text } = await put(path, "0123456789").expect(200);
      expect(text).toBe("");
    });

    it("is rejected once expired", async () => {
      const { id, path } = await announce();
      service.clock.advance(15 * MINUTE);
      const { body } = await put(path, "0123456789").expect(403);
      expect(body.error).toMatchObject({ code: "forbidden", request_id: expect.any(String) });
      await confirm(id).expect(409);
    });

    it("accepts only the declared file, type and size", async () => {
      const { id, path } = await announce();
      await put(path, "0123456789", "image/gif").expect(415);
      await put(path, "012345678").expect(400);
      await put(path, "0123456789+").expect(413);
      await put(path.replace("size=10", "size=11"), "0123456789+").expect(403);
      await put(path.replace("image%2Fpng", "image%2Fgif"), "0123456789", "image/gif").expect(403);
      await put(path.replace(id, (await announce()).id), "0123456789").expect(403);
      await confirm(id).expect(409);
      expect((await storedNames()).filter((name) => name.startsWith(id))).toEqual([]);
    });
  });

  describe("a confirmation", () => {
    it("marks the file as uploaded, and is idempotent", async () => {
      const { id, path } = await announce();
      await put(path, "0123456789").expect(200);
      service.clock.advance(MINUTE);
      const first = await confirm(id).expect(200);
      expect(first.body).toMatchObject({
        id,
        status: "uploaded",
        uploaded_at: toTimestamp(service.clock.now()),
      });
      service.clock.advance(2 * DAY);
      const second = await confirm(id).expect(200);
      expect(second.body).toEqual(first.body);
      const read = await service.request.get(`/v3/files/${id}`).expect(200);
      expect(read.body).toEqual(first.body);
    });

    it("returns the same body to concurrent requests", async () => {
      const { id, path } = await announce();
      await put(path, "0123456789").expect(200);
      const responses = await Promise.all([1, 2, 3, 4].map(() => confirm(id).expect(200)));
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    });

    it("is rejected until the bytes are uploaded", async () => {
      const { id, path } = await announce();
      const { body } = await confirm(id).expect(409);
      expect(body.error.code).toBe("conflict");
      const read = await service.request.get(`/v3/files/${id}`).expect(200);
      expect(read.body.status).toBe("pending");
      await put(path, "0123456789").expect(200);
      await confirm(id).expect(200);
    });

    it("freezes the bytes, which a second upload replaces only before it", async () => {
      const { id, path } = await announce();
      await put(path, "aaaaaaaaaa").expect(200);
      await put(path, "bbbbbbbbbb").expect(200);
      await confirm(id).expect(200);
      const { body } = await put(path, "cccccccccc").expect(409);
      expect(body.error.code).toBe("conflict");
      const { path: download } = await downloadUrl(id);
      const { body: bytes } = await service.anonymous.get(download).expect(200);
      expect(String(bytes)).toBe("bbbbbbbbbb");
    });

    it("waits for an upload in flight, and closes the file to later ones", async () => {
      const { id, path } = await announce();
      await put(path, "0123456789").expect(200);
      const gate = uploadGate(service.db);
      const key = `${service.accountId}/${id}`;
      const order: string[] = [];
      let confirming: Promise<unknown> | undefined;
      const open = await gate.whileOpen(key, async () => {
        confirming = confirm(id)
          .expect(200)
          .then(() => order.push("confirmed"));
        await new Promise((resolve) => setTimeout(resolve, 100));
        order.push("placed");
      });
      await confirming;
      expect({ open, order }).toEqual({ open: true, order: ["placed", "confirmed"] });
      const never = jest.fn();
      await expect(gate.whileOpen(key, never)).resolves.toBe(false);
      expect(never).not.toHaveBeenCalled();
    });
  });

  describe("the list", () => {
    it("shows the account's files newest first, by kind and status", async () => {
      const { request, accountId } = await newAccount();
      const image = await upload("image", { request });
      const audio = await upload("audio", { request, contentType: "audio/ogg" });
      const csv = await upload("phone\n", { request, contentType: "text/csv", usage: "contact_import" });
      const { id: pending } = await announce(media, request);
      const ids = async (query: string) => {
        const { body } = await request.get(`/v3/files${query}`).expect(200);
        return (body.data as StoredFile[]).map(({ id }) => id);
      };
      expect(await ids("")).toEqual([pending, csv, audio, image]);
      expect(await ids("?kind=image")).toEqual([pending, image]);
      expect(await ids("?status=uploaded")).toEqual([csv, audio, image]);
      expect(await ids("?kind=image&status=pending")).toEqual([pending]);
      expect(await ids("?kind=video")).toEqual([]);
      const page = await request.get("/v3/files?limit=2&offset=1").expect(200);
      expect(page.body).toMatchObject({
        data: [{ id: csv }, { id: audio }],
        pagination: { total: 4, limit: 2, offset: 1, has_more: true },
      });
      const last = await request.get("/v3/files?kind=image&limit=1&offset=1").expect(200);
      expect(last.body.pagination).toEqual({ total: 2, limit: 1, offset: 1, has_more: false });

      const uploaded = await uploadedFiles(service.db, accountId, [image, csv, pending, ABSENT]);
      expect([...uploaded.values()].map(({ id, kind }) => [id, kind]).sort()).toEqual([
        [image, "image"],
        [csv, "csv"],
      ]);
    });
  });

  describe("a download URL", () => {
    it("is rejected while the file is pending", async () => {
      const { id, path } = await announce();
      await put(path, "0123456789").expect(200);
      const { body } = await service.request.get(`/v3/files/${id}/download-url`).expect(409);
      expect(body.error.code).toBe("conflict");
    });

    it("is valid for 15 minutes for a contact file", async () => {
      const text = "phone,name\n+5511987654321,Zoé\n";
      const id = await upload(text, { contentType: "text/csv", usage: "contact_import" });
      const { path, expires_at } = await downloadUrl(id);
      expect(expires_at).toBe(toTimestamp(service.clock.now() + 15 * MINUTE));
      const response = await service.anonymous.get(path).expect(200);
      expect(response.text).toBe(text);
      expect(response.headers).toMatchObject({
        "content-type": "text/csv",
        "content-disposition": `attachment; filename=${id}.csv`,
        "x-content-type-options": "nosniff",
        "cache-control": "private, no-store",
      });
      service.clock.advance(15 * MINUTE - SECOND);
      await service.anonymous.get(path).expect(200);
      service.clock.advance(SECOND);
      await service.anonymous.get(path).expect(403);
      await service.anonymous.get((await downloadUrl(id)).path).expect(200);
    });

    it("stays the same for media, and cannot be derived from the file id", async () => {
      const id = await upload();
      const first = await downloadUrl(id);
      service.clock.advance(DAY);
      expect(await downloadUrl(id)).toEqual(first);
      expect(first.expires_at).toBeNull();
      expect(first.path).toMatch(/^\/media\/[A-Za-z0-9_-]{43}$/);
      expect(first.path).not.toContain(id);
    });
  });

  describe("stable media", () => {
    let path: string;
    let uploadedAt: number;
    beforeAll(async () => {
      const id = await upload("0123456789", { contentType: "audio/ogg" });
      path = (await downloadUrl(id)).path;
      uploadedAt = (await findFile(service.db, service.accountId, id))?.uploadedAt ?? NaN;
    });
    const get = (headers: Record<string, string> = {}) =>
      service.anonymous.get(path).set(headers).buffer(true);
    const etagOf = async () => (await get()).headers.etag as string;

    it("is served with its declared type and public caching", async () => {
      const { headers, body } = await get().expect(200);
      expect(String(body)).toBe("0123456789");
      expect(headers).toMatchObject({
        "content-type": "audio/ogg",
        "content-length": "10",
        "x-content-type-options": "nosniff",
        "cache-control": "public, max-age=31536000, immutable",
        "accept-ranges": "bytes",
        etag: expect.stringMatching(/^"[^"]+"$/),
        "last-modified": new Date(uploadedAt).toUTCString(),
      });
    });

    it("returns the headers of GET for HEAD, without the bytes", async () => {
      const { headers, text } = await service.anonymous.head(path).set("Range", "bytes=0-3").expect(200);
      expect(text).toBeFalsy();
      expect(headers).toMatchObject({ "content-length": "10", "content-type": "audio/ogg" });
    });

    it.each([
      ["bytes=0-3", "0123", "bytes 0-3/10"],
      ["bytes=4-", "456789", "bytes 4-9/10"],
      ["bytes=-2", "89", "bytes 8-9/10"],
      ["bytes=9-9", "9", "bytes 9-9/10"],
      ["bytes=5-999", "56789", "bytes 5-9/10"],
      ["bytes=-999", "0123456789", "bytes 0-9/10"],
      ["bytes=0-1,2-3", "0123", "bytes 0-3/10"],
    ])("returns the range %s", async (range, text, contentRange) => {
      const { headers, body } = await get({ Range: range }).expect(206);
      expect(String(body)).toBe(text);
      expect(headers).toMatchObject({ "content-range": contentRange, "content-length": String(text.length) });
    });

    it.each(["bytes=0-1,5-6", "bytes=x-y", "lines=0-3", "bytes"])(
      "returns the whole file for %s",
      async (range) => {
        const { headers, body } = await get({ Range: range }).expect(200);
        expect(String(body)).toBe("0123456789");
        expect(headers["content-range"]).toBeUndefined();
      },
    );

    it.each(["bytes=10-", "bytes=10-20", "bytes=-0"])("rejects the range %s", async (range) => {
      const response = await service.anonymous.get(path).set("Range", range).expect(416);
      expect(response.headers["content-range"]).toBe("bytes */10");
      expect(response.headers["cache-control"]).toBe("no-store");
      expect(response.body.error).toMatchObject({
        code: "validation_failed",
        request_id: expect.any(String),
      });
    });

    it("returns 304 when the client's copy is current", async () => {
      const etag = await etagOf();
      const { headers, text } = await get({ "If-None-Match": etag }).expect(304);
      expect(text).toBeFalsy();
      expect(headers).toMatchObject({ etag, "cache-control": "public, max-age=31536000, immutable" });
      await get({ "If-None-Match": etag, Range: "bytes=99-" }).expect(304);
      await get({ "If-Modified-Since": new Date(uploadedAt).toUTCString() }).expect(304);
      await get({ "If-None-Match": '"other"' }).expect(200);
    });

    it("resumes a download only of the same bytes", async () => {
      const Range = "bytes=5-";
      await get({ Range, "If-Range": await etagOf() }).expect(206);
      await get({ Range, "If-Range": new Date(uploadedAt).toUTCString() }).expect(206);
      await get({ Range, "If-Range": '"other"' }).expect(200);
      await get({ Range, "If-Range": new Date(noon - DAY).toUTCString() }).expect(200);
    });

    it("returns 404 for any other token", async () => {
      const { id: pending } = await announce();
      const csv = await upload("phone\n", { contentType: "text/csv", usage: "contact_import" });
      const tokens = ["x", "A".repeat(43), `${path.slice("/media/".length, -1)}`, "..%2Fx", "%00"];
      for (const id of [pending, csv]) {
        const file = await findFile(service.db, service.accountId, id);
        tokens.push(file?.downloadToken as string);
      }
      for (const token of tokens) {
        const { body, headers } = await service.anonymous.get(`/media/${token}`).expect(404);
        expect(body.error).toMatchObject({ code: "not_found", request_id: expect.any(String) });
        expect(headers["cache-control"]).toBe("no-store");
      }
    });

    it("allows only GET and HEAD", async () => {
      const { headers, body } = await service.anonymous.put(path).send("x").expect(405);
      expect(headers.allow).toBe("GET, HEAD");
      expect(body.error.code).toBe("method_not_allowed");
    });

    it("returns 404 when its bytes are lost", async () => {
      const id = await upload();
      const lost = (await downloadUrl(id)).path;
      await service.app.storage.remove(`${service.accountId}/${id}`);
      await service.anonymous.get(lost).expect(404);
    });

    it("returns 404 when its bytes are removed between the lookup and the read", async () => {
      const id = await upload();
      const { path: removed } = await downloadUrl(id);
      const { storage } = service.app;
      const stat = jest.spyOn(storage, "stat").mockImplementationOnce(async (key) => {
        await storage.remove(key);
        return { sizeBytes: 10 };
      });
      const { headers } = await service.anonymous.get(removed).expect(404);
      stat.mockRestore();
      expect(headers["cache-control"]).toBe("no-store");
    });
  });

  describe("the purge", () => {
    const exists = async (id: string) => (await findFile(service.db, service.accountId, id)) !== null;

    it("removes files that stay unconfirmed for a day, with their bytes", async () => {
      const uploaded = await upload();
      const bare = await announce();
      const full = await announce();
      await put(full.path, "0123456789").expect(200);
      service.clock.advance(DAY - SECOND);
      const young = await announce();
      while (await purgePendingFiles(service.app)) continue;
      expect(await Promise.all([bare.id, full.id].map(exists))).toEqual([true, true]);

      service.clock.advance(2 * MINUTE);
      const [job] = filePeriodicJobs(service.app);
      await expect(job?.run()).resolves.toBe(false);
      expect(await Promise.all([bare.id, full.id].map(exists))).toEqual([false, false]);
      expect(await Promise.all([uploaded, young.id].map(exists))).toEqual([true, true]);
      const names = await storedNames();
      expect(names).toContain(uploaded);
      expect(names).not.toContain(full.id);
      await service.request.get(`/v3/files/${full.id}`).expect(404);
    });

    it("starts only after confirmation has become impossible", async () => {
      const { id, path } = await announce();
      await put(path, "0123456789").expect(200);
      service.clock.advance(DAY);
      await expect(purgePendingFiles(service.app)).resolves.toBe(false);
      expect(await exists(id)).toBe(true);
      const { body } = await confirm(id).expect(409);
      expect(body.error.code).toBe("conflict");
    });

    it("waits while all work is held, because a restored database may not know a confirmation", async () => {
      const { id, path } = await announce();
      await put(path, "0123456789").expect(200);
      service.clock.advance(DAY + 2 * MINUTE);
      await queueHold(service);
      await service.app.hold.refresh();
      await expect(purgePendingFiles(service.app)).resolves.toBe(false);
      expect(await exists(id)).toBe(true);
      await queueRelease(service, {});
      await service.app.hold.refresh();
      await purgePendingFiles(service.app);
      expect(await exists(id)).toBe(false);
    });

    it("continues when one file cannot be removed, and reports whether more are left", async () => {
      const batch = await Promise.all(Array.from({ length: 101 }, () => announce()));
      service.clock.advance(DAY + 2 * MINUTE);
      const stuck = batch[0]?.id as string;
      const storage = {
        ...service.app.storage,
        remove: async (key: string) => {
          if (key.endsWith(stuck)) throw new Error("the disk says no");
        },
      };
      await expect(purgePendingFiles({ ...service.app, storage })).resolves.toBe(true);
      await expect(purgePendingFiles({ ...service.app, storage })).resolves.toBe(false);
      const left = await Promise.all(batch.map(({ id }) => exists(id)));
      expect(left.filter(Boolean)).toHaveLength(1);
      expect(await exists(stuck)).toBe(true);
      await expect(purgePendingFiles(service.app)).resolves.toBe(false);
      expect(await exists(stuck)).toBe(false);
    });
  });

  describe("a carrier media URL", () => {
    const urlOf = async (id: string) => {
      const file = await findFile(service.db, service.accountId, id);
      if (file === null) throw new Error("it was uploaded");
      return carrierMediaPath(file, service.app.mediaSecret, service.clock.now());
    };

    it("needs no key, has the file's extension and stays the same within a day", async () => {
      const id = await upload();
      const address = await urlOf(id);
      expect(address).toMatch(/\/[0-9a-f]{64}\.png$/);
      const response = await service.anonymous.get(address).expect(200);
      expect([response.headers["content-type"], (response.body as Buffer).toString()]).toEqual([
        "image/png",
        "0123456789",
      ]);
      service.clock.advance(MINUTE);
      expect(await urlOf(id)).toBe(address);
    });

    it("is valid for at least three days, and for less than five", async () => {
      const address = await urlOf(await upload());
      service.clock.advance(3 * DAY - MINUTE);
      await service.anonymous.get(address).expect(200);
      service.clock.advance(2 * DAY);
      await service.anonymous.get(address).expect(404);
    });

    it("returns 404 when any part was changed", async () => {
      const [first, second] = [await upload(), await upload()];
      const address = await urlOf(first);
      const [, , account = "", , expires = ""] = address.split("/");
      const changed = [
        address.replace(first, second),
        address.replace(expires, String(Number(expires) + 86_400)),
        address.replace(account, ABSENT),
        address.replace(/[0-9a-f]{2}\.png$/, "00.png"),
        address.replace(/[0-9a-f]{64}\.png$/, "x"),
      ].filter((one) => one !== address);
      for (const one of changed) await service.anonymous.get(one).expect(404);
      expect(changed.length).toBeGreaterThanOrEqual(4);
    });
  });
});
