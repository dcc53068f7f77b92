import type { Carrier, ReceiptSink, Submission, SubmitOutcome } from "../../src/carriers/carrier";
import { LEASE, leaseBatch } from "../../src/dispatch/batches.store";
import { dispatchNext } from "../../src/dispatch/dispatch";
import { InFlight } from "../../src/dispatch/in-flight";
import { receiptSink } from "../../src/dispatch/receipts";
import { Turns } from "../../src/dispatch/turns";
import { countMessages, foldCounts } from "../../src/messages/counts.store";
import type { MessageStatus } from "../../src/messages/message";
import { defaultSender } from "../../src/senders/senders.store";
import { databases } from "../support/databases";
import { testService } from "../support/service";

/** A carrier that does what a test tells it and remembers what it was handed. */
function scriptedCarrier(idempotent: boolean) {
  const handed: Submission[][] = [];
  let sink: ReceiptSink | null = null;
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
    async start(receipts) {
      sink = receipts;
    },
    async stop() {},
  };
  return {
    carrier,
    handed,
    report: (receipts: Parameters<ReceiptSink>[0]) => (sink as ReceiptSink)(receipts),
    behaves: (next: typeof behave) => void (behave = next),
  };
}

describe.each(databases)("dispatch on %s", (database) => {
  const scripted = scriptedCarrier(false);
  const service = testService(database, {
    override: () => ({ carriers: new Map([["sandbox", scripted.carrier]]) }),
  });
  const inFlight = new InFlight();

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
  const dispatchAll = async () => {
    const turns = new Turns(1);
    while (await dispatchNext(service.app, inFlight, turns)) continue;
  };

  beforeEach(async () => {
    scripted.behaves(async (messages) => messages.map(() => ({ type: "accepted" })));
    await scripted.carrier.start(receiptSink(service.app, inFlight), async () => {});
    await dispatchAll();
    await service.db("batches").del();
    // Fills the sender's bucket again.
    service.clock.advance(1_000);
    scripted.handed.length = 0;
  });

  it("leases a batch to one worker only", async () => {
    for (let index = 0; index < 12; index += 1) await send(1);
    const sender = await defaultSender(service.db, service.accountId, "sms");
    const key = { accountId: service.accountId, senderId: sender?.id ?? "" };
    const leased = await Promise.all(
      Array.from({ length: 20 }, () => leaseBatch(service.db, key, "submit", service.clock.now())),
    );
    const ids = leased.flatMap((batch) => (batch === null ? [] : [batch.id]));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(0);
  });

  it("hands over in pieces of the carrier's size, each message once", async () => {
    const ids = await send(8);
    await dispatchAll();
    expect(scripted.handed.map((piece) => piece.length)).toEqual([3, 3, 2]);
    expect(scripted.handed.flat().map(({ messageId }) => messageId)).toEqual(ids);
    expect(new Set(await statusesOf(ids))).toEqual(new Set(["sent"]));
  });

  it("settles reports that come before the hand-over is answered in the same write", async () => {
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
    expect(await service.db("batches")).toHaveLength(0);
  });

  it("tries again what the carrier does not take, later each time, and gives up after ten hand-overs", async () => {
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
    const slow = dispatchNext(service.app, inFlight, new Turns(1));
    while (scripted.handed.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const releaseSlow = release;
    service.clock.advance(LEASE);
    scripted.behaves(async (messages) => messages.map(() => ({ type: "accepted" })));
    await dispatchAll();
    releaseSlow();
    await slow;
    const row = (await service.db("messages").where({ id: ids[0] }).first()) as { history: string };
    expect((JSON.parse(row.history) as [string][]).map(([status]) => status)).toEqual(["pending", "sent"]);
  });

  it("hands over again at most once what may be with the carrier when a worker died", async () => {
    const ids = await send(1);
    const sender = await defaultSender(service.db, service.accountId, "sms");
    const key = { accountId: service.accountId, senderId: sender?.id ?? "" };
    for (let death = 0; death < 2; death += 1) {
      await leaseBatch(service.db, key, "submit", service.clock.now());
      service.clock.advance(LEASE);
    }
    await dispatchAll();
    expect(scripted.handed).toHaveLength(0);
    expect(await statusesOf(ids)).toEqual(["failed"]);
  });

  it("expires what could not be handed over within a day", async () => {
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
    expect(scripted.handed.flat().map(({ messageId }) => messageId)).toEqual(ids);
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

  it("serves senders in turn, and none in more lanes than it may take", async () => {
    const senders = ["a", "b", "c"].map((senderId) => ({ accountId: "1", senderId, carrier: "sandbox" }));
    const turns = new Turns(2);
    const served: string[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      const next = turns.next(senders);
      if (next) await turns.serve(next, async () => void served.push(next.senderId));
    }
    expect(served).toEqual(["a", "b", "c", "a"]);
    expect(turns.next([])).toBeUndefined();
    const [a, b] = senders;
    if (!a || !b) throw new Error("no senders");
    let release = () => {};
    const hanging = new Promise<void>((resolve) => (release = resolve));
    const busy = [turns.serve(a, () => hanging), turns.serve(a, () => hanging)];
    expect(turns.next([a])).toBeUndefined();
    expect(turns.next([a, b])).toBe(b);
    release();
    await Promise.all(busy);
    expect(turns.next([a])).toBe(a);
  });

  it("keeps a lease while the carrier takes its time", async () => {
    const intervals = jest.spyOn(global, "setInterval");
    const ids = await send(1);
    let answer = () => {};
    scripted.behaves(
      (messages) =>
        new Promise((resolve) => (answer = () => resolve(messages.map(() => ({ type: "accepted" }))))),
    );
    const slow = dispatchNext(service.app, inFlight, new Turns(1));
    while (scripted.handed.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const renew = intervals.mock.calls.find(([, ms]) => ms === LEASE / 3)?.[0];
    intervals.mockRestore();
    if (!renew) throw new Error("nothing renews the lease");
    const dueAt = async () => ((await service.db("batches").first("due_at")) as { due_at: number }).due_at;
    for (let third = 0; third < 6; third += 1) {
      service.clock.advance(LEASE / 3);
      renew();
      while ((await dueAt()) !== service.clock.now() + LEASE)
        await new Promise((resolve) => setImmediate(resolve));
      expect(await dispatchNext(service.app, inFlight, new Turns(1))).toBe(false);
    }
    answer();
    await slow;
    expect(scripted.handed).toHaveLength(1);
    expect(await statusesOf(ids)).toEqual(["sent"]);
  });

  it("settles reports that come while the hand-over is being written down", async () => {
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
    while (reported.length < 2) await new Promise((resolve) => setImmediate(resolve));
    await Promise.all(reported);
    expect(await statusesOf(ids)).toEqual(["read"]);
  });

  it("asks after a throttled batch once, when all of it is handed over", async () => {
    const sender = await defaultSender(service.db, service.accountId, "sms");
    const speed = (max: number) =>
      service
        .db("senders")
        .where({ id: sender?.id })
        .update({ max_per_second: max, tokens: max * 1_000, tokens_at: service.clock.now() });
    await speed(2);
    await send(7);
    for (let second = 0; second < 4; second += 1) {
      await dispatchAll();
      service.clock.advance(1_000);
    }
    expect(scripted.handed.flat()).toHaveLength(7);
    const batches = (await service.db("batches")) as { phase: string; size: number }[];
    expect(batches.map(({ phase, size }) => [phase, size])).toEqual([["await", 7]]);
    await speed(1_000);
  });

  it("asks after what a worker had handed over of a batch before it died", async () => {
    await send(7);
    let release = () => {};
    scripted.behaves(async (messages) => {
      if (scripted.handed.length === 2) await new Promise<void>((resolve) => (release = resolve));
      return messages.map(() => ({ type: "accepted" }));
    });
    const dying = dispatchNext(service.app, new InFlight(), new Turns(1));
    while (scripted.handed.length < 2) await new Promise((resolve) => setImmediate(resolve));
    service.clock.advance(LEASE);
    await dispatchAll();
    release();
    await dying;
    expect(scripted.handed.map(({ length }) => length)).toEqual([3, 3, 3, 1]);
    const batches = (await service.db("batches")) as { phase: string; ids: string | null; size: number }[];
    expect(batches.map(({ phase, ids, size }) => [phase, ids, size])).toEqual([["await", null, 7]]);
  });
});
