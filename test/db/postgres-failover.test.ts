import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { openDatabase } from "../../src/platform/db/connection";
import { writeRefusal } from "../../src/platform/db/write-probe";
import { openTestDatabase, type OpenTestDatabase } from "../support/databases";

describe("the pool during a failover of PostgreSQL", () => {
  let database: OpenTestDatabase;
  let url: string;
  beforeAll(async () => {
    database = await openTestDatabase("PostgreSQL", { migrated: false });
    url = database.url ?? "";
    await database.db.raw("create table probe (id integer)");
  });
  afterAll(() => database.close());

  const backendOf = async (db: OpenTestDatabase["db"]) =>
    (await db.raw<{ rows: { pid: number }[] }>("select pg_backend_pid() as pid")).rows[0]?.pid;

  it("connects to the next host when the first one is unreachable or silent", async () => {
    const silent = createServer();
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const { host } = new URL(url);
    for (const first of ["127.0.0.1:1", `127.0.0.1:${port}`]) {
      const db = openDatabase({ url: url.replace(host, `${first},${host}`), sqliteFile: "", poolSize: 1 });
      expect(await backendOf(db)).toBeDefined();
      await db.destroy();
    }
    silent.close();
  });

  it("replaces all connections after a write to a server that has become read-only", async () => {
    const options = { url, sqliteFile: "", poolSize: 1 };
    const [db, other] = [openDatabase(options), openDatabase(options)];
    const [first, second] = [await backendOf(db), await backendOf(other)];
    await db.raw("set default_transaction_read_only = on");
    await expect(db("probe").insert({ id: 1 })).rejects.toMatchObject({ code: "25006" });
    await db("probe").insert({ id: 1 });
    expect(await backendOf(db)).not.toBe(first);
    expect(await backendOf(other)).not.toBe(second);
    await Promise.all([db.destroy(), other.destroy()]);
  });

  it("replaces its connections when the check of readiness finds a server without writes", async () => {
    const db = openDatabase({ url, sqliteFile: "", poolSize: 1 });
    await db.raw("set default_transaction_read_only = on");
    expect(await writeRefusal(db)).toMatch("default_transaction_read_only is on");
    expect(await writeRefusal(db)).toBeNull();
    await db.destroy();
  });

  it("refuses a read-only server where the URL requires writes", async () => {
    const readOnly = new URL(url);
    readOnly.searchParams.set("options", "-c default_transaction_read_only=on");
    readOnly.searchParams.set("target_session_attrs", "read-write");
    const db = openDatabase({ url: readOnly.href, sqliteFile: "", poolSize: 1 });
    await expect(db.raw("select 1")).rejects.toThrow("the server accepts no writes");
    await db.destroy();
  });
});
