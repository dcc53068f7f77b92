import { HOUR, SECOND, toTimestamp } from "../../src/platform/time";
import { acceptAll, scriptedCarrier } from "./carrier";
import type { TestDatabase } from "./databases";
import { Exchange } from "./exchange";
import { seededRandom } from "./random";
import { testService } from "./service";
import { times } from "./times";

interface Sizes {
  /** Number of sends whose messages are canceled while they wait in a process. */
  rounds: number;
  /** Number of random operations. */
  steps: number;
  /** Number of cancellations at the moment of the submission. */
  races: number;
}

/** Adds tests to the enclosing `describe`, which expect each message to be either canceled or submitted. */
export function testCancellation(database: TestDatabase, { rounds, steps, races }: Sizes): void {
  const submittedAt = new Map<string, number>();
  const peer = scriptedCarrier({
    batchSize: 2,
    window: 1,
    async submit(messages) {
      for (const { messageId } of messages) {
        expect(submittedAt.has(messageId)).toBe(false);
        submittedAt.set(messageId, service.clock.now());
      }
      await new Promise((resolve) => setImmediate(resolve));
      // Some tests hold submissions here, so that requests can cancel messages that wait in the process.
      await slowly();
      return acceptAll(messages);
    },
  });
  const service = testService(database, {
    override: () => ({ carriers: new Map([["sandbox", peer.carrier]]) }),
  });
  const exchange = new Exchange(service);
  const canceled = new Set<string>();
  let slowly = async () => {};
  const notBefore = new Map<string, number>();

  const at = (ms: number) => toTimestamp(service.clock.now() + ms);
  async function send(count: number, delay: number | null) {
    const body = {
      channel: "sms",
      content: { type: "text", text: "x" },
      recipients: times(count, (index) => ({ to: `+55119876500${10 + index}` })),
      ...(delay === null ? {} : { send_at: at(delay) }),
    };
    const sent = await exchange.posted<{
      batch_id: string;
      data: { message_id: string; not_before: string | null }[];
    }>("/v3/messages", body, 202);
    for (const { message_id: id, not_before } of sent.data)
      notBefore.set(id, Date.parse(not_before ?? at(0)));
    return { batchId: sent.batch_id, ids: sent.data.map(({ message_id }) => message_id) };
  }
  async function cancel(id: string) {
    const { status } = await service.request.post(`/v3/messages/${id}/cancel`);
    expect([200, 409]).toContain(status);
    if (status === 200) canceled.add(id);
  }
  async function cancelBatch({ batchId, ids }: { batchId: string; ids: string[] }) {
    const { body } = await service.request.post(`/v3/message-batches/${batchId}/cancel`).expect(200);
    const listed = await exchange.messages({ batch_id: batchId, limit: 1000 });
    const found = listed.filter(({ status }) => status === "canceled").map(({ id }) => id);
    expect(body).toEqual({ canceled: found.length, not_canceled: ids.length - found.length });
    for (const id of found) canceled.add(id);
  }
  async function move(id: string, delay: number) {
    const { status, body } = await service.request.patch(`/v3/messages/${id}`).send({ send_at: at(delay) });
    expect([200, 409]).toContain(status);
    if (status === 200) notBefore.set(id, Date.parse((body as { not_before: string }).not_before));
  }
  function check() {
    const both = [...canceled].filter((id) => submittedAt.has(id));
    const early = [...submittedAt].filter(([id, submitted]) => submitted < (notBefore.get(id) ?? 0));
    expect({ both, early }).toEqual({ both: [], early: [] });
  }

  afterEach(() => void (slowly = async () => {}));

  it("cancels messages that wait in a process, or submits them, never both", async () => {
    const random = seededRandom(7);
    let won = 0;
    for (let round = 0; round < rounds; round += 1) {
      const { ids } = await send(24, null);
      const before = canceled.size;
      const running: Promise<void>[] = [];
      slowly = async () => {
        service.clock.advance(Math.ceil(random() * 8 * SECOND));
        const picked = ids.filter(() => random() < 0.15);
        // Some requests run while the process claims and submits the next messages.
        const requests = picked.map(cancel);
        running.push(...requests);
        if (random() < 0.7) await Promise.all(requests);
      };
      await service.dispatcher.workOff();
      slowly = async () => {};
      await Promise.all(running);
      await service.drain();
      check();
      for (const id of ids) expect(canceled.has(id)).toBe(!submittedAt.has(id));
      won += canceled.size - before;
    }
    expect(won).toBeGreaterThan(0);
  });

  it("submits no canceled message, and none before its time, in random sequences", async () => {
    const random = seededRandom(20_261_126);
    const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)];
    const sends: { batchId: string; ids: string[] }[] = [];
    const before = canceled.size;
    for (let step = 0; step < steps; step += 1) {
      const chosen = pick(sends.slice(-6));
      const id = pick(chosen?.ids ?? []);
      const delay = Math.ceil(random() * 3 * HOUR);
      const action = random();
      if (action < 0.3 || !chosen || id === undefined) {
        sends.push(await send(1 + Math.floor(random() * 5), random() < 0.3 ? null : delay));
      } else if (action < 0.45) await move(id, delay);
      else if (action < 0.6) await cancel(id);
      else if (action < 0.65) await cancelBatch(chosen);
      else if (action < 0.8) await service.dispatcher.workOff();
      else if (action < 0.9) {
        await Promise.all([service.dispatcher.workOff(), cancel(id), move(pick(chosen.ids) ?? id, delay)]);
      } else service.clock.advance(Math.ceil(random() * HOUR));
      check();
    }
    service.clock.advance(4 * HOUR);
    await service.drain();
    check();
    const all = sends.flatMap(({ ids }) => ids);
    expect(canceled.size - before).toBeGreaterThan(10);
    expect(all.filter((id) => !canceled.has(id) && !submittedAt.has(id))).toEqual([]);
    expect(await service.db("jobs").where({ kind: "submission" })).toEqual([]);
  });

  it("cancels or submits a message, not both, when both happen at once", async () => {
    const turns = async (count: number) => {
      for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    };
    const ends = { canceled: 0, submitted: 0 };
    for (let race = 0; race < races; race += 1) {
      const { ids, batchId } = await send(1 + (race % 2), null);
      const [first = ""] = ids;
      await Promise.all([
        turns(race % 5).then(() => (race % 3 === 0 ? cancelBatch({ batchId, ids }) : cancel(first))),
        turns(race % 13).then(() => service.dispatcher.workOff()),
      ]);
      check();
      await service.dispatcher.workOff();
      for (const id of ids) {
        expect(canceled.has(id)).toBe(!submittedAt.has(id));
        ends[canceled.has(id) ? "canceled" : "submitted"] += 1;
      }
    }
    expect(Math.min(ends.canceled, ends.submitted)).toBeGreaterThan(0);
  });
}
