import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json";
import { migrationNames } from "../../src/platform/db/migrate";
import { scopes } from "../../generated/server/routes";
import { hashKey } from "../../src/features/api-keys/api-key";
import { findByHash } from "../../src/features/api-keys/api-keys.store";
import { testClock } from "../support/clock";
import { databases, openTestDatabase, settingsOf, testDatabase } from "../support/databases";
import { commandLine } from "../support/in-process-command";
import { temporaryFolder } from "../support/temporary-folder";

describe.each(databases)("the command line on %s", (database) => {
  const opened = testDatabase(database, { migrated: false });
  const clock = testClock();

  const { recado, json, refused } = commandLine(opened, clock);

  // The first test uses an empty database; the second migrates it for the following tests.
  it("refuses to work on a database that is not migrated", async () => {
    await refused("accounts list", 1, /0001_first_schema.*recado -- migrate/);
  });

  it("reports pending migrations without applying them", async () => {
    const { exitCode, out, err } = await recado("migrate --status --json");
    expect(exitCode).toBe(1);
    expect(err).toMatch(/^error: The schema is behind this build: [^\n]+\n$/);
    const build = migrationNames.at(-1);
    const status = { schema: null, build, state: "behind", pending: migrationNames, unknown: [] };
    expect(JSON.parse(out)).toEqual(status);
    await refused("accounts list", 1, /not up to date/);
  });

  it("applies migrations once", async () => {
    expect(await json("migrate")).toEqual({ applied: migrationNames, changed: true });
    expect(await json("migrate")).toEqual({ applied: [], changed: false });
    expect((await recado("migrate")).out).toBe("The database is up to date\n");
    const schema = migrationNames.at(-1);
    const status = { schema, build: schema, state: "current", pending: [], unknown: [] };
    expect(await json("migrate --status")).toEqual(status);
    await refused("migrate --status --down --all", 2, /--status changes nothing/);
  });

  it("rolls migrations back only with both options", async () => {
    await refused("migrate --down", 2, /--all/);
    await refused("migrate --all", 2, /--down/);
    await json("accounts create survivor");
    const other = await openTestDatabase(database);
    try {
      const { out } = await recado("migrate --down --all", settingsOf(other));
      expect(out).toBe(`Rolled back: ${[...migrationNames].reverse().join(", ")}\n`);
    } finally {
      await other.close();
    }
  });

  it("manages accounts", async () => {
    const acme = await json<{ id: string }>("accounts create acme --rate-limit 90");
    expect(acme).toEqual({
      id: expect.any(String) as string,
      name: "acme",
      rate_limit: 90,
      opt_out: true,
      opt_out_confirmation: null,
      time_zone: "America/Sao_Paulo",
      prices: { sms: 80_000, rcs: 120_000, voice: 150_000 },
      created_at: "2026-01-31T12:00:00Z",
      disabled_at: null,
    });
    const line =
      "accounts set acme --rate-limit default --opt-out off --opt-out-confirmation Pronto --price sms=1 --price rcs=2";
    const set = await json(line);
    expect(set).toMatchObject({
      rate_limit: null,
      opt_out: false,
      opt_out_confirmation: "Pronto",
      prices: { sms: 1, rcs: 2, voice: 150_000 },
      changed: true,
    });
    expect(await json(line)).toEqual({ ...(set as object), changed: false });
    await json("accounts set acme --price sms=default");
    const accounts = await json<{ name: string }[]>("accounts list");
    expect(accounts.find(({ name }) => name === "acme")).toMatchObject({
      id: acme.id,
      opt_out: false,
      prices: { sms: 80_000, rcs: 2 },
    });
    expect((await recado("accounts list")).out).toMatch(
      /^ID .*\n(.*\n)*\S{36}  acme +default +off +sms=80000 rcs=2 /,
    );
  });

  it("counts the characters of a name like the API", async () => {
    const name = "🎈".repeat(120);
    expect(await json(`accounts create ${name}`)).toMatchObject({ name });
    await refused(`accounts create ${name}🎈`, 2, /1 to 120 characters/);
  });

  it.each([
    ["accounts create acme", 1, /already exists/],
    ["accounts create", 2, /name/],
    ["accounts create x --rate-limit 0", 2, /--rate-limit/],
    ["accounts set acme", 2, /--rate-limit, --opt-out, --opt-out-confirmation, --price or --time-zone/],
    ["accounts set acme --opt-out-confirmation {{name}}", 2, /must have no placeholders/],
    ["accounts set unknown --opt-out on", 1, /"unknown"/],
    ["accounts set un\u001b[2Jknown --opt-out on", 1, /"un\\u001b\[2Jknown"/],
    ["accounts set acme --opt-out maybe", 2, /on, off/],
    ["accounts set acme --price fax=1", 2, /sms, rcs, voice/],
    ["accounts set acme --price sms=-1", 2, /--price/],
    ["accounts set acme --price sms=1.5", 2, /--price/],
    ["accounts list extra", 2, /too many arguments/],
    ["invoices list", 2, /unknown command/],
    ["accounts list --colour", 2, /unknown option/],
  ])("refuses %j", async (line, exitCode, why) => refused(line, exitCode, why));

  it("creates valid keys, lists them without their secret, and revokes them", async () => {
    const made = await json<{ id: string; key: string }>(
      "keys create --account acme --scopes keys:read,messages:send --name billing --expires-at 2027-01-31T09:00:00-03:00",
    );
    expect(made).toEqual({
      id: expect.any(String) as string,
      account: "acme",
      name: "billing",
      prefix: made.key.slice(0, 11),
      scopes: ["keys:read", "messages:send"],
      created_at: "2026-01-31T12:00:00Z",
      last_used_at: null,
      expires_at: "2027-01-31T12:00:00Z",
      revoked_at: null,
      replaced_by: null,
      key: expect.stringMatching(/^st_[0-9a-f]{64}$/) as string,
    });
    expect(await findByHash(opened.db, hashKey(made.key))).toMatchObject({
      keyId: made.id,
      scopes: ["keys:read", "messages:send"],
      revokedAt: null,
    });
    const { out } = await recado("keys list --account acme");
    expect(out).toContain(made.id);
    expect(out).not.toContain(made.key);
    expect(await json(`keys revoke ${made.id}`)).toEqual({ id: made.id, revoked: true, changed: true });
    expect(await json("keys list")).toEqual([
      expect.objectContaining({ id: made.id, revoked_at: "2026-01-31T12:00:00Z" }),
    ]);
    expect(await json(`keys revoke ${made.id}`)).toEqual({ id: made.id, revoked: true, changed: false });
  });

  it("creates keys with all scopes", async () => {
    const made = await json<{ scopes: string[] }>("keys create --account acme --scopes all");
    expect(made.scopes).toEqual(scopes);
  });

  it.each([
    ["keys create --scopes all", 2, /--account/],
    ["keys create --account acme", 2, /--scopes/],
    ["keys create --account acme --scopes fax:send", 2, /fax:send.*messages:send/],
    ["keys create --account unknown --scopes all", 1, /"unknown"/],
    ["keys create --account acme --scopes all --expires-at 2027-02-30T12:00:00Z", 2, /RFC 3339/],
    ["keys create --account acme --scopes all --expires-at tomorrow", 2, /RFC 3339/],
    ["keys list --account unknown", 1, /"unknown"/],
    ["keys revoke mine", 1, /mine/],
    ["keys revoke 0198c1d2-0000-7000-8000-000000000000", 1, /0198c1d2/],
  ])("refuses %j", async (line, exitCode, why) => refused(line, exitCode, why));

  it("manages senders", async () => {
    const first = await json<{ id: string }>(
      "senders add --account acme --channel sms --address 27000 --carrier telco",
    );
    expect(first).toEqual({
      id: expect.any(String) as string,
      account: "acme",
      channel: "sms",
      address: "27000",
      carrier: "telco",
      is_default: true,
      max_per_second: 30,
      created_at: "2026-01-31T12:00:00Z",
    });
    const second = await json<{ id: string }>(
      "senders add --account acme --channel sms --address +5511987654321 --carrier sandbox --max-per-second 5 --default",
    );
    expect(second).toMatchObject({ is_default: true, max_per_second: 5 });
    const listed = await json<object[]>("senders list --account acme");
    expect(listed).toEqual([second, { ...first, is_default: false }]);
    const removed = { id: second.id, removed: true };
    expect(await json(`senders remove ${second.id}`)).toEqual({ ...removed, changed: true });
    expect(await json("senders list")).toEqual([first]);
    expect(await json(`senders remove ${second.id}`)).toEqual({ ...removed, changed: false });
  });

  it.each([
    [
      "senders add --account acme --channel sms --address 27000 --carrier telco",
      1,
      /already has the sender 27000 .*, with the carrier .*: remove /,
    ],
    [
      "senders add --account acme --channel voice --address +551130000000 --carrier telco",
      1,
      /telco does not support voice/,
    ],
    ["senders add --account acme --channel sms --address 27001 --carrier pigeon", 1, /sandbox, telco/],
    ["senders add --account unknown --channel sms --address 27001 --carrier telco", 1, /"unknown"/],
    ["senders add --account acme --channel fax --address 27001 --carrier telco", 2, /sms, rcs, voice/],
    [
      "senders add --account acme --channel sms --address 27001 --carrier telco --max-per-second 100001",
      2,
      /100000/,
    ],
    ["senders remove mine", 1, /mine/],
  ])("refuses %j", async (line, exitCode, why) => refused(line, exitCode, why));

  it("sends a reply from a sandbox number, which is stored like a carrier's reply", async () => {
    await json("accounts set acme --opt-out on");
    const reply = "sandbox reply --account acme --from 11987654321 --channel sms --to 27000 --text";
    expect(await json(`${reply} SAIR`)).toEqual({
      channel: "sms",
      from: "+5511987654321",
      to: "27000",
      text: "SAIR",
    });
    const listed = () =>
      opened
        .db("list_members as m")
        .join("contacts as c", "c.id", "m.contact_id")
        .where("c.phone", "+5511987654321")
        .pluck("c.phone");
    expect(await listed()).toHaveLength(1);
    await json(`${reply} VOLTAR`);
    expect(await listed()).toHaveLength(0);
    const texts: unknown = await opened.db("inbound_messages").orderBy("id").pluck("text");
    expect(texts).toEqual(["SAIR", "VOLTAR"]);
  });

  it.each([
    ["sandbox reply --account unknown --from 11987654321 --channel sms --text Oi", 1, /"unknown"/],
    ["sandbox reply --account acme --from 11987654321 --channel voice --text Oi", 2, /sms, rcs/],
    ["sandbox tap --message 018f0000-0000-7000-8000-000000000000 --suggestion 1", 1, /no message/],
    ["sandbox tap --message 018f0000-0000-7000-8000-000000000000 --suggestion 0", 2, /from 1/],
  ])("refuses %j", async (line, exitCode, why) => refused(line, exitCode, why));

  it.each([
    ["keys create --account acme --scopes all --expires-at 2026-01-31T12:00:00Z", /--expires-at .* future/],
    [
      "keys create --account unknown --scopes all --expires-at 2026-01-31T12:00:00Z",
      /--expires-at .* future/,
    ],
    ["senders add --account acme --channel sms --address RECADO --carrier telco", /short code/],
    ["senders add --account acme --channel sms --address 123456789012 --carrier telco", /short code/],
    ["sandbox reply --account acme --from 123 --channel sms --text Oi", /--from .*phone number such as/],
    ["sandbox tap --message 123 --suggestion 1", /"123" is not the id of a message/],
    [
      "webhooks replay mine --since 2026-01-02T00:00:00Z --until 2026-01-01T00:00:00Z",
      /--until must not be before --since/,
    ],
    ["carriers add sandbox --kind http", /name sandbox is reserved/],
    ["carriers add Mine --kind http", /name of a connection must have/],
    ["carriers add mine --kind pigeon", /--kind .* Allowed choices are .*http/],
    ["carriers add mine --kind http", /setting url is missing/],
    ["carriers add mine --kind http --set colour=red", /no setting colour/],
  ])("exits with 2 for a wrong value in %j", async (line, why) => refused(line, 2, why));

  it("reports an invalid setting, an unreachable database or a wrong certificate file in one line", async () => {
    expect(await recado("accounts list", { PORT: "x" })).toEqual({
      exitCode: 1,
      out: "",
      err: expect.stringMatching(/^error: PORT must [^\n]+\n$/) as string,
    });
    expect(
      await recado("accounts list", { DATABASE_URL: "postgres://recado:hunter2@127.0.0.1:1/recado" }),
    ).toEqual({
      exitCode: 1,
      out: "",
      err: expect.stringMatching(/^error: The database cannot be used: (?!.*hunter2)[^\n]+\n$/) as string,
    });
    const env = { DATABASE_URL: "postgres://recado:hunter2@127.0.0.1:1/recado?sslrootcert=/none.pem" };
    expect((await recado("accounts list", env)).err).toMatch(
      /^error: The database cannot be used: ENOENT(?!.*hunter2)[^\n]+\/none\.pem'\n$/,
    );
  });

  it("prints its help on request, and as an error without a command", async () => {
    expect(await recado("--help")).toMatchObject({ exitCode: 0, err: "" });
    const { out } = await recado("--help");
    expect(out).not.toContain("npm ");
    const described = [...out.matchAll(/^ {2}\S.*? {2,}(\S.*)$/gm)].map(([, text = ""]) => text);
    expect(described.length).toBeGreaterThan(15);
    expect(described.filter((text) => /^[A-Z][a-z]|\.$/.test(text))).toEqual([]);
    expect(await recado("senders")).toMatchObject({ exitCode: 2, out: "" });
  });

  it("prints the version, the commit and the newest migration, as JSON on request", async () => {
    const schema = migrationNames.at(-1);
    const text = `recado ${manifest.version}, commit unknown, schema ${schema}\n`;
    expect(await recado("--version")).toEqual({ exitCode: 0, out: text, err: "" });
    for (const line of ["--version --json", "--json --version"]) {
      const { exitCode, out } = await recado(line);
      expect([exitCode, JSON.parse(out)]).toEqual([0, { version: manifest.version, commit: null, schema }]);
    }
  });

  it("lists keys and senders of all accounts newest first", async () => {
    for (const name of ["older", "newer"]) await json(`accounts create ${name}`);
    const made: Record<"keys" | "senders", string[]> = { keys: [], senders: [] };
    for (const account of ["newer", "older", "newer"]) {
      const { id } = await json<{ id: string }>(`keys create --account ${account} --scopes all`);
      made.keys.unshift(id);
      const address = `2800${made.senders.length}`;
      const sender = await json<{ id: string }>(
        `senders add --account ${account} --channel sms --address ${address} --carrier sandbox`,
      );
      made.senders.unshift(sender.id);
    }
    for (const kind of ["keys", "senders"] as const) {
      const listed = await json<{ id: string }[]>(`${kind} list`);
      expect(listed.slice(0, 3).map(({ id }) => id)).toEqual(made[kind]);
      const ids = listed.map(({ id }) => id);
      expect(ids).toEqual([...ids].sort().reverse());
    }
  });
});

describe("the command line at a mistyped path", () => {
  const folder = temporaryFolder("cli");
  const dataDir = join(folder, "mistyped");
  const { refused } = commandLine({ url: null, dataDir }, testClock());

  it.each(["accounts create acme", "keys list", "senders list --account acme", "migrate --down --all"])(
    "creates no database by %s",
    async (line) => {
      await refused(line, 1, /^error: There is no database in .*mistyped /);
      expect(existsSync(dataDir)).toBe(false);
    },
  );

  it("names a data directory that is a file, or lies in a file", async () => {
    const file = join(folder, "file");
    writeFileSync(file, "");
    for (const path of [file, join(file, "data")]) {
      const atFile = commandLine({ url: null, dataDir: path }, testClock());
      const reason = `RECADO_DATA_DIR is not a directory: ${path}`;
      for (const line of ["keys list", `restore ${file}`]) {
        expect(await atFile.recado(line)).toEqual({ exitCode: 1, out: "", err: `error: ${reason}\n` });
      }
      expect((await atFile.recado("doctor")).out).toContain(`error    settings  ${reason}\n`);
    }
  });
});
