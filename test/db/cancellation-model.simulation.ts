import type { components } from "../../generated/schema";
import type { Submission, SubmitOutcome } from "../../src/carriers/carrier";
import { HOUR, MINUTE, SECOND, toTimestamp } from "../../src/platform/time";
import { testCancellation } from "../support/cancellation-model";
import { scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { Exchange } from "../support/exchange";
import { messageCount } from "../support/message-count";
import { seededRandom } from "../support/random";
import { testService } from "../support/service";
import { times } from "../support/times";

type Sent = components["schemas"]["SendMessagesResponse"];
type Canceled = components["schemas"]["CanceledBatch"];

const MESSAGES = messageCount(2_000);
/** Each round has 1,000 messages. Rounds alternate between two kinds of carriers. */
const ROUNDS = MESSAGES / 1_000;
/** Recipients of each send of a round, together 1,000: jobs with one message and with many. */
const SENDS = [200, 100, ...times(25, () => 20), ...times(40, () => 3), ...times(80, () => 1)];
/** Requests in flight at once. */
const AT_ONCE = 8;

describe.each(databases)(`cancellation of ${MESSAGES} messages on %s`, (database) => {
  const random = seededRandom(20_261_127);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const shuffled = <T>(all: readonly T[]): T[] =>
    all
      .map((one) => ({ one, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one);

  /** Messages at the carrier, with the time of their submission. */
  const submittedAt = new Map<string, number>();
  /** Messages whose cancellation was confirmed by a response. */
  const canceled = new Set<string>();
  const faults: string[] = [];
  /** Numbers of messages by their end, and of single cancellations by their response. */
  const ends = { canceled: 0, submitted: 0, accepted: 0, refused: 0 };
  /** Submissions that wait until some more requests have ended. */
  let waiting: { requests: number; resolve: () => void }[] = [];
  let requestsLeft = 0;

  function requestEnded(): void {
    requestsLeft -= 1;
    for (const one of waiting) one.requests -= 1;
    const ended = waiting.filter(({ requests }) => requests <= 0 || requestsLeft === 0);
    waiting = waiting.filter((one) => !ended.includes(one));
    for (const { resolve } of ended) resolve();
  }

  /** Accepts messages after some of the requests, so that both continue until the end of the round. */
  async function submit(messages: readonly Submission[]): Promise<SubmitOutcome[]> {
    for (const { messageId } of messages) {
      if (canceled.has(messageId)) faults.push(`${messageId} was submitted after its cancellation`);
      if (submittedAt.has(messageId)) faults.push(`${messageId} was submitted twice`);
      submittedAt.set(messageId, service.clock.now());
    }
    service.clock.advance(upTo(4) * SECOND);
    const requests = upTo(6);
    if (requests > 0 && requestsLeft > 0) {
      await new Promise<void>((resolve) => waiting.push({ requests, resolve }));
    }
    return messages.map(() => ({ type: "accepted" }));
  }
  const kinds = [
    scriptedCarrier({ name: "idempotent", batchSize: 5, window: 2, reports: false, submit }).carrier,
    scriptedCarrier({ name: "intents", batchSize: 5, window: 2, reports: false, idempotent: false, submit })
      .carrier,
  ];
  const service = testService(database, {
    override: () => ({ carriers: new Map(kinds.map((carrier) => [carrier.name, carrier])) }),
  });
  const exchange = new Exchange(service);
  const statusesOf = async (batchId: string) =>
    new Map(
      (await exchange.messages({ batch_id: batchId, limit: 1000 })).map(({ id, status }) => [id, status]),
    );

  async function cancel(id: string): Promise<void> {
    const { status, body } = await service.request.post(`/v3/messages/${id}/cancel`);
    ends[status === 200 ? "accepted" : "refused"] += 1;
    if (status === 200) canceled.add(id);
    else expect([status, body]).toMatchObject([409, { error: { code: "invalid_state" } }]);
    if (status === 200 && submittedAt.has(id)) faults.push(`${id} was canceled after its submission`);
  }

  async function cancelSend({ batch_id: batchId, data }: Sent): Promise<void> {
    const response = await service.request.post(`/v3/message-batches/${batchId}/cancel`).expect(200);
    const counts = response.body as Canceled;
    expect(counts.canceled + counts.not_canceled).toBe(data.length);
    for (const [id, status] of await statusesOf(batchId)) if (status === "canceled") canceled.add(id);
  }

  /** Moves a message beyond the round. */
  async function move(id: string, moved: Map<string, number>): Promise<void> {
    const at = service.clock.now() + 2 * HOUR;
    const { status } = await service.request.patch(`/v3/messages/${id}`).send({ send_at: toTimestamp(at) });
    expect([200, 409]).toContain(status);
    if (status === 200) moved.set(id, Math.floor(at / SECOND) * SECOND);
  }

  it("cancels or submits each message, never both, while requests race against their submission", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      await service.db("senders").update({ carrier: kinds[round % kinds.length]?.name });
      const dueAt = service.clock.now() + MINUTE;
      const sends: Sent[] = [];
      for (const count of SENDS) {
        const recipients = times(count, (index) => ({ to: `+551198765${1_000 + index}` }));
        const content = { type: "text", text: "Oi" };
        const body = { channel: "sms", content, recipients, send_at: toTimestamp(dueAt) };
        sends.push(await exchange.posted<Sent>("/v3/messages", body, 202));
      }
      const ids = sends.flatMap(({ data }) => data.map(({ message_id }) => message_id));
      const moved = new Map<string, number>();
      const requests = shuffled([
        ...ids.filter(() => random() < 0.5).map((id) => () => cancel(id)),
        ...ids.filter(() => random() < 0.05).map((id) => () => move(id, moved)),
        ...sends.filter(() => random() < 0.2).map((sent) => () => cancelSend(sent)),
      ]);
      requestsLeft = requests.length;
      service.clock.set(dueAt);
      const request = async () => {
        for (let next = requests.pop(); next; next = requests.pop()) {
          try {
            await next();
          } finally {
            requestEnded();
          }
        }
      };
      await Promise.all([service.dispatcher.workOff(), ...times(AT_ONCE, request)]);
      service.clock.advance(3 * HOUR);
      await service.drain();

      for (const sent of sends) {
        const statuses = await statusesOf(sent.batch_id);
        for (const [id, status] of statuses) {
          const end = canceled.has(id) ? "canceled" : "sent";
          if (status !== end) faults.push(`${id} is ${status} instead of ${end}`);
          if (submittedAt.has(id) === canceled.has(id))
            faults.push(`${id} is canceled and submitted, or neither`);
          if ((submittedAt.get(id) ?? Infinity) < (moved.get(id) ?? 0))
            faults.push(`${id} was submitted early`);
          ends[canceled.has(id) ? "canceled" : "submitted"] += 1;
        }
        expect(statuses.size).toBe(sent.data.length);
      }
      expect(faults).toEqual([]);
    }
    expect(ends.canceled + ends.submitted).toBe(MESSAGES);
    for (const [end, count] of Object.entries(ends))
      expect([end, count > MESSAGES / 20]).toEqual([end, true]);
    expect(await service.db("jobs").where({ kind: "submission" })).toEqual([]);
    expect(await service.db("unconfirmed_submissions").select("*")).toEqual([]);
  }, 900_000);
});

describe.each(databases)("cancellation in long random sequences on %s", (database) => {
  testCancellation(database, { rounds: 12, steps: 250, races: 150 });
});
