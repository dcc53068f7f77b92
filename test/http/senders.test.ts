import fc from "fast-check";
import type { Channel } from "../../src/messaging/channel";
import { nextTokenAt, takeTokens } from "../../src/features/senders/queued-senders.store";
import {
  defaultSender,
  insertSender,
  removeSender,
  sendersById,
} from "../../src/features/senders/senders.store";
import { HOUR, SECOND, toTimestamp } from "../../src/platform/time";
import { enqueueJobs, type JobRow, toJob } from "../../src/queue/jobs.store";
import { testAccount } from "../support/accounts";
import { acceptAll, scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { testService } from "../support/service";
import { times } from "../support/times";

interface PageBody {
  data: { id: string; address: string; is_default: boolean }[];
  pagination: object;
}

describe.each(databases)("senders on %s", (database) => {
  const busy = scriptedCarrier({ name: "busy" });
  const service = testService(database, {
    override: ({ carriers }) => ({ carriers: new Map([...carriers, ["busy", busy.carrier]]) }),
  });
  const emptyAccount = () => testAccount(service, { senders: false });
  const add = (
    accountId: string,
    address: string,
    more: { isDefault?: boolean; maxPerSecond?: number; channel?: Channel; carrier?: string } = {},
  ) =>
    insertSender(service.db, {
      id: service.app.ids.next(),
      accountId,
      channel: "sms",
      address,
      carrier: "sandbox",
      maxPerSecond: 10,
      createdAt: service.clock.now(),
      ...more,
    });
  const remove = (accountId: string, id: string) =>
    removeSender(service.db, accountId, id, service.clock.now());
  const smsDefault = async (accountId: string) =>
    (await defaultSender(service.db, accountId, "sms"))?.address;

  it("lists the newest first, in pages", async () => {
    const { accountId, request } = await emptyAccount();
    await add(accountId, "27000");
    const second = await add(accountId, "+5511987654321", { maxPerSecond: 5 });
    const first = await request.get("/v3/senders?limit=1").expect(200);
    expect(first.body).toEqual({
      data: [
        {
          id: second.id,
          channel: "sms",
          address: "+5511987654321",
          carrier: "sandbox",
          is_default: false,
          max_per_second: 5,
          state: "ready",
          waiting_since: null,
          created_at: toTimestamp(service.clock.now()),
        },
      ],
      pagination: { total: 2, limit: 1, offset: 0, has_more: true },
    });
    const rest = await request.get("/v3/senders?limit=1&offset=1").expect(200);
    expect(rest.body).toMatchObject({
      data: [{ address: "27000", is_default: true }],
      pagination: { total: 2, has_more: false },
    });
  });

  it("hides senders of other accounts", async () => {
    const { request } = await emptyAccount();
    expect((await request.get("/v3/senders").expect(200)).body).toMatchObject({
      data: [],
      pagination: { total: 0 },
    });
  });

  describe("the state of a sender", () => {
    type Account = Awaited<ReturnType<typeof emptyAccount>>;
    const states = async ({ request }: Account) => {
      const { data } = (await request.get("/v3/senders").expect(200)).body as {
        data: { address: string; state: string; waiting_since: string | null }[];
      };
      return data.map(({ address, state, waiting_since }) => ({ address, state, waiting_since }));
    };
    const send = ({ request }: Account, to: string) =>
      request
        .post("/v3/messages")
        .send({ channel: "sms", content: { type: "text", text: "Oi" }, recipients: [{ to }] })
        .expect(202);

    it("shows waiting messages, and retries while the carrier does not accept them", async () => {
      const account = await emptyAccount();
      await add(account.accountId, "27000");
      await add(account.accountId, "27001");
      const idle = { address: "27001", state: "ready", waiting_since: null };
      await send(account, "+5511987650009");
      const waiting_since = toTimestamp(service.clock.now());
      expect(await states(account)).toEqual([idle, { address: "27000", state: "ready", waiting_since }]);
      await service.drain();
      expect(await states(account)).toEqual([idle, { address: "27000", state: "retrying", waiting_since }]);
      for (let tries = 0; tries < 3; tries++) {
        await service.drainAfter(HOUR);
      }
      expect(await states(account)).toEqual([
        idle,
        { address: "27000", state: "ready", waiting_since: null },
      ]);
    });

    it.each(["away", "throttled"] as const)("is retrying while the carrier is %s", async (type) => {
      const account = await emptyAccount();
      await add(account.accountId, "27000", { carrier: "busy" });
      const error = { code: "carrier_unreachable", message: type, carrierCode: null } as const;
      busy.behaves(async (messages) => messages.map(() => ({ type, error })));
      await send(account, "+5511987654321");
      const waiting_since = toTimestamp(service.clock.now());
      await service.drain();
      expect(await states(account)).toEqual([{ address: "27000", state: "retrying", waiting_since }]);
      busy.behaves(acceptAll);
      await service.drainAfter(HOUR);
      expect(await states(account)).toEqual([{ address: "27000", state: "ready", waiting_since: null }]);
    });

    it("is retrying although 1,000 jobs that were never tried precede the deferred job", async () => {
      const account = await emptyAccount();
      await add(account.accountId, "27000", { carrier: "busy" });
      const error = { code: "carrier_unreachable", message: "away", carrierCode: null } as const;
      busy.behaves(async (messages) => messages.map(() => ({ type: "away", error })));
      await send(account, "+5511987654321");
      const waiting_since = toTimestamp(service.clock.now());
      await service.drain();
      busy.behaves(acceptAll);
      const jobs = () => service.db("jobs").where({ account_id: account.accountId, kind: "submission" });
      const [deferred] = (await jobs()) as [JobRow];
      service.clock.advance(SECOND);
      const now = service.clock.now();
      const untried = { ...toJob(deferred), attempt: 0, dueAt: now, createdAt: now, payload: {} };
      await enqueueJobs(
        service.db,
        times(1_000, () => ({ ...untried, id: service.app.ids.next() })),
      );
      const shown = await states(account);
      await jobs().delete();
      expect(shown).toEqual([{ address: "27000", state: "retrying", waiting_since }]);
    });

    it("is ready while messages wait for the sender's own rate", async () => {
      const account = await emptyAccount();
      await add(account.accountId, "27000", { maxPerSecond: 1 });
      for (const to of ["+5511987654321", "+5511987654322"]) await send(account, to);
      const waiting_since = toTimestamp(service.clock.now());
      await service.drain();
      expect(await states(account)).toEqual([{ address: "27000", state: "ready", waiting_since }]);
    });

    it("is unconnected without a connection of the carrier's name", async () => {
      const account = await emptyAccount();
      await add(account.accountId, "27000", { carrier: "gone" });
      expect(await states(account)).toEqual([
        { address: "27000", state: "unconnected", waiting_since: null },
      ]);
      const { body } = await send(account, "+5511987654321");
      await service.drain();
      const { message_id } = (body as { data: [{ message_id: string }] }).data[0];
      const failed = await account.request.get(`/v3/messages/${message_id}`).expect(200);
      expect(failed.body).toMatchObject({
        status: "failed",
        error: { code: "no_sender", message: "the carrier connection of the sender was removed" },
      });
    });
  });

  it("makes the first sender of a channel its default", async () => {
    const { accountId } = await emptyAccount();
    expect(await smsDefault(accountId)).toBeUndefined();
    await add(accountId, "27000");
    await add(accountId, "27001");
    await add(accountId, "agent", { channel: "rcs" });
    expect(await smsDefault(accountId)).toBe("27000");
    expect((await defaultSender(service.db, accountId, "rcs"))?.address).toBe("agent");
    expect(await defaultSender(service.db, accountId, "voice")).toBeNull();
  });

  it("makes a new sender the default on request", async () => {
    const { accountId, request } = await emptyAccount();
    await add(accountId, "27000");
    await add(accountId, "27001", { isDefault: true });
    const { data } = (await request.get("/v3/senders").expect(200)).body as PageBody;
    expect(data.filter((sender) => sender.is_default).map((sender) => sender.address)).toEqual(["27001"]);
  });

  it("passes the default to the oldest remaining sender on removal", async () => {
    const { accountId, request } = await emptyAccount();
    const first = await add(accountId, "27000");
    const second = await add(accountId, "27001");
    await add(accountId, "27002");
    await remove(accountId, first.id);
    expect(await smsDefault(accountId)).toBe("27001");
    const { data } = (await request.get("/v3/senders").expect(200)).body as PageBody;
    expect(data.map((sender) => sender.address)).toEqual(["27002", "27001"]);
    await remove(accountId, second.id);
    expect(await smsDefault(accountId)).toBe("27002");
  });

  it("returns a removed sender by id, but removes it only once and only for its account", async () => {
    const { accountId } = await emptyAccount();
    const sender = await add(accountId, "27000");
    expect(await remove(service.accountId, sender.id)).toBeNull();
    expect(await remove(accountId, sender.id)).toMatchObject({ address: "27000", isDefault: false });
    expect(await remove(accountId, sender.id)).toBeNull();
    const found = await sendersById(service.db, accountId, [sender.id]);
    expect(found.get(sender.id)).toMatchObject({ address: "27000", removedAt: service.clock.now() });
    expect((await sendersById(service.db, service.accountId, [sender.id])).size).toBe(0);
  });

  it("reserves an address until its sender is removed", async () => {
    const { accountId } = await emptyAccount();
    const sender = await add(accountId, "27000");
    await expect(add(accountId, "27000", { isDefault: true })).rejects.toMatchObject({ code: "conflict" });
    expect(await smsDefault(accountId)).toBe("27000");
    await remove(accountId, sender.id);
    await add(accountId, "27000");
    expect(await smsDefault(accountId)).toBe("27000");
  });

  it("keeps one default when senders are added at the same time", async () => {
    const { accountId, request } = await emptyAccount();
    await Promise.all(Array.from({ length: 6 }, (_, index) => add(accountId, `2700${index}`)));
    const { data } = (await request.get("/v3/senders").expect(200)).body as PageBody;
    expect(data.filter((sender) => sender.is_default)).toHaveLength(1);
  });

  describe("the token bucket of a sender", () => {
    const bucket = async (maxPerSecond: number) => {
      const { accountId } = await emptyAccount();
      const { id } = await add(accountId, "27000", { maxPerSecond });
      const begin = service.clock.now();
      return {
        begin,
        take: (count: number, after: number) => takeTokens(service.db, accountId, id, count, begin + after),
        next: (count?: number, after = 0) => nextTokenAt(service.db, accountId, id, begin + after, count),
      };
    };

    it("grants one second's tokens at once, then refills at its rate", async () => {
      const { take } = await bucket(3);
      expect(await take(2, 0)).toBe(2);
      expect(await take(5, 0)).toBe(1);
      expect(await take(5, 333)).toBe(0);
      expect(await take(5, 334)).toBe(1);
      expect(await take(5, 60_000)).toBe(3);
    });

    it("grants no token for a time before its last refill", async () => {
      const { take } = await bucket(1);
      expect(await take(1, 4_000)).toBe(1);
      expect(await take(1, 0)).toBe(0);
      expect(await take(1, 4_999)).toBe(0);
      expect(await take(1, 5_000)).toBe(1);
    });

    it("restarts from the current time when a clock was an hour ahead", async () => {
      const { begin, take, next } = await bucket(2);
      expect(await take(2, 3_600_000)).toBe(2);
      expect(await next(1, 0)).toBe(begin + 500);
      expect(await take(1, 0)).toBe(0);
      expect(await take(1, 499)).toBe(0);
      expect(await take(1, 500)).toBe(1);
      expect(await take(5, 1_500)).toBe(2);
    });

    it("returns when it will have tokens", async () => {
      const { begin, take, next } = await bucket(3);
      expect(await next()).toBe(begin);
      await take(3, 0);
      expect(await next()).toBe(begin + 334);
      expect(await next(3)).toBe(begin + 1_000);
      expect(await take(1, 333)).toBe(0);
      expect(await take(1, 334)).toBe(1);
    });

    it("is empty for an absent sender", async () => {
      const absent = service.app.ids.next();
      expect(await takeTokens(service.db, service.accountId, absent, 5, service.clock.now())).toBe(0);
      expect(await nextTokenAt(service.db, service.accountId, absent, service.clock.now())).toBeNull();
    });

    it("grants exactly its tokens for any sequence of requests", async () => {
      const steps = fc.array(fc.record({ wait: fc.nat({ max: 1_500 }), count: fc.nat({ max: 60 }) }), {
        maxLength: 12,
      });
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 40 }), steps, async (rate, requests) => {
          const { take } = await bucket(rate);
          let elapsed = 0;
          let granted = 0;
          let level = rate * 1_000;
          for (const { wait, count } of requests) {
            elapsed += wait;
            level = Math.min(rate * 1_000, level + wait * rate);
            const got = await take(count, elapsed);
            expect(got).toBe(Math.min(count, Math.floor(level / 1_000)));
            level -= got * 1_000;
            granted += got;
            expect(granted).toBeLessThanOrEqual(rate + (rate * elapsed) / 1_000);
          }
        }),
        { numRuns: 30 },
      );
    });

    it("grants no token twice to concurrent requests", async () => {
      const { take } = await bucket(50);
      const granted = await Promise.all(Array.from({ length: 24 }, () => take(7, 0)));
      expect(granted.reduce((sum, got) => sum + got, 0)).toBe(50);
      expect(granted.every((got) => got >= 0 && got <= 7)).toBe(true);
    });
  });
});
