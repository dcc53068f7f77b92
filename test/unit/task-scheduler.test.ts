import { TaskScheduler } from "../../src/http/task-scheduler";

/** Duration of a turn in which no further task may start, in milliseconds. */
const LONG_TURN = 15;

let now = 0;
let turns = 0;
let busy = false;

/** Occupies every turn of the event loop for longer than the scheduler may use. */
function work(): void {
  turns += 1;
  now += LONG_TURN;
  if (busy) setImmediate(work);
}

describe("TaskScheduler in a busy event loop", () => {
  let scheduler: TaskScheduler;
  beforeEach(() => {
    [now, turns, busy] = [0, 0, true];
    scheduler = new TaskScheduler(() => now);
    work();
  });
  afterEach(() => {
    busy = false;
  });

  it("starts many small tasks per turn, in order", async () => {
    const started: number[] = [];
    const tasks = Array.from({ length: 100 }, (_, index) => index);
    await Promise.all(
      tasks.map(
        (index) =>
          new Promise<void>((resolve) =>
            scheduler.runLater(() => {
              started.push(index);
              resolve();
            }),
          ),
      ),
    );
    expect(started).toEqual(tasks);
    expect(turns).toBeLessThan(tasks.length / 4);
  });

  it.each<[when: string, start: (task: () => void) => void]>([
    ["when it starts", (task) => task()],
    ["in a process.nextTick callback", (task) => process.nextTick(task)],
  ])("starts one task per turn when a task uses the whole turn %s", async (_, start) => {
    const large = () =>
      new Promise<number>((resolve) =>
        scheduler.runLater(() =>
          start(() => {
            now += LONG_TURN;
            resolve(turns);
          }),
        ),
      );
    const startedIn = await Promise.all([large(), large(), large()]);
    expect(new Set(startedIn).size).toBe(startedIn.length);
  });

  it("starts no other task in a requested turn", async () => {
    const startedIn = await Promise.all([1, 2, 3].map(() => scheduler.turn().then(() => turns)));
    expect(new Set(startedIn).size).toBe(startedIn.length);
  });
});
