import { spawnSync } from "node:child_process";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pino from "pino";
import { compose } from "../../src/app/compose";
import { readConfig } from "../../src/app/config";
import { probeStorage } from "../../src/app/storage-probe";
import { createRecado } from "../../src/client";
import { ConfigError } from "../../src/platform/config-error";
import { newSecretKey } from "../../src/platform/secrets/secret-key";
import { systemClock } from "../../src/platform/time";
import type { S3Options } from "../../src/storage/s3-options";
import { built } from "../support/build";
import { openTestDatabase } from "../support/databases";
import { freePort, ServiceProcess } from "../support/process";
import { type FaultyStore, useFaultyStore } from "../support/s3-proxy";
import type { S3Server } from "../support/s3-server";
import { openBucket, useCredentials } from "../support/s3-storage";
import { temporaryFolder } from "../support/temporary-folder";

let server: S3Server;
let store: FaultyStore;

useFaultyStore((...up) => {
  [server, store] = up;
});

const refusalOf = (options: Partial<S3Options>, credentials = server.credentials) =>
  openBucket({ ...server, credentials }, options).then(
    () => null,
    (error: unknown) => error as Error,
  );

describe("a start with a bucket", () => {
  it.each<[string, () => Promise<Error | null>, RegExp]>([
    [
      "an absent bucket",
      () => refusalOf({ bucket: "no-such-bucket" }),
      /^RECADO_S3_BUCKET: there is no bucket "no-such-bucket" at http:/,
    ],
    [
      "a wrong secret",
      () => refusalOf({}, { ...server.credentials, secretAccessKey: "wrong" }),
      /^AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.* SignatureDoesNotMatch/,
    ],
    [
      "an unknown key",
      () => refusalOf({}, { accessKeyId: "unknown", secretAccessKey: "wrong" }),
      /^AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY/,
    ],
    [
      "no credentials",
      () => refusalOf({}, { accessKeyId: "", secretAccessKey: "" }),
      /^AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.* CredentialsProviderError/,
    ],
    ["another region", () => refusalOf({ region: "sa-east-1" }), /^RECADO_S3_REGION .*"?sa-east-1/],
    ["no region", () => refusalOf({ region: null }), /^RECADO_S3_REGION .*Region is missing/],
    [
      "an endpoint without a server",
      () => refusalOf({ endpoint: "http://127.0.0.1:1" }),
      /^RECADO_S3_ENDPOINT: .*127\.0\.0\.1:1.* ECONNREFUSED/,
    ],
    [
      "an unknown host of the bucket",
      () => refusalOf({ endpoint: "http://store.invalid", forcePathStyle: false }),
      /^RECADO_S3_ENDPOINT: .* (ENOTFOUND|EAI_AGAIN).*RECADO_S3_FORCE_PATH_STYLE=1/,
    ],
  ])("fails on %s with one line that names the setting", async (_, start, message) => {
    const error = await start();
    expect(error).toBeInstanceOf(ConfigError);
    expect(error?.message).toMatch(message);
    expect(error?.message).not.toContain("\n");
  });

  it.each([
    ["list", "GET", "list-type"],
    ["write", "PUT", "start-check"],
    ["delete", "DELETE", "start-check"],
    ["read", "GET", "store-id"],
  ])("fails with one line when the credentials may not %s", async (_, method, part) => {
    store.fault = (request) =>
      request.method === method && request.path.includes(part) ? { status: 403, code: "AccessDenied" } : null;
    const error = await refusalOf({ endpoint: store.endpoint });
    expect(error?.message).toMatch(
      /^RECADO_S3_BUCKET: the credentials may not list, read, write and delete /,
    );
  });

  it("fails with one line when the endpoint is not a store", async () => {
    const other = createServer((_request, response) => void response.end("<html>hello</html>"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    try {
      const { port } = other.address() as AddressInfo;
      const error = await refusalOf({ endpoint: `http://127.0.0.1:${port}` });
      expect(error).toBeInstanceOf(ConfigError);
      expect(error?.message).toMatch(/^RECADO_S3_ENDPOINT: [^\n]*$/);
    } finally {
      other.closeAllConnections();
      await new Promise((resolve) => other.close(resolve));
    }
  });

  it("finds one id of the store for all processes, and stores nothing else", async () => {
    const { bucket, storeId } = await openBucket(server);
    const others = await Promise.all([1, 2, 3].map(() => openBucket(server, { bucket })));
    expect(storeId).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set([storeId, ...others.map((one) => one.storeId)]).size).toBe(1);
    expect(await server.keys(bucket)).toEqual(["store-id"]);
    const first = await server.bucket();
    const atOnce = await Promise.all([1, 2, 3, 4].map(() => openBucket(server, { bucket: first })));
    expect(new Set(atOnce.map((one) => one.storeId)).size).toBe(1);
  });
});

describe("the probe of a bucket", () => {
  it("works, and leaves a bucket without a store id empty", async () => {
    useCredentials(server);
    const bucket = await server.bucket();
    const { endpoint } = server;
    const s3 = { bucket, endpoint, region: "us-east-1", prefix: "", forcePathStyle: true };
    const config = { s3, dataDir: "/nowhere", publicUrl: "http://localhost:3000" };
    expect(await probeStorage(config, systemClock)).toBe("works");
    expect(await server.keys(bucket)).toEqual([]);
  });
});

describe("several processes on one PostgreSQL database", () => {
  it("logs a warning unless they share a bucket", async () => {
    const database = await openTestDatabase("PostgreSQL");
    const secretKey = newSecretKey();
    const [bucket, otherBucket] = [await server.bucket(), await server.bucket()];
    useCredentials(server);
    const started = async (env: Record<string, string>) => {
      const lines: string[] = [];
      const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
      const settings = { RECADO_DATA_DIR: database.dataDir, DATABASE_URL: database.url ?? "" };
      const config = readConfig({ ...settings, RECADO_SECRET_KEY: secretKey, ...env });
      const app = await compose({ config, db: database.db, log });
      app.stopClock();
      await app.wakeups.close();
      await app.reads.stop();
      return lines.join("");
    };
    const inBucket = (bucket: string) => ({
      RECADO_STORAGE: "s3",
      RECADO_S3_BUCKET: bucket,
      RECADO_S3_ENDPOINT: server.endpoint,
      RECADO_S3_FORCE_PATH_STYLE: "1",
    });
    try {
      expect(await started(inBucket(bucket))).toBe("");
      expect(await started(inBucket(bucket))).toBe("");
      expect(await started(inBucket(otherBucket))).toContain("uploaded files are not shared");
      expect(await started({})).toMatch(/RECADO_STORAGE=s3.*uploaded files are not shared/);
    } finally {
      await database.close();
    }
  });
});

describe("a service process with its files in a bucket", () => {
  const dataDir = temporaryFolder("s3-data");
  const apiKey = `st_${"ab".repeat(32)}`;
  let service: ServiceProcess | undefined;
  afterAll(async () => {
    await service?.stop("SIGKILL");
  });

  const environment = async (bucket: string) => ({
    PORT: String(await freePort()),
    RECADO_DATA_DIR: dataDir,
    RECADO_API_KEY: apiKey,
    RECADO_STORAGE: "s3",
    RECADO_S3_BUCKET: bucket,
    RECADO_S3_ENDPOINT: server.endpoint,
    RECADO_S3_FORCE_PATH_STYLE: "1",
    AWS_ACCESS_KEY_ID: server.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: server.credentials.secretAccessKey,
  });

  it("stores and serves what the client uploads", async () => {
    service = new ServiceProcess(await environment(await server.bucket()));
    await service.start();
    const recado = createRecado({ baseUrl: `${service.baseUrl}/v3`, apiKey });
    const sent: number[] = [];
    const file = await recado.files.upload(
      { data: new Blob(["0123456789"], { type: "image/png" }), usage: "template_media" },
      { onProgress: ({ sentBytes }) => void sent.push(sentBytes) },
    );
    expect(file).toMatchObject({ status: "uploaded", size_bytes: 10 });
    expect(sent).toEqual([0, 10]);
    const { url } = await recado.files.getDownloadUrl({ file_id: file.id });
    expect(await (await fetch(url)).text()).toBe("0123456789");
    expect(await service.stop()).toBe(0);
  });

  it("exits with one line when the bucket is absent", async () => {
    const env = { PATH: process.env.PATH, ...(await environment("no-such-bucket")) };
    const { status, stderr } = spawnSync(process.execPath, [built("src/main.ts")], { env, encoding: "utf8" });
    expect(stderr).toBe(`RECADO_S3_BUCKET: there is no bucket "no-such-bucket" at ${server.endpoint}\n`);
    expect(status).toBe(1);
  });
});
