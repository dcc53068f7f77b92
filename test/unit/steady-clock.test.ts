import { steadyClock, SteadyTime } from "../../src/platform/steady-clock";
import { DAY, HOUR, MINUTE, SECOND } from "../../src/platform/time";
import { noon } from "../support/clock";

/** Returns a machine whose wall clock can be set apart from its monotonic clock. */
function machineAt(start: number) {
  let running = 5_000.25;
  let offset = start - running;
  return {
    sources: { wall: () => Math.floor(running + offset), monotonic: () => running },
    passes: (ms: number) => void (running += ms),
    sets: (ms: number) => void (offset += ms),
  };
}

describe("the steady clock", () => {
  it.each([
    ["an hour ahead", HOUR],
    ["a day ahead", DAY],
    ["an hour behind", -HOUR],
  ])("ignores a clock that is %s for two seconds", (_, jump) => {
    const machine = machineAt(noon);
    const clock = steadyClock(machine.sources);
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

  it("follows a permanently changed clock after half a minute", () => {
    const machine = machineAt(noon);
    const clock = steadyClock(machine.sources);
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

  it("follows drift at once, and stops rather than going back", () => {
    const machine = machineAt(noon);
    const clock = steadyClock(machine.sources);
    machine.sets(400);
    expect(clock.now()).toBe(noon + 400);
    machine.sets(-300);
    expect(clock.now()).toBe(noon + 400);
    machine.passes(299);
    expect(clock.now()).toBe(noon + 400);
    machine.passes(2);
    expect(clock.now()).toBe(noon + 401);
  });

  it("evaluates two different jumps separately", () => {
    const machine = machineAt(noon);
    const clock = steadyClock(machine.sources);
    machine.sets(HOUR);
    clock.now();
    machine.passes(20 * SECOND);
    machine.sets(HOUR);
    clock.now();
    machine.passes(20 * SECOND);
    expect(clock.now()).toBe(noon + 40 * SECOND);
  });

  it("ignores differences within the uncertainty of a reading", () => {
    const time = new SteadyTime(() => 0, noon);
    time.observe(noon + 80, 100);
    expect(time.now()).toBe(noon);
    time.observe(noon + 80, 10);
    expect(time.now()).toBe(noon + 80);
  });
});
