import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { built } from "../support/build";
import { freePort, ServiceProcess } from "../support/process";
import { temporaryFolder } from "../support/temporary-folder";

const KEY = `st_${"ac".repeat(32)}`;
const root = resolve(__dirname, "../..");

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

function modesBelow(directory: string): Record<string, string> {
  const paths = readdirSync(directory, { recursive: true, encoding: "utf8" });
  return Object.fromEntries(["", ...paths].map((path) => [path, modeOf(join(directory, path))]));
}

describe("the data directory of a service on SQLite", () => {
  let base: string;
  let dataDir: string;
  let services: ServiceProcess[];

  beforeEach(() => {
    base = temporaryFolder("data");
    dataDir = join(base, "data");
    services = [];
  });
  afterEach(async () => {
    for (const service of services) await service.stop("SIGKILL");
  });

  const service = async (): Promise<ServiceProcess> => {
    const made = new ServiceProcess({
      PORT: String(await freePort()),
      RECADO_DATA_DIR: dataDir,
      RECADO_API_KEY: KEY,
    });
    services.push(made);
    return made;
  };
  const refusal = (started: Promise<void>) =>
    started.then(
      () => "started",
      (error: Error) => error.message,
    );
  const recado = (...args: string[]) =>
    new Promise<{ exitCode: number | null; out: string; err: string }>((done) => {
      const child = execFile(
        process.execPath,
        [built("src/cli/main.ts"), ...args],
        { cwd: root, env: { PATH: process.env.PATH, RECADO_DATA_DIR: dataDir } },
        (_error, out, err) => done({ exitCode: child.exitCode, out, err }),
      );
    });

  it("is used by one process and the command line, and by the next process after a kill", async () => {
    const first = await service();
    await first.start();
    const second = await service();

    chmodSync(dataDir, 0o755);
    expect(await refusal(second.start())).toBe(
      `the service ended (1): Process ${first.pid} uses the data directory ${dataDir}: ` +
        "stop it first, or set RECADO_DATA_DIR to another directory\n",
    );
    // The refused start did not change the permissions.
    expect(modeOf(dataDir)).toBe("755");

    expect(await recado("accounts", "list")).toMatchObject({ exitCode: 0, err: "" });
    expect(await recado("accounts", "create", "acme")).toMatchObject({ exitCode: 0, err: "" });
    expect(await recado("database", "compact")).toEqual({
      exitCode: 1,
      out: "",
      err: expect.stringMatching(/^error: Process \d+ uses the data directory .*\n$/) as string,
    });

    await first.stop("SIGKILL");
    await second.start();
    expect(await second.stop()).toBe(0);
    expect(await recado("database", "compact", "--json")).toMatchObject({ exitCode: 0, err: "" });
  });

  it("is accessible only to the service's user, whatever the umask and earlier permissions", async () => {
    const umask = process.umask(0);
    try {
      mkdirSync(join(dataDir, "files", "incoming"), { recursive: true });
      for (const name of ["recado.sqlite", "api-key", "files/incoming/part", "foreign"]) {
        writeFileSync(join(dataDir, name), "");
      }
      const one = await service();
      await one.start();
      await upload(one);
      const lines = one
        .log()
        .split("\n")
        .filter((line) => line.includes("removed other users' access to the data directory"));
      expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
        expect.objectContaining({ dataDir, repaired: 6 }),
      ]);
      const { foreign: left, ...own } = modesBelow(dataDir);
      expect(left).toBe("666");
      for (const name of ["recado.sqlite", "recado.sqlite-wal", "recado.sqlite-shm", "recado.lock"]) {
        expect(own).toHaveProperty([name]);
      }
      const isDirectory = (path: string) => statSync(join(dataDir, path)).isDirectory();
      const open = Object.entries(own).filter(([path, mode]) => mode !== (isDirectory(path) ? "700" : "600"));
      expect(open).toEqual([]);

      // A start that changes no permissions logs nothing about them.
      await one.stop();
      await one.start();
      expect(one.log()).not.toContain("other users");
    } finally {
      process.umask(umask);
    }
  });

  async function upload(to: ServiceProcess): Promise<void> {
    const bytes = "telefone\n11987654321\n";
    const body = { usage: "contact_import", content_type: "text/csv", size_bytes: bytes.length };
    const response = await fetch(`${to.baseUrl}/v3/files/upload-url`, {
      method: "POST",
      headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const { url } = (await response.json()) as { url: string };
    const put = await fetch(url, { method: "PUT", headers: { "Content-Type": "text/csv" }, body: bytes });
    expect(put.status).toBe(200);
  }
});
