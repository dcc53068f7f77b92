import { TaskScheduler } from "../../src/http/task-scheduler";

/** Longer than a turn may be that still takes up tasks, in milliseconds. */
const LONG_TURN = 15;

let turns = 0;
let busy = false;

/** Somebody else is at work in every turn of the event loop. */
function work(): void {
  turns += 1;
  for (const until = performance.now() + LONG_TURN; performance.now() < until;);
  if (busy) setImmediate(work);
}

describe("tasks that are begun while others are at work", () => {
  beforeEach(() => {
    [turns, busy] = [0, true];
    work();
  });
  afterEach(() => {
    busy = false;
  });

  it("are begun many a turn where they are small, in their order", async () => {
    const scheduler = new TaskScheduler();
    const begun: number[] = [];
    const tasks = Array.from({ length: 100 }, (_, index) => index);
    await Promise.all(
      tasks.map(
        (index) =>
          new Promise<void>((resolve) =>
            scheduler.runLater(() => {
              begun.push(index);
              resolve();
            }),
          ),
      ),
    );
    expect(begun).toEqual(tasks);
    expect(turns).toBeLessThan(tasks.length / 4);
  });

  it("are begun one a turn where each takes the whole of its part", async () => {
    const scheduler = new TaskScheduler();
    const large = () =>
      new Promise<number>((resolve) =>
        scheduler.runLater(() => {
          for (const until = performance.now() + LONG_TURN; performance.now() < until;);
          resolve(turns);
        }),
      );
    const begunIn = await Promise.all([large(), large(), large()]);
    expect(new Set(begunIn).size).toBe(begunIn.length);
  });

  it("are begun one a turn where each takes its time once what it reads has come", async () => {
    const scheduler = new TaskScheduler();
    const large = () =>
      new Promise<number>((resolve) =>
        scheduler.runLater(() =>
          process.nextTick(() => {
            for (const until = performance.now() + LONG_TURN; performance.now() < until;);
            resolve(turns);
          }),
        ),
      );
    const begunIn = await Promise.all([large(), large(), large()]);
    expect(new Set(begunIn).size).toBe(begunIn.length);
  });

  it("have a turn for themselves where they ask for one", async () => {
    const scheduler = new TaskScheduler();
    const begunIn = await Promise.all([1, 2, 3].map(() => scheduler.turn().then(() => turns)));
    expect(new Set(begunIn).size).toBe(begunIn.length);
  });
});
