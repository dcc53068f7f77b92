import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { SUPPORTED, TOO_OLD } from "../../scripts/node-versions/versions";
import { type NodeCheckout, openCheckout } from "../../scripts/node-versions/checkout";
import { freePort, ServiceProcess } from "../support/process";
import { takeTour, tourSteps } from "../support/tour";

const DRIVERS = ["better-sqlite3", "better-sqlite3-12"];
/** Long enough to compile a driver on a slow machine. */
const INSTALL_SECONDS = 600;

/** RECADO_TEST_NODES=22,24 restricts the test to these versions; the default is all supported versions. */
const CHOSEN = process.env.RECADO_TEST_NODES?.split(",");
const versions = SUPPORTED.filter(({ node }) => CHOSEN?.includes(node.split(".")[0] ?? "") ?? true);

/** Returns the lines of a command's output without npm's lines. */
const linesOf = (output: string) =>
  output.split("\n").filter((line) => line !== "" && !/^(>|npm (warn|notice|error))/.test(line));

describe.each(versions)("a clone on Node $node with npm $npm", (version) => {
  let checkout: NodeCheckout;
  let service: ServiceProcess;
  let port = 0;

  beforeAll(async () => {
    checkout = await openCheckout(version);
    port = await freePort();
    service = new ServiceProcess(
      {
        ...(checkout.env as Record<string, string>),
        PORT: String(port),
        RECADO_WEBHOOK_ALLOW_PRIVATE: "1",
      },
      { program: "npm", command: ["start"], cwd: checkout.project },
    );
  });

  afterAll(async () => {
    await service.stop();
    checkout.close();
  });

  it("reports missing packages when it is started before `npm ci`", async () => {
    const { code, output } = await checkout.run("npm", ["start"]);
    expect([code, linesOf(output)]).toEqual([
      1,
      ["Recado's packages are not installed yet: run npm ci first."],
    ]);
  });

  it(
    "installs only the SQLite driver for its version",
    async () => {
      const { output } = await checkout.run("node", ["--version"]);
      expect(output.trim()).toBe(`v${version.node}`);
      const installed = await checkout.run("npm", ["ci"], { seconds: INSTALL_SECONDS });
      expect(installed).toMatchObject({ code: 0 });
      const drivers = DRIVERS.filter((name) => existsSync(join(checkout.project, "node_modules", name)));
      expect(drivers).toEqual([version.sqliteDriver]);
    },
    (INSTALL_SECONDS + 20) * 1_000,
  );

  it("starts without data and completes the guide's tour", async () => {
    await service.start();
    const folder = checkout.project;
    const tour = { port, receiverPort: await freePort(), dataDir: join(folder, "data"), folder };
    const { stderr, events } = await takeTour({ ...tour, env: checkout.env });
    expect(stderr).toBe("");
    expect(events).toEqual(tourSteps);
  });

  it("exits with code 0 on SIGTERM, and restarts with its data", async () => {
    expect(await service.stop()).toBe(0);
    await service.start();
    const key = readFileSync(join(checkout.project, "data", "api-key"), "utf8").trim();
    const response = await fetch(`${service.baseUrl}/v3/messages`, { headers: { "X-API-Key": key } });
    expect(((await response.json()) as { pagination: { total: number } }).pagination.total).toBe(10);
    expect(await service.stop()).toBe(0);
    expect(service.log()).not.toMatch(/"level":(50|60)|Warning/);
  });

  it("names a missing SQLite driver", async () => {
    rmSync(join(checkout.project, "node_modules", version.sqliteDriver), { recursive: true });
    const { code, output } = await checkout.run("npm", ["start"]);
    expect(code).toBe(1);
    expect(linesOf(output)).toEqual([
      expect.stringMatching(
        `^recado could not start: the SQLite driver \\(${version.sqliteDriver}\\) cannot be used with Node ${version.node}; run "npm ci" with this Node: `,
      ),
    ]);
  });
});

describe(`a clone on Node ${TOO_OLD.node}`, () => {
  let checkout: NodeCheckout;

  beforeAll(async () => {
    checkout = await openCheckout(TOO_OLD);
  });

  afterAll(() => checkout.close());

  it.each([
    ["npm start", ["start"]],
    ["npm run recado", ["run", "recado", "--", "accounts", "list"]],
  ])("reports the required Node version on %s", async (_, args) => {
    const { code, output } = await checkout.run("npm", args);
    expect([code, linesOf(output)]).toEqual([
      1,
      [`Recado needs Node 20.19.0 or newer, and this is Node ${TOO_OLD.node}.`],
    ]);
  });
});
