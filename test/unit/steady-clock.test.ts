import { steadyClock, SteadyTime } from "../../src/platform/steady-clock";
import { DAY, HOUR, MINUTE, SECOND } from "../../src/platform/time";
import { noon } from "../support/clock";

/** A machine whose clock can be set, apart from what only runs on. */
function machineAt(start: number) {
  let running = 5_000.25;
  let offset = start - running;
  return {
    pieces: { wall: () => Math.floor(running + offset), running: () => running },
    passes: (ms: number) => void (running += ms),
    sets: (ms: number) => void (offset += ms),
  };
}

describe("the steady clock", () => {
  it.each([
    ["an hour ahead", HOUR],
    ["a day ahead", DAY],
    ["an hour behind", -HOUR],
  ])("takes no notice of a clock that is %s for two seconds", (_, jump) => {
    const machine = machineAt(noon);
    const clock = steadyClock(machine.pieces);
    machine.sets(jump);
    for (let ms = 0; ms < 2_000; ms += 100) {
      expect(clock.now()).toBe(noon + ms);
      machine.passes(100);
    }
    machine.sets(-jump);
    expect(clock.now()).toBe(noon + 2_000);
    machine.passes(HOUR);
    expect(clock.now()).toBe(noon + 2_000 + HOUR);
  });

  it("follows a clock that was set for good, half a minute later", () => {
    const machine = machineAt(noon);
    const clock = steadyClock(machine.pieces);
    machine.sets(HOUR);
    clock.now();
    machine.passes(29 * SECOND);
    expect(clock.now()).toBe(noon + 29 * SECOND);
    machine.passes(SECOND);
    clock.now();
    expect(clock.now()).toBe(noon + HOUR + 30 * SECOND);
    machine.sets(-HOUR);
    clock.now();
    machine.passes(MINUTE);
    clock.now();
    expect(clock.now()).toBe(noon + MINUTE + 30 * SECOND);
  });

  it("follows drift at once, and stands still rather than going back", () => {
    const machine = machineAt(noon);
    const clock = steadyClock(machine.pieces);
    machine.sets(400);
    expect(clock.now()).toBe(noon + 400);
    machine.sets(-300);
    expect(clock.now()).toBe(noon + 400);
    machine.passes(299);
    expect(clock.now()).toBe(noon + 400);
    machine.passes(2);
    expect(clock.now()).toBe(noon + 401);
  });

  it("doubts two different jumps each by itself", () => {
    const machine = machineAt(noon);
    const clock = steadyClock(machine.pieces);
    machine.sets(HOUR);
    clock.now();
    machine.passes(20 * SECOND);
    machine.sets(HOUR);
    clock.now();
    machine.passes(20 * SECOND);
    expect(clock.now()).toBe(noon + 40 * SECOND);
  });

  it("leaves alone what readings are too uncertain to tell", () => {
    const time = new SteadyTime(() => 0, noon);
    time.observe(noon + 80, 100);
    expect(time.now()).toBe(noon);
    time.observe(noon + 80, 10);
    expect(time.now()).toBe(noon + 80);
  });
});
