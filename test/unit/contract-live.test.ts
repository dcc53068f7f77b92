import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type LiveContract, liveContract, type State } from "../../scripts/contract/live-contract";
import { bundleContract, readContract, type Reading } from "../../scripts/contract/read-contract";
import { watchFolder } from "../../scripts/contract/watch-folder";
import { port as mockPort } from "../../scripts/mock/address";
import { formatProblem, portFrom } from "../../scripts/contract/format-problem";
import { temporaryFolder } from "../support/temporary-folder";
import { until } from "../support/until";

const problem = { file: "openapi/a.yaml", line: 2, column: 6, rule: "parser", message: "no YAML" };

/** Resolves when a change in the folder has been noticed. */
const changeIn = (folder: string) =>
  new Promise<void>((resolve) => {
    const end = watchFolder(folder, () => {
      end();
      resolve();
    });
  });

describe("a watched contract", () => {
  let folder: string;
  let contract: LiveContract;
  const source = () => join(folder, "openapi.yaml");

  beforeEach(() => {
    folder = temporaryFolder("followed");
    writeFileSync(source(), "1");
  });

  afterEach(() => {
    contract.close();
  });

  /** Starts a watch whose readings end when the test decides, and records the states it reports. */
  async function followed() {
    const begun: ((reading: Reading | Error) => void)[] = [];
    const waiting: (() => void)[] = [];
    const states: State[] = [];
    const read = () =>
      new Promise<Reading>((resolve, reject) => {
        begun.push((result) => (result instanceof Error ? reject(result) : resolve(result)));
        waiting.shift()?.();
      });
    const nextReading = () => new Promise<void>((resolve) => waiting.push(resolve));
    const started = liveContract(source(), (state) => states.push(state), read);
    begun[0]?.({ document: "first", problems: [] });
    contract = await started;
    return { begun, states, nextReading };
  }

  it("is read once at a time, and once again for all changes during a reading", async () => {
    const { begun, states, nextReading } = await followed();
    const second = nextReading();
    writeFileSync(source(), "2");
    await second;
    const noticed = changeIn(folder);
    for (const text of ["3", "4", "5"]) writeFileSync(source(), text);
    await noticed;
    expect(begun).toHaveLength(2);
    const third = nextReading();
    begun[1]?.({ document: "second", problems: [] });
    await third;
    expect(begun).toHaveLength(3);
    expect(states.map(({ document }) => document)).toEqual(["first", "second"]);
  });

  it("keeps its last document while the contract is invalid", async () => {
    const { begun, states, nextReading } = await followed();
    const second = nextReading();
    writeFileSync(source(), "2");
    await second;
    begun[1]?.({ document: null, problems: [problem] });
    const third = nextReading();
    writeFileSync(source(), "3");
    await third;
    expect(states.at(-1)).toEqual({ document: "first", isCurrent: false, problems: [problem] });
  });

  it("is read again after a reading that failed", async () => {
    const logged = jest.spyOn(console, "error").mockImplementation(() => undefined);
    const { begun, nextReading } = await followed();
    const second = nextReading();
    writeFileSync(source(), "2");
    await second;
    begun[1]?.(new Error("the folder was being moved"));
    const third = nextReading();
    writeFileSync(source(), "3");
    await third;
    expect(logged).toHaveBeenCalledWith(expect.objectContaining({ message: "the folder was being moved" }));
    logged.mockRestore();
  });
});

describe("a watched folder", () => {
  let parent: string;
  let folder: string;
  let changes = 0;
  let end: () => void;

  beforeEach(() => {
    parent = temporaryFolder("watched");
    folder = join(parent, "openapi");
    mkdirSync(join(folder, "paths"), { recursive: true });
    changes = 0;
    end = watchFolder(folder, () => void (changes += 1));
  });
  afterEach(() => {
    end();
  });

  it("notices changes in a folder that was deleted and created again", async () => {
    rmSync(join(folder, "paths"), { recursive: true });
    mkdirSync(join(folder, "paths"));
    await until("a noticed change", 5, async () => changes >= 1);
    writeFileSync(join(folder, "paths", "a.yaml"), "1");
    await until("a noticed change", 5, async () => changes >= 2);
  });

  it("notices changes after it was absent for a while", async () => {
    const moved = join(parent, "moved");
    renameSync(folder, moved);
    await pause(150);
    renameSync(moved, folder);
    await until("a noticed change", 5, async () => changes >= 1);
    writeFileSync(join(folder, "paths", "a.yaml"), "1");
    await until("a noticed change", 5, async () => changes >= 2);
  });
});

describe("the output of the contract tools", () => {
  it("names the place as editors and terminals open it", () => {
    expect(formatProblem(problem)).toBe("openapi/a.yaml:2:6 (parser)\n  no YAML");
    expect(formatProblem({ ...problem, line: null, column: null })).toBe(
      "openapi/a.yaml (parser)\n  no YAML",
    );
  });

  it.each([
    [undefined, 3100],
    ["", 3100],
    ["8080", 8080],
  ])("reads PORT=%s as the port %i", (value, port) => {
    expect(portFrom(value, 3100)).toBe(port);
  });

  it("reads an empty PORT as the usual port of the mock", () => {
    expect([mockPort(""), mockPort("8080")]).toEqual([4010, 8080]);
  });

  it.each(["0", "65536", "http", "80.5"])("refuses PORT=%s", (value) => {
    expect(() => portFrom(value, 3100)).toThrow(`PORT must be a number from 1 to 65535, not ${value}`);
  });
});

describe("a contract with a file that is only a reference to itself", () => {
  it("fails the bundle with a message that names the file", async () => {
    const folder = temporaryFolder("circular");
    const openapi = join(folder, "openapi");
    cpSync(resolve(__dirname, "../../openapi"), openapi, { recursive: true });
    writeFileSync(join(openapi, "schemas", "Campaign.yaml"), "$ref: ./Campaign.yaml\n");
    const source = join(openapi, "openapi.yaml");
    await expect(bundleContract(source)).rejects.toThrow("openapi/schemas/Campaign.yaml refers to itself");
    const { document, problems } = await readContract(source);
    expect(document).toBeNull();
    expect(problems).toMatchObject([{ file: "openapi/schemas/Campaign.yaml", line: 1 }]);
  }, 60_000);
});
