import { randomUUID } from "node:crypto";
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { CreateBucketCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { freePort } from "./process";
import { until } from "./until";

const MODULE = resolve(__dirname, "../storage/versitygw");
const PROGRAM = resolve(__dirname, "../../node_modules/.cache/recado-test/versitygw");
/** Time limit of the build. The first build takes three minutes on two cores; later builds use Go's cache. */
export const BUILD_WITHIN_MS = 9 * 60_000;

interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
}

/** URL of another S3 server for the tests, with credentials, such as `http://key:secret@127.0.0.1:9000`. */
const OTHER = process.env.RECADO_TEST_S3;

/** A real S3 server. By default it is a separate process with its buckets in a temporary folder. */
export interface S3Server {
  endpoint: string;
  bucket(): Promise<string>;
  /** Returns the first page of keys in a bucket, sorted. */
  keys(bucket: string): Promise<string[]>;
  credentials: Credentials;
  /** A client with full access, like another user of the store. */
  client: S3Client;
  stop(): Promise<void>;
}

/** Builds versitygw from the Go module registry, pinned by go.mod and go.sum. */
async function build(): Promise<void> {
  const command = ["build", "-o", PROGRAM, "github.com/versity/versitygw/cmd/versitygw"];
  mkdirSync(dirname(PROGRAM), { recursive: true });
  try {
    await promisify(execFile)("go", command, { cwd: MODULE, timeout: BUILD_WITHIN_MS });
  } catch (error) {
    const { code, killed, stderr = "" } = error as { code?: unknown; killed?: boolean; stderr?: string };
    const reason =
      code === "ENOENT"
        ? "there is no Go; 1.26 or newer is needed"
        : killed
          ? `not within ${BUILD_WITHIN_MS / 60_000} minutes`
          : stderr.trim();
    throw new Error(`the S3 server for the tests could not be built: ${reason}`, { cause: error });
  }
}

export async function startS3Server(): Promise<S3Server> {
  if (OTHER) {
    const { origin, username, password } = new URL(OTHER);
    const credentials = { accessKeyId: username, secretAccessKey: password };
    return serverAt(origin, credentials, async () => {});
  }
  await build();
  const folder = mkdtempSync(join(tmpdir(), "recado-s3-"));
  const [buckets, metadata] = [join(folder, "buckets"), join(folder, "metadata")] as const;
  for (const one of [buckets, metadata]) mkdirSync(one);
  const port = await freePort();
  const credentials = { accessKeyId: "recado-test", secretAccessKey: "recado-test-secret" };
  const child = spawn(
    PROGRAM,
    ["--port", `127.0.0.1:${port}`, "--keep-alive", "--quiet", "posix", "--sidecar", metadata, buckets],
    {
      env: { ROOT_ACCESS_KEY: credentials.accessKeyId, ROOT_SECRET_KEY: credentials.secretAccessKey },
      stdio: "ignore",
    },
  );
  await until("the S3 server listens", 30, () => listens(port, child), 20);
  return serverAt(`http://127.0.0.1:${port}`, credentials, async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    }
    rmSync(folder, { recursive: true, force: true });
  });
}

function serverAt(endpoint: string, credentials: Credentials, stop: () => Promise<void>): S3Server {
  const client = new S3Client({ endpoint, region: "us-east-1", forcePathStyle: true, credentials });
  return {
    endpoint,
    credentials,
    client,
    async bucket() {
      const Bucket = `recado-${randomUUID()}`;
      await client.send(new CreateBucketCommand({ Bucket }));
      return Bucket;
    },
    async keys(Bucket) {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
      return Contents.map(({ Key = "" }) => Key);
    },
    async stop() {
      client.destroy();
      await stop();
    },
  };
}

async function listens(port: number, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`the S3 server ended with ${child.exitCode}`);
  const socket = createConnection(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
