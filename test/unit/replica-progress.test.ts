import { asReplayed, ReplicaProgress } from "../../src/platform/db/replica/replica-progress";

describe("the progress of a replica", () => {
  it("is unknown until the replica has replayed a position of the primary", () => {
    const progress = new ReplicaProgress();
    progress.replayed(500);
    expect(progress.currentAt).toBe(-Infinity);
    progress.primaryAt(1_000, 700);
    progress.replayed(699);
    expect(progress.currentAt).toBe(-Infinity);
  });

  it("reaches the time of the newest position that the replica has replayed", () => {
    const progress = new ReplicaProgress();
    for (const [at, position] of [
      [1_000, 100],
      [2_000, 200],
      [3_000, 300],
    ] as const) {
      progress.primaryAt(at, position);
    }
    progress.replayed(250);
    expect(progress.currentAt).toBe(2_000);
    progress.replayed(300);
    expect(progress.currentAt).toBe(3_000);
  });

  it("advances while the primary writes nothing", () => {
    const progress = new ReplicaProgress();
    for (const at of [1_000, 2_000, 3_000]) {
      progress.primaryAt(at, 100);
      progress.replayed(100);
      expect(progress.currentAt).toBe(at);
    }
  });

  it("follows a new primary, whose log may be shorter", () => {
    const progress = new ReplicaProgress();
    progress.primaryAt(1_000, 900);
    progress.primaryAt(2_000, 800);
    progress.replayed(820);
    expect(progress.currentAt).toBe(2_000);
  });
});

describe("a position of an idle primary", () => {
  it("is the one before the header of an empty page, as a standby reports it", () => {
    expect(asReplayed(0x2000028, 8_192)).toBe(0x2000000);
    expect(asReplayed(0x2002018, 8_192)).toBe(0x2002000);
    expect(asReplayed(0x2002000, 8_192)).toBe(0x2002000);
    expect(asReplayed(0x2002040, 8_192)).toBe(0x2002040);
  });
});
