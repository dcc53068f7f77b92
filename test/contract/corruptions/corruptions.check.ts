import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { enums } from "../../../generated/server/values";
import { type ProxyChain, openProxyChain } from "../../../scripts/contract-check/proxy-chain";
import type { CheckOptions } from "../../../scripts/contract-check/check-options";
import type { CheckResult } from "../../../scripts/contract-check/run";
import { cellsIn, check, findings, type RealService, startService } from "../service";
import { corrupting, type Corruption, honest } from "./proxy";
import { relayOf } from "./relay";
import { CORRUPTIONS, type Row } from "./table";

const SEED = 7;

describe("the contract check of a service with wrong responses", () => {
  let real: RealService;
  let proxyChain: ProxyChain;
  let slowProxyChain: ProxyChain;
  /** Rows that wait run in parallel with all other rows. */
  const slow = new Map<Row, Promise<CheckResult>>();
  let otherKey: string;

  beforeAll(async () => {
    [real, proxyChain, slowProxyChain] = await Promise.all([
      startService(),
      openProxyChain(30_000),
      openProxyChain(30_000),
    ]);
    otherKey = await real.otherKey();
    let before: Promise<unknown> = Promise.resolve();
    for (const row of CORRUPTIONS.filter(({ eventChange, isSlow }) => eventChange ?? isSlow)) {
      const result = before.then(() => checkRow(row, slowProxyChain));
      slow.set(row, result);
      before = result.catch(() => undefined);
    }
  });
  afterEach(async () => {
    // A corrupted deletion leaves a rule, which may restrict the messages of the next rows.
    for (const purpose of enums.Purpose) {
      const headers = { "x-api-key": real.key };
      await fetch(`${real.origin}/v3/sending-rules/${purpose}`, { method: "DELETE", headers });
    }
  });
  afterAll(async () => {
    await Promise.allSettled(slow.values());
    await Promise.all([proxyChain.close(), slowProxyChain.close()]);
    await real.stop();
  });

  const invariants = { seed: SEED, seconds: 600, tries: 0 };

  async function checkCorrupted(
    corruption: Corruption,
    options: Partial<CheckOptions>,
  ): Promise<CheckResult> {
    const proxy = await corrupting(real.origin, corruption);
    const given = { invariants: { ...invariants, otherKey }, invariantsOnly: true, ...options };
    return check({ url: proxy.url, key: real.key, ...given }).finally(() => proxy.stop());
  }

  async function checkRow(row: Row, on = proxyChain): Promise<CheckResult> {
    const { operation, also, finds, corrupt, eventChange, scenario } = row;
    const relay = eventChange ? await relayOf(eventChange) : null;
    const corruption = relay?.corruption ?? corrupt?.({ key: otherKey }) ?? honest;
    const scenarios = scenario !== undefined || finds.includes("expectation");
    // Trying the invariants takes most requests of a row, and creating resources in the other account many.
    const needsInvariants = !scenarios || finds.some((one) => one.startsWith("invariant"));
    const needsOther = finds.includes("invariant own_account");
    return checkCorrupted(corruption, {
      invariants: needsInvariants ? { ...invariants, otherKey: needsOther ? otherKey : null } : null,
      only: [operation, ...(also ? [also] : [])],
      proxyChain: on,
      invariantsOnly: !scenarios,
      probes: false,
      scenario,
    }).finally(() => relay?.stop());
  }

  it("finds nothing in a correct service, and tries every invariant that does not depend on chance", async () => {
    const result = await checkCorrupted(honest, { proxyChain });
    expect(result.invariants?.violations).toEqual([]);
    expect(result.coverage.violations).toEqual([]);
    const untried = result.invariants?.cells.filter(({ state }) => state === "missed") ?? [];
    // An import of few rows completes before it can be canceled. Deliveries of a message appear while their
    // list is walked; the scenario of webhooks checks them. Random sends are rarely encoded and not
    // previewed; the scenarios of messages do that. Few random lists have several members.
    const byChance = ["cancelImport", "listWebhookDeliveriesOfMessage"];
    const cellsByChance = [
      ...["at_most", "gsm7", "null_unless"].map((invariant) => `previewMessages ${invariant}`),
      "listMembers sorted",
    ];
    const dueCells = untried.filter(
      ({ operation, invariant }) =>
        !byChance.includes(operation) && !cellsByChance.includes(`${operation} ${invariant}`),
    );
    expect(dueCells).toEqual([]);
    expect(result.cleanUp.failed).toEqual([]);
  }, 700_000);

  it.each(CORRUPTIONS.map((row) => [row.corruption, row.operation, row] as const))(
    "finds %s, at %s",
    async (_, operation, row) => {
      const result = await (slow.get(row) ?? checkRow(row));
      const messages = findings(result, operation);
      expect(messages).toContainEqual(expect.stringMatching(row.says));
      for (const finder of row.finds) {
        expect(messages).toContainEqual(expect.stringMatching(new RegExp(`^${finder}`, "i")));
      }
      if (row.cell) expect(cellsIn(result, "violated")).toContain(`${operation} ${row.cell}`);
    },
  );

  it("refuses the title of a scenario that no selected tag has", async () => {
    const given = { only: ["Senders"], scenario: "a follow-up", invariantsOnly: false, proxyChain };
    await expect(checkCorrupted(honest, given)).rejects.toThrow(
      'no selected tag has a scenario with the title "a follow-up"',
    );
  });

  it("shortens a violation, and prints it as shell commands", async () => {
    const row = CORRUPTIONS.find(({ operation }) => operation === "updateContactList");
    const proxy = await corrupting(real.origin, row?.corrupt?.({ key: otherKey }) ?? honest);
    try {
      const given = { invariants: { ...invariants, otherKey, tries: 16 }, invariantsOnly: true, proxyChain };
      const result = await check({ url: proxy.url, key: real.key, only: ["updateContactList"], ...given });
      const found = result.invariants?.violations.find(({ invariant }) => invariant === "updates");
      // The requests create, read, change with an unknown tag, read, change with the current tag, and read
      // three times.
      expect(found?.requests?.least).toBe(8);
      expect(found?.requests?.first).toBeGreaterThan(8);
      const { stdout } = await promisify(execFile)("bash", ["--norc", "-c", found?.curl ?? ""], {
        env: { PATH: process.env.PATH ?? "", RECADO_API_KEY: real.key },
      });
      // The response of the change, and the reader's response, which shows the old value.
      const [changed, read] = stdout
        .split("\n")
        .filter((line) => line.startsWith("{"))
        .map((line) => JSON.parse(line) as { id: string; name: string })
        .slice(3);
      expect(read?.id).toMatch(/^[0-9a-f-]{36}$/);
      expect(changed?.id).toBe(read?.id);
      expect(changed?.name).not.toBe(read?.name);
    } finally {
      await proxy.stop();
    }
  });
});
