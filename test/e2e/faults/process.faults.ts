import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { built } from "../../support/build";
import { databases, openTestDatabase, settingsOf } from "../../support/databases";
import { expectHarmless, fault } from "./fault-figures";
import { FaultRun } from "./fault-run";
import { SmallDisk } from "./small-disk";

/** RECADO_TEST_KILLS=50 kills the process more often. */
const KILLS = Number(process.env.RECADO_TEST_KILLS ?? 10);
/** Generous limit of the messages in flight at a kill. The carrier takes 20 ms for 10 messages. */
const IN_FLIGHT = 100;
const DISK_MIB = 64;
const FULL_MS = 6_000;
/** Longer than the 30 s for which a service ignores a change of its clock. */
const CLOCK_MS = 40_000;

const SHIFTED = {
  command: ["--import", join(__dirname, "shifted-clock.mjs"), built("src/main.ts")],
};

describe("a service on SQLite", () => {
  fault("full", SmallDisk.isPossible())("loses and doubles no message when its disk is full", async () => {
    const disk = SmallDisk.mount(DISK_MIB);
    const run = await FaultRun.start({ RECADO_DATA_DIR: join(disk.path, "data") });
    try {
      const figures = await run.suffers("SQLite's disk full", async () => {
        disk.fill();
        await pause(FULL_MS);
        disk.free();
      });
      expectHarmless(figures);
    } finally {
      await run.close();
      disk.unmount();
    }
  });
});

describe.each(databases)("a service process on %s", (kind) => {
  const suffers = async (
    name: string,
    act: (run: FaultRun) => Promise<void>,
    settings: Readonly<Record<string, string>>,
    { entry, maxUnknown }: { entry?: { command: string[] }; maxUnknown?: number } = {},
  ) => {
    const database = await openTestDatabase(kind);
    // Only the service may use the database while it runs.
    if (kind === "SQLite") await database.db.destroy();
    const run = await FaultRun.start({ ...settingsOf(database), ...settings }, entry);
    try {
      expectHarmless(await run.suffers(`${name}, ${kind}`, () => act(run)), maxUnknown);
    } finally {
      await run.close();
      await database.close();
    }
  };

  fault("crashed")(
    `loses and doubles no message when it is killed ${KILLS} times`,
    () =>
      suffers(
        `process killed ${KILLS} times`,
        async (run) => {
          for (let kill = 1; kill <= KILLS; kill++) {
            await run.service.stop("SIGKILL");
            await run.service.start();
            await run.untilSubmission();
          }
        },
        { RECADO_AMBIGUOUS_SUBMISSION: "fail" },
        { maxUnknown: KILLS * IN_FLIGHT },
      ),
    600_000,
  );

  fault("clock").each([
    { move: "an hour ahead", start: "true" },
    { move: "back by an hour", start: "ahead" },
  ])("loses and doubles no message when its clock moves $move", ({ move, start }) =>
    suffers(
      `clock ${move}`,
      async ({ service: { pid } }) => {
        if (pid !== undefined) process.kill(pid, "SIGUSR2");
        await pause(CLOCK_MS);
      },
      { RECADO_TEST_CLOCK: start },
      { entry: SHIFTED },
    ),
  );
});
