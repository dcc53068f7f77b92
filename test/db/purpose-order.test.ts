import type { components } from "../../generated/schema";
import type { Submission, SubmitOutcome } from "../../src/carriers/carrier";
import { PRIORITY, submissionJob } from "../../src/features/messages/submission-job";
import { defaultSender } from "../../src/features/senders/senders.store";
import type { Purpose } from "../../src/messaging/purpose";
import { dialectOf } from "../../src/platform/db/dialect";
import { firstIdAt } from "../../src/platform/ids";
import { DueSenders } from "../../src/features/dispatch/due-senders";
import { createDispatcher, type Dispatcher } from "../../src/features/dispatch/dispatcher";
import { enqueueJobs } from "../../src/queue/jobs.store";
import { acceptAll, scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { Exchange } from "../support/exchange";
import { seededRandom } from "../support/random";
import { testService } from "../support/service";
import { times } from "../support/times";
import { until } from "../support/until";

const MESSAGES_PER_JOB = 1_000;
/** Number of jobs of which the carriers finish only a part. */
const JOBS = 10;
const CODES = 10;
/** Beginning of the statement that leases jobs. */
const LEASE = "with picked as";

describe.each(databases)("the order of purposes on %s", (database) => {
  /** Submissions at the carrier, which end when the test calls `accept`. */
  let atCarrier: { accept(): void }[] = [];
  /** Ids of the messages of each submission since the test's beginning. */
  const begun: string[][] = [];
  const byHand = scriptedCarrier({ batchSize: 1, window: 1, idempotent: true });
  const inBatches = scriptedCarrier({ name: "batches", batchSize: 100, window: 1, idempotent: true });
  const intents = scriptedCarrier({ name: "intents", batchSize: 1, window: 1, idempotent: false });
  const service = testService(database, {
    override: () => ({
      carriers: new Map([byHand, inBatches, intents].map(({ carrier }) => [carrier.name, carrier])),
    }),
  });
  const exchange = new Exchange(service);
  const holdAll = (messages: readonly Submission[]) =>
    new Promise<SubmitOutcome[]>((resolve) => {
      begun.push(messages.map(({ messageId }) => messageId));
      const accept = () => {
        atCarrier = atCarrier.filter((one) => one.accept !== accept);
        resolve(messages.map(() => ({ type: "accepted" })));
      };
      atCarrier.push({ accept });
    });
  const senderId = async () => (await defaultSender(service.db, service.accountId, "sms"))?.id ?? "";
  const send = async (purpose: Purpose, count = 1) => {
    const recipients = times(count, (index) => ({ to: `+55119876500${10 + index}` }));
    const body = { channel: "sms", purpose, content: { type: "text", text: "x" }, recipients };
    const { data } = await exchange.posted<components["schemas"]["SendMessagesResponse"]>(
      "/v3/messages",
      body,
      202,
    );
    return data[0]?.message_id ?? "";
  };
  /** Waits until the message waits for its turn at a carrier whose intents are recorded. */
  const recorded = async (messageId: string) => {
    const intent = service.db("unconfirmed_submissions").where({ message_id: messageId });
    const isRecorded = async () => (await intent.clone().first("times")) !== undefined;
    await until("the intent is recorded", 20, isRecorded, 5);
    for (const _ of times(10, () => 0)) await new Promise((resolve) => setImmediate(resolve));
  };

  /**
   * Resolves when a leased one-time password is queued for its sender: the next poll of the senders follows
   * its preparation. Requests this poll.
   */
  const queued = (dispatcher: Dispatcher) =>
    new Promise<void>((resolve) => {
      type Rows = { priority: number }[];
      let isLeased = false;
      const listener = (response: Rows | { rows: Rows }, { sql }: { sql: string }) => {
        if (!isLeased && sql.startsWith(LEASE)) {
          const jobs = "rows" in response ? response.rows : response;
          isLeased = jobs.some(({ priority }) => priority === PRIORITY.otp);
          // Makes the dispatcher poll as soon as its current round, which queues the password, has ended.
          if (isLeased) dispatcher.notify();
        }
        if (!isLeased || !sql.includes("with recursive keys")) return;
        service.db.off("query-response", listener);
        resolve();
      };
      service.db.on("query-response", listener);
    });
  const started = () => until("a submission is at the carrier", 20, async () => atCarrier.length === 1, 5);
  const acceptOne = async () => {
    atCarrier[0]?.accept();
    await started();
  };

  /** Stores pending marketing messages with their jobs. */
  async function storeMarketing(): Promise<void> {
    const { db, accountId, clock, app } = service;
    const sender = await senderId();
    const [prefix, now] = [firstIdAt(clock.now()).slice(0, 24), clock.now()];
    const isSqlite = dialectOf(db) === "sqlite";
    const id = isSqlite ? "? || printf('%012x', n)" : "(? || lpad(to_hex(n), 12, '0'))::uuid";
    const hex = (n: number) => n.toString(16).padStart(12, "0");
    const origins = times(JOBS, () => app.ids.next());
    for (const [index, origin] of origins.entries()) {
      const [first, last] = [index * MESSAGES_PER_JOB, (index + 1) * MESSAGES_PER_JOB - 1];
      const numbers = isSqlite
        ? `(with recursive numbers(n) as (select ${first} union all select n + 1 from numbers where n < ${last})
            select n from numbers) as numbers`
        : `generate_series(${first}, ${last}) as n`;
      await db.raw(
        `insert into messages (account_id, id, batch_id, channel, purpose, status, recipient, sender, sender_id,
           content, history, search, created_at, updated_at)
         select ?, ${id}, ${isSqlite ? "?" : "?::uuid"}, 'sms', 'marketing', 'pending', '+5511987650001', '27000',
           ${isSqlite ? "?" : "?::uuid"}, '{"type":"text","text":"x"}', '[["pending",${now}]]', '', ?, ? from ${numbers}`,
        [accountId, prefix, origin, sender, now, now],
      );
      const job = submissionJob({
        accountId,
        senderId: sender,
        campaignId: null,
        exempt: false,
        purpose: "marketing",
        origin,
        messageIds: [prefix + hex(first), prefix + hex(last)],
        bytes: 0,
        now,
      });
      await enqueueJobs(db, [{ ...job, weight: MESSAGES_PER_JOB }]);
    }
  }

  beforeEach(async () => {
    for (const script of [byHand, inBatches, intents]) script.behaves(acceptAll);
    await service.db("jobs").del();
    atCarrier = [];
    begun.length = 0;
    byHand.submitted.length = 0;
  });

  it.each([
    ["with recorded intents", intents],
    ["that is idempotent", byHand],
    ["that takes 100 messages at once", inBatches],
  ])(
    "submits each one-time password right after the running submission to a carrier %s",
    async (_, script) => {
      const random = seededRandom(20_261_127);
      await service
        .db("senders")
        .where({ id: await senderId() })
        .update({ carrier: script.carrier.name });
      const dispatcher = createDispatcher(service.app);
      // Prompt submissions let the sender use the whole window.
      await send("transactional", 10);
      await dispatcher.workOff();
      script.behaves(holdAll);
      await storeMarketing();
      dispatcher.start();
      try {
        await started();
        for (let code = 0; code < CODES; code += 1) {
          for (let others = Math.floor(random() * 5); others > 0; others -= 1) await acceptOne();
          const before = begun.length;
          const isQueued = queued(dispatcher);
          const id = await send("otp");
          dispatcher.notify();
          await isQueued;
          if (!script.carrier.idempotent) await recorded(id);
          await acceptOne();
          expect(begun.slice(before).findIndex((ids) => ids.includes(id))).toBe(0);
        }
      } finally {
        script.behaves(acceptAll);
        await service.db("jobs").where({ lease: null }).del();
        for (const { accept } of [...atCarrier]) accept();
        await dispatcher.stop();
        await service.db("messages").where({ purpose: "marketing" }).del();
      }
    },
    120_000,
  );

  it("submits in the order of purpose, and of transactional messages the direct sends first", async () => {
    await service
      .db("senders")
      .where({ id: await senderId() })
      .update({ carrier: byHand.carrier.name });
    await send("marketing", 2);
    await send("transactional", 2);
    await send("otp", 2);
    await service.dispatcher.workOff();
    expect(byHand.submitted.map(({ purpose }) => purpose)).toEqual([
      ...["otp", "otp", "transactional", "transactional", "marketing", "marketing"],
    ]);
  });

  it("leases one one-time password after another while other jobs fill the window", async () => {
    for (const _ of times(3, () => 0)) await send("otp");
    await send("marketing");
    const room = { weight: 1, priority: PRIORITY.otp };
    const senders = new DueSenders(
      service.app,
      () => room,
      async () => undefined,
    );
    const leased: number[] = [];
    for (const _ of times(4, () => 0)) leased.push((await senders.lease()).jobs.length);
    expect(leased).toEqual([1, 1, 1, 0]);
  });
});
