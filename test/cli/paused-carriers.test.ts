import { carrierKinds } from "../../src/app/carriers";
import { sqliteFile } from "../../src/app/config";
import { carriersList, carriersPause, carriersRemove, carriersResume } from "../../src/cli/carriers";
import type { Session } from "../../src/cli/session";
import { insertConnection } from "../../src/features/connections/connections.store";
import {
  defaultSender,
  insertSender,
  removeSender,
  setSender,
} from "../../src/features/senders/senders.store";
import { DAY, HOUR, MINUTE, SECOND, toTimestamp } from "../../src/platform/time";
import { oldestDueOf } from "../../src/queue/maintenance.store";
import { acceptAll, scriptedCarrier } from "../support/carrier";
import { databases, openForTest } from "../support/databases";
import { Exchange } from "../support/exchange";
import { testService } from "../support/service";
import { times } from "../support/times";

const WITH_REFERENCES: typeof acceptAll = async (messages) =>
  messages.map(({ messageId }) => ({ type: "accepted", references: [`ref-${messageId}`] }));

describe.each(databases)("a paused carrier connection on %s", (database) => {
  const queried: string[] = [];
  const sandbox = scriptedCarrier({});
  const telco = scriptedCarrier({
    name: "telco",
    batchSize: 1,
    window: 1,
    async queryStatus(messages) {
      queried.push(...messages.map(({ messageId }) => messageId));
    },
  });
  const service = testService(database, {
    override: () => ({
      carriers: new Map([
        ["sandbox", sandbox.carrier],
        ["telco", telco.carrier],
      ]),
    }),
  });
  const exchange = new Exchange(service);
  const session = () =>
    ({
      config: service.app.config,
      db: service.db,
      clock: service.clock,
      ids: service.app.ids,
      builtInCarriers: [],
      kinds: carrierKinds,
      secrets: async () => service.app.secrets,
    }) satisfies Session;
  const pause = () => carriersPause(session(), "telco");
  const resume = () => carriersResume(session(), "telco");
  const moveTo = async (carrier: string) => {
    const sender = await defaultSender(service.db, service.accountId, "sms");
    if (!sender) throw new Error("the account has no sender");
    await setSender(service.db, sender, { carrier }, { now: service.clock.now(), ids: service.app.ids });
  };
  const send = (count: number) =>
    exchange.send(
      { text: "x" },
      times(count, (index) => `+5511987650${100 + index}`),
    );
  const statuses = async () => (await service.db("messages").orderBy("id").pluck("status")) as string[];

  const add = () =>
    insertConnection(
      service.db,
      service.app.secrets,
      {
        name: "telco",
        kind: "http",
        settings: { url: "http://127.0.0.1:9" },
        secrets: { token: "out", callback_token: "in" },
      },
      service.clock.now(),
    );
  beforeAll(add);
  beforeEach(() => moveTo("telco"));
  afterEach(async () => {
    for (const { behaves } of [sandbox, telco]) behaves(acceptAll);
    await resume();
    await service.dispatcher.workOff();
    await service.db("messages").del();
    await service.db("jobs").whereIn("kind", ["submission", "status-query"]).del();
    for (const seen of [queried, sandbox.submitted, telco.submitted]) seen.length = 0;
  });

  it("is paused and resumed once, and is listed with the time of its pause", async () => {
    const pausedAt = toTimestamp(service.clock.now());
    expect((await pause()).json).toMatchObject({ name: "telco", paused_at: pausedAt, changed: true });
    service.clock.advance(SECOND);
    const again = await pause();
    expect(again.json).toMatchObject({ paused_at: pausedAt, changed: false });
    expect(again.text).toBe(`Nothing changed: telco has been paused since ${pausedAt}`);
    const list = await carriersList({ ...session(), builtInCarriers: [sandbox.carrier] });
    expect(list.json).toMatchObject([
      { name: "sandbox", paused_at: null },
      { name: "telco", paused_at: pausedAt },
    ]);
    expect((await resume()).json).toMatchObject({ paused_at: null, changed: true });
    expect((await resume()).json).toMatchObject({ paused_at: null, changed: false });
    for (const change of [carriersPause, carriersResume]) {
      await expect(change(session(), "unknown")).rejects.toThrow(/"unknown" does not exist/);
    }
    await expect(carriersPause(session(), "sandbox")).rejects.toThrow(
      'The sandbox cannot be paused; "npm run recado -- queue hold" holds all messages',
    );
    await expect(carriersResume(session(), "sandbox")).rejects.toThrow(
      'The sandbox is never paused; "npm run recado -- queue release" ends a hold of all messages',
    );
  });

  it("accepts messages, which wait with their age and are submitted once it is resumed", async () => {
    await pause();
    const sentAt = service.clock.now();
    await send(2);
    service.clock.advance(HOUR);
    expect(await service.dispatcher.workOff()).toBe(false);
    expect(telco.submitted).toHaveLength(0);
    expect(await statuses()).toEqual(["pending", "pending"]);
    expect(await oldestDueOf(service.db, "submission", service.clock.now())).toBe(sentAt);
    await resume();
    await service.dispatcher.workOff();
    expect(telco.submitted).toHaveLength(2);
    expect(await statuses()).toEqual(["sent", "sent"]);
  });

  it("does not hold the messages of other connections", async () => {
    await pause();
    const other = await service.account(`other on ${database}`);
    await send(1);
    await new Exchange(service, other).send({ text: "x" }, "+5511987650001");
    await service.dispatcher.workOff();
    expect(sandbox.submitted.map(({ accountId }) => accountId)).toEqual([other.accountId]);
    expect(telco.submitted).toHaveLength(0);
  });

  it("holds messages that wait for their turn in a process", async () => {
    const sentAt = service.clock.now();
    await send(3);
    telco.behaves(async (messages) => {
      await pause();
      service.clock.advance(SECOND);
      return acceptAll(messages);
    });
    await service.dispatcher.workOff();
    expect(telco.submitted).toHaveLength(1);
    expect((await statuses()).sort()).toEqual(["pending", "pending", "sent"]);
    expect(await oldestDueOf(service.db, "submission", service.clock.now())).toBe(sentAt);
  });

  it("does not delay messages whose sender moves to another connection", async () => {
    await pause();
    await send(1);
    await moveTo("sandbox");
    await service.dispatcher.workOff();
    expect(sandbox.submitted).toHaveLength(1);
  });

  it("submits by the new connection when the sender moves while messages wait in a process", async () => {
    await send(3);
    telco.behaves(async (messages) => {
      await moveTo("sandbox");
      service.clock.advance(SECOND);
      return acceptAll(messages);
    });
    await service.dispatcher.workOff();
    expect([telco.submitted.length, sandbox.submitted.length]).toEqual([1, 2]);
  });

  it("is still queried about messages that it has", async () => {
    await send(1);
    await service.dispatcher.workOff();
    await pause();
    await service.drainAfter(MINUTE);
    expect(queried).toHaveLength(1);
  });

  it("lets messages expire that have waited longer than the submission timeout", async () => {
    await pause();
    await send(1);
    service.clock.advance(DAY);
    await service.dispatcher.workOff();
    expect(await statuses()).toEqual(["pending"]);
    await resume();
    await service.dispatcher.workOff();
    expect(await statuses()).toEqual(["expired"]);
    expect(telco.submitted).toHaveLength(0);
  });

  it("is not removed while messages of its removed senders wait, except by force", async () => {
    const { db, clock, accountId, app } = service;
    const sender = {
      id: app.ids.next(),
      accountId,
      channel: "sms" as const,
      address: "28123",
      carrier: "telco",
      maxPerSecond: 100,
      isDefault: false,
      createdAt: clock.now(),
    };
    await insertSender(db, sender);
    const scheduled = {
      channel: "sms",
      content: { type: "text", text: "x" },
      recipients: [{ to: "+5511987650177" }],
      sender_id: sender.id,
      send_at: toTimestamp(clock.now() + DAY),
    };
    await moveTo("sandbox");
    await exchange.posted("/v3/messages", scheduled, 202);
    await removeSender(db, accountId, sender.id, clock.now());
    await expect(carriersRemove(session(), "telco", {})).rejects.toThrow(
      /messages of a removed sender wait to be sent through it.*--force/,
    );
    expect((await carriersRemove(session(), "telco", { force: true })).json).toMatchObject({ removed: true });
    await add();
  });

  it("is removed only after the reports of its messages, or by force", async () => {
    telco.behaves(WITH_REFERENCES);
    const sentAt = service.clock.now();
    await send(2);
    await service.dispatcher.workOff();
    await moveTo("sandbox");
    const remove = (force = false) => carriersRemove(session(), "telco", { force });
    const until = toTimestamp(sentAt + 3 * DAY);
    await expect(remove()).rejects.toThrow(
      new RegExp(`2 messages sent through it wait for a delivery report, until ${until} .*--force`),
    );
    const { config } = service.app;
    const other = openForTest({ url: config.databaseUrl, sqliteFile: sqliteFile(config), poolSize: 1 });
    const write = await other.transaction();
    await expect(remove()).rejects.toThrow(/2 messages sent through it wait/);
    await write.rollback();
    await other.destroy();
    await telco.report(telco.submitted.slice(0, 1), "delivered", service.clock.now());
    await expect(remove()).rejects.toThrow(/1 message sent through it waits/);
    expect((await remove(true)).json).toMatchObject({ name: "telco", removed: true, unreported_messages: 1 });
    await add();
    await telco.report(telco.submitted.slice(1), "delivered", service.clock.now());
    expect((await remove()).json).toMatchObject({ removed: true, unreported_messages: 0 });
    await add();
  });
});
