import { Lines } from "../../src/carriers/asterisk/lines";
import type { Purpose } from "../../src/messaging/purpose";

const LONG = 60_000;

describe("the lines of Asterisk", () => {
  const open: Lines[] = [];
  afterEach(() => {
    for (const lines of open.splice(0)) lines.close();
  });

  /** Returns one line, which the call `busy` uses. */
  async function busyLine() {
    const lines = new Lines(1);
    open.push(lines);
    await lines.take("busy", "marketing", LONG);
    const take = (id: string, purpose: Purpose, withinMs = LONG) => lines.take(id, purpose, withinMs);
    return { lines, take };
  }

  it("gives a freed line to one-time codes first, and to other calls in order of arrival", async () => {
    const { lines, take } = await busyLine();
    const calls = [
      ["m1", "marketing"],
      ["t1", "transactional"],
      ["o1", "otp"],
      ["m2", "marketing"],
      ["o2", "otp"],
      ["t2", "transactional"],
    ] as const;
    const taken = calls.map(([id, purpose]) => take(id, purpose));
    let busy = "busy";
    const served = calls.map(() => {
      lines.free(busy);
      busy = calls
        .map(([id]) => id)
        .filter(lines.has)
        .join();
      return busy;
    });
    expect(served).toEqual(["o1", "o2", "m1", "t1", "m2", "t2"]);
    expect(await Promise.all(taken)).toEqual(calls.map(() => true));
  });

  it("reserves a freed line for the waiting call before a later call asks for a line", async () => {
    const { lines, take } = await busyLine();
    const waiting = take("m1", "marketing");
    lines.free("busy");
    expect(lines.has("m1")).toBe(true);
    expect(await take("o1", "otp", 0)).toBe(false);
    expect(await waiting).toBe(true);
  });

  it("gives no line while found calls occupy more lines than there are", async () => {
    const { lines, take } = await busyLine();
    lines.adopt("found");
    const waiting = take("o1", "otp");
    lines.free("busy");
    expect(lines.has("o1")).toBe(false);
    lines.free("found");
    expect(await waiting).toBe(true);
  });

  it("returns false when no line became free in time, and gives the next line to another call", async () => {
    const { lines, take } = await busyLine();
    const [late, waiting] = [take("o1", "otp", 1), take("m1", "marketing")];
    expect(await late).toBe(false);
    lines.free("busy");
    expect(await waiting).toBe(true);
    expect(lines.has("o1")).toBe(false);
  });

  it("returns false to all waiting calls when it closes", async () => {
    const { lines, take } = await busyLine();
    const waiting = [take("o1", "otp"), take("m1", "marketing")];
    lines.close();
    expect(await Promise.all(waiting)).toEqual([false, false]);
    expect(await take("o2", "otp")).toBe(false);
  });
});
