import { randomBytes } from "node:crypto";
import type { CheckOptions, Progress } from "./check-options";
import { CleanUp, type CleanUpReport } from "./cleanup";
import { type Client, MAIN, openClient } from "./client";
import { type Operation, operations as everyOperation } from "./contract";
import { type Coverage, CoverageTally, selected } from "./coverage";
import { baseOf, CannotCheck, greet } from "./deployment";
import { drive, Interrupted } from "./drive";
import { listening } from "./laws/listening";
import { type LawsResult, Verdicts } from "./laws/verdicts";
import { Prism } from "./prism";
import { openTap } from "./tap";

export interface CheckResult {
  url: string;
  mode: "throw-away" | "full" | "read-only";
  startedAt: Date;
  durationMs: number;
  coverage: Coverage;
  /** Null where no laws were tried. */
  laws: LawsResult | null;
  cleanUp: CleanUpReport;
  interrupted: boolean;
}

/** So many requests in a row without an answer end the run. */
const GIVE_UP_AFTER = 10;

const NOT_FROM_OUTSIDE = "cannot be provoked from outside: something inside the service has to fail";
const WOULD_USE_UP =
  "would use up the account's requests: give --limited-key with a key of an account for it";
const READ_ONLY = "read-only: needs data to be made or changed";

/** Why a status was not provoked, where no scenario said so. */
function otherwise({ readOnly }: CheckOptions, stopped: ReadonlyMap<string, string>) {
  return ({ tag, method }: Operation, status: number): string => {
    if (readOnly && method !== "GET") return "read-only: the operation changes something";
    if (status === 429) return WOULD_USE_UP;
    if (status === 500 || status === 503) return NOT_FROM_OUTSIDE;
    if (readOnly) return READ_ONLY;
    return stopped.get(tag) ?? "the run ended before";
  };
}

/** A client that notes what is made in the deployment, and that tells when the deployment is gone. */
function watched(client: Client, cleanUp: CleanUp, onGone: (why: string) => void): Client {
  let unanswered = 0;
  return {
    ...client,
    async send(probe) {
      const exchange = await client.send(probe);
      unanswered = exchange.answer === null ? unanswered + 1 : 0;
      if (unanswered >= GIVE_UP_AFTER) onGone(exchange.faults[0]?.message ?? "no answer");
      if ((probe.target ?? MAIN) === MAIN) cleanUp.note(probe, exchange);
      return exchange;
    },
  };
}

/** Checks a deployment against the contract, operation by operation. Throws `CannotCheck` where there is nothing to check. */
export async function checkContract(options: CheckOptions): Promise<CheckResult> {
  const startedAt = new Date();
  const { operations, unknown } = selected(everyOperation, options.only);
  if (unknown !== null)
    throw new CannotCheck(`--only: the contract has no operation and no tag "${unknown}"`);
  const wanted = options.readOnly ? operations.filter(({ method }) => method === "GET") : operations;
  const base = baseOf(options.url);
  await greet(base, options.key, options.timeoutMs);

  const coverage = new CoverageTally(operations);
  const verdicts = options.laws ? new Verdicts(wanted) : null;
  const cleanUp = new CleanUp();
  const prefix = `contract-check-${randomBytes(4).toString("hex")}`;
  const progress: Progress = { part: "", requests: 0, violations: 0, waiting: null };
  const tell = (change: Partial<Progress>) => options.onProgress(Object.assign(progress, change));
  const tap = options.bench?.tap ?? (await openTap(options.timeoutMs));
  tap.route(MAIN, base);
  let cleaning = false;
  let client: Client | null = null;
  let prism: Prism | null = null;
  const stopped = new Map<string, string>();
  let interrupted = false;
  let cleaned: CleanUpReport = { removed: 0, failed: [], stays: [] };
  try {
    tell({ part: "Prism starts" });
    prism = options.bench?.prism ?? (await Prism.start(tap.origin));
    const bare = openClient({
      prismOrigin: prism.origin,
      tap,
      timeoutMs: options.timeoutMs,
      record(exchange) {
        coverage.record(exchange);
        const { requests, violations } = progress;
        const faulty = Number(exchange.faults.length > 0);
        tell({ requests: requests + 1, violations: violations + faulty, waiting: null });
      },
      onWait: (wait) => tell({ waiting: `${wait} s for the account's rate limit` }),
      interrupted: () => (options.signal?.aborted && !cleaning ? new Interrupted("interrupted") : null),
    });
    const judged = verdicts ? listening(bare, verdicts, base) : bare;
    client = watched(judged, cleanUp, (why) => {
      if (!cleaning) throw new CannotCheck(`the service at ${base} stopped answering: ${why}`);
    });
    await drive({ options, client, coverage, prefix, wanted, stopped, tell, tap, verdicts });
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    interrupted = true;
  } finally {
    cleaning = true;
    try {
      tell({ part: "cleaning up" });
      // A service that is thrown away anyway may have heard the interruption before this.
      if (client && !(interrupted && options.throwAway)) cleaned = await cleanUp.run(client, options.key);
    } finally {
      await client?.close();
      if (!options.bench) {
        await prism?.stop();
        await tap.close();
      }
    }
  }
  return {
    url: base,
    mode: options.throwAway ? "throw-away" : options.readOnly ? "read-only" : "full",
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
    coverage: coverage.result(otherwise(options, stopped)),
    laws: options.laws && verdicts ? verdicts.result(options.laws.seed, options.readOnly) : null,
    cleanUp: cleaned,
    interrupted,
  };
}
