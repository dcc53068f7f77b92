import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { MINUTE, SECOND } from "../../../src/platform/time";
import { built } from "../../support/build";
import { contradicted, doubled, tally } from "../../support/arrival-checks";
import { minuteWindows } from "../../support/minute-windows";
import { numbersFrom, RuleRun } from "../../support/rule-run";
import type { ServiceProcess } from "../../support/process";
import { until } from "../../support/until";
import { fault } from "./fault-figures";

const SHIFTED = {
  command: ["--import", join(__dirname, "shifted-clock.mjs"), built("src/main.ts")],
};
/** The two workers take about 80 messages a second, so some are left at the end of the window. */
const SLOW_MS = 250;
const CONNECTION = ["window=2", "batch=5"];
const SENDS = 30;
const RECIPIENTS = 200;
/** Least time of submissions before the window's end, in milliseconds. */
const OPEN = 15 * SECOND;
/** Time of observation after the window's end, in milliseconds. */
const CLOSED = 12 * SECOND;
/** Maximum time from a submission to its arrival on a busy machine, in milliseconds. */
const TOLERANCE = SECOND;
const CAP = 2;
const INTERVAL_S = 4;

async function submittedBy({ baseUrl }: ServiceProcess): Promise<number> {
  const metrics = await (await fetch(`${baseUrl}/metrics`)).text();
  const accepted = /^recado_carrier_submissions_total\{carrier="test",outcome="accepted"\} (\d+)$/m.exec(
    metrics,
  );
  return Number(accepted?.[1] ?? 0);
}

describe("a pair of workers on PostgreSQL, one with a clock an hour ahead and one an hour behind", () => {
  let run: RuleRun;

  beforeAll(async () => {
    const shifted = (clock: string) => ({
      roles: "worker",
      entry: SHIFTED,
      settings: { RECADO_TEST_CLOCK: clock },
    });
    run = await RuleRun.start("PostgreSQL", {
      processes: [{ roles: "api" }, shifted("ahead"), shifted("behind")],
      responseMs: SLOW_MS,
      connection: CONNECTION,
    });
  }, 300_000);

  afterAll(() => run?.close());

  fault("clock")(
    "submits no message after the end of its window",
    async () => {
      const left = MINUTE - (Date.now() % MINUTE);
      if (left < OPEN) await pause(left);
      const { rule, isOpen } = minuteWindows(Date.now());
      const closesAt = (Math.floor(Date.now() / MINUTE) + 1) * MINUTE;
      await run.request("PUT", "/sending-rules/marketing", rule);
      for (let send = 0; send < SENDS; send += 1) {
        await run.send(numbersFrom(send * RECIPIENTS, RECIPIENTS), "Oferta", { purpose: "marketing" });
      }
      await until("both workers submit", 60, async () => {
        const counts = await Promise.all(run.workers.map(submittedBy));
        return counts.every((count) => count > 0);
      });
      await pause(closesAt + CLOSED - Date.now());
      const { arrivals } = run.peer;
      const waiting = await run.count("status=pending");
      process.stdout.write(`${arrivals.length} messages before the end, ${waiting} wait\n`);
      expect(arrivals.filter(({ at }) => !isOpen(at) && !isOpen(at - TOLERANCE))).toEqual([]);
      expect(waiting).toBeGreaterThan(0);
      expect(doubled(run)).toEqual([]);
    },
    240_000,
  );

  fault("clock")(
    "exceeds neither a cap nor an interval",
    async () => {
      const numbers = numbersFrom(50_000, 20);
      await run.request("DELETE", "/sending-rules/marketing");
      await run.request("PUT", "/sending-rules/otp", { max_per_recipient: { messages: CAP, days: 1 } });
      await run.request("PUT", "/sending-rules/transactional", { min_interval_seconds: INTERVAL_S });
      const endsAt = Date.now() + 4 * INTERVAL_S * SECOND;
      while (Date.now() < endsAt) {
        for (const purpose of ["otp", "transactional"]) {
          await Promise.all(Array.from({ length: 3 }, () => run.send(numbers, purpose, { purpose })));
        }
        await pause(SECOND / 2);
      }
      const open = "status=pending&purpose=otp&purpose=transactional";
      await until("no message is pending", 60, async () => (await run.count(open)) === 0);
      const messages = (await run.messages()).filter(({ to }) => numbers.includes(to ?? ""));
      expect(contradicted(messages, run)).toEqual([]);
      const of = (purpose: string, to: string) =>
        run.peer.arrivals.filter((one) => one.text === purpose && one.to === to).map(({ at }) => at);
      const gaps = numbers.flatMap((to) => {
        const times = of("transactional", to).sort((a, b) => a - b);
        return times.slice(1).map((at, index) => at - (times[index] ?? 0));
      });
      process.stdout.write(
        `${JSON.stringify(tally(messages.map(({ block_reason, status }) => block_reason ?? status)))}\n`,
      );
      expect(numbers.map((to) => of("otp", to).length)).toEqual(numbers.map(() => CAP));
      expect(gaps.length).toBeGreaterThan(numbers.length);
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(INTERVAL_S * SECOND);
    },
    240_000,
  );
});
