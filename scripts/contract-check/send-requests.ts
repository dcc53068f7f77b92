import { scopes as everyScope } from "../../generated/server/routes";
import { type Context, contextOf, type Scenario, ScenarioStopped } from "./context";
import type { Operation } from "./contract";
import { baseOf, type OtherAccount, type OtherDeployment } from "./deployment";
import { probeOperation, probeReading, type ScopeKeys, senderOf } from "./generic";
import { tryInvariants } from "./invariants/try-invariants";
import { textAt } from "./invariants/values";
import { probeLimit } from "./limit";
import { RunInterruptedError, UsageError } from "./run-errors";
import type { Run } from "./run-parts";
import { sandboxedChannels } from "./sandbox";
import { scenarios } from "./scenarios/all";
import { readingScenarios } from "./scenarios/read-only";
import { keyRequest, makeScopeKeys } from "./scope-keys";

/**
 * Runs scenarios in order, and restores the settings that each has changed. Reports a failed scenario to
 * `onStop` and continues with the next.
 */
async function runScenarios(
  scenarios: readonly Scenario[],
  context: Context,
  { restoreSettings }: Run,
  onStop: (why: string) => void,
): Promise<void> {
  for (const { title, run } of scenarios) {
    try {
      await run(context);
    } catch (error) {
      // Scenarios trust the types of the contract, so a malformed response may throw any error. The error
      // ends only its scenario.
      if (error instanceof UsageError || error instanceof RunInterruptedError || !(error instanceof Error))
        throw error;
      onStop(`the scenario "${title}" ended early: ${error.message}`);
    }
    await restoreSettings();
  }
}

/** Sends the requests of a run. Adds the reasons of scenarios that ended early to `stopped`, by tag. */
export async function sendRequests(run: Run, stopped: Map<string, string>): Promise<void> {
  const { readOnly, invariantsOnly } = run.options;
  const context = contextOf(run, readOnly ? new Set() : await sandboxedChannels(run));
  if (!invariantsOnly) await provokeStatuses(run, context, stopped);
  await tryInvariants(run, context);
  if (!invariantsOnly) await probeOtherDeployments(run);
}

/** Probes the statuses that the checked deployment can return without being broken. */
async function provokeStatuses(run: Run, context: Context, stopped: Map<string, string>): Promise<void> {
  const { tested } = run;
  const { readOnly, probes = true, scenario } = run.options;
  const scenariosOf = (tag: string) =>
    (scenarios[tag] ?? []).filter(({ title }) => scenario === undefined || title === scenario);
  if (scenario !== undefined && run.tags.every((tag) => scenariosOf(tag).length === 0))
    throw new UsageError(`no selected tag has a scenario with the title "${scenario}"`);
  const keys = readOnly || !probes ? new Map<string | null, ScopeKeys>() : await scopeKeys(run, context);
  for (const tag of run.tags) {
    run.report({ part: tag });
    const ofTag = tested.filter((operation) => operation.tag === tag);
    const onStop = (why: string) => void (stopped.has(tag) || stopped.set(tag, why));
    const ofRun = readOnly ? ofTag.flatMap(readingScenarios) : scenariosOf(tag);
    await runScenarios(ofRun, context, run, onStop);
    if (!probes) continue;
    for (const operation of ofTag) {
      if (readOnly) await probeReading(run, operation);
      else await probeOperation(run, operation, keys.get(operation.scope) ?? null);
    }
  }
}

async function scopeKeys({ coverage, tested }: Run, context: Context) {
  const trial = keyRequest(context.prefix, everyScope);
  const { response, body } = await context.send("createApiKey", trial, "creates a key of every scope");
  if (response?.status === 403) {
    throw new UsageError(
      `the key cannot create a key of every scope that expires in an hour: ${textAt(body, "error.message")}; ` +
        "a full check needs a key that can; --read-only takes any key",
    );
  }
  try {
    return await makeScopeKeys(context, [...new Set(tested.map(({ scope }) => scope))]);
  } catch (error) {
    if (!(error instanceof ScenarioStopped)) throw error;
    for (const { id } of tested) coverage.unable(id, 403, `no key could be created for it: ${error.message}`);
    return new Map<string | null, ScopeKeys>();
  }
}

/** Probes 429, 500 and 503, which need another account or a broken deployment. */
async function probeOtherDeployments(run: Run): Promise<void> {
  const { options, tested, report } = run;
  const { temporaryService, limitedKey, url } = options;
  const reach = (deployment: OtherDeployment): OtherAccount => {
    run.route(deployment.target, deployment.base);
    return deployment;
  };
  if (limitedKey !== null || temporaryService) {
    const limited =
      limitedKey === null
        ? await temporaryService?.limited()
        : { target: "limited", key: limitedKey, base: baseOf(url) };
    report({ part: "rate limit" });
    if (limited) await probeLimit(run, reach(limited));
  }
  if (!temporaryService) return;
  const probeAll = async (
    operations: readonly Operation[],
    { key, target }: OtherAccount,
    purpose: string,
    status: number | null,
  ) => {
    const spared: Operation[] = [];
    for (const operation of operations) {
      const { response } = await senderOf(run, operation, key, target)(purpose, status);
      if (response?.status !== 500) spared.push(operation);
    }
    return spared;
  };
  report({ part: "a database without tables" });
  const broken = await temporaryService.withoutTables();
  const spared = await probeAll(tested, reach(broken), "the database has no tables", null);
  await broken.dropKeys();
  await probeAll(spared, broken, "the database has no keys", 500);
  report({ part: "a stopped database server" });
  const away = reach(await temporaryService.withoutDatabase());
  await probeAll(tested, away, "the database server is stopped", 503);
}
