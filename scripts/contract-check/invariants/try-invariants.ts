import type { InvariantOptions } from "../check-options";
import { type Context, ScenarioStopped } from "../context";
import type { Run } from "../run-parts";
import { type InvariantClient, invariantClients } from "./invariant-client";
import { curlOf, type Sent } from "./curl";
import { runStep } from "./run-step";
import { shrink } from "./shrink";
import { expectsRefusal, type Step, sequenceOf } from "./steps";
import { makeForeignIds, OTHER_ACCOUNT, type ForeignIds } from "./foreign-ids";
import { type Environment, isSandboxed, phoneFor } from "./environment";
import { type Finding, Verdicts } from "./verdicts";
import { deleterOf } from "./vocabulary";
import { Model } from "./model";

/** A run that tries the invariants of the tested operations. */
type InvariantRun = Run & { verdicts: Verdicts; invariants: InvariantOptions; context: Context };

/** Maximum number of violations whose sequence is shortened. The report shows further sequences in full. */
const MAX_SHRUNK = 6;

/** Tries the invariants with a random sequence for each tag. Shortens violating sequences. */
export async function tryInvariants(run: Run, context: Context): Promise<void> {
  const { options, verdicts, client, base, tested, receiver, report } = run;
  const { invariants } = options;
  if (verdicts === null || !invariants) return;
  let foreignIds: ForeignIds | null = null;
  try {
    if (invariants.otherKey !== null) {
      run.route(OTHER_ACCOUNT, base);
      foreignIds = await makeForeignIds(client, invariants.otherKey, context.prefix);
    }
    const foreign = foreignIds?.ids ?? new Map<string, string>();
    const environment = { sandboxed: isSandboxed(context), foreignIds: foreign, receiver };
    let left = invariants.seconds * 1_000;
    let shrunk = 0;
    const tags = [...new Set(tested.map((one) => one.tag))];
    for (const [place, tag] of tags.entries()) {
      if (options.signal?.aborted) break;
      report({ part: `invariants of ${tag}` });
      const subjects = tested.filter((one) => one.tag === tag);
      const scoped = { ...run, verdicts, invariants, context, tested: subjects };
      const steps = sequenceOf(tag, subjects, invariants.seed, options);
      // Divide the remaining time among the remaining tags, so that the last tags are tried too.
      const first = await runSequence(scoped, steps, environment, { maxMs: left / (tags.length - place) });
      left -= first.spentMs;
      for (const { finding, index } of first.broken) {
        const isNew = !verdicts.isBroken(finding);
        verdicts.add(finding);
        if (!isNew) continue;
        const some = steps.slice(0, index + 1);
        const sent = first.sent.slice(0, first.sentBy[index]);
        verdicts.explain(finding, {
          curl: curlOf(sent, finding.faults),
          requests: { least: sent.length, first: sent.length },
        });
        if (invariants.tries === 0 || ++shrunk > MAX_SHRUNK || options.signal?.aborted) continue;
        report({ part: `shortens a violation of ${finding.invariant}` });
        await shorten(scoped, some, finding, environment, sent.length);
      }
    }
  } finally {
    await foreignIds?.deleteAll();
  }
}

/** Repeats parts of a sequence to find a shorter one with the same violation. */
async function shorten(
  run: InvariantRun,
  steps: readonly Step[],
  finding: Finding,
  environment: Environment,
  firstCount: number,
): Promise<void> {
  const fails = async (some: readonly Step[]): Promise<boolean> => {
    if (run.options.signal?.aborted) return false;
    const { broken, sent, sentBy } = await runSequence(run, some, environment, {});
    const again = broken.find(
      (one) => one.finding.invariant === finding.invariant && one.finding.operation === finding.operation,
    );
    if (again === undefined) return false;
    const least = sent.slice(0, sentBy[again.index]);
    run.verdicts.explain(finding, {
      faults: again.finding.faults,
      curl: curlOf(least, again.finding.faults),
      requests: { least: least.length, first: firstCount },
    });
    return true;
  };
  await shrink(steps, fails, run.invariants.tries);
}

/** Maximum milliseconds that count for a request. Longer requests include a rate-limit wait. */
const LONGEST_MS = 2_000;

interface SequenceResult {
  broken: readonly { finding: Finding; index: number }[];
  sent: readonly Sent[];
  /** Number of requests sent by the end of each step. */
  sentBy: readonly number[];
  spentMs: number;
}

let models = 0;

/** Runs a sequence with an empty model, then deletes the created resources. */
async function runSequence(
  run: InvariantRun,
  steps: readonly Step[],
  environment: Environment,
  { maxMs }: { maxMs?: number },
): Promise<SequenceResult> {
  const { client: http, options, base, context, verdicts } = run;
  const model = new Model(`${context.prefix}-${++models}`, (digits) => phoneFor(context, digits));
  const broken: { finding: Finding; index: number }[] = [];
  let index = 0;
  let step: Step | null = null;
  let spentMs = 0;
  const { clientFor, sent } = invariantClients({
    http,
    key: options.key,
    base,
    model,
    subjects: run.tested,
    onSpent: (ms) => void (spentMs += Math.min(ms, LONGEST_MS)),
    // Only the first run of a sequence counts as a try.
    verdicts: maxMs === undefined ? new Verdicts([]) : verdicts,
    onViolation: (finding) => void broken.push({ finding, index }),
    onResponse(operation, status) {
      if (step !== null && operation === step.operation && !expectsRefusal(step))
        run.coverage.attempt(operation, status);
    },
  });
  const sentBy: number[] = [];
  for (step of steps) {
    if (maxMs === undefined || spentMs < maxMs) await tryStep(clientFor(step.operation), step, environment);
    else verdicts.outOfTime(step.operation);
    sentBy.push(sent.length);
    index += 1;
  }
  await deleteAll(run, model);
  return { broken, sent, sentBy, spentMs };
}

/** Runs a step. Skips the rest of it if its preparation fails, such as the search for a free number. */
async function tryStep(client: InvariantClient, step: Step, environment: Environment): Promise<void> {
  try {
    await runStep(client, step, environment);
  } catch (error) {
    if (!(error instanceof ScenarioStopped)) throw error;
  }
}

/** Deletes the remaining resources of a sequence, newest first. */
async function deleteAll({ client, options }: InvariantRun, model: Model): Promise<void> {
  for (const { kind, params } of model.resources.filter(({ alive }) => alive).reverse()) {
    const operation = deleterOf(kind);
    if (operation === null) continue;
    await client.send({
      operation,
      request: { params },
      key: options.key,
      purpose: "cleans up",
      expected: null,
    });
  }
}
