import pino from "pino";
import { databaseClock, followDatabaseClock } from "../../src/platform/db/database-clock";
import { machineClocks, type ClockSources } from "../../src/platform/steady-clock";
import { HOUR, SECOND } from "../../src/platform/time";
import { openTestDatabase, testDatabase } from "../support/databases";
import { until } from "../support/until";

/** Returns a machine whose wall clock is wrong by `ms`. */
const offBy = (ms: () => number): ClockSources => ({ ...machineClocks, wall: () => Date.now() + ms() });

describe("the clock that processes on PostgreSQL share", () => {
  const opened = testDatabase("PostgreSQL");
  const stops: (() => void)[] = [];
  afterEach(() => stops.splice(0).forEach((stop) => stop()));

  function listener() {
    const lines: { level: number; aheadMs?: number; msg: string }[] = [];
    const log = pino({ level: "debug" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
    return { log, lines };
  }
  const follow = async (options: Parameters<typeof followDatabaseClock>[1]) => {
    const following = await followDatabaseClock(opened.db, { everyMs: 5, ...options });
    stops.push(following.stop);
    return following.clock;
  };

  it("returns the same time in each process, however far their machines' clocks are apart", async () => {
    const { log } = listener();
    const clocks = [
      await follow({ log, sources: offBy(() => HOUR) }),
      await follow({ log, sources: offBy(() => -HOUR) }),
      await follow({ log }),
      await databaseClock(
        opened.db,
        offBy(() => 24 * HOUR),
      ),
    ];
    const times = clocks.map((clock) => clock.now());
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(SECOND);
    const { rows } = await opened.db.raw<{ rows: { now: Date }[] }>("select clock_timestamp() as now");
    const now = rows[0]?.now.getTime() ?? 0;
    expect(now).toBeGreaterThan(Math.max(...times) - SECOND);
    expect(now).toBeLessThan(Math.min(...clocks.map((clock) => clock.now())) + SECOND);
  });

  it("logs once that the machine's clock is off, and once that it agrees again", async () => {
    const { log, lines } = listener();
    const offsets: number[] = [];
    let off = HOUR;
    await follow({ log, sources: offBy(() => off), onOffset: (seconds) => void offsets.push(seconds) });
    await until("the database was asked again", 5, async () => offsets.length > 3, 5);
    expect(Math.round(offsets.at(-1) ?? 0)).toBe(3_600);
    expect(lines.map(({ level }) => level)).toEqual([40]);
    expect(Math.round((lines[0]?.aheadMs ?? 0) / HOUR)).toBe(1);
    off = 0;
    await until("the agreement is logged", 5, async () => lines.length > 1, 5);
    expect(lines[1]).toMatchObject({ level: 30 });
    expect(Math.abs(offsets.at(-1) ?? NaN)).toBeLessThan(1);
  });

  it("continues while the database is unreachable", async () => {
    const other = await openTestDatabase("PostgreSQL");
    const { log, lines } = listener();
    let passed = 0;
    const sources = { ...machineClocks, monotonic: () => performance.now() + passed };
    const { clock, stop } = await followDatabaseClock(other.db, { log, sources, everyMs: 5 });
    stops.push(stop);
    await other.close();
    // A reading that began before the close may wait a minute for a connection.
    await until("a reading has failed", 25, async () => lines.length > 0, 5);
    const before = clock.now();
    passed = HOUR;
    expect(clock.now() - before).toBeGreaterThanOrEqual(HOUR);
  });
});
