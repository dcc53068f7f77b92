import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Checkpoints, startCheckpoints } from "../../src/platform/db/checkpoints";
import { compactSqlite } from "../../src/platform/db/vacuum";
import { openForTest, openTestDatabase, type OpenTestDatabase } from "../support/databases";
import { testService } from "../support/service";
import { until } from "../support/until";

function filesWith(text: string, directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: "utf8" }).filter((name) => {
    const path = join(directory, name);
    return statSync(path).isFile() && readFileSync(path).includes(text);
  });
}

describe("deleted rows on SQLite", () => {
  const service = testService("SQLite");
  const contact = (index: number) => ({
    phone: `+551191234${String(1_000 + index)}`,
    name: `Jurandir Xenofonte ${index}`,
    attributes: { cpf: `529.982.247-${index}`, note: "y".repeat(500) },
  });

  it("leaves no text in any file, neither of rows nor of the search index, after the log is truncated", async () => {
    const { dataDir } = service.app.config;
    const ids: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      const { body } = await service.request.post("/v3/contacts").send(contact(index)).expect(201);
      ids.push(body.id as string);
    }
    const traces = ["Jurandir Xenofonte", "jurandir xenofonte", "JURANDIR XENOFONTE", "529.982.247", "xeno"];
    const found = () => traces.flatMap((text) => filesWith(text, dataDir).map((name) => [text, name]));
    expect(found()).not.toEqual([]);

    // A third is deleted, a third renamed and deleted, a third renamed.
    for (const [index, id] of ids.entries()) {
      const path = `/v3/contacts/${id}`;
      if (index % 3 > 0) await service.request.patch(path).send({ name: "Ana", attributes: {} }).expect(200);
      if (index % 3 < 2) await service.request.delete(path).expect(204);
    }
    const file = join(dataDir, "recado.sqlite");
    const checkpoints = startCheckpoints({ file, truncateEveryMs: 20, onState: () => {} });
    try {
      await until("the texts are gone", 20, async () => found().length === 0);
    } finally {
      await checkpoints.stop();
    }
    expect((await service.request.get("/v3/contacts?search=xenofonte").expect(200)).body.data).toEqual([]);
  });
});

describe("SQLite checkpoints", () => {
  let database: OpenTestDatabase;
  let checkpoints: Checkpoints | null;
  const file = () => join(database.dataDir, "recado.sqlite");
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

  beforeEach(async () => {
    checkpoints = null;
    database = await openTestDatabase("SQLite", { migrated: false });
  });
  afterEach(async () => {
    await checkpoints?.stop();
    await database.close();
  });

  const fill = (megabytes: number) =>
    database.db.raw(
      `insert into notes (text) with recursive n (i) as (select 1 union all select i + 1 from n where i < ?)
         select hex(randomblob(5000)) from n`,
      [megabytes * 100],
    );

  it("continues after failures, and reports their start and end once", async () => {
    const states: (string | null)[] = [];
    const later = join(database.dataDir, "later.sqlite");
    checkpoints = startCheckpoints({
      file: later,
      truncateEveryMs: 20,
      onState: (failure) => states.push(failure && (failure as NodeJS.ErrnoException).code!),
    });
    await until("a checkpoint has failed", 20, async () => states.length > 0);
    const db = openForTest({ url: null, sqliteFile: later, poolSize: 1 });
    try {
      await db.raw("create table notes (text text)");
      await until("a checkpoint has succeeded", 20, async () => states.length > 1);
      await db("notes").insert({ text: "Jurandir" });
      await until("the log is truncated", 20, async () => sizeOf(`${later}-wal`) === 0);
      expect(readFileSync(later).includes("Jurandir")).toBe(true);
    } finally {
      await db.destroy();
    }
    expect(states).toEqual(["SQLITE_CANTOPEN", null]);
  });

  it("releases free pages while a writer continues", async () => {
    const { db } = database;
    await db.raw("create table notes (text text)");
    await fill(15);
    await db("notes").delete();
    checkpoints = startCheckpoints({ file: file(), truncateEveryMs: 20, onState: () => {} });
    let written = 0;
    await until("the file is small", 40, async () => {
      await db("notes").insert({ text: String(++written) });
      return sizeOf(file()) < 5_000_000;
    });
    expect(await db("notes").count({ n: "*" })).toEqual([{ n: written }]);
    expect(await db.raw("pragma integrity_check")).toEqual([{ integrity_check: "ok" }]);
  });

  it("releases free pages of a restored file after it was compacted", async () => {
    const { db } = database;
    const mode = async () =>
      ((await db.raw("pragma auto_vacuum")) as [{ auto_vacuum: number }])[0].auto_vacuum;
    await db.raw("create table notes (text text)");
    await fill(20);
    await db.raw("pragma auto_vacuum = NONE");
    await db.raw("vacuum");
    expect(await mode()).toBe(0);
    await db("notes").delete();
    const { before, after } = await compactSqlite(db, file());
    expect(before).toBeGreaterThan(17_000_000);
    expect(after).toBeLessThan(100_000);
    expect(await mode()).toBe(2);
  });
});
