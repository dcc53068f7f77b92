import { databases, openTestDatabase, type OpenTestDatabase } from "../support/databases";
import { testClock } from "../support/clock";
import { runInProcess } from "../support/in-process-command";

const carriers = [
  { name: "sandbox", channels: ["sms", "rcs", "voice"] as const, defaultMaxPerSecond: 100_000 },
  { name: "telco", channels: ["sms"] as const, defaultMaxPerSecond: 30 },
];

describe.each(databases)("commands that change accounts, keys and senders on %s", (database) => {
  let opened: OpenTestDatabase;
  const clock = testClock();
  beforeAll(async () => {
    opened = await openTestDatabase(database);
  });
  afterAll(() => opened.close());

  /** Runs a command as the operator types it (without quotes). */
  const recado = (line: string) => {
    // Ids of different processes within one millisecond are not ordered.
    clock.advance(1);
    return runInProcess(line.split(" "), { database: opened, clock, carriers });
  };
  const json = async <T>(line: string) => {
    const { exitCode, out, err } = await recado(`${line} --json`);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    return JSON.parse(out) as T;
  };
  const refused = async (line: string, exitCode: number, why: RegExp) => {
    const ran = await recado(line);
    expect(ran).toEqual({ exitCode, out: "", err: expect.stringMatching(/^error: [^\n]+\n$/) as string });
    expect(ran.err).toMatch(why);
  };

  beforeAll(async () => {
    await json("accounts create acme");
    await json("accounts create other");
  });

  it("renames an account once", async () => {
    const before = await json<{ id: string }>("accounts create old");
    const renamed = { ...before, name: "new", changed: true };
    expect(await json("accounts rename old new")).toEqual(renamed);
    expect(await json("accounts rename old new")).toEqual({ ...renamed, changed: false });
    expect(await json("accounts rename new new")).toEqual({ ...renamed, changed: false });
    expect((await recado("accounts rename old new")).out).toMatch(/^Nothing changed: .*"old".*"new"\n$/);
    expect((await recado("accounts rename new newer")).out).toBe("Renamed: new to newer\n");
  });

  it.each([
    ["accounts rename acme other", 1, /"other" exists already/],
    ["accounts rename unknown stranger", 1, /"unknown" does not exist/],
    ["accounts rename acme", 2, /new-name/],
    [`accounts rename acme ${"x".repeat(300)}`, 2, /1 to \d+ characters/],
  ])("refuses %j", async (line, exitCode, why) => refused(line, exitCode, why));
});
