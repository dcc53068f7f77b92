import { ReadinessProbe } from "../../src/http/readiness";

/** A probe with a controlled clock. Each check returns or throws the next of the results. */
function probeOf(results: (string | null | Error)[]) {
  const clock = { ms: 0 };
  const probe = new ReadinessProbe(() => clock.ms).begin(async () => {
    const result = results.shift() ?? null;
    if (result instanceof Error) throw result;
    return result;
  });
  const readLater = () => {
    clock.ms += 1_000;
    return probe.read();
  };
  return { readLater };
}

describe("ReadinessProbe", () => {
  it("reports the process as unavailable until a check has succeeded", async () => {
    const { readLater } = probeOf([new Error("busy"), new Error("busy"), null]);
    const unavailable = { status: "unavailable", reason: "The database has not responded yet" };
    expect(await readLater()).toEqual(unavailable);
    expect(await readLater()).toEqual(unavailable);
    expect(await readLater()).toEqual({ status: "ready" });
  });

  it("responds within a short time while the first check is running", async () => {
    let respond = (_: string | null) => {};
    const probe = new ReadinessProbe().begin(() => new Promise((resolve) => (respond = resolve)));
    jest.useFakeTimers();
    const first = probe.read();
    await jest.advanceTimersByTimeAsync(50);
    jest.useRealTimers();
    expect(await first).toEqual({ status: "unavailable", reason: "The database has not responded yet" });
    respond(null);
    expect(await probe.read()).toEqual({ status: "ready" });
  });

  it("keeps the last result when a check rejects", async () => {
    const { readLater } = probeOf([null, new Error("busy"), "The disk is full", new Error("busy")]);
    expect(await readLater()).toEqual({ status: "ready" });
    expect(await readLater()).toEqual({ status: "ready" });
    const full = { status: "unavailable", reason: "The disk is full" };
    expect(await readLater()).toEqual(full);
    expect(await readLater()).toEqual(full);
  });
});
