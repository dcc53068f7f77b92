import { setTimeout as pause } from "node:timers/promises";
import { databases } from "../../support/databases";
import { contradicted, doubled, tally } from "../../support/arrival-checks";
import { numbersFrom, RuleRun, SEED } from "../../support/rule-run";
import { seededRandom } from "../../support/random";
import { until } from "../../support/until";
import { fault } from "./fault-figures";

const CANCELERS = 8;
const RECIPIENTS = 10;
/** Longest time from a send to its due time, and to its cancellation, in milliseconds. */
const WAIT_MS = 4_000;
/** Longer than the age from which a process offers the messages that it holds for cancellation. */
const HELD_MS = 14_000;
/** Kill that follows the long pause. */
const HELD_BEFORE = 3;

describe("a cancellation", () => {
  const runs: RuleRun[] = [];

  afterAll(async () => {
    await Promise.all(runs.map((run) => run.close()));
  });

  fault("rules").each(databases)(
    "keeps each canceled message from the carrier on %s while the processes are killed",
    async (kind) => {
      const processes = kind === "SQLite" ? [{}] : [{}, {}];
      // Each process submits at most 20 messages a second, so messages wait in the processes.
      const run = await RuleRun.start(kind, {
        processes,
        responseMs: 400,
        connection: ["window=4", "batch=2"],
      });
      runs.push(run);
      const random = seededRandom(SEED);
      const acknowledged = new Set<string>();
      let sends = 0;
      let isOver = false;

      const cancel = async (batchId: string, ids: readonly string[]) => {
        if (random() < 0.5) {
          await run.request("POST", `/message-batches/${batchId}/cancel`);
          return;
        }
        for (const id of ids) {
          const { status } = await run.ask("POST", `/messages/${id}/cancel`);
          if (status === 200) acknowledged.add(id);
          else expect([id, status]).toEqual([id, 409]);
        }
      };
      const canceler = async () => {
        while (!isOver) {
          const first = (sends += RECIPIENTS) - RECIPIENTS;
          const to = numbersFrom(first, RECIPIENTS);
          const isScheduled = random() < 0.6;
          const dueAt = new Date(Date.now() + 1_000 + random() * WAIT_MS).toISOString();
          const body = { channel: "sms", content: { type: "text", text: "Oi" } };
          const sent = await run.ask<{ batch_id: string; data: { message_id: string }[] }>(
            "POST",
            "/messages",
            { ...body, recipients: to.map((one) => ({ to: one })), ...(isScheduled && { send_at: dueAt }) },
          );
          // The time may have passed while no process responded.
          if (sent.status !== 202) {
            expect([sent.status, isScheduled]).toEqual([422, true]);
            continue;
          }
          await pause(random() * WAIT_MS);
          await cancel(
            sent.body.batch_id,
            sent.body.data.map(({ message_id }) => message_id),
          );
        }
      };
      const cancelers = Promise.all(Array.from({ length: CANCELERS }, canceler));
      const killing = run.killRepeatedly(async (kill) => {
        // In one pause, messages wait long enough to be canceled while a process holds them.
        await pause(kill === HELD_BEFORE ? HELD_MS : random() * 2_000);
        await run.killNext();
      });
      await Promise.race([killing, cancelers]);
      isOver = true;
      await Promise.all([killing, cancelers]);
      run.peer.takes(10);
      await until("no message is pending", 60, async () => (await run.count("status=pending")) === 0);

      const messages = await run.messages();
      const statuses = tally(messages.map(({ status }) => status));
      process.stdout.write(
        `cancellations on ${kind}, seed ${SEED}: ${run.kills.length} kills, ${acknowledged.size} acknowledged alone, ${JSON.stringify(statuses)}\n`,
      );
      const byId = new Map(messages.map((message) => [message.id, message]));
      expect([...acknowledged].filter((id) => byId.get(id)?.status !== "canceled")).toEqual([]);
      expect(contradicted(messages, run)).toEqual([]);
      expect(doubled(run)).toEqual([]);
      expect(run.peer.arrivals.filter(({ id }) => !byId.has(id))).toEqual([]);
      expect(Math.min(statuses.canceled ?? 0, statuses.sent ?? 0, acknowledged.size)).toBeGreaterThan(20);
    },
    600_000,
  );
});
