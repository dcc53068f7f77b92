import type { Submission, SubmitOutcome } from "../../src/carriers/carrier";
import { submissionJob } from "../../src/features/messages/submission-job";
import { defaultSender } from "../../src/features/senders/senders.store";
import type { Purpose } from "../../src/messaging/purpose";
import { dialectOf } from "../../src/platform/db/dialect";
import { firstIdAt } from "../../src/platform/ids";
import { createDispatcher } from "../../src/features/dispatch/dispatcher";
import { enqueueJobs } from "../../src/queue/jobs.store";
import { acceptAll, scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { Exchange } from "../support/exchange";
import { testService } from "../support/service";
import { times } from "../support/times";
import { until } from "../support/until";

const JOBS = 100;
const MESSAGES_PER_JOB = 1_000;

/** Submission at the carrier, which ends when the test calls `accept`. */
interface AtCarrier {
  messages: readonly Submission[];
  accept(): void;
}

describe.each(databases)("the order of purposes on %s", (database) => {
  let atCarrier: AtCarrier[] = [];
  const byHand = scriptedCarrier({ batchSize: 1, window: 2, idempotent: true });
  const intents = scriptedCarrier({ name: "intents", batchSize: 1, window: 2, idempotent: false });
  const service = testService(database, {
    override: () => ({
      carriers: new Map([byHand, intents].map(({ carrier }) => [carrier.name, carrier])),
    }),
  });
  const exchange = new Exchange(service);
  const holdAll = (messages: readonly Submission[]) =>
    new Promise<SubmitOutcome[]>((resolve) => {
      const accept = () => {
        atCarrier = atCarrier.filter((one) => one.accept !== accept);
        resolve(messages.map(() => ({ type: "accepted" })));
      };
      atCarrier.push({ messages, accept });
    });
  const senderId = async () => (await defaultSender(service.db, service.accountId, "sms"))?.id ?? "";
  const purposesAtCarrier = () => atCarrier.flatMap(({ messages }) => messages.map(({ purpose }) => purpose));

  const send = async (purpose: Purpose, count = 1) => {
    const recipients = times(count, (index) => ({ to: `+55119876500${10 + index}` }));
    const body = { channel: "sms", purpose, content: { type: "text", text: "x" }, recipients };
    await exchange.posted("/v3/messages", body, 202);
  };

  /** Waits until every due job of the priority is leased. */
  const leased = (priority: number) =>
    until(
      "the jobs are leased",
      20,
      async () => {
        const due = { kind: "submission", priority, lease: null };
        return (await service.db("jobs").where(due).first("id")) === undefined;
      },
      10,
    );
  const started = (count: number) =>
    until("submissions are at the carrier", 20, async () => atCarrier.length === count, 5);

  /** Stores pending marketing messages with their jobs. */
  async function storeMarketing(jobs: number): Promise<void> {
    const { db, accountId, clock, app } = service;
    const sender = await senderId();
    const [prefix, now] = [firstIdAt(clock.now()).slice(0, 24), clock.now()];
    const isSqlite = dialectOf(db) === "sqlite";
    const id = isSqlite ? "? || printf('%012x', n)" : "(? || lpad(to_hex(n), 12, '0'))::uuid";
    const hex = (n: number) => n.toString(16).padStart(12, "0");
    const origins = times(jobs, () => app.ids.next());
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
        ...{ accountId, senderId: sender, campaignId: null, exempt: false, purpose: "marketing" },
        ...{ origin, messageIds: [prefix + hex(first), prefix + hex(last)], bytes: 0, now },
      });
      await enqueueJobs(db, [{ ...job, weight: MESSAGES_PER_JOB }]);
    }
  }

  beforeEach(async () => {
    byHand.behaves(acceptAll);
    intents.behaves(acceptAll);
    await service.db("jobs").del();
    atCarrier = [];
    byHand.submitted.length = 0;
    intents.submitted.length = 0;
  });

  it.each([byHand, intents])(
    "submits a one-time password after at most one submission of 100,000 marketing messages (%#)",
    async (script) => {
      script.behaves(holdAll);
      await service
        .db("senders")
        .where({ id: await senderId() })
        .update({ carrier: script.carrier.name });
      await storeMarketing(JOBS);
      const dispatcher = createDispatcher(service.app);
      dispatcher.start();
      try {
        await started(2);
        expect(purposesAtCarrier()).toEqual(["marketing", "marketing"]);
        await send("otp", 3);
        dispatcher.notify();
        await leased(-1);
        // Each submission that ends is followed by a one-time password, while 99,998 messages wait.
        for (const _ of times(3, () => 0)) {
          atCarrier[0]?.accept();
          await started(2);
        }
        expect(script.submitted.slice(2).map(({ purpose }) => purpose)).toEqual(["otp", "otp", "otp"]);
        script.behaves(acceptAll);
      } finally {
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
});
