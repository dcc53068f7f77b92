import { randomBytes } from "node:crypto";
import { scopes as everyScope } from "../../generated/server/routes";
import type { Elsewhere, GenericParts, ScopeKeys } from "./generic";
import { probeFailure, probeLimit, probeOperation, probeReading } from "./generic";
import { CleanUp, type CleanUpReport } from "./cleanup";
import { type Client, MAIN, openClient } from "./client";
import { type Operation, operations as everyOperation } from "./contract";
import { type Coverage, CoverageTally, selected } from "./coverage";
import { baseOf, CannotCheck, greet } from "./deployment";
import { Prism } from "./prism";
import { scenarios } from "./scenarios/all";
import { readingStories } from "./scenarios/read-only";
import { keyRequest, makeScopeKeys } from "./scope-keys";
import { type Channel, type Stage, stageOf, type Story, StoryStopped } from "./stage";
import { openTap } from "./tap";
import type { ThrowAway } from "./throw-away";

export interface CheckOptions {
  url: string;
  key: string;
  /** Sends nothing but GET, with the key as it is. */
  readOnly: boolean;
  /** Operations or tags; empty: all. */
  only: readonly string[];
  /** How long an answer may take, in milliseconds. */
  timeoutMs: number;
  /** A key of an account whose requests may be used up. */
  limitedKey: string | null;
  /** Deployments of our own that may be spoilt; null where the one that is checked is somebody else's. */
  throwAway: ThrowAway | null;
  onProgress(progress: Progress): void;
  /** Ends the run early, but for the cleaning up. */
  signal?: AbortSignal;
}

export interface Progress {
  /** The tag, or what the run is at. */
  part: string;
  requests: number;
  violations: number;
  /** What is waited for; null while requests go out. */
  waiting: string | null;
}

export interface CheckResult {
  url: string;
  mode: "throw-away" | "full" | "read-only";
  startedAt: Date;
  durationMs: number;
  coverage: Coverage;
  cleanUp: CleanUpReport;
  interrupted: boolean;
}

class Interrupted extends Error {
  override readonly name = "Interrupted";
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
  const { answer, body } = await client.send({ ...probe, purpose: "looks where messages go" });
  if (answer?.status !== 200) return new Set();
  // What has another form than it should is no sandbox.
  const { data } = (body ?? {}) as { data?: readonly (SenderFacts | null)[] };
  const found = (Array.isArray(data) ? data : []) as readonly (SenderFacts | null)[];
  return new Set(found.flatMap((one) => (one?.is_default && one.carrier === "sandbox" ? [one.channel] : [])));
}

/** Plays stories; one that stops is noted, and the others go on. */
async function play(stories: readonly Story[], stage: Stage, onStop: (why: string) => void): Promise<void> {
  for (const { title, play: act } of stories) {
    try {
      await act(stage);
    } catch (error) {
      // Scenarios take answers for what the contract says: one of another form ends them like one that is missing.
      if (error instanceof CannotCheck || error instanceof Interrupted || !(error instanceof Error))
        throw error;
      onStop(`the scenario "${title}" ended early: ${error.message}`);
    }
  }
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
  const cleanUp = new CleanUp();
  const prefix = `contract-check-${randomBytes(4).toString("hex")}`;
  const progress: Progress = { part: "", requests: 0, violations: 0, waiting: null };
  const tell = (change: Partial<Progress>) => options.onProgress(Object.assign(progress, change));
  const tap = await openTap(options.timeoutMs);
  tap.route(MAIN, base);
  let cleaning = false;
  let client: Client | null = null;
  let prism: Prism | null = null;
  const stopped = new Map<string, string>();
  let interrupted = false;
  let cleaned: CleanUpReport = { removed: 0, failed: [], stays: [] };
  try {
    tell({ part: "Prism starts" });
    prism = await Prism.start(tap.origin);
    const bare = openClient({
      prismOrigin: prism.origin,
      tap,
      timeoutMs: options.timeoutMs,
      record(exchange) {
        coverage.record(exchange);
        const { requests, violations } = progress;
        tell({
          requests: requests + 1,
          violations: violations + Number(exchange.faults.length > 0),
          waiting: null,
        });
      },
      onWait: (wait) => tell({ waiting: `${wait} s for the account's rate limit` }),
      interrupted: () => (options.signal?.aborted && !cleaning ? new Interrupted("interrupted") : null),
    });
    let unanswered = 0;
    client = {
      ...bare,
      async send(probe) {
        const exchange = await bare.send(probe);
        unanswered = exchange.answer === null ? unanswered + 1 : 0;
        if (unanswered >= GIVE_UP_AFTER && !cleaning) {
          throw new CannotCheck(`the service at ${base} stopped answering: ${exchange.faults[0]?.message}`);
        }
        if ((probe.target ?? MAIN) === MAIN) cleanUp.note(probe, exchange);
        return exchange;
      },
    };
    await drive({ options, client, coverage, prefix, wanted, stopped, tell, tap });
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
    interrupted = true;
  } finally {
    cleaning = true;
    if (client) {
      tell({ part: "cleaning up" });
      // A service that is thrown away anyway may have heard the interruption before this.
      if (!(interrupted && options.throwAway)) cleaned = await cleanUp.run(client, options.key);
      await client.close();
    }
    await prism?.stop();
    await tap.close();
  }
  return {
    url: base,
    mode: options.throwAway ? "throw-away" : options.readOnly ? "read-only" : "full",
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
    coverage: coverage.result(otherwise(options, stopped)),
    cleanUp: cleaned,
    interrupted,
  };
}

interface DriveParts {
  options: CheckOptions;
  client: Client;
  coverage: CoverageTally;
  prefix: string;
  wanted: readonly Operation[];
  stopped: Map<string, string>;
  tell(change: Partial<Progress>): void;
  tap: { route(target: string, base: string): void };
}

async function drive(parts: DriveParts): Promise<void> {
  const { options, client, coverage, prefix, wanted, stopped, tell } = parts;
  const { key, readOnly } = options;
  const sandboxed = readOnly ? new Set<Channel>() : await sandboxedChannels(client, key);
  const stage = stageOf({ client, coverage, prefix, key, sandboxed });
  const keys = readOnly ? new Map<string, ScopeKeys>() : await scopeKeys(stage, coverage, wanted);
  const generic: GenericParts = { client, coverage, prefix, key, keysOf: (scope) => keys.get(scope) ?? null };
  for (const tag of new Set(wanted.map((operation) => operation.tag))) {
    tell({ part: tag });
    const ofTag = wanted.filter((operation) => operation.tag === tag);
    const onStop = (why: string) => void (stopped.has(tag) || stopped.set(tag, why));
    if (readOnly) {
      for (const operation of ofTag) await play(readingStories(operation), stage, onStop);
      for (const operation of ofTag) await probeReading(generic, operation);
    } else {
      await play(scenarios[tag] ?? [], stage, onStop);
      for (const operation of ofTag) await probeOperation(generic, operation);
    }
  }
  await provokeElsewhere(parts);
}

async function scopeKeys(stage: Stage, coverage: CoverageTally, wanted: readonly Operation[]) {
  const trial = keyRequest(stage.prefix, everyScope);
  const { answer } = await stage.ask("createApiKey", trial, "makes a key of every scope");
  if (answer?.status === 403) {
    throw new CannotCheck(
      "the key may not make keys of every scope: a full check needs one that may, --read-only does not",
    );
  }
  try {
    return await makeScopeKeys(stage, [...new Set(wanted.map(({ scope }) => scope))]);
  } catch (error) {
    if (!(error instanceof StoryStopped)) throw error;
    for (const { id } of wanted) coverage.unable(id, 403, `no key could be made for it: ${error.message}`);
    return new Map<string, ScopeKeys>();
  }
}

/** What takes another account or another deployment: 429, and failures of the service itself. */
async function provokeElsewhere({ options, client, prefix, wanted, tell, tap }: DriveParts): Promise<void> {
  const { throwAway, limitedKey, url } = options;
  const limited: Elsewhere | null = limitedKey === null ? null : { target: "limited", key: limitedKey };
  if (limited) tap.route(limited.target, baseOf(url));
  const reach = async (place: Promise<Elsewhere & { base: string }>): Promise<Elsewhere> => {
    const { base, target, key } = await place;
    tap.route(target, base);
    return { target, key };
  };
  const beyondLimit = limited ?? (throwAway ? await reach(throwAway.limited()) : null);
  if (beyondLimit) {
    tell({ part: "rate limit" });
    for (const operation of wanted) await probeLimit(client, operation, prefix, beyondLimit);
  }
  if (!throwAway) return;
  tell({ part: "a database that lost its tables" });
  const broken = await throwAway.withoutTables();
  await reach(Promise.resolve(broken));
  const spared: Operation[] = [];
  for (const operation of wanted) {
    const purpose = "the database has lost its tables";
    const { answer } = await probeFailure(client, operation, prefix, { ...broken, status: null, purpose });
    if (answer?.status !== 500) spared.push(operation);
  }
  await broken.loseKeys();
  for (const operation of spared) {
    const purpose = "the database has lost its keys";
    await probeFailure(client, operation, prefix, { ...broken, status: 500, purpose });
  }
  tell({ part: "a database that is away" });
  const away = await reach(throwAway.withoutDatabase());
  for (const operation of wanted) {
    const purpose = "the database server is gone";
    await probeFailure(client, operation, prefix, { ...away, status: 503, purpose });
  }
}
