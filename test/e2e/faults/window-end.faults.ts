import { setTimeout as pause } from "node:timers/promises";
import { MINUTE, SECOND } from "../../../src/platform/time";
import { databases } from "../../support/databases";
import { arrivalsById, contradicted, doubled, tally } from "../../support/arrival-checks";
import { minuteWindows } from "../../support/minute-windows";
import { numbersFrom, RuleRun, SEED } from "../../support/rule-run";
import { seededRandom } from "../../support/random";
import { until } from "../../support/until";
import { fault } from "./fault-figures";

const SENDS = 20;
const RECIPIENTS = 200;
/** Each worker submits at most 50 messages a second, which leaves messages at the end of the first window. */
const SLOW_MS = 400;
const CONNECTION = ["window=4", "batch=5"];
/** Least time between the first submissions and the end of the window, in milliseconds. */
const LEAST_OPEN = 8 * SECOND;
/** Distance from a boundary, in milliseconds, within which the pauses between kills are short. */
const NEAR = 10 * SECOND;
/** Time of the last kill after the second opening, in milliseconds. */
const LAST_KILL = 6 * SECOND;
/** Maximum time from a submission to its arrival on a busy machine, in milliseconds. */
const TOLERANCE = SECOND;

describe("a sending window", () => {
  const runs: RuleRun[] = [];

  afterAll(async () => {
    await Promise.all(runs.map((run) => run.close()));
  });

  fault("rules").each(databases)(
    "ends and opens on %s while the processes are killed, and no message is submitted outside it",
    async (kind) => {
      const worker = { roles: "worker" };
      const processes = kind === "SQLite" ? [{}] : [{ roles: "api" }, worker, worker];
      const run = await RuleRun.start(kind, { processes, responseMs: SLOW_MS, connection: CONNECTION });
      runs.push(run);
      const random = seededRandom(SEED);
      const now = Date.now();
      if (now % MINUTE > MINUTE - LEAST_OPEN) await pause(MINUTE - (now % MINUTE));
      const { rule, isOpen } = minuteWindows(Date.now());
      const closesAt = (Math.floor(Date.now() / MINUTE) + 1) * MINUTE;
      const opensAt = closesAt + MINUTE;
      await run.request("PUT", "/sending-rules/marketing", rule);
      for (let send = 0; send < SENDS; send += 1) {
        const to = numbersFrom(send * RECIPIENTS, RECIPIENTS);
        await run.send(to, "Oferta", { purpose: "marketing" });
      }
      while (Date.now() < opensAt + LAST_KILL) {
        const distance = Math.min(...[closesAt, opensAt].map((at) => Math.abs(at - Date.now())));
        await pause(distance < NEAR ? random() * SECOND : random() * 6 * SECOND);
        await run.killNext();
      }
      run.peer.takes(10);
      await until("no message is pending", 50, async () => (await run.count("status=pending")) === 0, SECOND);

      const messages = await run.messages();
      const { arrivals } = run.peer;
      const before = arrivals.filter(({ at }) => at < closesAt + TOLERANCE).length;
      process.stdout.write(
        `windows on ${kind}, seed ${SEED}: ${run.kills.length} kills, ${before} of ${arrivalsById(arrivals).size} messages before the end, ` +
          `${JSON.stringify(tally(messages.map(({ status }) => status)))}\n`,
      );
      expect(arrivals.filter(({ at }) => !isOpen(at) && !isOpen(at - TOLERANCE))).toEqual([]);
      expect(contradicted(messages, run)).toEqual([]);
      expect(doubled(run)).toEqual([]);
      expect(messages).toHaveLength(SENDS * RECIPIENTS);
      expect(run.kills.length).toBeGreaterThanOrEqual(2);
      // Messages were left at the end of the first window, and were submitted in the second one.
      expect(Math.min(before, arrivals.length - before)).toBeGreaterThan(20);
    },
    600_000,
  );
});
