import { readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../scripts/contract-check/contract";
import { type CleanFolder, type Finished, installContractCheck } from "../support/client-package";
import { freePort } from "../support/process";
import { inResponse } from "./corruptions/make";
import { corrupting } from "./corruptions/proxy";
import { everyFault, FAULTS } from "./packed-faults";
import { type RealService, startService } from "./service";

const TAGS = ["Templates", "Contacts", "Contact lists", "Senders"];
const EVENTS = ["receiveMessageUpdate", "receiveInboundMessage", "receiveCampaignUpdate"];

describe("the packed contract check in a clean folder", () => {
  let folder: CleanFolder;
  let real: RealService;
  /** A check with every fault, which mostly waits for responses while checks of another account run. */
  let faulty: Promise<Finished>;

  beforeAll(async () => {
    [folder, real] = await Promise.all([installContractCheck(), startService()]);
    faulty = checkFaulty();
    faulty.catch(() => undefined);
  }, 300_000);

  afterAll(async () => {
    await Promise.allSettled([faulty]);
    await real.stop();
    folder.remove();
  });

  /** Runs the command with nothing of this project but the package. */
  const checkWith = (key: string, url: string, ...options: readonly string[]): Promise<Finished> => {
    const command = ["npx", "recado-contract", "check", "--url", url, ...options];
    return folder.run("env", [`RECADO_API_KEY=${key}`, ...command]);
  };
  const check = (url: string, ...options: readonly string[]) => checkWith(real.key, url, ...options);
  const report = (name: string, reports = "contract-report") =>
    readFileSync(join(folder.path, reports, name), "utf8");

  async function checkFaulty(): Promise<Finished> {
    const key = await real.otherKey();
    const { url, stop } = await corrupting(real.origin, everyFault);
    const options = ["--no-invariants", "--timeout", "30", "--report", "faulty", "--only", ...TAGS];
    return checkWith(key, url, ...options).finally(stop);
  }

  it("has all its dependencies, and the contract's version", async () => {
    const listed = await folder.run("npm", ["ls", "--all", "--json"]);
    expect(listed.code).toBe(0);
    const { dependencies } = JSON.parse(listed.stdout) as {
      dependencies: Record<string, { version: string }>;
    };
    expect(dependencies["recado-contract"]?.version).toBe(version);
    expect(await folder.run("npx", ["recado-contract", "--version"])).toMatchObject({
      stdout: `${version}\n`,
    });
  });

  it("prints its help, and requires a URL and a key", async () => {
    const help = await folder.run("npx", ["recado-contract", "check", "--help"]);
    expect(help).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("--receiver-url <url>") as string,
    });
    const run = (...options: readonly string[]) =>
      folder.run("npx", ["recado-contract", "check", ...options]);
    expect(await run()).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^error: --url is required: the deployment to check/m) as string,
    });
    expect(await run("--url", "http://127.0.0.1:2")).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^error: --url needs --key, or RECADO_API_KEY in the environment/m,
      ) as string,
    });
  });

  it("finds no violation in a correct service, receives its webhooks, and reports response times", async () => {
    const { code, stdout, stderr } = await check(real.origin, "--only", "Messages", "Templates", ...EVENTS);
    expect(stdout).toMatch(/The contract is kept(; .+)?\.\n$/);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Webhooks: the receiver listens at (\S+), registered as \1\/contract-check-/m);
    for (const event of EVENTS) expect(stdout).toMatch(new RegExp(`^ {2}${event} +✓$`, "m"));
    expect(stdout).toMatch(/^ +n +p50 +p95 +max\n( {2}\w+( +[\d.]+){4}\n){10}/m);
    expect(report("index.html")).toContain("<h2>Response times</h2>");
    expect(report("junit.xml")).toMatch(
      /<testcase name="sendMessages 202" classname="Messages" time="\d+\.\d{3}"\/>/,
    );
    for (const text of [stdout, stderr, report("index.html"), report("junit.xml")])
      expect(text).not.toContain(real.key);
  }, 300_000);

  it("finds a wrong value of the right form by an invariant", async () => {
    const oneMore = inResponse("GET /templates", ({ pagination }) => void (pagination.total += 1));
    const proxy = await corrupting(real.origin, oneMore);
    const given = ["--invariants-only", "--only", "Templates"];
    const { code, stdout } = await check(proxy.url, ...given).finally(proxy.stop);
    expect(stdout).toMatch(/✗ listTemplates breaks the invariant pages/);
    expect(stdout).toContain("$RECADO_API_KEY");
    expect(code).toBe(1);
  }, 300_000);

  describe("with a deployment on another machine", () => {
    // This machine, by an address that the check does not recognize as local.
    const elsewhere = () => real.origin.replace("127.0.0.1", "0.0.0.0");
    const only = ["--only", "receiveMessageUpdate"];

    it("reports that webhooks are not tried, with the reason", async () => {
      const { code, stdout, stderr } = await check(elsewhere(), ...only);
      expect({ code, stderr }).toEqual({
        code: 0,
        stderr: expect.stringMatching(
          /^Webhooks are not tried: .* pass --receiver-url with a public address/m,
        ) as string,
      });
      expect(stdout).toMatch(/^ {2}receiveMessageUpdate +·$/m);
      expect(stdout).toMatch(/^ {2}the deployment is not on this machine .*\n {4}receiveMessageUpdate 204$/m);
    });

    it("receives webhooks at a forwarded address, and refuses an address that does not reach the receiver", async () => {
      const port = String(await freePort());
      const at = (url: string) => ["--receiver-url", url, "--receiver-port", port];
      const received = await check(elsewhere(), ...only, ...at(`http://localhost:${port}/hook`));
      expect(received.stderr).toContain(
        `listens at http://127.0.0.1:${port}, registered as http://localhost:${port}/hook/`,
      );
      expect(received.stdout).toMatch(/^ {2}receiveMessageUpdate +✓$/m);
      const lost = await check(elsewhere(), ...only, ...at(`${real.origin}/hook`));
      expect(lost).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/--receiver-url: requests to \S+ do not arrive at/) as string,
      });
    });
  });

  describe("with every fault planted", () => {
    let ended: Finished;

    beforeAll(async () => {
      ended = await faulty;
    }, 300_000);

    it.each(Object.entries(FAULTS))("finds %s", (_, { found }) => {
      expect(ended.stdout).toMatch(found);
    });

    it("exits with 1, reports each cause once, and writes both reports", () => {
      const causes = Object.keys(FAULTS).length;
      expect(ended.stdout).toMatch(
        new RegExp(`^The check failed: \\d+ violations of ${causes} causes(; not tried, [^.]+)?\\.$`, "m"),
      );
      expect(ended.code).toBe(1);
      expect(report("index.html", "faulty")).toContain("The service violates its contract");
      expect(report("junit.xml", "faulty")).toContain("<failure message=");
    });
  });
});
