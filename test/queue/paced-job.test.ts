import { Foreground } from "../../src/platform/concurrency/foreground";
import { SECOND } from "../../src/platform/time";
import { pacedJob, type PacedWork } from "../../src/queue/paced-job";

describe("a paced job", () => {
  let time = 0;
  let pauses: number[] = [];
  beforeEach(() => {
    time = 0;
    pauses = [];
  });
  const timing = {
    now: () => time,
    async pause(ms: number) {
      pauses.push(ms);
      time += ms;
    },
  };
  const paced = <T>(work: Pick<PacedWork<T>, "steps" | "onStep">, foreground = new Foreground()) =>
    pacedJob({ foreground }, { name: "deletion", everyMs: 1, ...work }, timing);
  /** Steps that take the given times, in milliseconds. */
  const taking = (durations: readonly number[]) =>
    async function* () {
      for (const duration of durations) {
        time += duration;
        yield duration;
      }
    };

  it("pauses nine times as long as a step took, and at most one second", async () => {
    await paced({ steps: taking([10, 20, 60, 1]) }).run();
    expect(pauses).toEqual([90, 180, 540, 9]);
    pauses = [];
    await paced({ steps: taking([400]) }).run();
    expect(pauses).toEqual([SECOND]);
  });

  it("continues in the next run after a second, and starts again after the last step", async () => {
    const done: number[] = [];
    const job = paced({ steps: taking([90, 91, 92]), onStep: (step) => void done.push(step) });
    expect(await job.run()).toBe(true);
    expect(done).toEqual([90, 91]);
    expect(await job.run()).toBe(false);
    expect(done).toEqual([90, 91, 92]);
    await job.run();
    expect(done).toEqual([90, 91, 92, 90, 91]);
  });

  it("starts again after a failure", async () => {
    const done: number[] = [];
    let fails = true;
    const job = paced({
      async *steps() {
        yield 1;
        if (fails) throw new Error("away");
        yield 2;
      },
      onStep: (step) => void done.push(step),
    });
    await expect(job.run()).rejects.toThrow("away");
    fails = false;
    expect(await job.run()).toBe(false);
    expect(done).toEqual([1, 1, 2]);
  });

  it("begins no step while a request is in flight", async () => {
    const foreground = new Foreground();
    const end = foreground.begin();
    const order: string[] = [];
    const job = paced(
      {
        async *steps() {
          order.push("step");
          yield 1;
        },
      },
      foreground,
    );
    const ran = job.run();
    setImmediate(() => {
      order.push("response");
      end();
    });
    await ran;
    expect(order).toEqual(["response", "step"]);
  });
});
