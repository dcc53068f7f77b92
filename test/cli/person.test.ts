import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync } from "fflate";
import { MINUTE, SECOND } from "../../src/platform/time";
import { leaseJobs } from "../../src/queue/leases.store";
import { databases } from "../support/databases";
import { Exchange } from "../support/exchange";
import { runInProcess } from "../support/in-process-command";
import { type TestService, testService } from "../support/service";

const NUMBER = "+5511987651234";

/** Runs an erasure, and advances the clock while the erasure waits for earlier sends. No lease expires. */
async function whileTimePasses<T>({ db, clock }: TestService, work: () => Promise<T>): Promise<T> {
  const leased = () => db("jobs").where({ kind: "privacy" }).whereNotNull("lease").first("lease");
  const waiting = () => db("privacy_requests").where("due_at", ">", clock.now()).first("id");
  const passTime = async () => {
    if ((await waiting()) !== undefined && (await leased()) === undefined) clock.advance(15 * SECOND);
  };
  const ticking = setInterval(() => void passTime(), 200);
  return work().finally(() => clearInterval(ticking));
}

describe.each(databases)("recado person on %s", (kind) => {
  const service = testService(kind);
  const output = join(tmpdir(), `recado-person-${process.pid}-${kind}.zip`);
  afterEach(() => rmSync(output, { force: true }));

  const run = (...args: string[]) => {
    const { databaseUrl: url, dataDir } = service.app.config;
    return runInProcess(["person", ...args], { database: { url, dataDir }, clock: service.clock });
  };
  const of = ["--account", "first", "--phone", "(11) 98765-1234"];
  const requests = () => service.db("privacy_requests").orderBy("id") as Promise<{ id: string }[]>;

  it("writes an export into a new file that only its owner can read", async () => {
    await new Exchange(service).send({ text: "Oi" }, NUMBER);
    const { exitCode, out, err } = await run("export", ...of, "--output", output, "--json");
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(JSON.parse(out)).toMatchObject({
      account: "first",
      kind: "export",
      status: "completed",
      output,
      changed: true,
      counts: { messages: 1 },
    });
    expect(statSync(output).mode & 0o777).toBe(0o600);
    const files = unzipSync(readFileSync(output));
    expect(JSON.parse(Buffer.from(files["messages.json"] ?? []).toString())).toMatchObject([{ to: NUMBER }]);
  });

  it("prints a URL without --output", async () => {
    const { exitCode, out } = await run("export", ...of);
    expect(exitCode).toBe(0);
    const [, url = ""] = /^file +(\S+)$/m.exec(out) ?? [];
    await service.anonymous.get(url.slice(service.app.config.publicUrl.length)).expect(200);
  });

  it("refuses to overwrite a file, and creates no request", async () => {
    writeFileSync(output, "mine");
    const before = (await requests()).length;
    const { exitCode, err } = await run("export", ...of, "--output", output);
    expect({ exitCode, err }).toEqual({
      exitCode: 1,
      err: `error: ${output} exists: choose the name of a new file\n`,
    });
    expect(readFileSync(output, "utf8")).toBe("mine");
    expect(await requests()).toHaveLength(before);
  });

  it("erases, and continues an equal request that has not ended", async () => {
    const body = { phone: "+5511987651235", kind: "erasure" };
    const waiting = await service.request.post("/v3/privacy-requests").send(body).expect(202);
    const { id } = waiting.body as { id: string };
    const erase = () => run("erase", "--account", "first", "--phone", body.phone, "--json");
    const { exitCode, out, err } = await whileTimePasses(service, erase);
    expect(exitCode).toBe(0);
    expect(err).toMatch(/waiting until \S+Z, when sends that began before the request have stored/);
    expect(JSON.parse(out)).toMatchObject({ id, kind: "erasure", status: "completed" });
  });

  it("creates its file first, and removes it if the export no longer exists", async () => {
    const body = { phone: NUMBER, kind: "export" };
    const created = await service.request.post("/v3/privacy-requests").send(body).expect(202);
    const { id } = created.body as { id: string };
    const { account_id: accountId } = (await service.db("privacy_requests").where({ id }).first()) as {
      account_id: string;
    };
    const lease = { now: service.clock.now(), leaseMs: MINUTE };
    await leaseJobs(service.db, "privacy", [{ accountId, key: accountId, weight: 1 }], lease);
    const ended = { status: "completed", phone: null, due_at: null, completed_at: service.clock.now() };
    const endRequests = async () => {
      if (existsSync(output)) await service.db("privacy_requests").whereNull("completed_at").update(ended);
    };
    const ending = setInterval(() => void endRequests(), 50);
    const { exitCode, err } = await run("export", ...of, "--output", output).finally(() =>
      clearInterval(ending),
    );
    expect(exitCode).toBe(1);
    expect(err).toContain("The file of the export was removed, because the number was erased");
    expect(existsSync(output)).toBe(false);
    await service.db("jobs").where({ kind: "privacy" }).delete();
  });

  it("runs no requests of another account", async () => {
    const other = await service.account("other");
    const body = { phone: NUMBER, kind: "export" };
    const created = await other.request.post("/v3/privacy-requests").send(body).expect(202);
    const { id } = created.body as { id: string };
    expect((await run("export", ...of)).exitCode).toBe(0);
    const { body: shown } = await other.request.get(`/v3/privacy-requests/${id}`).expect(200);
    expect(shown).toMatchObject({ status: "pending" });
  });

  it("rejects an invalid number and a missing option as usage errors", async () => {
    expect((await run("erase", "--account", "first", "--phone", "123")).exitCode).toBe(2);
    expect((await run("erase", "--account", "first")).exitCode).toBe(2);
  });

  it("fails for an unknown account", async () => {
    const { exitCode, err } = await run("export", "--account", "unknown", "--phone", NUMBER);
    expect(exitCode).toBe(1);
    expect(err).toContain('The account "unknown" does not exist');
    expect(existsSync(output)).toBe(false);
  });
});

describe("a command that deletes files, with another file storage than the service", () => {
  const service = testService("PostgreSQL");
  const elsewhere = mkdtempSync(join(tmpdir(), "recado-elsewhere-"));
  afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

  it("refuses before it deletes or stores anything", async () => {
    const { databaseUrl: url, dataDir } = service.app.config;
    const files = join(dataDir, "files");
    const bytes = Buffer.from("png");
    const photo = { type: "file", contentType: "image/png", filename: "a.png", bytes } as const;
    await new Exchange(service).reply(NUMBER, photo);
    const [{ id: fileId }] = (await service.db("inbound_files")) as [{ id: string }];
    const stored = () => existsSync(join(files, service.accountId, fileId));
    const id = readFileSync(join(files, "store-id"), "utf8").trim();
    const env = { RECADO_SECRET_KEY: readFileSync(join(dataDir, "secret-key"), "utf8").trim() };
    const run = (...args: string[]) =>
      runInProcess(args, { database: { url, dataDir: elsewhere }, clock: service.clock, env });
    const refused = {
      exitCode: 1,
      out: "",
      err: `error: RECADO_STORAGE and RECADO_DATA_DIR must match the service's settings. The service's files have the store-id ${id}, and ${join(elsewhere, "files")} has no store-id. Correct the settings; if you moved the files to ${join(elsewhere, "files")}, write ${id} into its file store-id\n`,
    };
    const of = ["--account", "first", "--phone", NUMBER];
    expect(await whileTimePasses(service, () => run("person", "erase", ...of))).toEqual(refused);
    expect(await run("person", "export", ...of)).toEqual(refused);
    expect(await run("retention", "run")).toEqual(refused);
    expect(stored()).toBe(true);
    expect(await service.db("inbound_messages")).toHaveLength(1);
    expect(await service.db("privacy_requests")).toEqual([]);
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});
