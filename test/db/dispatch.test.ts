import type { Carrier, DeliveryReportSink, Submission, SubmitOutcome } from "../../src/carriers/carrier";
import { DeliveryReports } from "../../src/features/dispatch/delivery-reports";
import { createDispatcher } from "../../src/features/dispatch/dispatcher";
import { LEASE } from "../../src/features/dispatch/leased-jobs";
import { countMessages, foldCounts } from "../../src/features/messages/counts.store";
import type { MessageStatus } from "../../src/features/messages/message";
import { leaseJobs } from "../../src/queue/leases.store";
import { defaultSender } from "../../src/features/senders/senders.store";
import { databases } from "../support/databases";
import { testService } from "../support/service";

/** A carrier that does what a test tells it and remembers what it was handed. */
function scriptedCarrier(idempotent: boolean) {
  const handed: Submission[][] = [];
  let sink: DeliveryReportSink | null = null;
  let behave = async (messages: readonly Submission[]): Promise<SubmitOutcome[]> =>
    messages.map(() => ({ type: "accepted" }));
  const carrier: Carrier = {
    name: "sandbox",
    channels: ["sms"],
    idempotent,
    reports: true,
    batchSize: 3,
    defaultMaxPerSecond: 1_000,
    async submit(messages) {
      handed.push([...messages]);
      return behave(messages);
    },
    async start(reports) {
      sink = reports;
    },
    async stop() {},
  };
  return {
    carrier,
    handed,
    report: (reports: Parameters<DeliveryReportSink>[0]) => (sink as DeliveryReportSink)(reports),
    behaves: (next: typeof behave) => void (behave = next),
  };
}

describe.each(databases)("dispatch on %s", (database) => {
  const scripted = scriptedCarrier(false);
  const service = testService(database, {
    override: () => ({ carriers: new Map([["sandbox", scripted.carrier]]) }),
  });

  const send = async (count: number): Promise<string[]> => {
    const recipients = Array.from({ length: count }, (_, index) => ({ to: `+55119876500${10 + index}` }));
    const body = { channel: "sms", content: { type: "text", text: "x" }, recipients };
    const response = await service.request.post("/v3/messages").send(body).expect(202);
    return (response.body.data as { message_id: string }[]).map(({ message_id }) => message_id);
  };
  const statusesOf = async (ids: readonly string[]) => {
    const rows = (await service.db("messages").whereIn("id", ids).orderBy("id")) as {
      status: MessageStatus;
    }[];
    return rows.map((row) => row.status);
  };
  const handedIds = () => scripted.handed.flat().map(({ messageId }) => messageId);
  const dispatchAll = () => service.dispatcher.workOff();
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const queued = async (kind: string) =>
    (await service.db("jobs").where({ kind }).orderBy("id")) as { payload: string; weight: number }[];
  const awaited = async () =>
    (await queued("status-query")).flatMap(
      ({ payload }) => (JSON.parse(payload) as { messageIds: string[] }).messageIds,
    );
  const leaseAll = async () => {
    const sender = await defaultSender(service.db, service.accountId, "sms");
    const want = { accountId: service.accountId, key: sender?.id ?? "", weight: 1 };
    return leaseJobs(service.db, "submission", [want], { now: service.clock.now(), leaseMs: LEASE });
  };

  beforeEach(async () => {
    scripted.behaves(async (messages) => messages.map(() => ({ type: "accepted" })));
    await dispatchAll();
    await service.db("jobs").del();
    // Fills the sender's bucket again.
    service.clock.advance(1_000);
    scripted.handed.length = 0;
  });

  it("gives a job to one worker only", async () => {
    for (let index = 0; index < 12; index += 1) await send(1);
    const leased = await Promise.all(Array.from({ length: 20 }, leaseAll));
    const ids = leased.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(0);
  });

  it("submits pieces of the carrier's size, each message once", async () => {
    const ids = await send(8);
    await dispatchAll();
    // Side by side, so that one may overtake another.
    expect(scripted.handed.map((piece) => piece.length).sort()).toEqual([2, 3, 3]);
    expect(handedIds().sort()).toEqual(ids);
    expect(new Set(await statusesOf(ids))).toEqual(new Set(["sent"]));
  });

  it("keeps none of a submission from being written for what its carrier says of another", async () => {
    const long = "é".repeat(2_000);
    const said: SubmitOutcome[] = [
      { type: "accepted", references: ["a\0b"] },
      { type: "accepted", references: ["r".repeat(256), "second"] },
      {
        type: "refused",
        error: { code: "carrier_rejected", message: `a\0${long}`, carrierCode: `b\0${long}` },
      },
    ];
    scripted.behaves(async (messages) => messages.map((_, index) => said[index] as SubmitOutcome));
    const ids = await send(3);
    await dispatchAll();
    expect(await statusesOf(ids)).toEqual(["sent", "sent", "failed"]);
    const of = async (index: number) =>
      (await service.request.get(`/v3/messages/${ids[index]}`).expect(200)).body as {
        carrier_reference: string | null;
        error: { message: string; carrier_code: string } | null;
      };
    expect((await of(0)).carrier_reference).toBeNull();
    expect((await of(1)).carrier_reference).toBe("second");
    const { error } = await of(2);
    expect(error?.message).toBe(`a${long}`.slice(0, 1_000));
    expect(error?.carrier_code).toBe(`b${long}`.slice(0, 255));
  });

  it("settles reports that come before the submission is answered in the same write", async () => {
    scripted.behaves(async (messages) => {
      void scripted.report(
        messages.map(({ accountId, messageId }) => ({
          accountId,
          messageId,
          status: "delivered" as const,
          error: null,
          occurredAt: service.clock.now(),
        })),
      );
      return messages.map(() => ({ type: "accepted" }));
    });
    const ids = await send(2);
    await dispatchAll();
    expect(await statusesOf(ids)).toEqual(["delivered", "delivered"]);
    expect(await service.db("jobs")).toHaveLength(0);
  });

  it("tries again what the carrier does not take, later each time, and gives up after ten submissions", async () => {
    const error = { code: "carrier_unreachable" as const, message: "away", carrierCode: null };
    scripted.behaves(async (messages) => messages.map(() => ({ type: "retry", error })));
    const ids = await send(2);
    await dispatchAll();
    expect(await statusesOf(ids)).toEqual(["pending", "pending"]);
    for (let attempt = 1; attempt < 10; attempt += 1) {
      service.clock.advance(2 ** (attempt - 1) * 1_000 - 1);
      await dispatchAll();
      expect(scripted.handed).toHaveLength(attempt);
      service.clock.advance(1);
      await dispatchAll();
      expect(scripted.handed).toHaveLength(attempt + 1);
    }
    expect(await statusesOf(ids)).toEqual(["failed", "failed"]);
    expect(scripted.handed.at(-1)?.map(({ attempt }) => attempt)).toEqual([9, 9]);
  });

  it("takes a carrier that throws for one that is away", async () => {
    scripted.behaves(async () => {
      throw new Error("socket hang up");
    });
    const ids = await send(1);
    await dispatchAll();
    scripted.behaves(async (messages) => messages.map(() => ({ type: "accepted" })));
    service.clock.advance(1_000);
    await dispatchAll();
    expect(await statusesOf(ids)).toEqual(["sent"]);
  });

  it("lets only the holder of a lease settle", async () => {
    const ids = await send(1);
    let release = () => {};
    scripted.behaves(
      (messages) =>
        new Promise((resolve) => (release = () => resolve(messages.map(() => ({ type: "accepted" }))))),
    );
    const slow = dispatchAll();
    while (scripted.handed.length === 0) await turn();
    const releaseSlow = release;
    service.clock.advance(LEASE);
    scripted.behaves(async (messages) => messages.map(() => ({ type: "accepted" })));
    await createDispatcher(service.app).workOff();
    releaseSlow();
    await slow;
    const row = (await service.db("messages").where({ id: ids[0] }).first()) as { history: string };
    expect((JSON.parse(row.history) as [string][]).map(([status]) => status)).toEqual(["pending", "sent"]);
  });

  it("submits again at most once what may be with the carrier when a worker died", async () => {
    const ids = await send(1);
    const hung: (() => void)[] = [];
    const dead: Promise<boolean>[] = [];
    for (let death = 0; death < 2; death += 1) {
      scripted.behaves(() => new Promise((resolve) => hung.push(() => resolve([{ type: "accepted" }]))));
      dead.push(createDispatcher(service.app).workOff());
      while (scripted.handed.length === death) await turn();
      service.clock.advance(LEASE);
    }
    scripted.behaves(async (messages) => messages.map(() => ({ type: "accepted" })));
    await dispatchAll();
    expect(scripted.handed).toHaveLength(2);
    expect(await statusesOf(ids)).toEqual(["failed"]);
    // Their leases are gone: what they are answered at last changes nothing.
    for (const answer of hung) answer();
    await Promise.all(dead);
    expect(await statusesOf(ids)).toEqual(["failed"]);
  });

  it("submits what was never handed over however often its worker died", async () => {
    const ids = await send(3);
    for (let death = 0; death < 5; death += 1) {
      await leaseAll();
      service.clock.advance(LEASE);
    }
    await dispatchAll();
    expect(scripted.handed.flat().map(({ messageId }) => messageId)).toEqual(ids);
    expect(await statusesOf(ids)).toEqual(["sent", "sent", "sent"]);
  });

  it("hands nothing over that it could not note, and tries again", async () => {
    const ids = await send(2);
    await service.db.schema.renameTable("unconfirmed_submissions", "unconfirmed_submissions_away");
    try {
      await dispatchAll();
    } finally {
      await service.db.schema.renameTable("unconfirmed_submissions_away", "unconfirmed_submissions");
    }
    expect(scripted.handed).toHaveLength(0);
    expect(await statusesOf(ids)).toEqual(["pending", "pending"]);
    service.clock.advance(5_000);
    await dispatchAll();
    expect(handedIds()).toEqual(ids);
    expect(await statusesOf(ids)).toEqual(["sent", "sent"]);
  });

  it("releases each message once where a submission is slowed and then cannot be recorded", async () => {
    const sender = await defaultSender(service.db, service.accountId, "sms");
    const senders = () => service.db("senders").where({ id: sender?.id });
    await senders().update({ max_per_second: 5, tokens: 2_000, tokens_at: service.clock.now() });
    const ids = await send(3);
    await service.db.schema.renameTable("unconfirmed_submissions", "unconfirmed_submissions_away");
    try {
      await dispatchAll();
    } finally {
      await service.db.schema.renameTable("unconfirmed_submissions_away", "unconfirmed_submissions");
    }
    expect(scripted.handed).toHaveLength(0);
    await senders().update({ max_per_second: 1_000 });
    service.clock.advance(6_000);
    await dispatchAll();
    expect(handedIds().sort()).toEqual(ids);
    expect(await statusesOf(ids)).toEqual(["sent", "sent", "sent"]);
    expect(await queued("submission")).toEqual([]);
  });

  it("submits an account's messages once while another account's cannot be prepared", async () => {
    const other = await service.account("whose messages cannot be prepared");
    const accounts = () => service.db("accounts").where({ id: other.accountId });
    const { prices } = (await accounts().first("prices")) as { prices: string };
    const body = {
      ...{ channel: "sms", content: { type: "text", text: "x" } },
      recipients: [{ to: "+5511987650001" }],
    };
    await other.request.post("/v3/messages").send(body).expect(202);
    const ids = await send(3);
    await accounts().update({ prices: "{" });
    await dispatchAll().catch(() => {});
    await accounts().update({ prices });
    for (let round = 0; round < 3; round += 1) {
      service.clock.advance(5_000);
      await dispatchAll();
    }
    expect(new Set(handedIds()).size).toBe(4);
    expect(handedIds()).toHaveLength(4);
    expect(await statusesOf(ids)).toEqual(["sent", "sent", "sent"]);
  });

  it("expires what could not be submitted within a day", async () => {
    const ids = await send(1);
    service.clock.advance(24 * 3_600_000);
    await dispatchAll();
    expect(scripted.handed).toHaveLength(0);
    expect(await statusesOf(ids)).toEqual(["expired"]);
  });

  it("keeps to the sender's speed", async () => {
    const sender = await defaultSender(service.db, service.accountId, "sms");
    await service
      .db("senders")
      .where({ id: sender?.id })
      .update({ max_per_second: 5, tokens: 5_000, tokens_at: service.clock.now() });
    const ids = await send(12);
    await dispatchAll();
    expect(scripted.handed.flat()).toHaveLength(5);
    service.clock.advance(1_000);
    await dispatchAll();
    expect(scripted.handed.flat()).toHaveLength(10);
    service.clock.advance(1_000);
    await dispatchAll();
    // The pieces of one second go side by side, so that one may overtake another.
    const seconds = [0, 5, 10].map((start) =>
      handedIds()
        .slice(start, start + 5)
        .sort(),
    );
    expect(seconds.flat()).toEqual(ids);
    await service.db("senders").where({ id: sender?.id }).update({ max_per_second: 1_000 });
  });

  it("keeps the roll-up equal to a count of the messages, folded or not", async () => {
    await send(4);
    await dispatchAll();
    const recount = async () => {
      for (const status of ["pending", "sent", "delivered", "failed", "expired", "undelivered"] as const) {
        const rows = (await service
          .db("messages")
          .where({ account_id: service.accountId, status })
          .count({ n: "*" })) as { n: number }[];
        expect([status, await countMessages(service.db, service.accountId, { statuses: [status] })]).toEqual([
          status,
          Number(rows[0]?.n),
        ]);
      }
    };
    await recount();
    await foldCounts(service.db, service.accountId);
    await recount();
  });

  it("keeps a lease while the carrier takes its time", async () => {
    const intervals = jest.spyOn(global, "setInterval");
    const ids = await send(1);
    let answer = () => {};
    scripted.behaves(
      (messages) =>
        new Promise((resolve) => (answer = () => resolve(messages.map(() => ({ type: "accepted" }))))),
    );
    const slow = dispatchAll();
    while (scripted.handed.length === 0) await turn();
    const renew = intervals.mock.calls.find(([, ms]) => ms === LEASE / 3)?.[0];
    intervals.mockRestore();
    if (!renew) throw new Error("nothing renews the lease");
    const dueAt = async () => ((await service.db("jobs").first("due_at")) as { due_at: number }).due_at;
    for (let third = 0; third < 6; third += 1) {
      service.clock.advance(LEASE / 3);
      renew();
      while ((await dueAt()) !== service.clock.now() + LEASE) await turn();
      expect(await createDispatcher(service.app).workOff()).toBe(false);
    }
    answer();
    await slow;
    expect(scripted.handed).toHaveLength(1);
    expect(await statusesOf(ids)).toEqual(["sent"]);
  });

  it("writes nothing a second time where the database carried out a write without saying so", async () => {
    const ids = await send(4);
    const [inParts, ...whole] = ids.slice(0, 3) as [string, string, string];
    const report = (about: { messageId: string } | { reference: string }) => ({
      ...{ accountId: service.accountId, status: "delivered" as const, error: null },
      ...{ occurredAt: service.clock.now(), ...about },
    });
    let answerRest = () => {};
    scripted.behaves((messages) =>
      messages.length === 3
        ? Promise.resolve(
            messages.map(({ messageId }) => ({
              type: "accepted",
              ...(messageId === inParts ? { references: ["first-part", "second-part"] } : {}),
            })),
          )
        : new Promise((resolve) => (answerRest = () => resolve(messages.map(() => ({ type: "accepted" }))))),
    );
    const { db } = service;
    let said: "all" | "nothing" | "all again" = "all";
    const flaky = new Proxy(db, {
      get(of, name) {
        const value: unknown = Reflect.get(of, name);
        if (name !== "transaction" || typeof value !== "function") return value;
        return async (work: (trx: typeof db) => Promise<unknown>) => {
          const result = await db.transaction(work);
          if (said === "nothing") {
            said = "all again";
            answerRest();
          }
          if (said !== "all" || !(await statusesOf(ids)).includes("sent")) return result;
          said = "nothing";
          await scripted.report(whole.map((messageId) => report({ messageId })));
          await scripted.report([report({ reference: "first-part" })]);
          throw Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" });
        };
      },
    });
    const before = await countMessages(db, service.accountId, { statuses: ["sent", "delivered"] });
    // Reports come in through another process.
    const app = { ...service.app, db: flaky };
    await createDispatcher({ ...app, deliveryReports: new DeliveryReports(app) }).workOff();
    expect(said).toBe("all again");
    expect(await statusesOf(ids)).toEqual(["sent", "delivered", "delivered", "sent"]);
    await scripted.report([report({ reference: "second-part" })]);
    expect(await statusesOf(ids)).toEqual(["delivered", "delivered", "delivered", "sent"]);
    const after = await countMessages(db, service.accountId, { statuses: ["sent", "delivered"] });
    expect(after - before).toBe(4);
    expect((await awaited()).sort()).toEqual(ids);
  });

  it("settles reports that come while the submission is being written down", async () => {
    const ids = await send(1);
    const report = (status: "delivered" | "read") =>
      scripted.report([
        {
          accountId: service.accountId,
          messageId: ids[0] ?? "",
          status,
          error: null,
          occurredAt: service.clock.now(),
        },
      ]);
    const reported: Promise<void>[] = [];
    scripted.behaves(async (messages) => {
      reported.push(report("delivered"));
      setImmediate(() => reported.push(report("read")));
      return messages.map(() => ({ type: "accepted" }));
    });
    await dispatchAll();
    while (reported.length < 2) await turn();
    await Promise.all(reported);
    expect(await statusesOf(ids)).toEqual(["read"]);
  });

  it("asks after each message of a throttled job once", async () => {
    const sender = await defaultSender(service.db, service.accountId, "sms");
    const speed = (max: number) =>
      service
        .db("senders")
        .where({ id: sender?.id })
        .update({ max_per_second: max, tokens: max * 1_000, tokens_at: service.clock.now() });
    await speed(2);
    const ids = await send(7);
    for (let second = 0; second < 4; second += 1) {
      await dispatchAll();
      service.clock.advance(1_000);
    }
    expect(scripted.handed.flat()).toHaveLength(7);
    expect(await queued("submission")).toEqual([]);
    expect((await awaited()).sort()).toEqual(ids);
    await speed(1_000);
  });

  it("asks after what a worker had submitted of a job before it died", async () => {
    const ids = await send(7);
    const releases: (() => void)[] = [];
    scripted.behaves(async (messages) => {
      if (scripted.handed.length > 1) await new Promise<void>((resolve) => releases.push(resolve));
      return messages.map(() => ({ type: "accepted" }));
    });
    const dying = dispatchAll();
    while ((await statusesOf(ids)).filter((status) => status === "sent").length < 3) await turn();
    service.clock.advance(LEASE);
    scripted.behaves(async (messages) => messages.map(() => ({ type: "accepted" })));
    await createDispatcher(service.app).workOff();
    for (const release of releases) release();
    await dying;
    expect(scripted.handed.map(({ length }) => length).sort()).toEqual([1, 1, 3, 3, 3]);
    expect(new Set(await statusesOf(ids))).toEqual(new Set(["sent"]));
    expect((await awaited()).sort()).toEqual(ids);
  });
});
