import {
  ends,
  held,
  type Hold,
  holds,
  leasable,
  NOT_HELD,
  released,
  waitingFrom,
} from "../../src/queue/hold";

const HELD = held(NOT_HELD, 100);
const of = (hold: Hold) => ({ current: hold });

describe("the hold of the queue", () => {
  it("holds everything, whenever it was created", () => {
    expect([holds(HELD, 50), holds(HELD, 150), holds(NOT_HELD, 50)]).toEqual([true, true, false]);
  });

  it("keeps its start when the queue is held again", () => {
    expect(held(HELD, 200)).toEqual(HELD);
    expect(held(released(HELD, { createdAfter: 90, expire: false }, 150), 200)).toMatchObject({
      since: 100,
      upTo: null,
    });
  });

  it("lets newer work run after a release by creation time, and older work after the next release", () => {
    const partly = released(HELD, { createdAfter: 90, expire: false }, 150);
    expect([holds(partly, 90), holds(partly, 91)]).toEqual([true, false]);
    const further = released(partly, { createdAfter: 80, expire: false }, 160);
    expect([holds(further, 80), holds(further, 81)]).toEqual([true, false]);
    expect(holds(released(further, { createdAfter: null, expire: false }, 170), 80)).toBe(false);
  });

  it("ends what an earlier release left held, or else all work that exists", () => {
    const partly = released(HELD, { createdAfter: 90, expire: false }, 150);
    const rest = released(partly, { createdAfter: null, expire: true }, 160);
    expect([ends(rest, 90), ends(rest, 91), holds(rest, 90)]).toEqual([true, false, false]);
    const all = released(HELD, { createdAfter: null, expire: true }, 150);
    expect([ends(all, 150), ends(all, 151)]).toEqual([true, false]);
  });

  it("keeps work ended during later holds", () => {
    const ended = released(HELD, { createdAfter: 90, expire: true }, 150);
    const again = released(held(ended, 200), { createdAfter: null, expire: false }, 210);
    expect([ends(again, 90), ends(again, 91)]).toEqual([true, false]);
  });

  it("restarts timeouts at the release", () => {
    const hold = released(HELD, { createdAfter: null, expire: false }, 150);
    expect([waitingFrom(hold, 120, 200), waitingFrom(hold, 160, 200)]).toEqual([150, 160]);
    expect(waitingFrom(NOT_HELD, 120, 200)).toBe(120);
    expect(waitingFrom({ ...hold, releasedAt: 1_000_000 }, 120, 200)).toBe(120);
  });

  it("lets imports and erasures run", () => {
    const partly = released(HELD, { createdAfter: 90, expire: false }, 150);
    expect(leasable(of(HELD), "import")).toEqual({});
    expect(leasable(of(HELD), "erasure")).toEqual({});
    expect(leasable(of(HELD), "submission")).toBeNull();
    expect(leasable(of(partly), "submission")).toEqual({ createdAfter: 90 });
    expect(leasable(undefined, "submission")).toEqual({});
  });
});
