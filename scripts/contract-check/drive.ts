import { scopes as everyScope } from "../../generated/server/routes";
import type { CheckOptions, Progress } from "./check-options";
import type { Client } from "./client";
import type { Operation } from "./contract";
import type { CoverageTally } from "./coverage";
import { baseOf, CannotCheck } from "./deployment";
import {
  type OtherAccount,
  type GenericParts,
  type OtherDeployment,
  probeFailure,
  probeOperation,
  probeReading,
  type ScopeKeys,
} from "./generic";
import type { Receiver } from "./receiver";
import { tryInvariants } from "./invariants/try-invariants";
import type { Verdicts } from "./invariants/verdicts";
import { randomNumber } from "./numbers";
import { scenarios } from "./scenarios/all";
import { probeLimit } from "./limit";
import { readingScenarios } from "./scenarios/read-only";
import { keyRequest, makeScopeKeys } from "./scope-keys";
import { type Channel, type Context, contextOf, type Scenario, ScenarioStopped } from "./context";

export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** Ends the run because of a timeout or a failing service or Prism. The message says which. */
export class EndedEarly extends Interrupted {}

interface SenderFacts {
  channel: Channel;
  carrier: string;
  is_default: boolean;
}

async function sandboxedChannels(client: Client, key: string): Promise<ReadonlySet<Channel>> {
  const probe = {
    operation: "listSenders",
    request: { query: { limit: 1_000 } },
    key,
    expected: null,
  } as const;
  const { response, body } = await client.send({
    ...probe,
    purpose: "reads which channels the sandbox handles",
  });
  if (response?.status !== 200) return new Set();
  // A malformed response counts as no sandbox.
  const { data } = (body ?? {}) as { data?: readonly (SenderFacts | null)[] };
  const found = (Array.isArray(data) ? data : []) as readonly (SenderFacts | null)[];
  return new Set(found.flatMap((one) => (one?.is_default && one.carrier === "sandbox" ? [one.channel] : [])));
}

/** Runs scenarios in order. Reports a failed scenario to `onStop` and continues with the next. */
async function runScenarios(
  scenarios: readonly Scenario[],
  context: Context,
  onStop: (why: string) => void,
): Promise<void> {
  for (const { title, run } of scenarios) {
    try {
      await run(context);
    } catch (error) {
      // Scenarios trust the types of the contract, so a malformed response may throw any error. The error
      // ends only its scenario.
      if (error instanceof CannotCheck || error instanceof Interrupted || !(error instanceof Error))
        throw error;
      onStop(`the scenario "${title}" ended early: ${error.message}`);
    }
  }
}

export interface DriveParts {
  options: CheckOptions;
  client: Client;
  coverage: CoverageTally;
  prefix: string;
  tested: readonly Operation[];
  tags: readonly string[];
  receiver: Receiver | string;
  stopped: Map<string, string>;
  report(change: Partial<Progress>): void;
  proxy: { route(target: string, base: string): void };
  /** Null if the run skips the invariants. */
  verdicts: Verdicts | null;
}

export async function drive(parts: DriveParts): Promise<void> {
  const { options, client, coverage, prefix, tested, receiver, report } = parts;
  const { key, readOnly } = options;
  const sandboxed = readOnly ? new Set<Channel>() : await sandboxedChannels(client, key);
  const context = contextOf({
    ...{ client, coverage, prefix, key, sandboxed, receiver },
    makeNumber: options.makeNumber ?? randomNumber,
  });
  if (!options.invariantsOnly) await driveStatuses(parts, context);
  if (parts.verdicts && options.invariants) {
    const { verdicts, proxy } = parts;
    const base = baseOf(options.url);
    const route = proxy.route.bind(proxy);
    const { invariants } = options;
    await tryInvariants({
      options,
      invariants,
      client,
      context,
      base,
      tested,
      receiver,
      verdicts,
      route,
      report,
    });
  }
  if (!options.invariantsOnly) await probeOtherDeployments(parts);
}

/** Probes the statuses that the checked deployment can return without being broken. */
async function driveStatuses(parts: DriveParts, context: Context): Promise<void> {
  const { options, client, coverage, prefix, tested, tags, stopped, report } = parts;
  const { key, readOnly } = options;
  const keys = readOnly ? new Map<string | null, ScopeKeys>() : await scopeKeys(context, coverage, tested);
  const generic: GenericParts = { client, coverage, prefix, key, keysOf: (scope) => keys.get(scope) ?? null };
  for (const tag of tags) {
    report({ part: tag });
    const ofTag = tested.filter((operation) => operation.tag === tag);
    const onStop = (why: string) => void (stopped.has(tag) || stopped.set(tag, why));
    if (readOnly) {
      for (const operation of ofTag) await runScenarios(readingScenarios(operation), context, onStop);
      for (const operation of ofTag) await probeReading(generic, operation);
    } else {
      await runScenarios(scenarios[tag] ?? [], context, onStop);
      for (const operation of ofTag) await probeOperation(generic, operation);
    }
  }
}

async function scopeKeys(context: Context, coverage: CoverageTally, tested: readonly Operation[]) {
  const trial = keyRequest(context.prefix, everyScope);
  const { response } = await context.send("createApiKey", trial, "creates a key of every scope");
  if (response?.status === 403) {
    throw new CannotCheck(
      "the key cannot create keys of every scope: a full check needs a key that can; --read-only takes any key",
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
async function probeOtherDeployments({
  options,
  client,
  coverage,
  prefix,
  tested,
  report,
  proxy,
}: DriveParts): Promise<void> {
  const { throwAway, limitedKey, url } = options;
  const limited: OtherAccount | null = limitedKey === null ? null : { target: "limited", key: limitedKey };
  if (limited) proxy.route(limited.target, baseOf(url));
  const reach = async (deployment: Promise<OtherDeployment>): Promise<OtherAccount> => {
    const { base, target, key } = await deployment;
    proxy.route(target, base);
    return { target, key };
  };
  const beyondLimit = limited ?? (throwAway ? await reach(throwAway.limited()) : null);
  if (beyondLimit) {
    report({ part: "rate limit" });
    await probeLimit({ client, coverage, operations: tested, prefix, account: beyondLimit });
  }
  if (!throwAway) return;
  report({ part: "a database without tables" });
  const broken = await throwAway.withoutTables();
  await reach(Promise.resolve(broken));
  const spared: Operation[] = [];
  for (const operation of tested) {
    const purpose = "the database has no tables";
    const { response } = await probeFailure(client, operation, prefix, {
      ...broken,
      status: null,
      purpose,
    });
    if (response?.status !== 500) spared.push(operation);
  }
  await broken.dropKeys();
  for (const operation of spared) {
    const purpose = "the database has no keys";
    await probeFailure(client, operation, prefix, { ...broken, status: 500, purpose });
  }
  report({ part: "a stopped database server" });
  const away = await reach(throwAway.withoutDatabase());
  for (const operation of tested) {
    const purpose = "the database server is stopped";
    await probeFailure(client, operation, prefix, { ...away, status: 503, purpose });
  }
}
