import { createSecretKey, randomBytes } from "node:crypto";
import { liveConnections } from "../../src/app/carriers";
import type { Carrier } from "../../src/carriers/carrier";
import type { CarrierKind } from "../../src/carriers/kind";
import { LiveConnections } from "../../src/features/connections/live-connections";
import { type SecretBox, secretBox } from "../../src/platform/secrets/secret-box";
import {
  changeConnection,
  findConnection,
  insertConnection,
  openSecrets,
  removeConnection,
  resealConnections,
  takeConnectionTokens,
} from "../../src/features/connections/connections.store";
import { insertSender } from "../../src/features/senders/senders.store";
import { HOUR, toTimestamp } from "../../src/platform/time";
import { Campaigns } from "../support/campaigns";
import { databases } from "../support/databases";
import { Exchange, type Message, type RuleInput } from "../support/exchange";
import { isLockAwaited } from "../support/locks";
import { testService } from "../support/service";
import { until } from "../support/until";
import { receive } from "./support/connection";
import { httpPeer } from "./support/http-peer";
import type { CarrierPeer } from "./support/peer";

describe.each(databases)("carrier connections on %s", (database) => {
  const service = testService(database);
  const peers: CarrierPeer[] = [];
  let made = 0;
  afterAll(() => Promise.all(peers.map((peer) => peer.close())));

  /** Creates a connection with a separate peer, and an account that sends SMS through it. */
  const connected = async (settings: Record<string, string | number | boolean> = {}) => {
    const { db, clock, app } = service;
    const peer = await httpPeer();
    peers.push(peer);
    const name = `peer-${++made}`;
    const given = { settings: { ...peer.settings, ...settings }, secrets: peer.secrets };
    await insertConnection(db, app.secrets, { name, kind: "http", ...given }, clock.now());
    const account = await service.account(`account ${made}`, { senders: false });
    const addSender = (address: string, accountId = account.accountId, channel: "sms" | "rcs" = "sms") =>
      insertSender(db, {
        id: app.ids.next(),
        accountId,
        channel,
        address,
        carrier: name,
        maxPerSecond: 1_000,
        isDefault: true,
        createdAt: clock.now(),
      });
    await addSender("28000");
    const send = async (count = 1, { request } = account) => {
      const recipients = Array.from({ length: count }, (_, index) => ({ to: `+55119870${10_000 + index}` }));
      const body = { channel: "sms", content: { type: "text", text: "Oi" }, recipients };
      await request.post("/v3/messages").send(body).expect(202);
    };
    const statuses = async ({ request } = account) => {
      const { body } = (await request.get("/v3/messages?limit=100").expect(200)) as {
        body: { data: Message[] };
      };
      return body.data.map(({ status }) => status);
    };
    return { name, peer, account, addSender, send, statuses };
  };

  it("opens a connection at the first message of a new sender", async () => {
    const { name, send, statuses, peer } = await connected();
    expect(service.app.carriers.has(name)).toBe(false);
    await send();
    await service.drain();
    expect([await statuses(), peer.received]).toEqual([["sent"], 1]);
  });

  it("opens a connection within ten seconds without a message", async () => {
    const { name } = await connected();
    const polling = liveConnections(service.app);
    polling.poll();
    await until("the connection is open", 10, async () => polling.carriers.has(name));
    await polling.stop();
  });

  it("limits the rate of a connection over all its senders", async () => {
    const { name, addSender, send, peer, account } = await connected({ max_per_second: 10 });
    const other = await service.account(`other of ${name}`, { senders: false });
    await addSender("28001", other.accountId);
    await send(25, account);
    await send(25, other);
    await service.drain();
    expect(peer.received).toBe(10);
    for (let second = 0; second < 4; second += 1) {
      for (let tenth = 0; tenth < 10; tenth += 1) {
        service.clock.advance(100);
        await service.drain();
      }
      expect(peer.received).toBe(Math.min(50, 20 + second * 10));
    }
  });

  it("submits messages in the seconds after the limit of their connection was removed", async () => {
    const { name, send, peer } = await connected({ max_per_second: 10 });
    const { app, db, clock } = service;
    await app.connections.refresh();
    const withoutLimit = () => ({ settings: peer.settings, secrets: {} });
    await changeConnection(db, app.secrets, name, withoutLimit, clock.now());
    expect(app.carriers.get(name)?.maxPerSecond).toBe(10);
    await send(25);
    clock.advance(1_000);
    expect(await takeConnectionTokens(db, name, 25, clock.now())).toBe(25);
    await service.drain();
    expect(peer.received).toBe(25);
  });

  it("submits messages through their sender's connection only", async () => {
    const [one, two] = [await connected(), await connected()];
    await one.send(3);
    await two.send(2);
    await service.drain();
    expect([one.peer.received, two.peer.received]).toEqual([3, 2]);
  });

  it("keeps messages while a secret cannot be decrypted", async () => {
    const { name, send, statuses, peer } = await connected();
    const { db, app, clock } = service;
    const otherBox = secretBox(createSecretKey(randomBytes(32)));
    const sealed = { token: otherBox.seal("x", ["carrier_connections", name, "token"]) };
    await db("carrier_connections")
      .where({ name })
      .update({ secrets: JSON.stringify(sealed), revision: 2 });
    await app.connections.refresh();
    await send();
    await service.drain();
    expect([await statuses(), peer.received]).toEqual([["pending"], 0]);
    const merge = (before: { settings: object }) => ({ settings: before.settings, secrets: peer.secrets });
    await changeConnection(db, app.secrets, name, merge as never, clock.now());
    await app.connections.refresh();
    service.clock.advance(60_000);
    await service.drain();
    expect(await statuses()).toEqual(["sent"]);
  });

  it("moves secrets to a new key, which alone decrypts them", async () => {
    const { name, peer } = await connected();
    const { db, app } = service;
    const next = secretBox(createSecretKey(randomBytes(32)));
    await db.transaction(async (trx) => {
      const both = {
        ...next,
        resealed: (stored: string, context: Parameters<typeof next.seal>[1]) =>
          next.seal(app.secrets.open(stored, context), context),
      };
      await resealConnections(trx, both);
      const stored = await findConnection(trx, name);
      if (stored === null) throw new Error("the connection is missing");
      expect(openSecrets(next, stored).secrets).toEqual(peer.secrets);
      expect(() => openSecrets(app.secrets, stored)).toThrow(/that is not configured/);
      await resealConnections(trx, {
        ...app.secrets,
        resealed: (value, context) => app.secrets.seal(next.open(value, context), context),
      });
    });
  });

  // SQLite runs one writing transaction at a time.
  if (database === "PostgreSQL") {
    it("keeps a secret that changes while another process reseals the secrets", async () => {
      const { name, peer } = await connected();
      const { db, app, clock } = service;
      const box: SecretBox = {
        ...app.secrets,
        resealed: (value, context) => app.secrets.seal(app.secrets.open(value, context), context),
      };
      const change = () => ({ settings: peer.settings, secrets: { token: "changed" } });
      const [resealing] = await db.transaction(async (trx) => {
        await changeConnection(trx, app.secrets, name, change, clock.now());
        const resealing = db.transaction((other) => resealConnections(other, box));
        await until("the other process waits for the connection", 10, () => isLockAwaited(db));
        return [resealing];
      });
      await resealing;
      const stored = await findConnection(db, name);
      expect(stored && openSecrets(app.secrets, stored).secrets.token).toBe("changed");
    });
  }

  it("removes a connection with its callbacks", async () => {
    const { name } = await connected();
    const { app, db } = service;
    await app.connections.refresh();
    expect(app.carriers.has(name)).toBe(true);
    await db("senders").where({ carrier: name }).update({ removed_at: 1 });
    await removeConnection(db, name, async () => 0);
    await app.connections.refresh();
    expect(app.carriers.has(name)).toBe(false);
    await service.anonymous.post(`/carriers/${name}/reports`).send("{}").expect(404);
  });

  it("follows changes of other connections while a removed one does not end", async () => {
    const [removed, other] = [await connected(), await connected()];
    const { app, db, clock } = service;
    const neverStops: CarrierKind = {
      ...removed.peer.kind,
      open: (...given) =>
        Object.assign(removed.peer.kind.open(...given), { stop: () => new Promise(() => {}) }),
    };
    const kinds = new Map([["http", neverStops]]);
    const connections = new LiveConnections(app, kinds, [], () => ({
      clock,
      log: app.log,
      callbackUrl: "",
      media: async () => null,
    }));
    await connections.refresh();
    await removeConnection(db, removed.name, async () => 0);
    await connections.refresh();
    const faster = () => ({ settings: { ...other.peer.settings, max_per_second: 7 }, secrets: {} });
    await changeConnection(db, app.secrets, other.name, faster, clock.now());
    await connections.refresh();
    expect(connections.carriers.has(removed.name)).toBe(false);
    expect(connections.carriers.get(other.name)?.maxPerSecond).toBe(7);
  });

  it("passes the replaced carrier to the kind when it opens a changed connection", async () => {
    const { name, peer } = await connected();
    const { app, db, clock } = service;
    const open = jest.spyOn(peer.kind, "open");
    const deps = { clock, log: app.log, callbackUrl: "", media: async () => null };
    const connections = new LiveConnections(app, new Map([["http", peer.kind]]), [], () => deps);
    await connections.refresh();
    const opened = () =>
      open.mock.calls.flatMap(([one, , before], at) => (one.name === name ? { before, at } : []));
    const first = open.mock.results[opened()[0]?.at ?? -1]?.value as Carrier;
    const faster = () => ({ settings: { ...peer.settings, max_per_second: 7 }, secrets: {} });
    await changeConnection(db, app.secrets, name, faster, clock.now());
    await connections.refresh();
    expect(opened().map(({ before }) => before)).toEqual([undefined, first]);
    open.mockRestore();
    await connections.stop();
  });

  it("opens a connection that was removed and added again between two checks", async () => {
    const { name } = await connected();
    const { app, db, clock } = service;
    const again = { name, kind: "zenvia", settings: {}, secrets: { token: "t" } };
    /** Removes the connection, adds one under the same name, and returns the new token of callbacks. */
    const replaced = async () => {
      await removeConnection(db, name, async () => 0);
      clock.advance(1);
      const { token } = openSecrets(app.secrets, await insertConnection(db, app.secrets, again, clock.now()));
      await app.connections.refresh();
      return token;
    };
    await app.connections.refresh();
    const before = await replaced();
    const token = await replaced();
    const post = (path: string) => service.anonymous.post(`/carriers/${name}${path}`).send({ type: "OTHER" });
    await post(`/${before}/events`).expect(401);
    await post(`/${token}/events`).expect(200);
  });

  it("handles callbacks in a process that submits nothing", async () => {
    const { name, send, statuses, peer } = await connected();
    await send();
    await service.drain();
    const receiveOnly = liveConnections(service.app);
    const reader = await receiveOnly.callbacks(name);
    const reference = peer.accepted[0]?.reference ?? "";
    const body = JSON.stringify({ reports: [{ reference, status: "delivered" }] });
    const headers = { authorization: "Bearer from-carrier" };
    const request = { method: "POST", path: "/reports", token: null, url: "", query: new URLSearchParams() };
    const { reports } = await receive(reader, { ...request, headers, body: Buffer.from(body) });
    expect(reports).toMatchObject([{ reference, status: "delivered" }]);
    expect(await statuses()).toEqual(["sent"]);
    // This process knows no state of a carrier, because it opens no connection to one.
    expect(receiveOnly.states()).toEqual([]);
    await receiveOnly.stop();
  });

  it("reports a carrier as up unless the latest submission did not reach it", async () => {
    const { name, send, peer } = await connected();
    const { app, clock } = service;
    const isUp = () => app.connections.states().find((one) => one.name === name)?.isUp;
    expect(isUp()).toBeUndefined();
    await app.connections.refresh();
    expect(isUp()).toBe(true);
    for (const [behaviour, expected] of [
      ["is unreachable", false],
      ["refuses", true],
      ["denies the credentials", false],
      ["accepts", true],
    ] as const) {
      await peer.behave(behaviour);
      await send();
      clock.advance(60_000);
      await service.drain();
      expect([behaviour, isUp()]).toEqual([behaviour, expected]);
    }
  });

  it("reports a carrier as down while its connection cannot be opened", async () => {
    const { name } = await connected();
    const { db, app } = service;
    await db("carrier_connections").where({ name }).update({ kind: "pigeon", revision: 2 });
    await app.connections.refresh();
    expect(app.connections.states()).toContainEqual(
      expect.objectContaining({ name, isUp: false, isPaused: false }),
    );
  });

  it("keeps messages waiting while their connection cannot be opened, and sends them later", async () => {
    const { name, send, statuses, peer } = await connected();
    const { db, app, clock } = service;
    await db("carrier_connections").where({ name }).update({ kind: "pigeon", revision: 2 });
    await app.connections.refresh();
    await send(2);
    for (let round = 0; round < 12; round += 1) {
      await service.drain();
      clock.advance(10 * 60_000);
    }
    expect(await statuses()).toEqual(["pending", "pending"]);
    await db("carrier_connections").where({ name }).update({ kind: "http", revision: 3 });
    await app.connections.refresh();
    await service.drain();
    expect([await statuses(), peer.received]).toEqual([["sent", "sent"], 2]);
  });

  it("queries the status of messages later if the connection cannot be opened for a while", async () => {
    const { name, send, statuses, peer } = await connected({ status_queries: true });
    const { db, app } = service;
    await send();
    await service.drain();
    expect([await statuses(), peer.received]).toEqual([["sent"], 1]);
    for (const [kind, revision, queries] of [
      ["pigeon", 2, 0],
      ["http", 3, 1],
    ] as const) {
      await db("carrier_connections").where({ name }).update({ kind, revision });
      await app.connections.refresh();
      await service.drainAfter(HOUR);
      expect(peer.received).toBe(1 + queries);
    }
  });

  it("delays follow-ups on no_delivery while the connection of an RCS message cannot be opened", async () => {
    const { name, account, addSender } = await connected();
    const { db, app } = service;
    await addSender("agent", account.accountId, "rcs");
    const exchange = new Exchange(service, account);
    const rule = { after_seconds: 60, template_id: await exchange.template() };
    const rules: RuleInput[] = [{ on: ["no_delivery"], ...rule }];
    const template = await exchange.template({ channel: "rcs", rules });
    const id = await exchange.sendOne({ template }, "+5511987010000");
    await service.drain();
    for (const [kind, revision, followUps] of [
      ["pigeon", 2, 0],
      // Connections of this kind do not revoke.
      ["http", 3, 1],
    ] as const) {
      await db("carrier_connections").where({ name }).update({ kind, revision });
      await app.connections.refresh();
      await service.drainAfter(HOUR);
      expect([await exchange.statusOf(id), (await exchange.followUpsOf(id)).length]).toEqual([
        "sent",
        followUps,
      ]);
    }
  });

  it("refuses to launch or schedule a campaign whose content the connection cannot send", async () => {
    const { app, db, clock } = service;
    await insertConnection(
      db,
      app.secrets,
      { name: "aggregator", kind: "zenvia", settings: {}, secrets: { token: "t" } },
      clock.now(),
    );
    await app.connections.refresh();
    const account = await service.account("campaigns over an aggregator", { senders: false });
    await insertSender(db, {
      id: app.ids.next(),
      accountId: account.accountId,
      channel: "rcs",
      address: "agent",
      carrier: "aggregator",
      maxPerSecond: 100,
      isDefault: true,
      createdAt: clock.now(),
    });
    const campaigns = new Campaigns(service, account);
    const draftOf = async (orientation: string) => {
      const content = { type: "card", orientation, card: { title: "Oferta" } };
      const template = await account.request
        .post("/v3/templates")
        .send({ name: campaigns.name(), channel: "rcs", content })
        .expect(201);
      return campaigns.draft({
        template: (template.body as { id: string }).id,
        list: await campaigns.list(1),
      });
    };
    const horizontal = await draftOf("horizontal");
    const refused = { status: 422, code: "unprocessable_entity" };
    expect(await campaigns.act("launch", horizontal)).toEqual(refused);
    const at = { scheduled_at: toTimestamp(clock.now() + HOUR) };
    expect(await campaigns.act("schedule", horizontal, at)).toEqual(refused);
    expect((await campaigns.read(horizontal)).status).toBe("draft");
    const { body } = await account.request.post(`/v3/campaigns/${horizontal}/launch`);
    expect((body as { error: { fields: object[] } }).error.fields).toEqual([
      { field: "template_id", message: expect.stringContaining("orientation") as string },
    ]);
    await campaigns.does("launch", await draftOf("vertical"));
  });
});
