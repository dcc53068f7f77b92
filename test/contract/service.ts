import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { CheckOptions } from "../../scripts/contract-check/check-options";
import { openProxyChain, type ProxyChain } from "../../scripts/contract-check/proxy-chain";
import { type CheckResult, checkContract } from "../../scripts/contract-check/run";
import { built } from "../support/build";
import { freePort, ServiceProcess } from "../support/process";
import { type Corruption, corrupting, type ProxiedRequest } from "./corruptions/proxy";

export interface RealService {
  origin: string;
  key: string;
  /** Reads from the API with the service's key. */
  read(path: string): Promise<Record<string, unknown>>;
  /** Creates a key of an account with this many requests a minute (default: 1), as an operator does. */
  limitedKey(limit?: number): Promise<string>;
  /** Creates a key of all scopes of another account. */
  otherKey(): Promise<string>;
  stop(): Promise<void>;
}

export async function startService(env: Readonly<Record<string, string>> = {}): Promise<RealService> {
  const dataDir = mkdtempSync(join(tmpdir(), "recado-contract-test-"));
  const key = `st_${randomBytes(32).toString("hex")}`;
  const service = new ServiceProcess({
    PORT: String(await freePort()),
    RECADO_DATA_DIR: dataDir,
    RECADO_API_KEY: key,
    RECADO_RATE_LIMIT: "1000000",
    RECADO_LOG_LEVEL: "silent",
    RECADO_WEBHOOK_ALLOW_PRIVATE: "1",
    ...env,
  });
  await service.start();
  const operate = async (...words: readonly string[]) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [built("src/cli/main.ts"), ...words, "--json"],
      {
        cwd: join(__dirname, "..", ".."),
        env: { ...process.env, RECADO_DATA_DIR: dataDir },
      },
    );
    return JSON.parse(stdout) as { key?: string };
  };
  return {
    origin: service.baseUrl,
    key,
    async read(path) {
      const response = await fetch(`${service.baseUrl}/v3${path}`, { headers: { "x-api-key": key } });
      return (await response.json()) as Record<string, unknown>;
    },
    async limitedKey(limit = 1) {
      const account = `limited-${limit}`;
      await operate("accounts", "create", account, "--rate-limit", String(limit));
      const { key: limited } = await operate("keys", "create", "--account", account, "--scopes", "all");
      return limited ?? "";
    },
    async otherKey() {
      await operate("accounts", "create", "other");
      const { key: other } = await operate("keys", "create", "--account", "other", "--scopes", "all");
      return other ?? "";
    },
    async stop() {
      await service.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const check = (
  options: Pick<CheckOptions, "url" | "key"> & Partial<CheckOptions>,
): Promise<CheckResult> =>
  checkContract({
    readOnly: false,
    only: [],
    timeoutMs: 30_000,
    runTimeoutMs: 600_000,
    receiver: { url: null, port: null },
    limitedKey: null,
    temporaryService: null,
    onProgress: () => {},
    ...options,
  });

interface CheckedService {
  readonly real: RealService;
  /** Checks the service. */
  check(options: Partial<CheckOptions>): Promise<CheckResult>;
  /** Checks the service behind a proxy that corrupts responses. Also returns the proxy's requests. */
  checkCorrupted(
    corruption: Corruption,
    options: Partial<CheckOptions>,
  ): Promise<CheckResult & { seen: readonly ProxiedRequest[] }>;
}

/** Runs a service, and a chain of proxies that its checks share, while the tests of a suite run. */
export function checkedService(): CheckedService {
  let real: RealService;
  let proxyChain: ProxyChain;
  beforeAll(async () => {
    [real, proxyChain] = await Promise.all([startService(), openProxyChain(30_000)]);
  });
  afterAll(() => Promise.all([proxyChain.close(), real.stop()]));
  const checkOwn: CheckedService["check"] = (options) =>
    check({ url: real.origin, key: real.key, proxyChain, ...options });
  return {
    get real() {
      return real;
    },
    check: checkOwn,
    async checkCorrupted(corruption, options) {
      const { url, seen, stop } = await corrupting(real.origin, corruption);
      return { ...(await checkOwn({ url, ...options }).finally(stop)), seen };
    },
  };
}

/** Returns the findings about an operation. Each begins with its finder, such as `contract:`. */
export const messagesOf = ({ coverage }: CheckResult, operation: string): string[] =>
  coverage.violations
    .filter((one) => one.operation.id === operation)
    .flatMap(({ faults }) => faults.map(({ by, message }) => `${by}: ${message}`));

/** Returns the findings about an operation, also of invariants. */
export function findings(result: CheckResult, operation: string): string[] {
  const invariants = (result.invariants?.violations ?? [])
    .filter((one) => one.operation === operation)
    .flatMap(({ invariant, faults }) => faults.map((fault) => `invariant ${invariant}: ${fault}`));
  return [...invariants, ...messagesOf(result, operation)];
}

/** Returns `operation status` of every cell in a state. */
export const cellsIn = ({ coverage }: CheckResult, state: "hit" | "violated" | "missed"): string[] =>
  coverage.operations.flatMap(({ operation, cells }) =>
    cells.filter((cell) => cell.state === state).map(({ status }) => `${operation.id} ${status}`),
  );

/**
 * Statuses that no request provokes: limits, faults, lists of too much data, and content that the carrier
 * cannot send, because the sandbox sends all.
 */
export const UNPROVOKED = / (429|500|503)$|^(launchCampaign|list\w+|getUsage) 422$/;
