import { randomBytes } from "node:crypto";
import type { CheckOptions, Progress } from "./check-options";
import { CleanUp, type CleanUpReport } from "./cleanup";
import { type Client, isOverLimit, MAIN, openClient, OTHER_ACCOUNT, OVER_LIMIT } from "./client";
import { everything, operationOfId, operations as everyOperation, version } from "./contract";
import { type Coverage, CoverageTally, selected } from "./coverage";
import { baseOf, verifyDeployment, verifyOtherAccounts } from "./deployment";
import type { Probe } from "./exchange";
import { withPassiveChecks } from "./invariants/passive-client";
import { type InvariantsResult, Verdicts } from "./invariants/verdicts";
import { END_RUN_AFTER, LEAVE_OPERATION_AFTER, NoResponseLimit } from "./no-response-limit";
import { openProxyChain } from "./proxy-chain";
import { missedReason, READ_ONLY, untriedReason } from "./reasons";
import { openReceiver, type Receiver } from "./receiver";
import { RunAbortedError, RunInterruptedError, UsageError } from "./run-errors";
import { sendRequests } from "./send-requests";

export interface CheckResult {
  url: string;
  mode: "temporary" | "full" | "read-only";
  startedAt: Date;
  durationMs: number;
  coverage: Coverage;
  /** Results of the invariants; null if the run skipped the invariants. */
  invariants: InvariantsResult | null;
  cleanUp: CleanUpReport;
  interrupted: boolean;
  /** Reason why the check ended the run early; null if the run completed or the user interrupted it. */
  endedEarly: string | null;
}

/** Maximum time for the clean-up, in milliseconds. */
const CLEAN_UP_MS = 5 * 60_000;

const ABANDONED = `did not respond ${LEAVE_OPERATION_AFTER} times in a row, so no more requests are sent`;
const UNRESPONSIVE = `no response to ${END_RUN_AFTER} requests in a row`;

/**
 * Returns a client that records created resources. The client stops calling an operation that does not
 * respond. Throws `RunAbortedError` after `END_RUN_AFTER` consecutive requests without a response.
 */
function watched(
  client: Client,
  coverage: CoverageTally,
  cleanUp: CleanUp,
  noResponseLimit: NoResponseLimit,
  isCleaning: () => boolean,
): Client {
  const unsent = (probe: Probe) => ({
    operation: operationOfId(probe.operation),
    purpose: probe.purpose,
    expected: probe.expected,
    request: { method: "", url: "", headers: {}, body: "" },
    response: null,
    tookMs: null,
    faults: [],
    body: undefined,
  });
  return {
    ...client,
    async send(probe) {
      const { operation, target = MAIN } = probe;
      if (noResponseLimit.isOver || noResponseLimit.isAbandoned(target, operation)) return unsent(probe);
      const exchange = await client.send(probe).catch((error: unknown) => {
        if (isCleaning() && error instanceof RunInterruptedError) return unsent(probe);
        throw error;
      });
      if (target === MAIN && probe.expected !== null && isOverLimit(probe, exchange))
        coverage.unable(operation, probe.expected, OVER_LIMIT);
      noResponseLimit.record(target, operation, exchange.response !== null);
      if (target === MAIN || target === OTHER_ACCOUNT) cleanUp.record(probe, exchange);
      if (target === MAIN && noResponseLimit.isAbandoned(target, operation))
        coverage.unableAll(operation, ABANDONED);
      if (noResponseLimit.isOver && !isCleaning()) throw new RunAbortedError(UNRESPONSIVE);
      return exchange;
    },
  };
}

const durationText = (ms: number) => (ms < 60_000 ? `${ms / 1_000} s` : `${ms / 60_000} min`);

function firstLines(base: string, { timeoutMs, runTimeoutMs }: CheckOptions, receiver: Receiver | string) {
  return [
    `Checking ${base} against the contract in version ${version}`,
    `A response may take ${timeoutMs / 1_000} s, the run ${durationText(runTimeoutMs)}. An operation without a response ` +
      `${LEAVE_OPERATION_AFTER} times in a row gets no more requests; ${END_RUN_AFTER} requests in a row without one end the run.`,
    typeof receiver === "string"
      ? `Webhooks are not tried: ${receiver}`
      : `Webhooks: the receiver listens at ${receiver.address}, registered as ${receiver.url}`,
  ];
}

/** Checks a deployment. Throws `UsageError` if options or deployment do not allow a check. */
export async function checkContract(options: CheckOptions): Promise<CheckResult> {
  const startedAt = new Date();
  const { operations, unknown } = selected(everything, options.only);
  if (unknown !== null) throw new UsageError(`--only: the contract has no operation and no tag "${unknown}"`);
  const callable = operations.filter((one) => everyOperation.includes(one));
  const tested = options.readOnly ? callable.filter(({ method }) => method === "GET") : callable;
  if (tested.length === 0 && (options.readOnly || options.invariantsOnly))
    throw new UsageError("--only: it selects no operation that this check would call");
  const tags = [...new Set((options.readOnly ? tested : operations).map(({ tag }) => tag))];
  const base = baseOf(options.url);
  await verifyDeployment(base, options.key, options.timeoutMs);
  const otherKey = options.invariants?.otherKey ?? null;
  if (otherKey !== null) await verifyDeployment(base, otherKey, options.timeoutMs, "the key of --other-key");
  await verifyOtherAccounts(base, options.key, options.timeoutMs, {
    "--other-key": otherKey,
    "--limited-key": options.limitedKey,
  });
  const receiver = options.readOnly
    ? READ_ONLY
    : await openReceiver(base, options.receiver, options.timeoutMs);
  const closeReceiver = async () => {
    if (typeof receiver !== "string") await receiver.close();
  };
  options.onStart?.(firstLines(base, options, receiver));

  const coverage = new CoverageTally(operations);
  const verdicts = options.invariants ? new Verdicts(tested) : null;
  const cleanUp = new CleanUp();
  const prefix = `contract-check-${randomBytes(4).toString("hex")}`;
  const progress: Progress = { part: "", requests: 0, violations: 0, waiting: null };
  const report = (change: Partial<Progress>) => options.onProgress(Object.assign(progress, change));
  report({ part: "Prism starts" });
  const proxyChain =
    options.proxyChain ??
    (await openProxyChain(options.timeoutMs).catch(async (error: unknown) => {
      await closeReceiver();
      throw error;
    }));
  const { proxy } = proxyChain;
  proxy.route(MAIN, base);
  const stopped = new Map<string, string>();
  const noResponseLimit = new NoResponseLimit();
  let cleaning = false;
  let interrupted = false;
  let endedEarly: string | null = null;
  let endsAt = Date.now() + options.runTimeoutMs;
  let cleaned: CleanUpReport = { removed: 0, failed: [], stays: [] };
  const bare = openClient({
    proxyChain,
    timeoutMs: options.timeoutMs,
    record(exchange) {
      coverage.record(exchange);
      const { requests, violations } = progress;
      const faulty = Number(exchange.faults.length > 0);
      report({ requests: requests + 1, violations: violations + faulty, waiting: null });
    },
    onWait: (wait) => report({ waiting: `${wait} s for the account's rate limit` }),
    interrupted() {
      if (options.signal?.aborted && !cleaning) return new RunInterruptedError("interrupted");
      const isLate = Date.now() >= endsAt;
      const reason = `the run reached its timeout of ${durationText(options.runTimeoutMs)}`;
      return isLate ? new RunAbortedError(reason) : null;
    },
  });
  const checked = verdicts ? withPassiveChecks(bare, verdicts, base) : bare;
  const client = watched(checked, coverage, cleanUp, noResponseLimit, () => cleaning);
  try {
    const shared = { options, base, prefix, tags, tested, client, coverage, verdicts, receiver, report };
    const restoreSettings = () => cleanUp.restore(client, options.key, { untried: true });
    await sendRequests({ ...shared, restoreSettings, route: proxy.route.bind(proxy) }, stopped);
  } catch (error) {
    if (error instanceof RunAbortedError) endedEarly = error.message;
    else if (error instanceof RunInterruptedError) interrupted = true;
    else throw error;
  } finally {
    cleaning = true;
    noResponseLimit.allowCleanUp();
    endsAt = Date.now() + CLEAN_UP_MS;
    try {
      report({ part: "cleaning up" });
      // Ctrl-C also ends a service that the check started, so there is nothing to clean up.
      if (!(interrupted && options.temporaryService)) cleaned = await cleanUp.run(client, options.key);
    } finally {
      await client.close();
      if (!options.proxyChain) await proxyChain.close();
      await closeReceiver();
    }
  }
  const ending = { stopped, endedEarly, interrupted };
  return {
    url: base,
    mode: options.temporaryService ? "temporary" : options.readOnly ? "read-only" : "full",
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
    coverage: coverage.result(missedReason(options, ending), untriedReason(options, ending, verdicts)),
    invariants:
      options.invariants && verdicts ? verdicts.result(options.invariants.seed, options.readOnly) : null,
    cleanUp: cleaned,
    interrupted,
    endedEarly,
  };
}
