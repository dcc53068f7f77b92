import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { rootCertificates } from "node:tls";
import type { Knex } from "knex";
import { carrierKinds } from "../../src/app/carriers";
import { lockSharedConnection, removeConnection } from "../../src/features/connections/connections.store";
import { createAccount } from "../../src/features/accounts/accounts.store";
import { idMaker } from "../../src/platform/ids";
import { databases, testDatabase } from "../support/databases";
import { testClock } from "../support/clock";
import { runInProcess } from "../support/in-process-command";
import { listening } from "../support/listening";
import { isLockAwaited } from "../support/locks";
import { until } from "../support/until";

const sandbox = { name: "sandbox", channels: ["sms", "rcs", "voice"], defaultMaxPerSecond: 100_000 } as const;

describe.each(databases)("the carriers commands on %s", (database) => {
  const clock = testClock();
  const opened = testDatabase(database);
  let publicUrl = "https://recado.example";
  beforeAll(async () => {
    await createAccount(opened.db, { name: "loja" }, { clock, ids: idMaker(clock) });
  });

  const recado = (...args: string[]) =>
    runInProcess(args, {
      database: opened,
      clock,
      carriers: [sandbox],
      env: { RECADO_PUBLIC_URL: publicUrl },
    });
  const json = async <T>(...args: string[]): Promise<T> => {
    const { out, err } = await recado(...args, "--json");
    expect(err).toBe("");
    return JSON.parse(out) as T;
  };
  const refused = async (why: RegExp, ...args: string[]) => {
    const ran = await recado(...args);
    expect(ran.exitCode).toBeGreaterThan(0);
    expect(ran.out).toBe("");
    expect(ran.err).toMatch(/^error: [^\n]+\n$/);
    expect(ran.err).toMatch(why);
  };
  const ADD = ["carriers", "add", "mine", "--kind", "http", "--set", "url=http://127.0.0.1:9/v1"];
  const SECRETS = ["--secret", "token=outwards", "--secret", "callback_token=inwards"];

  it("lists every kind with its settings and secrets", async () => {
    const [sandbox, ...kinds] = await json<{ kind: string; settings: { name: string }[] }[]>(
      "carriers",
      "kinds",
    );
    expect(sandbox).toMatchObject({ kind: "sandbox", channels: ["sms", "rcs", "voice"], settings: [] });
    expect(kinds.map(({ kind }) => kind)).toEqual([...carrierKinds.keys()]);
    for (const { settings } of kinds) {
      const names = settings.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(["window", "timeout_seconds", "max_per_second"]));
    }
    const smpp = kinds.find(({ kind }) => kind === "smpp")?.settings;
    expect(smpp?.find(({ name }) => name === "bind")).toMatchObject({ choices: ["transceiver", "separate"] });
    expect(smpp?.find(({ name }) => name === "window")).toMatchObject({ minimum: 1, maximum: 1_000 });
    const { out } = await recado("carriers", "kinds");
    expect(out).toContain("--set url=… (required)");
    expect(out).toContain("--set bind=transceiver|separate (transceiver)");
    expect(out).not.toMatch(/\.$/m);
  });

  it("refuses missing, unknown and invalid values by name, and adds nothing", async () => {
    await refused(/setting url is missing/, "carriers", "add", "mine", "--kind", "http", ...SECRETS);
    await refused(/secret token is missing/, ...ADD, "--secret", "callback_token=x");
    await refused(/no setting colour of this kind; it has url/, ...ADD, ...SECRETS, "--set", "colour=red");
    await refused(
      /secret token must be 1 to 4,096/,
      ...ADD,
      "--secret",
      "token=",
      "--secret",
      "callback_token=x",
    );
    await refused(
      /callback_token must be/,
      ...ADD,
      "--secret",
      "token=x",
      "--secret",
      "callback_token=my secret",
    );
    await refused(/no secret pin of this kind/, ...ADD, ...SECRETS, "--secret", "pin=1");
    await refused(/token is a secret: give it by --secret/, ...ADD, ...SECRETS, "--set", "token=x");
    await refused(/window must be a whole number from 1 to 1000/, ...ADD, ...SECRETS, "--set", "window=0");
    await refused(/url must be a URL/, ...ADD, ...SECRETS, "--set", "url=ftp://x");
    await refused(/without a user or password/, ...ADD, ...SECRETS, "--set", "url=http://a:b@c");
    await refused(/--set must read key=value/, ...ADD, ...SECRETS, "--set", "url");
    await refused(/Allowed choices are .*http/, "carriers", "add", "mine", "--kind", "pigeon");
    await refused(/name of a connection must have/, "carriers", "add", "My Carrier", "--kind", "http");
    await refused(/The name sandbox is reserved/, "carriers", "add", "sandbox", "--kind", "http");
    expect((await json<{ name: string }[]>("carriers", "list")).map(({ name }) => name)).toEqual(["sandbox"]);
  });

  it("adds a connection, and never shows its secrets", async () => {
    const file = join(opened.dataDir, "token.txt");
    writeFileSync(file, "outwards\n");
    const added = await recado(...ADD, "--secret", `token=@${file}`, "--secret", "callback_token=inwards");
    expect(added.err).toBe("");
    const shown = await recado("carriers", "show", "mine");
    const listed = await recado("carriers", "list", "--json");
    for (const { out } of [added, shown, listed]) expect(out).not.toMatch(/inwards|outwards/);
    expect(shown.out).toContain("https://recado.example/carriers/mine/reports");
    expect(shown.out).toMatch(/^register for replies, with the bearer token callback_token +https:/m);
    expect(shown.out.match(/^channels .*$/gm)).toEqual([expect.stringMatching(/ sms,rcs,voice$/)]);
    const [row] = (await opened.db("carrier_connections").where({ name: "mine" })) as [{ secrets: string }];
    expect(row.secrets).not.toMatch(/inwards|outwards/);
    await refused(/connection "mine" already exists/, ...ADD, ...SECRETS);
  });

  it("changes only the given settings and secrets, and keeps the revision when it is repeated", async () => {
    await json("carriers", "set", "mine", "--set", "window=7");
    const set = ["carriers", "set", "mine", "--set", "max_per_second=30", "--secret", "token=other"];
    expect(await json(...set)).toMatchObject({ revision: 3, changed: true });
    expect(await json(...set)).toMatchObject({ revision: 3, changed: false });
    expect((await recado(...set)).out).toMatch(/^Nothing changed: mine has these settings\nname +mine\n/);
    const { settings, revision } = await json<{ settings: object; revision: number }>(
      "carriers",
      "show",
      "mine",
    );
    expect(settings).toMatchObject({
      window: 7,
      max_per_second: 30,
      url: "http://127.0.0.1:9/v1",
      batch: 100,
    });
    expect(revision).toBe(3);
    await refused(/connection "yours" does not exist/, "carriers", "set", "yours", "--set", "window=7");
  });

  it("replaces an unreadable secret, and an unreadable token even if no setting changes", async () => {
    const row = opened.db("carrier_connections").where({ name: "mine" });
    const { secrets } = (await row.clone().first()) as { secrets: string };
    const before = JSON.parse(secrets) as { token: string };
    const sealed = before.token.replace(/[^.]+$/, "AAAA");
    await row.clone().update({ secrets: JSON.stringify({ ...before, token: sealed }) });
    await refused(
      /is damaged, or was encrypted for another record/,
      "carriers",
      "set",
      "mine",
      "--set",
      "window=7",
    );
    await json("carriers", "set", "mine", "--secret", "token=other");
    await row.clone().update({ token: sealed });
    expect(await json("carriers", "set", "mine")).toMatchObject({ changed: true, notes: [] });
    expect(await json("carriers", "set", "mine")).toMatchObject({ changed: false });
  });

  it("asks to register the callback URL again after it replaced an unreadable token in it", async () => {
    const add = ["carriers", "add", "zen", "--kind", "zenvia", "--secret", "token=t"];
    await json(...add, "--set", "subscribe=false");
    const row = opened.db("carrier_connections").where({ name: "zen" });
    const { token } = (await row.clone().first()) as { token: string };
    await row.clone().update({ token: token.replace(/[^.]+$/, "AAAA") });
    const note = /the callback URL is new, .*: register it with the carrier$/m;
    expect((await recado("carriers", "set", "zen")).out).toMatch(note);
    expect((await recado("carriers", "set", "zen")).out).not.toMatch(note);
    await json("carriers", "remove", "zen");
  });

  it("lists the channels that are set for the connection", async () => {
    const channelsOf = async () => {
      const listed = await json<{ name: string; channels: string[] }[]>("carriers", "list");
      return listed.find(({ name }) => name === "mine")?.channels;
    };
    expect(await channelsOf()).toEqual(["sms", "rcs", "voice"]);
    const set = ["carriers", "set", "mine", "--set", "channels=voice,sms"];
    expect(await json(...set)).toMatchObject({ channels: ["sms", "voice"] });
    expect(await channelsOf()).toEqual(["sms", "voice"]);
    await json("carriers", "set", "mine", "--set", "channels=");
  });

  it("refuses to take a channel from a connection while senders use it, and names the senders", async () => {
    const add = async (channel: string, address: string) => {
      const sender = ["--account", "loja", "--channel", channel, "--address", address, "--carrier", "mine"];
      return (await json<{ id: string }>("senders", "add", ...sender)).id;
    };
    const set = ["carriers", "set", "mine", "--set", "channels=sms", "--set", "batch=9"];
    const agent = await add("rcs", "agent_x");
    await refused(
      /: 1 sender uses mine for rcs, voice: agent_x \(rcs\); move or remove them first$/m,
      ...set,
    );
    const line = await add("voice", "+551130000000");
    await refused(/: 2 senders use .*: agent_x \(rcs\), \+551130000000 \(voice\); move/, ...set);
    const { settings } = await json<{ settings: object }>("carriers", "show", "mine");
    expect(settings).toMatchObject({ channels: "sms,rcs,voice", batch: 100 });
    await json("carriers", "set", "mine", "--set", "channels=rcs,voice");
    await json("carriers", "set", "mine", "--set", "channels=");
    for (const id of [agent, line]) await json("senders", "remove", id);
    expect(await json(...set)).toMatchObject({ channels: ["sms"], changed: true });
    await json("carriers", "set", "mine", "--set", "channels=", "--set", "batch=");
  });

  it("claims nothing about the carrier when it repeats a registration without changes", async () => {
    const server = createServer((req, res) => {
      res.writeHead(200, { "Content-Type": "application/json" }).end(req.method === "GET" ? "[]" : "{}");
    });
    const { url, stop } = await listening(server);
    try {
      await json("carriers", "add", "zen", "--kind", "zenvia", "--set", `url=${url}`, "--secret", "token=t");
      const { out } = await recado("carriers", "set", "zen");
      expect(out).toMatch(/^No setting changed\nname +zen\n[^]*\nsubscribed to MESSAGE of sms\n/);
      expect(await json("carriers", "set", "zen")).toMatchObject({ revision: 1, changed: false });
      await json("carriers", "remove", "zen");
    } finally {
      await stop();
    }
  });

  it("removes an optional secret when its value is empty, but no required one", async () => {
    const [set, [certificate = ""]] = [["carriers", "set", "smsc"], rootCertificates];
    const secrets = ["--secret", "password=s3cret", "--secret", `tls_ca=${certificate}`];
    const address = ["--set", "host=127.0.0.1", "--set", "system_id=recado"];
    await json("carriers", "add", "smsc", "--kind", "smpp", ...address, ...secrets);
    const stored = async () => {
      const rows = (await opened.db("carrier_connections").where({ name: "smsc" })) as [{ secrets: string }];
      return Object.keys(JSON.parse(rows[0].secrets) as object);
    };
    expect(await stored()).toEqual(["password", "tls_ca"]);
    const empty = join(opened.dataDir, "empty.pem");
    writeFileSync(empty, "");
    await refused(/secret tls_ca must be one or more/, ...set, "--secret", `tls_ca=@${empty}`);
    await refused(/secret password must be 1 to 64/, ...set, "--secret", "password=");
    await json(...set, "--secret", "tls_ca=");
    expect(await stored()).toEqual(["password"]);
    await json("carriers", "remove", "smsc");
  });

  it("resets a setting to its default when its value is empty, unless it is required", async () => {
    const set = await json<{ settings: object }>(
      "carriers",
      "set",
      "mine",
      "--set",
      "max_per_second=",
      "--set",
      "batch=",
    );
    expect(set.settings).toMatchObject({ window: 7, max_per_second: null, batch: 100 });
    await refused(/setting url is missing/, "carriers", "set", "mine", "--set", "url=");
  });

  it("warns about a callback address that a carrier will hardly reach", async () => {
    const add = ["add", "zen", "--kind", "zenvia", "--set", "url=http://127.0.0.1:9", "--secret", "token=t"];
    expect((await recado("carriers", ...add)).out).not.toContain("probably cannot reach");
    for (const url of ["http://recado.example", "https://localhost:3000"]) {
      publicUrl = url;
      expect((await recado("carriers", "set", "zen")).out).toContain(
        `probably cannot reach ${url}/carriers/zen`,
      );
    }
    publicUrl = "https://recado.example";
    await recado("carriers", "remove", "zen");
  });

  it("names the setting behind the URLs of callbacks if it is not set", async () => {
    const shown = async (url: string) => {
      publicUrl = url;
      return (await recado("carriers", "show", "mine")).out;
    };
    const note = /^RECADO_PUBLIC_URL is not set, so the URLs consist of this command's HOST and PORT/m;
    expect(await shown("")).toMatch(note);
    expect(await shown("https://recado.example")).not.toMatch(note);
  });

  it("exits with 1 when the carrier cannot be reached, and still adds or removes the connection", async () => {
    const add = ["add", "zen", "--kind", "zenvia", "--set", "url=http://127.0.0.1:9", "--secret", "token=t"];
    const added = await recado("carriers", ...add);
    expect([added.exitCode, added.out]).toEqual([1, expect.stringContaining("carriers/zen/")]);
    expect(added.err).toMatch(
      /zen is stored, but .* was not reached .*"npm run recado -- carriers set zen" tries again/,
    );
    expect(await json("carriers", "show", "zen")).toMatchObject({ name: "zen" });
    const removed = await recado("carriers", "remove", "zen");
    expect([removed.exitCode, removed.out]).toEqual([1, "Removed: zen\n"]);
    expect(removed.err).toMatch(/zen is removed, but its setup at the carrier may remain/);
    await refused(/connection "zen" does not exist/, "carriers", "show", "zen");
  });

  it("shows the sandbox, and refuses to change it", async () => {
    expect(await json("carriers", "show", "sandbox")).toMatchObject({
      name: "sandbox",
      settings: {},
      callbacks: [],
    });
    await refused(/^error: The sandbox has no settings$/m, "carriers", "set", "sandbox", "--set", "window=7");
    await refused(/sandbox is built in and cannot be removed/, "carriers", "remove", "sandbox");
  });

  it("tests a connection without a message, and reports a failure in one line", async () => {
    await refused(/http:\/\/127.0.0.1:9\/v1 was not reached \(/, "carriers", "test", "mine");
    const requests: string[] = [];
    let status = 200;
    const server = createServer((req, res) => {
      requests.push(`${req.method} ${req.url} ${req.headers.authorization}`);
      res.writeHead(status, { "Content-Type": "application/json" }).end('{"name":"pombo 1.0"}');
    });
    const { url, stop } = await listening(server);
    try {
      await json("carriers", "set", "mine", "--set", `url=${url}`);
      expect((await recado("carriers", "test", "mine")).out).toBe(`${url} is ready: pombo 1.0\n`);
      expect(requests).toEqual(["GET /health Bearer other"]);
      status = 401;
      await refused(/rejects the token \(401\)/, "carriers", "test", "mine");
    } finally {
      await stop();
    }
  });

  it("removes a connection when no sender uses it", async () => {
    const sender = ["senders", "add", "--account", "loja", "--channel", "sms", "--address", "28000"];
    await refused(
      /carrier "yours" does not exist; existing carriers: sandbox, mine/,
      ...sender,
      "--carrier",
      "yours",
    );
    const { id, carrier } = await json<{ id: string; carrier: string }>(...sender, "--carrier", "mine");
    expect(carrier).toBe("mine");
    await refused(/1 sender uses mine/, "carriers", "remove", "mine");
    await json("senders", "remove", id);
    await json("carriers", "remove", "mine");
    await refused(/connection "mine" does not exist/, "carriers", "show", "mine");
  });

  // SQLite runs one writing transaction at a time.
  if (database === "PostgreSQL") {
    const adding = (address: string) =>
      ["senders", "add", "--account", "loja", "--channel", "sms", "--address", address] as const;
    /** Starts a command that waits for the end of a transaction, and returns the end of the command. */
    const startedDuring = async (change: (trx: Knex) => Promise<unknown>, ...args: string[]) => {
      const [running] = await opened.db.transaction(async (trx) => {
        await change(trx);
        const running = recado(...args);
        await until("the command waits", 10, () => isLockAwaited(opened.db));
        return [running];
      });
      return running;
    };

    it("refuses to assign a connection that another command removes", async () => {
      const { id } = await json<{ id: string }>(...adding("28001"), "--carrier", "sandbox");
      for (const command of [adding("28002"), ["senders", "set", id]]) {
        await json(...ADD, ...SECRETS);
        const remove = (trx: Knex) => removeConnection(trx, "mine", async () => 0);
        const { err } = await startedDuring(remove, ...command, "--carrier", "mine");
        expect(err).toBe('error: The connection "mine" has been removed; choose another carrier\n');
      }
    });

    it("refuses to remove a connection that another command assigns to a sender", async () => {
      await json(...ADD, ...SECRETS);
      const { id } = await json<{ id: string }>(...adding("28003"), "--carrier", "sandbox");
      const give = async (trx: Knex) => {
        await lockSharedConnection(trx, "mine");
        await trx("senders").where({ id }).update({ carrier: "mine" });
      };
      const { err } = await startedDuring(give, "carriers", "remove", "mine");
      expect(err).toMatch(/^error: 1 sender uses mine/);
    });

    it("refuses to remove a channel that another command assigns to a sender", async () => {
      const { id } = await json<{ id: string }>(...adding("28004"), "--carrier", "sandbox");
      const give = async (trx: Knex) => {
        await lockSharedConnection(trx, "mine");
        await trx("senders").where({ id }).update({ carrier: "mine" });
      };
      const { err } = await startedDuring(give, "carriers", "set", "mine", "--set", "channels=voice");
      expect(err).toMatch(/^error: 2 senders use mine for sms, rcs: 28003 \(sms\), 28004 \(sms\);/);
    });
  }
});
