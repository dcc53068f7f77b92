import pino from "pino";
import { held, released } from "../../src/queue/hold";
import { changeHold } from "../../src/queue/hold.store";
import { WatchedHold } from "../../src/queue/watched-hold";
import { databases } from "../support/databases";
import { testQueue } from "../support/queue";

describe.each(databases)("the hold that a process follows on %s", (database) => {
  const queue = testQueue(database);
  const hold = (now: number) => changeHold(queue.db, (before) => held(before, now));
  const release = (createdAfter: number | null) =>
    changeHold(queue.db, (before) => released(before, { createdAfter, expire: false }, queue.clock.now()));

  /** Returns a followed hold and the messages that it has logged. */
  const watched = () => {
    const logged: string[] = [];
    const stream = { write: (line: string) => void logged.push((JSON.parse(line) as { msg: string }).msg) };
    return { watch: new WatchedHold({ db: queue.db, log: pino({}, stream) }), logged };
  };
  const isHeld = expect.stringMatching(/^queue is held: .*"npm run recado -- queue release"$/) as string;

  it("reads a change once, and logs how to release the queue", async () => {
    const { watch, logged } = watched();
    await release(null);
    await watch.refresh();
    await hold(queue.clock.now());
    expect(await watch.refresh()).toBe(true);
    expect(await watch.refresh()).toBe(false);
    expect(watch.current.since).toBe(queue.clock.now());
    await release(queue.clock.now() - 1);
    expect(await watch.refresh()).toBe(true);
    await release(null);
    expect(await watch.refresh()).toBe(true);
    expect(logged).toEqual([isHeld, isHeld, "queue is released"]);
  });

  it("reports changes until it is stopped", async () => {
    const { watch } = watched();
    await watch.refresh();
    const changed = new Promise<void>((resolve) => watch.start(resolve));
    await hold(queue.clock.now() + 1);
    await changed;
    expect(watch.current.since).toBe(queue.clock.now() + 1);
    await watch.stop();
  });
});
