import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  promises,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { databaseOf } from "../../src/app/compose";
import { lockDirectory } from "../../src/platform/db/process-lock";
import { readHold } from "../../src/queue/hold.store";
import { openForTest } from "../support/databases";
import { Exchange } from "../support/exchange";
import { runInProcess } from "../support/in-process-command";
import { testService } from "../support/service";
import { temporaryFolder } from "../support/temporary-folder";

describe("a backup of a service on SQLite", () => {
  const service = testService("SQLite");
  const exchange = new Exchange(service);
  let base: string;
  beforeEach(() => {
    base = temporaryFolder("backup");
  });

  const inDir = (dataDir: string, ...args: string[]) =>
    runInProcess(args, { database: { url: null, dataDir }, clock: service.clock });
  const backup = (file: string) => inDir(service.app.config.dataDir, "backup", file, "--json");
  const restore = (file: string, dataDir: string) => inDir(dataDir, "restore", file, "--json");
  const made = async (name = "made.tar.gz") => {
    const file = join(base, name);
    const { exitCode, err, out } = await backup(file);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    return { file, json: JSON.parse(out) as { counts: { messages: number } } };
  };

  it("restores database, keys and files into an empty directory, and holds the queue", async () => {
    const { dataDir } = service.app.config;
    mkdirSync(join(dataDir, "files", "account"), { recursive: true });
    mkdirSync(join(dataDir, "files", "incoming"), { recursive: true });
    writeFileSync(join(dataDir, "files", "account", "picture"), "bytes");
    writeFileSync(join(dataDir, "files", "account", "empty"), "");
    writeFileSync(join(dataDir, "files", "incoming", "half"), "by");
    const id = await exchange.sendOne({ text: "x" }, "+5511987651234");
    const { file, json } = await made();
    expect(existsSync(join(dataDir, "files", "store-id"))).toBe(true);
    expect(json).toMatchObject({ counts: { messages: 1 }, files: 2 });
    expect((statSync(file).mode & 0o777).toString(8)).toBe("600");
    expect(readdirSync(base)).toEqual(["made.tar.gz"]);
    const target = join(base, "restored");
    const restored = await inDir(target, "restore", file);
    expect(restored).toMatchObject({ exitCode: 0, err: "" });
    expect(restored.out).toContain(": 1 message, 0 contacts, 2 stored files, as of ");
    expect(
      readdirSync(target)
        .filter((name) => !name.startsWith("recado.lock"))
        .sort(),
    ).toEqual(
      readdirSync(dataDir)
        .filter((name) => /^(api-key|files|recado.sqlite|secret-key)$/.test(name))
        .sort(),
    );
    expect(readFileSync(join(target, "secret-key"))).toEqual(readFileSync(join(dataDir, "secret-key")));
    expect(readFileSync(join(target, "files", "account", "picture"), "utf8")).toBe("bytes");
    expect(readFileSync(join(target, "files", "account", "empty"), "utf8")).toBe("");
    expect(existsSync(join(target, "files", "incoming"))).toBe(false);
    const db = openForTest({ url: null, sqliteFile: join(target, "recado.sqlite"), poolSize: 1 });
    expect(await db("messages").pluck("id")).toEqual([id]);
    expect(await readHold(db)).toMatchObject({ since: expect.any(Number) as number, upTo: null });
    await db.destroy();
    expect((await readHold(service.db)).since).toBeNull();
  });

  it("says that the service reads files in S3, and not the restored files", async () => {
    const { dataDir } = service.app.config;
    mkdirSync(join(dataDir, "files", "account"), { recursive: true });
    writeFileSync(join(dataDir, "files", "account", "picture"), "bytes");
    const { file } = await made();
    const restored = (name: string, env: Record<string, string>) =>
      runInProcess(["restore", file], {
        database: { url: null, dataDir: join(base, name) },
        clock: service.clock,
        env,
      });
    const { out } = await restored("s3", { RECADO_STORAGE: "s3", RECADO_S3_BUCKET: "bucket" });
    expect(out).toContain(`uploaded files are in ${join(base, "s3", "files")}, but RECADO_STORAGE is s3`);
    expect((await restored("disk", {})).out).not.toContain("RECADO_STORAGE");
  });

  it("leaves out the file of the secret key if the settings have a key", async () => {
    const { dataDir } = service.app.config;
    const key = readFileSync(join(dataDir, "secret-key"), "utf8").trim();
    const file = join(base, "made.tar.gz");
    const options = { database: { url: null, dataDir }, clock: service.clock };
    const run = await runInProcess(["backup", file], { ...options, env: { RECADO_SECRET_KEY: key } });
    expect(run.out).toContain("The backup has no secret key: keep RECADO_SECRET_KEY");
    const target = join(base, "restored");
    expect(await restore(file, target)).toMatchObject({ exitCode: 0 });
    expect(existsSync(join(target, "secret-key"))).toBe(false);
  });

  it("works while the service holds its lock, and while it writes", async () => {
    const lock = await lockDirectory(service.app.config.dataDir);
    const writing = exchange.sendOne({ text: "x" }, "+5511987651235");
    await made();
    await writing;
    lock.release();
  });

  it("refuses an existing file, a missing folder and a place among the uploaded files", async () => {
    const { file } = await made();
    const before = readFileSync(file);
    const refused = async (path: string) => {
      const { exitCode, err } = await backup(path);
      expect(exitCode).toBe(1);
      return err;
    };
    expect(await refused(file)).toBe(`error: ${file} exists: choose the name of a new file\n`);
    expect(readFileSync(file)).toEqual(before);
    expect(await refused(join(base, "none", "file"))).toMatch(/The folder .* does not exist/);
    expect(await refused(join(service.app.config.dataDir, "files", "x.gz"))).toMatch(/must be outside of/);
    expect(readdirSync(base)).toEqual(["made.tar.gz"]);
  });

  it("reports a folder and a backup that this user may not access", async () => {
    const { file } = await made();
    // Root may access everything, so the refusal of the file system is simulated.
    const fileSystem = jest.requireActual<{ accessSync(path: string, mode?: number): void }>("node:fs");
    const access = jest.spyOn(fileSystem, "accessSync");
    access.mockImplementation((path) => {
      if (!path.startsWith(base)) return;
      throw Object.assign(new Error("EACCES: permission denied"), { code: "EACCES" });
    });
    const written = await backup(join(base, "second.tar.gz"));
    const restored = await restore(file, join(base, "restored"));
    access.mockRestore();
    expect([written.exitCode, written.err]).toEqual([
      1,
      `error: This user may not write to the folder ${base}: choose another one\n`,
    ]);
    expect([restored.exitCode, restored.err]).toEqual([1, `error: This user may not read ${file}\n`]);
    expect(readdirSync(base)).toEqual(["made.tar.gz"]);
  });

  it("refuses a directory with data, and changes nothing in it", async () => {
    const { file } = await made();
    const { exitCode, err } = await restore(file, service.app.config.dataDir);
    expect(exitCode).toBe(1);
    expect(err).toMatch(/^error: The data directory .* contains .*: restore into an empty directory/);
    const other = join(base, "other");
    mkdirSync(other);
    writeFileSync(join(other, "notes.txt"), "mine");
    expect((await restore(file, other)).err).toContain("contains notes.txt");
    expect(readFileSync(join(other, "notes.txt"), "utf8")).toBe("mine");
  });

  it.each<[string, (content: Buffer) => Buffer]>([
    ["is cut off", (content) => content.subarray(0, content.length / 2)],
    ["is not compressed", (content) => gunzipSync(content)],
    ["is empty", () => Buffer.alloc(0)],
    [
      "has a changed byte",
      (content) => {
        const tar = gunzipSync(content);
        const at = tar.indexOf("SQLite format 3") + 200;
        tar[at] = (tar[at] ?? 0) ^ 1;
        return gzipSync(tar);
      },
    ],
    [
      "lacks its manifest",
      (content) => {
        const tar = gunzipSync(content);
        const end = tar.lastIndexOf("manifest.json");
        return gzipSync(Buffer.concat([tar.subarray(0, end), Buffer.alloc(1_024)]));
      },
    ],
  ])("restores nothing from a file that %s, and can be repeated with a good one", async (_, damage) => {
    const { file } = await made();
    const damaged = join(base, "damaged.tar.gz");
    writeFileSync(damaged, damage(readFileSync(file)));
    const target = join(base, "restored");
    const { exitCode, err } = await restore(damaged, target);
    expect({ exitCode, err }).toMatchObject({ exitCode: 1 });
    expect(err).toMatch(/^error: .*damaged\.tar\.gz cannot be restored: .*\n$/);
    expect(readdirSync(target).filter((name) => !name.startsWith("recado.lock"))).toEqual([]);
    expect(await restore(file, target)).toMatchObject({ exitCode: 0 });
  });

  it("prevents a start on an incomplete restore, and can be repeated", async () => {
    writeFileSync(join(service.app.config.dataDir, "secret-key"), "first\n");
    const { file } = await made();
    const target = join(base, "restored");
    const failing = jest.spyOn(promises, "rename").mockImplementation(async (from, to) => {
      if (String(to).endsWith("recado.sqlite")) throw new Error("power cut");
      renameSync(from, to);
    });
    expect((await restore(file, target)).err).toContain("power cut");
    failing.mockRestore();
    expect(readdirSync(target)).toEqual(expect.arrayContaining(["restore.part", "secret-key"]));
    const start = () => databaseOf({ ...service.app.config, databaseUrl: null, dataDir: target });
    expect(start).toThrow(/is incomplete: .*restored\. Repeat it/);
    expect(await restore(file, target)).toMatchObject({ exitCode: 0 });
    expect(readdirSync(target)).not.toContain("restore.part");
    await start().destroy();
  });

  it("refuses a backup of a newer schema", async () => {
    await service.db("knex_migrations").insert({ name: "9999_later", batch: 9, migration_time: new Date(0) });
    const [compatible] = (await service.db("schema_compatibility").pluck("oldest_build")) as string[];
    await service.db("schema_compatibility").update({ oldest_build: "9999_later" });
    const { file } = await made();
    await service.db("knex_migrations").where({ name: "9999_later" }).delete();
    await service.db("schema_compatibility").update({ oldest_build: compatible });
    const target = join(base, "restored");
    const { exitCode, err } = await restore(file, target);
    expect(exitCode).toBe(1);
    expect(err).toMatch(/^error: The database was upgraded by a newer build \(to 9999_later/);
    expect(readdirSync(target)).not.toContain("recado.sqlite");
  });

  it("names pg_dump and pg_restore on PostgreSQL", async () => {
    const database = { url: "postgres://127.0.0.1:9/none", dataDir: base };
    const run = (...args: string[]) => runInProcess(args, { database, clock: service.clock });
    expect((await run("restore", join(base, "x"))).err).toBe(
      "error: This command is for SQLite; for PostgreSQL use pg_restore\n",
    );
    expect((await run("backup", join(base, "x"))).err).toBe(
      "error: This command is for SQLite; for PostgreSQL use pg_dump\n",
    );
  });

  it("reports a file that does not exist", async () => {
    chmodSync(base, 0o700);
    const { exitCode, err } = await restore(join(base, "none"), join(base, "restored"));
    expect({ exitCode, err }).toEqual({ exitCode: 1, err: `error: ${join(base, "none")} does not exist\n` });
  });
});
