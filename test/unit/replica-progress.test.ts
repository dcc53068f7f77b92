import { ReplicaMonitor } from "../../src/platform/db/replica/replica-monitor";
import { asReplayed, ReplicaProgress } from "../../src/platform/db/replica/replica-progress";
import { fakePostgres } from "../support/transactions";

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
    progress.replayed(800);
    expect(progress.currentAt).toBe(2_000);
  });

  it("is discarded when the primary has not written what the replica had replayed", () => {
    const progress = new ReplicaProgress();
    progress.primaryAt(1_000, 900);
    expect(progress.replayed(900)).toBe(true);
    progress.primaryAt(2_000, 800);
    expect(progress.replayed(900)).toBe(false);
    expect(progress.currentAt).toBe(-Infinity);
    // The primary's own log grows beyond the replica's position, which proves nothing.
    progress.primaryAt(3_000, 1_000);
    expect(progress.replayed(900)).toBe(true);
    expect(progress.currentAt).toBe(-Infinity);
  });

  it("begins at the second check if the replica is ahead at the first one", () => {
    const progress = new ReplicaProgress();
    progress.primaryAt(1_000, 800);
    progress.replayed(900);
    expect(progress.currentAt).toBe(-Infinity);
    progress.primaryAt(2_000, 950);
    progress.replayed(960);
    expect(progress.currentAt).toBe(2_000);
  });
});

describe("the check of a replica", () => {
  const primary = { position: 1_000, page: 8_192, timeline: "00000001", system: "1", database: "recado" };
  const standby = { position: 1_000, startedAt: "today", system: "1", database: "recado" };

  /** Returns a monitor of simulated servers, which the test changes. */
  async function monitored() {
    const servers = { primary: { ...primary }, standby: { ...standby }, generation: 0 };
    const knexOf = (name: "primary" | "standby") =>
      fakePostgres(() => [servers[name]], {
        get generation() {
          return servers.generation;
        },
      });
    const log = { info() {}, warn() {} };
    const monitor = new ReplicaMonitor({ primary: knexOf("primary"), standby: knexOf("standby"), log });
    await monitor.check();
    expect(monitor.isUsable()).toBe(true);
    return { monitor, servers };
  }

  it("fails while the primary is behind the replica, as after a recovery to a point in time", async () => {
    const { monitor, servers } = await monitored();
    Object.assign(servers.primary, { position: 900, timeline: "00000002" });
    await monitor.check();
    expect(monitor.failed).toMatchObject({ message: "the standby has a different history than the primary" });
    expect(monitor.isUsable()).toBe(false);
  });

  it("trusts no position from before a failover until the replica has followed", async () => {
    const { monitor, servers } = await monitored();
    Object.assign(servers.primary, { position: 1_500, timeline: "00000002" });
    await monitor.check();
    expect(monitor.isUsable()).toBe(false);
    servers.standby.position = 1_500;
    await monitor.check();
    expect(monitor.isUsable()).toBe(true);
  });

  it("counts for the servers of its generation only", async () => {
    const { monitor, servers } = await monitored();
    servers.generation++;
    expect(monitor.isUsable()).toBe(false);
    await monitor.check();
    expect(monitor.isUsable()).toBe(true);
  });

  it.each(["40001", "40P01", "55P03", "57014", "53100", "53200"])(
    "stays successful after a statement failed with %s, which says nothing about the server",
    async (code) => {
      const { monitor } = await monitored();
      monitor.report(Object.assign(new Error("canceled"), { code }));
      expect(monitor.isUsable()).toBe(true);
      monitor.report(Object.assign(new Error("shutting down"), { code: "57P01" }));
      expect(monitor.isUsable()).toBe(false);
    },
  );
});

describe("a position of an idle primary", () => {
  it("is the one before the header of an empty page, as a standby reports it", () => {
    expect(asReplayed(0x2000028, 8_192)).toBe(0x2000000);
    expect(asReplayed(0x2002018, 8_192)).toBe(0x2002000);
    expect(asReplayed(0x2002000, 8_192)).toBe(0x2002000);
    expect(asReplayed(0x2002040, 8_192)).toBe(0x2002040);
  });
});
